import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { EMPTY, type FormState, reduceForm, type SubRow, typedSince, type Values } from '../state/form-state.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import { compare, withoutMine } from './clashes.ts';

const field = (field_name: string, more: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type: 'text' },
  ...more,
});
const tableOf = (name: string, fields: FieldDef[]): LoadedTable => ({
  uid: name,
  table_name: name,
  key_name: name,
  key_name_en: name,
  fields,
  states: [],
});
const NAMES = ['a', 'b', 'c'];
const table = tableOf('order', [...NAMES.map((name) => field(name)), field('total', { calc: 'a+b' })]);
const sub: SubtableForm = {
  def: { uid: 's', table_name: 'line', parent_field: 'order', key_name: 's', key_name_en: 's', inline: 1 },
  table: tableOf('line', [field('qty'), field('note')]),
};
const KEY = 'line.order';

const loaded = (values: Values, rows: readonly Values[] = []): FormState =>
  reduceForm(EMPTY, { type: 'load', values, subs: { [KEY]: rows } });
/** How keepMine puts what was typed over the newest, without React. */
function merged(now: FormState, newest: Values, rows: readonly Values[] = []): FormState {
  const base = loaded(newest, rows);
  const draft = typedSince(now, reduceForm(now, { type: 'undo' }), base);
  return draft ? reduceForm(base, { type: 'restore', draft }) : base;
}

describe('FORM-11 what two people changed of a record', () => {
  it('is a clash where both changed it, each to another value; what is calculated is nobody’s', () => {
    const now = reduceForm(loaded({ a: '1', b: '1', c: '1', total: 2 }), { type: 'set', values: { a: '2', b: '2', total: 4 } });
    const told = compare(now, { values: { a: '3', b: '2', c: '3', total: 5 }, subs: {} }, table, []);
    expect(told.clashes.map(({ place, mine, theirs }) => [place, mine, theirs])).toEqual([['a', '2', '3']]);
    expect([told.mine, told.theirs]).toEqual([2, 3]);
  });

  it('what followed and nobody said is no clash, of a field or of a cell; said over, it is', () => {
    const follows = { onchange: 'b=a' };
    const of = tableOf('order', [field('a', follows), field('b')]);
    const rows = { ...sub, table: tableOf('line', [field('a', follows), field('b')]) };
    const places = (said: readonly string[]) => {
      const begun = loaded({ a: '1', b: '1' }, [{ id: 7, a: '1', b: '1' }]);
      const typed = reduceForm(begun, { type: 'set', values: { a: '2', b: '2' }, said });
      const now = reduceForm(typed, { type: 'cell', sub: KEY, row: typed.subs[KEY]![0]!.key, values: { a: '2', b: '2' }, said });
      const newest = { values: { a: '3', b: '3' }, subs: { [KEY]: [{ id: 7, a: '3', b: '3' }] } };
      return compare(now, newest, of, [rows]).clashes.map(({ place }) => place.split('/').at(-1));
    };
    expect(places([])).toEqual(['a', 'a']);
    expect(places(['b'])).toEqual(['a', 'b', 'a', 'b']);
  });

  it('what a choice alone writes is no place of its own, and goes with the choice', () => {
    const of = tableOf('order', [field('who', { fetch: 'phone=mobile' }), field('phone', { readonly: 1 }), field('inner', { hidden: 1 })]);
    const now = reduceForm(loaded({ who: 'a', phone: '1', inner: 'x' }), { type: 'set', values: { who: 'b', phone: '2', inner: 'y' } });
    const { clashes } = compare(now, { values: { who: 'c', phone: '3', inner: 'z' }, subs: {} }, of, []);
    expect(clashes.map(({ place }) => place)).toEqual(['who']);
    expect(withoutMine(now, clashes).values).toEqual({ who: 'a', phone: '1', inner: 'y' });
  });

  it('what the newest does not tell, because a role hides it by now, is nobody’s change', () => {
    const now = reduceForm(loaded({ a: '1', b: '1' }), { type: 'set', values: { a: '2' } });
    expect(compare(now, { values: { b: '1' }, subs: {} }, table, [])).toEqual({ clashes: [], mine: 1, theirs: 0 });
  });

  it('of rows: a cell, and a row that one of them took out', () => {
    const rows = [1, 2, 3, 4].map((id) => ({ id, version: 1, qty: '1', note: '' }));
    let now = loaded({ a: '1' }, rows);
    now = reduceForm(now, { type: 'cell', sub: KEY, row: 'r1', values: { qty: '2', note: 'mine' } });
    now = reduceForm(now, { type: 'cell', sub: KEY, row: 'r2', values: { qty: '2' } });
    now = reduceForm(now, { type: 'remove', sub: KEY, row: 'r3' });
    now = reduceForm(now, { type: 'remove', sub: KEY, row: 'r4' });
    const theirs = [
      { ...rows[0], version: 2, qty: '3' },
      { ...rows[2], version: 2, note: 'theirs' },
    ];
    const { clashes } = compare(now, { values: { a: '1' }, subs: { [KEY]: theirs } }, table, [sub]);
    expect(clashes.map(({ place, gone, nth }) => [place, gone, nth])).toEqual([
      [`${KEY}/r1/qty`, undefined, 1],
      [`${KEY}/r2`, 'theirs', 2],
      [`${KEY}/r3`, 'mine', 3],
    ]);
    const all = withoutMine(now, clashes);
    const rowsLeft = merged(all, { a: '1' }, theirs as Values[]).subs[KEY]!;
    expect(rowsLeft.map((row: SubRow) => [row.id, row.values.qty, row.values.note, row.gone])).toEqual([
      [1, '3', 'mine', undefined],
      [3, '1', 'theirs', undefined],
    ]);
    const own = merged(now, { a: '1' }, theirs as Values[]).subs[KEY]!;
    expect(own.map((row: SubRow) => [row.id, row.values.qty, row.gone])).toEqual([
      [1, '2', undefined],
      [3, '1', true],
      [undefined, '2', undefined],
    ]);
  });

  it('any changes of two: each place has what one of them made of it, a clash what was chosen, all else what stood there', () => {
    const values = fc.record(Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom('', 'x', 'y', 'z')])));
    fc.assert(
      fc.property(values, values, values, fc.subarray(NAMES), (base, own, other, given) => {
        const now = reduceForm(loaded(base), { type: 'set', values: own });
        const { clashes } = compare(now, { values: other, subs: {} }, table, []);
        const end = merged(
          withoutMine(
            now,
            clashes.filter(({ place }) => given.includes(place)),
          ),
          other,
        );
        for (const name of NAMES) {
          const isClash = own[name] !== base[name] && other[name] !== base[name] && own[name] !== other[name];
          expect(clashes.some(({ place }) => place === name)).toBe(isClash);
          const takesOwn = isClash ? !given.includes(name) : own[name] !== base[name];
          expect(end.values[name]).toBe(takesOwn ? own[name] : other[name]);
        }
      }),
    );
  });
});
