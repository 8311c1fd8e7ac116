/** The files that stand in a record. */
export const attached = {
  title: '全部文件',
  name: '文件名',
  size: '大小',
  place: '所在',
  by: '上传人',
  time: '上传时间',
  said: '办理意见',
  more: '显示更多',
};
