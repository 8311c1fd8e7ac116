import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { View, Views } from '#protocol/wire/view.ts';
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
const [OWN, COMPANY, TEAM] = [0, 1, 2];
const SAID = {
  columns: { 'lab.plan.code': { list: 1, index: 0 }, 'lab.plan.num': { list: 0 } },
  sort: [['lab.plan.amount', 'desc']],
  filters: { 'lab.plan.code': { op: 'like', value: 'A' } },
  groups: ['lab.plan.type'],
};
const keep = (login: string, key_name: string, range = OWN, said: unknown = SAID, rest: Form = {}, company = 'demo') =>
  as(login, 'Add', { cloud: 'define', source: PLAN, key_name, range, content: JSON.stringify(said), ...rest }, company);
const viewsOf = async (login: string, cloud = 'plan', company = 'demo'): Promise<Views> =>
  ((await as(login, 'LoadTable', { key_name: cloud }, company)).data as { views: Views }).views;
const named = async (login: string, company = 'demo') => (await viewsOf(login, 'plan', company)).rows.map((view) => view.key_name);
const one = async (login: string, key_name: string): Promise<View> =>
  (await viewsOf(login)).rows.find((view) => view.key_name === key_name)!;
const idOf = (told: Told) => Number(told.data?.id);
const modify = (login: string, id: number, change: Form) => as(login, 'Modify', { cloud: 'define', id, ...change });

