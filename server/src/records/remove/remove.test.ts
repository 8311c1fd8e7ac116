import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#server/meta/session.ts';
import { injectFault } from '#server/ports/fault.ts';
import { type Desk, lying, openDesk } from '../save/testing-save.ts';

let desk: Desk;
let own: Session;
let dept: Session;
beforeAll(async () => {
  desk = await openDesk();
  [own, dept] = await Promise.all([desk.as('own'), desk.as('dept')]);
});
afterAll(() => desk?.close());

const ask = (op: string, form: Record<string, unknown>, session: Session | null = own) =>
  desk.ask(session, op, { cloud: 'order', ...form });
const added = async (form: Record<string, unknown> = {}, session = own): Promise<number> =>
  (await ask('Add', { key_name: '订单', ...form }, session)).data.id as number;
const withLines = () =>
  added({
    _subtables: JSON.stringify({
      'order_line.order_entity': [
        { op: 'Add', key_name: '一' },
        { op: 'Add', key_name: '二' },
      ],
    }),
  });
const livingLines = async (id: number) =>
  (await desk.base.db.query('select 1 from app.order_line where order_entity = $1 and deleted_time is null', [id])).length;

describe('Delete, Recycle, Restore', () => {
  test('not signed in 401, no right 312, out of scope 315 as never there', async () => {
    const id = await added();
    expect((await ask('Delete', { id }, null)).code).toBe(401);
    for (const op of ['Delete', 'Restore', 'Recycle'])
      expect((await ask(op, op === 'Recycle' ? {} : { id: String(id) }, await desk.as('none'))).code, op).toBe(312);
    expect(await ask('Delete', { id: String(id) }, dept)).toEqual(await ask('Delete', { id: '987654' }, dept));
    expect((await ask('Restore', { id }, own)).code).toBe(315);
    expect((await lying(desk, 'order', id)).deleted_time).toBeNull();
  });
  test('a record and its rows go together and come back together', async () => {
    const id = await withLines();
    const [gone] = await desk.base.db.query<{ id: number }>('select id from app.order_line where order_entity = $1 order by id', [id]);
    await ask('Modify', { id, _subtables: JSON.stringify({ 'order_line.order_entity': [{ op: 'Delete', id: gone!.id }] }) });
    expect((await ask('Delete', { id: String(id) })).code).toBe(200);
    expect(await livingLines(id)).toBe(0);
    expect((await ask('Modify', { id, key_name: 'x' })).code).toBe(315);
    const bin = await ask('Recycle', {});
    expect(bin.rows[0]).toMatchObject({ id, key_name: '订单', deleted_entity: { id: 2, key_name: '张三' } });
    expect((await ask('Restore', { id }, dept)).code).toBe(315);
    expect((await ask('Restore', { id })).data).toMatchObject({ id });
    expect((await lying(desk, 'order', id)).deleted_time).toBeNull();
    expect(await livingLines(id)).toBe(1);
    expect((await ask('Recycle', {})).rows.find((row) => row.id === id)).toBeUndefined();
  });
  test("the recycle bin of one shows nothing of another's", async () => {
    const id = await added({}, dept);
    await ask('Delete', { id: String(id) }, dept);
    expect((await ask('Recycle', { rows: '1000' })).rows.map((row) => row.id)).not.toContain(id);
    expect((await ask('Recycle', { rows: '1000' }, dept)).rows.map((row) => row.id)).toContain(id);
  });
  test('the bin is searched as its list is: whole words and parts, one letter as a beginning, nothing of who sees none of it, 316 beyond', async () => {
    const id = await added({ key_name: '冷却塔改造订单' });
    await ask('Delete', { id: String(id) });
    const found = async (key_word: string, session: Session = own) =>
      (await ask('Recycle', { rows: '1000', key_word }, session)).rows.map((row) => row.id);
    for (const part of ['冷却塔', '改造', '冷', '  ']) expect(await found(part), part).toContain(id);
    for (const part of ['锅炉', '塔', '%']) expect(await found(part), part).not.toContain(id);
    expect(await ask('Recycle', { key_word: '冷却塔' })).toMatchObject({ total: 1 });
    expect(await found('冷却塔', dept)).not.toContain(id);
    expect((await ask('Recycle', { key_word: 'x'.repeat(201) })).code).toBe(316);
  });
  test('310 when what took its place meanwhile is in the way', async () => {
    const id = await added({ tax_no: 'RR001' });
    await ask('Delete', { id: String(id) });
    await added({ tax_no: 'RR001' });
    expect(await ask('Restore', { id })).toMatchObject({ code: 310, remark: '$duplicate' });
  });
  test('B13 mixed ids: 343 with a row each, the forbidden untouched', async () => {
    const mine = await added();
    const theirs = await added({}, dept);
    const answer = await ask('Delete', { id: `,${mine},${theirs},987654,` });
    expect(answer.code).toBe(343);
    expect(answer.rows.map((row) => [row.id, row.code])).toEqual([
      [mine, 200],
      [theirs, 315],
      [987654, 315],
    ]);
    expect((await lying(desk, 'order', theirs)).deleted_time).toBeNull();
    expect((await lying(desk, 'order', mine)).deleted_time).not.toBeNull();
  });
  test('what others use is 311, with the count that one may see', async () => {
    const id = (await desk.ask(own, 'Add', { cloud: 'customer', key_name: '客户', kind: 1 })).data.id as number;
    await added({ customer_entity: id });
    const refused = await desk.ask(own, 'Delete', { cloud: 'customer', id: String(id), version: 1 });
    expect(refused).toMatchObject({ code: 311, remark: '$referenced', data: { count: 1, table: { en_US: 'order' } } });
    await desk.base.db.query('update app."order" set create_entity = 3 where customer_entity = $1', [id]);
    expect(await desk.ask(own, 'Delete', { cloud: 'customer', id: String(id), version: 1 })).toMatchObject({
      code: 311,
      remark: '$referencedElsewhere',
      data: {},
    });
  });
  test('a stale version deletes nothing (R4); a repeated request id deletes once (R5)', async () => {
    const id = await added();
    await ask('Modify', { id, key_name: '新' });
    expect((await ask('Delete', { id: String(id), version: 1 })).code).toBe(311);
    const _rid = '22222222-2222-4222-8222-222222222222';
    const done = await ask('Delete', { id: String(id), _rid });
    expect(done).toMatchObject({ code: 200, data: { id } });
    expect(await ask('Delete', { id: String(id), _rid })).toEqual(done);
    expect((await ask('Delete', { id: String(id) })).code).toBe(315);
    expect((await ask('History', { id })).code).toBe(315);
    expect(await lying(desk, 'order', id)).toMatchObject({ version: 3 });
  });
  test('what a save that is under way refers to is not deleted beneath it', async () => {
    const id = (await desk.ask(own, 'Add', { cloud: 'customer', key_name: '客户', kind: 1 })).data.id as number;
    let deleted: Promise<{ code: number }> | undefined;
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    injectFault(async (point) => {
      if (point !== 'save.planned' || deleted) return;
      let over = false;
      deleted = desk.ask(own, 'Delete', { cloud: 'customer', id: String(id), version: 1 }).finally(() => {
        over = true;
      });
      // until it waits for the save, or is over without having waited
      await expect.poll(async () => over || (await desk.house.db.query(waiting)).length > 0, { timeout: 10_000 }).toBe(true);
    });
    const saved = await ask('Add', { key_name: '单', kind: '1', customer_entity: id }).finally(() => injectFault());
    expect([saved.code, (await deleted!).code]).toEqual([200, 311]);
    expect((await lying(desk, 'customer', id)).deleted_time).toBeNull();
  });
  test('what is under approval stays', async () => {
    const id = (await desk.ask(own, 'Add', { cloud: 'bill', key_name: '单', amount: 1 })).data.id as number;
    await desk.base.db.query(`insert into fw.flow_def (table_uid, table_name, version, def) values ('bill', 'bill', 9, '{}')`);
    await desk.base.db.query(
      `insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
       values (1, 'bill', $1, (select max(id) from fw.flow_def), 1, 1, 0, 1, 2, now())`,
      [id],
    );
    expect((await desk.ask(own, 'Delete', { cloud: 'bill', id: String(id) })).remark).toBe('$deleteRunning');
  });
});

