export const aside = {
  beside: '{name}: the chosen record',
  besideTools: 'From record to record',
  before: 'The one above',
  after: 'The one below',
  asPage: 'Open in a tab',
  closeBeside: 'Close',
};
