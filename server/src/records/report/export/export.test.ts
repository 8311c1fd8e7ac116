import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { openAccess } from '#server/access/access.ts';
import { putRows } from '../../read/testing-rows.ts';
import { type Lab, openLab } from '../../testing.ts';
import { putMany, reportsOf } from '../testing-report.ts';
import { exportReport } from './export.ts';

let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
beforeAll(async () => {
  lab = await openLab();
  await putMany(lab, (await putRows(lab)).vault.one);
  reports = reportsOf(lab);
  reports.put(def({}));
});
afterAll(() => lab.close());

const def = (rest: Partial<ReportDef>): ReportDef => ({
  ...{ uid: 'lab.r.one', report_name: 'one', key_name: '各类/计划', key_name_en: 'Plans by class' },
  sources: [{ name: 'p', cloud: 'plan', where: 'num>1' }],
  searchs: {
    fields: [
      { name: 'type', fields: 'type', op: 'in' },
      { name: 'unit', fields: 'department_entity', op: 'below' },
      { name: 'begin', fields: 'begin_date' },
    ],
  },
  targets: [
    { name: 'type', fields: 'type', sub: 1 },
    { name: 'when', fields: 'due_time', type: 'DATE', periods: ['QUARTER', 'MONTH', 'DAILY'] },
  ],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'amount', of: 'sum', field: 'amount' },
    { name: 'part', share: 'amount', percent: 1, key_name: '占比', key_name_en: 'Share' },
    { name: 'each', calc: 'amount/num', key_name: '平均', key_name_en: 'Mean' },
  ],
  ...rest,
});
type Ask = Parameters<ReturnType<typeof reportsOf>['ask']>[2];
const take = async (login: string, ask: Ask = {}, wish = {}) =>
  exportReport(reports.house, await openAccess(reports.house, await lab.as(login, wish)), { cloud: 'one', ...ask });
const cellsOf = async (bytes: Buffer): Promise<(string | number | Date | null)[][]> => (await readSheet(bytes))[0]!.data as never;

