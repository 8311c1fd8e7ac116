export const deeds = {
  asksTitle: 'Before “{action}”',
  goOn: '{action} anyway',
  moreAsked: 'and {n} more',
  warned: 'Done, with something to know',
  openOutside: 'Open a page of {host}?',
  openIt: 'Open',
  noAddress: 'The record lacks what this address is made of',
  followTitle: 'Go on to the next page?',
  followBody: 'Nothing was saved on the page that was just closed; another one follows it.',
  follow: 'Go on',
};
