/** A record that is added where another refers to it. */
export const adding = {
  title: '新建{name}',
  called: '新建“{text}”',
  other: '已新建，但不在此处可选的范围内，请另选',
  unread: '已新建，但没有取到它的名称，请在列表中选择。{why}',
  unseen: '已新建，但您不能查看它，请另选',
};
