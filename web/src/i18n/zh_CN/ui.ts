export const ui = {
  cancel: '取消',
  close: '关闭',
  loading: '正在加载',
  noData: '没有取到数据',
  notices: '通知',
  retry: '重试',
  notOpened: '未能打开',
  missing: '页面不存在',
  missingWhy: '地址有误，或者这个页面还没有开放。',
  toHome: '返回首页',
  broken: '页面没有打开',
  brokenWhy: '可能是网络中断，或者系统刚刚更新。',
};
