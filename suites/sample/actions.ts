/** What these tables' actions are called. Each use adds its own uid. */
export const LIST = { op: 'List', key_name: '列表', key_name_en: 'List' } as const;
export const SHOW = { op: 'Show', key_name: '查看', key_name_en: 'View' } as const;
export const ADD = { op: 'Add', key_name: '新建', key_name_en: 'Add', type: 'MODEL', icon: 'add' } as const;
export const PASTE = { op: 'Paste', key_name: '粘贴多行', key_name_en: 'Paste rows' } as const;
export const BATCH = { op: 'Batch', key_name: '批量修改', key_name_en: 'Edit several' } as const;
export const MODIFY = { op: 'Modify', key_name: '修改', key_name_en: 'Edit' } as const;
export const DELETE = { op: 'Delete', key_name: '删除', key_name_en: 'Delete', type: 'AJAX', param: 'multiple' } as const;
