import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FormOp, isEditable } from '#protocol/rules/form.ts';
import { type LoadedTable, locksOf } from '#protocol/rules/locked.ts';
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
    await desk.base.db.query(
      `update fw.role_grant set items = '{List,Add}', readonly = '{price_role}' where company_id = 1 and group_name = 'customer'`,
    );
    try {
      await desk.base.db.query(
        `insert into fw.role_grant (company_id, role_id, group_name, scope, items, hide, readonly) values (1, 46, 'customer', 0, '{List,Modify}', '{}', '{code}')`,
      );
      await desk.base.db.query('update fw.rights_version set version = version + 1');
      const table = await loaded(await desk.as('own'), 'customer');
      expect([isOpen(table, 'Add', 'code'), isOpen(table, 'Modify', 'code')]).toEqual([true, false]);
    } finally {
      await desk.base.db.query(`delete from fw.role_grant where company_id = 1 and role_id = 46 and group_name = 'customer'`);
      await desk.base.db.query(
        `update fw.role_grant set items = '{List,Add,Modify,Delete}', readonly = '{}' where company_id = 1 and group_name = 'customer'`,
      );
      await desk.base.db.query('update fw.rights_version set version = version + 1');
    }
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
