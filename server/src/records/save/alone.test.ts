import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#server/meta/session.ts';
import { saveRecord } from './save.ts';
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
  test('FORM-08 a record that its rows would make more of than its field holds refuses the row, and stays', async () => {
    const order = await added('order', rows(LINES, [line('一')]));
    const [row] = await desk.base.db.query<{ id: number }>('select id from app.order_line where order_entity = $1', [order]);
    const weight = String(Number.MAX_SAFE_INTEGER);
    const mark = await added('line_mark', { line_entity: row!.id, weight });
    const answer = await ask('Add', 'line_mark', { key_name: '二', line_entity: row!.id, weight: '1' });
    expect(answer).toMatchObject({ code: 305, remark: '$calcDigits', data: { field: { zh_CN: 'order_line表－marks名' } } });
    expect(await lying(desk, 'order_line', row!.id)).toMatchObject({ marks: Number(weight), version: 2 });
    expect((await ask('Delete', 'line_mark', { id: String(mark) })).code).toBe(200);
    const more = await added('line_mark', { line_entity: row!.id, weight: '1' });
    expect(await ask('Restore', 'line_mark', { id: String(mark) })).toMatchObject({ code: 305, remark: '$calcDigits' });
    expect((await ask('Delete', 'line_mark', { id: String(more) })).code).toBe(200);
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
  test('a record that is submitted asks the record in whose form it stands, as one that is saved', async () => {
    const bill = await added('bill', { amount: '1' });
    const parcel = await added('parcel', { weight: '1', bill_entity: bill });
    const submit = () =>
      desk.house.db.tx((tx) => {
        const change = { id: parcel, fields: { weight: '2' } };
        return saveRecord(tx, desk.house, own, desk.house.catalogueOf(null).table('parcel')!, change, { op: 'Modify', turn: true });
      });
    await desk.base.db.query('update app.bill set review_state = 2, reviewers = $2 where id = $1', [bill, [8]]);
    await expect(submit()).rejects.toMatchObject({ code: 312 });
    await desk.base.db.query(`update app.bill set review_state = 1, reviewers = '{}' where id = $1`, [bill]);
    expect(await submit()).toMatchObject({ id: parcel });
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
  test('a row in the form goes to no unit that it could not be given by itself', async () => {
    const order = await added('order');
    const parcel = await added('parcel', { weight: '1', order_entity: order });
    expect((await ask('Modify', 'parcel', { id: parcel, department_entity: 34 })).code).toBe(312);
    const change = (unit: number) => put(order, [{ op: 'Modify', id: parcel, department_entity: unit }]);
    expect(await change(34)).toMatchObject({ code: 312, remark: '$unitBeyond' });
    expect((await change(32)).code).toBe(200);
    expect(await lying(desk, 'parcel', parcel)).toMatchObject({ department_entity: 32 });
  });
  test('Bind and Unbind write the field that names the record: 312 where the role only reads it', async () => {
    const order = await added('order');
    const [free, bound] = [await added('parcel'), await added('parcel', { order_entity: order })];
    const reading = async (...fields: string[]) => {
      await desk.base.db.query(`update fw.role_grant set readonly_uids = $1 where company_id = 1 and group_uid = 'desk.parcel'`, [
        fields.map((name) => `desk.parcel:desk.parcel.${name}`),
      ]);
      await desk.base.db.query('update fw.rights_version set version = version + 1');
      return desk.as('own');
    };
    const closed = await reading('order_entity');
    for (const row of [
      { op: 'Bind', id: free },
      { op: 'Unbind', id: bound },
    ])
      expect(await put(order, [row], closed), row.op).toMatchObject({ code: 312, data: { field: 'order_entity' } });
    const open = await reading();
    expect(
      (
        await put(
          order,
          [
            { op: 'Bind', id: free },
            { op: 'Unbind', id: bound },
          ],
          open,
        )
      ).code,
    ).toBe(200);
  });
  test('A9 two rows of one form make no circle of a tree', async () => {
    const order = await added('order');
    const [one, two] = [await added('shelf', { order_entity: order }), await added('shelf', { order_entity: order })];
    const under = (id: number, parent_entity: number) => ({ op: 'Modify', id, parent_entity });
    const change = (...list: Form[]) => ask('Modify', 'order', { id: order, ...rows('shelf.order_entity', list) });
    for (const list of [[under(one, one)], [under(one, two), under(two, one)]])
      expect(await change(...list)).toMatchObject({ code: 317, remark: '$treeCycle' });
    expect((await change(under(one, two))).code).toBe(200);
    expect((await change(under(two, one))).code).toBe(317);
  });
  test('rows that would go, or come back, with their record are asked for of the others that they stand in', async () => {
    const bill = await added('bill', { amount: '1' });
    const order = await added('order', rows(LINES, [{ ...line('一'), bill_entity: bill }]));
    const stand = (state: number, reviewers: number[]) =>
      desk.base.db.query('update app.bill set review_state = $2, reviewers = $3 where id = $1', [bill, state, reviewers]);
    await stand(2, [8]);
    expect((await ask('Delete', 'order', { id: String(order) })).code).toBe(312);
    expect((await lying(desk, 'order', order)).deleted_time).toBeNull();
    await stand(1, []);
    expect((await ask('Delete', 'order', { id: String(order) })).code).toBe(200);
    expect(await lying(desk, 'order', order)).toMatchObject({ version: 2, lines: '1.00' });
    await stand(2, [8]);
    expect((await ask('Restore', 'order', { id: order })).code).toBe(312);
    expect((await lying(desk, 'order', order)).deleted_time).not.toBeNull();
    await stand(1, []);
    expect((await ask('Restore', 'order', { id: order })).code).toBe(200);
  });
});
