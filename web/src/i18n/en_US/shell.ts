export const shell = {
  missing: 'Page not found',
  missingWhy: 'The address is wrong, or this page is not available.',
};
