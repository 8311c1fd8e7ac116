import { describe, expect, it } from 'vitest';
import type { EventDef, StateDef, WriteBackDef } from '#protocol/meta/flow.ts';
import type { RoleDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const event = (id: number, rest: Partial<EventDef>): EventDef => ({ uid: `e${id}`, id, ...named, key_name: `名${id}`, ...rest });
const state = (value: string, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...{ uid: `s${value}`, value, ...named, actions: [{ uid: `a${value}`, op: value === '1' ? 'Modify' : 'Review', ...named, events }] },
  ...rest,
});
const number = { data_type: 'numeric', length: '10,2' } as const;
const handler = { type: 'role', code: 'keeper' } as const;
const keeper: RoleDef = { uid: 'r', code: 'keeper', ...named, grants: [{ group: 'claim', scope: 2, items: ['List', 'Review'] }] };

/** 1 asked for, 2 looked at, 3 handed out or sent back, 90 gone. */
const steps = (back: Partial<EventDef> | null = null): StateDef[] => [
  state('1', [event(11, { next_state: 2 })]),
  state('2', [event(21, { next_state: 3 }), event(22, { next_state: 3 })], { handler }),
  state('3', [event(31, { next_state: 90 }), ...(back ? [event(33, back)] : [])], { handler }),
  state('90', [], { end: 'pass' }),
];
const claim = (rest: Partial<TableDef> = {}): TableDef =>
  testTable('claim', {
    flow: 1,
    fields: [
      field('part', { data_type: 'entity', source: 'part', notnull: 1 }),
      field('qty', { ...number, min: 0, notnull: 1 }),
      field('fine', { data_type: 'numeric', length: '10,4', min: 0 }),
      field('loose', number),
      field('word', { data_type: 'text', length: 20 }),
      field('twice', { ...number, calc: 'qty*2' }),
    ],
    subtables: [{ uid: 'lines', ...named, table_name: 'line', parent_field: 'claim', inline: 1 }],
    states: steps(),
    ...rest,
  });
const line = testTable('line', {
  permission: 'claim',
  fields: [
    field('claim', { data_type: 'entity', source: 'claim', notnull: 1 }),
    field('part', { data_type: 'entity', source: 'part', notnull: 1 }),
    field('spare', { data_type: 'entity', source: 'part' }),
    field('qty', { ...number, min: 0, notnull: 1 }),
  ],
});
const part = testTable('part', {
  fields: [
    field('stock', number),
    field('count', { data_type: 'int' }),
    field('note', { data_type: 'text', length: 20 }),
    field('sum', { ...number, calc: 'stock*2' }),
  ],
});
const suite = (table: TableDef): SuiteDef =>
  testSuite([table, line, part, testTable('other', { fields: [field('whose', { data_type: 'entity', source: 'part', notnull: 1 })] })], {
    code: 'store',
    uid: 'store',
    roles: [keeper],
  });
const person = testSuite([testTable('user', { fields: [field('pay', number)] })], { code: 'sys', uid: 'suite.sys' });

type Values = WriteBackDef['values'];
const back = (rest: Partial<WriteBackDef> = {}): WriteBackDef => ({
  ...{ uid: 'w', events: [21], table: 'part', op: 'Modify', id_field: 'part', values: { stock: { subtract: '{qty}', min: 0 } } },
  ...rest,
});
const writes = (rest: Partial<WriteBackDef>, more: Partial<TableDef> = {}): TableDef => claim({ write_back: [back(rest)], ...more });
const values = (said: Values, more: Partial<WriteBackDef> = {}): TableDef => writes({ values: said, ...more });
const told = (table: TableDef): string[] =>
  checkSuites([{ ...suite(table), requires: ['sys'] }, person]).errors.map(({ path, reason, mend }) => `${path}: ${reason} / ${mend}`);
const each = { each: 'line', id_field: 'line.part', values: { stock: { subtract: '{line.qty}' } } } as const;

