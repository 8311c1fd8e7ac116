export const deeds = {
  asksTitle: '{action}前请确认',
  goOn: '仍要{action}',
  moreAsked: '另有 {n} 项',
  warned: '已完成，请注意提示',
  openOutside: '打开 {host} 的页面？',
  openIt: '打开',
  noAddress: '该记录缺少打开此地址所需的内容',
  followTitle: '继续下一步？',
  followBody: '刚关闭的页面没有保存任何内容，之后还有一页。',
  follow: '继续',
};
