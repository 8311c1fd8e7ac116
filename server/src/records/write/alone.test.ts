import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#server/meta/session.ts';
import { type Desk, lying, openDesk } from './testing-save.ts';

let desk: Desk;
let own: Session;
let dept: Session;
let reader: Session;
beforeAll(async () => {
  desk = await openDesk();
  [own, dept, reader] = await Promise.all([desk.as('own'), desk.as('dept'), desk.as('mixed')]);
});
afterAll(() => desk?.close());

type Form = Record<string, unknown>;
const ask = (op: string, cloud: string, form: Form, session = own) => desk.ask(session, op, { cloud, ...form });
const added = async (cloud: string, form: Form = {}, session = own): Promise<number> => {
  const { code, data } = await ask('Add', cloud, { key_name: '名', ...form }, session);
  expect(code, cloud).toBe(200);
  return data.id as number;
};
const LINES = 'order_line.order_entity';
const PARCELS = 'parcel.order_entity';
const rows = (key: string, list: Form[]) => ({ _subtables: JSON.stringify({ [key]: list }) });
const line = (key_name: string, price = '1') => ({ op: 'Add', key_name, price });
const put = (order: number, list: Form[], session = own) => ask('Modify', 'order', { id: order, ...rows(PARCELS, list) }, session);

describe('a row that is saved by itself is saved as its record', () => {
  test('it counts in the sums of its record and moves its version: added, changed, moved, deleted', async () => {
    const [one, two] = [await added('order'), await added('order')];
    const id = await added('order_line', { order_entity: one, price: '7' });
    expect(await lying(desk, 'order', one)).toMatchObject({ lines: '7.00', version: 2 });
    expect((await ask('Modify', 'order_line', { id, price: '8' })).code).toBe(200);
    expect(await lying(desk, 'order', one)).toMatchObject({ lines: '8.00', version: 3 });
    expect((await ask('Modify', 'order_line', { id, price: '8' })).code).toBe(200);
    expect(await lying(desk, 'order', one)).toMatchObject({ version: 3 });
    expect((await ask('Modify', 'order_line', { id, order_entity: two })).code).toBe(200);
    expect(await lying(desk, 'order', one)).toMatchObject({ lines: null, version: 4 });
    expect(await lying(desk, 'order', two)).toMatchObject({ lines: '8.00', version: 2 });
    expect((await ask('Delete', 'order_line', { id: String(id) })).code).toBe(200);
    expect(await lying(desk, 'order', two)).toMatchObject({ lines: null, version: 3 });
    const { rows: past } = await ask('History', 'order', { id: two });
    expect(past.map((row) => [row.version, row.op, (row.actor as { id: number }).id])).toEqual([
      [3, 'Modify', 2],
      [2, 'Modify', 2],
      [1, 'Add', 2],
    ]);
  });
  test('a row of a row counts up to the record', async () => {
    const order = await added('order', rows(LINES, [line('一')]));
    const [row] = await desk.base.db.query<{ id: number }>('select id from app.order_line where order_entity = $1', [order]);
    const mark = await added('line_mark', { line_entity: row!.id, weight: '3' });
    expect(await lying(desk, 'order_line', row!.id)).toMatchObject({ marks: 3, version: 2 });
    expect(await lying(desk, 'order', order)).toMatchObject({ version: 2 });
    expect((await ask('Delete', 'line_mark', { id: String(mark) })).code).toBe(200);
    expect(await lying(desk, 'order_line', row!.id)).toMatchObject({ marks: null, version: 3 });
  });
  test('SUB-03 more rows than the record may have are 301, and nothing is written', async () => {
    const order = await added('order', rows(LINES, [line('一'), line('二'), line('三')]));
    expect(await ask('Add', 'order_line', { key_name: '四', order_entity: order })).toMatchObject({ code: 301, remark: '$rowsTooMany' });
    expect(await lying(desk, 'order', order)).toMatchObject({ lines: '3.00', version: 1 });
  });
  test('it is not put under a record that one may only look at, nor under a deleted one', async () => {
    const theirs = await added('order', {}, own);
    expect((await ask('Show', 'order', { id: theirs }, reader)).code).toBe(200);
    expect((await ask('Add', 'order_line', { key_name: '一', order_entity: theirs }, reader)).code).toBe(312);
    const mine = await added('order', rows(LINES, [line('一')]), reader);
    const [row] = await desk.base.db.query<{ id: number }>('select id from app.order_line where order_entity = $1', [mine]);
    expect((await ask('Modify', 'order_line', { id: row!.id, order_entity: theirs }, reader)).code).toBe(312);
    expect(await lying(desk, 'order', theirs)).toMatchObject({ version: 1 });
    const gone = await added('order');
    expect((await ask('Delete', 'order', { id: String(gone) })).code).toBe(200);
    expect((await ask('Add', 'order_line', { key_name: '一', order_entity: gone })).code).toBe(315);
  });
  test('what others refer to is deleted neither alone, nor with its record, nor in its form', async () => {
    const order = await added('order', rows(LINES, [line('一')]));
    const [row] = await desk.base.db.query<{ id: number }>('select id from app.order_line where order_entity = $1', [order]);
    const parcel = await added('parcel', { line_entity: row!.id });
    expect((await ask('Delete', 'order_line', { id: String(row!.id) })).remark).toBe('$referenced');
    expect((await ask('Delete', 'order', { id: String(order) })).remark).toBe('$referenced');
    expect((await ask('Modify', 'order', { id: order, ...rows(LINES, [{ op: 'Delete', id: row!.id }]) })).remark).toBe('$referenced');
    expect((await ask('Delete', 'parcel', { id: String(parcel) })).code).toBe(200);
    const mark = await added('line_mark', { line_entity: row!.id, weight: '1' });
    expect((await ask('Modify', 'order', { id: order, ...rows(LINES, [{ op: 'Delete', id: row!.id }]) })).code).toBe(200);
    expect((await lying(desk, 'line_mark', mark)).deleted_time).not.toBeNull();
  });
});

