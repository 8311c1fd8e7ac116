import { defineBoard } from '#protocol/meta/board/board.ts';
import { defineReport } from '#protocol/meta/report.ts';

const SOURCES = [{ name: 't', cloud: 'sample_type' }];

/** By day, month, quarter or year, those without records too. */
export const sampleMonths = defineReport({
  uid: 'sample.r.months',
  report_name: 'sample_months',
  key_name: '按时间统计',
  key_name_en: 'Over time',
  sources: SOURCES,
  searchs: { fields: [{ name: 'state', fields: 'state', op: 'in' }] },
  targets: [{ name: 'day', fields: 'day', type: 'DATE', periods: ['MONTH', 'DAILY', 'QUARTER', 'YEAR'], fill: 1 }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'price', of: 'sum', field: 'price' },
    { name: 'so_far', run: 'price', key_name: '累计', key_name_en: 'To date' },
    { name: 'average', calc: 'price/num', key_name: '平均', key_name_en: 'Average' },
  ],
  compare: ['last', 'year'],
  type: 'REPORT',
  chart: { kind: 'line', x: 'day', y: ['num', 'price'] },
});

/** Between bounds; the smallest, the largest, how many different. */
export const sampleBands = defineReport({
  uid: 'sample.r.bands',
  report_name: 'sample_bands',
  key_name: '按区间统计',
  key_name_en: 'By bands',
  sources: SOURCES,
  targets: [
    { name: 'state', fields: 'state', sub: 1 },
    { name: 'band', fields: 'price', type: 'BAND', bands: ['0', '100', '1000'] },
  ],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'part', share: 'num', percent: 1, key_name: '占比', key_name_en: 'Share' },
    { name: 'least', of: 'min', field: 'price', key_name: '最小', key_name_en: 'Least' },
    { name: 'most', of: 'max', field: 'price', key_name: '最大', key_name_en: 'Most' },
    { name: 'codes', of: 'distinct', field: 'code', key_name: '不同编码', key_name_en: 'Codes' },
  ],
  type: 'REPORT',
  chart: { kind: 'pie', x: 'state', y: ['num'], PIE: 1 },
});

/** Parts of each bar: what is split must be a count or a sum. */
export const sampleParts = defineReport({
  uid: 'sample.r.parts',
  report_name: 'sample_parts',
  key_name: '按区间分段统计',
  key_name_en: 'Parts of bands',
  sources: SOURCES,
  searchs: { fields: [{ name: 'only', fields: 'state', op: 'in' }] },
  targets: [
    { name: 'band', fields: 'price', type: 'BAND', bands: ['0', '100', '1000'], sub: 1 },
    { name: 'state', fields: 'state' },
  ],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'price', of: 'sum', field: 'price' },
  ],
  type: 'REPORT',
  chart: { kind: 'bar', x: 'band', y: ['num'], split: 'state', PIE: 1 },
});

/** A whole, its parts, and rates of both. */
export const sampleRates = defineReport({
  uid: 'sample.r.rates',
  report_name: 'sample_rates',
  key_name: '比率统计',
  key_name_en: 'Rates',
  sources: SOURCES,
  targets: [{ name: 'state', fields: 'state' }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'price', of: 'sum', field: 'price' },
    { name: 'low', of: 'sum', field: 'price', where: 'price<100', key_name: '100 以下', key_name_en: 'Below 100' },
    { name: 'high', of: 'sum', field: 'price', where: 'price>=1000', key_name: '1000 以上', key_name_en: '1000 and more' },
    { name: 'rate', calc: 'high/price', percent: 1, key_name: '占比', key_name_en: 'Share' },
    { name: 'due', calc: '(price-low)/price', percent: 1, key_name: '应达', key_name_en: 'Due' },
  ],
});

