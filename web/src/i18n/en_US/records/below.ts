/** Rows of a list that are opened, and what stands below them. */
export const below = {
  open: 'Open {name}',
  close: 'Close {name}',
  openAll: 'Open all rows of the page',
  closeAll: 'Close all rows of the page',
  hint: 'The right arrow opens the row and goes into it, the left arrow closes it',
  wait: 'Reading…',
  failed: 'It could not be read: {why}',
  again: 'Try again',
  gone: 'This record is no more, or not yours to see',
};
