import { describe, expect, it } from 'vitest';
import { changedFields, EMPTY, type FormState, isDirty, isSame, reduceForm, standing, submittedRows } from './form-state.ts';

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
const encode = (values: Readonly<Record<string, unknown>>) => ({ price: values.price });

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
    state = reduceForm(state, { type: 'errors', errors: { key_name: 'x' } });
    expect([isDirty(state), changedFields(state.values, state.loaded)]).toEqual([true, ['key_name']]);
    state = reduceForm(state, { type: 'undo' });
    expect([isDirty(state), state.errors, standing(state, SUB).length]).toEqual([false, {}, 2]);
  });
  it('typing into a field takes its error away, and only its', () => {
    const state = reduceForm(reduceForm(loaded(), { type: 'errors', errors: { key_name: 'x', est_price: 'y' } }), {
      type: 'set',
      values: { key_name: 'B' },
    });
    expect(state.errors).toEqual({ est_price: 'y' });
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
  it('binds and unbinds rows that live on their own, each once', () => {
    let state = reduceForm(loaded(), { type: 'bind', sub: SUB, rows: [{ id: 12 }, { id: 20 }, { id: 21 }] });
    state = reduceForm(state, { type: 'remove', sub: SUB, row: 'r11' });
    const bound = standing(state, SUB).find((row) => row.id === 21)!;
    state = reduceForm(state, { type: 'remove', sub: SUB, row: bound.key });
    expect(submittedRows(state.subs[SUB]!, false, encode)).toEqual([
      { op: 'Unbind', id: 11, version: 2 },
      { op: 'Bind', id: 20 },
    ]);
  });
  it('nothing changed sends nothing', () => {
    expect(submittedRows(loaded().subs[SUB]!, true, encode)).toEqual([]);
  });
});