describe('LIST-10 who may keep a view', () => {
  it.each(['Page', 'List', 'Add', 'Modify', 'Delete'])('B1 %s without a session is 401', async (op) => {
    expect((await send(null, op, { cloud: 'define', id: 1, source: PLAN, key_name: '在建', range: TEAM, content: '{}' })).code).toBe(401);
  });
  it('B22 his own is everybody’s, and nobody else has it or changes it', async () => {
    const id = idOf(await keep('own', '我的'));
    expect(await named('own')).toEqual(['我的']);
    for (const login of ['dept', 'all', 'root', 'admin']) {
      expect(await named(login), login).toEqual([]);
      expect((await modify(login, id, { key_name: '他的' })).code, login).toBe(315);
      for (const op of ['Delete', 'Get']) expect((await as(login, op, { cloud: 'define', id: String(id) })).code, login).toBe(315);
    }
    expect((await modify('own', id, { key_name: '改名' })).code).toBe(200);
    expect(await one('own', '改名')).toMatchObject({ id, version: 2, range: OWN, edits: 1, owns: 1, content: SAID });
  });
  it('B22 the company’s is its administrators’ to write, new or changed, and everybody’s to have', async () => {
    expect(await keep('own', '在建', COMPANY)).toMatchObject({ code: 312, remark: '$layoutCompany' });
    const id = idOf(await keep('root', '在建', COMPANY));
    for (const login of ['own', 'all']) expect(await named(login), login).toEqual(['在建']);
    expect(await named('all', 'other')).toEqual([]);
    expect(await one('own', '在建')).not.toHaveProperty('edits');
    expect(await one('admin', '在建')).toMatchObject({ edits: 1, owns: 1 });
    await lab.base.db.query(`update app."define" set create_department = 32 where id = ${id}`);
    for (const login of ['own', 'dept', 'all']) {
      expect((await modify(login, id, { key_name: '改' })).code, login).toBe(315);
      expect((await as(login, 'Get', { cloud: 'define', id })).code, login).toBe(315);
    }
    expect((await modify('admin', id, { key_name: '改' })).code).toBe(200);
  });
  it('B22 a department’s is its people’s to have and to change, by nobody else, and no stranger’s', async () => {
    const id = idOf(await keep('own', '待付款', TEAM));
    expect(await named('dept')).toEqual(['待付款']);
    expect(await one('dept', '待付款')).toMatchObject({ edits: 1, by: { key_name: '张三' } });
    expect(await one('dept', '待付款')).not.toHaveProperty('owns');
    expect(await one('own', '待付款')).not.toHaveProperty('by');
    for (const login of ['all', 'root']) expect(await named(login), login).toEqual([]);
    expect((await modify('dept', id, { key_name: '待核对', content: JSON.stringify({}) })).code).toBe(200);
    expect((await modify('all', id, { key_name: '改' })).code).toBe(315);
    // what it says word for word is its maker’s and the administrators’
    expect((await as('dept', 'Get', { cloud: 'define', id })).code).toBe(315);
    expect((await as('dept', 'List', { cloud: 'define' })).rows).toEqual([]);
    expect((await as('dept', 'Delete', { cloud: 'define', id: String(id) })).code).toBe(315);
    for (const change of [{ locked: 1 }, { is_default: 1 }])
      expect(await modify('dept', id, change)).toMatchObject({ code: 312, remark: '$viewKeeper' });
  });
  it('a head above the department reads and changes what is its own alone', async () => {
    const id = idOf(await keep('own', '下级', TEAM));
    await lab.base.db.query(`update app."define" set create_department = 33 where id = ${id}`);
    expect(await named('dept')).toEqual([]);
    expect((await modify('dept', id, { key_name: '改' })).code).toBe(315);
  });
  it('locked it is its maker’s and the administrators’; others keep a copy', async () => {
    const id = idOf(await keep('own', '锁定', TEAM, SAID, { locked: 1 }));
    expect(await one('dept', '锁定')).toMatchObject({ locked: 1 });
    expect(await one('dept', '锁定')).not.toHaveProperty('edits');
    expect(await modify('dept', id, { content: '{}' })).toMatchObject({ code: 312, remark: '$viewLocked' });
    expect((await keep('dept', '锁定', OWN, (await one('dept', '锁定')).content)).code).toBe(200);
    expect((await modify('admin', id, { locked: 0 })).code).toBe(200);
    expect((await modify('dept', id, { content: '{}' })).code).toBe(200);
  });
  it('who has no department keeps none for one', async () => {
    expect(await keep('nodept', '部门', TEAM)).toMatchObject({ code: 312, remark: '$viewTeam' });
    expect(await viewsOf('nodept')).toEqual({ rows: [] });
    expect(await viewsOf('own')).toEqual({ rows: [], team: 1 });
    expect(await viewsOf('root')).toMatchObject({ shares: 1 });
  });
  it('of a table that he may not list nobody keeps a view', async () => {
    const never = await keep('none', '看', OWN, {}, { source: 'lab.never' });
    expect(never).toMatchObject({ code: 312, remark: '$layoutSource' });
    expect(await keep('none', '看', OWN, {})).toEqual(never);
  });
  it('never becomes a layout, another range’s or another table’s', async () => {
    const id = idOf(await keep('root', '在建', OWN));
    for (const change of [{ key_name: '' }, { range: COMPANY }, { source: 'lab.request' }])
      expect(await modify('root', id, change), JSON.stringify(change)).toMatchObject({ code: 312, remark: '$layoutMoved' });
    expect(await keep('own', '', TEAM)).toMatchObject({ code: 305, remark: '$viewName' });
    expect(await keep('own', '  ', TEAM)).toMatchObject({ code: 305, remark: '$viewName' });
  });
});

