import { expect, it } from 'vitest';
import { defineBoard } from '#protocol/meta/board/board.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const items = [1, 2].map((id) => ({ id, key_name: `项 ${id}`, key_name_en: `Item ${id}` }));
const plan = testTable('plan', {
  fields: [
    field('amount', { data_type: 'numeric', length: '18,2' }),
    field('kind', { data_type: 'select', items }),
    field('sort', { data_type: 'select', items }),
    field('day', { data_type: 'date' }),
  ],
});
const [KIND, SORT] = [
  { name: 'kind', fields: 'kind' },
  { name: 'sort', fields: 'sort' },
];
const YEAR = { name: 'year', fields: 'day', type: 'DATE', periods: ['YEAR'], axis: 'column' };
const good = {
  ...{ uid: 'r', report_name: 'cross', key_name: '交叉', key_name_en: 'Crossed', type: 'PIVOT' },
  sources: [{ name: 's', cloud: 'plan' }],
  targets: [{ ...KIND, sub: 1 }, { ...SORT, axis: 'row' }, YEAR],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'part', share: 'num', percent: 1, key_name: '占比', key_name_en: 'Share' },
  ],
};
const wrong = (raw: object, rest: object = {}) =>
  checkSuites([testSuite([plan], { reports: [{ ...good, ...raw } as ReportDef], ...rest })]).errors.map(
    ({ path, reason }) => `${path}: ${reason}`,
  );
const AT = 'reports[cross]';

it('META-01 a pivot that is right is taken, also with subtotals of both axes and an order across', () => {
  expect(wrong({})).toEqual([]);
  expect(wrong({ targets: [KIND, { ...YEAR, sub: 1 }, { ...SORT, axis: 'column' }], order: '-year' })).toEqual([]);
});

it.each<[string, object, string]>([
  ['no columns', { targets: [KIND, SORT] }, `${AT}.targets: nothing stands across`],
  ['no lines', { targets: [YEAR] }, `${AT}.targets: nothing stands down`],
  ['nothing at all', { targets: [] }, `${AT}.targets: nothing stands down`],
  [
    'a column before a line',
    { targets: [YEAR, KIND] },
    `${AT}.targets[year].axis: a target that stands across comes before one that stands down`,
  ],
  ['columns of a table of lines', { type: 'TABLE' }, `${AT}.targets[year].axis: only a report of type PIVOT has columns`],
  ['a third axis', { targets: [KIND, { ...YEAR, axis: 'depth' }] }, `${AT}.targets[year].axis: it cannot be "depth"`],
  [
    'a subtotal below which nothing stands',
    { targets: [{ ...KIND, sub: 1 }, YEAR] },
    `${AT}.targets[kind].sub: nothing stands below the last target: the total is told anyway`,
  ],
  [
    'likewise across',
    { targets: [KIND, { ...YEAR, sub: 1 }] },
    `${AT}.targets[year].sub: nothing stands below the last target: the total is told anyway`,
  ],
  ['other days', { compare: ['year'] }, `${AT}.compare: a pivot lays its columns beside each other, and no other days`],
  [
    'a running total',
    { indexs: [...good.indexs, { name: 'run', run: 'num', key_name: '累计', key_name_en: 'To date' }] },
    `${AT}.indexs[run].run: a running total goes down a table, not across`,
  ],
  ['the most lines', { top: 5 }, `${AT}.top: the others of a list are told of a report of one target`],
  ['a chart', { chart: { kind: 'bar' } }, `${AT}.type: a chart stands above the table of a report of type REPORT`],
  ['a name that each line has', { indexs: [{ name: 'cells', of: 'count' }] }, `${AT}.indexs[cells]: cells stands in each line already`],
])('META-01 a pivot with %s is refused', (_, raw, reason) => {
  expect(wrong(raw)).toContain(reason);
});

it('META-01 a pivot is no part of a board', () => {
  const board = defineBoard({
    ...{ uid: 'b', board_name: 'board', key_name: '看板', key_name_en: 'Board', columns: ['1fr'], rows: ['1fr'] },
    widgets: [{ uid: 'b.w', kind: 'report', report: 'cross', at: [1, 1, 1, 1] }],
  });
  expect(wrong({}, { boards: [board] })).toEqual([expect.stringContaining('cross is a pivot, which stands on a page of its own')]);
});
