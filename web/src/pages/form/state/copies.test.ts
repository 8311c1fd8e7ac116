import { expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Values } from './form-state.ts';
import { createFormStore, createTyping, send } from './typing.ts';

const field = (field_name: string, rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: `t.${field_name}`, field_name, key_name: field_name, key_name_en: field_name, data_type: 'numeric' },
  ...rest,
});
const VENDOR = field('vendor', { key_name: '供应商', data_type: 'entity', source: 'vendor', fetch: 'price=price&days=days' });
const FIELDS = [VENDOR, field('price'), field('days'), field('total', { calc: 'price*days' })];
const TABLE = { uid: 't', table_name: 'deal', key_name: '单', key_name_en: 'Deal', states: [], fields: FIELDS } as unknown as TableDef;
const SUB = {
  def: { uid: 's', key_name: '行', key_name_en: 'Line', table_name: 'line', parent_field: 'deal_entity' },
  table: { ...TABLE, uid: 'l', table_name: 'line' },
};
const KEY = 'line.deal_entity';
const one = { id: 1, key_name: '甲公司' };
const two = { id: 2, key_name: '乙公司' };

/** A form with a vendor and his terms, in its fields and in a row; `answer` says what a vendor's read brings, and when. */
function opened() {
  const store = createFormStore();
  const asked: { id: number; answer(found: Values): void; fail(): void }[] = [];
  const read = (_: string, id: number) =>
    new Promise<Values>((answer, fail) => {
      asked.push({ id, answer, fail: () => fail(new Error('gone')) });
    });
  const filler = { user: { id: 1, key_name: '甲' }, today: '2026-11-22' };
  const typing = createTyping(store, { table: TABLE, op: 'Modify', review_state: 1, filler, read, subs: () => [SUB], copies: new Map() });
  const zero = { vendor: { id: 9 }, price: '100', days: '2', total: '200.00' };
  send(store, { type: 'load', values: { id: 5, ...zero }, subs: { [KEY]: [{ id: 7, ...zero }] } });
  const places = {
    field: {
      place: 'vendor',
      choose: (vendor: unknown) => typing.set({ vendor }, VENDOR),
      type: (values: Values) => typing.set(values),
      now: () => store.getState().values,
    },
    row: {
      place: `${KEY}/r7/vendor`,
      choose: (vendor: unknown) => typing.cell(SUB, 'r7', { vendor }, VENDOR),
      type: (values: Values) => typing.cell(SUB, 'r7', values),
      now: () => store.getState().subs[KEY]![0]!.values,
    },
  };
  return { store, typing, asked, places };
}
const turn = () => new Promise((done) => setTimeout(done));

for (const where of ['field', 'row'] as const) {
  const begun = () => {
    const { places, ...form } = opened();
    return { ...form, ...places[where] };
  };

  it(`FORM-08 in a ${where} what the former choice brought goes at once, and what the new one brings is calculated with`, async () => {
    const { choose, now, asked } = begun();
    choose(one);
    expect(now()).toMatchObject({ vendor: one, price: null, days: null });
    asked[0]!.answer({ price: '30', days: '3' });
    await turn();
    expect(now()).toMatchObject({ price: '30', days: '3', total: '90.00' });
  });

  it(`FORM-08 in a ${where} the latest choice counts, in whatever order the answers come`, async () => {
    const { choose, now, asked, store, typing } = begun();
    choose(one);
    choose(two);
    asked[1]!.answer({ price: '20', days: '2' });
    await turn();
    asked[0]!.answer({ price: '10', days: '1' });
    await turn();
    expect(now()).toMatchObject({ vendor: two, price: '20', days: '2' });
    choose(one);
    choose(null);
    expect(await typing.copied()).toBeUndefined();
    asked[2]!.answer({ price: '10', days: '1' });
    await turn();
    expect(now()).toMatchObject({ vendor: null, price: null, days: null });
    choose(one);
    choose(two);
    choose(one);
    asked[3]!.fail();
    await turn();
    expect(store.getState().errors).toEqual({});
    asked[5]!.answer({ price: '11', days: '1' });
    await turn();
    expect(now()).toMatchObject({ vendor: one, price: '11' });
  });

  it(`FORM-08 in a ${where} what is typed meanwhile stays`, async () => {
    const { choose, type, now, asked } = begun();
    choose(one);
    type({ price: '55' });
    asked[0]!.answer({ price: '30', days: '3' });
    await turn();
    expect(now()).toMatchObject({ vendor: one, price: '55', days: '3', total: '165.00' });
  });

  it(`FORM-08 in a ${where} a copy that does not come leaves nothing of another, and is told there`, async () => {
    const { choose, type, now, asked, place, store, typing } = begun();
    choose(one);
    const copied = typing.copied();
    asked[0]!.fail();
    expect(await copied).toBe(place);
    expect(now()).toMatchObject({ vendor: one, price: null, days: null });
    const remark = where === 'row' ? '$rowNotCopied' : '$fieldNotCopied';
    expect(store.getState().errors[place]).toMatchObject({ remark, data: { choice: one, ...(where === 'row' ? { row: 1 } : {}) } });
    type({ price: '3' });
    expect(Object.keys(store.getState().errors)).toEqual([place]);
    choose(null);
    expect([store.getState().errors, await typing.copied()]).toEqual([{}, undefined]);
  });

  it(`FORM-08 in a ${where} a copy for a choice that was undone, or gave way to a newer record, is dropped`, async () => {
    const { choose, now, asked, store, typing } = begun();
    choose(one);
    send(store, { type: 'undo' });
    asked[0]!.answer({ price: '30', days: '3' });
    expect(await typing.copied()).toBeUndefined();
    expect(now()).toMatchObject({ vendor: { id: 9 }, price: '100' });
    choose(one);
    send(store, { type: 'undo' });
    asked[1]!.fail();
    expect(await typing.copied()).toBeUndefined();
    expect(store.getState().errors).toEqual({});
  });
}

it('FORM-08 who waits for the copies waits for those that are begun meanwhile too', async () => {
  const { typing, asked, places, store } = opened();
  places.field.choose(one);
  const copied = typing.copied();
  places.row.choose(two);
  asked[0]!.answer({ price: '1', days: '1' });
  await turn();
  places.field.choose(two);
  asked[1]!.answer({ price: '2', days: '2' });
  asked[2]!.answer({ price: '3', days: '3' });
  expect(await copied).toBeUndefined();
  expect([store.getState().values.price, places.row.now().price]).toEqual(['3', '2']);
});
