import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { Session } from '#server/meta/session.ts';
import { loadTableCall } from '#server/ops/sys/load-table.ts';
import { saveRecord } from '../save.ts';
import { type Desk, lying, openDesk } from '../testing-save.ts';
import { jobs } from './testing-job.ts';

let desk: Desk;
let own: Session;
let none: Session;
beforeAll(async () => {
  desk = await openDesk(jobs, 'records-jobs');
  [own, none] = await Promise.all([desk.as('own'), desk.as('none')]);
});
afterAll(() => desk?.close());

const ask = (op: string, form: Record<string, unknown>, session: Session | null = own) => desk.ask(session, op, { cloud: 'job', ...form });
const added = async (form: Record<string, unknown> = {}): Promise<number> => {
  const answer = await ask('Add', { key_name: '活', ...form });
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.id as number;
};
const changed = async (id: number, form: Record<string, unknown>) => {
  expect(await ask('Modify', { id, ...form })).toMatchObject({ code: 200 });
  return lying(desk, 'job', id);
};
const rows = (...of: Record<string, unknown>[]) => JSON.stringify({ 'job_row.job_entity': of });
const rowsOf = (id: number) =>
  desk.base.db.query<Record<string, unknown>>('select * from app.job_row where job_entity = $1 and deleted_time is null order by id', [id]);

