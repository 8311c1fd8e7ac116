import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkFlow, isError } from './soundness.ts';

const named = { uid: 'u', key_name: 'n', key_name_en: 'n' };
const event = (id: number, rest: Partial<EventDef>): EventDef => ({ ...named, id, key_name: `e${id}`, ...rest });
const state = (value: string, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...named,
  value,
  actions: [{ ...named, op: 'Review', events }],
  ...rest,
});
const field = (field_name: string, rest: Partial<FieldDef> = {}): FieldDef => ({ ...named, field_name, data_type: 'numeric', ...rest });
const handler = { type: 'role', code: 'r' } as const;

/** 1 - 2 - 3 (all) - 4; at 3 small amounts end, others go on to 4. */
const sound = (): TableDef => ({
  ...named,
  table_name: 't',
  flow: 1,
  fields: [field('amount', { notnull: 1, min: 0 }), field('limit', {})],
  states: [
    state('1', [event(11, { next_state: 2 }), event(12, { next_state: 91 })]),
    state('2', [event(21, { next_state: 3 }), event(22, { next_state: 0 })], { handler }),
    state(
      '3',
      [
        event(31, { key_name: 'ok', where: 'amount<1000', next_state: 90 }),
        event(32, { key_name: 'ok', where: 'amount>=1000', next_state: 4 }),
        event(33, { back_state: '1,2' }),
      ],
      { handler, sign: '2/3' },
    ),
    state('4', [event(41, { next_state: 90 }), event(42, { next_state: 92 })], { handler }),
    state('90', [], { end: 'pass' }),
    state('91', [], { end: 'cancel' }),
    state('92', [], { end: 'reject' }),
  ],
  assert: [
    { before: 90, must_pass: 3 },
    { before: 90, must_pass: 4, where: 'amount>=1000' },
  ],
});

type Defect = (table: TableDef) => void;
const stateOf = (table: TableDef, value: string) => table.states.find((one) => one.value === value)!;
const eventOf = (table: TableDef, id: number) =>
  table.states.flatMap((one) => one.actions?.[0]?.events ?? []).find((one) => one.id === id)!;
const add = (table: TableDef, value: string, ...events: EventDef[]) => void stateOf(table, value).actions![0]!.events!.push(...events);

describe('FLOW-01 soundness at load', () => {
  it('a sound flow has nothing to say', () => expect(checkFlow(sound())).toEqual([]));
  it('a table without flow is not looked at', () => expect(checkFlow({ ...sound(), flow: 0, states: [] })).toEqual([]));

  it.each<[string, string, Defect]>([
    ['E1', 'an unknown next_state', (t) => void Object.assign(eventOf(t, 21), { next_state: 7 })],
    ['E1', 'an unknown back_state', (t) => void Object.assign(eventOf(t, 33), { back_state: '1,8' })],
    ['E1', 'a state twice', (t) => void t.states.push(stateOf(t, '4'))],
    ['E1', 'an event id twice', (t) => add(t, '4', event(21, { next_state: 90 }))],
    ['E1', 'an event that leads nowhere', (t) => void delete eventOf(t, 21).next_state],
    ['E1', 'the applicant returning to himself', (t) => add(t, '1', event(13, { next_state: 0 }))],
    ['E1', 'a platform table', (t) => void Object.assign(t, { tenancy: 'platform' })],
    ['E2', 'no passing end', (t) => void Object.assign(stateOf(t, '90'), { end: 'cancel' })],
    [
      'E2',
      'a step that only rejects',
      (t) => {
        stateOf(t, '2').actions![0]!.events = [event(22, { next_state: 0 })];
      },
    ],
    ['E3', 'a step nobody comes to', (t) => void t.states.push(state('5', [event(51, { next_state: 90 })], { handler }))],
    [
      'E4',
      'a dead end',
      (t) => {
        stateOf(t, '4').actions = [];
      },
    ],
    ['E4', 'an end with events', (t) => add(t, '90', event(99, { next_state: 2 }))],
    ['E5', 'nobody to handle', (t) => void delete stateOf(t, '4').handler],
    ['E6', 'a guard that cannot be read', (t) => void Object.assign(eventOf(t, 31), { where: 'amount<' })],
    ['E6', 'a guard on an unknown field', (t) => void Object.assign(eventOf(t, 31), { where: 'total<1000' })],
    ['E6', 'a guard of the wrong type', (t) => void Object.assign(eventOf(t, 31), { where: 'amount<abc' })],
    ['E6', 'a guard that never holds', (t) => void Object.assign(eventOf(t, 31), { where: 'amount<1000&amount>2000' })],
    ['E7', 'a gap between guards', (t) => void Object.assign(eventOf(t, 32), { where: 'amount>1000' })],
    ['E7', 'a guard field that may be empty', (t) => void delete t.fields[0]!.notnull],
    ['E8', 'two of one name at once', (t) => void Object.assign(eventOf(t, 31), { where: 'amount<=1000' })],
    ['E9', 'a ratio above one', (t) => void Object.assign(stateOf(t, '3'), { sign: '3/2' })],
    ['E10', 'a return forward', (t) => add(t, '2', event(23, { back_state: '3' }))],
    ['E10', 'a return to itself', (t) => add(t, '2', event(23, { back_state: '2' }))],
    ['E11', 'a field to be filled that nobody can fill', (t) => void Object.assign(eventOf(t, 21), { need_fields: 'limit' })],
    ['E11', 'a field to be filled that is none', (t) => void Object.assign(eventOf(t, 21), { need_fields: 'nothing' })],
    ['E18', 'a mandatory step that can be bypassed', (t) => add(t, '2', event(23, { next_state: 4 }))],
    [
      'E18',
      'a limit that lets an amount through',
      (t) => {
        Object.assign(eventOf(t, 31), { where: 'amount<=1000' });
        Object.assign(eventOf(t, 32), { where: 'amount>1000' });
      },
    ],
  ])('%s: %s', (rule, _, defect) => {
    const table = structuredClone(sound());
    defect(table);
    const problems = checkFlow(table).filter(isError);
    expect(problems.map((problem) => problem.rule)).toContain(rule);
  });

  it('names data for which it goes wrong', () => {
    const gap = sound();
    Object.assign(eventOf(gap, 32), { where: 'amount>1000' });
    expect(checkFlow(gap).find(({ rule }) => rule === 'E7')).toMatchObject({ path: 'states[3]', example: { amount: '1000' } });
    const bypass = sound();
    Object.assign(eventOf(bypass, 31), { where: 'amount<=1000' });
    Object.assign(eventOf(bypass, 32), { where: 'amount>1000' });
    expect(checkFlow(bypass).find(({ rule }) => rule === 'E18')?.example).toEqual({ amount: '1000' });
  });

  it('a guard that compares two fields is warned of, not decided', () => {
    const table = sound();
    Object.assign(eventOf(table, 31), { where: 'amount<{limit}' });
    expect(checkFlow(table).map(({ rule }) => rule)).toContain('W6');
  });
});
