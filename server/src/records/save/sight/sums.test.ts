import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openAccess } from '#server/access/access.ts';
import type { Session } from '#server/meta/session.ts';
import { readDefinition } from '../../read/effective.ts';
import { saveRecord } from '../save.ts';
import { type Desk, openDesk } from '../testing-save.ts';

let desk: Desk;
let root: Session;
beforeAll(async () => {
  desk = await openDesk();
  root = await desk.as('admin');
});
afterAll(() => desk?.close());

const CLERK = 49;
const READER = 50;
interface Given {
  scope: number;
  items: string;
  hide?: string;
}
const ALL = '{List,Add,Modify,Delete}';
const give = async (role: number, group: string, { scope, items, hide = '{}' }: Given) => {
  await desk.base.db.query(
    `insert into fw.role_grant (company_id, role_id, group_uid, scope, items, hide_uids) values (1, $1, $2, $3, $4, $5)
     on conflict (company_id, role_id, group_uid) do update set scope = $3, items = $4, hide_uids = $5`,
    [role, `desk.${group}`, scope, items, hide],
  );
  await desk.base.db.query('update fw.rights_version set version = version + 1');
};
afterEach(async () => {
  await give(CLERK, 'bill', { scope: 0, items: ALL });
  await give(CLERK, 'box', { scope: 2, items: ALL });
  await give(CLERK, 'box_item', { scope: 0, items: ALL });
  await desk.base.db.query(`delete from fw.role_grant where role_id = $1 and group_uid in ('desk.box', 'desk.box_item')`, [READER]);
});

type Row = Record<string, unknown>;
const send = (session: Session, name: string, id: number | undefined, fields: Row, rows: Row[]) =>
  desk.house.db.tx((tx) => {
    const table = desk.house.catalogueOf(null).table(name)!;
    const key = name === 'bill' ? 'bill_fund.bill_entity' : 'box_item.box_entity';
    const change = { ...(id === undefined ? {} : { id }), fields, subtables: { [key]: rows } };
    return saveRecord(tx, desk.house, session, table, change, { op: id === undefined ? 'Add' : 'Modify', complete: true, turn: true });
  });
/** A record of the clerk's, whose rows are whose these say. */
const made = async (
  name: string,
  amount: number,
  rows: readonly (readonly [price: number, by: number])[],
): Promise<[number, ...number[]]> => {
  const sent = rows.map(([price]) => ({ op: 'Add', price: String(price) }));
  const { id } = await send(root, name, undefined, { key_name: '单', amount: String(amount) }, sent);
  await desk.base.db.query(`update app."${name}" set create_entity = 2 where id = $1`, [id]);
  const [of, parent] = name === 'bill' ? ['bill_fund', 'bill_entity'] : ['box_item', 'box_entity'];
  const ids = (await desk.base.db.query<{ id: number }>(`select id from app.${of} where ${parent} = $1 order by id`, [id])).map(
    (row) => row.id,
  );
  for (const [at, row] of ids.entries())
    await desk.base.db.query(`update app.${of} set create_entity = $2 where id = $1`, [row, rows[at]![1]]);
  return [id, ...ids];
};
const refusal = async (work: Promise<unknown>): Promise<{ code: number; remark: string; data: Row }> => {
  try {
    await work;
  } catch (error) {
    return error as { code: number; remark: string; data: Row };
  }
  throw new Error('it was not refused');
};
const checkOf = async (session: Session, name: string) => {
  const access = await openAccess(desk.house, session);
  return (await readDefinition(desk.house, access, access.table(name))).subtables?.[0]?.check?.map(({ sum, equals }) => [sum, equals]);
};
const silent = (subtable: string) => ({ code: 301, remark: '$rowsSumUnseen', data: { subtable } });

