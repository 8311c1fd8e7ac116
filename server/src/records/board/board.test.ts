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
import { desktopOf } from './arranged/desktop.ts';
import { loadBoard } from './load.ts';
import { opensFlag } from './open.ts';
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
  counted('amounts', {
    searchs: {
      fields: [
        { name: 'type', fields: 'type', op: 'in' },
        { name: 'only', fields: 'type', op: 'in' },
      ],
    },
    indexs: [
      { name: 'total', of: 'sum', field: 'amount' },
      { name: 'some', of: 'sum', field: 'amount', where: 'type=1' },
      { name: 'num', of: 'count' },
      SECRET,
      { name: 'rate', calc: 'some/total', percent: 1, key_name: '率', key_name_en: 'Rate' },
      { name: 'due', calc: 'secret/total', percent: 1, key_name: '应达', key_name_en: 'Due' },
    ],
  }),
  counted('months', {
    type: 'REPORT',
    chart: { kind: 'line', x: 'month', y: ['total', 'num'] },
    targets: [
      { name: 'type', fields: 'type', sub: 1 },
      { name: 'month', fields: 'begin_date', type: 'DATE', periods: ['MONTH', 'YEAR'] },
    ],
  }),
  counted('years', { targets: [{ name: 'year', fields: 'begin_date', type: 'DATE', periods: ['YEAR'] }] }),
  counted('split', {
    type: 'REPORT',
    chart: { kind: 'bar', x: 'type', split: 'unit' },
    targets: [
      { name: 'type', fields: 'type', sub: 1 },
      { name: 'unit', fields: 'department_entity' },
    ],
    order: '-total',
  }),
  counted('secretly', { type: 'REPORT', chart: { kind: 'bar', y: ['secret'] }, indexs: [{ name: 'num', of: 'count' }, SECRET] }),
  counted('many', { type: 'REPORT', chart: { kind: 'bar' }, targets: [{ name: 'name', fields: 'key_name' }] }),
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
  report?: string;
  code: number;
  remark: string;
  rows: Record<string, unknown>[];
  total: number;
  data: Record<string, unknown> & { total: Record<string, unknown> };
}

/** A house in which somebody adds a plan of this name once the first part of a board was counted. */
function writing(key_name: string): { house: House; wrote: () => boolean } {
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
              await lab.put('plan', { company_id: 1, subcompany_id: 11, key_name, type: 1, amount: '1', create_entity: 4 });
            }
            return rows;
          },
        }),
      options,
    );
  return { house: { ...reports.house, db: { ...db, tx } }, wrote: () => wrote };
}

