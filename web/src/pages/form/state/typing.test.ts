import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { LoadedSubtable } from '#protocol/rules/form/locked.ts';
import { calculated, formOf, rowsByName } from './circumstances.ts';
import { draftOf, EMPTY, type FormAction, type FormState, reduceForm, typedSince } from './form-state.ts';
import { submission } from './sent/submission.ts';
import { cellOf, createFormStore, createTyping, send } from './typing.ts';

const text = (n: number): FieldDef => ({
  uid: `u.f${n}`,
  field_name: `f${n}`,
  key_name: `字段${n}`,
  key_name_en: `Field ${n}`,
  data_type: 'text',
});
const number = (n: number): FieldDef => ({ ...text(n), data_type: 'numeric', length: '18,2' });
const calc = (name: string, formula: string): FieldDef => ({ ...number(0), uid: `u.${name}`, field_name: name, calc: formula });

/** 80 fields: 60 texts, 12 numbers, 5 calculated (one of another), 3 with rules that read other fields. */
const FIELDS: readonly FieldDef[] = [
  ...Array.from({ length: 60 }, (_, at) => text(at + 1)),
  ...Array.from({ length: 12 }, (_, at) => number(at + 61)),
  ...[calc('c1', 'f61+f62'), calc('c2', 'c1*2'), calc('c3', 'f63*f64'), calc('c4', 'sum(fund.price)'), calc('c5', 'c4-f61')],
  { ...text(78), need_where: 'f61>5' },
  { ...text(79), view_where: 'f62>5' },
  { ...text(80), edit_where: 'f63>5' },
];
const TABLE = { uid: 'u', table_name: 'big', key_name: '大', key_name_en: 'Big', fields: FIELDS, states: [] } as unknown as TableDef;
const FUND = {
  ...{ uid: 'v', table_name: 'fund', key_name: '款', key_name_en: 'Fund', states: [] },
  fields: [{ ...number(1), field_name: 'price' }],
} as unknown as TableDef;
const SUB = { def: { uid: 's', key_name: '款', key_name_en: 'Fund', table_name: 'fund', parent_field: 'big_entity' }, table: FUND };
const KEY = 'fund.big_entity';
const TODAY = '2026-11-21';
const filler = { user: { id: 1, key_name: '甲' }, today: TODAY };

const SAID = { code: 310 as const, remark: '$duplicate', data: {}, byServer: true as const };

function opened(read = async () => ({}) as Record<string, unknown>) {
  const store = createFormStore();
  const typing = createTyping(store, { table: TABLE, op: 'Modify', review_state: 1, filler, read, subs: () => [SUB], copies: new Map() });
  send(store, {
    type: 'load',
    values: { f61: '1', f62: '2', f63: '3', f64: '4', c1: '3.00', c2: '6.00', c3: '12.00', c4: '7.00', c5: '6.00' },
    subs: { [KEY]: [{ id: 1, price: '7' }] },
  });
  return { store, typing };
}

it('SUB-01 a block that was laid over rows is taken back in one step, with what was told there before', () => {
  const { store, typing } = opened();
  typing.cell(SUB, 'r1', { price: 'x' });
  send(store, { type: 'errors', errors: { [`${KEY}/r1/price`]: SAID, f2: SAID } });
  const before = store.getState();
  expect(before.subs[KEY]).toHaveLength(1);
  const keys = typing.lay(SUB, [{ key: before.subs[KEY]![0]!.key, values: { price: '1' } }, { values: { price: '2' } }]);
  typing.set({ f1: 'typed since' });
  send(store, { type: 'errors', errors: { [`${KEY}/${keys[1]}/price`]: SAID, f3: SAID } });
  typing.unlay(SUB, before);
  const { subs, values, errors, nextKey } = store.getState();
  expect(subs).toEqual(before.subs);
  expect(values.f1).toBe('typed since');
  expect(Object.keys(errors).sort()).toEqual(['f3', `${KEY}/r1/price`].sort());
  // a row that comes next is none of those that were taken back
  expect(nextKey).toBeGreaterThan(before.nextKey);
});

/** The fields whose cells draw something else after `change`. */
function touched(change: (form: ReturnType<typeof opened>) => void, form = opened()): string[] {
  const { store, typing } = form;
  const views = () => FIELDS.map((field) => cellOf(field, typing, store.getState()));
  const before = views();
  change(form);
  const after = views();
  return FIELDS.filter((_, at) =>
    (Object.keys(after[at]!) as (keyof (typeof after)[0])[]).some((part) => !Object.is(after[at]![part], before[at]![part])),
  ).map((field) => field.field_name);
}

