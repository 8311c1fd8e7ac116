export const leader = {
  title: '领导驾驶舱',
  back: '返回',
  made: '数据截至 {at}',
  wall: '大屏模式',
  unwall: '退出大屏',
};
