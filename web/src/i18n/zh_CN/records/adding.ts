/** A record that is added where another refers to it. */
export const adding = {
  title: '新增{name}',
  called: '新增“{text}”',
  unseen: '已新增，但您不能查看它，请另选',
};
