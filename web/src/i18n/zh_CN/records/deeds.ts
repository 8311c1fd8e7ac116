export const deeds = {
  asksTitle: '{action}前请确认',
  goOn: '仍要{action}',
  moreAsked: '另有 {n} 项',
  warned: '已完成，请注意提示',
  openOutside: '打开 {host} 的页面？',
  openIt: '打开',
  noAddress: '该记录缺少打开此地址所需的内容',
};
