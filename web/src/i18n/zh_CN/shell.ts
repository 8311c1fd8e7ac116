export const shell = {
  missing: '页面不存在',
  missingWhy: '地址有误，或者这个页面还没有开放。',
};
