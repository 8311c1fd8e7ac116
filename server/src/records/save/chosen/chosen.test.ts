import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#server/db/db.ts';
import type { Session } from '#server/meta/session.ts';
import { saveRecord } from '../save.ts';
import { type Desk, openDesk } from '../testing-save.ts';

let desk: Desk;
let own: Session;
let ids: number[];
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
  const added = async (code: string, price: string) =>
    (await desk.ask(own, 'Add', { cloud: 'customer', kind: '1', key_name: code, code, price })).data.id as number;
  ids = [await added('K-1', '10'), await added('K-2', '20'), await added('K-3', '30')];
});
afterAll(() => desk?.close());

/** Saves rows with these customers, and answers what each has copied, and how many statements asked for it. */
async function saved(customers: readonly unknown[]): Promise<{ copied: unknown[]; asked: number }> {
  let asked = 0;
  const table = desk.house.catalogueOf(null).table('order')!;
  const rows = customers.map((customer_entity, at) => ({ op: 'Add', key_name: `行${at}`, customer_entity }));
  const { id } = await desk.house.db.tx((tx) => {
    const counting: Tx = {
      ...tx,
      query: (text, values) => {
        if (/customer/.test(text) && /as "code"|"code"/.test(text) && /^select/.test(text) && !/order_line/.test(text)) asked += 1;
        return tx.query(text, values);
      },
    };
    const fields = { key_name: '单' };
    return saveRecord(counting, desk.house, own, table, { fields, subtables: { 'order_line.order_entity': rows } }, { op: 'Add' });
  });
  const lines = await desk.base.db.query<{ customer_code: string | null }>(
    'select customer_code from app.order_line where order_entity = $1 order by id',
    [id],
  );
  return { copied: lines.map(({ customer_code }) => customer_code), asked };
}

test('F3 FORM-08 rows of one save ask once for all that they copy, of one record or of several', async () => {
  expect(await saved([ids[0], ids[1], ids[2]])).toEqual({ copied: ['K-1', 'K-2', 'K-3'], asked: 1 });
  expect(await saved([ids[0], ids[0], ids[0]])).toEqual({ copied: ['K-1', 'K-1', 'K-1'], asked: 1 });
  expect(await saved([ids[0], null, ''])).toEqual({ copied: ['K-1', null, null], asked: 1 });
  expect(await saved([null, null])).toEqual({ copied: [null, null], asked: 0 });
});

test('B5 of a record that the caller does not see nothing is copied, beside others that he does', async () => {
  const [gone] = await desk.base.db.query<{ id: number }>(`update app.customer set deleted_time = now() where id = $1 returning id`, [
    ids[2],
  ]);
  await expect(saved([ids[0], gone!.id])).rejects.toMatchObject({ code: 315 });
  await expect(saved([ids[0], ids[1], 'x'])).rejects.toMatchObject({ code: 317 });
});
