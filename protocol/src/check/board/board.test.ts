import { describe, expect, it } from 'vitest';
import type { BoardDef, BoardTabDef, BoardWidgetDef } from '#protocol/meta/board/board.ts';
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
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'some', of: 'count', where: 'kind=1' },
    { name: 'others', of: 'count', where: 'kind=2' },
    { name: 'days', of: 'sum', field: 'days', where: 'kind=1' },
    { name: 'rate', calc: 'some/num', percent: 1, key_name: '率', key_name_en: 'Rate' },
    { name: 'due', calc: 'others/num', percent: 1, key_name: '应达', key_name_en: 'Due' },
  ],
});
const reports: ReportDef[] = [
  ...[sums('one', {}), sums('two', {}), sums('other', { fields: 'days', op: '=' })],
  { ...sums('drawn', {}), type: 'REPORT', chart: { kind: 'bar' } },
  { ...sums('dated', {}), targets: [{ name: 'day', fields: 'create_time', type: 'DATE' }] },
  { ...sums('whole', {}), targets: [] },
];
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
/** Instead of one report several. */
const TABS = (reports: BoardTabDef[] = [{ report: 'one' }, { report: 'two' }], of: object = {}) => ({
  ...{ report: undefined, index: undefined, reports, key_name: '页签', key_name_en: 'Tabs' },
  ...of,
});
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
    ['a figure twice', first({ kind: 'figure', index: ['num', 'num'] }), `${ONE}.index: num stands twice`],
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

  it.each<[string, object]>([
    ['its chart', { report: 'drawn', look: 'chart', index: undefined }],
    ['six figures in columns', { look: 'table', index: ['num', 'some', 'others', 'days', 'rate', 'due'], lines: 12 }],
    ['bars of a rate, and how far they should be', { index: ['rate', 'num'], mark: 'due' }],
    ['bars of the first of its figures', { index: undefined, report: 'dated' }],
    ['a year of its own', { report: 'dated', year: 1 }],
    ['a figure with its parts', { kind: 'figure', index: ['num', 'some', 'others'], bar: 1, count: 'num' }],
    ['a figure with a year', { kind: 'figure', report: 'dated', index: ['num'], year: 1 }],
    ['tabs that look as their part says, or otherwise', TABS([{ report: 'one' }, { report: 'drawn', look: 'chart' }], { look: 'table' })],
    ['tabs of which one has days', TABS([{ report: 'one' }, { report: 'dated' }], { year: 1 })],
  ])('%s are taken', (_, of) => {
    expect(wrong(first(of))).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a chart of none', { look: 'chart', index: undefined }, '.look: one has no chart'],
    ['figures of a chart', { report: 'drawn', look: 'chart' }, '.index: a chart draws what its report says'],
    ['lines of a chart', { report: 'drawn', look: 'chart', index: undefined, lines: 3 }, '.lines: a chart draws what its report says'],
    ['too many beside bars', { index: ['num', 'some', 'others', 'days'] }, '.index: 4 figures, where bars has room for 3'],
    [
      'too many of a figure',
      { kind: 'figure', index: ['num', 'some', 'others', 'days'] },
      '.index: 4 figures, where figure has room for 3',
    ],
    ['lines of a whole', { report: 'whole' }, '.report: whole has no lines'],
    ['a mark that there is not', { index: ['rate'], mark: 'du' }, '.mark: unknown figure du'],
    ['a mark that is no rate', { index: ['rate'], mark: 'num' }, '.mark: rate and num are to be rates'],
    ['a mark of no rate', { index: ['num'], mark: 'due' }, '.mark: num and due are to be rates'],
    ['a mark in a table', { index: ['rate'], mark: 'due', look: 'table' }, '.mark: it stands across bars'],
    ['a year without days', { year: 1 }, '.year: its report is not asked by days'],
    ['a bar of nothing', { kind: 'figure', bar: 1 }, '.bar: it has no parts'],
    ['a bar of all', { kind: 'figure', index: ['some', 'num'], bar: 1 }, '.bar: num is no part of some'],
    ['a bar of what it is itself', { kind: 'figure', index: ['some', 'some'], bar: 1 }, '.bar: some is no part of some'],
    ['a bar of something else', { kind: 'figure', index: ['num', 'days'], bar: 1 }, '.bar: days is no part of num'],
    ['a bar of a rate', { kind: 'figure', index: ['rate', 'due'], bar: 1 }, '.bar: due is no part of rate'],
    ['a count that is a sum', { kind: 'figure', count: 'days' }, '.count: days counts no records'],
    ['a count of a report', { count: 'num' }, '.count: a part of kind report has no count'],
    ['a look of a figure', { kind: 'figure', look: 'table' }, '.look: a part of kind figure has no look'],
    ['a report beside tabs', { ...TABS(), report: 'one' }, '.report: stands beside reports'],
    ['tabs without a name', { ...TABS(), key_name: undefined, key_name_en: undefined }, '.key_name: missing'],
    ['tabs of one report', TABS([{ report: 'one' }, { report: 'one' }]), '.reports[one]: one stands twice'],
    ['half a name of a tab', TABS([{ report: 'one', key_name: '一' }, { report: 'two' }]), '.reports[one].key_name: a name is said'],
    ['a tab of no report', TABS([{ report: 'ome' }, { report: 'two' }]), '.reports[ome].report: unknown report ome'],
    ['a tab of no figure', TABS([{ report: 'two' }, { report: 'one', index: ['sum'] }]), '.reports[one].index: unknown figure sum'],
    ['a figure in tabs', { ...TABS(), kind: 'figure' }, '.reports: a part of kind figure has no reports'],
    [
      'a tab filtered by what is searched',
      TABS([{ report: 'one', filters: { kind: '1' } }, { report: 'two' }]),
      '.reports[one].filters.kind',
    ],
  ])('%s is told', (_, of, said) => {
    expect(
      wrong(first(of)).some((one) => one.startsWith(`${ONE}${said}`)),
      wrong(first(of)).join('\n'),
    ).toBe(true);
  });

  it('tabs are counted among the reports of a board, and searched with them', () => {
    const tabs = ['one', 'two', 'drawn', 'dated', 'other'].map((report) => ({ report }));
    const widgets = Array.from({ length: 5 }, (_, at) => part(String(at), [1, at + 1, 1, 1], TABS(tabs)));
    const rows = widgets.map(() => 'auto');
    expect(wrong({ widgets, rows, searchs: [] })).toEqual([`${AT}.widgets: its parts ask 25 reports`]);
    expect(wrong({ widgets: widgets.slice(1), rows })).toEqual([`${AT}.searchs: kind asks different things of the reports of the board`]);
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

describe('CAPEX-02 a board of a flag', () => {
  const EI = { ...good, board_name: 'EI', flag: 'EI' };
  it('is found by it', () => expect(problems(EI)).toEqual([]));
  it.each<[string, object, string]>([
    ['a flag of a module', { flag: 'zb' }, 'boards[EI].flag: unknown flag zb'],
    ['another name', { board_name: 'desk' }, 'boards[desk].flag: desk is not found by it'],
    ['the first tab of a module', { desktop: 'm' }, 'boards[EI].flag: it is the first tab of a module already'],
  ])('%s', (_, raw, reason) => expect(problems({ ...EI, ...raw })).toContain(reason));
});
