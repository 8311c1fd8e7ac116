export const ui = {
  cancel: 'Cancel',
  close: 'Close',
  loading: 'Loading',
  noData: 'The data could not be loaded',
  notices: 'Notices',
  retry: 'Try again',
};
