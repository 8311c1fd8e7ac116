/** The files that stand in a record. */
export const attached = {
  title: 'All files',
  name: 'File',
  size: 'Size',
  place: 'Where',
  by: 'Uploaded by',
  time: 'Uploaded',
  said: 'Opinion',
  more: 'Show more',
};