it('FORM-05 what rights lock is closed in the form of the op that they lock it for, checked nowhere and not sent', () => {
  const place: FieldDef = { ...text(1), edit_state: '0,1', notnull: 1, length: 3 };
  const table = { ...TABLE, fields: [place, text(2)], locked: { Modify: ['f1'] } } as TableDef;
  const ways = (['Add', 'Modify', 'Review'] as const).map((op) => {
    const store = createFormStore();
    const typing = createTyping(store, { table, op, review_state: 1, filler, read: async () => ({}), subs: () => [], copies: new Map() });
    send(store, { type: 'load', values: {}, subs: {} });
    const wrong = typing.tell(true).map((each) => each.place);
    typing.set({ f1: 'a', f2: 'b' });
    const form = typing.formAt(store.getState().values);
    return [cellOf(place, typing, store.getState()).editable, wrong, Object.keys(submission(store.getState(), form, [], true, filler))];
  });
  expect(ways).toEqual([
    [true, ['f1'], ['f1', 'f2']],
    [false, [], ['f2']],
    [true, ['f1'], ['f1']],
  ]);
});

it('SUB-02 rows with rights of their own: a new one is typed by the right to add, one that stands by the right to change', () => {
  const note: FieldDef = { ...text(2), field_name: 'note' };
  const child = { ...FUND, fields: [...FUND.fields, note], locked: { Modify: ['price'], Review: ['note'] } };
  const parent = (op: 'Modify' | 'Review') =>
    formOf({ ...TABLE, flow: op === 'Review' ? 1 : 0 } as TableDef, op, op === 'Review' ? 3 : 1, {}, filler);
  const sent = (def: Partial<LoadedSubtable>, op: 'Modify' | 'Review' = 'Modify') => {
    const sub = { def: { ...SUB.def, edit_state: '1,3', ...def }, table: child };
    const loaded = reduceForm(EMPTY, { type: 'load', values: {}, subs: { [KEY]: [{ id: 1, price: '7', note: 'a' }] } });
    const typed = [
      { type: 'cell', sub: KEY, row: loaded.subs[KEY]![0]!.key, values: { price: '8', note: 'b' } },
      { type: 'add', sub: KEY, values: { price: '9', note: 'c' } },
    ] as const;
    return (submission(typed.reduce(reduceForm, loaded), parent(op), [sub], false, filler)._subtables as Record<string, object[]>)?.[KEY];
  };
  const all = (['Add', 'Modify', 'Delete'] as const).map((op) => ({ op }));
  expect(sent({ own: 1, offers: all })).toEqual([
    { op: 'Modify', id: 1, note: 'b' },
    { op: 'Add', price: '9.00', note: 'c' },
  ]);
  // the record's right, where the rows have none of their own
  expect(sent({ offers: all })).toEqual([
    { op: 'Modify', id: 1, note: 'b' },
    { op: 'Add', note: 'c' },
  ]);
  expect(sent({ offers: all }, 'Review')).toEqual([
    { op: 'Modify', id: 1, price: '8.00' },
    { op: 'Add', price: '9.00' },
  ]);
  // nothing of the rows that stand is sent where only adding is offered
  expect(sent({ own: 1, offers: [{ op: 'Add' }] })).toEqual([{ op: 'Add', price: '9.00', note: 'c' }]);
});

describe('FORM-08 quality: a key in a form of 80 fields concerns few of them', () => {
  it('a text concerns itself alone', () => {
    expect(FIELDS).toHaveLength(80);
    expect(touched(({ typing }) => typing.set({ f7: 'a' }, text(7)))).toEqual(['f7']);
  });
  it.each([
    ['a number, what is worked out of it, and of that', { f61: '5' }, ['f61', 'c1', 'c2', 'c5']],
    ['a number of another sum', { f64: '9' }, ['f64', 'c3']],
    ['the field that a rule now needs', { f61: '6' }, ['f61', 'c1', 'c2', 'c5', 'f78']],
    ['the field that a rule now shows', { f62: '6' }, ['f62', 'c1', 'c2', 'f79']],
    ['the field that a rule now opens', { f63: '6' }, ['f63', 'c3', 'f80']],
  ])('%s', (_, values, names) => {
    expect(touched(({ typing }) => typing.set(values)).sort()).toEqual([...names].sort());
  });
  it('a row of a sub-table concerns the sums over it, and no other row', () => {
    const form = opened();
    form.typing.addRow(SUB);
    const [first] = form.store.getState().subs[KEY]!;
    expect(touched(({ typing }) => typing.cell(SUB, 'n1', { price: '3' }), form)).toEqual(['c4', 'c5']);
    expect(form.store.getState().subs[KEY]![0]).toBe(first);
    expect(form.store.getState().values).toMatchObject({ c4: '10.00', c5: '9.00' });
  });
  it('an error concerns its field, and typing there takes it away', () => {
    const form = opened();
    expect(touched(({ store }) => send(store, { type: 'errors', errors: { f9: SAID } }), form)).toEqual(['f9']);
    expect(touched(({ typing }) => typing.set({ f9: 'a' }), form)).toEqual(['f9']);
    expect(form.store.getState().errors).toEqual({});
  });
  it('the circumstances are worked out once for one content', () => {
    const { store, typing } = opened();
    const form = typing.formAt(store.getState().values);
    send(store, { type: 'errors', errors: { f9: SAID } });
    expect(typing.formAt(store.getState().values)).toBe(form);
    typing.set({ f9: 'a' });
    expect(typing.formAt(store.getState().values)).not.toBe(form);
  });
});

