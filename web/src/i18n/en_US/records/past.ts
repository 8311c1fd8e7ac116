export const past = {
  pick: 'Another month',
  asOf: 'As of end of {month}',
  counted: 'As things stood then; what is recorded by month (plans, execution) is counted as known now.',
  listed: 'The list as it stood then; a record that is opened shows what it is now.',
  since: 'Nothing was recorded yet at the end of that month: records begin in {month}.',
  back: 'Back to now',
  now: 'as of now',
};
