import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchDefinitions } from '#server/access/watch-definitions.ts';
import { flowMigrations } from '#server/flow/store/migrations.ts';
import type { Op } from '#server/ops/op.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { addCall } from './add.ts';
import { deleteCall } from './delete.ts';
import { historyCall } from './history.ts';
import { modifyCall } from './modify.ts';
import { restoreCall } from './restore.ts';
import { reads, type Told } from './testing-call.ts';

const WRITES = [addCall, modifyCall, deleteCall, historyCall, restoreCall] as unknown as readonly Op[];
let lab: Lab;
let send: ReturnType<typeof reads>;
beforeAll(async () => {
  lab = await openLab({ key: 'layouts', suites: [], rooms: [flowMigrations] });
  await lab.base.db.tx((tx) => watchDefinitions(tx, lab.house.catalogueOf({} as never)));
  send = reads(lab, WRITES);
});
afterAll(() => lab.close());
beforeEach(() => lab.base.db.query('delete from app."define"'));

type Form = Record<string, unknown>;
const as = async (login: string, op: string, form: Form, company = 'demo'): Promise<Told> =>
  send(await lab.as(login, { company }), op, form);
const PLAN = 'lab.plan';
const CONTENT = { 'lab.plan.code': { list: 1, index: 0, list_width: 140 }, 'lab.plan.num': { list: 0, search: 1 } };
const keep = (login: string, content: unknown = CONTENT, rest: Form = {}, company = 'demo') =>
  as(login, 'Add', { cloud: 'define', source: PLAN, content: JSON.stringify(content), range: 0, ...rest }, company);
const layouts = async (login: string, company = 'demo', cloud = 'plan') =>
  ((await as(login, 'LoadTable', { key_name: cloud }, company)).data as { layouts: Record<string, { content: unknown; id?: number }> })
    .layouts;
const idOf = (told: Told) => Number(told.data?.id);

describe('LIST-10 who may write a layout', () => {
  it.each(['Page', 'List', 'Add', 'Modify', 'Delete'])('B1 %s without a session is 401', async (op) => {
    expect((await send(null, op, { cloud: 'define', id: 1, source: PLAN, content: '{}' })).code).toBe(401);
  });
  it('B22 the company’s is 312 for who is no administrator, new or made of his own', async () => {
    expect(await keep('own', CONTENT, { range: 1 })).toMatchObject({ code: 312, remark: '$layoutCompany' });
    const id = idOf(await keep('own'));
    expect(await as('own', 'Modify', { cloud: 'define', id, version: 1, range: 1 })).toMatchObject({ code: 312, remark: '$layoutCompany' });
    expect((await keep('root', CONTENT, { range: 1 })).code).toBe(200);
  });
  it('B22 B18 another’s is 315 to change, to take away and to read, an administrator’s hand included, whoever is named as its owner', async () => {
    const id = idOf(await keep('own'));
    for (const login of ['dept', 'none', 'root', 'admin']) {
      expect((await as(login, 'Modify', { cloud: 'define', id, version: 1, content: '{}' })).code, login).toBe(315);
      expect((await as(login, 'Delete', { cloud: 'define', id: String(id) })).code, login).toBe(315);
      expect((await as(login, 'Get', { cloud: 'define', id })).code, login).toBe(315);
      const filters = JSON.stringify({ fields: { create_entity: 2 } });
      expect((await as(login, 'List', { cloud: 'define', filters })).rows, login).toEqual([]);
    }
    expect((await as('own', 'List', { cloud: 'define' })).rows).toHaveLength(1);
    expect((await as('all', 'Modify', { cloud: 'define', id, version: 1 }, 'other')).code).toBe(315);
  });
  it('of a company’s layout its people have what it says in the definition, and not its row', async () => {
    const id = idOf(await keep('root', CONTENT, { range: 1 }));
    for (const op of ['Get', 'Delete', 'Modify']) expect((await as('own', op, { cloud: 'define', id: String(id) })).code, op).toBe(315);
    expect((await as('own', 'List', { cloud: 'define' })).rows).toEqual([]);
    expect((await layouts('own')).company).toEqual({ content: CONTENT });
    expect((await as('admin', 'Modify', { cloud: 'define', id, version: 1, content: JSON.stringify({}) })).code).toBe(200);
    expect(await layouts('all', 'other')).toEqual({});
  });
  it('who was an administrator changes his company’s no more', async () => {
    const id = idOf(await keep('root', CONTENT, { range: 1 }));
    await lab.base.db.query(`update app."define" set create_entity = 2 where id = ${id}`);
    expect((await as('own', 'Modify', { cloud: 'define', id, version: 1, content: '{}' })).code).toBe(312);
    expect((await as('own', 'Delete', { cloud: 'define', id: String(id) })).code).toBe(312);
  });
});

