export const list = {
  total: '{n} record | {n} records',
};
