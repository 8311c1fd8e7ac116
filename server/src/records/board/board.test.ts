import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardDef, BoardWidgetDef } from '#protocol/meta/board/board.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { reportIndexOp } from '#protocol/ops/report.ts';
import { openAccess } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { putRows } from '../read/testing-rows.ts';
import { putMany, reportsOf } from '../report/testing-report.ts';
import { type Lab, openLab } from '../testing.ts';
import { loadBoard } from './load.ts';
import { desktopOf } from './open.ts';
import { readBoard } from './read.ts';

let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
beforeAll(async () => {
  lab = await openLab();
  await putMany(lab, (await putRows(lab)).vault.one);
  reports = reportsOf(lab);
  for (const def of REPORTS) reports.put(def);
});
afterAll(() => lab.close());

const counted = (report_name: string, rest: Partial<ReportDef> = {}): ReportDef => ({
  ...{ uid: report_name, report_name, key_name: '统计', key_name_en: 'Counted' },
  sources: [{ name: 'p', cloud: 'plan' }],
  searchs: { fields: [{ name: 'type', fields: 'type', op: 'in' }] },
  targets: [{ name: 'type', fields: 'type' }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'total', of: 'sum', field: 'amount' },
  ],
  ...rest,
});
const SECRET = { name: 'secret', of: 'sum' as const, field: 'secret' };
const REPORTS = [
  counted('types'),
  counted('units', { targets: [{ name: 'unit', fields: 'department_entity' }], searchs: { fields: [] } }),
  counted('secrets', { indexs: [SECRET] }),
  counted('memos', { targets: [{ name: 'memo', fields: 'memo' }] }),
  counted('must', { searchs: { fields: [{ name: 'owner', fields: 'owner_entity', notnull: 1 }] } }),
];
const part = (uid: string, of: Partial<BoardWidgetDef>): BoardWidgetDef => ({ uid, kind: 'report', at: [1, 1, 1, 1], ...of });
const board = (...widgets: BoardWidgetDef[]): BoardDef => ({
  ...{ uid: 'b', board_name: 'desk', key_name: '桌面', key_name_en: 'Desk', columns: ['1fr'], rows: ['1fr'] },
  searchs: ['type'],
  widgets,
});
const ALL = board(
  part('types', { report: 'types' }),
  part('units', { report: 'units', index: ['total'] }),
  part('sum', { kind: 'figure', report: 'types', index: ['total'] }),
  part('secret', { kind: 'figure', report: 'secrets', index: ['secret'] }),
  part('memos', { report: 'memos' }),
  part('list', { kind: 'list', cloud: 'plan', fields: 'key_name,code', filters: { type: '1' } }),
);

type Ask = Partial<RequestOf<typeof reportIndexOp>>;
interface Row {
  uid: string;
  code: number;
  remark: string;
  rows: Record<string, unknown>[];
  total: number;
  data: Record<string, unknown> & { total: Record<string, unknown> };
}

function deskOf(def: BoardDef, at: House = reports.house) {
  const catalogue = { ...at.catalogueOf(null), board: (name: string) => (name === def.board_name ? def : undefined), boards: () => [def] };
  const house: House = { ...at, catalogueOf: () => catalogue };
  const access = async (login: string) => openAccess(house, await lab.as(login));
  return {
    access,
    load: async (login: string, name = 'desk') =>
      loadBoard(await access(login), name) as { widgets: { uid: string }[] } & Record<string, unknown>,
    ask: async (login: string, ask: Ask = {}) =>
      (await readBoard(house, await access(login), { cloud: 'desk', ...ask })).rows as unknown as Row[],
  };
}
const uids = (of: readonly { uid: string }[]) => of.map(({ uid }) => uid);

describe('DESK-01 whose a board is', () => {
  it('B2 B3 unknown, or nothing of it his: 312', async () => {
    const desk = deskOf(ALL);
    for (const name of ['__proto__', 'constructor', 'types', 'desk2', ''])
      await expect(desk.load('all', name), name).rejects.toMatchObject({ code: 312, data: {} });
    for (const login of ['none', 'boss']) {
      await expect(desk.load(login)).rejects.toMatchObject({ code: 312, data: {} });
      await expect(desk.ask(login)).rejects.toMatchObject({ code: 312, data: {} });
    }
    // what is everybody's makes no board his
    const own = { kind: 'todo' as const, tabs: ['todo' as const], key_name: '待办', key_name_en: 'To-do' };
    await expect(deskOf(board(part('todo', own), ...ALL.widgets)).load('none')).rejects.toMatchObject({ code: 312 });
  });
  it('CAPEX-02 the page of a flag opens to who has the flag, whatever else he sees', async () => {
    const desk = deskOf({ ...ALL, flag: 'EI' });
    await expect(desk.load('all')).rejects.toMatchObject({ code: 312 });
    await expect(desk.ask('all')).rejects.toMatchObject({ code: 312 });
    const access = await desk.access('all');
    const given = { ...access, flags: new Set(['EI']) };
    expect((loadBoard(given, 'desk').widgets as unknown[]).length).toBe(
      (loadBoard(await deskOf(ALL).access('all'), 'desk').widgets as unknown[]).length,
    );
  });
  it('B22 B23 parts of what he does not see are left out, and not told of', async () => {
    const desk = deskOf(ALL);
    expect(uids((await desk.load('all')).widgets)).toEqual(uids(ALL.widgets));
    const his = ['types', 'units', 'sum', 'list'];
    expect(uids((await desk.load('dept')).widgets)).toEqual(his);
    expect(uids(await desk.ask('dept'))).toEqual(his);
    expect(JSON.stringify(await desk.load('dept'))).not.toMatch(/secret|memo/);
  });
  it('a list of what he does not see, or filtered by it, is left out', async () => {
    const of = (fields: string, filters: Record<string, string>) =>
      deskOf(board(part('list', { kind: 'list', cloud: 'plan', fields, filters }), ALL.widgets[0]!));
    expect(uids((await of('memo', {}).load('dept')).widgets)).toEqual(['types']);
    expect(uids((await of('key_name', { memo: 'x' }).load('dept')).widgets)).toEqual(['types']);
    const [list] = (await of('key_name,memo', {}).load('dept')).widgets as unknown as { fields: { field_name: string }[] }[];
    expect(list!.fields.map((field) => field.field_name)).toEqual(['key_name']);
  });
});

