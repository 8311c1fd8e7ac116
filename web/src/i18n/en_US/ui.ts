export const ui = {
  cancel: 'Cancel',
  close: 'Close',
  loading: 'Loading',
  noData: 'The data could not be loaded',
  notices: 'Notices',
  retry: 'Try again',
  notOpened: 'Not opened',
  missing: 'Page not found',
  missingWhy: 'The address is wrong, or this page is not available.',
  toHome: 'Go to the home page',
  broken: 'The page could not be opened',
  brokenWhy: 'The network may be down, or the system has just been updated.',
};
