import { expect, it } from 'vitest';
import { defineBoard } from '#protocol/meta/board/board.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const unit = testTable('unit', {
  ...{ type: 'TREE', parent_field: 'parent_entity', public_name: 1 },
  fields: [
    field('parent_entity', { data_type: 'entity', source: 'unit' }),
    field('row', { data_type: 'int' }),
    field('col', { data_type: 'int' }),
  ],
});
const flat = testTable('flat');
const plan = testTable('plan', {
  fields: [
    field('unit_entity', { data_type: 'entity', source: 'unit' }),
    field('units', { data_type: 'entities', source: 'unit' }),
    field('flat_entity', { data_type: 'entity', source: 'flat' }),
    field('plan_entity', { data_type: 'entity', source: 'plan' }),
    field('amount', { data_type: 'numeric', length: '18,2' }),
    field('day', { data_type: 'date' }),
  ],
});
const NODE = { name: 'node', fields: 'unit_entity' };
const TIER = { ...NODE, type: 'TIER', tier: 1 };
const base = {
  ...{ uid: 'r', report_name: 'units', key_name: '单位', key_name_en: 'Units' },
  sources: [{ name: 's', cloud: 'plan' }],
  targets: [TIER],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'part', share: 'num', percent: 1, key_name: '占比', key_name_en: 'Share' },
  ],
};
const wrong = (raw: object, rest: object = {}) =>
  checkSuites([testSuite([unit, flat, plan], { reports: [{ ...base, ...raw } as ReportDef], ...rest })]).errors.map(
    ({ path, reason }) => `${path}: ${reason}`,
  );
const AT = 'reports[units]';
const tier = (rest: object) => ({ targets: [{ ...TIER, ...rest }] });
const tree = (rest: object) => ({ type: 'TREE', targets: [NODE], ...rest });

it('META-01 tiers and a tree that are right are taken: through another record, twice, with subtotals, across a pivot, drawn', () => {
  expect(wrong({})).toEqual([]);
  expect(wrong(tier({ fields: 'plan_entity.unit_entity', tier: 32 }))).toEqual([]);
  expect(
    wrong({
      targets: [
        { ...TIER, sub: 1 },
        { ...TIER, name: 'next', tier: 2 },
      ],
    }),
  ).toEqual([]);
  expect(
    wrong({
      type: 'PIVOT',
      targets: [
        { name: 'day', fields: 'day', type: 'DATE' },
        { ...TIER, axis: 'column' },
      ],
    }),
  ).toEqual([]);
  expect(wrong({ type: 'REPORT', chart: { kind: 'bar', x: 'node', y: ['num'], PIE: 1 } })).toEqual([]);
  expect(wrong(tree({ order: '-num' }))).toEqual([]);
  expect(wrong(tree({ targets: [{ ...NODE, fields: 'plan_entity.unit_entity' }] }))).toEqual([]);
});

const map = { kind: 'map', x: 'node', y: ['num'], place: { row: 'row', col: 'col' } };
it.each<[string, object, string]>([
  ['a tier without its depth', { targets: [{ ...NODE, type: 'TIER' }] }, `${AT}.targets[node].tier: missing`],
  ['a tier 0', tier({ tier: 0 }), `${AT}.targets[node].tier: it is too small: 0`],
  ['a tier of 1e9', tier({ tier: 1e9 }), `${AT}.targets[node].tier: it is too large: 1000000000`],
  ['half a tier', tier({ tier: 1.5 }), `${AT}.targets[node].tier: a number stands there: 1.5`],
  ['a depth of values', { targets: [{ ...NODE, tier: 1 }] }, `${AT}.targets[node].tier: only a target of type TIER has tier`],
  ['a tier of a table', tier({ fields: 'flat_entity' }), `${AT}.targets[node].fields: flat_entity refers to no node of a tree`],
  ['a tier of a number', tier({ fields: 'amount' }), `${AT}.targets[node].fields: amount refers to no node of a tree`],
  ['a tier of several nodes', tier({ fields: 'units' }), `${AT}.targets[node].fields: units refers to no node of a tree`],
  ['a tier of no field', tier({ fields: 'ghost' }), `${AT}.targets[node].fields: unknown field ghost`],
  ['bands of a tier', tier({ bands: ['1'] }), `${AT}.targets[node].bands: only a target of type BAND has bands`],
  ['a map of tiers', { type: 'REPORT', chart: map }, `${AT}.targets[node].type: a map stands on places, not on what is above them`],
  [
    'a map that goes down to tiers',
    {
      ...{ type: 'REPORT', chart: { ...map, x: 'place' }, drill: { path: ['place', 'node'] } },
      targets: [{ ...NODE, name: 'place', sub: 1 }, TIER],
    },
    `${AT}.targets[node].type: a map stands on places, not on what is above them`,
  ],
  ['a tree of nothing', tree({ targets: [] }), `${AT}.targets: nothing says of which tree its lines are`],
  [
    'a tree of a table',
    tree({ targets: [{ ...NODE, fields: 'flat_entity' }] }),
    `${AT}.targets[node].fields: flat_entity refers to no node of a tree`,
  ],
  [
    'a tree of several nodes',
    tree({ targets: [{ ...NODE, fields: 'units' }] }),
    `${AT}.targets[node].fields: units refers to no node of a tree`,
  ],
  ['a tree of tiers', tree({ targets: [TIER] }), `${AT}.targets[node].type: the lines of a tree are its nodes: nothing is grouped by TIER`],
  [
    'a tree of days',
    tree({ targets: [{ name: 'day', fields: 'day', type: 'DATE' }] }),
    `${AT}.targets[day].type: the lines of a tree are its nodes: nothing is grouped by DATE`,
  ],
  [
    'something below its nodes',
    tree({ targets: [NODE, { name: 'day', fields: 'day', type: 'DATE' }] }),
    `${AT}.targets[day]: the lines of a tree are its nodes, and nothing stands below these`,
  ],
  ['the most lines of a tree', tree({ top: 5 }), `${AT}.top: the lines of a tree are all of its nodes`],
  ['a chart of a tree', tree({ chart: { kind: 'bar' } }), `${AT}.type: a chart stands above the table of a report of type REPORT`],
  ['a tree across', tree({ targets: [{ ...NODE, axis: 'column' }] }), `${AT}.targets[node].axis: only a report of type PIVOT has columns`],
  ['other days of a tree', tree({ compare: ['year'] }), `${AT}.compare: nothing says which days are compared`],
])('META-01 a report with %s is refused', (_, raw, reason) => {
  expect(wrong(raw)).toContain(reason);
});

it('META-01 a tree is no part of a board', () => {
  const board = defineBoard({
    ...{ uid: 'b', board_name: 'board', key_name: '看板', key_name_en: 'Board', columns: ['1fr'], rows: ['1fr'] },
    widgets: [{ uid: 'b.w', kind: 'report', report: 'units', at: [1, 1, 1, 1] }],
  });
  expect(wrong(tree({}), { boards: [board] })).toEqual([expect.stringContaining('units is a tree, which stands on a page of its own')]);
});
