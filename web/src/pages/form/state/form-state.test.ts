import { describe, expect, it } from 'vitest';
import {
  changedFields,
  draftOf,
  EMPTY,
  type FormState,
  isDirty,
  isSame,
  reduceForm,
  standing,
  submittedRows,
  typedSince,
  type Values,
} from './form-state.ts';

const SUB = 'initiation_fund.initiation_entity';
const loaded = (): FormState =>
  reduceForm(EMPTY, {
    type: 'load',
    values: { key_name: 'A', est_price: '100.000000', manager_entity: { id: 3, key_name: '孙' } },
    subs: {
      [SUB]: [
        { id: 11, version: 2, price: '60.000000' },
        { id: 12, version: 1, price: '40.000000' },
      ],
    },
  });
const told = (code: 305 = 305) => ({ code, remark: '$fieldEmpty', data: {} });
const encode = ({ values }: { values: Readonly<Record<string, unknown>> }) => ({ price: values.price });

describe('FORM-11 what changed, and undo', () => {
  it('a form as loaded is clean; names of references and spellings of nothing are no changes', () => {
    expect(isDirty(loaded())).toBe(false);
    expect(isSame({ id: 3, key_name: '孙' }, { id: 3 })).toBe(true);
    expect(isSame(null, '')).toBe(true);
    expect(isSame([], null)).toBe(true);
    expect(isSame([{ id: 1 }, { id: 2 }], [{ id: 1 }])).toBe(false);
    expect(isSame([{ id: 9, key_name: 'a.pdf' }], [{ id: 9, key_name: 'a.pdf' }])).toBe(true);
  });
  it('the first empty rows of a new form are no changes, yet they are sent', () => {
    const fresh = reduceForm(EMPTY, { type: 'load', values: {}, subs: { [SUB]: [{}] } });
    expect(isDirty(fresh)).toBe(false);
    const typed = reduceForm(fresh, { type: 'cell', sub: SUB, row: 'd0', values: { price: '5' } });
    expect([isDirty(typed), submittedRows(typed.subs[SUB]!, true, encode)]).toEqual([true, [{ op: 'Add', price: '5' }]]);
  });
  it('undo restores values, rows and takes the errors away', () => {
    let state = reduceForm(loaded(), { type: 'set', values: { key_name: 'B' } });
    state = reduceForm(state, { type: 'remove', sub: SUB, row: 'r11' });
    state = reduceForm(state, { type: 'errors', errors: { key_name: told() } });
    expect([isDirty(state), changedFields(state.values, state.loaded)]).toEqual([true, ['key_name']]);
    state = reduceForm(state, { type: 'undo' });
    expect([isDirty(state), state.errors, standing(state, SUB).length]).toEqual([false, {}, 2]);
  });
  it('typing into a field takes its error away, and only its', () => {
    const state = reduceForm(reduceForm(loaded(), { type: 'errors', errors: { key_name: told(), est_price: told() } }), {
      type: 'set',
      values: { key_name: 'B' },
    });
    expect(state.errors).toEqual({ est_price: told() });
  });
});

describe('SUB-01 rows are addressed by id, never by place', () => {
  it('sends additions, changes of the changed fields, and deletions of saved rows only', () => {
    let state = reduceForm(loaded(), { type: 'add', sub: SUB, values: { price: '5' } });
    state = reduceForm(state, { type: 'add', sub: SUB, values: { price: '6' } });
    state = reduceForm(state, { type: 'remove', sub: SUB, row: 'n1' });
    state = reduceForm(state, { type: 'cell', sub: SUB, row: 'r12', values: { price: '35' } });
    state = reduceForm(state, { type: 'remove', sub: SUB, row: 'r11' });
    expect(submittedRows(state.subs[SUB]!, true, encode)).toEqual([
      { op: 'Delete', id: 11, version: 2 },
      { op: 'Modify', id: 12, version: 1, price: '35' },
      { op: 'Add', price: '6' },
    ]);
    expect(standing(state, SUB).map((row) => row.values.price)).toEqual(['35', '6']);
  });
  it('of rows that live on their own a removed one is unbound', () => {
    const state = reduceForm(loaded(), { type: 'remove', sub: SUB, row: 'r11' });
    expect(submittedRows(state.subs[SUB]!, false, encode)).toEqual([{ op: 'Unbind', id: 11, version: 2 }]);
  });
  it('nothing changed sends nothing', () => {
    expect(submittedRows(loaded().subs[SUB]!, true, encode)).toEqual([]);
  });
});