describe('History', () => {
  test('who changed which field, newest first, with the names of what was referred to', async () => {
    const id = await added({ amount: '1', owner_entity: '3', team: ',2,' });
    await ask('Modify', { id, amount: '2', owner_entity: '2', remark: '改' });
    await desk.base.db.query(`update app."order" set secret = '密', version = version + 1, modify_entity = 1 where id = $1`, [id]);
    await ask('Delete', { id: String(id) });
    await ask('Restore', { id });
    const { rows } = await ask('History', { id });
    expect(rows.map((row) => [row.version, row.op])).toEqual([
      [5, 'Restore'],
      [4, 'Delete'],
      [3, 'Modify'],
      [2, 'Modify'],
      [1, 'Add'],
    ]);
    expect(rows[3]).toMatchObject({ actor: { id: 2, key_name: '张三' } });
    expect(rows[3]!.changes).toEqual(
      expect.arrayContaining([
        { field: 'amount', from: '1.00', to: '2.00' },
        { field: 'owner_entity', from: { id: 3, key_name: '李四' }, to: { id: 2, key_name: '张三' } },
        { field: 'remark', from: null, to: '改' },
      ]),
    );
    expect((rows[3]!.changes as unknown[]).length).toBe(3);
    expect(rows[2]!.changes).toEqual([]);
    expect((rows[4]!.changes as { field: string }[]).map((one) => one.field)).not.toContain('review_entity');
    expect(JSON.stringify(rows)).not.toContain('密');
    expect((rows[4]!.changes as { field: string; to: unknown }[]).find((one) => one.field === 'team')!.to).toEqual([
      { id: 2, key_name: '张三' },
    ]);
  });
  test('pages fit together, out of scope is 315', async () => {
    const id = await added({ amount: '0' });
    for (const amount of ['1', '2', '3']) await ask('Modify', { id, amount });
    const all = await ask('History', { id });
    const paged = [...(await ask('History', { id, rows: '2' })).rows, ...(await ask('History', { id, rows: '2', page: '2' })).rows];
    expect(paged).toEqual(all.rows);
    expect((await ask('History', { id }, dept)).code).toBe(315);
  });
  test('B5 R6 a field that a role shows on some rows only shows in those versions only', async () => {
    const mixed = await desk.as('mixed');
    const id = await desk.put('plan', {
      company_id: 1,
      subcompany_id: 11,
      key_name: '计划',
      secret: '111',
      create_entity: 7,
      department_entity: 32,
    });
    for (const [secret, owner] of [
      ['222', 7],
      ['333', 3],
      ['444', 3],
    ] as const)
      await desk.base.db.query('update app.plan set secret = $2, create_entity = $3, version = version + 1 where id = $1', [
        id,
        secret,
        owner,
      ]);
    const told = await desk.ask(mixed, 'History', { cloud: 'plan', id });
    expect(told.code).toBe(200);
    expect(JSON.stringify(told)).toMatch(/111.*222|222.*111/);
    expect(JSON.stringify(told)).not.toMatch(/333|444/);
  });
});

