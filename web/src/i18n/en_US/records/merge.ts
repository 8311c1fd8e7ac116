/** Two people's changes of one record, put together field by field. */
export const merge = {
  title: 'Changed by both: {n}',
  what: 'You changed {mine} places, {who} changed {theirs}. What only one of you changed is merged already; choose what to keep here.',
  field: 'Field',
  mine: 'Yours',
  theirs: "{who}'s",
  somebody: 'the other person',
  allMine: 'All of mine',
  allOwn: 'All of the other window',
  own: 'Saved in another window',
  whatOwn:
    'You changed {mine} places here and {theirs} in another window. What only one of them changed is merged already; choose what to keep here.',
  titleOwn: 'Changed in both windows: {n}',
  allTheirs: "All of {who}'s",
  side: '{name}, {side}',
  row: '{name}, row {n}',
  rowGone: 'Row deleted',
  ok: 'Merge',
};
