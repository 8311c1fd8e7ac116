import { expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const LATER = testTable('work', {
  fields: [
    field('amount', { data_type: 'numeric', length: '18,2', money: 1 }),
    field('sort', { data_type: 'select', items: [{ id: 1, key_name: '项 1', key_name_en: 'Item 1' }] }),
    field('kind', { data_type: 'select', items: [1, 2].map((id) => ({ id, key_name: `项 ${id}`, key_name_en: `Item ${id}` })) }),
    field('at', { data_type: 'date' }),
    field('other', { data_type: 'entity', source: 'work' }),
  ],
});
const items = [1, 2].map((id) => ({ id, key_name: `项 ${id}`, key_name_en: `Item ${id}` }));
const plan = testTable('plan', {
  fields: [
    field('amount', { data_type: 'numeric', length: '18,2', money: 1 }),
    field('days', { data_type: 'int' }),
    field('kind', { data_type: 'select', items }),
    field('tags', { data_type: 'checkbox', items }),
    field('note', { data_type: 'textarea' }),
    field('day', { data_type: 'date' }),
    field('paper', { data_type: 'file' }),
    field('other', { data_type: 'entity', source: 'plan' }),
  ],
});
const good: ReportDef = {
  ...{ uid: 'r', report_name: 'sums', key_name: '合计', key_name_en: 'Sums' },
  sources: [{ name: 's', cloud: 'plan', where: 'kind!=2&amount>0' }],
  searchs: {
    fields: [
      { name: 'kind', fields: 'kind', op: 'in' },
      { name: 'days', fields: 'other.days', op: 'range' },
    ],
  },
  targets: [
    { name: 'kind', fields: 'kind', sub: 1 },
    { name: 'by', fields: 'other.other', sub: 1 },
    { name: 'day', fields: 'day', type: 'DATE', periods: ['MONTH', 'YEAR'] },
  ],
  indexs: [
    { name: 'num', of: 'count', where: 'kind in (1,2)' },
    { name: 'sum', of: 'sum', field: 'amount' },
    { name: 'rate', calc: '(sum-num)/num', key_name: '率', key_name_en: 'Rate' },
    { name: 'part', share: 'sum', percent: 1, key_name: '占比', key_name_en: 'Share' },
  ],
  order: '-rate',
};
const wrong = (raw: object) =>
  checkSuites([testSuite([plan, LATER], { reports: [{ ...good, ...raw } as ReportDef] })]).errors.map(
    ({ path, reason }) => `${path}: ${reason}`,
  );
const measure = (one: object) => ({ indexs: [...good.indexs.slice(0, 2), { name: 'x', key_name: '甲', key_name_en: 'X', ...one }] });
const target = (one: object) => ({ targets: [{ name: 'x', ...one }], order: undefined });
const AT = 'reports[sums]';

it('META-01 a report that is right is taken', () => {
  expect(wrong({})).toEqual([]);
});

it('META-01 a past is taken of what keeps one: no view, no variant that everybody may read', () => {
  const reason = (cloud: string, table: Partial<TableDef>) =>
    checkSuites([
      testSuite([plan, testTable('kept', { fields: [field('kind', { data_type: 'select', items })], ...table })], {
        reports: [
          {
            ...{ uid: 'r', report_name: 'kept', key_name: '合计', key_name_en: 'Sums' },
            sources: [{ name: 's', cloud, past: 'history' }],
            ...{ targets: [{ name: 'kind', fields: 'kind' }], indexs: [{ name: 'num', of: 'count' }] },
          },
        ],
      }),
    ])
      .errors.map(({ path, reason: why }) => `${path}: ${why}`)
      .filter((one) => one.includes('past'));
  const variants = [{ uid: 'v', name: 'open', fields: ['kind'], ops: ['List' as const], everyone: 1 as const }];
  expect(reason('kept', {})).toEqual([]);
  expect(reason('kept', { everyone: 1 })).toEqual([]);
  expect(reason('kept', { variants })).toEqual([]);
  expect(reason('kept[open]', { variants })).toEqual(['reports[kept].sources[s].past: kept[open] keeps no past']);
  expect(reason('kept', { storage: 'view' })).toEqual(['reports[kept].sources[s].past: kept keeps no past']);
});

it.each<[string, object, string]>([
  ['a table that there is not', { sources: [{ name: 's', cloud: 'plam' }] }, `${AT}.sources[s].cloud: unknown table plam`],
  [
    'a frozen month',
    { sources: [{ name: 's', cloud: 'plan', past: { table: 'month', link: 'plan', at: 'at' } }] },
    `${AT}.sources[s].past: not supported yet: past of a frozen month`,
  ],
  [
    'periods without a day',
    { sources: [{ name: 's', cloud: 'plan', past: 'until' }], targets: [] },
    `${AT}.sources[s].past: nothing says of which period its rows are`,
  ],
  [
    'a past of some of its sources',
    {
      sources: [
        { name: 's', cloud: 'plan', past: 'history' },
        { name: 'l', cloud: 'plan' },
      ],
      indexs: [{ name: 'num', of: 'count', source: 's' }],
      order: undefined,
    },
    `${AT}.sources[l].past: missing: what is now would stand beside what was`,
  ],
  ['a running total of rows', measure({ of: 'count', run: 'num' }), `${AT}.indexs[x]: of and run do not go together`],
  ['a running total of what is not before it', measure({ run: 'nun' }), `${AT}.indexs[x].run: no figure nun stands before it`],
  [
    'a running total of no sum',
    {
      indexs: [
        { name: 'm', of: 'max', field: 'days' },
        { name: 'x', run: 'm', key_name: '甲', key_name_en: 'X' },
      ],
      order: undefined,
    },
    `${AT}.indexs[x].run: parts of m do not make the whole`,
  ],
  [
    'a running total along no periods',
    { ...measure({ run: 'num' }), targets: [{ name: 'kind', fields: 'kind' }], order: undefined },
    `${AT}.indexs[x].run: a running total goes along periods`,
  ],
  [
    'an end of what is reckoned',
    measure({ calc: '1', until: 'as_of', key_name: '甲', key_name_en: 'A' }),
    `${AT}.indexs[x].until: until is of what is counted, or of a running total`,
  ],
  [
    'an end of what has no days',
    { ...measure({ of: 'count', until: 'as_of' }), targets: [] },
    `${AT}.indexs[x].until: nothing says of which days it is`,
  ],
  ['a comparison of no days', { compare: ['last'], ...target({ fields: 'kind' }) }, `${AT}.compare: nothing says which days are compared`],
  ['a comparison twice', { compare: ['last', 'last'] }, `${AT}.compare: a comparison stands twice`],
  [
    'a name of a column of the comparison',
    { compare: ['year'], indexs: [{ name: 'num_c', of: 'count' }], order: undefined },
    `${AT}.indexs[num_c]: a name that ends with _c, _d, _r is that of a column of the comparison`,
  ],
  ['a source of what is reckoned', measure({ calc: 'num', source: 's' }), `${AT}.indexs[x].source: source is of what is counted`],
  ['a source that there is not', measure({ of: 'count', source: 't' }), `${AT}.indexs[x].source: unknown source t`],
  ['a begin of no days', target({ fields: 'kind', value: 'now' }), `${AT}.targets[x].value: only a target of type DATE has value`],
  [
    'or',
    { sources: [{ name: 's', cloud: 'plan', where: 'kind=1|kind=2' }] },
    `${AT}.sources[s].where: a report compares fields with values: | is no filter of a list`,
  ],
  [
    'who looks',
    measure({ of: 'count', where: 'create_entity={user.id}' }),
    `${AT}.indexs[x].where: a report compares fields with values: what differs by who looks, or when is no filter of a list`,
  ],
  ['a choice that there is not', measure({ of: 'count', where: 'kind=7' }), `${AT}.indexs[x].where: kind has no choice 7`],
  ['an unknown field of a condition', measure({ of: 'count', where: 'kin=1' }), `${AT}.indexs[x].where: unknown field kin`],
  ['an unknown field', measure({ of: 'sum', field: 'amout' }), `${AT}.indexs[x].field: unknown field amout`],
  ['a path through no reference', measure({ of: 'sum', field: 'kind.days' }), `${AT}.indexs[x].field: kind names no one record`],
  ['a sum of texts', measure({ of: 'sum', field: 'note' }), `${AT}.indexs[x].field: note, a textarea, is no number`],
  ['a sum of files', measure({ of: 'distinct', field: 'paper' }), `${AT}.indexs[x].field: values of paper, a file, are not counted`],
  [
    'amounts of another record',
    measure({ of: 'sum', field: 'other.amount' }),
    `${AT}.indexs[x].field: other.amount is an amount of another record, which may be in another currency`,
  ],
  ['a count of a field', measure({ of: 'count', field: 'kind' }), `${AT}.indexs[x].field: count counts rows`],
  ['nothing that it is', measure({}), `${AT}.indexs[x]: nothing says what it is`],
  ['two things that it is', measure({ of: 'count', share: 'num' }), `${AT}.indexs[x]: of and share do not go together`],
  ['a circle', measure({ calc: 'x+1' }), `${AT}.indexs[x].calc: no figure x stands before it`],
  ['more than arithmetic', measure({ calc: 'abs(num)' }), `${AT}.indexs[x].calc: abs(num) is more than + - * / over figures`],
  ['no expression', measure({ calc: 'num/' }), `${AT}.indexs[x].calc: not an expression: a value expected at 5`],
  [
    'a share of no sum',
    {
      indexs: [
        { name: 'm', of: 'max', field: 'days' },
        { name: 'x', share: 'm', key_name: '甲', key_name_en: 'X' },
      ],
      order: undefined,
    },
    `${AT}.indexs[x].share: parts of m do not make the whole`,
  ],
  [
    'a name of every object',
    { indexs: [{ name: 'toString', of: 'count' }], order: undefined },
    `${AT}.indexs[toString]: toString stands in each line already`,
  ],
  ['a name twice', { indexs: [{ name: 'kind', of: 'count' }], order: undefined }, `${AT}.targets[kind]: kind stands twice`],
  [
    'several values',
    target({ fields: 'tags' }),
    `${AT}.targets[x].fields: tags, a checkbox, has several values: parts would not make the whole`,
  ],
  ['days as values', target({ fields: 'day' }), `${AT}.targets[x].type: day, a date, is grouped by a period`],
  ['numbers as values', target({ fields: 'days' }), `${AT}.targets[x].type: days, a int, is grouped by bands`],
  ['bands of no number', target({ fields: 'kind', type: 'BAND', bands: ['1'] }), `${AT}.targets[x].fields: kind, a select, is no number`],
  [
    'bands that are not in order',
    target({ fields: 'days', type: 'BAND', bands: ['1', '1'] }),
    `${AT}.targets[x].bands: 1 does not come after 1`,
  ],
  ['no bands', target({ fields: 'days', type: 'BAND' }), `${AT}.targets[x].bands: missing`],
  ['periods of a value', target({ fields: 'kind', periods: ['YEAR'] }), `${AT}.targets[x].periods: only a target of type DATE has periods`],
  ['lines below the last', target({ fields: 'kind', sub: 1 }), `${AT}.targets[x].sub: nothing stands below the last target`],
  ['others of two targets', { top: 3 }, `${AT}.top: the others of a list are told of a report of one target`],
  ['an order by nothing', { order: '-nothing' }, `${AT}.order: unknown figure nothing`],
  [
    'a branch of no tree',
    { searchs: { fields: [{ name: 'k', fields: 'kind', op: 'below' }] } },
    `${AT}.searchs[k].op: kind refers to no tree`,
  ],
  ['21 figures', { indexs: Array.from({ length: 21 }, (_, at) => ({ name: `m${at}`, of: 'count' })) }, `${AT}.indexs: too long`],
])('META-01 %s is refused, with what is wrong', (_, raw, said) => {
  expect(
    wrong(raw).some((one) => one.startsWith(said.replace(': too long', ''))),
    wrong(raw).join('\n'),
  ).toBe(true);
  expect(wrong(raw)).toContainEqual(expect.stringContaining(said.replace(': too long', '')));
});

/** Two tables laid beside each other by kind and day. */
const two: Partial<ReportDef> = {
  sources: [
    { name: 'p', cloud: 'plan' },
    { name: 'w', cloud: 'work' },
  ],
  searchs: { fields: [{ name: 'kind', fields: 'kind', op: 'in' }] },
  targets: [
    { name: 'kind', fields: 'kind', sub: 1 },
    { name: 'day', fields: { p: 'day', w: 'at' }, type: 'DATE' },
  ],
  indexs: [
    { name: 'planned', of: 'sum', source: 'p', field: 'amount' },
    { name: 'done', of: 'sum', source: 'w', field: 'amount' },
    { name: 'run', run: 'done', until: 'as_of', key_name: '累计', key_name_en: 'To date' },
    { name: 'rate', calc: 'run/planned', key_name: '率', key_name_en: 'Rate' },
  ],
  compare: ['last', 'year'],
  order: '-rate',
};
const by = (fields: object | string, rest: object = {}) => ({
  ...two,
  targets: [{ name: 'x', fields, ...rest }],
  compare: undefined,
  order: undefined,
  indexs: two.indexs!.slice(0, 2),
});

it('META-01 a report of several sources that is right is taken', () => {
  expect(wrong(two)).toEqual([]);
});

it.each<[string, object, string]>([
  [
    'a target that does not reach every source',
    by('days', { type: 'BAND', bands: ['1'] }),
    `${AT}.targets[x].fields: of source w: unknown field days`,
  ],
  ['a target for one source alone', by({ p: 'day' }, { type: 'DATE' }), `${AT}.targets[x].fields: reaches no field of source w`],
  ['a target of a source that there is not', by({ p: 'kind', w: 'kind', v: 'kind' }), `${AT}.targets[x].fields: unknown source v`],
  [
    'a target of two types',
    by({ p: 'kind', w: 'other' }),
    `${AT}.targets[x].fields: kind and other differ between the sources: a select and a entity`,
  ],
  [
    'a target of two tables',
    by('other'),
    `${AT}.targets[x].fields: other and other differ between the sources: records of plan and of work`,
  ],
  [
    'a target of other choices',
    by({ p: 'kind', w: 'sort' }),
    `${AT}.targets[x].fields: kind and sort differ between the sources: other choices`,
  ],
  [
    'a search that does not reach every source',
    { ...two, searchs: { fields: [{ name: 'k', fields: 'days', op: 'range' }] } },
    `${AT}.searchs[k].fields: of source w: unknown field days`,
  ],
  [
    'a figure of no source',
    { ...two, indexs: [{ name: 'num', of: 'count' }], order: undefined },
    `${AT}.indexs[num].source: missing: the report has several sources`,
  ],
  [
    'a field of the other source',
    { ...two, indexs: [{ name: 'num', of: 'sum', source: 'w', field: 'days' }], order: undefined },
    `${AT}.indexs[num].field: unknown field days`,
  ],
  ['one name of two sources', { ...two, sources: [two.sources![0]!, two.sources![0]!] }, `${AT}.sources[p]: p stands twice`],
  [
    'a table that there is not among them',
    { ...two, sources: [two.sources![0]!, { name: 'w', cloud: 'worm' }] },
    `${AT}.sources[w].cloud: unknown table worm`,
  ],
  ['five sources', { ...two, sources: [1, 2, 3, 4, 5].map((at) => ({ name: `s${at}`, cloud: 'plan' })) }, `${AT}.sources: `],
])('META-01 of several sources %s is refused, with what is wrong', (_, raw, said) => {
  expect(wrong(raw)).toContainEqual(expect.stringContaining(said));
});

it('META-01 a report name and a uid stand once in the house, and a menu opens a report that there is', () => {
  const twice = checkSuites([testSuite([plan], { reports: [good, good] })]).errors.map(({ reason }) => reason);
  expect(twice.some((one) => one.startsWith('report sums stands twice'))).toBe(true);
  expect(twice.some((one) => one.startsWith('report uid r stands twice'))).toBe(true);
  const menus = [{ uid: 'm', key_name: '甲', key_name_en: 'A', type: 'TAB' as const, cloud: 'plan', url: '/report/sum' }];
  const modules = [{ uid: 'mod', code: 'mod', key_name: '甲', key_name_en: 'A', flag: 'mod', menus }];
  expect(checkSuites([testSuite([plan], { reports: [good], modules })]).errors.map(({ reason }) => reason)).toEqual(['unknown report sum']);
});
