import { expect, it } from 'vitest';
import type { RoleGroup, RoleItem } from './draft.ts';
import { entranceOf } from './entrance.ts';

const item = (code: string, everyone: 0 | 1 = 0): RoleItem => ({
  code,
  name: code,
  name_en: code,
  checked: 0,
  everyone,
  type: 0,
  value: '',
});
const group = (code: string, ...items: RoleItem[]): RoleGroup => ({
  ...{ code, cloud: code, name: code, name_en: code, suite: 's', suite_name: 's', suite_name_en: 's', ranged: 1, range: 1 },
  ...{ items, fields: [] },
});
const columns = [item('List'), item('Add')];
const todo = group('todo', item('List', 1));
const plan = group('plan', item('List'), item('Add'));
const site = group('site', item('List'));

it.each([
  ['the box that was left', [[plan, site]], { row: 2, column: 1 }, { row: 2, column: 1 }],
  ['that of a suite over a column', [[plan, site]], { row: 0, column: 1 }, { row: 0, column: 1 }],
  ['not over a column in which it has but one', [[plan, site]], { row: 0, column: 2 }, { row: 1, column: 0 }],
  ['not where the table has no such act', [[plan, site]], { row: 2, column: 2 }, { row: 1, column: 0 }],
  ['the first table that has boxes, where the search leaves fewer rows', [[todo, plan]], { row: 9, column: 1 }, { row: 2, column: 0 }],
  ['past what everybody has', [[todo], [site]], { row: 1, column: 0 }, { row: 3, column: 0 }],
  ['nowhere, where there are none', [[todo]], { row: 1, column: 1 }, { row: -1, column: 0 }],
])('ADMIN-01 quality: the keyboard comes into the matrix by %s', (_, suites, left, at) =>
  expect(entranceOf(suites, columns, left)).toEqual(at),
);
