/** A record that is added where another refers to it. */
export const adding = {
  title: 'New: {name}',
  called: 'Add "{text}"',
  other: 'It was added, but is none that may be chosen here: choose another',
  unread: 'It was added, but its name did not come: choose it from the list. {why}',
  unseen: 'It was added, but you may not see it: choose another',
};