describe('CAPEX-10 what a board answers', () => {
  it.each(['all', 'dept', 'own'])('each part of %s is what his report and his list tell', async (login) => {
    const rows = new Map((await deskOf(ALL).ask(login)).map((row) => [row.uid, row]));
    expect([...rows.values()].map(({ code }) => code)).toEqual([...rows].map(() => 200));
    for (const name of ['types', 'units']) {
      const told = await reports.ask(login, name, { rows: 6 });
      expect([rows.get(name)!.rows, rows.get(name)!.data.total, rows.get(name)!.total], name).toEqual([told.lines, told.total, told.count]);
    }
    expect(rows.get('sum')).toMatchObject({ rows: [], data: { total: (await reports.ask(login, 'types')).total } });
    const list = await reports.list(login, { cloud: 'plan', filters: { fields: { type: '1' } } });
    expect(rows.get('list')!.rows.map(({ id }) => id)).toEqual(list.ids.slice(0, 6));
    expect(rows.get('list')!.total).toBe(list.total);
  });
  it('a common search reaches the reports that have it, what a part keeps to stays', async () => {
    const kept = board(part('kept', { report: 'types', filters: { type: ',2,' } }), ...ALL.widgets);
    const rows = await deskOf({ ...kept, searchs: [] }).ask('all');
    const [two] = await Promise.all([reports.ask('all', 'types', { filters: { fields: { type: ',2,' } } })]);
    expect(rows[0]!.data.total).toEqual(two.total);
    const asked = await deskOf(ALL).ask('all', { filters: { fields: { type: ',2,' } } });
    expect(asked[0]!.data.total).toEqual(two.total);
    expect(asked[1]!.data.total).toEqual((await reports.ask('all', 'units')).total);
  });
  it('all of it is of one instant, whatever is written meanwhile (Q11)', async () => {
    let wrote = false;
    const { db } = reports.house;
    const tx: House['db']['tx'] = (work, options) =>
      db.tx(
        (at) =>
          work({
            query: async (text, values) => {
              const rows = await at.query<never>(text, values);
              if (!wrote && text.includes('grouping')) {
                wrote = true;
                await lab.put('plan', { company_id: 1, subcompany_id: 11, key_name: 'meanwhile', type: 1, amount: '1', create_entity: 4 });
              }
              return rows;
            },
          }),
        options,
      );
    const before = await reports.ask('all', 'types');
    const rows = await deskOf(ALL, { ...reports.house, db: { ...db, tx } }).ask('all');
    expect(wrote).toBe(true);
    expect(rows.slice(0, 2).map(({ data }) => data.total)).toEqual([before.total, before.total]);
    expect(rows[2]!.data.total).toEqual(before.total);
    expect((await reports.ask('all', 'types')).total).not.toEqual(before.total);
  });
  it('a part that is refused, or whose statement fails, says so alone', async () => {
    // the lab has no log of flows to read
    const todo = part('todo', { kind: 'todo', tabs: ['todo'], key_name: '待办', key_name_en: 'To-do' });
    const rows = await deskOf(board(todo, part('must', { report: 'must' }), ...ALL.widgets)).ask('all');
    expect(rows.map(({ uid, code }) => [uid, code])).toEqual([['todo', 331], ['must', 314], ...uids(ALL.widgets).map((uid) => [uid, 200])]);
    expect(rows[1]).toMatchObject({ data: { field: 'owner' }, rows: [] });
  });
  it('the desktop is that of a module of his, of which he sees something', async () => {
    const desk = deskOf({ ...ALL, desktop: 'SYS' });
    expect(desktopOf(await desk.access('admin'))).toEqual({ url: '/board/desk?myCode=SYS', key_name: '桌面', key_name_en: 'Desk' });
    expect(desktopOf(await desk.access('all'))).toBeUndefined();
    expect(desktopOf(await deskOf(ALL).access('admin'))).toBeUndefined();
  });
});

describe('DESK-01 bad input', () => {
  it.each<[string, Ask, string]>([
    ['a search that is not in common', { filters: { fields: { owner: '1' } } }, 'owner'],
    ['a search of every object', { filters: { fields: { toString: '1' } } }, 'toString'],
    ['a period', { period: 'MONTH' }, 'period'],
    ['a month', { value: '2026-01' }, 'value'],
    ['a comparison', { compare: 'year' }, 'compare'],
    ['a target', { targets: 'type' }, 'targets'],
    ['a sort', { sort: '-num' }, 'sort'],
  ])('%s is refused', async (_, ask, field) => {
    await expect(deskOf(ALL).ask('all', ask)).rejects.toMatchObject({ code: 317, data: { field } });
  });
  it('what does not fit a search is told by the parts that it reaches', async () => {
    const rows = await deskOf(ALL).ask('all', { filters: { fields: { type: "1' or 1=1" } } });
    expect(rows.map(({ code }) => code)).toEqual([317, 200, 317, 317, 317, 200]);
  });
});
