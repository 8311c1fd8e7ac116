import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { loadSuites } from '#server/installed.ts';
import { DefinitionError } from '#server/meta/load.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const event = (id: number, rest: Partial<EventDef>): EventDef => ({ uid: `e${id}`, id, ...named, key_name: `名${id}`, ...rest });
const state = (value: string, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...{ uid: `s${value}`, value, ...named, actions: [{ uid: `a${value}`, op: 'Review', ...named, events }] },
  ...rest,
});
const handler = { type: 'role', code: 'keeper' } as const;
const items = [1, 2].map((id) => ({ id, ...named, code: `K${id}`.repeat(id) }));
const end = (rest: Partial<StateDef> = {}) => state('90', [], { end: 'pass', ...rest });
const loan = (fields: FieldDef[], rest: Partial<TableDef> = {}): TableDef =>
  testTable('loan', {
    flow: 1,
    fields: [testField('kind', { data_type: 'radio', items, notnull: 1 }), ...fields],
    states: [state('1', [event(11, { next_state: 2 })]), state('2', [event(21, { next_state: 90 })], { handler }), end()],
    ...rest,
  });
const book = testTable('book', {
  fields: [
    testField('loan_entity', { data_type: 'entity', source: 'loan' }),
    testField('line', { data_type: 'text', length: 20 }),
    testField('text', { data_type: 'textarea', length: 20 }),
  ],
});
const roles = [{ uid: 'r', code: 'keeper', ...named, grants: [] }];
const load = (table: TableDef): string[] => {
  try {
    loadSuites([testSuite([book, table], { roles })], '/nowhere');
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.problems.map(({ file, path, reason, mend }) => `${file} ${path}: ${reason} / ${mend}`);
  }
};
const FILE = 'suites/test/tables/loan.ts';
const a = (of: Partial<FieldDef> & Pick<FieldDef, 'data_type'>) => loan([testField('a', of)]);
const rows = (rest: Partial<SubtableDef>) =>
  loan([], { subtables: [{ uid: 's', ...named, table_name: 'book', parent_field: 'loan_entity', inline: 1, ...rest }] });
const writes = (values: Record<string, string>) =>
  loan(
    [
      testField('a', { data_type: 'text', length: 12, notnull: 1 }),
      testField('b', { data_type: 'textarea', length: 5 }),
      testField('f', { data_type: 'file' }),
    ],
    {
      write_back: [{ uid: 'w', state: 90, table: 'book', op: 'Add', values }],
    },
  );