describe('FORM-08 what follows from a change', () => {
  test('not signed in is 401, not allowed 312, and nothing follows', async () => {
    const id = await added();
    expect((await ask('Modify', { id, kind: '1' }, null)).code).toBe(401);
    expect((await ask('Modify', { id, kind: '1' }, none)).code).toBe(312);
    expect(await lying(desk, 'job', id)).toMatchObject({ kind: null, days: null, version: 1 });
  });
  test('bad input: what a target cannot hold, or what is beyond its bounds, refuses the save as if it had been typed', async () => {
    const id = await added({ code: '', rate: '100' });
    expect(await ask('Modify', { id, days: '11' })).toMatchObject({ code: 305, data: { field_name: 'pay' } });
    // also one that no form opens
    expect(await ask('Add', { key_name: '活', kind: '1', begun: '2030-01-01' })).toMatchObject({ code: 305, data: { field_name: 'due' } });
    const deep = await added({ begun: '9999-12-30' });
    expect(await ask('Modify', { id: deep, kind: '2' })).not.toMatchObject({ code: 200 });
    expect(await ask('Add', { key_name: '活', rate: '100', days: '11' })).toMatchObject({ code: 305, data: { field_name: 'pay' } });
    expect(await lying(desk, 'job', id)).toMatchObject({ days: null, pay: null, version: 1 });
  });
  test('a target that is not brought is written, and what it changes in turn; one that is closed is the server’s', async () => {
    const id = await added({ begun: '2026-11-20' });
    expect(await changed(id, { kind: '1' })).toMatchObject({ kind: 1, days: 3, due: '2026-11-23', pay: '30.00', version: 2 });
    expect(await changed(id, { kind: '2' })).toMatchObject({ days: 30, due: '2026-12-20', pay: '300.00' });
    expect(await changed(id, { kind: '' })).toMatchObject({ kind: null, days: null });
  });
  test('a target that is brought is taken as it is brought, empty too, and what follows from it goes by that', async () => {
    const id = await added({ begun: '2026-11-20', kind: '1', days: '5' });
    expect(await lying(desk, 'job', id)).toMatchObject({ days: 5, due: '2026-11-25', pay: '50.00' });
    expect(await changed(id, { kind: '2', days: '5' })).toMatchObject({ kind: 2, days: 5, due: '2026-11-25', pay: '50.00' });
    expect(await changed(id, { kind: '3', days: '', pay: '7' })).toMatchObject({ kind: 3, days: null, pay: '7.00' });
  });
  test('a field that is sent as it stands changes nothing, and a plain change of others neither', async () => {
    const id = await added({ kind: '1', days: '9' });
    expect(await changed(id, { kind: '1', code: 'K' })).toMatchObject({ days: 9, code: 'K' });
  });
  test('B9 a closed target cannot be brought otherwise: 312; as it stands it is the server’s', async () => {
    const id = await added({ begun: '2026-11-20', kind: '1' });
    expect(await ask('Modify', { id, kind: '2', due: '2030-01-01' })).toMatchObject({ code: 312 });
    expect(await changed(id, { kind: '2', due: '2026-11-23' })).toMatchObject({ due: '2026-12-20' });
  });
  test('B9 a target that a role hides or locks is the server’s, also what reads something hidden', async () => {
    const id = await added();
    await desk.base.db.query('update app.job set secret = 40 where id = $1', [id]);
    expect(await changed(id, { kind: '2' })).toMatchObject({ hush: 4, shut: 42 });
    expect(await ask('Modify', { id, kind: '1', hush: '9' })).toMatchObject({ code: 317, data: { field: 'hush' } });
    expect(await ask('Modify', { id, kind: '1', shut: '9' })).toMatchObject({ code: 312, data: { field: 'shut' } });
  });
  test('B5 his definition has of a list what he reads and writes on every record', async () => {
    const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
    const load = async (session: Session) =>
      (
        (await loadTableCall.run(desk.house, { request: { key_name: 'job' }, session, caller } as never)) as unknown as {
          data: LoadedTable;
        }
      ).data;
    const listOf = ({ fields }: LoadedTable) => fields.find(({ field_name }) => field_name === 'kind')!.onchange;
    const [mine, all] = [await load(own), await load(await desk.as('admin'))];
    expect(listOf(mine)).toBe('days=if(kind=1,3,30);due=adddays(begun,days)');
    expect(listOf(all)).toBe('days=if(kind=1,3,30);due=adddays(begun,days);hush=kind*2;shut=kind+secret');
    expect([mine.onload, mine.subtables!.map(({ onchange }) => onchange)]).toEqual([
      'begun={today};rate=10;note=code',
      ['total=sum(job_row.sum);lines=count(job_row)', undefined],
    ]);
  });
  test('what is demanded and shown goes by the record as it will stand', async () => {
    const id = await added();
    expect(await ask('Modify', { id, days: '51' })).toMatchObject({ code: 305, data: { field_name: 'note' } });
    expect(await changed(id, { days: '51', note: '长' })).toMatchObject({ pay: '510.00' });
  });
  test('what a choice copies is there before what follows from it is worked out', async () => {
    expect(await changed(await added(), { owner_entity: '3' })).toMatchObject({ phone: '13000000003', code: '13000000003' });
  });
  test('at a step of a flow only what the step opens is written', async () => {
    const id = await added({ begun: '2026-11-20' });
    await desk.base.db.query('update app.job set review_state = 2 where id = $1', [id]);
    const table = desk.house.catalogueOf(null).table('job')!;
    await desk.house.db.tx((tx) => saveRecord(tx, desk.house, own, table, { id, fields: { kind: '1' } }, { op: 'Review', turn: true }));
    expect(await lying(desk, 'job', id)).toMatchObject({ kind: 1, days: 3, due: null, pay: null, hush: null, shut: null });
  });
  test('PAGES-02 of several records each has its own', async () => {
    const [a, b] = [await added({ begun: '2026-11-01' }), await added({ begun: '2026-11-02', days: '7' })];
    expect(await ask('Batch', { id: `,${a},${b},`, kind: '1' })).toMatchObject({ code: 200 });
    expect([await lying(desk, 'job', a), await lying(desk, 'job', b)]).toMatchObject([
      { days: 3, due: '2026-11-04', version: 2 },
      { days: 3, due: '2026-11-05', version: 2 },
    ]);
  });
});

describe('FORM-08 what a new record begins with that is worked out', () => {
  test('what is not brought and empty is filled, by what was brought', async () => {
    expect(await lying(desk, 'job', await added({ code: 'A1' }))).toMatchObject({ begun: '2026-11-21', rate: '10.00', note: 'A1' });
  });
  test('what is brought stays, empty too; a Modify fills nothing', async () => {
    const id = await added({ code: 'A1', begun: '', rate: '2', note: 'x' });
    expect(await lying(desk, 'job', id)).toMatchObject({ begun: null, rate: '2.00', note: 'x' });
    expect(await changed(id, { code: 'B' })).toMatchObject({ begun: null, note: 'x' });
  });
  test('what a change writes goes by it and goes first', async () => {
    expect(await lying(desk, 'job', await added({ kind: '1' }))).toMatchObject({ begun: '2026-11-21', days: 3, due: '2026-11-24' });
  });
});

