import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import { defineSuite } from '#protocol/meta/suite.ts';
import { defineTable } from '#protocol/meta/table.ts';

const named = (name: string) => ({ key_name: `${name}名`, key_name_en: name });
const field = (table: string, field_name: string, data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: `claims.${table}.${field_name}`, field_name, ...named(field_name), data_type },
  ...rest,
});
const table = (table_name: string) => ({ uid: `claims.${table_name}`, table_name, ...named(table_name) });
const state = (of: string, value: string, ops: readonly string[], rest: Partial<StateDef> = {}): StateDef => {
  const uid = `claims.${of}.${value.replace('*', 'bar')}`;
  return { uid, value, ...named(`s${value}`), actions: ops.map((op) => ({ uid: `${uid}.${op}`, op, ...named(op) })), ...rest };
};
const sub = (of: string, table_name: string) => ({
  ...{ uid: `claims.${of}.${table_name}`, ...named(table_name), table_name, parent_field: `${of}_entity`, inline: 1 as const },
});
const withEvents = (of: StateDef, op: string, id: number, next_state: number): StateDef => ({
  ...of,
  actions: of.actions!.map((action) =>
    action.op === op ? { ...action, events: [{ uid: `${of.uid}.e${id}`, id, ...named(`e${id}`), next_state }] } : action,
  ),
});
const items = [1, 2, 3].map((id) => ({ id, ...named(`kind${id}`) }));
const plain = (of: string, bar: readonly string[] = ['List', 'Add']): StateDef[] => [
  state(of, '*', bar),
  state(of, '1', ['Show', 'Modify', 'Delete']),
];

/** With pictures, rows of its own that it counts, and rows that it binds, which have rights of their own. */
const yard = defineTable({
  ...table('yard'),
  fields: [
    field('yard', 'key_name', 'text', { length: 20, notnull: 1 }),
    field('yard', 'place', 'text'),
    field('yard', 'code', 'text', { unique: 1 }),
    field('yard', 'note', 'text', { batch: 1, length: 20, onchange: 'told=note;many=count(yard_line)' }),
    field('yard', 'told', 'text', { length: 20, readonly: 1 }),
    field('yard', 'many', 'int', { readonly: 1 }),
    field('yard', 'later', 'text', { batch: 1, edit_where: 'lines>10' }),
    field('yard', 'kind', 'select', { batch: 1, items, defvalue: 1 }),
    field('yard', 'amount', 'numeric', { batch: 1, length: '12,2' }),
    field('yard', 'lines', 'numeric', { length: '12,2', calc: 'sum(yard_line.price)' }),
    field('yard', 'left', 'numeric', { length: '12,2', calc: 'amount-sum(yard_line.price)', min: -50 }),
    field('yard', 'near_entity', 'entity', { source: 'yard', query: 'kind={kind}' }),
    field('yard', 'owner_entity', 'entity', { source: 'user', batch: 1, fetch: 'phone=mobile' }),
    field('yard', 'phone', 'text', { readonly: 1 }),
    field('yard', 'pictures', 'image', { max: 3 }),
  ],
  states: [
    state('yard', '*', ['List', 'Add', 'Batch']),
    {
      ...state('yard', '1', ['Show', 'Delete']),
      actions: [
        ...state('yard', '1', ['Show', 'Delete']).actions!,
        { uid: 'claims.yard.1.Modify', op: 'Modify', ...named('Modify'), where: "note!='shut'" },
      ],
    },
  ],
  subtables: [
    { ...sub('yard', 'yard_line'), max: 3, check: [{ sum: 'part', equals: 'many', remark: '份数', remark_en: 'Parts' }] },
    { ...sub('yard', 'yard_tool'), inherit: 0 },
  ],
});
const yardLine = defineTable({
  ...table('yard_line'),
  permission: 'yard',
  fields: [
    field('yard_line', 'yard_entity', 'entity', { source: 'yard', notnull: 1 }),
    field('yard_line', 'price', 'numeric', { length: '12,2', max: 100 }),
    field('yard_line', 'part', 'int', { notnull: 1 }),
  ],
  states: plain('yard_line'),
});
const yardTool = defineTable({
  ...table('yard_tool'),
  fields: [field('yard_tool', 'yard_entity', 'entity', { source: 'yard' }), field('yard_tool', 'weight', 'int', { max: 9 })],
  states: plain('yard_tool'),
});

/** Under approval, with rows that it adds up and papers. */
const claim = defineTable({
  ...table('claim'),
  flow: 1,
  fields: [
    field('claim', 'key_name', 'text', { batch: 1, length: 20, notnull: 1 }),
    field('claim', 'place', 'text'),
    field('claim', 'note', 'text', { batch: 1, length: 20 }),
    field('claim', 'later', 'text', { batch: 1, edit_where: 'total>10' }),
    field('claim', 'drafted', 'text', { batch: 1, edit_state: '0' }),
    field('claim', 'verdict', 'text', { batch: 1, edit_state: '2', view_state: '2,90' }),
    field('claim', 'amount', 'numeric', { batch: 1, length: '12,2', max: 1000 }),
    field('claim', 'total', 'numeric', { length: '12,2', calc: 'sum(claim_row.price)' }),
    field('claim', 'papers', 'file', {}),
  ],
  states: [
    state('claim', '*', ['List', 'Add', 'Batch']),
    state('claim', '0', ['Show', 'Modify', 'Delete']),
    withEvents(state('claim', '1', ['Show', 'Modify', 'Delete']), 'Modify', 11, 2),
    withEvents(state('claim', '2', ['Show', 'Review'], { handler: { type: 'role', code: 'boss' } }), 'Review', 21, 90),
    state('claim', '90', ['Show'], { end: 'pass' }),
  ],
  subtables: [{ ...sub('claim', 'claim_row'), max: 3, edit_state: '0,1' }],
});
const claimRow = defineTable({
  ...table('claim_row'),
  permission: 'claim',
  fields: [
    field('claim_row', 'claim_entity', 'entity', { source: 'claim', notnull: 1 }),
    field('claim_row', 'price', 'numeric', { length: '12,2', max: 100 }),
  ],
  states: plain('claim_row'),
});

const ALL = ['List', 'Add', 'Modify', 'Delete', 'Review'];
/** Definitions for tests of records that are changed together: clerks change all yards and their own claims. */
export const claims = defineSuite({
  ...{ uid: 'claims', code: 'claims', version: '0.1.0', ...named('claims'), requires: ['sys', 'lab'], modules: [], dicts: [], seed: [] },
  roles: [
    {
      ...{ uid: 'claims.role.clerk', code: 'clerk', ...named('clerk') },
      grants: [
        { group: 'yard', scope: 2, items: ALL },
        { group: 'yard_tool', scope: 0, items: ALL },
        { group: 'claim', scope: 2, items: ALL },
      ],
    },
    {
      ...{ uid: 'claims.role.chief', code: 'chief', ...named('chief') },
      grants: [{ group: 'user', scope: 1, items: ALL }],
    },
  ],
  tables: [yard, yardLine, yardTool, claim, claimRow],
});