describe('LIST-10 what a view may say', () => {
  it.each<[string, unknown, Record<string, unknown>]>([
    ['no JSON', '{"sort":', { code: 317, remark: '$viewContent' }],
    ['a list', '[]', { code: 317, remark: '$viewContent' }],
    ['what a layout says', JSON.stringify(SAID.columns), { code: 317, remark: '$viewContent' }],
    ['a prototype', '{"__proto__":{"sort":[]}}', { code: 317, remark: '$viewContent' }],
    ['an order of a field that is not there', '{"sort":[["lab.plan.nothing","asc"]]}', { code: 317, remark: '$layoutField' }],
    ['an order that is none', '{"sort":[["lab.plan.code","up"]]}', { code: 317, remark: '$viewContent' }],
    ['a filter of another table’s field', '{"filters":{"sys.user.mobile":"1"}}', { code: 317, remark: '$layoutField' }],
    [
      'a filter that its field does not take',
      '{"filters":{"lab.plan.amount":{"op":">","value":"viele"}}}',
      { code: 317, remark: '$viewContent' },
    ],
    ['groups of a field that is not there', '{"groups":["lab.plan.nothing"]}', { code: 317, remark: '$layoutField' }],
    ['columns of which none is shown', 'none', { code: 305, remark: '$layoutEmpty' }],
  ])('%s is refused', async (_, text, told) => {
    const all = lab.house
      .catalogueOf({} as never)
      .tableOf(PLAN)!
      .def.fields.map(({ uid }) => [uid, { list: 0 }]);
    const content = text === 'none' ? JSON.stringify({ columns: Object.fromEntries(all) }) : text;
    expect(await as('own', 'Add', { cloud: 'define', source: PLAN, key_name: '坏', range: OWN, content })).toMatchObject(told);
    expect(await named('own')).toEqual([]);
  });
  it('B23 nobody filters, orders or groups a view by what he does not see', async () => {
    for (const said of [
      { filters: { 'lab.plan.secret': [1, 2] } },
      { sort: [['lab.plan.secret', 'asc']] },
      { groups: ['lab.plan.memo'] },
    ]) {
      expect(await keep('dept', '看', OWN, said)).toMatchObject({ code: 317, remark: '$layoutField' });
      expect((await keep('own', JSON.stringify(said), OWN, said)).code).toBe(200);
    }
  });
  it('A name of 61 letters, or a text of 40,001, is 316; marks that turn the direction are not kept', async () => {
    expect((await keep('own', '名'.repeat(61))).code).toBe(316);
    expect((await keep('own', '名'.repeat(200))).code).toBe(316);
    const content = JSON.stringify({ filters: { 'lab.plan.code': 'x'.repeat(40_000) } });
    expect([316, 317]).toContain((await as('own', 'Add', { cloud: 'define', source: PLAN, key_name: '长', range: OWN, content })).code);
    expect((await keep('own', '在\u202e建')).code).toBe(200);
    expect(await named('own')).toEqual(['在建']);
  });
  it('names that read alike are one, of those whom they are for: 310', async () => {
    const id = idOf(await keep('own', 'Ａ类'));
    expect(await keep('own', ' a类')).toMatchObject({ code: 310, remark: '$viewTwice' });
    expect((await keep('own', 'A类', TEAM)).code).toBe(200);
    expect(await keep('dept', 'A类', TEAM)).toMatchObject({ code: 310, remark: '$viewTwice' });
    expect((await keep('dept', 'A类')).code).toBe(200);
    const other = idOf(await keep('own', 'B类'));
    expect(await modify('own', other, { key_name: 'A类' })).toMatchObject({ code: 310, remark: '$viewTwice' });
    expect((await as('own', 'Delete', { cloud: 'define', id: String(id) })).code).toBe(200);
    expect((await modify('own', other, { key_name: 'A类' })).code).toBe(200);
    expect(await as('own', 'Restore', { cloud: 'define', id })).toMatchObject({ code: 310, remark: '$viewTwice' });
  });
  it('of a thousand views thirty are kept, and no more by coming back from the bin', async () => {
    const first = idOf(await keep('own', '0', OWN, {}));
    await as('own', 'Delete', { cloud: 'define', id: String(first) });
    await lab.base.db.query(
      `insert into app."define" (company_id, source, range, content, key_name, create_entity) select 1, 'lab.plan', 0, '{}', 'n' || n, 2 from generate_series(1, 29) n`,
    );
    const both = await Promise.all([keep('own', '一', OWN, {}), keep('own', '二', OWN, {})]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 341]);
    expect(both.find(({ code }) => code === 341)).toMatchObject({ remark: '$viewMany' });
    expect((await as('own', 'Restore', { cloud: 'define', id: first })).code).toBe(341);
    expect((await modify('own', idOf(both.find(({ code }) => code === 200)!), { key_name: '三' })).code).toBe(200);
    expect((await keep('own', '四', TEAM, {})).code).toBe(200);
  });
  it('one is the default, of those whom it is for: who sets another takes the one of before back, in one save', async () => {
    const first = idOf(await keep('own', '一', OWN, {}, { is_default: 1 }));
    const second = idOf(await keep('own', '二', OWN, {}));
    expect((await keep('dept', '一', OWN, {}, { is_default: 1 })).code).toBe(200);
    expect((await modify('own', second, { is_default: 1 })).code).toBe(200);
    expect(await one('own', '二')).toMatchObject({ is_default: 1, version: 2 });
    expect(await one('own', '一')).toMatchObject({ version: 2 });
    expect(await one('own', '一')).not.toHaveProperty('is_default');
    expect(await one('dept', '一')).toMatchObject({ is_default: 1, version: 1 });
    const third = idOf(await keep('own', '三', OWN, {}, { is_default: 1 }));
    const defaults = (await viewsOf('own')).rows.filter(({ is_default }) => is_default === 1);
    expect(defaults.map(({ id }) => id)).toEqual([third]);
    expect((await modify('own', first, { version: 1, key_name: '改' })).code).toBe(311);
  });
  it('a save that is refused leaves the default as it was', async () => {
    await keep('own', '一', OWN, {}, { is_default: 1 });
    expect((await keep('own', '一', OWN, {}, { is_default: 1 })).code).toBe(310);
    expect(await one('own', '一')).toMatchObject({ is_default: 1, version: 1 });
  });
  it('a colleague’s default is his or an administrator’s to take back, and the refusal names him', async () => {
    await keep('own', '共用', TEAM, {}, { is_default: 1 });
    const refused = await keep('dept', '我的', TEAM, {}, { is_default: 1 });
    expect(refused).toMatchObject({ code: 310, remark: '$viewDefault', data: { view: '共用', who: { zh_CN: '张三' } } });
    const mine = idOf(await keep('dept', '我的', TEAM, {}));
    expect((await modify('admin', mine, { is_default: 1 })).code).toBe(200);
    expect(await one('dept', '我的')).toMatchObject({ is_default: 1 });
    expect(await one('dept', '共用')).not.toHaveProperty('is_default');
  });
  it('R4 of two who change it the second meets the first one’s version', async () => {
    const id = idOf(await keep('own', '共用', TEAM));
    expect((await modify('dept', id, { version: 1, content: JSON.stringify({ sort: [['lab.plan.code', 'asc']] }) })).code).toBe(200);
    const late = await modify('own', id, { version: 1, content: '{}' });
    expect(late.code).toBe(311);
    expect(JSON.stringify(late)).not.toContain('lab.plan');
    expect((await one('own', '共用')).content).toEqual({ sort: [['lab.plan.code', 'asc']] });
  });
  it('a layout and views of one list stand side by side', async () => {
    await keep('own', '一', OWN, {});
    const layout = { cloud: 'define', source: PLAN, range: OWN, content: '{"lab.plan.code":{"list":1}}' };
    expect((await as('own', 'Add', layout)).code).toBe(200);
    expect(await as('own', 'Add', layout)).toMatchObject({ code: 310, remark: '$layoutTwice' });
    expect((await as('own', 'LoadTable', { key_name: 'plan' })).data).toMatchObject({
      layouts: { own: { content: { 'lab.plan.code': { list: 1 } } } },
      views: { rows: [{ key_name: '一' }] },
    });
  });
});