describe('PAGES-07 WIRE-05 a report is taken away as a spreadsheet', () => {
  it('B2 who may look and not take away is refused, also where that is so of some rows only', async () => {
    for (const login of ['none', 'boss', 'dept']) await expect(take(login)).rejects.toMatchObject({ code: 312 });
    await expect(take('mixed')).rejects.toMatchObject({ code: 312, remark: '$exportPart' });
    expect((await take('own')).lines).toBeGreaterThan(1);
    expect((await reports.load('all', 'one')).export).toBe(1);
    expect((await reports.load('dept', 'one')).export).toBeUndefined();
  });
  it('what Index refuses is refused: unknown names, searches, periods', async () => {
    const access = await openAccess(reports.house, await lab.as('all'));
    await expect(exportReport(reports.house, access, { cloud: '__proto__' })).rejects.toMatchObject({ code: 312 });
    await expect(take('all', { filters: { fields: { memo: 1 } } })).rejects.toMatchObject({ code: 317 });
    await expect(take('all', { period: 'YEAR' })).rejects.toMatchObject({ code: 317 });
  });
  it('Q5 what a foreign program reads is what the page tells, line by line, figure by figure', async () => {
    for (const login of ['all', 'own'])
      for (const ask of [
        {},
        { targets: 'type' },
        { targets: '' },
        { sort: '-amount' },
        { period: 'DAILY', value: '2026-01' },
        { filters: { fields: { type: ',1,2,' } } },
      ] as Ask[]) {
        const told = await reports.ask(login, 'one', ask);
        const cells = await cellsOf((await take(login, ask)).bytes);
        const width = (ask?.targets ?? 'type,when').split(',').filter(Boolean).length;
        const figures = cells.slice(-told.lines.length - 1).map((row) => row.slice(width));
        const shown = [...told.lines, told.total].map((line) =>
          ['num', 'amount', 'part', 'each'].map((name) => (line[name] === null || line[name] === undefined ? null : Number(line[name]))),
        );
        expect(figures).toEqual(shown);
        if (width > 0) expect(cells.at(-1)![0]).toBe('合计');
      }
  });
  it('what it is compared with stands beside each figure, as the page tells it', async () => {
    reports.put(def({ compare: ['last', 'year'] }));
    const ask: Ask = { period: 'MONTH', value: '2026', compare: 'year' };
    const cells = await cellsOf((await take('all', ask)).bytes);
    const { total, data } = await reports.ask('all', 'one', ask);
    const off = data.off as string[];
    const names = [
      'num',
      'num_c',
      'num_d',
      'num_r',
      'amount',
      'amount_c',
      'amount_d',
      'amount_r',
      'part',
      'each',
      'each_c',
      'each_d',
      'each_r',
    ];
    expect(cells.at(-1)!.slice(2)).toEqual(
      names.map((name) => (off.includes(name) ? '计划外' : total[name] === null || total[name] === undefined ? null : Number(total[name]))),
    );
    expect(
      cells
        .at(-1)!
        .slice(2, 6)
        .every((one) => one !== null),
    ).toBe(true);
    expect(cells[3]!.slice(0, 2)).toEqual(['对比', '去年同期：2025-01-01 – 2025-12-31']);
    expect(cells[6]!.slice(2, 6)).toEqual(['数量', '数量·去年同期', '数量·增减', '数量·增减率']);
    reports.put(def({}));
  });
  it('it says what it was narrowed by, for which days, when and by whom, in the language of whoever asks', async () => {
    const ask: Ask = { filters: { fields: { type: ',1,', unit: 32, begin: ['2024-01-01', null] } }, period: 'DAILY', value: '2026-01' };
    const { bytes, file_name } = await take('all', ask);
    const [title, filters, days, made, , head] = await cellsOf(bytes);
    expect(title![0]).toBe('各类/计划');
    expect(filters!.slice(0, 2)).toEqual(['筛选条件', expect.stringMatching(/^\S+：\S+; \S+：投资部 及其下级; \S+：≥ 2024-01-01$/)]);
    expect(days!.slice(0, 2)).toEqual(['期间', '2026-01-01 – 2026-01-31']);
    expect(made!.slice(0, 2)).toEqual(['导出', expect.stringMatching(/^王五，\d{4}-\d\d-\d\d \d\d:\d\d:\d\d（Asia\/Shanghai）$/)]);
    expect(head!.slice(2)).toEqual(['数量', expect.stringContaining('（万元）'), '占比', '平均']);
    expect(file_name).toMatch(/^各类_计划 \d{4}-\d\d-\d\d\.xlsx$/);
  });
  it('B23 a record that the reader does not see is not named by a filter on it', async () => {
    const [, filters] = await cellsOf((await take('own', { filters: { fields: { unit: 9999 } } })).bytes);
    expect(filters![1]).toContain('无权查看');
  });
  it('keys of lines stand in columns of their own: days as days, quarters in words, what is empty said', async () => {
    const quarters = await cellsOf((await take('all')).bytes);
    expect(quarters[5]!.slice(0, 3)).toEqual([expect.any(String), null, expect.any(Number)]);
    expect(quarters.some((row) => /^\d{4} 年第 [1-4] 季度$/.test(String(row[1])))).toBe(true);
    expect(quarters.some((row) => row[1] === '未填或无权查看')).toBe(true);
    const days = await cellsOf((await take('all', { period: 'DAILY', value: '2026-01' })).bytes);
    expect(days.some((row) => row[1] instanceof Date)).toBe(true);
  });
  it('a figure off plan and the rest of a cut report are said in words', async () => {
    reports.put(
      def({
        targets: [{ name: 'num2', fields: 'num' }],
        top: 3,
        indexs: [
          { name: 'num', of: 'count' },
          { name: 'one', of: 'count', where: 'num=99' },
          { name: 'rate', calc: 'num/one', key_name: '率', key_name_en: 'Rate' },
        ],
      }),
    );
    const cells = await cellsOf((await take('all')).bytes);
    expect(cells.at(-2)![0]).toBe('其余');
    expect(cells.at(-3)![3]).toBe('计划外');
    reports.put(def({}));
  });
});
