/** A record with its sub-tables in tabs. */
export const tabs = {
  parts: '{name}的内容',
  form: '基本信息',
  formUnsaved: '基本信息（未保存）',
  saveFirst: '请先保存记录，再添加{name}',
  saveFirstWhy: '{name}属于这条记录；记录保存后即可在此添加。',
  unsaved: '基本信息中有未保存的修改。保存或撤销后再改动{name}，以免两处互相影响。',
  toForm: '回到基本信息',
  bind: '关联已有',
  bindTo: '关联到“{name}”',
  bound: '已关联 {n} 条',
  unbind: '解除关联',
  unbindTitle: '解除“{row}”与“{name}”的关联？',
  unbindBody: '它本身会保留，可以再关联回来。',
  unbound: '已解除关联',
};
