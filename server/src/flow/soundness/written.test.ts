import { describe, expect, it } from 'vitest';
import { demandsOf } from '#protocol/check/languages/written.ts';
import type { Problem } from '#protocol/check/problem.ts';
import { createScope } from '#protocol/check/scope.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef, StateDef, WriteBackDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { loadSuites } from '#server/installed.ts';
import { DefinitionError } from '#server/meta/load.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const event = (id: number, rest: Partial<EventDef>): EventDef => ({ uid: `e${id}`, id, ...named, key_name: `名${id}`, ...rest });
const state = (value: string, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...{ uid: `s${value}`, value, ...named, actions: [{ uid: `a${value}`, op: 'Review', ...named, events }] },
  ...rest,
});
const handler = { type: 'role', code: 'keeper' } as const;

/** A book is asked for (1), judged (2), handed over (3), lent (90); or refused (92), or given up by who asked for it (91). */
const loan = (of: Partial<FieldDef>, rest: Partial<TableDef> = {}, needs: Partial<Record<number, string>> = {}): TableDef => {
  const asked = (id: number, more: Partial<EventDef>) => event(id, { ...more, ...(needs[id] ? { need_fields: needs[id] } : {}) });
  return testTable('loan', {
    flow: 1,
    fields: [
      field('kind', { data_type: 'radio', items: [1, 2].map((id) => ({ id, ...named })), notnull: 1 }),
      field('count', { data_type: 'int' }),
      field('book', { data_type: 'entity', source: 'book', ...of }),
    ],
    states: [
      state('1', [asked(11, { next_state: 2 }), asked(12, { next_state: 91 })]),
      state('2', [asked(21, { next_state: 3 }), asked(22, { next_state: 0 }), asked(23, { next_state: 92 })], { handler }),
      state('3', [asked(31, { next_state: 90 }), asked(32, { back_state: '2' })], { handler }),
      state('90', [], { end: 'pass' }),
      state('91', [], { end: 'cancel' }),
      state('92', [], { end: 'reject' }),
    ],
    write_back: [lent()],
    ...rest,
  });
};
const lent = (rest: Partial<WriteBackDef> = {}): WriteBackDef => ({
  ...{ uid: 'lent', state: 90, table: 'book', op: 'Modify', id_field: 'book', values: { lent: 1 } },
  ...rest,
});
const at = (...events: number[]) => ({ state: undefined, events }) as Partial<WriteBackDef>;
const book = testTable('book', {
  fields: [
    field('lent', { data_type: 'int' }),
    field('title', { data_type: 'text', length: 200, notnull: 1 }),
    field('keeper', { data_type: 'entity', source: 'book' }),
  ],
});
const may = (group: string, ...items: string[]) => ({ group, scope: 2 as const, items });
const roles = [{ uid: 'r', code: 'keeper', ...named, grants: [may('loan', 'List', 'Review'), may('book', 'List')] }];
const load = (table: TableDef): readonly Problem[] => {
  try {
    loadSuites([testSuite([book, table], { roles })], '/nowhere');
    return [];
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems;
    throw error;
  }
};
const isEmptiness = ({ path, reason }: Problem) => path.startsWith('write_back') && /may be empty|would be empty/.test(reason);

