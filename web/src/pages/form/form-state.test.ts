import { describe, expect, it } from 'vitest';
import { changedFields, draftOf, EMPTY, type FormState, isDirty, isSame, reduceForm, standing, submittedRows } from './form-state.ts';

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
