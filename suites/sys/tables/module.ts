import { defineTable } from '#protocol/meta/table.ts';
import { hiddenField, iconField, looksOf, nameFields, orderField, suiteField, uidField } from '../menu-fields.ts';

/**
 * A module of a company, an entry of its top menu. Suites bring them; what a company changes of names, icon, order and whether it is shown stays when
 * the suite says something new. What a module's permission gives is said by its `flag`, which no company changes; a company's own has none.
 */
export const moduleTable = defineTable({
  uid: 'sys.modules',
  table_name: 'module',
  key_name: '模块',
  key_name_en: 'Modules',
  tenancy: 'company',
  permission: 'menu',
  public_name: 1,
  english_name: 'name_en',
  order: 'ordinal,id',
  unique: [['uid']],
  fields: [
    ...nameFields('sys.module', { key_name: '模块名称', key_name_en: 'Module' }),
    iconField('sys.module'),
    orderField('sys.module', { min: -9999, defvalue: 100 }),
    hiddenField('sys.module', {
      hint: '隐藏后不在顶部菜单和入口卡片中出现；权限不变',
      hint_en: 'A hidden module is neither in the top menu nor among the cards; what people may do stays',
    }),
    {
      uid: 'sys.module.remark',
      field_name: 'remark',
      key_name: '说明',
      key_name_en: 'What it is for',
      data_type: 'textarea',
      length: 200,
      english: 1,
      list_width: 260,
      hint: '显示在入口卡片上',
      hint_en: 'Stands on its card',
    },
    {
      uid: 'sys.module.remark_en',
      field_name: 'remark_en',
      key_name: '英文说明',
      key_name_en: 'What it is for, in English',
      data_type: 'textarea',
      length: 200,
      list_hidden: 1,
    },
    suiteField('sys.module', {
      hint: '空为本企业自己的模块：谁能看到其中的菜单，谁就能看到它',
      hint_en: 'Empty: a module of your own, seen by whoever sees something in it',
    }),
    {
      uid: 'sys.module.code',
      field_name: 'code',
      key_name: '编码',
      key_name_en: 'Code',
      data_type: 'text',
      length: 20,
      readonly: 1,
      list_width: 90,
    },
    {
      uid: 'sys.module.flag',
      field_name: 'flag',
      key_name: '权限',
      key_name_en: 'Permission',
      data_type: 'text',
      length: 20,
      readonly: 1,
      list_hidden: 1,
    },
    uidField('sys.module'),
  ],
  ...looksOf('sys.module'),
});
