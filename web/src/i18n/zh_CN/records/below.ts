/** Rows of a list that are opened, and what stands below them. */
export const below = {
  open: '展开{name}',
  close: '收起{name}',
  openAll: '展开本页全部行',
  closeAll: '收起本页全部行',
  hint: '按右方向键展开当前行并进入展开内容，按左方向键收起',
  wait: '正在读取…',
  failed: '未能读取：{why}',
  again: '重试',
  gone: '这条记录已不存在，或您无权查看',
};