describe('SUB-01 B12 rows that live on their own keep their own rights in the form of another record', () => {
  const theirsIn = async (order: number): Promise<number> => {
    const id = await added('parcel', { weight: '1' }, dept);
    await desk.base.db.query('update app.parcel set order_entity = $2 where id = $1', [id, order]);
    return id;
  };
  test.each(['Modify', 'Unbind'])("%s of another's row that is bound to my record: 312 where I see it, 315 where I do not", async (op) => {
    for (const [session, code] of [
      [own, 315],
      [reader, 312],
    ] as const) {
      const order = await added('order', {}, session);
      const parcel = await theirsIn(order);
      expect((await put(order, [{ op, id: parcel, ...(op === 'Modify' ? { weight: '9' } : {}) }], session)).code).toBe(code);
      expect(await lying(desk, 'parcel', parcel)).toMatchObject({ order_entity: order, weight: 1 });
    }
  });
  test.each(['Bind', 'Modify', 'Unbind'])('%s asks the state of the row itself', async (op) => {
    const order = await added('order');
    const parcel = await added('parcel', { weight: '1', ...(op === 'Bind' ? {} : { order_entity: order }) });
    await desk.base.db.query('update app.parcel set sealed = 1 where id = $1', [parcel]);
    const before = await lying(desk, 'parcel', parcel);
    expect((await ask('Modify', 'parcel', { id: parcel, weight: '9' })).code).toBe(312);
    expect((await put(order, [{ op, id: parcel, ...(op === 'Modify' ? { weight: '9' } : {}) }])).code).toBe(312);
    expect(await lying(desk, 'parcel', parcel)).toEqual(before);
  });
  test.each(['Modify', 'Unbind', 'Bind'])('%s asks the record that the row leaves or stands in besides', async (op) => {
    const order = await added('order');
    const bill = await added('bill', { amount: '1' });
    const parcel = await added('parcel', { weight: '1', bill_entity: bill, ...(op === 'Bind' ? {} : { order_entity: order }) });
    const row = { op, id: parcel, ...(op === 'Modify' ? { bill_entity: '' } : {}) };
    await desk.base.db.query('update app.bill set review_state = 2, reviewers = $2 where id = $1', [bill, [8]]);
    expect((await put(order, [row])).code).toBe(312);
    await desk.base.db.query(`update app.bill set review_state = 1, reviewers = '{}' where id = $1`, [bill]);
    expect((await put(order, [row])).code).toBe(200);
  });
  test('Bind takes a row from no record under approval', async () => {
    const [bill, other] = [await added('bill', { amount: '1' }), await added('bill', { amount: '1' })];
    const parcel = await added('parcel', { bill_entity: bill });
    await desk.base.db.query('update app.bill set review_state = 2, reviewers = $2 where id = $1', [bill, [8]]);
    const bind = () => ask('Modify', 'bill', { id: other, ...rows('parcel.bill_entity', [{ op: 'Bind', id: parcel }]) });
    expect((await bind()).code).toBe(312);
    expect(await lying(desk, 'parcel', parcel)).toMatchObject({ bill_entity: bill });
    await desk.base.db.query(`update app.bill set review_state = 1, reviewers = '{}' where id = $1`, [bill]);
    expect((await bind()).code).toBe(200);
    expect(await lying(desk, 'parcel', parcel)).toMatchObject({ bill_entity: other });
  });
});
