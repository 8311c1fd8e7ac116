import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardDef, BoardWidgetDef } from '#protocol/meta/board/board.ts';
import type { ReportDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { openAccess } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { applySync } from '#server/meta/sync/apply.ts';
import { firstOfBoard, loadBoard } from '../../board/load.ts';
import { readBoard } from '../../board/read.ts';
import { type Lab, openLab } from '../../testing.ts';
import { exportReport } from '../export/export.ts';
import { firstOfReport, loadReport } from '../load.ts';
import { readReport } from '../read.ts';

const of = (report_name: string, rest: Partial<ReportDef> = {}): ReportDef => ({
  ...{ uid: report_name, report_name, key_name: '计划', key_name_en: 'Plans' },
  sources: [{ name: 'p', cloud: 'plan', past: 'history' }],
  targets: [{ name: 'type', fields: 'type' }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'total', of: 'sum', field: 'amount' },
  ],
  ...rest,
});
const MONTH: ReportTargetDef = { name: 'month', fields: 'begin_date', type: 'DATE', periods: ['MONTH'], value: 'now' };
const REPORTS = [
  of('stood'),
  of('now', { sources: [{ name: 'p', cloud: 'plan' }] }),
  of('done', { sources: [{ name: 'p', cloud: 'plan', past: 'until' }], targets: [{ name: 'type', fields: 'type', sub: 1 }, MONTH] }),
];
const part = (uid: string, rest: Partial<BoardWidgetDef>): BoardWidgetDef => ({ uid, kind: 'report', at: [1, 1, 1, 1], ...rest });
const board = (board_name: string, ...widgets: BoardWidgetDef[]): BoardDef => ({
  ...{ uid: board_name, board_name, key_name: '台', key_name_en: 'Desk', columns: ['1fr'], rows: ['1fr'] },
  widgets,
});
const BOARDS = [
  board(
    'desk',
    part('stood', { report: 'stood' }),
    part('both', { reports: [{ report: 'stood' }, { report: 'now' }] }),
    part('done', { report: 'done', year: 1 }),
    part('list', { kind: 'list', cloud: 'plan', fields: 'key_name' }),
    part('web', { kind: 'list', cloud: 'message[web]', fields: 'key_name' }),
    part('shortcut', { kind: 'shortcut' }),
  ),
  board('stands', part('stood', { report: 'stood' }), part('list', { kind: 'list', cloud: 'plan', fields: 'key_name' })),
  board('plain', part('now', { report: 'now' }), part('list', { kind: 'list', cloud: 'plan', fields: 'key_name' })),
];

let lab: Lab;
let house: House;
beforeAll(async () => {
  lab = await openLab();
  const catalogue = {
    ...lab.house.catalogueOf(null),
    report: (name: string) => REPORTS.find(({ report_name }) => report_name === name),
    reports: () => REPORTS,
    board: (name: string) => BOARDS.find(({ board_name }) => board_name === name),
    boards: () => BOARDS,
  };
  await applySync(lab.base.db, catalogue);
  house = { ...lab.house, catalogueOf: () => catalogue };
  await lab.base.db.query(
    `insert into app.plan (company_id, id, subcompany_id, key_name, amount, type, begin_date, department_entity, create_entity, create_time) values
       (1, 1, 11, 'stays', 10, 1, '2025-02-01', 32, 7, '2026-01-10Z'),
       (1, 2, 11, 'grows', 20, 2, '2025-08-01', 32, 7, '2026-01-11Z'),
       (1, 3, 11, 'goes', 40, 1, '2025-03-01', 32, 3, '2026-02-10Z'),
       (1, 4, 11, 'comes', 80, 3, '2026-05-01', 34, 7, '2026-05-10Z')`,
  );
  await lab.base.db.query(`update app.plan set amount = 25, type = 1, modify_time = '2026-04-02Z' where id = 2`);
  await lab.base.db.query(`update app.plan set deleted_time = '2026-04-03Z', modify_time = '2026-04-03Z' where id = 3`);
});
afterAll(() => lab.close());

const access = async (login: string) => openAccess(house, await lab.as(login));
interface Row {
  uid: string;
  report?: string;
  now?: 1;
  code: number;
  rows: Record<string, unknown>[];
  data: { as_of?: string; range?: unknown; total?: Record<string, unknown> };
}
const desk = async (ask: object, login = 'all', cloud = 'desk') => {
  const { rows, data } = await readBoard(house, await access(login), { cloud, ...ask });
  return { rows: rows as unknown as Row[], data: data! };
};
const total = (rows: readonly Row[], uid: string) => rows.find((row) => row.uid === uid)!.data.total;