it('FORM-08 what a choice copies into the form is calculated with, in the form and in a row', async () => {
  const chooser: FieldDef = { ...text(1), data_type: 'entity', source: 'project', fetch: 'f61=amount' };
  const { store, typing } = opened(async () => ({ amount: '40' }));
  typing.set({ f1: { id: 3 } }, chooser);
  await Promise.resolve();
  await Promise.resolve();
  expect(store.getState().values).toMatchObject({ f61: '40', c1: '42.00', c2: '84.00' });
  typing.set({ f1: null }, chooser);
  expect(store.getState().values.f61).toBeNull();
});

it('R4 what is put upon a row that somebody else changed is calculated from both', () => {
  const fields = [...['price', 'n'].map((name) => ({ ...number(1), field_name: name })), calc('total', 'price*n')];
  const sub = { ...SUB, table: { ...FUND, fields } as unknown as TableDef };
  const store = createFormStore();
  const typing = createTyping(store, {
    ...({ table: TABLE, op: 'Modify', review_state: 1, filler, subs: () => [sub] } as const),
    ...{ read: async () => ({}), copies: new Map() },
  });
  const row = { id: 1, price: '7', n: '2', total: '14.00' };
  send(store, { type: 'load', values: {}, subs: { [KEY]: [row, { ...row, id: 2 }] } });
  typing.cell(sub, 'r1', { price: '5' });
  const now = store.getState();
  const theirs = { ...row, n: '4', total: '28.00' };
  send(store, { type: 'load', values: {}, subs: { [KEY]: [theirs, { ...theirs, id: 2 }] } });
  const untouched = store.getState().subs[KEY]![1];
  typing.restore(typedSince(now, reduceForm(now, { type: 'undo' }), store.getState())!);
  expect(store.getState().subs[KEY]![0]!.values).toMatchObject({ price: '5', n: '4', total: '20.00' });
  expect(store.getState().subs[KEY]![1]).toBe(untouched);
  expect(store.getState().values.c4).toBe('12.00');
});

const step = fc.oneof(
  fc.record({ field: fc.constantFrom('f1', 'f61', 'f62', 'f63', 'f64'), value: fc.constantFrom('', '1', '6', '12.50', '-3', 'x', null) }),
  fc.record({ row: fc.nat(3), value: fc.constantFrom('', '1', '2.25', null) }),
  fc.constant('add' as const),
  fc.record({ gone: fc.nat(3) }),
);

/** The rules from scratch: the action, then all calculated fields of what stands then. */
function plainly(state: FormState, action: FormAction): FormState {
  const next = reduceForm(state, action);
  return reduceForm(next, { type: 'set', values: calculated(TABLE, next.values, rowsByName(next), TODAY) });
}

it('FORM-08 however one types, the form holds what the rules give from scratch', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const { store, typing } = opened();
      let expected: FormState = { ...EMPTY, ...store.getState() };
      const rowAt = (at: number) => expected.subs[KEY]?.[at]?.key ?? 'none';
      for (const each of steps) {
        if (each === 'add') {
          expected = plainly(expected, { type: 'add', sub: KEY, values: {} });
          typing.addRow(SUB);
        } else if ('field' in each) {
          expected = plainly(expected, { type: 'set', values: { [each.field]: each.value } });
          typing.set({ [each.field]: each.value });
        } else if ('gone' in each) {
          const row = rowAt(each.gone);
          expected = plainly(expected, { type: 'remove', sub: KEY, row });
          typing.removeRow(SUB, row);
        } else {
          const row = rowAt(each.row);
          expected = plainly(expected, { type: 'cell', sub: KEY, row, values: { price: each.value } });
          typing.cell(SUB, row, { price: each.value });
        }
      }
      expect(store.getState()).toEqual(expected);
    }),
    { numRuns: 200, seed: 20261121 },
  );
});

it('FORM-06 what was wrong with what was typed is told again when it is put back, and of nothing else', () => {
  const { store, typing } = opened();
  typing.set({ f61: 'much', f2: 'well' });
  typing.cell(SUB, 'r1', { price: 'x' });
  typing.addRow(SUB);
  const draft = draftOf(store.getState())!;
  const again = opened();
  again.typing.restore(draft);
  expect(Object.keys(again.store.getState().errors).sort()).toEqual(['f61', `${KEY}/r1/price`].sort());
  expect(again.store.getState().left).toBeUndefined();
});