/** Lines and columns, with subtotals of both. */
export const samplePivot = defineReport({
  uid: 'sample.r.pivot',
  report_name: 'sample_pivot',
  key_name: '交叉统计',
  key_name_en: 'Lines and columns',
  type: 'PIVOT',
  sources: SOURCES,
  searchs: { fields: [{ name: 'only', fields: 'state', op: 'in' }] },
  targets: [
    { name: 'state', fields: 'state', axis: 'row', sub: 1 },
    { name: 'band', fields: 'price', type: 'BAND', bands: ['0', '100', '1000'] },
    { name: 'year', fields: 'day', type: 'DATE', periods: ['YEAR'], axis: 'column', sub: 1 },
    { name: 'month', fields: 'day', type: 'DATE', periods: ['MONTH'], axis: 'column' },
  ],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'price', of: 'sum', field: 'price' },
    { name: 'codes', of: 'distinct', field: 'code', key_name: '不同编码', key_name_en: 'Codes' },
    { name: 'average', calc: 'price/num', key_name: '平均', key_name_en: 'Average' },
  ],
});

/** Each node of a tree with all below it. */
export const sampleBranches = defineReport({
  uid: 'sample.r.branches',
  report_name: 'sample_branches',
  key_name: '树形统计',
  key_name_en: 'Down a tree',
  type: 'TREE',
  sources: SOURCES,
  searchs: { fields: [{ name: 'state', fields: 'state', op: 'in' }] },
  targets: [{ name: 'branch', fields: 'branch', attr: ['code'] }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'part', share: 'num', percent: 1, key_name: '占比', key_name_en: 'Share' },
    { name: 'price', of: 'sum', field: 'price' },
    { name: 'codes', of: 'distinct', field: 'code', key_name: '不同编码', key_name_en: 'Codes' },
    { name: 'average', calc: 'price/num', key_name: '平均', key_name_en: 'Average' },
  ],
});

/** By what stands above in a tree: at its top, and one below. */
export const sampleTiers = defineReport({
  uid: 'sample.r.tiers',
  report_name: 'sample_tiers',
  key_name: '按树层级统计',
  key_name_en: 'By tiers of a tree',
  sources: SOURCES,
  targets: [
    { name: 'top', fields: 'branch', type: 'TIER', tier: 1, sub: 1, key_name: '一级', key_name_en: 'Top' },
    { name: 'next', fields: 'branch', type: 'TIER', tier: 2, key_name: '二级', key_name_en: 'Below it' },
  ],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'price', of: 'sum', field: 'price' },
  ],
  type: 'REPORT',
  chart: { kind: 'bar', x: 'top', y: ['num'], PIE: 1 },
});

/** What each figure differs by from the one before. */
export const sampleSteps = defineReport({
  uid: 'sample.r.steps',
  report_name: 'sample_steps',
  key_name: '逐级对比',
  key_name_en: 'Step by step',
  sources: SOURCES,
  searchs: { fields: [{ name: 'state', fields: 'state', op: 'in' }] },
  targets: [{ name: 'state', fields: 'state' }],
  indexs: [
    { name: 'price', of: 'sum', field: 'price', key_name: '全部', key_name_en: 'All' },
    { name: 'low', of: 'sum', field: 'price', where: 'price<1000', key_name: '1000 以下', key_name_en: 'Below 1000' },
    { name: 'high', of: 'sum', field: 'price', where: 'price>=100', key_name: '100 以上', key_name_en: '100 and more' },
  ],
  type: 'REPORT',
  chart: { kind: 'waterfall', steps: ['price', 'low', 'high'] },
});

/** A part of a whole. */
export const sampleDial = defineReport({
  uid: 'sample.r.dial',
  report_name: 'sample_dial',
  key_name: '完成情况',
  key_name_en: 'How far',
  sources: SOURCES,
  searchs: { fields: [{ name: 'state', fields: 'state', op: 'in' }] },
  targets: [{ name: 'state', fields: 'state' }],
  indexs: [
    { name: 'high', of: 'sum', field: 'price', where: 'price>=1000', key_name: '1000 以上', key_name_en: '1000 and more' },
    { name: 'price', of: 'sum', field: 'price' },
  ],
  type: 'REPORT',
  chart: { kind: 'gauge', y: ['high'], full: 'price', bounds: ['0.3', '0.6', '0.9'] },
});

