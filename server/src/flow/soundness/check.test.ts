import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkFlow, isError } from './check.ts';

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
  it('FORM-08 what another field writes may stand there, but at a step that does not open it', () => {
    const guarded = (limit: Partial<FieldDef>, amount: Partial<FieldDef>, rest: Partial<TableDef> = {}) => {
      const table = {
        ...sound(),
        ...rest,
        fields: [field('amount', { notnull: 1, min: 0, ...amount }), field('limit', { readonly: 1, ...limit })],
      };
      Object.assign(eventOf(table, 21), { where: "limit=''" });
      return checkFlow(table).map(({ rule }) => rule);
    };
    const gap = guarded({ readonly: 0 }, {});
    expect(gap.length).toBeGreaterThan(0);
    expect(guarded({}, {})).toEqual([]);
    expect(guarded({}, { onchange: 'limit=amount' })).toEqual(gap);
    expect(guarded({}, {}, { onload: 'limit=5' })).toEqual(expect.arrayContaining(gap));
    expect(guarded({}, { onchange: 'limit=amount', edit_state: '2' })).toEqual([]);
    const rows = { uid: 'r', key_name: 'r', key_name_en: 'r', table_name: 'row', parent_field: 'p', inline: 1 as const };
    expect(guarded({}, {}, { subtables: [rows] })).toEqual([]);
    expect(guarded({}, {}, { subtables: [{ ...rows, onchange: 'limit=count(row)' }] })).toEqual(gap);
  });
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

  it('says how a record comes there, and what to do', () => {
    const gap = sound();
    Object.assign(eventOf(gap, 32), { where: 'amount>1000' });
    const [found] = checkFlow(gap).filter(({ rule }) => rule === 'E7');
    expect(found?.way?.map(({ step, event }) => [step, event])).toEqual([
      [1, 11],
      [2, 21],
    ]);
    expect(found?.mend).toContain('add an event');
  });

  const split = (type: Partial<FieldDef>, one: string, other: string): TableDef => {
    const table = sound();
    table.assert = [];
    table.fields.push(field('x', { ...type, edit_state: '1' }));
    Object.assign(eventOf(table, 31), { where: one });
    Object.assign(eventOf(table, 32), { where: other });
    return table;
  };
  const saysOf = (table: TableDef) =>
    checkFlow(table)
      .filter(isError)
      .map(({ rule, path }) => `${rule} ${path}`);
  const whole = { data_type: 'int', notnull: 1, min: 0, max: 9 } as const;
  const kind = { data_type: 'select', items: 'kind', notnull: 1 } as const;
  const KIND = [1, 2].map((id) => ({ id, key_name: `k${id}`, key_name_en: `k${id}` }));

  it.each<[string, Partial<FieldDef>, string, string]>([
    ['whole numbers have nothing between 3 and 4', whole, 'x<=3', 'x>=4'],
    ['a dictionary has its items only', kind, 'x=1', 'x=2'],
    ['decimals end with the scale', { ...whole, data_type: 'numeric', length: '6,1' }, 'x<=0.5', 'x>0.55'],
    ['the smallest value meets a guard below the first constant', whole, 'x<0.5', 'x>=0.5'],
    ['months are one after the other', { data_type: 'month', notnull: 1 }, 'x<=2026-03', 'x>=2026-04'],
    ['clocks too', { data_type: 'time', notnull: 1 }, 'x<12:00:00', 'x>=12:00:00'],
    ['texts that are told apart by being equal', { data_type: 'text', notnull: 1 }, 'x=A', 'x!=A'],
  ])('takes a sound flow: %s', (_, type, one, other) => {
    expect(checkFlow(split(type, one, other), () => KIND).filter(isError)).toEqual([]);
  });

  it.each<[string, string, Partial<FieldDef>, string, string]>([
    ['E7', 'between the smallest value and the first constant', { ...whole, data_type: 'numeric', length: '6,1' }, 'x>=0.5', 'x>=9'],
    ['E7', 'an item that no guard names', kind, 'x=1', 'x>2'],
    ['E7', 'a clock that no guard names', { data_type: 'time', notnull: 1 }, 'x<12:00:00', 'x>12:00:00'],
    ['E7', 'a text that no guard names', { data_type: 'text', notnull: 1 }, 'x=A', 'x=B'],
    ['E8', 'items that two guards take', kind, 'x<=2', 'x=2'],
  ])('%s: %s', (rule, _, type, one, other) => {
    const problems = checkFlow(split(type, one, other), () => KIND).filter(isError);
    expect(problems.map((problem) => problem.rule)).toContain(rule);
  });

  it('E2: a return leads only to those who decided before', () => {
    const table = sound();
    table.assert = [];
    stateOf(table, '2').actions![0]!.events = [
      event(21, { where: 'amount<10', next_state: 3 }),
      event(23, { where: 'amount>=10', next_state: 4 }),
    ];
    stateOf(table, '4').actions![0]!.events = [event(42, { back_state: '3' })];
    expect(saysOf(table)).toContain('E2 states[4]');
  });

  it('E11: a field that the step may edit and does not see', () => {
    const table = sound();
    table.fields.push(field('opinion', { edit_state: '2', view_state: '3' }));
    Object.assign(eventOf(table, 21), { need_fields: 'opinion' });
    expect(saysOf(table)).toContain('E11 states[2].events[21]');
  });

  it('E5: a handler that is a field which may be empty', () => {
    const table = sound();
    table.fields.push(field('boss', { data_type: 'entity', source: 'user' }));
    stateOf(table, '3').handler = { type: 'field', field: 'boss' };
    expect(saysOf(table)).toContain('E5 states[2].events[21]');
    expect(checkFlow(table).find(({ rule }) => rule === 'E5')?.example).toMatchObject({ boss: null });
    stateOf(table, '3').empty = 'admin';
    expect(checkFlow(table).filter(isError)).toEqual([]);
  });

  it('what a step requires is filled after it', () => {
    const table = sound();
    table.fields.push(field('price', { data_type: 'int', edit_state: '2', notnull: 1, min: 0 }));
    Object.assign(eventOf(table, 41), { where: 'price>=0' });
    expect(checkFlow(table).filter(isError)).toEqual([]);
    delete table.fields.at(-1)!.notnull;
    expect(saysOf(table)).toContain('E7 states[4]');
  });

  it('a guard that compares two fields is warned of, not decided', () => {
    const table = sound();
    Object.assign(eventOf(table, 31), { where: 'amount<{limit}' });
    expect(checkFlow(table).map(({ rule }) => rule)).toContain('W6');
  });
});
