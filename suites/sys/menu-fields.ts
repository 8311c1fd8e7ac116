import type { FieldDef } from '#protocol/meta/field.ts';
import { iconNamed, MENU_ICONS } from '#protocol/meta/menu-icons.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { ADD, DELETE, LIST, MODIFY, SHOW } from './actions.ts';

type Choices = Exclude<FieldDef['items'], string | undefined>;

/** Icons by their numbers. */
const ICONS: Choices = MENU_ICONS.map((icon, at) => ({ id: at + 1, ...iconNamed(icon)! }));

/** Whether a module or an entry of a menu is shown. */
const SHOWN: Choices = [
  { id: 0, key_name: '显示', key_name_en: 'Shown', look: 'done' },
  { id: 1, key_name: '已隐藏', key_name_en: 'Hidden', look: 'draft' },
];

type Names = Pick<FieldDef, 'key_name' | 'key_name_en'>;
type Hint = Pick<FieldDef, 'hint' | 'hint_en'>;

/** Fields that modules and entries of menus have alike; `of`: what their uids begin with. */
export const nameFields = (of: string, called: Names): FieldDef[] => [
  {
    ...{ uid: `${of}.key_name`, field_name: 'key_name', ...called, data_type: 'text' },
    ...{ length: 200, notnull: 1, search: 1, list_width: 200 },
  },
  {
    ...{ uid: `${of}.name_en`, field_name: 'name_en', key_name: '英文名称', key_name_en: 'English name', data_type: 'text' },
    ...{ length: 200, search: 1, list_width: 200 },
  },
];

export const iconField = (of: string, hint: Hint = {}): FieldDef => ({
  ...{ uid: `${of}.icon`, field_name: 'icon', key_name: '图标', key_name_en: 'Icon', data_type: 'select' },
  ...{ items: ICONS, list_width: 100, ...hint },
});

/** The smallest comes first. */
export const orderField = (of: string, bounds: Pick<FieldDef, 'min' | 'defvalue'>): FieldDef => ({
  ...{ uid: `${of}.ordinal`, field_name: 'ordinal', key_name: '排序号', key_name_en: 'Order', data_type: 'int' },
  ...{ ...bounds, max: 99999, list_width: 90, hint: '小的排在前面', hint_en: 'The smallest comes first' },
});

export const hiddenField = (of: string, hint: Hint): FieldDef => ({
  ...{ uid: `${of}.hidden`, field_name: 'hidden', key_name: '状态', key_name_en: 'State', data_type: 'select' },
  ...{ notnull: 1, defvalue: 0, ListShow: 'STATE', list_width: 110, search: 1, ...hint, items: SHOWN },
});

/** Which suite brings it; empty for the company's own. */
export const suiteField = (of: string, hint: Hint): FieldDef => ({
  ...{ uid: `${of}.suite`, field_name: 'suite', key_name: '所属应用', key_name_en: 'Application', data_type: 'text' },
  ...{ length: 59, readonly: 1, list_width: 120, ...hint },
});

/** What only a suite says, and nobody is shown. */
export const innerField = (of: string, field_name: string, called: Names, length = 200): FieldDef => ({
  ...{ uid: `${of}.${field_name}`, field_name, ...called, data_type: 'text' },
  ...{ length, readonly: 1, hidden: 1, list_hidden: 1 },
});
export const uidField = (of: string): FieldDef => innerField(of, 'uid', { key_name: '唯一标识', key_name_en: 'Identifier' });

/** What is hidden is drawn so, and what may be done is the same in both tables. */
export const looksOf = (of: string): Pick<TableDef, 'styles' | 'states'> => ({
  styles: [{ uid: `${of}.style.hidden`, field: 'hidden', value: '1', style: 'off', target: 'ROW' }],
  states: [
    {
      ...{ uid: `${of}.toolbar`, value: '*', key_name: '工具栏', key_name_en: 'Toolbar' },
      actions: [
        { uid: `${of}.list`, ...LIST },
        { uid: `${of}.add`, ...ADD },
      ],
    },
    {
      ...{ uid: `${of}.1`, value: '1', key_name: '有效', key_name_en: 'Active' },
      actions: [
        { uid: `${of}.show`, ...SHOW },
        { uid: `${of}.modify`, ...MODIFY },
        { uid: `${of}.delete`, ...DELETE },
      ],
    },
  ],
});