describe('SUB-01 rows and what follows from them', () => {
  test('a row has what follows within it, and what its record has follows from all of them', async () => {
    const id = await added({
      _subtables: rows({ op: 'Add', sort: '1', qty: '4' }, { op: 'Add', sort: '2' }, { op: 'Add', sort: '2', price: '2' }),
    });
    expect((await rowsOf(id)).map(({ price, qty }) => [price, qty])).toEqual([
      ['5.00', 4],
      ['9.00', 1],
      ['2.00', 1],
    ]);
    expect(await lying(desk, 'job', id)).toMatchObject({ total: '31.00', lines: 3, half: '15.50' });
  });
  test('rows that are added, changed and taken away write, where the target is not brought', async () => {
    const id = await added({ code: 'C', note: 'n' });
    expect(await changed(id, { _subtables: rows({ op: 'Add', sort: '1', qty: '2' }) })).toMatchObject({
      total: '10.00',
      lines: 1,
      note: 'n',
    });
    const [row] = await rowsOf(id);
    expect(await changed(id, { _subtables: rows({ op: 'Modify', id: row!.id, qty: '3' }) })).toMatchObject({ total: '15.00' });
    expect(await changed(id, { total: '7', _subtables: rows({ op: 'Modify', id: row!.id, qty: '4' }) })).toMatchObject({
      total: '7.00',
      half: '3.50',
    });
    expect(await changed(id, { _subtables: rows({ op: 'Modify', id: row!.id, qty: '4' }) })).toMatchObject({ total: '7.00' });
    expect(await changed(id, { code: 'D' })).toMatchObject({ total: '7.00' });
    expect(await changed(id, { _subtables: rows({ op: 'Delete', id: row!.id }) })).toMatchObject({ total: null, lines: null });
  });
  test('what a list of rows changes changes in turn', async () => {
    const three = rows(...[1, 2, 3].map((qty) => ({ op: 'Add', sort: '1', qty })));
    expect(await changed(await added({ code: 'E', note: 'n' }), { _subtables: three })).toMatchObject({ lines: 3, note: 'E' });
  });
  test('a row that is saved by itself writes into its record as well; one that lives on its own does not', async () => {
    const id = await added({ _subtables: rows({ op: 'Add', sort: '1', qty: '2' }) });
    const [row] = await rowsOf(id);
    expect(await desk.ask(own, 'Modify', { cloud: 'job_row', id: row!.id, qty: '5' })).toMatchObject({ code: 200 });
    expect(await lying(desk, 'job', id)).toMatchObject({ total: '25.00', half: '12.50' });
    expect(await desk.ask(own, 'Delete', { cloud: 'job_row', id: `,${row!.id},` })).toMatchObject({ code: 200 });
    expect(await lying(desk, 'job', id)).toMatchObject({ total: null, lines: null });
    expect(await desk.ask(own, 'Add', { cloud: 'job_box', key_name: '箱', job_entity: id })).toMatchObject({ code: 200 });
    expect(await lying(desk, 'job', id)).toMatchObject({ secret: null });
  });
  test('rows that are bound and taken off in the form of the record write', async () => {
    const id = await added();
    const box = (await desk.ask(own, 'Add', { cloud: 'job_box', key_name: '箱' })).data.id as number;
    const bind = (op: string) => JSON.stringify({ 'job_box.job_entity': [{ op, id: box }] });
    expect(await changed(id, { _subtables: bind('Bind') })).toMatchObject({ secret: 1 });
    expect(await changed(id, { _subtables: bind('Unbind') })).toMatchObject({ secret: null });
  });
  test('SUB-03 the table of the rows says how many there are at most', async () => {
    const four = rows(...[1, 2, 3, 4].map((qty) => ({ op: 'Add', qty })));
    expect(await ask('Add', { key_name: '活', _subtables: four })).toMatchObject({ code: 301, remark: '$rowsTooMany', data: { bound: 3 } });
  });
});