describe('what is typed is taken up again', () => {
  const typed = (): FormState => {
    let state = reduceForm(loaded(), { type: 'set', values: { key_name: 'B' } });
    state = reduceForm(state, { type: 'cell', sub: SUB, row: 'r12', values: { price: '35' } });
    state = reduceForm(state, { type: 'remove', sub: SUB, row: 'r11' });
    return reduceForm(state, { type: 'add', sub: SUB, values: { price: '65' } });
  };
  const restored = (on: FormState) => reduceForm(on, { type: 'restore', draft: draftOf(typed())! });
  it('nothing typed is no draft, and a draft holds only what was typed', () => {
    expect(draftOf(loaded())).toBeNull();
    expect(draftOf(typed())).toMatchObject({
      values: { key_name: 'B' },
      subs: { [SUB]: [{ id: 11, gone: true }, { id: 12 }, { key: 'n1' }] },
    });
    expect(draftOf(typed())!.values).not.toHaveProperty('est_price');
  });
  it('upon the same record it sends what would have been sent', () => {
    const state = restored(loaded());
    expect([state.values, submittedRows(state.subs[SUB]!, true, encode)]).toEqual([
      typed().values,
      submittedRows(typed().subs[SUB]!, true, encode),
    ]);
    expect(standing(reduceForm(state, { type: 'add', sub: SUB, values: {} }), SUB).map((row) => row.key)).toEqual(['r12', 'n1', 'n2']);
  });
  it('upon a record that others changed, their fields stay theirs and rows stand on the version they were typed on', () => {
    const newer = reduceForm(EMPTY, {
      type: 'load',
      values: { key_name: 'C', est_price: '200.000000' },
      subs: {
        [SUB]: [
          { id: 12, version: 4, price: '90', bank: 'X' },
          { id: 13, version: 1, price: '1' },
        ],
      },
    });
    const state = restored(newer);
    expect(changedFields(state.values, state.loaded)).toEqual(['key_name']);
    expect(submittedRows(state.subs[SUB]!, true, ({ values }) => values)).toEqual([
      { op: 'Modify', id: 12, version: 1, price: '35' },
      { op: 'Add', price: '65' },
    ]);
  });
  it('a row that somebody deleted meanwhile is added anew, one that both deleted stays deleted', () => {
    const state = restored(reduceForm(EMPTY, { type: 'load', values: {}, subs: { [SUB]: [] } }));
    expect(submittedRows(state.subs[SUB]!, true, encode)).toEqual([
      { op: 'Add', price: '35' },
      { op: 'Add', price: '65' },
    ]);
  });
  it('of a new record the rows stand as they stood, also when all of them were taken away', () => {
    const fresh = reduceForm(EMPTY, { type: 'load', values: { urgency: { id: 1 } }, subs: { [SUB]: [{}] } });
    const one = reduceForm(fresh, { type: 'cell', sub: SUB, row: 'd0', values: { price: '5' } });
    const none = reduceForm(fresh, { type: 'remove', sub: SUB, row: 'd0' });
    const again = (state: FormState) => reduceForm(fresh, { type: 'restore', draft: draftOf(state)! }).subs[SUB]!.map((row) => row.values);
    expect([again(one), again(none)]).toEqual([[{ price: '5' }], []]);
  });
});

