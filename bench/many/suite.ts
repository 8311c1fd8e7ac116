import type { FieldDef } from '#protocol/meta/field.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';

/** How large an installation is. */
export interface Size {
  tables: number;
  /** of each table, its name among them */
  fields: number;
}

/** What a business's table is made of, in turn. */
const KINDS: readonly Partial<FieldDef>[] = [
  { data_type: 'text', length: 100, search: 1 },
  { data_type: 'numeric', length: '18,2', sortable: 1 },
  { data_type: 'date', sortable: 1 },
  { data_type: 'entity', source: 'project' },
  { data_type: 'select', items: 'project_type' },
  { data_type: 'int' },
  { data_type: 'text', length: 400, list_hidden: 1 },
];

/** How each table begins: what it is called, and whose it is. */
const FIRST: readonly Partial<FieldDef>[] = [
  { data_type: 'text', length: 100, search: 1, notnull: 1 },
  { data_type: 'entity', source: 'department' },
];

/** Words in both languages that differ from table to table, as an installation's own would. */
const words = (kind: string, kindEn: string, at: number) => ({ key_name: `${kind}${at}`, key_name_en: `${kindEn} ${at}` });

function fieldOf(table: string, at: number): FieldDef {
  const name = ['key_name', 'department_entity'][at] ?? `f${at}`;
  const kind = FIRST[at] ?? KINDS[at % KINDS.length];
  return { uid: `many.${table}.${name}`, field_name: name, ...words('栏目', 'Column', at), ...kind } as FieldDef;
}

function tableOf(at: number, fields: number): TableDef {
  const name = `many_${at}`;
  const uid = `many.${name}`;
  const act = (op: string, place: string) => ({ uid: `${uid}.${place}.${op.toLowerCase()}`, op, ...words(op, op, at) });
  return {
    uid,
    table_name: name,
    ...words('台账', 'Ledger', at),
    fields: Array.from({ length: fields }, (_, field) => fieldOf(name, field)),
    states: [
      { uid: `${uid}.toolbar`, value: '*', ...words('工具栏', 'Toolbar', at), actions: [act('List', 'all'), act('Add', 'all')] },
      { uid: `${uid}.1`, value: '1', ...words('有效', 'Active', at), actions: [act('Show', 'one'), act('Modify', 'one')] },
    ],
  } as TableDef;
}

/** A suite of many tables, all in a menu of its module, with a role that lists those of one's own department. */
export function manySuite({ tables, fields }: Size): SuiteDef {
  const all = Array.from({ length: tables }, (_, at) => tableOf(at + 1, fields));
  const menus = all.map(({ table_name, key_name, key_name_en }) => ({
    ...{ uid: `many.menu.${table_name}`, key_name, key_name_en, type: 'TAB' as const, cloud: table_name },
  }));
  const flag = 'MANY';
  return {
    uid: 'many',
    code: 'many',
    version: '1.0.0',
    ...{ key_name: '许多表', key_name_en: 'Many tables' },
    requires: ['sys', 'capex'],
    modules: [{ uid: 'many.module', code: 'MANY', key_name: '许多表', key_name_en: 'Many tables', flag, order: 99, menus }],
    roles: [
      {
        ...{ uid: 'many.role.reader', code: 'many_reader', key_name: '许多表的读者', key_name_en: 'Reader of many tables', flags: [flag] },
        grants: all.map(({ table_name }) => ({ group: table_name, scope: 1, items: ['List'] })),
      },
    ],
    dicts: [],
    tables: all,
    seed: [],
  } as SuiteDef;
}
