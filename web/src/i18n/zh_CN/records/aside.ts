export const aside = {
  beside: '{name}：所选记录',
  besideTools: '在记录之间切换',
  before: '上一条',
  after: '下一条',
  asPage: '在页签中打开',
  closeBeside: '关闭',
};
