import { defineTable } from '#protocol/meta/table.ts';
import { ADD, LIST, MODIFY } from '../actions.ts';

/**
 * A person's shortcuts (DESK-04): one row each, whose `content` lists uids of entries of menus (`protocol/src/wire/shortcut.ts`). A board shows those
 * that open something for him.
 */
export const shortcut = defineTable({
  uid: 'sys.shortcut',
  table_name: 'shortcut',
  key_name: '快捷方式',
  key_name_en: 'Shortcuts',
  tenancy: 'company',
  everyone: 1,
  row_where: 'create_entity={user.id}',
  unique: [['create_entity']],
  fields: [
    {
      uid: 'sys.shortcut.content',
      field_name: 'content',
      key_name: '内容',
      key_name_en: 'Content',
      data_type: 'textarea',
      length: 4000,
      notnull: 1,
    },
  ],
  states: [
    {
      uid: 'sys.shortcut.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [
        { uid: 'sys.shortcut.list', ...LIST },
        { uid: 'sys.shortcut.add', ...ADD },
      ],
    },
    {
      uid: 'sys.shortcut.1',
      value: '1',
      key_name: '有效',
      key_name_en: 'In force',
      actions: [{ uid: 'sys.shortcut.modify', ...MODIFY }],
    },
  ],
});