describe('SUB-03 B10 a sum of which somebody does not see all', () => {
  type Sent = readonly [fields: Row, rows: (fund: number) => Row[]];
  test.each<[string, string, wrong: Sent, right: Sent]>([
    [
      'what it has to be',
      'desk.bill:desk.bill.amount',
      [{}, (id) => [{ op: 'Modify', id, price: '7' }]],
      [
        {},
        (id) => [
          { op: 'Modify', id, price: '7' },
          { op: 'Add', price: '3' },
        ],
      ],
    ],
    ['what it counts', 'desk.bill_fund:desk.bill_fund.price', [{ amount: '7' }, () => []], [{ amount: '10', key_name: '新' }, () => []]],
  ])('is kept, and told him without figures or names: hidden is %s, by one of his roles', async (_, hide, wrong, right) => {
    const [id, fund] = await made('bill', 10, [[10, 2]]);
    await give(READER, 'bill', { scope: 2, items: ALL });
    await give(CLERK, 'bill', { scope: 0, items: ALL, hide: `{${hide}}` });
    const both = await desk.as('mixed');
    await desk.base.db.query('update app.bill set create_entity = 7 where id = $1', [id]);
    const told = await refusal(send(both, 'bill', id, wrong[0], wrong[1](fund!)));
    expect(told).toMatchObject(silent('bill_fund.bill_entity'));
    expect(JSON.stringify(told.data)).not.toMatch(/amount|price|金额|10|7/);
    await send(both, 'bill', id, right[0], right[1](fund!));
    expect(await checkOf(both, 'bill')).toBeUndefined();
    await give(READER, 'bill', { scope: 2, items: '{List,Delete}' });
  });
  test('hidden by the values of the record it is kept and not told either', async () => {
    const [id, fund] = await made('bill', 10, [[10, 2]]);
    const own = await desk.as('own');
    const amount = desk.house.catalogueOf(null).table('bill')!.fields.get('amount')!.def;
    Object.assign(amount, { view_state: '2' });
    try {
      expect(await refusal(send(own, 'bill', id, {}, [{ op: 'Modify', id: fund, price: '7' }]))).toMatchObject(
        silent('bill_fund.bill_entity'),
      );
    } finally {
      delete amount.view_state;
    }
    expect(await refusal(send(own, 'bill', id, {}, [{ op: 'Modify', id: fund, price: '7' }]))).toMatchObject({
      remark: '$rowsSum',
      data: { total: '7', equals: '10' },
    });
  });
  test('who sees all of it is told its figures, and his browser asks it', async () => {
    expect(await checkOf(root, 'bill')).toEqual([['price', 'amount']]);
    expect(await checkOf(await desk.as('own'), 'bill')).toEqual([['price', 'amount']]);
    expect(await checkOf(root, 'box')).toEqual([['price', 'amount']]);
    const [id, item] = await made('box', 10, [[10, 2]]);
    expect(await refusal(send(root, 'box', id, {}, [{ op: 'Modify', id: item, price: '7' }]))).toMatchObject({
      remark: '$rowsSum',
      data: { total: '7', equals: '10' },
    });
  });
});

describe('SUB-01 B10 rows of others, with rights of their own', () => {
  test('count in the sum, and nothing is told of them', async () => {
    const own = await desk.as('own');
    const [id, , mine] = await made('box', 10, [
      [4, 1],
      [6, 2],
    ]);
    const told = await refusal(send(own, 'box', id, {}, [{ op: 'Modify', id: mine, price: '7' }]));
    expect(told).toMatchObject(silent('box_item.box_entity'));
    expect(JSON.stringify(told.data)).not.toMatch(/4|10|11/);
    expect(await checkOf(own, 'box')).toBeUndefined();
    const wrong = await refusal(send(own, 'box', id, {}, [{ op: 'Add', price: '101' }]));
    expect(wrong).toMatchObject({ remark: '$rowMax', data: { row: 2, added: 1 } });
  });
  test.each<[string, Given | null, Given]>([
    ['he does not see them', null, { scope: 0, items: ALL }],
    ['he sees them and may change his own alone', { scope: 2, items: '{List}' }, { scope: 0, items: ALL }],
    ['he may change none', null, { scope: 2, items: '{List}' }],
  ])('what is wrong with them is not held against him: %s', async (_, reader, clerk) => {
    const [id, other] = await made('box', 10, [
      [4, 1],
      [6, 7],
    ]);
    await desk.base.db.query('update app.box_item set price = 500 where id = $1', [other]);
    await desk.base.db.query('update app.box set amount = 506 where id = $1', [id]);
    if (reader) await give(READER, 'box_item', reader);
    await give(CLERK, 'box_item', clerk);
    await expect(send(await desk.as('mixed'), 'box', id, { key_name: '新' }, [])).resolves.toMatchObject({ version: 2 });
    expect(await refusal(send(root, 'box', id, { key_name: '更新' }, []))).toMatchObject({ remark: '$rowMax', data: { id: other } });
  });
});
