import { describe, expect, it } from 'vitest';
import type { TableDef } from '#protocol/meta/table.ts';
import { formOf } from '../circumstances.ts';
import { draftOf, EMPTY, type FormDraft, type FormState, reduceForm, typedSince } from '../form-state.ts';
import { sentFor } from './sent.ts';
import { complaints, submission } from './submission.ts';

const names = ['key_name', 'place', 'price'];
const TABLE = {
  ...{ uid: 'u', table_name: 'house', key_name: '房', key_name_en: 'House', states: [] },
  fields: names.map((name) => ({ uid: `u.${name}`, field_name: name, key_name: name, key_name_en: name, data_type: 'text' })),
} as unknown as TableDef;
const filler = { user: { id: 1, key_name: '甲' }, today: '2026-11-21' };
const begun = (): FormState => reduceForm(EMPTY, { type: 'load', values: { place: '京' }, subs: {} });
const typed = (state = begun()): FormState => reduceForm(state, { type: 'set', values: { price: '7', key_name: '甲楼' } });
const contentOf = (state: FormState) => submission(state, formOf(TABLE, 'Add', 1, state.values, filler), [], true, filler);
const send = (state: FormState): FormState => reduceForm(state, { type: 'sent', sent: sentFor(state.sent, contentOf(state)) });
/** As the browser's storage gives it back. */
const keptOf = (state: FormState): FormDraft => JSON.parse(JSON.stringify(draftOf(state)));

describe('R5 FORM-11 one save is one record, also where its answer was lost', () => {
  it('after a reload the restored draft is sent as the same request', () => {
    const before = send(typed());
    const after = send(reduceForm(begun(), { type: 'restore', draft: keptOf(before) }));
    expect(after.sent!.rid).toBe(before.sent!.rid);
  });
  it('what was typed after the restore makes it another', () => {
    const before = send(typed());
    const restored = reduceForm(begun(), { type: 'restore', draft: keptOf(before) });
    const other = send(reduceForm(restored, { type: 'set', values: { price: '8' } }));
    expect(other.sent!.rid).not.toBe(before.sent!.rid);
  });
  it('what is saved, discarded or typed anew is never taken for it', () => {
    const before = send(typed());
    expect(reduceForm(before, { type: 'undo' }).sent).toBeUndefined();
    expect(reduceForm(before, { type: 'load', values: before.values, subs: {} }).sent).toBeUndefined();
    const since = typedSince(reduceForm(before, { type: 'set', values: { price: '9' } }), before, before);
    expect([since?.values, since?.sent]).toEqual([{ price: '9' }, undefined]);
    expect(send(typed()).sent!.rid).not.toBe(before.sent!.rid);
  });
  it('a draft that was never sent names no request', () => {
    expect(keptOf(typed())).not.toHaveProperty('sent');
  });
});

describe('FIELD-03 a day that was right when it was written', () => {
  const due = { uid: 'u.due', field_name: 'due', key_name: '期限', key_name_en: 'Due', data_type: 'date', min: 0 } as const;
  const house = { ...TABLE, fields: [...TABLE.fields, due] };
  const wrong = (values: object, op: 'Add' | 'Modify') => {
    const loaded = reduceForm(EMPTY, { type: 'load', values: { due: '2020-01-01' }, subs: {} });
    const state = reduceForm(loaded, { type: 'set', values: { ...values } });
    return complaints(state, formOf(house, op, 1, state.values, filler), [], filler, true).map(({ place }) => place);
  };
  it('keeps nobody from changing the rest of the record; another day is asked, and that of a new one', () => {
    expect(wrong({ place: '沪' }, 'Modify')).toEqual([]);
    expect(wrong({ due: '2020-01-02' }, 'Modify')).toEqual(['due']);
    expect(wrong({}, 'Add')).toEqual(['due']);
  });
});
