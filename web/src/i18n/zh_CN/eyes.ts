export const eyes = {
  as: '正在以{name}的视角查看',
  short: '{name}的视角',
  only: '只读',
  left: '还有 {n} 分钟',
  end: '结束查看',
  opening: '正在打开',
  openingWhy: '正在等候打开此窗口的页面。',
  over: '查看已结束',
  overWhy: '此窗口不再显示任何内容，可以关闭。需要继续时，请从账号页面重新打开。',
  home: '返回我的首页',
};