describe('the record changed under what is typed', () => {
  const from = (values: Values, rows: readonly Values[]) => reduceForm(EMPTY, { type: 'load', values, subs: { [SUB]: rows } });
  /** What the form holds upon `newest`, of what was typed since `since` stood there. */
  const upon = (newest: FormState, now: FormState, since: FormState) => {
    const draft = typedSince(now, since, newest);
    return draft ? reduceForm(newest, { type: 'restore', draft }) : newest;
  };
  const cell = (state: FormState, row: string, values: Values) => reduceForm(state, { type: 'cell', sub: SUB, row, values });
  const remove = (state: FormState, row: string) => reduceForm(state, { type: 'remove', sub: SUB, row });
  const add = (state: FormState, values: Values) => reduceForm(state, { type: 'add', sub: SUB, values });
  const sent = (state: FormState) => submittedRows(state.subs[SUB]!, true, ({ values }) => values);
  const shown = (state: FormState) => standing(state, SUB).map(({ values }) => values.price);
  const insist = (newest: FormState, now: FormState) => upon(newest, now, reduceForm(now, { type: 'undo' }));

  it('R4 who insists sends what he typed upon the rows as they are now, by id, and sees what others wrote beside it', () => {
    let mine = reduceForm(loaded(), { type: 'set', values: { key_name: 'B' } });
    mine = add(cell(remove(mine, 'r11'), 'r12', { price: '35' }), { price: '65' });
    const rows = [
      { id: 13, version: 1, price: '1' },
      { id: 12, version: 4, price: '90', bank: 'X' },
      { id: 11, version: 7, price: '60' },
    ];
    const state = insist(from({ key_name: 'C', est_price: '200' }, rows), mine);
    expect([state.values.key_name, state.values.est_price, shown(state)]).toEqual(['B', '200', ['1', '35', '65']]);
    expect(state.subs[SUB]![1]!.values.bank).toBe('X');
    expect(sent(state)).toEqual([
      { op: 'Modify', id: 12, version: 4, price: '35' },
      { op: 'Delete', id: 11, version: 7 },
      { op: 'Add', price: '65' },
    ]);
    expect(insist(from({}, rows), state).subs).toEqual(state.subs);
  });
  it('R4 a row that the other deleted is added anew where something was typed in it, and is gone where it was deleted here too', () => {
    const mine = cell(remove(loaded(), 'r11'), 'r12', { price: '35' });
    const state = insist(from({ key_name: 'A' }, []), mine);
    expect(sent(state)).toEqual([{ op: 'Add', price: '35' }]);
    expect(isDirty(insist(from({ key_name: 'A' }, []), remove(loaded(), 'r11')))).toBe(false);
  });
  it('R4 also after a reload, where the rows stood on the version they were typed on', () => {
    const draft = draftOf(cell(loaded(), 'r12', { price: '35' }))!;
    const newest = from({ key_name: 'A' }, [{ id: 12, version: 4, price: '90' }]);
    const again = reduceForm(newest, { type: 'restore', draft });
    expect(sent(again)).toEqual([{ op: 'Modify', id: 12, version: 1, price: '35' }]);
    expect(sent(insist(newest, again))).toEqual([{ op: 'Modify', id: 12, version: 4, price: '35' }]);
  });

  it('FORM-11 what is typed while a new record is being saved goes into the saved one: fields, its rows by their numbers, new rows', () => {
    const fresh = reduceForm(from({}, [{}]), { type: 'set', values: { key_name: 'a' } });
    const since = add(add(cell(fresh, 'd0', { price: '1' }), { price: '2' }), { price: '3' });
    let now = reduceForm(since, { type: 'set', values: { key_name: 'ab' } });
    now = add(remove(cell(now, 'n1', { price: '22' }), 'n2'), { price: '4' });
    const rows = [
      { id: 23, version: 1, price: '3' },
      { id: 22, version: 1, price: '2' },
      { id: 21, version: 1, price: '1' },
    ];
    const state = upon(from({ id: 5, key_name: 'a' }, rows), now, since);
    expect([state.values.key_name, shown(state)]).toEqual(['ab', ['22', '1', '4']]);
    expect(sent(state)).toEqual([
      { op: 'Delete', id: 23, version: 1 },
      { op: 'Modify', id: 22, version: 1, price: '22' },
      { op: 'Add', price: '4' },
    ]);
    expect(standing(add(state, {}), SUB).map(({ key }) => key)).toEqual(['r22', 'r21', 'n3', 'n4']);
    expect(typedSince(since, since, state)).toBeNull();
  });
  it('FORM-11 while a known one is saved too, whatever others added, and in whatever order rows are shown', () => {
    const since = add(cell(remove(loaded(), 'r11'), 'r12', { price: '35' }), { price: '5' });
    const now = add(cell(cell(since, 'r12', { price: '36' }), 'n1', { price: '6' }), { price: '7' });
    const rows = [
      { id: 31, version: 1, price: '9' },
      { id: 30, version: 1, price: '5' },
      { id: 12, version: 2, price: '35' },
    ];
    expect(sent(upon(from({}, rows), now, since))).toEqual([
      { op: 'Modify', id: 30, version: 1, price: '6' },
      { op: 'Modify', id: 12, version: 2, price: '36' },
      { op: 'Add', price: '7' },
    ]);
  });
  it('FORM-11 a row that was not saved, or is gone already, is added anew where something was typed in it since', () => {
    const since = add(add(loaded(), { price: '5' }), { price: '6' });
    const now = remove(cell(since, 'n1', { price: '55' }), 'n2');
    const left = { id: 11, version: 2, price: '60.000000' };
    expect(sent(upon(from({}, [left]), now, since))).toEqual([{ op: 'Add', price: '55' }]);
    // whose the one is that is left of two nobody can tell: it is left as it is
    expect(sent(upon(from({}, [left, { id: 40, version: 1, price: '6' }]), now, since))).toEqual([{ op: 'Add', price: '55' }]);
  });
});
