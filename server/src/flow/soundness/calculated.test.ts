import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { checkFlow, isError } from './check.ts';

const named = { uid: 'u', key_name: 'n', key_name_en: 'n' };
const event = (id: number, rest: Partial<EventDef>): EventDef => ({ ...named, id, key_name: `e${id}`, ...rest });
const state = (value: string, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...{ ...named, value, actions: [{ ...named, op: 'Review', events }] },
  ...rest,
});
const field = (field_name: string, rest: Partial<FieldDef> = {}): FieldDef => ({ ...named, field_name, data_type: 'numeric', ...rest });
const handler = { type: 'role', code: 'r' } as const;
const must = { notnull: 1, min: 0 } as const;

interface Order {
  fields?: readonly FieldDef[];
  total?: string;
  parts?: Partial<SubtableDef>;
  guards?: readonly [string, string];
  more?: (table: TableDef) => void;
}

/** An order is written (1), judged by its total (2), large ones once more (3), and done (90). */
function order({
  fields = [],
  total = 'sum(order_part.amount)',
  parts = {},
  guards = ['total<5000', 'total>=5000'],
  more,
}: Order): TableDef {
  const table: TableDef = {
    ...{ ...named, table_name: 'order', flow: 1 },
    fields: [...fields, field('total', { length: '18,2', calc: total })],
    subtables: [{ ...named, table_name: 'order_part', parent_field: 'order_entity', inline: 1, min: 1, ...parts }],
    states: [
      state('1', [event(11, { next_state: 2 })]),
      state('2', [event(21, { where: guards[0], next_state: 90 }), event(22, { where: guards[1], next_state: 3 })], { handler }),
      state('3', [event(31, { next_state: 90 })], { handler }),
      state('90', [], { end: 'pass' }),
    ],
    assert: [],
  };
  more?.(table);
  return table;
}
const says = (of: Order) => checkFlow(order(of)).map(({ rule, path }) => `${rule} ${path}`);
const labour = field('labour', { ...must, defvalue: '0' });
const back = (id: number) => (table: TableDef) => void table.states[2]!.actions![0]!.events!.push(event(id, { back_state: '2' }));
const AT_2 = ['E7 states[2]', 'E2 states[2]'];

