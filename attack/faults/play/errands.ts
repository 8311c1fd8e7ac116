import type { StateDef } from '#protocol/meta/flow.ts';
import { defineTable, type TableDef } from '#protocol/meta/table.ts';

const named = (uid: string) => ({ uid: `faults.${uid}`, key_name: uid, key_name_en: uid });
const field = (
  table: string,
  field_name: string,
  rest: Omit<TableDef['fields'][number], 'uid' | 'field_name' | 'key_name' | 'key_name_en'>,
) => ({
  ...named(`${table}.${field_name}`),
  field_name,
  ...rest,
});
const amount = { data_type: 'numeric', length: '18,3', notnull: 1, min: 0 } as const;
const action = (uid: string, op: string, events?: { id: number; next_state: number }[]) => ({
  ...named(uid),
  op,
  ...(events ? { events: events.map((one) => ({ ...named(`errand.e${one.id}`), ...one })) } : {}),
});
const step = (value: number, events: { id: number; next_state: number }[], rest: Partial<StateDef>): StateDef => ({
  ...named(`errand.${value}`),
  value: String(value),
  actions: [action(`errand.${value}.show`, 'Show'), action(`errand.${value}.review`, 'Review', events)],
  ...rest,
});

/** Whoever has an errand too long loses it: at 2 the engine sends it on, at 3 another has it. */
const TOO_LONG = 1000;

/**
 * What is done beside deciding, so that a server can die in it: an errand is filed (1), judged (2) and run (3), done (90). Who judges takes
 * from stock what its lines say, row by row. `judge` is the role that judges: a later version gives it to another.
 */
const errand = (judge: string): TableDef =>
  defineTable({
    ...named('errand'),
    table_name: 'errand',
    flow: 1,
    fields: [
      field('errand', 'key_name', { data_type: 'text', length: 100, notnull: 1, edit_state: '0,1' }),
      field('errand', 'department_entity', { data_type: 'entity', source: 'department', edit_state: '0,1' }),
    ],
    states: [
      { ...named('errand.bar'), value: '*', actions: ['List', 'Add'].map((op) => action(`errand.bar.${op}`, op)) },
      { ...named('errand.1'), value: '1', actions: [action('errand.1.modify', 'Modify', [{ id: 11, next_state: 2 }])] },
      step(
        2,
        [
          { id: 21, next_state: 90 },
          { id: 22, next_state: 3 },
          { id: 23, next_state: 0 },
        ],
        {
          handler: { type: 'role', code: judge },
          timeout: { hours: TOO_LONG, do: 'event', event: 22 },
        },
      ),
      step(3, [{ id: 31, next_state: 90 }], {
        handler: { type: 'role', code: 'all' },
        timeout: { hours: TOO_LONG, do: 'assign', to: { type: 'role', code: 'signer' } },
      }),
      { ...named('errand.90'), value: '90', actions: [action('errand.90.show', 'Show')], end: 'pass' },
    ],
    subtables: [{ ...named('sub.errand_line'), table_name: 'errand_line', parent_field: 'errand_entity', inline: 1, edit_state: '0,1' }],
    write_back: [
      {
        uid: 'faults.errand.taken',
        ...{ events: [21], each: 'errand_line', table: 'stock', op: 'Modify', id_field: 'errand_line.stock_entity' },
        values: { rest: { subtract: '{errand_line.qty}', min: 0 }, times: { add: 1 } },
      },
      {
        uid: 'faults.errand.issued',
        ...{ state: 90, each: 'errand_line', table: 'issue', op: 'Add' },
        values: { key_name: '{key_name}', stock_entity: '{errand_line.stock_entity}', qty: '{errand_line.qty}' },
      },
    ],
  });

const line = defineTable({
  ...named('errand_line'),
  ...{ table_name: 'errand_line', permission: 'errand' },
  fields: [
    field('errand_line', 'errand_entity', { data_type: 'entity', source: 'errand', notnull: 1, index: 1 }),
    field('errand_line', 'stock_entity', { data_type: 'entity', source: 'stock', notnull: 1 }),
    field('errand_line', 'qty', amount),
  ],
  states: [{ ...named('errand_line.1'), value: '1', actions: [action('errand_line.show', 'Show')] }],
});
const plain = (table_name: string, fields: TableDef['fields']): TableDef =>
  defineTable({
    ...named(table_name),
    table_name,
    fields: [field(table_name, 'key_name', { data_type: 'text', length: 100 }), ...fields],
    states: [
      { ...named(`${table_name}.bar`), value: '*', actions: ['List', 'Add'].map((op) => action(`${table_name}.bar.${op}`, op)) },
      { ...named(`${table_name}.1`), value: '1', actions: ['Show', 'Modify'].map((op) => action(`${table_name}.${op}`, op)) },
    ],
  });
const stock = plain('stock', [field('stock', 'rest', amount), field('stock', 'times', { data_type: 'int', defvalue: 0 })]);
const issue = plain('issue', [field('issue', 'stock_entity', { data_type: 'entity', source: 'stock' }), field('issue', 'qty', amount)]);

/** What roles may do with them. */
export const ERRANDS = { errand: ['List', 'Add', 'Modify', 'Review'], stock: ['List', 'Add', 'Modify'], issue: ['List', 'Add'] };

export const errandTables = (judge: string): TableDef[] => [errand(judge), line, stock, issue];
