import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FormOp, isEditable } from '#protocol/rules/form/form.ts';
import { type LoadedTable, locksOf } from '#protocol/rules/form/locked.ts';
import { rowForm, subtableActions } from '#protocol/rules/form/subtable.ts';
import type { Session } from '#server/meta/session.ts';
import { loadTableCall } from '#server/ops/sys/load-table.ts';
import { type Desk, lying, openDesk } from './testing-save.ts';

let desk: Desk;
let own: Session;
let root: Session;
beforeAll(async () => {
  desk = await openDesk();
  [own, root] = await Promise.all([desk.as('own'), desk.as('admin')]);
});
afterAll(() => desk?.close());

const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
const loaded = async (session: Session, key_name: string): Promise<LoadedTable> => {
  const answer = await loadTableCall.run(desk.house, { request: { key_name }, session, caller } as never);
  return (answer as { data: unknown }).data as LoadedTable;
};
/** As the browser asks. */
const isOpen = (table: LoadedTable, op: FormOp, name: string): boolean =>
  isEditable(table.fields.find((field) => field.field_name === name)!, {
    ...{ table, op, review_state: 1, holds: () => true },
    locks: locksOf(table, op),
  });
const ask = async (session: Session, op: string, form: Record<string, unknown>) => {
  const answer = await desk.ask(session, op, { cloud: 'order', key_name: '单', ...form });
  return { code: answer.code, id: answer.data.id as number };
};
const customer = async (code: string, price: string): Promise<number> =>
  (await desk.ask(own, 'Add', { cloud: 'customer', kind: '1', key_name: code, code, price })).data.id as number;
const rows = (...of: Record<string, unknown>[]) => JSON.stringify({ 'order_line.order_entity': of });
const lineOf = async (id: number) =>
  (await desk.base.db.query('select * from app.order_line where order_entity = $1 and deleted_time is null', [id]))[0] as Record<
    string,
    unknown
  >;

type Given = readonly [items: string, readonly: string];
/** While the clerks' roles, clerk and staff, give this on the tables of a group. */
async function granted(group: string, clerk: Given, staff: Given | null, work: (session: Session) => Promise<void>): Promise<void> {
  const { query } = desk.base.db;
  const rules = (names: string) => names.replace(/\w+/, `desk.${group}:desk.${group}.$&`);
  const change = (items: string, readonly: string) =>
    query(`update fw.role_grant set items = $2, readonly_uids = $3 where company_id = 1 and role_id = 49 and group_uid = $1`, [
      `desk.${group}`,
      items,
      rules(readonly),
    ]);
  try {
    await change(...clerk);
    if (staff)
      await query(`insert into fw.role_grant (company_id, role_id, group_uid, scope, items, readonly_uids) values (1, 46, $1, 2, $2, $3)`, [
        `desk.${group}`,
        staff[0],
        rules(staff[1]),
      ]);
    await query('update fw.rights_version set version = version + 1');
    await work(await desk.as('own'));
  } finally {
    await query(`delete from fw.role_grant where company_id = 1 and role_id = 46 and group_uid = $1`, [`desk.${group}`]);
    await change('{List,Add,Modify,Delete}', '{}');
    await query('update fw.rights_version set version = version + 1');
  }
}

describe('FORM-05 B10 what a role keeps somebody from writing', () => {
  test('his form closes it, whatever the step opens; for who may write it the form opens it, and the save says the same', async () => {
    for (const [session, opens] of [
      [own, false],
      [root, true],
    ] as const) {
      const table = await loaded(session, 'order');
      const { id } = await ask(session, 'Add', {});
      for (const name of ['quote', 'price_role']) {
        expect(isOpen(table, 'Add', name), name).toBe(opens);
        expect(isOpen(table, 'Modify', name), name).toBe(opens);
        expect((await ask(session, 'Add', { [name]: '1' })).code, name).toBe(opens ? 200 : 312);
        expect((await ask(session, 'Modify', { id, [name]: '1' })).code, name).toBe(opens ? 200 : 312);
      }
      expect([isOpen(table, 'Add', 'amount'), isOpen(table, 'Modify', 'fixed')]).toEqual([true, false]);
    }
  });
  test('each op by its own right: open where one adds and closed where one changes', async () => {
    await granted('customer', ['{List,Add}', '{price}'], ['{List,Modify}', '{code}'], async (session) => {
      const table = await loaded(session, 'customer');
      expect([isOpen(table, 'Add', 'code'), isOpen(table, 'Modify', 'code')]).toEqual([true, false]);
    });
  });
  test('B23 what is hidden from him is not named among it', async () => {
    expect(JSON.stringify(await loaded(own, 'order'))).not.toContain('secret');
  });
});