describe('META-01 keys that cannot be kept together are refused, with what to change', () => {
  it.each<[string, TableDef, string]>([
    [
      'a default below min',
      a({ data_type: 'int', min: 5, defvalue: 1 }),
      'fields[a].defvalue: 1 is beyond the bounds of its own field: min 5 / write a value',
    ],
    ['a default above max', a({ data_type: 'numeric', max: '1.5', defvalue: '1.6' }), 'fields[a].defvalue: 1.6 is beyond the bounds'],
    [
      'a day before the first',
      a({ data_type: 'date', min: 1, defvalue: '{today}' }),
      'fields[a].defvalue: {today} is beyond the bounds of its own field: min 1, in days',
    ],
    ['a day after the last', a({ data_type: 'date', max: 7, defvalue: '{today+8}' }), 'fields[a].defvalue: {today+8} is beyond the bounds'],
    ['a default longer than its field', a({ data_type: 'text', length: 3, defvalue: 'abcd' }), 'fields[a].defvalue: abcd is no value of a'],
    [
      'a default against its pattern',
      a({ data_type: 'text', format: '\\d+', defvalue: 'x' }),
      'fields[a].defvalue: x does not match the format \\d+',
    ],
    [
      'a default of what is calculated',
      a({ data_type: 'int', calc: '1+1', defvalue: 1 }),
      'fields[a].defvalue: nobody types this field (calc), so defvalue does nothing / take defvalue or calc out',
    ],
    [
      'steps of what is calculated',
      a({ data_type: 'int', calc: '1+1', edit_state: '2' }),
      'fields[a].edit_state: nobody types this field (calc)',
    ],
    [
      'steps of what is drawn',
      a({ data_type: 'text', number: 'A-{000}', edit_where: 'kind=1' }),
      'fields[a].edit_where: nobody types this field (number)',
    ],
    [
      'a number of what is calculated',
      a({ data_type: 'text', number: 'A-{000}', calc: "'x'" }),
      'fields[a].number: the field is calculated',
    ],
    [
      'a number that its field cannot hold',
      a({ data_type: 'text', length: 11, number: 'AB-{yyyy}-{0000}' }),
      'fields[a].number: its numbers have 12 characters and more, the field holds 11 / write length: 16 or more',
    ],
    [
      'a number with a choice whose code is too long',
      a({ data_type: 'text', length: 7, number: '{kind}-{000}' }),
      'fields[a].number: its numbers have 8 characters',
    ],
    [
      'bounds that no digits reach',
      a({ data_type: 'numeric', length: '4,2', min: 100 }),
      'fields[a].min: no number of length 4,2 is within min: 2 digits',
    ],
    ['half a day', a({ data_type: 'date', max: '1.5' }), 'fields[a].max: max of a date is a number of days from today'],
    ['no file at all', a({ data_type: 'file', max: 0 }), 'fields[a].max: max of a file is how many it takes, and 0 is none'],
    ['a scale beyond the precision', a({ data_type: 'numeric', length: '2,4' }), 'fields[a].length: 2,4 is no precision and scale'],
    ['min above max', a({ data_type: 'int', min: 2, max: 1 }), 'fields[a].min: min is above max'],
    [
      'no choice that is offered',
      a({ data_type: 'radio', items: items.map((one) => ({ ...one, hidden: 1 })) }),
      'fields[a].items: every choice is hidden',
    ],
    [
      'a step where it would be typed unseen',
      a({ data_type: 'text', view_state: '1', edit_state: '0,2' }),
      'fields[a].edit_state: at step 2 it would be typed, and view_state does not show it there / add 2 to view_state',
    ],
    [
      'an end where it would be typed',
      a({ data_type: 'text', edit_state: '2,90' }),
      'fields[a].edit_state: state 90 is an end: nobody types anything there / take 90 out',
    ],
    [
      'a step that there is not',
      a({ data_type: 'text', edit_state: '5' }),
      'fields[a].edit_state: unknown state 5 / states of this table are 0, 1, 2, 90',
    ],
    [
      'a sorted list of several',
      a({ data_type: 'entities', source: 'book', sortable: 1 }),
      'fields[a].sortable: a list cannot be sorted by it',
    ],
    ['a unique text of many lines', a({ data_type: 'textarea', unique: 1 }), 'fields[a].unique: it cannot be unique'],
    ['an index of many lines', a({ data_type: 'textarea', index: 1 }), 'fields[a].index: an index does not serve it'],
    ['a searched heading', a({ data_type: 'title', search: 1 }), 'fields[a].search: nothing can be searched in it'],
    ['a demanded heading', a({ data_type: 'title', notnull: 1 }), 'fields[a].notnull: a heading has no value'],
    [
      'unique together with files',
      loan([testField('a', { data_type: 'file' })], { unique: [['kind', 'a']] }),
      'unique: a, a file, cannot be unique',
    ],
    [
      'required where it is hidden',
      a({ data_type: 'text', view_where: 'kind=1', need_where: 'kind=2' }),
      'fields[a].need_where: E6 view_where kind=1 and need_where kind=2 never hold together: it is required exactly where it is not shown',
    ],
    [
      'required where nobody may type it',
      a({ data_type: 'text', edit_where: 'kind!=2', need_where: 'kind in (2)' }),
      'fields[a].need_where: E6 edit_where kind!=2 and need_where kind in (2) never hold together',
    ],
    [
      'typed where it is hidden',
      a({ data_type: 'text', view_where: 'kind=1', edit_where: 'kind=2' }),
      'fields[a].edit_where: E6 view_where kind=1 and edit_where kind=2 never hold together',
    ],
    [
      'never shown',
      a({ data_type: 'text', view_where: 'kind=1 & kind=2' }),
      'fields[a].view_where: E6 view_where kind=1 & kind=2 never holds: it is never shown',
    ],
    [
      'rows that nobody can add',
      rows({ min: 1, readonly: 1 }),
      'subtables[book].min: rows are demanded, and nobody can add one (readonly)',
    ],
    [
      'rows that would be typed unseen',
      rows({ view_state: '1', edit_state: '1,2' }),
      'subtables[book].edit_state: at step 2 it would be typed',
    ],
    [
      'signers of an end',
      loan([], { states: [...loan([]).states.slice(0, 2), end({ handler, sign: 'all' })] }),
      'states[90].sign: state 90 is an end: nobody signs there / take sign out',
    ],
    [
      'signers without a flow',
      loan([], { flow: 0, states: [state('1', [], { handler })] }),
      'states[1].handler: nobody signs on a table without flow / give the table flow: 1',
    ],
    [
      'events without a flow',
      loan([], { flow: 0, states: [state('1', [event(11, { next_state: 1 })])] }),
      'states[1].actions[Review].events: a table without flow has no events',
    ],
    [
      'a promise without a flow',
      loan([], { flow: 0, states: [state('1', [])], assert: [{ before: 1, must_pass: 1 }] }),
      'assert: a table without flow has no steps to pass',
    ],
    [
      'an event to a step that there is not',
      loan([], { states: [state('1', [event(11, { next_state: 7 })]), ...loan([]).states.slice(1)] }),
      'states[1].events[11]: E1 unknown next_state 7 / states of this table are 0, 1, 2, 90',
    ],
    [
      'a text that is too long by itself',
      writes({ line: `${'x'.repeat(21)}{a}` }),
      'write_back[w].values.line: its own words have 21 characters, book.line holds 20 / shorten them, or give book.line length: 33',
    ],
    [
      'a text that may be too long',
      writes({ line: 'No. {a} {kind} {id}' }),
      'write_back[w].values.line: it may have 31 characters, book.line holds 20 / give book.line length: 31',
    ],
    [
      'a text of many lines in one',
      writes({ line: '{b}.' }),
      'write_back[w].values.line: {b} may have several lines, and book.line has one',
    ],
    ['a file in a text', writes({ text: 'see {f}' }), 'write_back[w].values.text: {f}, a file, has no text'],
    [
      'bounds below all digits',
      a({ data_type: 'numeric', length: '4,2', max: -100 }),
      'fields[a].max: no number of length 4,2 is within max',
    ],
    [
      'a text with a number that may be too long',
      loan([testField('n', { data_type: 'numeric', length: '18,2' })], {
        write_back: [{ uid: 'w', state: 90, table: 'book', op: 'Add', values: { line: 'x{n}' } }],
      }),
      'write_back[w].values.line: it may have 21 characters',
    ],
  ])('%s', (_, table, said) => {
    const found = load(table);
    expect(found).toContainEqual(expect.stringContaining(`${FILE} ${said}`));
    for (const one of found) expect(one).toMatch(/ \/ \S/);
  });

  it('what can be kept is taken', () => {
    const fields = [
      testField('a', { data_type: 'int', min: 5, max: 5, defvalue: 5 }),
      testField('b', { data_type: 'date', min: -1, max: 1, defvalue: '{today+1}' }),
      testField('c', { data_type: 'text', length: 8, number: '{kind}-{000}' }),
      testField('d', { data_type: 'text', view_where: 'kind=1', need_where: 'kind in (1,2)', edit_where: 'kind!=2' }),
      testField('e', { data_type: 'entities', source: 'book', index: 1, search: 1 }),
      testField('f', { data_type: 'text', length: 12, view_state: '1,2', edit_state: '0,1,2', notnull: 1, format: '\\d+', defvalue: '7' }),
      testField('g', { data_type: 'numeric', length: '4,2', min: '-99.99', max: '99.99' }),
      // nobody knows how two texts compare
      testField('h', { data_type: 'text', view_where: 'f like 1', need_where: 'f like 2' }),
    ];
    const write_back = [
      { uid: 'w', state: 90, table: 'book', op: 'Add' as const, values: { line: 'No. {f} {kind}', text: '{kind}: {f}' } },
    ];
    expect(load(loan(fields, { write_back }))).toEqual([]);
  });

  it('a field that a step asks for and does not show: the mend names what closes it', () => {
    const states = [
      state('1', [event(11, { next_state: 2 })]),
      state('2', [event(21, { next_state: 90, need_fields: 'a' })], { handler }),
      end(),
    ];
    const mend = (of: Partial<FieldDef>) => load(loan([testField('a', { data_type: 'text', ...of })], { states }));
    expect(mend({ view_state: '90' }).slice(0, 1)).toEqual([
      expect.stringMatching(
        / \/ give a edit_state: '2' and give a view_state: '2,90', or give a view_state: '0,1,90' and give a notnull: 1$/,
      ),
    ]);
    expect(mend({ view_state: '1,2', edit_state: '1' }).slice(0, 1)).toEqual([
      expect.stringMatching(/ \/ give a edit_state: '1,2', or give a notnull: 1$/),
    ]);
    expect(mend({ view_state: '1,2', edit_state: '0,1,2' })).toEqual([]);
  });
});