describe('FLOW-01 a write-back is refused for an empty field where a record can come to its end with it empty, and only there', () => {
  it.each<[string, Partial<FieldDef>, Partial<TableDef>?, Partial<Record<number, string>>?]>([
    ['notnull, typed by the applicant', { notnull: 1 }],
    ["notnull, with edit_state '0,1'", { notnull: 1, edit_state: '0,1' }],
    ["notnull, with edit_state '1'", { notnull: 1, edit_state: '1' }],
    ["notnull, with edit_state '0,1' and a view_state of all its ways", { notnull: 1, edit_state: '0,1', view_state: '0,1,2,3,90' }],
    ['notnull, typed at a step on every way', { notnull: 1, edit_state: '3' }],
    ['notnull, typed by the applicant and again at the last step', { notnull: 1, edit_state: '0,1,3' }],
    ['always asked for by its condition', { need_where: 'kind in (1,2)' }],
    ['asked for by the event that submits', {}, {}, { 11: 'book' }],
    ['asked for by the last event', { edit_state: '3' }, {}, { 31: 'book' }],
    ['with a default that nobody may change', { readonly: 1, data_type: 'entity', defvalue: 1 }],
    ['demanded and filled by the server', { notnull: 1, readonly: 1, defvalue: 1 }],
    ['written at a step, and typed before it', { notnull: 1, edit_state: '2' }, { write_back: [lent(at(31))] }],
    ['written at a step, and asked for by that event alone', { edit_state: '2' }, { write_back: [lent(at(21))] }, { 21: 'book' }],
  ])('taken: %s', (_, of, rest, needs) => {
    expect(load(loan(of, rest, needs))).toEqual([]);
  });

  it.each<[string, Partial<FieldDef>, Partial<TableDef>?, Partial<Record<number, string>>?]>([
    ['that nobody must fill', {}],
    ['with a default that one may empty', { defvalue: 1 }],
    ['demanded where its condition shows it, which it need not', { notnull: 1, view_where: 'kind=1' }],
    ['asked for by a condition that need not hold', { need_where: 'kind=1' }],
    ['demanded at a step that another way leaves out', { notnull: 1, edit_state: '2' }, { states: leftOut() }],
    ['asked for on one way of two', {}, { states: leftOut() }, {}],
    ['emptied by who returns it, and not asked for again', { notnull: 1, edit_state: '0,1,3' }, { states: pastReturn() }],
    ['at a step that is typed later', { notnull: 1, edit_state: '3' }, { write_back: [lent(at(21))] }],
    ['at one of two events, asked for by the other', { edit_state: '2' }, { write_back: [lent(at(21, 23))] }, { 21: 'book' }],
    ['at the end of who gave it up', { notnull: 1 }, { write_back: [lent({ state: 91 })] }],
    ['at the end of who refuses it at the step that types it', { notnull: 1, edit_state: '2' }, { write_back: [lent({ state: 92 })] }],
  ])('refused: a field %s', (_, of, rest, needs) => {
    const table = loan(of, rest, needs);
    const found = load(table);
    expect(found.filter(isEmptiness)).toMatchObject([{ file: 'suites/test/tables/loan.ts', path: 'write_back[lent].id_field' }]);
    expect(found).toHaveLength(1);
  });

  it('no refusal rests on a way of which it is not known whether it is ever open', () => {
    const guarded = (where: string) => {
      const table = loan({});
      table.fields.push(field('more', { data_type: 'int' }));
      table.states.find(({ value }) => value === '3')!.actions![0]!.events![0]!.where = where;
      return load(table).filter(isEmptiness);
    };
    expect(guarded('count<{more}')).toEqual([]);
    expect(guarded('count is empty|count is not empty')).toHaveLength(1);
  });
});

describe('FLOW-01 a write-back into a field that is demanded there', () => {
  const into = (value: string, fields: FieldDef[] = [], rest: Partial<TableDef> = {}) => {
    const table = loan({ notnull: 1 }, { write_back: [lent({ values: { title: value } })], ...rest });
    return load({ ...table, fields: [...table.fields, ...fields] }).map(({ path, reason, mend }) => [path, reason, mend]);
  };
  const note = (name: string, of: Partial<FieldDef> = {}) => field(name, { data_type: 'text', length: 50, ...of });
  const rows = [{ uid: 'c', ...named, table_name: 'copy', parent_field: 'loan_entity', inline: 1 as const }];

  it.each<[string, string, FieldDef[]?]>([
    ['a text around the field', 'No. {note}', [note('note')]],
    ['two fields, one of which is always there', '{note}{owner}', [note('note'), note('owner', { notnull: 1 })]],
    ['a number that the server draws', '{no}', [note('no', { number: 'A-{000}' })]],
    ['a default that nobody may change', '{mark}', [note('mark', { readonly: 1, defvalue: 'x' })]],
    ['a calculation of what is always there', '{told}', [note('told', { calc: "if(kind=1,'a','b')" })]],
    ['a calculation of nothing', '{told}', [note('told', { calc: "if(1=1,'a','b')" })]],
  ])('is taken: %s', (_, value, fields) => expect(into(value, fields)).toEqual([]));

  it.each<[string, string, FieldDef[], RegExp]>([
    [
      'a field',
      '{note}',
      [note('note')],
      /^give note notnull: 1, or give note edit_state: '0,1,3' and name note in need_fields of event 31$/,
    ],
    [
      'two fields that may both be empty',
      '{note}{owner}',
      [note('note'), note('owner')],
      /^give note notnull: 1, or .* name note in need_fields of event 31$/,
    ],
    ['a default that one may empty', '{mark}', [note('mark', { defvalue: 'x' })], /^give mark notnull: 1, or /],
    ['a calculation of what may be empty', '{told}', [note('told', { calc: "if(count>1,'a','b')" })], /^give count notnull: 1, or /],
    ['what no field describes', '{key_name}', [], /^write another value, or describe key_name by a field of this table/],
  ])('is refused: %s', (_, value, fields, mend) => {
    expect(into(value, fields)).toEqual([
      [
        'write_back[lent].values.title',
        expect.stringMatching(
          /^E16 book demands title \(字段 title\), and \w+ may be empty when a record comes to state 90 \(.*by events 11, 21, 31\)$/,
        ),
        expect.stringMatching(mend),
      ],
    ]);
  });

  it('is taken where a calculation reads rows that there must be, or all events to the end ask for it', () => {
    const copy = testTable('copy', {
      fields: [field('loan_entity', { data_type: 'entity', source: 'loan', notnull: 1, hidden: 1 }), field('pages', { data_type: 'int' })],
    });
    const summed = (min: number, needs: Partial<Record<number, string>> = {}) => {
      const table = loan(
        { notnull: 1 },
        { subtables: rows.map((one) => ({ ...one, min })), write_back: [lent({ values: { pages: '{sum}' } })] },
        needs,
      );
      const all = { ...table, fields: [...table.fields, field('sum', { data_type: 'int', calc: 'sum(copy.pages)' })] };
      const paged = { ...book, fields: [...book.fields, field('pages', { data_type: 'int', notnull: 1 as const })] };
      try {
        loadSuites([testSuite([paged, all, copy], { roles })], '/nowhere');
        return [];
      } catch (error) {
        return (error as DefinitionError).problems;
      }
    };
    expect(summed(1)).toEqual([]);
    expect(summed(0, { 11: 'sum' })).toEqual([]);
    expect(summed(0)).toMatchObject([
      { mend: expect.stringMatching(/^name sum in need_fields of event 11, or give sub-table copy min: 1$/) },
    ]);
  });
});

