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
const def: ReportDef = {
  ...{ uid: 'lab.r.one', report_name: 'one', key_name: '交叉', key_name_en: 'Crossed', type: 'PIVOT' },
  sources: [{ name: 'p', cloud: 'plan' }],
  targets: [
    { name: 'type', fields: 'type', sub: 1 },
    { name: 'code', fields: 'code' },
    { name: 'year', fields: 'begin_date', type: 'DATE', periods: ['YEAR'], axis: 'column', sub: 1 },
    { name: 'half', fields: 'num', type: 'BAND', bands: ['5'], axis: 'column' },
  ],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'amount', of: 'sum', field: 'amount' },
    { name: 'each', calc: 'amount/num', percent: 1, key_name: '平均', key_name_en: 'Mean' },
  ],
};
beforeAll(async () => {
  lab = await openLab();
  await putMany(lab, (await putRows(lab)).vault.one);
  reports = reportsOf(lab);
  reports.put(def);
});
afterAll(() => lab.close());

type Ask = Parameters<ReturnType<typeof reportsOf>['ask']>[2];
const take = async (login: string, ask: Ask = {}, wish = {}) =>
  exportReport(reports.house, await openAccess(reports.house, await lab.as(login, wish)), { cloud: 'one', ...ask });
const cellsOf = async (bytes: Buffer) => (await readSheet(bytes))[0]!.data as (string | number | null)[][];

describe('PAGES-07 WIRE-05 a pivot is taken away as a spreadsheet', () => {
  it('B2 who may look and not take away is refused, and so is what Index refuses', async () => {
    for (const login of ['none', 'boss', 'dept']) await expect(take(login)).rejects.toMatchObject({ code: 312 });
    await expect(take('all', { targets: 'memo' })).rejects.toMatchObject({ code: 312 });
    await expect(take('all', { sort: 'memo' })).rejects.toMatchObject({ code: 317 });
  });

  it('Q5 what a foreign program reads is what the page tells, cell by cell, with both totals', async () => {
    const figure = (of: Record<string, unknown> | null, name: string) => {
      const value = of?.[name];
      return value === null || value === undefined ? null : Number(value);
    };
    for (const login of ['all', 'own'])
      for (const ask of [{}, { targets: 'type,year' }, { targets: 'year' }, { targets: 'type,half', sort: '-amount' }] as Ask[]) {
        const told = await reports.ask(login, 'one', { ...ask, rows: 1000 });
        const rows = await cellsOf((await take(login, ask)).bytes);
        const width = (ask?.targets ?? 'type,code').split(',').filter((name) => ['type', 'code'].includes(name)).length;
        const names = ['num', 'amount', 'each'];
        type Told = Record<string, unknown> & { cells: (Record<string, unknown> | null)[] };
        const lines = [...told.lines, { ...told.total, cells: told.data.cells }] as unknown as Told[];
        const shown = lines.map((line) => [...line.cells, line].flatMap((of) => names.map((name) => figure(of, name))));
        expect(rows.slice(-lines.length).map((row) => row.slice(width))).toEqual(shown);
        if (width > 0) expect(rows.at(-1)![0]).toBe('合计');
      }
  });

  it('heads say each value once above its columns, then the figures, in the language of whoever asks', async () => {
    const heads = async (wish: object) => (await cellsOf((await take('all', { targets: 'type,year,half' }, wish)).bytes)).slice(4, 7);
    const [years, halves, figures] = await heads({});
    const { data } = await reports.ask('all', 'one', { targets: 'type,year,half' });
    const columns = data.columns as { depth: number; keys: Record<string, { key_name: string; id: unknown }> }[];
    const named = columns.flatMap(({ keys, depth }, at) => {
      const isNew = at === 0 || columns[at - 1]!.keys.year!.id !== keys.year!.id;
      return [isNew && depth > 0 ? keys.year!.key_name || '未填或无权查看' : null, null, null];
    });
    expect(years).toEqual([null, ...named, '合计', null, null]);
    expect(halves!.filter((cell) => cell === '小计')).toHaveLength(columns.filter(({ depth }) => depth === 1).length);
    expect(figures!.slice(0, 4)).toEqual(['type', '数量', 'amount（万元）', '平均']);
    const [, english, named2] = await heads({ locale: 'en_US' });
    expect(english).toContain('Subtotal');
    expect(named2).toContain('Mean');
  });
});
