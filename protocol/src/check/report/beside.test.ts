import { expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const items = [{ id: 1, key_name: '项', key_name_en: 'Item' }];
const tables = [
  testTable('depot', {
    fields: [
      field('code', { data_type: 'text', length: 20 }),
      field('note', { data_type: 'textarea' }),
      field('size', { data_type: 'numeric', length: '18,2' }),
      field('worth', { data_type: 'numeric', length: '18,2', money: 1 }),
      field('paper', { data_type: 'file' }),
    ],
  }),
  testTable('bought', {
    variants: [{ uid: 'v', name: 'brief', fields: ['depot'], ops: ['List'] }],
    fields: [
      field('depot', { data_type: 'entity', source: 'depot' }),
      field('stock', { data_type: 'entity', source: 'bought' }),
      field('many', { data_type: 'entities', source: 'depot' }),
      field('other', { data_type: 'entity', source: 'depot' }),
    ],
  }),
  testTable('stock', {
    fields: [
      field('depot', { data_type: 'entity', source: 'depot' }),
      field('other', { data_type: 'entity', source: 'depot' }),
      field('stock', { data_type: 'entity', source: 'stock' }),
      field('many', { data_type: 'entities', source: 'depot' }),
      field('kind', { data_type: 'select', items }),
      field('qty', { data_type: 'int' }),
      field('tons', { data_type: 'int', unit: '吨', unit_en: 't' }),
      field('price', { data_type: 'numeric', length: '18,2', money: 1 }),
      field('month', { data_type: 'date' }),
      field('made', { data_type: 'date' }),
    ],
  }),
];
const LABEL = { key_name: '甲', key_name_en: 'A' };
const good: ReportDef = {
  ...{ uid: 'r', report_name: 'stock', ...LABEL },
  sources: [{ name: 's', cloud: 'stock' }],
  targets: [
    { name: 'depot', fields: 'depot', attr: ['code', 'size'] },
    { name: 'month', fields: 'month', type: 'DATE', periods: ['MONTH', 'YEAR'] },
  ],
  indexs: [
    { name: 'qty', of: 'sum', field: 'qty', last: 1, link: { cloud: 'bought', on: 'depot' } },
    { name: 'worth', of: 'sum', field: 'qty', times: 'price', last: 1, ...LABEL },
    { name: 'sizes', of: 'sum', field: 'qty', times: 'depot.size', ...LABEL },
    { name: 'num', of: 'count', last: 1, until: 'as_of' },
    { name: 'each', calc: 'worth/qty', ...LABEL },
  ],
};
const wrong = (rest: Partial<ReportDef>) =>
  checkSuites([testSuite(tables, { reports: [{ ...good, ...rest }] })]).errors.map(({ path, reason }) => `${path}: ${reason}`);
const AT = 'reports[stock]';
const measure = (one: object, targets = good.targets) => ({
  targets,
  indexs: [{ name: 'x', of: 'sum', field: 'qty', ...one }] as ReportDef['indexs'],
});
const target = (one: object) => ({
  indexs: [{ name: 'num', of: 'count' as const }],
  targets: [{ name: 't', fields: 'depot', ...one }] as ReportDef['targets'],
});

it('META-01 balances, products, links and further fields that are right are taken', () => {
  expect(wrong({})).toEqual([]);
  expect(wrong(measure({ link: { cloud: 'bought[brief]', on: 'depot' } }))).toEqual([]);
  expect(wrong(target({ type: 'VALUE', attr: ['create_time', 'department_entity'].slice(0, 1) }))).toEqual([]);
});

it.each<[string, Partial<ReportDef>, string]>([
  ['a balance of what is no count or sum', measure({ of: 'max', last: 1 }), 'indexs[x].last: last is of a count or a sum'],
  ['a balance of no periods', measure({ last: 1 }, [good.targets[0]!]), 'indexs[x].last: nothing says of which period a balance is'],
  [
    'a balance of periods of any length',
    measure({ last: 1 }, [{ name: 'month', fields: 'month', type: 'DATE' }]),
    'indexs[x].last: nothing says how long the periods of month are, of which the last counts',
  ],
  [
    'a balance of a second target of the same days',
    measure({ last: 1 }, [good.targets[1]!, { name: 'again', fields: 'month', type: 'DATE' }]),
    'indexs[x].last: nothing says how long the periods of again are, of which the last counts',
  ],
  [
    'a balance of a tree',
    { ...measure({ last: 1 }, [{ name: 't', fields: 'depot' }]), type: 'TREE' },
    'indexs[x].last: nothing says of which period a balance is',
  ],
  [
    'a share of a balance',
    { indexs: [good.indexs[0]!, { name: 'x', share: 'qty', ...LABEL }] },
    'indexs[x].share: parts of qty do not make the whole',
  ],
  [
    'a balance that runs',
    { indexs: [good.indexs[0]!, { name: 'x', run: 'qty', ...LABEL }] },
    'indexs[x].run: parts of qty do not make the whole',
  ],
  [
    'parts of a balance',
    { type: 'REPORT', chart: { kind: 'bar', x: 'month', y: ['qty'], split: 'depot' } },
    'chart.split: parts of qty do not make the whole',
  ],
  [
    'what is reckoned as a balance',
    { indexs: [good.indexs[0]!, { name: 'x', calc: 'qty', last: 1, ...LABEL }] },
    'indexs[x].last: last is of what is counted',
  ],
  ['a product of no sum', measure({ of: 'max', times: 'price', ...LABEL }), 'indexs[x].times: times is of a sum'],
  ['a product without a name', measure({ times: 'price' }), 'indexs[x].key_name: missing: a product has no name of its own'],
  ['a product of what there is not', measure({ times: 'prize', ...LABEL }), 'indexs[x].times: unknown field prize'],
  ['a product of no number', measure({ times: 'kind', ...LABEL }), 'indexs[x].times: kind, a select, is no number'],
  [
    'a product of an amount elsewhere',
    measure({ times: 'depot.worth', ...LABEL }),
    'indexs[x].times: depot.worth is an amount of another record, which may be in another currency',
  ],
  [
    'a product of two amounts',
    measure({ field: 'price', times: 'price', ...LABEL }),
    'indexs[x].times: price and price are amounts: their product is in no currency',
  ],
  [
    'what is reckoned as a product',
    { indexs: [good.indexs[0]!, { name: 'x', calc: 'qty', times: 'price', ...LABEL }] },
    'indexs[x].times: times is of what is counted',
  ],
  ['a link to no table', measure({ link: { cloud: 'baught', on: 'depot' } }), 'indexs[x].link.cloud: unknown table baught'],
  [
    'a link by what the source has not',
    measure({ link: { cloud: 'bought', on: 'depots' } }),
    'indexs[x].link.on: unknown field depots of stock',
  ],
  [
    'a link by what the other has not',
    measure({ link: { cloud: 'depot', on: 'depot' } }),
    'indexs[x].link.on: unknown field depot of depot',
  ],
  [
    'a link by several records',
    measure({ link: { cloud: 'bought', on: 'many' } }),
    'indexs[x].link.on: many of stock, a entities, names no one record',
  ],
  [
    'a link by records of two tables',
    measure({ link: { cloud: 'bought', on: 'stock' } }),
    'indexs[x].link.on: stock names a record of stock in stock, and one of bought in bought',
  ],
  [
    'a link by what a variant does not show',
    measure({ link: { cloud: 'bought[brief]', on: 'other' } }),
    'indexs[x].link.on: bought[brief] does not show other',
  ],
  [
    'a link of what is reckoned',
    { indexs: [good.indexs[0]!, { name: 'x', calc: 'qty', link: { cloud: 'bought', on: 'depot' }, ...LABEL }] },
    'indexs[x].link: link is of what is counted',
  ],
  [
    'further fields of no record',
    target({ fields: 'kind', attr: ['code'] }),
    'targets[t].attr: kind refers to no record, which would have them',
  ],
  ['a further field that there is not', target({ attr: ['cod'] }), 'targets[t].attr: unknown field cod of depot'],
  ['a further field twice', target({ attr: ['code', 'code'] }), 'targets[t].attr: code stands twice'],
  ['its own name', target({ attr: ['key_name'] }), 'targets[t].attr: its name stands there already'],
  ['a long text', target({ attr: ['note'] }), 'targets[t].attr: note, a textarea, is no short value'],
  ['files', target({ attr: ['paper'] }), 'targets[t].attr: paper, a file, is no short value'],
  [
    'an amount of another record',
    target({ attr: ['worth'] }),
    'targets[t].attr: worth is an amount of another record, which may be in another currency',
  ],
  [
    'further fields of what stands across',
    {
      type: 'PIVOT',
      indexs: [{ name: 'num', of: 'count' }],
      targets: [
        { name: 'kind', fields: 'kind' },
        { name: 't', fields: 'depot', axis: 'column', attr: ['code'] },
      ],
    },
    'targets[t].attr: what stands across has no room beside its name',
  ],
])('META-01 %s is refused', (_, rest, problem) => {
  expect(wrong(rest)).toContain(`${AT}.${problem}`);
});

it('META-01 a product is drawn in the unit of one number where the other has none, of two units in neither', () => {
  const drawn = (times: string, field: string) =>
    wrong({
      ...{ type: 'REPORT', chart: { kind: 'waterfall', steps: ['price', 'x'] } },
      indexs: [
        { name: 'price', of: 'sum', field: 'price' },
        { name: 'x', of: 'sum', field, times, ...LABEL },
      ],
    });
  expect(drawn('price', 'qty')).toEqual([]);
  expect(drawn('qty', 'price')).toEqual([]);
  expect(drawn('price', 'tons')).toEqual([`${AT}.chart: figures of a waterfall are counted in one unit: here are 2`]);
});
