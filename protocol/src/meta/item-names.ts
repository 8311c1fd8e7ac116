/** What people call the items that a role is given, by their code. */
export const ITEM_NAMES: Readonly<Record<string, { key_name: string; key_name_en: string }>> = {
  List: { key_name: '查看', key_name_en: 'View' },
  Add: { key_name: '新建', key_name_en: 'Add' },
  Modify: { key_name: '修改', key_name_en: 'Edit' },
  Delete: { key_name: '删除', key_name_en: 'Delete' },
  Review: { key_name: '审批', key_name_en: 'Review' },
  Call: { key_name: '执行', key_name_en: 'Run' },
  Export: { key_name: '导出', key_name_en: 'Export' },
  Account: { key_name: '账号', key_name_en: 'Account' },
  Auth: { key_name: '授权', key_name_en: 'Authorise' },
};
