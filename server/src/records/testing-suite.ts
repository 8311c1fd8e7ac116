import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import { defineSuite, type RoleDef } from '#protocol/meta/suite.ts';
import { defineTable } from '#protocol/meta/table.ts';

type Rest = Partial<FieldDef> & Pick<FieldDef, 'data_type'>;
const field = (table: string, field_name: string, rest: Rest): FieldDef => ({
  uid: `lab.${table}.${field_name}`,
  field_name,
  key_name: field_name,
  key_name_en: field_name,
  ...rest,
});
const place = (value: string): string => value.replace('*', 'toolbar');
const state = (table: string, value: string, ops: string[], rest: Partial<StateDef> = {}): StateDef => ({
  uid: `lab.${table}.${place(value)}`,
  value,
  key_name: `状态${value}`,
  key_name_en: `State ${value}`,
  actions: ops.map((op) => ({ uid: `lab.${table}.${place(value)}.${op}`, op, key_name: op, key_name_en: op })),
  ...rest,
});
const table = (table_name: string) => ({ uid: `lab.${table_name}`, table_name, key_name: table_name, key_name_en: table_name });
const items = (...labels: string[]) => labels.map((label, at) => ({ id: at + 1, key_name: label, key_name_en: `${label} en` }));

/** One field of every kind that a list reads; rows by domain, owner and department. */
const plan = defineTable({
  ...table('plan'),
  fields: [
    field('plan', 'key_name', { data_type: 'text', length: 100, notnull: 1, search: 1 }),
    field('plan', 'code', { data_type: 'text', length: 30, search: 1, sortable: 1, index: 1 }),
    field('plan', 'amount', { data_type: 'numeric', length: '18,6', stat: 'SUM', sortable: 1, money: 1 }),
    field('plan', 'secret', { data_type: 'numeric', length: '18,6', stat: 'SUM' }),
    field('plan', 'memo', { data_type: 'text', length: 200, search: 1 }),
    field('plan', 'num', { data_type: 'int' }),
    field('plan', 'type', { data_type: 'select', items: items('甲', '乙', '丙') }),
    field('plan', 'tags', { data_type: 'checkbox', items: items('红', '绿', '蓝') }),
    field('plan', 'begin_date', { data_type: 'date' }),
    field('plan', 'due_time', { data_type: 'datetime' }),
    field('plan', 'department_entity', { data_type: 'entity', source: 'department' }),
    field('plan', 'owner_entity', { data_type: 'entity', source: 'user' }),
    field('plan', 'site_entity', { data_type: 'entity', source: 'site' }),
    field('plan', 'vault_entity', { data_type: 'entity', source: 'vault' }),
    field('plan', 'team', { data_type: 'entities', source: 'user' }),
    field('plan', 'vaults', { data_type: 'entities', source: 'vault' }),
  ],
  states: [state('plan', '*', ['List', 'Add', 'Review']), state('plan', '1', ['Show', 'Modify', 'Delete'])],
  subtables: [
    { uid: 'lab.plan.items', key_name: '明细', key_name_en: 'Items', table_name: 'plan_item', parent_field: 'plan_entity', inline: 1 },
  ],
  summaries: [
    { uid: 'lab.plan.sum.day', name: 'day', by: ['type', 'department_entity', 'begin_date'], sum: ['amount', 'secret'] },
    { uid: 'lab.plan.sum.month', name: 'month', by: ['begin_date:MONTH', 'department_entity', 'owner_entity', 'num'], sum: ['amount'] },
  ],
  variants: [{ uid: 'lab.plan.big', name: 'big', fields: ['code', 'amount'], where: 'amount>=100', ops: ['List'] }],
});
const planItem = defineTable({
  ...table('plan_item'),
  permission: 'plan',
  fields: [
    field('plan_item', 'plan_entity', { data_type: 'entity', source: 'plan', notnull: 1 }),
    field('plan_item', 'price', { data_type: 'numeric', length: '18,6' }),
  ],
  states: [state('plan_item', '1', ['Show', 'Modify'])],
});
/** Nobody's but the administrator's: its names are not to be seen. */
const vault = defineTable({
  ...table('vault'),
  tenancy: 'company',
  fields: [field('vault', 'code', { data_type: 'text', length: 30 })],
  states: [state('vault', '1', ['Show'])],
});
/** A platform table whose names everyone reads. */
const site = defineTable({
  ...table('site'),
  tenancy: 'platform',
  public_name: 1,
  fields: [field('site', 'code', { data_type: 'text', length: 30 })],
  states: [state('site', '1', ['Show'])],
});
const folder = defineTable({
  ...table('folder'),
  type: 'TREE',
  parent_field: 'parent_entity',
  fields: [field('folder', 'parent_entity', { data_type: 'entity', source: 'folder' })],
  states: [state('folder', '*', ['List']), state('folder', '1', ['Show'])],
});
const event = (id: number, next_state: number) => ({
  uid: `lab.request.e${id}`,
  id,
  key_name: `e${id}`,
  key_name_en: `e${id}`,
  next_state,
});
/** A table with a flow: views by state, row actions by creator and reviewer. */
const request = defineTable({
  ...table('request'),
  flow: 1,
  fields: [
    field('request', 'amount', { data_type: 'numeric', length: '18,6', edit_state: '1' }),
    field('request', 'verdict', { data_type: 'text', length: 100, search: 1, view_state: '2,90', edit_state: '2' }),
    field('request', 'bonus', { data_type: 'text', length: 100, view_where: 'amount>1000' }),
    field('request', 'department_entity', { data_type: 'entity', source: 'department' }),
  ],
  states: [
    state('request', '*', ['List', 'Add']),
    {
      ...state('request', '1', []),
      actions: [{ uid: 'lab.request.1.Modify', op: 'Modify', key_name: 'Modify', key_name_en: 'Modify', events: [event(11, 2)] }],
    },
    {
      ...state('request', '2', []),
      handler: { type: 'role', code: 'boss' },
      actions: [{ uid: 'lab.request.2.Review', op: 'Review', key_name: 'Review', key_name_en: 'Review', events: [event(21, 90)] }],
    },
    state('request', '90', [], { end: 'pass' }),
  ],
});

