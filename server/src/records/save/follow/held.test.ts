import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { withFollowers } from '#server/changes/demand.ts';
import type { Session } from '#server/meta/session.ts';
import { loadTableCall } from '#server/ops/sys/load-table.ts';
import type { SaveOptions } from '../save.ts';
import { saveRecord } from '../save.ts';
import { type Desk, lying, openDesk } from '../testing-save.ts';
import { jobs } from './testing-job.ts';

let desk: Desk;
let own: Session;
let admin: Session;
beforeAll(async () => {
  desk = await openDesk(jobs, 'records-jobs-held');
  [own, admin] = await Promise.all([desk.as('own'), desk.as('admin')]);
});
afterAll(() => desk?.close());

const ask = (op: string, form: Record<string, unknown>, session: Session | null = own, cloud = 'job') =>
  desk.ask(session, op, { cloud, ...form });
const added = async (form: Record<string, unknown> = {}): Promise<number> => {
  const answer = await ask('Add', { key_name: '活', ...form });
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.id as number;
};
const rows = (...of: Record<string, unknown>[]) => JSON.stringify({ 'job_row.job_entity': of });
const rowOf = async (id: number): Promise<number> =>
  (await desk.base.db.query<{ id: number }>('select id from app.job_row where job_entity = $1', [id]))[0]!.id;

describe('FORM-08 what follows is held as if somebody had typed it', () => {
  test('not signed in is 401, not allowed 312', async () => {
    const id = await added();
    expect((await ask('Modify', { id, load: '60' }, null)).code).toBe(401);
    expect((await ask('Modify', { id, load: '60' }, await desk.as('none'))).code).toBe(312);
  });
  test('B10 of a field that its writer does not see neither the name nor the bounds are told, calculated or written', async () => {
    const id = await added();
    for (const load of ['60', '40']) {
      const { code, remark, data } = await ask('Modify', { id, load });
      expect([code, remark]).toEqual([305, '$unseenBeyond']);
      expect(JSON.stringify(data)).not.toMatch(/cap|gauge|100|90/);
    }
    expect(await ask('Modify', { id, load: '20' })).toMatchObject({ code: 200 });
    expect(await ask('Modify', { id, load: '60' }, admin)).toMatchObject({
      code: 305,
      data: { field_name: 'cap', bound: expect.anything() },
    });
    expect(await ask('Modify', { id, load: '40' }, admin)).toMatchObject({ code: 305, data: { field_name: 'gauge' } });
  });
  test('B10 the same of what is calculated in rows', async () => {
    const part = { op: 'Add', price: '0', qty: '401' };
    const { code, remark, data } = await ask('Add', { key_name: '活', _subtables: rows(part) });
    expect([code, remark]).toEqual([305, '$unseenBeyond']);
    expect(JSON.stringify(data)).not.toMatch(/bulk|800|802/);
    const told = await ask('Add', { key_name: '活', _subtables: rows(part) }, admin);
    expect(told).toMatchObject({ data: { field_name: 'bulk', bound: '800' } });
    const id = await added({ _subtables: rows({ ...part, qty: '400' }) });
    const more = await ask('Modify', { id, _subtables: rows({ op: 'Modify', id: await rowOf(id), qty: '401' }) });
    expect([more.code, more.remark]).toEqual([305, '$unseenBeyond']);
  });
  test('B5 his definition has nothing of a list that reads what he does not see on every record, by way of what is calculated too', async () => {
    const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
    const listOf = async (session: Session) => {
      const answer = await loadTableCall.run(desk.house, { request: { key_name: 'job' }, session, caller } as never);
      return (answer as unknown as { data: LoadedTable }).data.fields.find(({ field_name }) => field_name === 'load')!.onchange;
    };
    expect([await listOf(own), await listOf(admin)]).toEqual([undefined, 'cap=load*2;told=veil']);
  });
  test('SUB-01 a row that is saved by itself writes nothing that the form of its record would refuse; the record is named', async () => {
    const id = await added({ _subtables: rows({ op: 'Add', sort: '1', qty: '2' }) });
    const row = await rowOf(id);
    const refused = await ask('Modify', { id: row, qty: '30' }, own, 'job_row');
    expect(refused).toMatchObject({ code: 305, remark: '$fieldEmpty', data: { field: { zh_CN: 'job名－why名' } } });
    expect(refused.data).not.toHaveProperty('field_name');
    expect(await lying(desk, 'job', id)).toMatchObject({ total: '10.00', version: 1 });
    // what was wrong already is not held against who changes a row
    await desk.base.db.query('update app.job set total = 200 where id = $1', [id]);
    expect(await ask('Modify', { id: row, qty: '30' }, own, 'job_row')).toMatchObject({ code: 200 });
    expect(await lying(desk, 'job', id)).toMatchObject({ total: '150.00' });
  });
  test('B9 what is open goes by what follows and is calculated', async () => {
    const id = await added();
    expect(await ask('Modify', { id, kind: '1', memo: 'm' })).toMatchObject({ code: 312, data: { field: 'memo' } });
    expect(await ask('Modify', { id, kind: '1', seen: '1' })).toMatchObject({ code: 312, data: { field: 'seen' } });
    expect(await ask('Modify', { id, total: '20', aside: 'a' })).toMatchObject({ code: 312, data: { field: 'aside' } });
    expect(await ask('Modify', { id, kind: '2', memo: 'm', seen: '1', total: '30', aside: 'a' })).toMatchObject({ code: 200 });
    expect(await lying(desk, 'job', id)).toMatchObject({ days: 30, memo: 'm', seen: 1, aside: 'a' });
  });
  test('a draft of what the definition works out is empty: 314', async () => {
    const table = desk.house.catalogueOf(null).table('job')!;
    const options: SaveOptions = { op: 'Add', complete: false };
    const draft = (subtables: Record<string, Record<string, unknown>[]>) =>
      desk.house.db.tx((tx) => saveRecord(tx, desk.house, own, table, { fields: {}, subtables }, options));
    await expect(draft({})).rejects.toMatchObject({ code: 314, remark: '$nothingTyped' });
    await expect(draft({ 'job_row.job_entity': [{ op: 'Add' }] })).rejects.toMatchObject({ code: 314 });
    await expect(draft({ 'job_row.job_entity': [{ op: 'Add', sort: '1' }] })).resolves.toMatchObject({ version: 1 });
  });
  test('PAGES-02 an undo brings back what followed from what a choice copies', () => {
    const table = desk.house.catalogueOf(null).table('job')!;
    const grant = { table, sees: () => true, writes: () => true } as never;
    expect(withFollowers(grant, ['owner_entity'])).toEqual(['owner_entity', 'code', 'contact']);
  });
});