describe('B14 Queue', () => {
  const queue = (actions: unknown, session: Session | null = own) =>
    desk.ask(session, '/sys?op=Queue', { actions: JSON.stringify(actions) });
  test('each action has its own rights and its own answer, in order', async () => {
    const theirs = await added({}, dept);
    const { rows } = await queue([
      { path: '/app', op: 'Add', cloud: 'order', key_name: '一' },
      { path: '/app', op: 'Modify', cloud: 'order', id: theirs, key_name: 'x' },
      { path: '/sys', op: 'Queue', actions: '[]' },
      { path: '/sys', op: 'Login', subname: 'x' },
      { path: '/app', op: 'Upload', cloud: 'order' },
      { path: '/app', op: 'Nothing' },
      { path: '/app', op: 'Add', cloud: 'vault', key_name: 'x' },
      { path: '/app', op: 'Add', cloud: 'order', key_name: '二' },
    ]);
    expect(rows.map((row) => row.code)).toEqual([200, 315, 403, 403, 403, 403, 312, 200]);
    expect((await lying(desk, 'order', theirs)).key_name).toBe('订单');
  });
  test('over 100 actions 341 and none of them runs; not signed in 401', async () => {
    const count = () => desk.base.db.query('select count(*) from app."order"');
    const before = await count();
    const action = { path: '/app', op: 'Add', cloud: 'order', key_name: '一' };
    expect((await queue(Array.from({ length: 101 }, () => action))).code).toBe(341);
    expect((await queue([action], null)).code).toBe(401);
    expect(await count()).toEqual(before);
  });
});
