export const actions = {
  selectOne: '请至少选择一条记录',
  batchAll: '没有选择记录：修改全部符合条件的记录',
  batchSome: '修改所选的 {n} 条记录',
  onlyOne: '只能选择一条记录',
  confirmTitle: '确认{action}（{n} 条）',
  confirmBody: '将对“{names}”执行“{action}”。',
  confirmDelete: '“{names}”将移入回收站。',
  confirmAlone: '确认{action}',
  namesAndMore: '{names} 等 {n} 条记录',
  partly: '{n} 项中 {failed} 项未成功',
  onlyLooks: '正在以他人视角查看，只读',
};
