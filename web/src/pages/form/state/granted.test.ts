import { expect, it } from 'vitest';
import type { TableDef } from '#protocol/meta/table.ts';
import { afterAdd, besideDecision, changing } from './granted.ts';

const OPS = ['Show', 'Review', 'Call', 'Open', 'Delete', 'Print'];
const table = {
  states: [{ value: '2', actions: OPS.map((op) => ({ uid: op, op, key_name: op, key_name_en: op })) }],
} as unknown as TableDef;
const of = (...ops: string[]) => ({ table, actions: ops.map((op) => ({ uid: op, op })) });
const ops = (found: readonly { op: string }[]) => found.map(({ op }) => op);

it('WIRE-13 beside the decision on a record stand the deeds that the server grants on it, and no others; a form that is typed in has none', () => {
  expect(ops(besideDecision('Review', of(...OPS)))).toEqual(['Call', 'Open']);
  expect(ops(besideDecision('Review', of('Show', 'Review')))).toEqual([]);
  for (const op of ['Add', 'Modify', 'Show'] as const) expect(ops(besideDecision(op, of(...OPS)))).toEqual([]);
});
it('FORM-01 a record that is looked at has buttons for what is granted, in the order of the grant', () => {
  expect(ops(changing(of('Delete', 'Call', 'Show', 'Review', 'Other')))).toEqual(['Delete', 'Call', 'Review']);
});
it('ADMIN-12 the other pages of a record have their buttons, and who added one goes on with that of its account', () => {
  const people = { states: [{ value: '1', actions: ['Modify', 'Account', 'Auth'].map((op) => ({ uid: op, op })) }] } as unknown as TableDef;
  const granted = (table: TableDef, ...all: string[]) => ops(changing({ table, actions: all.map((op) => ({ uid: op, op })) }));
  expect(granted(people, 'Modify', 'Account', 'Auth')).toEqual(['Modify', 'Account', 'Auth']);
  expect(granted(people, 'Modify')).toEqual(['Modify']);
  expect([afterAdd(people), afterAdd(table), afterAdd(undefined)]).toEqual(['Account', 'Modify', 'Modify']);
});