function deskOf(def: BoardDef, at: House = reports.house) {
  const catalogue = { ...at.catalogueOf(null), board: (name: string) => (name === def.board_name ? def : undefined), boards: () => [def] };
  const house: House = { ...at, catalogueOf: () => catalogue };
  const access = async (login: string) => openAccess(house, await lab.as(login));
  return {
    access,
    load: async (login: string, name = 'desk') =>
      (await loadBoard(house, await access(login), name)) as { widgets: { uid: string }[] } & Record<string, unknown>,
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
  it('CAPEX-02 whose page of a flag shows him nothing is not sent there', async () => {
    const desk = deskOf({ ...ALL, board_name: 'EI', flag: 'EI' });
    const withFlag = async (login: string) => ({ ...(await desk.access(login)), flags: new Set(['EI']) });
    expect(opensFlag(await withFlag('all'), 'EI')).toBe(true);
    expect(opensFlag(await desk.access('all'), 'EI')).toBe(false);
    expect(opensFlag(await withFlag('none'), 'EI')).toBe(false);
    expect(opensFlag(await withFlag('all'), 'nothing')).toBe(false);
  });
  it('CAPEX-02 the page of a flag opens to who has the flag, whatever else he sees', async () => {
    const desk = deskOf({ ...ALL, flag: 'EI' });
    await expect(desk.load('all')).rejects.toMatchObject({ code: 312 });
    await expect(desk.ask('all')).rejects.toMatchObject({ code: 312 });
    const access = await desk.access('all');
    const given = { ...access, flags: new Set(['EI']) };
    const { widgets } = await loadBoard(reports.house, given, 'desk');
    expect(widgets).toHaveLength((await deskOf(ALL).load('all')).widgets.length);
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
    const [other] = await deskOf(kept).ask('all', { filters: { fields: { type: ',1,' } } });
    expect(other!.data.total).toEqual(two.total);
    const asked = await deskOf(ALL).ask('all', { filters: { fields: { type: ',2,' } } });
    expect(asked[0]!.data.total).toEqual(two.total);
    expect(asked[1]!.data.total).toEqual((await reports.ask('all', 'units')).total);
  });
  it('all of it is of one instant, whatever is written meanwhile (Q11)', async () => {
    const meanwhile = writing('meanwhile');
    const before = await reports.ask('all', 'types');
    const rows = await deskOf(ALL, meanwhile.house).ask('all');
    expect(meanwhile.wrote()).toBe(true);
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

const TABS = part('tabs', {
  ...{ key_name: '统计', key_name_en: 'Counted', look: 'table', index: ['num', 'total', 'secret'], mark: 'due', filters: {} },
  reports: [
    { report: 'types', key_name: '按类', key_name_en: 'By type', index: ['num', 'total'] },
    { report: 'secrets', index: ['secret'] },
    { report: 'amounts', lines: 1 },
  ],
});
/** Those of a part, by the reports that they tell of. */
const toldIn = (rows: readonly Row[], uid: string) =>
  Object.fromEntries(rows.filter((row) => row.uid === uid).map((row) => [row.report, row]));

describe('CAPEX-02 tabs of a part', () => {
  it('B22 those that a reader does not see are left out, with all that is said of them', async () => {
    const desk = deskOf(board(TABS, ALL.widgets[0]!));
    const tabsOf = async (login: string) => {
      const { widgets } = (await desk.load(login)) as unknown as { widgets: { reports: Record<string, unknown>[] }[] };
      return widgets[0]!.reports;
    };
    const all = await tabsOf('all');
    expect(all.map(({ report, key_name, index, mark, look, lines }) => [report, key_name, index, mark, look, lines])).toEqual([
      ['types', '按类', ['num', 'total'], 'due', 'table', undefined],
      ['secrets', '统计', ['secret'], 'due', 'table', undefined],
      ['amounts', '统计', ['num', 'total', 'secret'], 'due', 'table', 1],
    ]);
    expect((await tabsOf('dept')).map(({ report, index, mark }) => [report, index, mark])).toEqual([
      ['types', ['num', 'total'], 'due'],
      ['amounts', ['num', 'total'], undefined],
    ]);
    expect((await desk.ask('dept')).map(({ uid, report }) => [uid, report])).toEqual([
      ['tabs', 'types'],
      ['tabs', 'amounts'],
      ['types', 'types'],
    ]);
    const none = part('none', { reports: [{ report: 'secrets' }, { report: 'memos' }], key_name: '密', key_name_en: 'Secret' });
    expect(uids((await deskOf(board(none, ...ALL.widgets)).load('dept')).widgets)).not.toContain('none');
    await expect(deskOf(board(none)).load('dept')).rejects.toMatchObject({ code: 312 });
  });
  it.each(['all', 'dept', 'own'])('each tab of %s is what its report tells, as many lines as it says', async (login) => {
    const told = toldIn(await deskOf(board(TABS)).ask(login, { filters: { fields: { type: ',1,2,' } } }), 'tabs');
    for (const [name, rows] of [
      ['types', 6],
      ['amounts', 1],
    ] as const) {
      const own = await reports.ask(login, name, { rows, filters: { fields: { type: ',1,2,' } } });
      expect([told[name]!.code, told[name]!.rows, told[name]!.data.total, told[name]!.total], name).toEqual([
        200,
        own.lines,
        own.total,
        own.count,
      ]);
    }
  });
});

describe('CAPEX-02 charts, figures and years of parts', () => {
  it('a part with fewer lines than there are tells what the others come to: its lines add up to its total', async () => {
    const { lines, total } = await reports.ask('all', 'types', {});
    expect(lines.length).toBeGreaterThan(2);
    const [told] = await deskOf(board(part('few', { report: 'types', lines: 2 }))).ask('all');
    const num = (row: unknown) => Number((row as { num: number }).num);
    expect(told!.rows.map((row: unknown) => (row as { others?: number }).others)).toEqual([undefined, lines.length - 1]);
    expect(told!.rows.reduce((sum: number, row: unknown) => sum + num(row), 0)).toBe(num(total));
  });
  it.each(['all', 'own'])('a chart of %s has the lines that its report page draws, all of them', async (login) => {
    const rows = await deskOf(
      board(part('split', { report: 'split', look: 'chart' }), part('months', { report: 'months', look: 'chart' })),
    ).ask(login);
    const [split, months] = await Promise.all([
      reports.ask(login, 'split', { targets: 'type,unit', sort: 'type', rows: 1000 }),
      reports.ask(login, 'months', { targets: 'month', sort: 'month', rows: 1000 }),
    ]);
    expect([rows[0]!.rows, rows[0]!.data.total]).toEqual([split.lines, split.total]);
    expect([rows[1]!.rows, rows[1]!.data.total]).toEqual([months.lines, months.total]);
    expect(rows[1]!.rows.length).toBeGreaterThan(6);
  });
  it('a chart of which nothing is his is left out, one of too many lines says so alone', async () => {
    const desk = deskOf(board(part('secretly', { report: 'secretly', look: 'chart' }), part('many', { report: 'many', look: 'chart' })));
    expect(uids((await desk.load('dept')).widgets)).toEqual(['many']);
    expect((await desk.ask('all')).map(({ code }) => code)).toEqual([200, 200]);
    await lab.base.db.query(
      `insert into app.plan (company_id, id, subcompany_id, key_name, create_entity)
       select 1, 40000 + n, 11, 'one of many ' || n, 4 from generate_series(1, 900) n`,
    );
    try {
      expect((await desk.ask('all')).map(({ code }) => code)).toEqual([200, 341]);
    } finally {
      await lab.base.db.query('delete from app.plan where id between 40001 and 40900');
    }
  });
  it('a figure of one key of its report, with its parts and how many, is what their lists tell', async () => {
    const figure = part('figure', {
      kind: 'figure',
      report: 'amounts',
      index: ['total', 'some'],
      bar: 1,
      count: 'num',
      filters: { only: ',1,2,' },
    });
    const [row] = await deskOf(board(figure)).ask('all');
    const { total, some, num } = row!.data.total as Record<string, string | number>;
    const all = await reports.list('all', { cloud: 'plan', filters: { fields: { type: ',1,2,' } } });
    const part1 = await reports.list('all', { cloud: 'plan', filters: { fields: { type: ',1,' } } });
    expect([num, total, some]).toEqual([all.total, all.stat.amount, part1.stat.amount]);
    // what is searched on the whole board bounds it too, and takes nothing away of what it keeps to
    const [asked] = await deskOf(board(figure)).ask('all', { filters: { fields: { type: ',1,3,' } } });
    expect((asked!.data.total as Record<string, unknown>).num).toBe(part1.total);
  });
  it('B22 a figure whose first is not his is left out; of its others and its count those that are his stay', async () => {
    const of = (index: string[], count: string) => part('figure', { kind: 'figure', report: 'amounts', index, count });
    const first = deskOf(board(of(['secret', 'total'], 'num'), ALL.widgets[0]!));
    expect(uids((await first.load('dept')).widgets)).toEqual(['types']);
    const [his] = (await deskOf(board(of(['total', 'secret'], 'secret'))).load('dept')).widgets as unknown as Record<string, unknown>[];
    expect([his!.index, his!.count]).toEqual([['total'], undefined]);
    const [all] = (await deskOf(board(of(['total', 'secret'], 'num'))).load('dept')).widgets as unknown as Record<string, unknown>[];
    expect(all!.count).toBe('num');
  });
  it('each part has the year that was picked for it, the present one of the company where none was, and others have none', async () => {
    const year = (uid: string, report: string, of: object = {}) => part(uid, { report, year: 1, ...of });
    const desk = deskOf(
      board(year('a', 'months'), year('b', 'months', { look: 'chart' }), year('c', 'years'), part('d', { report: 'months' })),
    );
    const at = (value: string, ask: Ask = {}) => reports.ask('all', 'months', { targets: 'type', value, rows: 6, ...ask });
    const rows = await desk.ask('all', { years: { a: '2024', c: '2025' } });
    expect([rows[0]!.rows, rows[0]!.data.total]).toEqual([(await at('2024')).lines, (await at('2024')).total]);
    const present = await at('2026', { targets: 'month', sort: 'month', rows: 1000 });
    expect([rows[1]!.rows, rows[1]!.data.range]).toEqual([present.lines, ['2026-01-01', '2026-12-31']]);
    expect(rows[2]!.rows.map(({ keys }) => (keys as Record<string, { id: string }>).year!.id)).toEqual(['2025']);
    expect(rows[3]!.data).toMatchObject({ range: null, total: (await reports.ask('all', 'months')).total });
    expect(rows[0]!.data.total).not.toEqual(rows[3]!.data.total);
  });
  it('a year begins by the clock of the company', async () => {
    const desk = deskOf(board(part('a', { report: 'months', year: 1 })), {
      ...reports.house,
      clock: { now: () => new Date('2025-12-31T16:30:00Z') },
    });
    expect((await desk.ask('all'))[0]!.data.range).toEqual(['2026-01-01', '2026-12-31']);
  });
  it('tabs, charts and years are of the one instant of their board (Q11)', async () => {
    const meanwhile = writing('between');
    const before = await reports.ask('all', 'types');
    const parts = [
      TABS,
      part('chart', { report: 'split', look: 'chart' }),
      part('sum', { kind: 'figure', report: 'amounts', index: ['total', 'num'] }),
    ];
    const rows = await deskOf(board(...parts), meanwhile.house).ask('all');
    expect(meanwhile.wrote()).toBe(true);
    const { num, total } = before.total;
    for (const name of ['types', 'amounts']) expect(toldIn(rows, 'tabs')[name]!.data.total, name).toMatchObject({ num, total });
    for (const uid of ['chart', 'sum']) expect(rows.find((row) => row.uid === uid)!.data.total, uid).toMatchObject({ num, total });
  });
});

describe('DESK-01 bad input', () => {
  it.each<[string, Record<string, string>]>([
    ['a part that there is not', { ghost: '2026' }],
    ['a part without a year', { types: '2026' }],
    ['what every object has', { constructor: '2026' }],
    ['the year 1', { own: '0001' }],
    ['a month', { own: '9999-12' }],
    ['a year beyond', { own: '9999' }],
    ['a text', { own: "2026' or 1=1" }],
    ['nothing', { own: '' }],
  ])('%s is refused as a year', async (_, years) => {
    const desk = deskOf(board(part('own', { report: 'months', year: 1 }), ...ALL.widgets));
    await expect(desk.ask('all', { years })).rejects.toMatchObject({ code: 317, data: { field: 'years' } });
  });
  it('B22 a year of a part that is not his is refused as one of none', async () => {
    const hidden = part('hidden', { kind: 'figure', report: 'secrets', index: ['secret'], year: 1 });
    const desk = deskOf(board(hidden, ...ALL.widgets));
    await expect(desk.ask('dept', { years: { hidden: '2026' } })).rejects.toMatchObject({ code: 317, data: { field: 'years' } });
  });

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
