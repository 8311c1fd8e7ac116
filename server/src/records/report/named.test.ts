import fc from 'fast-check';
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '#protocol/codes.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import type { Key } from '#protocol/rules/report/drill.ts';
import { keyIn } from '#protocol/rules/report/said.ts';
import { openAccess } from '#server/access/access.ts';
import { inOrder, LOGINS, type Login, type Mark, markId, marks, openNamed, putMarks, shownTo } from '../read/levels/testing-named.ts';
import type { Lab } from '../testing.ts';
import { exportReport } from './export/export.ts';
import { reportsOf, type Told } from './testing-report.ts';

let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
beforeAll(async () => {
  lab = await openNamed();
  reports = reportsOf(lab);
});
afterAll(() => lab.close());

const MARK = { name: 'mark', fields: 'mark_entity' };
const KIND = { name: 'kind', fields: 'kind', type: 'BAND' as const, bands: ['2', '3'] };
const report = (report_name: string, rest: Partial<ReportDef>): ReportDef => ({
  ...{ uid: `named.${report_name}`, report_name, key_name: '标记', key_name_en: 'Marks' },
  ...{ sources: [{ name: 's', cloud: 'note' }], targets: [MARK], indexs: [{ name: 'num', of: 'count' }] },
  ...rest,
});
const REPORTS = [
  report('lines', {}),
  report('below', { targets: [{ ...KIND, sub: 1 }, MARK] }),
  report('columns', { type: 'PIVOT', targets: [KIND, { ...MARK, axis: 'column' }] }),
  report('tree', { type: 'TREE' }),
];

const LOCALES: readonly Locale[] = ['zh_CN', 'en_US'];
const READERS = LOGINS.flatMap((login) => LOCALES.map((locale) => [login, locale] as const));
const keysOf = (of: readonly { keys: Record<string, unknown> }[]): Key[] => of.map(({ keys }) => keyIn(keys.mark as never));

/** Each node that has others below it, itself alone first among them. */
function treeOf(order: readonly number[], all: readonly Mark[], up: number | null = null): number[] {
  const of = (id: number): number | null => all[id - markId(0)]!.up;
  const under = (id: number): number[] => treeOf(order, all, id - markId(0));
  return order.filter((id) => of(id) === up).flatMap((id) => (under(id).length ? [id, -id, ...under(id)] : [id]));
}

describe.each(READERS)(
  'PAGES-07 keys of reports stand by the names that are shown, as %s reads them in %s',
  (login: Login, locale: Locale) => {
    it('lines at each level, columns of a pivot, nodes of a tree; pages part them, turning turns them, a spreadsheet has them so', async () => {
      for (const def of REPORTS) reports.put(def);
      const ask = (name: string, more: object = {}): Promise<Told> => reports.ask(login, name, { rows: 1000, ...more }, { locale });
      await fc.assert(
        fc.asyncProperty(marks, async (all) => {
          await putMarks(lab, all);
          const order = inOrder(login, locale, all);
          expect(keysOf((await ask('lines')).lines)).toEqual([...order, null]);
          const pages = await Promise.all([1, 2, 3].map((page) => ask('lines', { page, rows: 5 })));
          expect(keysOf(pages.flatMap(({ lines }) => lines))).toEqual([...order, null]);
          expect(keysOf((await ask('lines', { sort: '-mark' })).lines)).toEqual([...order.toReversed(), null]);
          const { lines } = await ask('below');
          const inKinds = [0, 1, 2].map((kind) => lines.filter(({ depth, keys }) => depth === 2 && keys.kind!.id === kind));
          expect(inKinds.map(keysOf)).toEqual([0, 1, 2].map(() => [...order, null]));
          const columns = (await ask('columns')).data.columns as { depth: number; keys: Record<string, unknown> }[];
          expect(keysOf(columns.filter(({ depth }) => depth === 1))).toEqual([...order, null]);
          expect(keysOf((await ask('tree')).lines)).toEqual([...treeOf(order, all), null]);
          const access = await openAccess(reports.house, await lab.as(login, { locale }));
          const sheet = (await readSheet((await exportReport(reports.house, access, { cloud: 'lines' })).bytes))[0]!.data;
          const names = order.map((id) => shownTo(login, locale, all[id - markId(0)]!).trim());
          expect(sheet.slice(-2 - order.length, -2).map(([name]) => String(name ?? '').trim())).toEqual(names);
        }),
        { numRuns: 10, seed: 47 },
      );
    });
  },
);
