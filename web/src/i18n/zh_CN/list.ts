export const list = {
  total: '共 {n} 条',
};