/** Parts of each kind on one sheet. */
export const sampleBoard = defineBoard({
  ...{ uid: 'sample.b.all', board_name: 'sample_board', key_name: '看板', key_name_en: 'Board' },
  columns: ['1fr', '1fr'],
  rows: ['auto', 'auto', 'auto', 'auto', 'auto', 'auto', 'auto'],
  searchs: ['state'],
  widgets: [
    { uid: 'sample.b.all.num', kind: 'figure', report: 'sample_months', index: ['num'], year: 1, at: [1, 1, 1, 1] },
    {
      ...{ uid: 'sample.b.all.parts', kind: 'figure', report: 'sample_rates', index: ['price', 'low', 'high'], bar: 1, count: 'num' },
      ...{ key_name: '总额', key_name_en: 'Whole', at: [2, 1, 1, 1] },
    },
    {
      ...{ uid: 'sample.b.all.tabs', kind: 'report', key_name: '统计', key_name_en: 'Counted' },
      reports: [
        { report: 'sample_months', key_name: '走势', key_name_en: 'Trend', look: 'chart' },
        { report: 'sample_bands', index: ['num', 'part', 'least', 'most'], look: 'table', lines: 10 },
        { report: 'sample_parts', filters: { only: ',1,' }, index: ['num'] },
        { report: 'sample_rates', index: ['rate', 'price'], mark: 'due' },
      ],
      ...{ year: 1, at: [1, 2, 2, 1] },
    },
    { uid: 'sample.b.all.bands', kind: 'report', report: 'sample_bands', index: ['num', 'most'], at: [1, 3, 1, 1] },
    {
      uid: 'sample.b.all.rates',
      kind: 'report',
      report: 'sample_rates',
      look: 'bars',
      lines: 4,
      index: ['rate'],
      mark: 'due',
      at: [2, 3, 1, 1],
    },
    {
      ...{ uid: 'sample.b.all.types', kind: 'list', cloud: 'sample_type', fields: 'key_name,day', filters: { urgent: '0' } },
      at: [1, 4, 2, 1],
    },
    {
      ...{ uid: 'sample.b.all.todo', kind: 'todo', tabs: ['todo', 'done'], key_name: '我的事项', key_name_en: 'My items' },
      at: [1, 5, 1, 1],
    },
    { uid: 'sample.b.all.notice', kind: 'notice', key_name: '未读消息', key_name_en: 'Unread messages', at: [2, 5, 1, 1] },
    { uid: 'sample.b.all.steps', kind: 'report', report: 'sample_steps', look: 'chart', at: [1, 7, 1, 1] },
    { uid: 'sample.b.all.dial', kind: 'report', report: 'sample_dial', look: 'chart', at: [2, 7, 1, 1] },
    { uid: 'sample.b.all.shortcut', kind: 'shortcut', key_name: '快捷方式', key_name_en: 'Shortcuts', at: [1, 6, 2, 1] },
  ],
});

/** How a text of a board is written; a link leads outside alone. */
const GUIDE = `这里是看板的**文字**部分，用 Markdown 书写：

- 每一部分最多显示 6 条，“更多”打开全部
- 点击一行打开对应的记录

[开放数据平台](https://opendata.cityofnewyork.us)`;
const GUIDE_EN = `This is the **text** of a board, written in Markdown:

- Each part shows 6 records at most, “more” opens all of them
- A press on a line opens the record

[Open data](https://opendata.cityofnewyork.us)`;