describe('FORM-08 what a choice copies', () => {
  test('into a field that the role locks the server copies, at each change of the choice; where one may type, what is typed stays', async () => {
    const [one, other] = [await customer('K-1', '10'), await customer('K-2', '20')];
    const { id } = await ask(own, 'Add', { customer_entity: one });
    expect(await lying(desk, 'order', id)).toMatchObject({ customer_code: 'K-1', price_role: '10.000000' });
    expect((await ask(own, 'Modify', { id, customer_entity: other })).code).toBe(200);
    expect(await lying(desk, 'order', id)).toMatchObject({ customer_code: 'K-2', price_role: '20.000000' });
    expect((await ask(own, 'Modify', { id, customer_entity: one, price_role: '99' })).code).toBe(312);
    expect((await ask(root, 'Modify', { id, customer_entity: one, price_role: '15' })).code).toBe(200);
    expect(await lying(desk, 'order', id)).toMatchObject({ customer_code: 'K-1', price_role: '15.000000' });
    expect((await ask(own, 'Modify', { id, customer_entity: '' })).code).toBe(200);
    expect(await lying(desk, 'order', id)).toMatchObject({ customer_code: null, price_role: null });
  });
  test('in a row of a sub-table too', async () => {
    const [one, other] = [await customer('K-3', '30'), await customer('K-4', '40')];
    const { code, id } = await ask(own, 'Add', { _subtables: rows({ op: 'Add', key_name: '一', customer_entity: one }) });
    expect(code).toBe(200);
    const line = await lineOf(id);
    expect(line).toMatchObject({ customer_code: 'K-3', rate: '30.000000' });
    const change = (form: object) => ask(own, 'Modify', { id, _subtables: rows({ op: 'Modify', id: line.id, ...form }) });
    expect((await change({ customer_entity: other })).code).toBe(200);
    expect(await lineOf(id)).toMatchObject({ customer_code: 'K-4', rate: '40.000000' });
    expect((await change({ customer_entity: one, rate: '7' })).code).toBe(312);
    expect((await change({ key_name: '二' })).code).toBe(200);
    expect(await lineOf(id)).toMatchObject({ key_name: '二', customer_code: 'K-4', rate: '40.000000' });
  });
});

describe('SUB-02 rows that have rights of their own', () => {
  const FEES = 'customer_fee.customer_entity';
  const fees = async (session: Session, id: number, ...of: Record<string, unknown>[]) => {
    const { version } = await lying(desk, 'customer', id);
    return desk.ask(session, 'Modify', { cloud: 'customer', id, version, _subtables: JSON.stringify({ [FEES]: of }) });
  };
  /** What the form offers: the operations, and of `price` whether it is open in a new row and in one that stands. */
  const offered = async (session: Session) => {
    const [table, child] = [await loaded(session, 'customer'), await loaded(session, 'customer_fee')];
    const [def] = table.subtables!;
    const form = { table, op: 'Modify' as const, review_state: 1, holds: () => true };
    const price = child.fields.find((field) => field.field_name === 'price')!;
    const isRowOpen = (op: 'Add' | 'Modify') => isEditable(price, rowForm(def!, child, form, { op, review_state: 1, holds: () => true }));
    return [subtableActions(def!, child, form), isRowOpen('Add'), isRowOpen('Modify')];
  };
  const standing = async (): Promise<[customer: number, fee: number]> => {
    const id = await customer(`F-${Math.random()}`.slice(0, 12), '1');
    expect((await fees(own, id, { op: 'Add', price: '5' })).code).toBe(200);
    const [row] = await desk.base.db.query<{ id: number }>('select id from app.customer_fee where customer_entity = $1', [id]);
    return [id, row!.id];
  };
  test.each<[string, Given, Given | null, unknown[], number[]]>([
    ['all of it', ['{List,Add,Modify,Delete}', '{}'], null, [['Add', 'Modify', 'Delete'], true, true], [200, 200, 200]],
    ['only read', ['{List}', '{}'], null, [[], false, false], [312, 312, 312]],
    ['added, and never changed', ['{List,Add}', '{}'], null, [['Add'], true, false], [200, 312, 312]],
    [
      'the price typed once, by who adds the row',
      ['{List,Add}', '{}'],
      ['{List,Modify}', '{price}'],
      [['Add', 'Modify'], true, false],
      [200, 312, 312],
    ],
  ])('the form offers what the save takes: %s', async (_, clerk, staff, offers, codes) => {
    const [id, fee] = await standing();
    await granted('customer_fee', clerk, staff, async (session) => {
      expect(await offered(session)).toEqual(offers);
      const added = await fees(session, id, { op: 'Add', price: '6' });
      const changed = await fees(session, id, { op: 'Modify', id: fee, price: '7' });
      const gone = await fees(session, id, { op: 'Delete', id: fee });
      expect([added.code, changed.code, gone.code]).toEqual(codes);
    });
  });
  test('a row is checked by the right that writes it: of one that may not be changed later its first values too', async () => {
    const [id] = await standing();
    await granted('customer_fee', ['{List,Add}', '{}'], ['{List,Modify}', '{price}'], async (session) => {
      expect(await fees(session, id, { op: 'Add', price: '101' })).toMatchObject({ code: 301, remark: '$rowMax' });
    });
  });
});
