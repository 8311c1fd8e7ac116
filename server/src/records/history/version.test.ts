import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldThen, RowThen, VersionThen } from '#protocol/wire/version.ts';
import type { Session } from '#server/meta/session.ts';
import { type Desk, lying, openDesk } from '../save/testing-save.ts';

let desk: Desk;
let own: Session;
let other: Session;
let whole: Session;
beforeAll(async () => {
  desk = await openDesk();
  // each call a second later: rows are found by the instant of their save
  let at = Date.now();
  const later = () => {
    at += 1000;
    return new Date(at);
  };
  Object.assign(desk.house, { clock: { now: later } });
  [own, other, whole] = await Promise.all([desk.as('own'), desk.as('dept'), desk.as('root')]);
});
afterAll(() => desk?.close());

type Form = Record<string, unknown>;
const LINES = 'order_line.order_entity';
const ask = (op: string, form: Form, session: Session | null = own) => desk.ask(session, op, { cloud: 'order', ...form });
const rows = (list: Form[]) => ({ _subtables: JSON.stringify({ [LINES]: list }) });
const added = async (form: Form = {}, cloud = 'order'): Promise<number> => {
  const { code, data } = await ask('Add', { cloud, key_name: '名', ...form });
  expect(code).toBe(200);
  return data.id as number;
};
const saved = async (id: number, form: Form, session = own) =>
  expect(await ask('Modify', { id, ...form }, session)).toMatchObject({ code: 200 });
const version = async (id: number, nth: number, session = own): Promise<VersionThen> => {
  const { code, data } = await ask('Version', { id, nth }, session);
  expect(code).toBe(200);
  return data as unknown as VersionThen;
};
const fieldsOf = ({ fields }: { fields: readonly FieldThen[] }): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ field, from, to }) => [field, [from, to]]));
const rowsOf = ({ rows: all }: VersionThen) =>
  all.map(({ op, id, changes }: RowThen) => [op, id, Object.fromEntries(changes.map(({ field, from, to }) => [field, [from, to]]))]);

describe('FORM-01 who may ask in what a version differs', () => {
  it('not signed in 401, an unknown table 312, another’s record 315 as one that never was', async () => {
    const id = await added();
    expect((await ask('Version', { id, nth: 1 }, null)).code).toBe(401);
    expect((await ask('Version', { cloud: 'nothing', id, nth: 1 })).code).toBe(312);
    expect((await ask('Version', { id, nth: 1 }, other)).code).toBe(315);
    expect(await ask('Version', { id, nth: 1 }, other)).toEqual(await ask('Version', { id: 999_999, nth: 1 }, other));
  });

  it.each([
    ['no version', {}, 314],
    ['one before the first', { nth: 0 }, 317],
    ['one that is no number', { nth: 'x' }, 317],
    ['a word too many', { nth: 1, version: 1 }, 317],
    ['one that it does not have yet', { nth: 2 }, 315],
  ])('%s', async (_, form, code) => {
    expect((await ask('Version', { id: await added(), ...form })).code).toBe(code);
  });
});

