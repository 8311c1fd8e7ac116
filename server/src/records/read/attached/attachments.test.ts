import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Attachment } from '#protocol/wire/attachment.ts';
import type { Session } from '#server/meta/session.ts';
import { type Desk, openDesk } from '../../save/testing-save.ts';

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const ask = (op: string, form: Record<string, unknown>, session: Session | null = own) =>
  desk.ask(session, op, form) as Promise<Awaited<ReturnType<Desk['ask']>> & { total?: number }>;
const up = async (field: string, name: string, cloud = 'order'): Promise<string> =>
  (await desk.upload(own, field, name, name, cloud)).data.key_name as string;
const files = async (id: number, form: Record<string, unknown> = {}, session = own): Promise<Attachment[]> => {
  const answer = await ask('Attachs', { cloud: 'order', id, ...form }, session);
  expect(answer.code).toBe(200);
  return answer.rows as unknown as Attachment[];
};
const told = (rows: Attachment[]) => rows.map(({ file_name, place }) => [file_name, place.sub ?? null, place.field, place.key_name]);
/** What the role of clerks hides from now on, of orders. */
async function hides(...names: string[]): Promise<void> {
  await desk.base.db.query(`update fw.role_grant set hide_uids = $1 where company_id = 1 and group_uid = 'desk.order' and role_id = 49`, [
    ['order.secret', ...names].map((name) => `desk.${name.split('.')[0]}:desk.${name}`),
  ]);
  await desk.base.db.query('update fw.rights_version set version = version + 1');
  own = await desk.as('own');
}
const rows = (...lines: object[]) => JSON.stringify({ 'order_line.order_entity': lines });
/** An order with two papers of its own, one of a row and one of another order. */
async function filed(): Promise<number> {
  const docs = `${await up('docs', '一.txt')},${await up('docs', '二.txt')}`;
  const lines = rows({ op: 'Add', key_name: '行', paper: await up('paper', '行.txt', 'order_line') });
  const id = (await ask('Add', { cloud: 'order', key_name: '单', docs, _subtables: lines })).data.id as number;
  await ask('Add', { cloud: 'order', key_name: '另', docs: await up('docs', '外.txt') });
  return id;
}

