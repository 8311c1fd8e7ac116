/** A record that is added where another refers to it. */
export const adding = {
  title: 'New: {name}',
  called: 'Add "{text}"',
  unseen: 'It was added, but you may not see it: choose another',
};