describe('FORM-01 in what a version differs from the record as it stands', () => {
  it('tells each field that is another, net of what was changed back, with what follows from it; the newest differs in nothing', async () => {
    const id = await added({ amount: '10', pieces: '2', note: 'first', kind: '1' });
    await saved(id, { amount: '20', note: 'second' });
    await saved(id, { note: 'first', kind: '2' });
    expect(await version(id, 1)).toMatchObject({ nth: 1, version: 3 });
    expect(fieldsOf(await version(id, 1))).toEqual({
      amount: ['10.00', '20.00'],
      total: ['20.00', '40.00'],
      kind: [{ id: 1 }, { id: 2 }],
    });
    expect(fieldsOf(await version(id, 2))).toEqual({ note: ['second', 'first'], kind: [{ id: 1 }, { id: 2 }] });
    expect(await version(id, 3)).toMatchObject({ nth: 3, fields: [], rows: [] });
  });

  it('A8 tells nothing of a field that a role hides from its reader, nor of one that was hidden then or is hidden now', async () => {
    const id = await added({ kind: '3', reason: 'why' });
    await saved(id, { secret: 'one' }, whole);
    await saved(id, { secret: 'two' }, whole);
    expect(fieldsOf(await version(id, 2, whole))).toEqual({ secret: ['one', 'two'] });
    expect(fieldsOf(await version(id, 2))).toEqual({});
    expect(JSON.stringify(await version(id, 1))).not.toContain('secret');
    await saved(id, { kind: '1' });
    const hiddenNow = await version(id, 1);
    expect([fieldsOf(hiddenNow).kind, JSON.stringify(hiddenNow).includes('why')]).toEqual([[{ id: 3 }, { id: 1 }], false]);
    await saved(id, { kind: '3', reason: 'because' });
    expect(Object.keys(fieldsOf(await version(id, 4)))).toEqual(['kind']);
    expect(fieldsOf(await version(id, 1))).toEqual({ reason: ['why', 'because'] });
  });

  it('tells rows that came, went and changed since, as they stood after that version', async () => {
    const id = await added(
      rows([
        { op: 'Add', key_name: 'a', price: '1' },
        { op: 'Add', key_name: 'b', price: '2' },
      ]),
    );
    const [a, b] = (
      await desk.base.db.query<{ id: number }>('select id from app.order_line where order_entity = $1 order by id', [id])
    ).map((row) => row.id);
    await saved(
      id,
      rows([
        { op: 'Modify', id: a, price: '5' },
        { op: 'Add', key_name: 'c', price: '3' },
      ]),
    );
    await saved(id, rows([{ op: 'Delete', id: b }]));
    const c = Math.max(
      ...(await desk.base.db.query<{ id: number }>('select id from app.order_line where order_entity = $1', [id])).map((row) => row.id),
    );
    const first = rowsOf(await version(id, 1));
    expect(first).toHaveLength(3);
    expect(first).toContainEqual(['Modify', a, { price: ['1.00', '5.00'], twice: ['2.00', '10.00'] }]);
    expect(first).toContainEqual(['Delete', b, { key_name: ['b', null], price: ['2.00', null], twice: ['4.00', null] }]);
    expect(first).toContainEqual(['Add', c, { key_name: [null, 'c'], price: [null, '3.00'], twice: [null, '6.00'] }]);
    expect(rowsOf(await version(id, 2)).map(([op, row]) => [op, row])).toEqual([['Delete', b]]);
    expect(rowsOf(await version(id, 3))).toEqual([]);
  });

  it('says which records and files cannot be put there again: in the recycle bin, out of sight, gone', async () => {
    const customer = await added({ kind: '1' }, 'customer');
    const kept = (await desk.upload(own, 'docs', 'one')).data;
    const gone = (await desk.upload(own, 'docs', 'two')).data;
    const id = await added({ customer_entity: customer, docs: `${kept.key_name},${gone.key_name}`, team: ',2,3,' });
    await saved(id, { customer_entity: '', docs: '', team: '' });
    const before = Object.fromEntries((await version(id, 1)).fields.map(({ field, lost }) => [field, lost]));
    expect(before).toMatchObject({ customer_entity: undefined, docs: undefined, team: undefined });
    expect(await ask('Delete', { cloud: 'customer', id: String(customer), version: 1 })).toMatchObject({ code: 200 });
    await desk.base.db.query('delete from fw.file where key_name = $1', [gone.key_name]);
    const after = await version(id, 1);
    const lost = Object.fromEntries(after.fields.map((one) => [one.field, one.lost]));
    expect(lost).toMatchObject({ customer_entity: 1, docs: 1, team: undefined });
    expect((fieldsOf(after).docs as [unknown[]])[0]).toMatchObject([{ key_name: kept.key_name }]);
  });

  it('what is brought back by an ordinary Modify upon the version that was told leaves no difference, and stands in history itself', async () => {
    const id = await added({ amount: '10', note: 'first', tags: ',1,2,', ...rows([{ op: 'Add', key_name: 'a', price: '1' }]) });
    await saved(id, { amount: '20', note: '', tags: ',3,' });
    const told = await version(id, 1);
    await saved(id, { version: told.version, amount: '10.00', note: 'first', tags: ',1,2,' });
    expect(await version(id, 1)).toMatchObject({ fields: [], rows: [], version: 3 });
    expect(fieldsOf(await version(id, 2))).toMatchObject({ amount: ['20.00', '10.00'] });
    expect(await ask('Modify', { id, version: told.version, amount: '30' })).toMatchObject({ code: 311, data: { stale: 1 } });
    expect(await lying(desk, 'order', id)).toMatchObject({ version: 3, amount: '10.00' });
  });
});
