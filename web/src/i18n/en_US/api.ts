export const api = {
  offline: 'The network cannot be connected. Check the connection and try again.',
};