const role = (code: string, grants: RoleDef['grants'], flags?: string[]): RoleDef => ({
  uid: `lab.role.${code}`,
  code,
  key_name: code,
  key_name_en: code,
  grants,
  ...(flags ? { flags } : {}),
});
const LIST = ['List'];
const roles = [
  role('own', [
    { group: 'plan', scope: 0, items: ['List', 'Add', 'Modify', 'Delete', 'Export'] },
    { group: 'request', scope: 0, items: ['List', 'Add', 'Modify'] },
    { group: 'folder', scope: 0, items: LIST },
  ]),
  role(
    'dept',
    [
      { group: 'plan', scope: 1, items: ['List', 'Modify'], hide: ['secret', 'memo'] },
      { group: 'request', scope: 1, items: LIST },
      { group: 'folder', scope: 1, items: LIST },
      { group: 'user', scope: 2, items: LIST, hide: ['mobile'] },
    ],
    ['zb'],
  ),
  role('all', [
    { group: 'plan', scope: 2, items: ['List', 'Review', 'Export'] },
    { group: 'request', scope: 2, items: LIST },
    { group: 'folder', scope: 2, items: LIST },
    { group: 'user', scope: 2, items: LIST },
  ]),
  role('boss', [{ group: 'request', scope: 1, items: ['Review'] }]),
  role('none', []),
];

/** Definitions for tests of the engine: none of it is shipped. */
export const lab = defineSuite({
  uid: 'lab',
  code: 'lab',
  version: '0.1.0',
  key_name: '试验',
  key_name_en: 'Laboratory',
  requires: ['sys'],
  modules: [
    {
      uid: 'lab.module',
      code: 'lab',
      key_name: '试验',
      key_name_en: 'Laboratory',
      flag: 'zb',
      menus: [
        {
          uid: 'lab.menu',
          key_name: '目录',
          key_name_en: 'Folder',
          type: 'DIR',
          children: [
            { uid: 'lab.menu.plan', key_name: '计划', key_name_en: 'Plans', type: 'TAB', cloud: 'plan', op: 'List' },
            { uid: 'lab.menu.vault', key_name: '保险库', key_name_en: 'Vault', type: 'TAB', cloud: 'vault', op: 'List' },
          ],
        },
        {
          uid: 'lab.menu.closed',
          key_name: '空',
          key_name_en: 'Empty',
          type: 'DIR',
          children: [{ uid: 'lab.menu.vault2', key_name: '保险库', key_name_en: 'Vault', type: 'TAB', cloud: 'vault', op: 'List' }],
        },
      ],
    },
  ],
  dicts: [],
  roles,
  tables: [plan, planItem, vault, site, folder, request],
  seed: [],
});
