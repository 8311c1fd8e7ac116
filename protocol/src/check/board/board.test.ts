import { describe, expect, it } from 'vitest';
import type { BoardDef, BoardWidgetDef } from '#protocol/meta/board/board.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const items = [1, 2].map((id) => ({ id, key_name: `项 ${id}`, key_name_en: `Item ${id}` }));
const plan = testTable('plan', {
  fields: [
    field('code', { data_type: 'text', length: 20 }),
    field('days', { data_type: 'int' }),
    field('kind', { data_type: 'select', items }),
  ],
});
const sums = (report_name: string, search: object): ReportDef => ({
  ...{ uid: report_name, report_name, key_name: '合计', key_name_en: 'Sums' },
  sources: [{ name: 's', cloud: 'plan' }],
  searchs: { fields: [{ name: 'kind', fields: 'kind', op: 'in', ...search }] },
  targets: [{ name: 'kind', fields: 'kind' }],
  indexs: [{ name: 'num', of: 'count' }],
});
const reports = [sums('one', {}), sums('two', {}), sums('other', { fields: 'days', op: '=' })];
const part = (name: string, at: BoardWidgetDef['at'], of: Partial<BoardWidgetDef>): BoardWidgetDef => ({
  ...{ uid: `b.${name}`, kind: 'report', at },
  ...of,
});
const good: BoardDef = {
  ...{ uid: 'b', board_name: 'desk', key_name: '桌面', key_name_en: 'Desk' },
  columns: ['1fr', '356px'],
  rows: ['auto', '1fr'],
  searchs: ['kind'],
  widgets: [
    part('one', [1, 1, 1, 1], { report: 'one', index: ['num'] }),
    part('two', [2, 1, 1, 1], { kind: 'figure', report: 'two', index: ['num'] }),
    part('list', [1, 2, 1, 1], { kind: 'list', cloud: 'plan', fields: 'key_name,days', filters: { kind: '1' } }),
    part('todo', [2, 2, 1, 1], { kind: 'todo', tabs: ['todo', 'done'], key_name: '事项', key_name_en: 'Items' }),
  ],
};
const problems = (...boards: object[]) =>
  checkSuites([testSuite([plan], { reports, boards: boards as BoardDef[] })]).errors.map(({ path, reason }) => `${path}: ${reason}`);
const wrong = (raw: object) => problems({ ...good, ...raw });
/** The board with its first part otherwise. */
const first = (of: object) => ({ widgets: [{ ...good.widgets[0]!, ...of }, ...good.widgets.slice(1)] });
const AT = 'boards[desk]';
const ONE = `${AT}.widgets[b.one]`;

describe('META-01 a board', () => {
  it('that is right is taken', () => {
    expect(wrong({})).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a report that there is not', first({ report: 'ome' }), `${ONE}.report: unknown report ome`],
    ['a figure that its report has not', first({ index: ['sum'] }), `${ONE}.index: unknown figure sum`],
    ['no report', first({ report: undefined }), `${ONE}.report: missing`],
    ['a report with tabs', first({ tabs: ['todo'] }), `${ONE}.tabs: a part of kind report has no tabs`],
    ['a figure of two', first({ kind: 'figure', index: ['num', 'num'] }), `${ONE}.index: a figure is one`],
    ['half a name', first({ key_name: '一' }), `${ONE}.key_name: a name is said in both languages`],
    ['a filter by no search', first({ filters: { days: '1' } }), `${ONE}.filters.days: unknown search days`],
    ['a filter by what is searched', first({ filters: { kind: '1' } }), `${ONE}.filters.kind: kind is searched by on the whole board`],
    [
      'a list of no table',
      first({ kind: 'list', report: undefined, index: undefined, cloud: 'plam', fields: 'code' }),
      `${ONE}.cloud: unknown table plam`,
    ],
    [
      'a list of no field',
      first({ kind: 'list', report: undefined, index: undefined, cloud: 'plan', fields: 'cod' }),
      `${ONE}.fields: unknown field cod`,
    ],
    [
      'a list filtered by no field',
      first({ kind: 'list', report: undefined, index: undefined, cloud: 'plan', fields: 'code', filters: { ghost: '1' } }),
      `${ONE}.filters.ghost: unknown field ghost`,
    ],
    ['what waits without a name', first({ kind: 'todo', report: undefined, index: undefined, tabs: ['todo'] }), `${ONE}.key_name: missing`],
    [
      'a tab twice',
      first({ kind: 'todo', report: undefined, index: undefined, tabs: ['todo', 'todo'], key_name: '一', key_name_en: 'One' }),
      `${ONE}.tabs: a tab stands twice`,
    ],
    ['outside of the grid', first({ at: [1, 1, 3, 1] }), `${ONE}.at: stands outside of the grid of 2 columns and 2 rows`],
    ['one over another', first({ at: [1, 1, 2, 1] }), `${AT}.widgets[b.two].at: stands where b.one stands`],
    ['a part twice', first({ uid: 'b.two' }), `${AT}.widgets[b.two]: b.two stands twice`],
    ['a search that no report has', { searchs: ['ghost'] }, `${AT}.searchs: no report of the board has a search ghost`],
    ['a search twice', { searchs: ['kind', 'kind'] }, `${AT}.searchs: kind stands twice`],
    ['a search of two things', first({ report: 'other' }), `${AT}.searchs: kind asks different things of the reports of the board`],
    ['a desktop of no module', { desktop: 'zz' }, `${AT}.desktop: unknown module zz`],
    ['a name of a report', { board_name: 'one' }, 'boards[one].board_name: report one stands twice: first as one of suite test'],
    ['a width that is none', { columns: ['1fr', 'url(x)'] }, 'boards[b].columns[1]: it cannot be "url(x)"'],
    [
      'too many parts',
      { widgets: Array.from({ length: 25 }, (_, at) => part(String(at), [1, 1, 1, 1], { report: 'one' })) },
      'boards[b].widgets: it is too long',
    ],
  ])('%s is told', (_, raw, said) => {
    expect(
      wrong(raw).some((one) => one.startsWith(said)),
      wrong(raw).join('\n'),
    ).toBe(true);
  });

  it('one is the first tab of a module', () => {
    const module = { uid: 'm', code: 'shop', flag: 'shop', key_name: '店', key_name_en: 'Shop', menus: [] };
    const boards = ['desk', 'again'].map((board_name) => ({ ...good, uid: board_name, board_name, desktop: 'shop' }));
    const { errors } = checkSuites([testSuite([plan], { reports, boards, modules: [module] })]);
    expect(errors.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
      'boards[again].desktop: desk is the first tab of shop already',
    ]);
  });

  it('an entry of a menu names one that there is', () => {
    const menus = [{ uid: 'e', key_name: '甲', key_name_en: 'A', type: 'TAB' as const, cloud: 'plan', url: '/board/desc' }];
    const module = { uid: 'm', code: 'shop', flag: 'shop', key_name: '店', key_name_en: 'Shop', menus };
    const { errors } = checkSuites([testSuite([plan], { reports, boards: [good], modules: [module] })]);
    expect(errors.map(({ reason, mend }) => `${reason}: ${mend}`)).toEqual(['unknown board desc: did you mean desk?']);
  });
});
