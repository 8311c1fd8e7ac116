import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkFlow } from './check.ts';

const named = { uid: 'u', key_name: 'n', key_name_en: 'n' };
const event = (id: number, rest: Partial<EventDef>): EventDef => ({ ...named, id, key_name: `e${id}`, ...rest });
const state = (value: string, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...named,
  value,
  actions: [{ ...named, op: 'Review', events }],
  ...rest,
});
const rolesTo = (n: number): string[] => Array.from({ length: n }, (_, at) => `r${at}`);
const opinion = (code: string): FieldDef => ({
  ...{ ...named, field_name: `opinion_${code}`, data_type: 'text' },
  ...{ edit_state: '2', edit_by: code },
});
const price: FieldDef = { ...named, field_name: 'price', data_type: 'int', min: 0, notnull: 1, edit_state: '2', edit_by: 'r0' };

/** Roles sign at 2, where the first of them fills in the price that 3 goes on by. */
const flow = (codes: readonly string[], second: Partial<StateDef>, submit: Partial<EventDef>, fields: FieldDef[]): TableDef => ({
  ...{ ...named, table_name: 't', flow: 1, assert: [], fields },
  states: [
    state('1', [event(11, { next_state: 2, ...submit })]),
    state('2', [event(21, { next_state: 3 })], { handler: { type: 'roles', codes: [...codes] }, ...second }),
    state('3', [event(31, { where: 'price>=0', next_state: 90 })], { handler: { type: 'role', code: 'chief' } }),
    state('90', [], { end: 'pass' }),
  ],
});
const said = (table: TableDef) => checkFlow(table).map(({ rule, path, reason }) => `${rule} ${path}: ${reason}`);

describe('FLOW-01 soundness of a step that many roles sign', () => {
  it.each<[string, Partial<StateDef>, Partial<EventDef>]>([
    ['the sender chooses among them', { sign: 'all' }, { pick: 1 }],
    ['one after the other, of those whom the sender chooses', { sign: 'seq' }, { pick: 1 }],
    ['whose seats are passed over', { sign: 'all', self: 'skip' }, {}],
    ['all of them', { sign: 'all' }, {}],
  ])('forty of them, each with an opinion of his own, are looked at as two are: %s', (_, second, submit) => {
    const [few, many] = [rolesTo(2), rolesTo(40)].map((codes) => said(flow(codes, second, submit, [price, ...codes.map(opinion)])));
    expect(many).toEqual(few);
  });

  it('what only opinions tell apart changes nothing that is found', () => {
    const codes = rolesTo(3);
    for (const sign of ['any', 'all', 'seq', '1/2', '2/3'])
      for (const submit of [{}, { pick: 1 as const }, { add: 1 as const }])
        for (const self of ['allow', 'skip'] as const) {
          const found = (more: FieldDef[]) => said(flow(codes, { sign, self }, submit, [price, ...more]));
          expect(found(codes.map(opinion)), `${sign} ${JSON.stringify(submit)} ${self}`).toEqual(found([]));
        }
  });
});