describe('META-01 FLOW-08 what a decision writes elsewhere', () => {
  it.each<[string, TableDef]>([
    ['at an end', writes({ events: undefined, state: 90 } as Partial<WriteBackDef>)],
    ['at a step', writes({})],
    ['row by row', writes(each)],
    ['by a calculated amount, a number, an integer of either', values({ stock: { add: '{twice}' }, count: { subtract: 1, min: -5 } })],
    ['an amount of either sign where it is added', values({ stock: { add: '{loose}', min: 0 } })],
    [
      'a new record for each row',
      writes({ ...each, op: 'Add', id_field: undefined, values: { note: 'x{line.qty}' } } as Partial<WriteBackDef>),
    ],
    [
      'at a step that the record comes back to, where that gives it back',
      claim({
        states: steps({ next_state: 0 }),
        write_back: [back(), back({ uid: 'v', events: [33], values: { stock: { add: '{qty}' } } })].map((one, at) =>
          at ? one : { ...one, events: [21, 22] },
        ),
      }),
    ],
    [
      'a value that is assigned twice does no harm',
      claim({ states: steps({ next_state: 0 }), write_back: [back({ values: { note: '{word}' } })] }),
    ],
  ])('is taken: %s', (_, table) => {
    expect(told(table)).toEqual([]);
  });

  it.each<[string, TableDef, string | RegExp]>([
    [
      'neither state nor events',
      writes({ events: undefined } as Partial<WriteBackDef>),
      /^write_back\[w\]: it says neither state nor events, or both/,
    ],
    ['both', writes({ state: 90 }), /^write_back\[w\]: it says neither state nor events, or both/],
    ['an event that there is not', writes({ events: [21, 24] }), /^write_back\[w\]\.events: unknown event 24 \/ did you mean 2[12]/],
    [
      'people',
      writes({ table: 'user', id_field: 'create_entity', values: { pay: { add: 1 } } }),
      'write_back[w].table: user is of the platform itself: people, rights and menus are not written by decisions / write into a table of your own',
    ],
    [
      'rows that there are not',
      writes({ ...each, each: 'lines' }),
      /^write_back\[w\]\.each: lines is no sub-table of claim \/ did you mean line\?/,
    ],
    [
      'a row without each',
      values({ stock: { subtract: '{line.qty}' } }),
      "write_back[w].values.stock: unknown field {line.qty} / write each: 'line', and it is written once for each of these rows",
    ],
    [
      'a field that rows have not',
      writes({ ...each, values: { stock: { subtract: '{line.qyt}' } } }),
      /^write_back\[w\]\.values\.stock: unknown field \{line\.qyt\} \/ did you mean qty\?/,
    ],
    [
      'a row that may name nothing',
      writes({ ...each, id_field: 'line.spare' }),
      'write_back[w].id_field: line.spare names the record to change, and may be empty in a row / give line.spare notnull: 1',
    ],
    [
      'a row that names something else',
      writes({ ...each, id_field: 'line.claim' }),
      "write_back[w].id_field: line.claim is no entity field of part / name a field of line with source: 'part'",
    ],
    [
      'one field for many records',
      writes({ ...each, op: 'Add', id_field: undefined, result_field: 'part', values: {} } as Partial<WriteBackDef>),
      /^write_back\[w\]\.result_field: with each there may be many/,
    ],
    [
      'neither added nor taken',
      values({ stock: { min: 0 } }),
      /^write_back\[w\]\.values\.stock: stock is neither added to nor taken from, or both/,
    ],
    ['both added and taken', values({ stock: { add: 1, subtract: 1 } }), /neither added to nor taken from, or both/],
    [
      'to what is not there yet',
      values({ stock: { add: 1 } }, { op: 'Add', id_field: undefined } as Partial<WriteBackDef>),
      /^write_back\[w\]\.values\.stock: a new record of part has nothing to reckon with/,
    ],
    [
      'to a text',
      values({ note: { add: 1 } }),
      'write_back[w].values.note: part.note is no number that can be reckoned with / name a field of type numeric or int',
    ],
    ['to what the engine keeps', values({ version: { add: 1 } }), /part\.version is no number that can be reckoned with/],
    ['to what is calculated', values({ sum: { add: 1 } }), /sum is kept by the engine/],
    [
      'by a text',
      values({ stock: { add: '{word}' } }),
      'write_back[w].values.stock: {word} is no amount / name a field of type numeric or int',
    ],
    [
      'by a text around an amount',
      values({ stock: { add: '{qty} pieces' } }),
      /"\{qty\} pieces" is no amount above zero that fits part\.stock/,
    ],
    ['by nothing', values({ stock: { add: 0 } }), /0 is no amount above zero/],
    [
      'by more decimals',
      values({ stock: { add: '{fine}' } }),
      /\{fine\} cannot always be reckoned into part\.stock: 4 decimals do not fit into 2/,
    ],
    ['decimals into an integer', values({ count: { add: '{qty}' } }), /a numeric does not fit into a int/],
    [
      'by what turns the direction',
      values({ stock: { subtract: '{loose}' } }),
      'write_back[w].values.stock: {loose} may be below zero, and taking that away would add to part.stock / give loose min: 0',
    ],
    ['a bound that is no value', values({ stock: { subtract: '{qty}', min: 0.125 } }), /min 0\.125 is no value of part\.stock/],
    [
      'taken home over it',
      writes({}, { revoke: 'any' }),
      /^revoke: with any the applicant takes a record back from every step, and what w has written would stay/,
    ],
    [
      'twice for one record',
      writes({}, { states: steps({ next_state: 0 }) }),
      'write_back[w].events: what event 21 takes from part.stock is done again once event 33, 11, 21 was taken / let that event do the opposite: a write_back with events: [33] whose stock is add; or write at an end',
    ],
    [
      'twice after a return to a step',
      writes({}, { states: steps({ back_state: '2' }) }),
      /what event 21 takes from part\.stock is done again once event 33, 21 was taken/,
    ],
    [
      'given back by another amount',
      claim({
        states: steps({ next_state: 0 }),
        write_back: [back(), back({ uid: 'v', events: [33], values: { stock: { add: '{twice}' } } })],
      }),
      /event 21 takes from part\.stock is done again/,
    ],
    [
      'given back where it was not taken',
      claim({
        states: steps({ next_state: 0 }),
        write_back: [back(), back({ uid: 'v', events: [33], values: { stock: { add: '{qty}' } } })],
      }),
      /^write_back\[v\]\.events: what event 33 adds to part\.stock may be done where write_back\[w\] was not/,
    ],
    [
      'passed over on the way straight back',
      writes({ events: [21, 22] }, { states: steps({ back_state: '1', resume: 'direct' }) }),
      /^states\[3\]\.events\[33\]\.resume: what comes straight back to step 3 passes over event 21, which reckons in another record \/ take resume out/,
    ],
  ])('is refused: %s', (_, table, said) => {
    expect(told(table)).toContainEqual(typeof said === 'string' ? said : expect.stringMatching(said));
  });
});
