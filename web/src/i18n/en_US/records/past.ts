export const past = {
  pick: 'Past month',
  asOf: 'As of end of {month}',
  counted: 'As things stood then; what is recorded by month (plans, execution) is counted as known now.',
  listed: 'The list as it stood then; a record that is opened shows what it is now.',
  since: 'What was not on record then is empty: records begin in {month}.',
  first: 'Records begin in {month}',
  back: 'Back to now',
  now: 'as of now',
};
