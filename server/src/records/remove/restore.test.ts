import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#server/meta/session.ts';
import { type Desk, lying, openDesk } from '../save/testing-save.ts';

let desk: Desk;
let own: Session;
let reader: Session;
beforeAll(async () => {
  desk = await openDesk();
  [own, reader] = await Promise.all([desk.as('own'), desk.as('mixed')]);
});
afterAll(() => desk?.close());

type Form = Record<string, unknown>;
const ask = (op: string, cloud: string, form: Form, session = own) => desk.ask(session, op, { cloud, ...form });
const added = async (cloud: string, form: Form = {}, session = own): Promise<number> => {
  const { code, data } = await ask('Add', cloud, { key_name: '名', ...form }, session);
  expect(code, cloud).toBe(200);
  return data.id as number;
};
const binned = async (cloud: string, id: number, session = own) =>
  expect((await ask('Delete', cloud, { id: String(id), ...(cloud === 'customer' ? { version: 1 } : {}) }, session)).code).toBe(200);
const restore = (cloud: string, id: number, session = own, form: Form = {}) => ask('Restore', cloud, { id, ...form }, session);
const isGone = async (cloud: string, id: number) => (await lying(desk, cloud, id)).deleted_time !== null;
const rows = (key: string, list: Form[]) => ({ _subtables: JSON.stringify({ [key]: list }) });
const line = (key_name: string, price = '1') => ({ op: 'Add', key_name, price });
const LINES = 'order_line.order_entity';
const linesOf = async (order: number) =>
  desk.base.db.query<{ id: number; key_name: string; gone: boolean }>(
    'select id, key_name, deleted_time is not null as gone from app.order_line where order_entity = $1 order by id',
    [order],
  );
const bill = () => added('bill', { amount: '1', ...rows('bill_fund.bill_entity', [{ op: 'Add', price: '1' }]) });
const sent = (id: number) => desk.base.db.query('update app.bill set review_state = 2, reviewers = $2 where id = $1', [id, [8]]);

describe('Restore is a save', () => {
  test('a row of a record under approval stays in the bin, and one whose sum its record checks', async () => {
    const id = await bill();
    const note = await added('bill_note', { bill_entity: id });
    await binned('bill_note', note);
    const [fund] = await desk.base.db.query<{ id: number }>('select id from app.bill_fund where bill_entity = $1', [id]);
    const swap = [
      { op: 'Delete', id: fund!.id },
      { op: 'Add', price: '1' },
    ];
    expect((await ask('Modify', 'bill', { id, ...rows('bill_fund.bill_entity', swap) })).code).toBe(200);
    expect((await restore('bill_fund', fund!.id)).code).toBe(312);
    await sent(id);
    const before = await lying(desk, 'bill', id);
    expect((await restore('bill_note', note)).code).toBe(312);
    expect((await restore('bill_fund', fund!.id)).code).toBe(312);
    expect([await isGone('bill_note', note), await isGone('bill_fund', fund!.id)]).toEqual([true, true]);
    expect(await lying(desk, 'bill', id)).toEqual(before);
  });
  test('only who could delete the record as it stands takes it back', async () => {
    const id = await added('bill', { amount: '1' });
    await binned('bill', id);
    expect((await ask('Recycle', 'bill', { rows: '1000' }, reader)).rows.map((row) => row.id)).toContain(id);
    expect((await restore('bill', id, reader)).code).toBe(312);
    expect(await isGone('bill', id)).toBe(true);
    expect((await restore('bill', id)).code).toBe(200);
  });
  test('nothing is restored under a deleted record, nor with a deleted reference', async () => {
    const order = await added('order');
    const parcel = await added('parcel', { order_entity: order });
    const customer = await added('customer', { kind: 1 });
    const second = await added('order', { customer_entity: customer });
    await binned('parcel', parcel);
    await binned('order', order);
    await binned('order', second);
    await binned('customer', customer);
    expect(await restore('parcel', parcel)).toMatchObject({
      code: 315,
      remark: '$restoreLacks',
      data: { field: { en_US: 'order_entity' } },
    });
    expect(await restore('order', second)).toMatchObject({ code: 315, data: { field: { en_US: 'customer_entity' } } });
    expect([await isGone('parcel', parcel), await isGone('order', second)]).toEqual([true, true]);
    expect((await restore('customer', customer, own, { version: 2 })).code).toBe(200);
    expect((await restore('order', second)).code).toBe(200);
  });
  test('a deleted reference of a row that would come back with it stops the whole', async () => {
    const customer = await added('customer', { kind: 1 });
    const order = await added('order', rows(LINES, [{ ...line('一'), customer_entity: customer }]));
    await binned('order', order);
    await binned('customer', customer);
    expect((await restore('order', order)).code).toBe(315);
    expect(await isGone('order', order)).toBe(true);
    expect((await linesOf(order)).map((row) => row.gone)).toEqual([true]);
  });
  test('the rows that went with it come back, exactly those', async () => {
    const order = await added('order', rows(LINES, [line('一', '10'), line('二', '20'), line('三', '30')]));
    const [first, second] = await linesOf(order);
    const mark = await added('line_mark', { line_entity: second!.id, weight: '4' });
    expect((await ask('Modify', 'order', { id: order, ...rows(LINES, [{ op: 'Delete', id: first!.id }]) })).code).toBe(200);
    await binned('order', order);
    expect((await linesOf(order)).map((row) => row.gone)).toEqual([true, true, true]);
    expect(await isGone('line_mark', mark)).toBe(true);
    expect((await restore('order', order)).code).toBe(200);
    expect((await linesOf(order)).map((row) => [row.key_name, row.gone])).toEqual([
      ['一', true],
      ['二', false],
      ['三', false],
    ]);
    expect(await isGone('line_mark', mark)).toBe(false);
    expect(await lying(desk, 'order', order)).toMatchObject({ lines: '50.00', deleted_time: null, deleted_entity: null, modify_entity: 2 });
  });
  test("a row that comes back alone counts in its record's sums, and moves its version", async () => {
    const order = await added('order', rows(LINES, [line('一', '10'), line('二', '20')]));
    const [first] = await linesOf(order);
    await binned('order_line', first!.id);
    expect(await lying(desk, 'order', order)).toMatchObject({ lines: '20.00', version: 2 });
    expect((await restore('order_line', first!.id)).code).toBe(200);
    expect(await lying(desk, 'order', order)).toMatchObject({ lines: '30.00', version: 3, modify_entity: 2 });
    expect((await ask('Modify', 'order', { id: order, version: 2, remark: 'x' })).code).toBe(311);
  });
  test('SUB-03 more rows than its record may have are 301', async () => {
    const order = await added('order', rows(LINES, [line('一'), line('二'), line('三')]));
    const [first] = await linesOf(order);
    const swap = [{ op: 'Delete', id: first!.id }, line('四')];
    expect((await ask('Modify', 'order', { id: order, ...rows(LINES, swap) })).code).toBe(200);
    expect(await restore('order_line', first!.id)).toMatchObject({ code: 301, remark: '$rowsTooMany' });
    expect(await isGone('order_line', first!.id)).toBe(true);
  });
  test("R4 a version that is no longer the record's restores nothing", async () => {
    const order = await added('order');
    await binned('order', order);
    expect((await restore('order', order, own, { version: 1 })).code).toBe(311);
    expect(await restore('order', order, own, { version: 2 })).toMatchObject({ code: 200, data: { id: order, version: 3 } });
    const customer = await added('customer', { kind: 1 });
    await binned('customer', customer);
    expect((await restore('customer', customer)).code).toBe(314);
  });
});