/** All that a board can say without figures: what waits, what was told, what happened, who looked. */
export const sampleDesk = defineBoard({
  ...{ uid: 'sample.b.desk', board_name: 'sample_desk', key_name: '工作台', key_name_en: 'Workbench' },
  columns: ['1fr', '1fr', '1fr'],
  rows: ['auto', 'auto', 'auto', '1fr'],
  widgets: [
    { uid: 'sample.b.desk.shortcut', kind: 'shortcut', key_name: '快捷方式', key_name_en: 'Shortcuts', at: [1, 1, 3, 1] },
    { uid: 'sample.b.desk.todo', kind: 'todo', tabs: ['todo'], key_name: '待办事项', key_name_en: 'To-do', at: [1, 2, 1, 1] },
    {
      ...{ uid: 'sample.b.desk.mine', kind: 'todo', tabs: ['todo', 'read', 'done'], key_name: '我的事项', key_name_en: 'My items' },
      at: [2, 2, 1, 1],
    },
    { uid: 'sample.b.desk.unread', kind: 'notice', key_name: '未读消息', key_name_en: 'Unread messages', at: [3, 2, 1, 1] },
    {
      ...{ uid: 'sample.b.desk.bulletin', kind: 'list', cloud: 'message[web]', fields: 'key_name,begin_date' },
      ...{ key_name: '公告', key_name_en: 'Bulletin', at: [1, 3, 1, 1] },
    },
    {
      ...{ uid: 'sample.b.desk.system', kind: 'notice', key_name: '系统通知', key_name_en: 'System notices' },
      ...{ filters: { kind: ',5,9,10,11,12,' }, at: [2, 3, 1, 1] },
    },
    {
      ...{ uid: 'sample.b.desk.dynamics', kind: 'notice', key_name: '工作动态', key_name_en: 'Work dynamics' },
      ...{ filters: { kind: ',1,2,3,4,6,7,8,' }, at: [3, 3, 1, 1] },
    },
    {
      ...{ uid: 'sample.b.desk.active', kind: 'active', cloud: 'sample_site', key_name: '最近查看', key_name_en: 'Activity' },
      at: [1, 4, 1, 1],
    },
    {
      ...{ uid: 'sample.b.desk.text', kind: 'text', key_name: '使用说明', key_name_en: 'How to use it' },
      ...{ text: GUIDE, text_en: GUIDE_EN, at: [2, 4, 2, 1] },
    },
  ],
});

/** Hours of inspection of one site. */
export const sampleVisits = defineReport({
  uid: 'sample.r.visits',
  report_name: 'sample_visits',
  key_name: '巡检工时',
  key_name_en: 'Hours of inspection',
  sources: [{ name: 'v', cloud: 'sample_visit' }],
  searchs: { fields: [{ name: 'site', fields: 'site_entity', notnull: 1 }] },
  targets: [{ name: 'day', fields: 'day', type: 'DATE', periods: ['MONTH'] }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'hours', of: 'sum', field: 'hours' },
  ],
});

/** All of one site on one sheet. */
export const sampleSiteBoard = defineBoard({
  ...{ uid: 'sample.b.site', board_name: 'sample_site_board', key_name: '站点概览', key_name_en: 'Site overview' },
  record: { cloud: 'sample_site', search: 'site' },
  columns: ['1fr', '1fr'],
  rows: ['auto', 'auto', 'auto'],
  widgets: [
    { uid: 'sample.b.site.facts', kind: 'record', fields: 'code,voltage,built,address', at: [1, 1, 2, 1] },
    { uid: 'sample.b.site.hours', kind: 'report', report: 'sample_visits', index: ['hours', 'num'], at: [1, 2, 1, 1] },
    { uid: 'sample.b.site.visits', kind: 'list', cloud: 'sample_visit', by: 'site_entity', fields: 'key_name,day', at: [2, 2, 1, 1] },
    { uid: 'sample.b.site.active', kind: 'active', key_name: '谁看过', key_name_en: 'Who opened it', at: [1, 3, 2, 1] },
  ],
});
