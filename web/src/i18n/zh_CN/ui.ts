export const ui = {
  cancel: '取消',
  close: '关闭',
  loading: '正在加载',
  noData: '没有取到数据',
  notices: '通知',
  retry: '重试',
};