describe('LIST-10 what a reader has of a view', () => {
  it('B23 columns, order and groups without what he does not see; filtered by it a view is none for him', async () => {
    await keep('own', '列', TEAM, {
      columns: { 'lab.plan.code': { list: 1 }, 'lab.plan.secret': { list: 1 } },
      sort: [
        ['lab.plan.secret', 'desc'],
        ['lab.plan.code', 'asc'],
      ],
      groups: ['lab.plan.memo', 'lab.plan.type'],
    });
    await keep('own', '机密以上', TEAM, { filters: { 'lab.plan.secret': { op: '>', value: 1000 } } });
    expect(await named('mixed')).toEqual(['列', '机密以上'].toSorted());
    const told = await as('dept', 'LoadTable', { key_name: 'plan' });
    expect((told.data as { views: Views }).views.rows).toMatchObject([
      {
        key_name: '列',
        content: { columns: { 'lab.plan.code': { list: 1 } }, sort: [['lab.plan.code', 'asc']], groups: ['lab.plan.type'] },
      },
    ]);
    for (const data of [told.data, (await as('dept', 'Page', { cloud: 'plan', definition: 1 })).data])
      expect(JSON.stringify(data)).not.toMatch(/secret|memo|机密|1000/);
  });
  it('of his own view a filter that is not his any more is left out, and that is said; its name is his to change', async () => {
    const id = idOf(await keep('dept', '我的', OWN, { sort: [['lab.plan.code', 'asc']] }));
    await lab.base.db.query('update app."define" set content = $1 where id = $2', [
      '{"filters":{"lab.plan.secret":5,"lab.plan.code":"A"}}',
      id,
    ]);
    expect(await one('dept', '我的')).toMatchObject({ partial: 1, content: { filters: { 'lab.plan.code': 'A' } } });
    expect((await modify('dept', id, { key_name: '改名' })).code).toBe(200);
    await lab.base.db.query('update app."define" set content = $1 where id = $2', ['{"filters":', id]);
    expect(await named('dept')).toEqual([]);
  });
  it('A view that names a record is told to who sees that record', async () => {
    const vault = await lab.put('vault', { company_id: 1, key_name: '金库', code: 'V1' });
    const site = await lab.put('site', { key_name: '站点', code: 'S1' });
    const said = (uid: string, filter: unknown) => ({ filters: { [uid]: filter } });
    for (const [at, filter] of [vault, `,${vault},`, { op: 'in', value: [vault] }, { op: '=', value: String(vault) }].entries())
      expect((await keep('root', `金库${at}`, COMPANY, said('lab.plan.vault_entity', filter))).code).toBe(200);
    await keep('root', '金库们', COMPANY, said('lab.plan.vaults', `,${vault},`));
    await keep('root', '站点', COMPANY, said('lab.plan.site_entity', site));
    expect(await named('all')).toEqual(['站点']);
    expect(await named('admin')).toHaveLength(6);
  });
  it('B22 a department’s view that is none for its reader is none by its number either, whatever he sends', async () => {
    const hidden = { filters: { 'lab.plan.secret': { op: '>', value: 1000 } } };
    const id = idOf(await keep('own', '机密', TEAM, hidden));
    const locked = idOf(await keep('own', '锁定的', TEAM, hidden, { locked: 1, is_default: 1 }));
    const layout = { cloud: 'define', source: PLAN, range: COMPANY, content: '{"lab.plan.code":{"list":1}}' };
    const company = idOf(await as('root', 'Add', layout));
    await lab.base.db.query('update app."define" set create_department = 32 where id = $1', [company]);
    const never = await modify('dept', 999_999, { content: '{}' });
    expect(never.code).toBe(315);
    for (const at of [id, locked, company])
      for (const change of [{ content: '{}' }, {}, { version: 9, key_name: '改' }, { key_name: '字'.repeat(61) }, { is_default: 1 }])
        expect(await modify('dept', at, change), JSON.stringify(change)).toEqual(never);
    expect((await modify('mixed', id, { key_name: '改' })).code).toBe(200);
    expect((await modify('mixed', locked, { key_name: '改' })).code).toBe(312);
  });
  it('B23 names and defaults of views that he is not told keep nobody from his own', async () => {
    const hidden = { filters: { 'lab.plan.secret': 1 } };
    await keep('own', '重点', TEAM, hidden, { is_default: 1 });
    expect((await keep('dept', '重点', TEAM, {}, { is_default: 1 })).code).toBe(200);
    expect(await keep('mixed', '重点', TEAM, {})).toMatchObject({ code: 310, remark: '$viewTwice' });
    expect(await one('own', '重点')).toMatchObject({ is_default: 1, version: 1 });
    await lab.base.db.query(
      `insert into app."define" (company_id, source, range, content, key_name, create_entity, create_department)
      select 1, 'lab.plan', 2, $1, 'n' || n, 2, 32 from generate_series(1, 40) n`,
      [JSON.stringify(hidden)],
    );
    expect((await keep('dept', '另一个', TEAM, {})).code).toBe(200);
  });
  it('B23 who saves a shared view takes nothing out of it that he does not see', async () => {
    const said = {
      columns: { 'lab.plan.code': { list: 1 }, 'lab.plan.secret': { list: 1, list_width: 90 }, 'lab.plan.gone': { list: 1 } },
      sort: [
        ['lab.plan.secret', 'desc'],
        ['lab.plan.code', 'asc'],
      ],
      groups: ['lab.plan.memo', 'lab.plan.type'],
    };
    const id = idOf(await keep('own', '列', TEAM, { ...said, columns: { 'lab.plan.code': { list: 1 } } }));
    await lab.base.db.query('update app."define" set content = $1 where id = $2', [JSON.stringify(said), id]);
    const { content } = await one('dept', '列');
    const saved = { ...content, columns: { 'lab.plan.code': { list: 0 }, 'lab.plan.num': { list: 1 } } };
    expect((await modify('dept', id, { version: 1, content: JSON.stringify(saved) })).code).toBe(200);
    const [row] = await lab.base.db.query<{ content: string }>('select content from app."define" where id = $1', [id]);
    expect(JSON.parse(row!.content)).toEqual({
      ...said,
      columns: { 'lab.plan.secret': { list: 1, list_width: 90 }, ...saved.columns },
    });
    expect(JSON.stringify(await one('dept', '列'))).not.toMatch(/secret|memo/);
    const own = idOf(await keep('dept', '我的', OWN, {}));
    await lab.base.db.query('update app."define" set content = $1 where id = $2', ['{"filters":{"lab.plan.secret":5}}', own]);
    expect((await modify('dept', own, { content: '{"sort":[["lab.plan.code","asc"]]}' })).code).toBe(200);
    expect(await one('dept', '我的')).not.toHaveProperty('partial');
  });
  it('B23 by words on a reference a view is its maker’s alone: they would be the name of a record', async () => {
    const said = (filter: unknown) => ({ filters: { 'lab.plan.vault_entity': filter } });
    const put = (name: string, filter: unknown) =>
      lab.base.db.query(
        `insert into app."define" (company_id, source, range, content, key_name, create_entity) values (1, 'lab.plan', 1, $1, $2, 1)`,
        [JSON.stringify(said(filter)), name],
      );
    const words = [
      { op: 'like', value: '金库' },
      { op: 'called', value: ['金库'] },
      { op: 'in', value: ['1', '金库'] },
      '金库',
      ['金', null],
    ];
    for (const [at, filter] of words.entries()) await put(`词${at}`, filter);
    await put('空', { op: 'empty' });
    expect(await named('all')).toEqual(['空']);
    expect(JSON.stringify((await as('all', 'LoadTable', { key_name: 'plan' })).data)).not.toContain('金');
  });
  it('comes with the definition in the statement of the layouts; a list of rows costs none', async () => {
    for (const [at, range] of [OWN, OWN, TEAM].entries()) await keep('own', `视图${at}`, range);
    await keep('root', '公司', COMPANY);
    const { house, said } = lab.watched();
    const watching = reads({ ...lab, house }, WRITES);
    await watching(await lab.as('own'), 'Page', { cloud: 'plan', fields: 'code', filters: { fields: { code: 'A' } } });
    expect(said.filter((text) => text.includes('"define"'))).toEqual([]);
    await watching(await lab.as('own'), 'LoadTable', { key_name: 'plan' });
    expect(said.filter((text) => text.includes('"define"'))).toHaveLength(1);
    expect(await named('own')).toHaveLength(4);
  });
});
