import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import { defineSuite, type RoleDef } from '#protocol/meta/suite.ts';
import { defineTable } from '#protocol/meta/table.ts';
import { ERRANDS, errandTables } from './errands.ts';

type Rest = Partial<FieldDef> & Pick<FieldDef, 'data_type'>;
const field = (table: string, field_name: string, rest: Rest): FieldDef => ({
  uid: `faults.${table}.${field_name}`,
  field_name,
  key_name: field_name,
  key_name_en: field_name,
  ...rest,
});
const state = (table: string, value: string, ops: string[], rest: Partial<StateDef> = {}): StateDef => {
  const uid = `faults.${table}.${value.replace('*', 'toolbar')}`;
  const actions = ops.map((op) => ({ uid: `${uid}.${op}`, op, key_name: op, key_name_en: op }));
  return { uid, value, key_name: value, key_name_en: value, actions, ...rest };
};
const table = (table_name: string) => ({ uid: `faults.${table_name}`, table_name, key_name: table_name, key_name_en: table_name });
const money = { data_type: 'numeric', length: '18,6' } as const;

/** The sub-tables of `shipment`, each with one amount. */
export const PARTS = ['ship_leg', 'ship_crate', 'ship_toll'] as const;

/** A form with three sub-tables: their amounts together are the header's `total` (the bank), and `memo` names who wrote this version. */
const shipment = defineTable({
  ...table('shipment'),
  version: 1,
  fields: [
    field('shipment', 'key_name', { data_type: 'text', length: 100, notnull: 1 }),
    field('shipment', 'memo', { data_type: 'text', length: 100 }),
    field('shipment', 'left', { data_type: 'text', length: 100 }),
    field('shipment', 'right', { data_type: 'text', length: 100 }),
    field('shipment', 'total', { ...money, calc: PARTS.map((part) => `sum(${part}.price)`).join('+') }),
    field('shipment', 'paper', { data_type: 'file' }),
    field('shipment', 'department_entity', { data_type: 'entity', source: 'department' }),
  ],
  states: [state('shipment', '*', ['List', 'Add']), state('shipment', '1', ['Show', 'Modify', 'Delete'])],
  subtables: PARTS.map((part) => ({ ...table(part), uid: `faults.sub.${part}`, parent_field: 'shipment_entity', inline: 1 })),
});
const parts = PARTS.map((part) =>
  defineTable({
    ...table(part),
    permission: 'shipment',
    fields: [
      field(part, 'shipment_entity', { data_type: 'entity', source: 'shipment', notnull: 1, index: 1 }),
      field(part, 'price', { ...money, notnull: 1 }),
    ],
    states: [state(part, '1', ['Show'])],
  }),
);

const event = (id: number, next_state: number) => ({
  uid: `faults.voyage.e${id}`,
  id,
  key_name: `e${id}`,
  key_name_en: `e${id}`,
  next_state,
});
const review = (step: number, sign: string, next: number): StateDef => ({
  ...state('voyage', String(step), ['Show']),
  sign,
  handler: { type: 'role', code: 'signer' },
  actions: [
    { uid: `faults.voyage.${step}.Show`, op: 'Show', key_name: 'Show', key_name_en: 'Show' },
    {
      ...{ uid: `faults.voyage.${step}.Review`, op: 'Review', key_name: 'Review', key_name_en: 'Review' },
      events: [event(step * 10 + 1, next), event(step * 10 + 2, 0)],
    },
  ],
});

/** The step of `voyage` that decides by each rule of countersigning. */
export const STEPS = { all: 2, '2/3': 3, seq: 4, any: 5, '1/2': 6 } as const;
/** A flow through every rule, and what its end writes to the ledger `arrival`. */
const voyage = defineTable({
  ...table('voyage'),
  flow: 1,
  fields: [
    field('voyage', 'key_name', { data_type: 'text', length: 100, notnull: 1, edit_state: '0,1' }),
    field('voyage', 'memo', { data_type: 'text', length: 100, edit_state: '0,1,2,3,4,5,6' }),
    field('voyage', 'fare', { ...money, edit_state: '0,1' }),
    field('voyage', 'department_entity', { data_type: 'entity', source: 'department', edit_state: '0,1' }),
  ],
  states: [
    state('voyage', '*', ['List', 'Add']),
    state('voyage', '0', ['Show', 'Modify', 'Delete']),
    {
      ...state('voyage', '1', []),
      actions: [
        { uid: 'faults.voyage.1.Modify', op: 'Modify', key_name: 'Modify', key_name_en: 'Modify', events: [event(11, 2)] },
        { uid: 'faults.voyage.1.Delete', op: 'Delete', key_name: 'Delete', key_name_en: 'Delete' },
      ],
    },
    review(2, 'all', 3),
    review(3, '2/3', 4),
    review(4, 'seq', 5),
    review(5, 'any', 6),
    review(6, '1/2', 90),
    state('voyage', '90', [], { end: 'pass' }),
  ],
  subtables: [{ ...table('voyage_stop'), uid: 'faults.sub.voyage_stop', parent_field: 'voyage_entity', inline: 1, edit_state: '0,1' }],
  write_back: [
    {
      uid: 'faults.voyage.arrival',
      state: 90,
      table: 'arrival',
      op: 'Add',
      values: { key_name: '{key_name}', voyage_entity: '{id}', fare: '{fare}' },
    },
  ],
});
const voyageStop = defineTable({
  ...table('voyage_stop'),
  permission: 'voyage',
  fields: [
    field('voyage_stop', 'voyage_entity', { data_type: 'entity', source: 'voyage', notnull: 1, index: 1 }),
    field('voyage_stop', 'price', { ...money, notnull: 1 }),
  ],
  states: [state('voyage_stop', '1', ['Show'])],
});
const arrival = defineTable({
  ...table('arrival'),
  fields: [
    field('arrival', 'key_name', { data_type: 'text', length: 100 }),
    field('arrival', 'voyage_entity', { data_type: 'entity', source: 'voyage', unique: 1 }),
    field('arrival', 'fare', money),
  ],
  states: [state('arrival', '*', ['List']), state('arrival', '1', ['Show'])],
});

const role = (code: string, scope: 0 | 1 | 2, items: Readonly<Record<string, string[]>>): RoleDef => ({
  uid: `faults.role.${code}`,
  code,
  key_name: code,
  key_name_en: code,
  grants: Object.entries(items).map(([group, list]) => ({ group, scope, items: list })),
});
const WRITES = ['List', 'Add', 'Modify', 'Delete'];

/** Definitions for the faults and their workload: none of it is shipped. `judge` is the role that judges errands. */
const faultsOf = (judge: string) =>
  defineSuite({
    uid: 'faults',
    code: 'faults',
    version: '0.1.0',
    key_name: '故障',
    key_name_en: 'Faults',
    requires: ['sys'],
    modules: [],
    dicts: [],
    roles: [
      role('own', 0, { shipment: WRITES, voyage: WRITES, ...ERRANDS }),
      role('dept', 1, { shipment: WRITES, voyage: WRITES, ...ERRANDS }),
      role('all', 2, { shipment: WRITES, voyage: WRITES, arrival: ['List'], ...ERRANDS }),
      role('signer', 2, { voyage: ['List', 'Review'], ...ERRANDS }),
    ],
    tables: [shipment, ...parts, voyage, voyageStop, arrival, ...errandTables(judge)],
    seed: [],
  });
export const faultsSuite = faultsOf('dept');
/** An earlier version of it. */
export const faultsBefore = faultsOf('all');