describe('FILE-03 FORM-01 the files of a record', () => {
  test('not signed in 401, not allowed 312, a record of others 315 as one that never was', async () => {
    const id = await filed();
    expect((await ask('Attachs', { cloud: 'order', id }, null)).code).toBe(401);
    expect((await ask('Attachs', { cloud: 'order', id }, await desk.as('none'))).code).toBe(312);
    expect((await ask('Attachs', { cloud: 'nothing', id })).code).toBe(312);
    const dept = await desk.as('dept');
    expect(await ask('Attachs', { cloud: 'order', id }, dept)).toEqual(await ask('Attachs', { cloud: 'order', id: 999_999 }, dept));
    expect((await ask('Attachs', { cloud: 'order', id }, dept)).code).toBe(315);
  });

  test.each([
    ['no id', {}, 314],
    ['an id that is none', { id: 'x' }, 317],
    ['a step that is none', { id: 1, review_state: 'x' }, 317],
    ['a page before the first', { id: 1, page: 0 }, 317],
    ['more than a page holds', { id: 1, rows: 101 }, 317],
    ['a word too many', { id: 1, field: 'docs' }, 317],
  ])('%s', async (_, form, code) => {
    expect((await ask('Attachs', { cloud: 'order', ...form })).code).toBe(code);
  });

  test('those of its fields and of the rows that go with it, the last first, with who and when', async () => {
    const rows = await files(await filed());
    expect(told(rows)).toEqual([
      ['行.txt', 'order_line', 'paper', 'order_line行'],
      ['二.txt', null, 'docs', 'docs名'],
      ['一.txt', null, 'docs', 'docs名'],
    ]);
    expect(rows[0]).toMatchObject({ length: 7, review_state: null, create_entity: { id: own.user.id } });
    expect(rows[0]!.create_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const { key_name, url } = rows[0]!;
    const tk = new URLSearchParams(url.split('?')[1]).get('tk')!;
    expect((await ask('Download', { key_name, tk })).code).toBe(200);
  });

  test('a page at a time, of all', async () => {
    const id = await filed();
    const second = await ask('Attachs', { cloud: 'order', id, page: 2, rows: 2 });
    expect([second.total, second.rows.length, (second.rows[0] as unknown as Attachment).file_name]).toEqual([3, 1, '一.txt']);
  });

  test('what was taken out of its field, or a row that is gone, is no file of it any more', async () => {
    const id = await filed();
    const [line] = await desk.base.db.query<{ id: number }>('select id from app.order_line where order_entity = $1', [id]);
    const gone = rows({ op: 'Delete', id: line!.id });
    expect((await ask('Modify', { cloud: 'order', id, docs: '', _subtables: gone })).code).toBe(200);
    expect(await files(id)).toEqual([]);
  });

  test('A21 C3 what a role hides is not told: neither a field, nor that of a row, nor how many there are', async () => {
    const id = await filed();
    await hides('order.docs');
    try {
      expect(told(await files(id)).map(([name]) => name)).toEqual(['行.txt']);
      await hides('order_line.paper');
      expect((await ask('Attachs', { cloud: 'order', id })).total).toBe(2);
    } finally {
      await hides();
    }
  });

  test('of a table that lists none nothing is told', async () => {
    const id = (await ask('Add', { cloud: 'customer', key_name: '户' })).data.id as number;
    expect(await ask('Attachs', { cloud: 'customer', id })).toMatchObject({ code: 200, rows: [], total: 0 });
  });
});

describe('WIRE-09 lists that are called without a table', () => {
  const list = (op: string, cloud: string, fields: Record<string, unknown> | null, rest = {}) =>
    ask(op, { cloud, ...(fields ? { filters: JSON.stringify({ fields }) } : {}), ...rest });

  test('attach and active by List and Page, as the ops of the same tell', async () => {
    const id = await filed();
    const of = { source: 'order', rowid: id };
    const { rows } = await ask('Attachs', { cloud: 'order', id });
    const names = (answer: { rows: unknown[] }) => (answer.rows as Attachment[]).map(({ key_name }) => key_name);
    for (const op of ['List', 'Page']) expect(names(await list(op, 'attach', of))).toEqual(names({ rows }));
    expect(names(await list('Page', 'attach', of, { page: 2, rows: 2 }))).toEqual(names({ rows: rows.slice(2) }));
    expect(await list('List', 'attach', { ...of, review_state: 3 })).toMatchObject({ code: 200, rows: [] });
    expect(await list('Page', 'active', of, { rows: 6 })).toMatchObject({ code: 200, rows: [] });
  });

  test.each([
    ['no filters', null, 314],
    ['no record', { source: 'order' }, 314],
    ['no table', { rowid: 1 }, 314],
    ['an unknown table', { source: 'nothing', rowid: 1 }, 312],
    ['a record that is none', { source: 'order', rowid: 'x' }, 317],
    ['a list of records', { source: 'order', rowid: [1, 2] }, 317],
    ['a record that was never there', { source: 'order', rowid: 999_999 }, 315],
    ['a word too many', { source: 'order', rowid: 1, field: 'docs' }, 317],
  ])('%s', async (_, fields, code) => {
    for (const cloud of ['attach', 'active']) expect((await list('Page', cloud, fields)).code, cloud).toBe(code);
    expect((await list('List', 'attach', fields)).code).toBe(code);
  });

  test.each(['as_of', 'stat', 'definition', 'fields'])('what tables alone answer (%s) is refused and not passed over', async (name) => {
    const rest = { [name]: name === 'as_of' ? '2026-01' : name === 'fields' ? 'file_name' : 1 };
    for (const cloud of ['attach', 'active'])
      expect(await list('Page', cloud, { source: 'order', rowid: 1 }, rest)).toMatchObject({ code: 317, data: { field: name } });
  });

  test('nobody who is not signed in, and nothing beside the record', async () => {
    expect((await ask('Page', { cloud: 'attach', filters: '{"fields":{"source":"order","rowid":1}}' }, null)).code).toBe(401);
    const beside = JSON.stringify({ key_word: 'x', fields: { source: 'order', rowid: 1 } });
    expect((await ask('Page', { cloud: 'attach', filters: beside })).code).toBe(317);
  });
});
