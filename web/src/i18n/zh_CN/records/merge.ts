/** Two people's changes of one record, put together field by field. */
export const merge = {
  title: '{n} 处两人都改了',
  what: '您改了 {mine} 处，{who}改了 {theirs} 处。只有一方改动的已自动合并；以下各处请选择保留哪一个。',
  field: '栏目',
  mine: '我填写的',
  theirs: '{who}保存的',
  somebody: '对方',
  allMine: '全部用我的',
  allOwn: '全部用您在另一窗口保存的',
  own: '您在另一窗口保存的',
  whatOwn: '您在这里改了 {mine} 处，在另一窗口改了 {theirs} 处。只有一方改动的已自动合并；以下各处请选择保留哪一个。',
  titleOwn: '{n} 处在两个窗口都改了',
  allTheirs: '全部用{who}的',
  side: '{name}，{side}',
  row: '{name}第 {n} 行',
  rowGone: '删除此行',
  ok: '合并',
};