describe('FLOW-01 a calculated amount is there where what it is calculated of must be', () => {
  it.each<[string, Order]>([
    ['labour that must be filled, and rows', { fields: [labour], total: 'labour+sum(order_part.amount)' }],
    ['rows alone, of which there must be one', {}],
    ['what has a default and is asked for, rows or not', { fields: [labour], total: 'labour+sum(order_part.amount)', parts: { min: 0 } }],
    ['a default that nobody changes', { fields: [field('labour', { readonly: 1, defvalue: '5' })], total: 'labour*2', parts: { min: 0 } }],
    ['rows, beside a number that need not be there', { fields: [field('labour')], total: 'labour+sum(order_part.amount)' }],
    [
      'rows, beside a number that a signer may empty',
      { fields: [field('labour', { edit_state: '0,1,2' })], total: 'labour+count(order_part)' },
    ],
    [
      'a part of it, and what divides by no zero',
      { fields: [field('rate', { ...must, min: 1 })], total: 'sum(order_part.amount)/10000/rate' },
    ],
    [
      'a calculation of calculations, told after it',
      { fields: [field('twice', { calc: 'once*2' }), field('once', { calc: 'labour+1' }), labour], total: 'twice+0' },
    ],
    ['a choice between what is there', { fields: [labour, field('rush', must)], total: 'if(rush>1,labour,rush)', parts: { min: 0 } }],
    [
      'days between days that are there',
      {
        fields: [field('day', { data_type: 'date', notnull: 1 }), field('last', { data_type: 'date', notnull: 1 })],
        total: 'days(day,last)',
      },
    ],
    ['rows that a signer changes, who must leave one', { parts: { edit_state: '0,1,2,3' } }],
    ['rows that a signer gave back without any, and the next must fill', { parts: { edit_state: '0,1,2,3' }, more: back(33) }],
    [
      'what an event asks for',
      { parts: { min: 0 }, more: (t) => void Object.assign(t.states[0]!.actions![0]!.events![0]!, { need_fields: 'total' }) },
    ],
    [
      'what an event asks for of which it is calculated',
      {
        fields: [field('labour')],
        total: 'labour*2',
        more: (t) => void Object.assign(t.states[0]!.actions![0]!.events![0]!, { need_fields: 'labour' }),
      },
    ],
    [
      'a year in twelve months',
      {
        fields: Array.from({ length: 14 }, (_, at) => field(`m${at}`)),
        total: `sum(order_part.amount)+${Array.from({ length: 14 }, (_, at) => `m${at}`).join('+')}`,
      },
    ],
  ])('taken: %s', (_, of) => expect(says(of).filter((one) => one.startsWith('E'))).toEqual([]));

  it.each<[string, Order]>([
    ['rows of which there need be none', { parts: { min: 0 } }],
    ['rows that the applicant does not write', { parts: { edit_state: '3' } }],
    ['rows that he does not see', { parts: { view_state: '2,3' } }],
    ['a number that need not be there', { fields: [field('labour')], total: 'labour*2' }],
    ['a default that one may empty', { fields: [field('labour', { defvalue: '5' })], total: 'labour*2' }],
    [
      'what is asked for at times',
      { fields: [field('kind', { data_type: 'int', ...must }), field('labour', { need_where: 'kind=1' })], total: 'labour*2' },
    ],
    ['rows that one who gives it back may take away', { parts: { edit_state: '0,1,3' }, more: back(33) }],
    [
      'a number that one who gives it back may empty',
      { fields: [field('labour', { ...must, edit_state: '0,1,3' })], total: 'labour*2', more: back(33) },
    ],
    ['a calculation of what is calculated of nothing', { fields: [field('once', { calc: 'labour+1' }), field('labour')], total: 'once*2' }],
  ])('refused: %s', (_, of) => expect(says(of)).toEqual(expect.arrayContaining(AT_2)));

  const parts: TableDef = {
    ...named,
    table_name: 'order_part',
    states: [],
    fields: [field('amount', { min: 0 }), field('loss', { max: 0 })],
  };
  const ruled = (of: Order) => checkFlow(order(of), undefined, [], (name) => (name === 'order_part' ? parts : undefined));
  const rules = (of: Order) => ruled(of).map(({ rule, path }) => `${rule} ${path}`);
  const FEW = ['E6 states[2].events[21]'];

  it.each<[string, Order]>([
    ['a sum of what cannot be below 0', { fields: [labour], total: 'labour+count(order_part)', guards: ['total<0', 'total>=0'] }],
    ['a sum of rows that cannot', { guards: ['total<0', 'total>=0'] }],
    [
      'a calculation of a calculation',
      { fields: [labour, field('once', { calc: 'labour+1' })], total: 'once*2', guards: ['total<2', 'total>=2'] },
    ],
    ['a difference', { fields: [labour], total: '0-labour-1', guards: ['total>-1', 'total<=-1'] }],
    [
      'a part, rounded as it is kept',
      { fields: [field('rate', { ...must, min: 3, max: 9 })], total: '1/rate', guards: ['total>0.33', 'total<=0.33'] },
    ],
    [
      'what must be filled in is none of 0',
      { fields: [field('rate', { ...must, min: 3 })], total: 'rate*2', guards: ['total<6', 'total>=6'] },
    ],
    ['a number of rows, where there are any', { total: 'count(order_part)', guards: ['total<1', 'total>=1'] }],
    ['losses', { total: 'sum(order_part.loss)', guards: ['total>0', 'total<=0'] }],
  ])('a guard that none of its values meets never holds, and nothing else is missing: %s', (_, of) => expect(rules(of)).toEqual(FEW));

  it.each<[string, Order]>([
    [
      '0, of what may be left empty beside what is filled',
      { fields: [labour, field('rate', { min: 3 })], total: 'labour+rate', guards: ['total<3', 'total>=3'] },
    ],
    ['below 0, of what has no bound', { fields: [field('rate', { notnull: 1 })], total: 'rate*2', guards: ['total<0', 'total>=0'] }],
    [
      'anything, of a part of what may be 0 to either side',
      { fields: [field('rate', { notnull: 1, min: -1 })], total: '1/rate', guards: ['total<0', 'total>=0'] },
    ],
    ['losses and gains', { total: 'sum(order_part.amount)+sum(order_part.loss)', guards: ['total<0', 'total>=0'] }],
    ['a sum of rows whose table is not known', { total: 'sum(other.amount)+sum(order_part.amount)', guards: ['total<0', 'total>=0'] }],
  ])('a guard that some value may meet is taken to hold: %s', (_, of) =>
    expect(rules(of).filter((one) => one.startsWith('E6'))).toEqual([]),
  );

  it('of two that must be filled in each counts: guards that leave nothing out of what both come to are taken', () => {
    const both = (guards: [string, string]) =>
      rules({ fields: ['a', 'b'].map((name) => field(name, { ...must, min: 3 })), total: 'a+b', guards });
    expect(both(['total>=6', 'total>=7'])).toEqual([]);
    expect(both(['total>=6.01', 'total>=7'])).toEqual(['E7 states[2]', 'E2 states[2]']);
  });

  it('no example shows a value that cannot be', () => {
    const [gap] = ruled({ fields: [labour], total: 'labour+1', guards: ['total>=5', 'total>=6'] }).filter(({ rule }) => rule === 'E7');
    expect(gap).toMatchObject({ path: 'states[2]', example: { total: expect.stringMatching(/^[1-4](\.\d+)?$/) } });
  });

  it('a number that a signer empties before the next guard', () => {
    const emptied = order({
      fields: [field('labour', { edit_state: '0,1,2', notnull: 1 }), field('more', { edit_state: '2' })],
      total: 'labour+more',
    });
    expect(checkFlow(emptied)).toEqual([]);
    const at3 = (labourOf: Partial<FieldDef>) =>
      order({
        fields: [field('labour', labourOf)],
        total: 'labour*2',
        more: (t) => {
          t.states[1]!.actions![0]!.events = [event(21, { next_state: 3 })];
          t.states[2]!.actions![0]!.events = [
            event(31, { where: 'total>=5000', next_state: 90 }),
            event(32, { where: 'total<5000', next_state: 90 }),
          ];
        },
      });
    const found = (of: Partial<FieldDef>) =>
      checkFlow(at3(of))
        .filter(isError)
        .map(({ rule, path }) => `${rule} ${path}`);
    expect(found({ ...must, edit_state: '0,1,2' })).toEqual([]);
    expect(found({ edit_state: '0,1,2', defvalue: '1' })).toEqual(['E7 states[3]', 'E2 states[3]']);
    expect(found({ ...must, edit_state: '2' })).toEqual([]);
  });

  it.each<[string, Order]>([
    ['a division by what may be zero', { fields: [labour], total: 'sum(order_part.amount)/labour' }],
    ['a choice of what may not be there', { fields: [labour, field('rush')], total: 'if(labour>1,rush,labour)' }],
    [
      'a part of the guard that reads what it is made of',
      { fields: [labour], total: 'labour*2', guards: ['total<5000', 'total>=5000|labour>1'] },
    ],
  ])('warned of, not refused: %s', (_, of) => expect(says(of)).toEqual(expect.arrayContaining(['W6 states[2].events[21].where'])));

  const rate = field('rate', { notnull: 1, min: 1 });
  const per = 'sum(order_part.amount)/rate';
  it.each<[string, Order, string[]]>([
    ['what a draft may leave out and no application does', { fields: [rate], total: per }, []],
    [
      'what an application may leave out',
      { fields: [field('rate', { min: 1 })], total: per },
      ['W6 states[2].events[21].where', 'W6 states[2].events[22].where'],
    ],
    [
      'what is asked for before it is compared',
      {
        fields: [field('rate', { min: 1, edit_state: '2', notnull: 1 })],
        total: per,
        guards: ['total<5000', 'total>=5000|total is empty'],
      },
      [],
    ],
    [
      'a promise about what no application leaves out',
      { fields: [rate], total: per, more: (t) => void Object.assign(t, { assert: [{ before: 3, must_pass: 2, where: 'total>=5000' }] }) },
      [],
    ],
    ['a field that is shown by it', { fields: [rate, field('note', { view_where: 'total>5' })], total: per }, []],
  ])('FLOW-01 warned of is what may be so of a record that is sent on: %s', (_, of, said) => expect(says(of)).toEqual(said));

  it('a step that may be passed over is asked of what comes to it; a promise of what comes there, not of what comes before', () => {
    const filled: Order = { fields: [field('rate', { min: 1, edit_state: '2', notnull: 1 })], total: per };
    const warned = (of: Order) => says(of).filter((one) => one.startsWith('W6'));
    expect(warned({ ...filled, more: (t) => void Object.assign(t.states[1]!, { self: 'skip' }) })).toContain(
      'W6 states[2].events[21].where',
    );
    const promised = (more: object) =>
      warned({
        ...filled,
        guards: ['rush is empty', 'rush is not empty'],
        more: (t) => {
          t.fields.push(field('rush'));
          Object.assign(t, { assert: [{ before: 90, must_pass: 2, where: 'total>=7' }], ...more });
        },
      });
    expect(promised({})).toEqual([]);
    expect(promised({ assert: [{ before: 2, must_pass: 3, where: 'total>=7' }] })).toEqual(['W6 assert[0].where']);
  });

  it('one condition at two places is told at the first', () => {
    const assert = [{ before: 3, must_pass: 2, where: 'total>=5000' }];
    const of = { fields: [field('rate', { min: 1 })], total: per, more: (t: TableDef) => void Object.assign(t, { assert }) };
    expect(says(of).filter((one) => one.startsWith('W6'))).toEqual(['W6 states[2].events[21].where', 'W6 states[2].events[22].where']);
  });

  it('a promise and a condition of a field that are not decided are told with their places, each once', () => {
    const of: Order = {
      fields: [field('rate', { min: 1 }), field('note', { view_where: 'total>5' })],
      total: per,
      guards: ['rush is empty', 'rush is not empty'],
      more: (t) => {
        t.fields.push(field('rush'));
        Object.assign(t, { assert: [{ before: 90, must_pass: 2, where: 'total>=7' }] });
      },
    };
    expect(says(of)).toEqual(['W6 assert[0].where', 'W6 fields[note].view_where']);
  });

  it.each<[string, Order]>([
    ['a division by what may be zero', { fields: [labour], total: 'sum(order_part.amount)/labour' }],
    ['a choice of what may not be there', { fields: [labour, field('rush')], total: 'if(labour>1,rush,labour)' }],
  ])('no error rests on what is not decided: %s', (_, of) => expect(says(of).filter((one) => one.startsWith('E'))).toEqual([]));
});