describe('DESK-01 CAPEX-02 a board as of a month of the past', () => {
  it('B2 C1 unknown boards are 312 before a month is looked at; what is no month that has ended is 317, and where no report knows a past', async () => {
    await expect(desk({ as_of: '2026-13' }, 'all', 'nothing')).rejects.toMatchObject({ code: 312 });
    await expect(desk({ as_of: '2026-13' }, 'none', 'plain')).rejects.toMatchObject({ code: 312 });
    for (const as_of of ['2026-13', '2026-11', '2026-12', 'x']) {
      await expect(desk({ as_of })).rejects.toMatchObject({ code: 317, data: { field: 'as_of' } });
      await expect(desk({ as_of }, 'all', 'plain')).rejects.toMatchObject({ code: 317, data: { field: 'as_of' } });
    }
    await expect(desk({ as_of: '2026-03' }, 'all', 'plain')).rejects.toMatchObject({ code: 317, data: { field: 'as_of' } });
  });

  it('parts that know a past tell of that month, others say that they tell of now', async () => {
    const { rows, data } = await desk({ as_of: '2026-03' });
    expect(data).toMatchObject({ as_of: '2026-03' });
    expect(rows.map(({ uid, report, now, code }) => [uid, report, now, code])).toEqual([
      ['stood', 'stood', undefined, 200],
      ['both', 'stood', undefined, 200],
      ['both', 'now', 1, 200],
      ['done', 'done', undefined, 200],
      ['list', undefined, undefined, 200],
      ['web', undefined, 1, 200],
      ['shortcut', undefined, 1, 200],
    ]);
    expect(total(rows, 'stood')).toMatchObject({ num: 3, total: '70.000000' });
    expect(rows[2]!.data).toMatchObject({ total: { num: 3, total: '115.000000' } });
    expect(rows[2]!.data.as_of).toBeUndefined();
    expect(rows[4]!.rows.map(({ key_name }) => key_name)).toEqual(['goes', 'grows', 'stays']);
    const now = await desk({});
    expect(now.data.as_of).toBeUndefined();
    expect(total(now.rows, 'stood')).toMatchObject({ num: 3, total: '115.000000' });
    expect(now.rows.some((row) => 'now' in row)).toBe(false);
  });

  it('a part with a year begins with that of the month', async () => {
    const { rows } = await desk({ as_of: '2025-06' });
    expect(rows.find(({ uid }) => uid === 'done')!.data.range).toEqual(['2025-01-01', '2025-12-31']);
    expect(total(rows, 'done')).toMatchObject({ num: 1 });
    const later = await desk({ as_of: '2026-06', years: { done: '2025' } });
    expect(total(later.rows, 'done')).toMatchObject({ num: 2 });
  });

  it('where there was nothing yet, it says of which month there is the first', async () => {
    const before = await desk({ as_of: '2025-06' });
    expect(before.data.since).toBe('2026-01');
    const since = (uid: string) => before.rows.find((row) => row.uid === uid)!.data;
    expect([since('list'), since('stood')]).toMatchObject([{ since: '2026-01' }, { since: '2026-01' }]);
    expect(since('done')).not.toHaveProperty('since');
    expect((await desk({ as_of: '2026-01' })).data.since).toBeUndefined();
  });

  it('the first month is the first of what stood and of what carries its days, by the rights of who asks; of what knows no past none', async () => {
    const report = async (name: string, login = 'all') => firstOfReport(house, await access(login), name);
    const of = async (name: string, login = 'all') => firstOfBoard(house, await access(login), name);
    expect([await report('stood'), await report('done'), await report('now')]).toEqual(['2026-01', '2025-02', undefined]);
    expect([await of('desk'), await of('stands'), await of('plain')]).toEqual(['2025-02', '2026-01', undefined]);
    // nothing is his
    expect([await report('stood', 'own'), await report('done', 'own')]).toEqual([undefined, undefined]);
    await expect(report('nothing')).rejects.toMatchObject({ code: 312 });
    await expect(of('plain', 'none')).rejects.toMatchObject({ code: 312 });
  });

  it('LoadReport says which boards and reports know a past', async () => {
    const loaded = async (name: string) => loadBoard(house, await access('all'), name);
    expect([(await loaded('desk')).past, (await loaded('plain')).past]).toEqual([1, undefined]);
    const sources = loadReport(await access('all'), 'stood').sources as { past?: string }[];
    expect(sources.map(({ past }) => past)).toEqual(['history']);
  });
});

describe('PAGES-07 what is kept, and taken away, of a month of the past', () => {
  it('R10 it is kept, and counted anew once a row was written, also one that is said to be of then', async () => {
    const ask = async () => (await readReport(house, await access('all'), { cloud: 'stood', as_of: '2026-03' })).data!;
    const first = await ask();
    expect((await ask()).version).toBe(first.version);
    await lab.base.db.query(`insert into app.plan (company_id, id, subcompany_id, key_name, amount, type, create_entity, create_time)
      values (1, 5, 11, 'was there', 1000, 2, 4, '2026-02-20Z')`);
    expect((await ask()).total).toMatchObject({ num: 4, total: '1070.000000' });
    await lab.base.db.query(`update app.plan set deleted_time = '2026-02-21Z', modify_time = '2026-02-21Z' where id = 5`);
    expect((await ask()).total).toEqual(first.total);
  });

  it('B2 who might not take away a row as it stood is refused, though he may take all that is there now', async () => {
    const take = async (as_of?: string) => exportReport(house, await access('mixed'), { cloud: 'stood', ...(as_of ? { as_of } : {}) });
    expect((await take()).lines).toBe(2);
    await expect(take('2026-03')).rejects.toMatchObject({ code: 312, remark: '$exportPart' });
    expect((await take('2026-01')).lines).toBe(2);
  });

  it('the file says of which month it is: in its head, its name and the log', async () => {
    const { bytes, file_name, filters } = await exportReport(house, await access('all'), { cloud: 'stood', as_of: '2026-03' });
    const cells = (await readSheet(bytes))[0]!.data as unknown as unknown[][];
    expect(cells[2]!.slice(0, 2)).toEqual(['时点', '截至 2026年3月末']);
    expect(cells.at(-1)!.slice(1)).toEqual([3, 70]);
    expect([file_name, filters]).toEqual(['计划 2026-03.xlsx', '截至 2026年3月末']);
    await expect(exportReport(house, await access('all'), { cloud: 'now', as_of: '2026-03' })).rejects.toMatchObject({ code: 317 });
  });
});