describe('FLOW-01 what a write-back needs', () => {
  it('of one at a step the refusal names the event, and what is mended as it says is taken', () => {
    const written = { write_back: [lent(at(21))] };
    expect(load(loan({}, written))).toMatchObject([
      {
        reason: expect.stringContaining('book names the record to change, and book may be empty when event 21 moves a record on'),
        mend: expect.stringContaining('give book notnull: 1'),
      },
    ]);
    expect(load(loan({ notnull: 1 }, written))).toEqual([]);
  });

  const mends = (table: TableDef) => load(table).map(({ mend }) => mend);
  it('an end that asks for no complete form is mended by its event alone', () => {
    expect(mends(loan({}, { write_back: [lent({ state: 91 })] }))).toEqual(['name book in need_fields of event 12']);
  });

  it('a default is there where nobody empties it: not the department of who has none, nor what a choice copies', () => {
    const needed = (...fields: FieldDef[]) => {
      const table = loan({ notnull: 1 }, { write_back: [lent({ values: { title: '{x}' } })] });
      const all = { ...table, fields: [...table.fields, ...fields] };
      return demandsOf(createScope([testSuite([book, all])]), all).map(({ fields: of }) => of);
    };
    const x = (of: Partial<FieldDef>) => field('x', { data_type: 'text', readonly: 1, ...of });
    expect(needed(x({ defvalue: 'a' }))).toEqual([['book']]);
    expect(needed(x({ defvalue: '{user.department_entity}' }))).toEqual([['book'], ['x']]);
    expect(needed(x({ defvalue: 'a' }), field('y', { data_type: 'entity', source: 'book', fetch: 'x=title' }))).toEqual([['book'], ['x']]);
    const writer = (list: string) => field('y', { data_type: 'text', onchange: list });
    expect(needed(x({ defvalue: 'a' }), writer('x=y'))).toEqual([['book'], ['x']]);
    expect(needed(x({ defvalue: 'a', hidden: 1 }), writer('x=y'))).toEqual([['book'], ['x']]);
    expect(needed(x({ defvalue: 'a', hidden: 1 }), writer('z=y'))).toEqual([['book']]);
  });
});

/** State 2 may be left out. */
function leftOut(): StateDef[] {
  const states = loan({}).states;
  states[0]!.actions![0]!.events!.push(event(13, { next_state: 3 }));
  return states;
}
/** From 2 a record goes on to its end, past 3, after it came back from there. */
function pastReturn(): StateDef[] {
  const states = loan({}).states;
  states[1]!.actions![0]!.events!.push(event(24, { next_state: 90 }));
  return states;
}