describe('LIST-10 what a layout may say', () => {
  it.each<[string, unknown, Record<string, unknown>]>([
    ['no JSON', undefined, { code: 317, remark: '$layoutContent' }],
    ['a list', [], { code: 317, remark: '$layoutContent' }],
    ['a key of its own', { 'lab.plan.code': { color: 1 } }, { code: 317, remark: '$layoutContent' }],
    ['too narrow', { 'lab.plan.code': { list_width: 5 } }, { code: 317, remark: '$layoutContent' }],
    ['a width that is none', { 'lab.plan.code': { list_width: '1e3' } }, { code: 317, remark: '$layoutContent' }],
    ['a field that is not there', { 'lab.plan.nothing': { list: 1 } }, { code: 317, remark: '$layoutField' }],
    ['a field of another table', { 'sys.user.mobile': { list: 1 } }, { code: 317, remark: '$layoutField' }],
    [
      'more than a table has',
      Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`f${at}`, {}])),
      { code: 341, remark: '$layoutMany' },
    ],
  ])('%s is refused', async (_, content, told) => {
    const sent = content === undefined ? '{"lab.plan.code":' : JSON.stringify(content);
    expect(await as('own', 'Add', { cloud: 'define', source: PLAN, content: sent, range: 0 })).toMatchObject(told);
    expect(await layouts('own')).toEqual({});
  });
  it('10,000 columns are 316 or 317, and nothing is kept', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`lab.plan.f${at}`, { list: 1, index: at }]));
    expect([316, 317]).toContain((await keep('own', many)).code);
    expect(await layouts('own')).toEqual({});
  });
  it('A16 names of prototypes are inert', async () => {
    for (const content of ['{"__proto__":{"list":1}}', '{"constructor":{"list":1}}', '{"lab.plan.code":{"__proto__":{"list":1}}}'])
      expect((await as('own', 'Add', { cloud: 'define', source: PLAN, content, range: 0 })).code, content).toBe(317);
    expect(({} as Record<string, unknown>).list).toBeUndefined();
  });
  it('without a column in the list it is refused with the words for it', async () => {
    const none = Object.fromEntries(
      lab.house
        .catalogueOf({} as never)
        .tableOf(PLAN)!
        .def.fields.map(({ uid }) => [uid, { list: 0 }]),
    );
    expect(await keep('own', none)).toMatchObject({ code: 305, remark: '$layoutEmpty' });
  });
  it('a table that is not there reads like one that he may not see', async () => {
    const [never, vault] = [await keep('own', {}, { source: 'lab.never' }), await keep('own', {}, { source: 'lab.vault' })];
    expect(never).toMatchObject({ code: 312, remark: '$layoutSource' });
    expect(vault).toEqual(never);
  });
  it('of two windows at once the second finds the first one’s row', async () => {
    let second: Promise<Told> | undefined;
    await lab.base.db.tx(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('layout 1 lab.plan 2', 0))`);
      await tx.query(`insert into app."define" (company_id, source, range, content, create_entity) values (1, $1, 0, '{}', 2)`, [PLAN]);
      second = keep('own');
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    expect(await second).toMatchObject({ code: 310, remark: '$layoutTwice' });
  });
  it('is one a table and person; it never becomes another table’s', async () => {
    const both = await Promise.all([keep('own'), keep('own')]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 310]);
    const id = idOf(both.find(({ code }) => code === 200)!);
    expect(await as('own', 'Modify', { cloud: 'define', id, version: 1, source: 'lab.request' })).toMatchObject({ code: 312 });
    expect((await as('own', 'Delete', { cloud: 'define', id: String(id) })).code).toBe(200);
    expect((await keep('own')).code).toBe(200);
    expect((await as('own', 'Restore', { cloud: 'define', id })).code).toBe(310);
  });
});

describe('LIST-10 what a reader has of it', () => {
  it('B23 a layout names no field that its reader does not see, a company’s or one of before, nor may he write one', async () => {
    const content = { ...CONTENT, 'lab.plan.secret': { list: 1, index: 3 }, 'lab.plan.memo': { search: 1 } };
    expect((await keep('root', content, { range: 1 })).code).toBe(200);
    expect((await layouts('all')).company).toEqual({ content });
    expect((await layouts('dept')).company).toEqual({ content: CONTENT });
    expect(await keep('dept', content)).toMatchObject({ code: 317, remark: '$layoutField' });
    expect(JSON.stringify((await as('dept', 'Page', { cloud: 'plan', definition: 1 })).data)).not.toMatch(/secret|memo/);
  });
  it('B22 a variant’s list lies apart from its table’s: each keeps its own, of its fields, for who may list it', async () => {
    const [book, whole] = [{ 'sys.user.mobile': { list: 0 } }, { 'sys.user.title': { list: 0 } }];
    const source = 'sys.user.contact';
    // of the whole list nothing is his; the address book is everybody's
    expect(await keep('none', book, { source: 'sys.user' })).toMatchObject({ code: 312, remark: '$layoutSource' });
    expect((await keep('none', book, { source })).code).toBe(200);
    expect(await layouts('none', 'demo', 'user[contact]')).toMatchObject({ source, own: { content: book } });
    expect(await keep('own', whole, { source })).toMatchObject({ code: 317, remark: '$layoutField' });
    expect((await keep('root', whole, { source: 'sys.user' })).code).toBe(200);
    expect(await layouts('root', 'demo', 'user[contact]')).toEqual({ source, shares: 1 });
    expect((await keep('root', book, { source })).code).toBe(200);
    expect(await keep('root', book, { source })).toMatchObject({ code: 310, remark: '$layoutTwice' });
    expect(await layouts('root', 'demo', 'user')).toMatchObject({ own: { content: whole } });
    expect((await layouts('root', 'demo', 'user')) as object).not.toHaveProperty('source');
    expect(await layouts('root', 'demo', 'user[contact]')).toMatchObject({ own: { content: book } });
    // a projection is of its fields for an administrator too
    expect(await keep('root', { 'lab.plan.memo': { list: 1 } }, { source: 'lab.plan.big' })).toMatchObject({ code: 317 });
    expect((await keep('root', { 'lab.plan.code': { list: 1 } }, { source: 'lab.plan.big' })).code).toBe(200);
  });
  it('his own stands alone; taken back, the company’s holds again', async () => {
    await keep('root', { 'lab.plan.num': { list: 0 } }, { range: 1 });
    const id = idOf(await keep('own'));
    expect(await layouts('own')).toMatchObject({
      own: { id, version: 1, content: CONTENT },
      company: { content: { 'lab.plan.num': { list: 0 } } },
    });
    expect((await as('own', 'Delete', { cloud: 'define', id: String(id) })).code).toBe(200);
    expect(await layouts('own')).toEqual({ company: { content: { 'lab.plan.num': { list: 0 } } } });
  });
  it('a field that is gone, or content that nobody would write today, does no harm', async () => {
    const id = idOf(await keep('own'));
    const gone = { ...CONTENT, 'lab.plan.gone': { list: 1 } };
    await lab.base.db.query('update app."define" set content = $1 where id = $2', [JSON.stringify(gone), id]);
    expect((await layouts('own')).own).toMatchObject({ content: CONTENT });
    await lab.base.db.query(`update app."define" set content = '{"a":' where id = ${id}`);
    expect(await layouts('own')).toEqual({});
  });
  it('the first rows have the columns of the layout; a list of rows costs no statement for it', async () => {
    await keep('all', { 'lab.plan.code': { list: 0 }, 'lab.plan.memo': { list: 1 } });
    await lab.put('plan', { company_id: 1, subcompany_id: 11, key_name: '一', code: 'P1', memo: 'm', create_entity: 4 });
    const { rows } = await as('all', 'Page', { cloud: 'plan', definition: 1 });
    expect(Object.keys(rows![0]!)).toContain('memo');
    expect(Object.keys(rows![0]!)).not.toContain('code');
    const { house, said } = lab.watched();
    const watching = reads({ ...lab, house }, WRITES);
    await watching(await lab.as('all'), 'Page', { cloud: 'plan', fields: 'memo' });
    expect(said.filter((text) => text.includes('"define"'))).toEqual([]);
    await watching(await lab.as('all'), 'LoadTable', { key_name: 'plan' });
    expect(said.filter((text) => text.includes('"define"'))).toHaveLength(1);
  });
  it('what is for the company gives the definitions a new version; what is one’s own does not', async () => {
    const version = async () =>
      (await lab.base.db.query<{ version: number }>('select version from fw.rights_version where company_id = 1'))[0]?.version ?? 0;
    const before = await version();
    await keep('own');
    expect(await version()).toBe(before);
    await keep('root', CONTENT, { range: 1 });
    expect(await version()).toBe(before + 1);
  });
});
