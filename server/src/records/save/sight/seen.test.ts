import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '#server/meta/session.ts';
import { planSave } from '../save.ts';
import { type Desk, lying, openDesk } from '../testing-save.ts';

let desk: Desk;
let own: Session;
let root: Session;
/** One role gives him all orders and hides what is secret of them, another gives him his own and hides nothing. */
let half: Session;
beforeAll(async () => {
  desk = await openDesk();
  [own, root] = await Promise.all([desk.as('own'), desk.as('admin')]);
});
afterAll(() => desk?.close());

const SECRET = 'desk.order:desk.order.secret';
const grants = (role: number, scope: number, items: string, hide: string) =>
  desk.base.db.query(
    `update fw.role_grant set scope = $2, items = $3, hide_uids = $4 where company_id = 1 and role_id = $1 and group_uid = 'desk.order'`,
    [role, scope, items, hide],
  );
const raised = () => desk.base.db.query('update fw.rights_version set version = version + 1');
const ALL = '{List,Add,Modify,Delete}';
beforeEach(async () => {
  await grants(49, 2, ALL, `{${SECRET},desk.order_line:desk.order_line.price}`);
  await grants(50, 0, ALL, '{}');
  await raised();
  half = await desk.as('mixed');
});
afterEach(async () => {
  await grants(49, 0, ALL, `{${SECRET}}`);
  await grants(50, 2, '{List}', '{}');
  await raised();
});

type Form = Record<string, unknown>;
const added = async (form: Form, session = root): Promise<number> => {
  const answer = await desk.ask(session, 'Add', { cloud: 'order', key_name: '单', ...form });
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.id as number;
};
const modify = (id: number, form: Form, session: Session | null = half) => desk.ask(session, 'Modify', { cloud: 'order', id, ...form });
const LINES = 'order_line.order_entity';
const rows = (...of: Form[]) => ({ _subtables: JSON.stringify({ [LINES]: of }) });
const lineOf = async (id: number): Promise<number> =>
  (await desk.base.db.query<{ id: number }>('select id from app.order_line where order_entity = $1', [id]))[0]!.id;

describe('B10 what somebody is not shown he cannot send back', () => {
  test('not signed in is 401, a record that he does not see 315', async () => {
    const id = await added({ secret: 'S-1' });
    expect((await modify(id, { secret: 'S-1' }, null)).code).toBe(401);
    expect((await modify(id, { secret: 'S-1' }, await desk.as('own'))).code).toBe(317);
    expect((await modify(987_654, { secret: 'S-1' })).code).toBe(315);
  });
  test('a field that a role hides on this row: a right guess is answered as a wrong one, empty too', async () => {
    const [id, bare] = [await added({ secret: 'S-1' }), await added({})];
    const refused = { code: 312, data: { field: 'secret' } };
    for (const secret of ['S-1', 'S-2', '']) {
      expect(await modify(id, { secret }), secret).toMatchObject(refused);
      expect(await modify(bare, { secret }), secret).toMatchObject(refused);
    }
    const batch = await desk.ask(half, 'Batch', { cloud: 'order', id: `,${id},${bare},`, secret: 'S-1' });
    expect(batch.rows.map(({ code }) => code)).toEqual([312, 312]);
    expect(await lying(desk, 'order', id)).toMatchObject({ secret: 'S-1', version: 1 });
  });
  test('what would come of a form is not asked with it either', async () => {
    const id = await added({ secret: 'S-1' });
    const table = desk.house.catalogueOf(null).table('order')!;
    for (const secret of ['S-1', 'S-2'])
      await expect(
        desk.house.db.tx((tx) => planSave(tx, desk.house, half, table, { id, fields: { secret } }, { op: 'Modify' })),
        secret,
      ).rejects.toMatchObject({ code: 312 });
  });
  test('on rows where it is shown it is sent back and changed, and all else of the hidden record too', async () => {
    const mine = await added({ secret: 'S-1' }, half);
    expect(await modify(mine, { secret: 'S-1' })).toMatchObject({ code: 200, data: { version: 1 } });
    expect(await modify(mine, { secret: 'S-2' })).toMatchObject({ code: 200, data: { version: 2 } });
    const id = await added({ secret: 'S-1', note: 'a' });
    expect(await modify(id, { key_name: '单', note: 'b' })).toMatchObject({ code: 200, data: { version: 2 } });
    expect(await lying(desk, 'order', id)).toMatchObject({ secret: 'S-1', note: 'b' });
  });
  test('a field that he reads by one role and may not write by another is sent back as it stands', async () => {
    await grants(49, 2, '{List,Add,Modify}', '{}');
    await desk.base.db.query(
      `update fw.role_grant set readonly_uids = array['desk.order:desk.order.note'] where company_id = 1 and role_id = 49 and group_uid = 'desk.order'`,
    );
    await grants(50, 0, ALL, `{${SECRET}}`);
    await raised();
    half = await desk.as('mixed');
    const id = await added({ secret: 'S-1', note: 'a' });
    expect(await modify(id, { secret: 'S-1', note: 'a' })).toMatchObject({ code: 200, data: { version: 1 } });
    expect((await modify(id, { note: 'b' })).code).toBe(312);
  });
  test('a row of a sub-table: its hidden cell as the record’s', async () => {
    const id = await added(rows({ op: 'Add', key_name: '一', price: '7' }));
    const line = await lineOf(id);
    const change = (form: Form) => modify(id, rows({ op: 'Modify', id: line, ...form }));
    for (const price of ['7', '8', '']) expect(await change({ price }), price).toMatchObject({ code: 312, data: { field: 'price' } });
    expect((await change({ key_name: '二' })).code).toBe(200);
    const mine = await added(rows({ op: 'Add', key_name: '一', price: '7' }), half);
    expect((await modify(mine, rows({ op: 'Modify', id: await lineOf(mine), price: '7' }))).code).toBe(200);
  });
  test('a field that the values do not show, as they stand and as they would be: 312 whatever lies there; shown by the one or the other it is taken', async () => {
    const old = async () => {
      const id = await added({ kind: '3', reason: 'R-1' }, own);
      await desk.base.db.query('update app."order" set kind = 1 where id = $1', [id]);
      return id;
    };
    const id = await old();
    for (const reason of ['R-1', 'R-2', ''])
      expect(await modify(id, { reason }, own), reason).toMatchObject({ code: 312, data: { field: 'reason' } });
    expect((await modify(id, { kind: '3', reason: 'R-1' }, own)).code).toBe(200);
    expect((await modify(await old(), { kind: '3', reason: 'R-2' }, own)).code).toBe(200);
    expect((await modify(id, { kind: '1', reason: 'R-1' }, own)).code).toBe(200);
    expect(await lying(desk, 'order', id)).toMatchObject({ kind: 1, reason: 'R-1' });
  });
  test('B10 by its state: of an approval that is to come nothing is sent back', async () => {
    const { data } = await desk.ask(own, 'Add', { cloud: 'bill', key_name: '单', amount: '1' });
    await desk.base.db.query(`update app.bill set verdict = 'V-1' where id = $1`, [data.id]);
    for (const verdict of ['V-1', 'V-2'])
      expect((await desk.ask(own, 'Modify', { cloud: 'bill', id: data.id, verdict })).code, verdict).toBe(312);
  });
});
