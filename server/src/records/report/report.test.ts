import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { drillOf } from '#protocol/rules/report/drill.ts';
import { putRows } from '../read/testing-rows.ts';
import { type Lab, openLab } from '../testing.ts';
import { putMany, reportsOf } from './testing-report.ts';

let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
beforeAll(async () => {
  lab = await openLab();
  await putMany(lab, (await putRows(lab)).vault.one);
  reports = reportsOf(lab);
});
afterAll(() => lab.close());

const def = (rest: Partial<ReportDef>): ReportDef => ({
  ...{ uid: 'lab.r.one', report_name: 'one', key_name: '一', key_name_en: 'One' },
  sources: [{ name: 'p', cloud: 'plan' }],
  targets: [{ name: 'type', fields: 'type' }],
  indexs: [{ name: 'num', of: 'count' }],
  ...rest,
});
const WHEN = { name: 'when', fields: 'due_time', type: 'DATE' as const };

describe('PAGES-07 who may ask a report', () => {
  it('B2 B3 unknown, not his, or by what he does not see: 312', async () => {
    reports.put(def({}));
    for (const [login, name] of [
      ['all', 'two'],
      ['all', '__proto__'],
      ['none', 'one'],
      ['boss', 'one'],
    ] as const) {
      await expect(reports.ask(login, name)).rejects.toMatchObject({ code: 312, data: {} });
      await expect(reports.load(login, name)).rejects.toMatchObject({ code: 312, data: {} });
    }
    await expect(reports.ask('all', 'one', { targets: 'memo' })).rejects.toMatchObject({ code: 312 });
    reports.put(def({ targets: [{ name: 'memo', fields: 'memo' }] }));
    expect((await reports.ask('all', 'one')).lines.length).toBeGreaterThan(1);
    await expect(reports.ask('dept', 'one')).rejects.toMatchObject({ code: 312 });
    expect((await reports.ask('dept', 'one', { targets: '' })).lines).toHaveLength(0);
    reports.put(def({ sources: [{ name: 'p', cloud: 'plan', where: 'secret>0' }] }));
    await expect(reports.load('dept', 'one')).rejects.toMatchObject({ code: 312 });
  });
  it('B23 figures of hidden fields are left out with what is reckoned from them, searches too', async () => {
    reports.put(
      def({
        searchs: {
          fields: [
            { name: 'memo', fields: 'memo' },
            { name: 'code', fields: 'code' },
          ],
        },
        indexs: [
          { name: 'secret', of: 'sum', field: 'secret' },
          { name: 'marked', of: 'count', where: 'memo is not empty' },
          { name: 'twice', calc: 'secret*2', key_name: '倍', key_name_en: 'Twice' },
          { name: 'part', share: 'marked', key_name: '占比', key_name_en: 'Share' },
          { name: 'num', of: 'count' },
        ],
      }),
    );
    const told = await reports.ask('dept', 'one');
    expect(told.data.left_out).toEqual(['secret', 'marked', 'twice', 'part']);
    expect(Object.keys(told.total)).toEqual(['num']);
    const loaded = JSON.stringify(await reports.load('dept', 'one'));
    expect(loaded).not.toMatch(/memo|"field":"secret"|secret\*2/);
    await expect(reports.ask('dept', 'one', { filters: { fields: { memo: 'x' } } })).rejects.toMatchObject({ code: 317 });
    expect(Object.keys((await reports.ask('all', 'one')).total)).toEqual(['secret', 'marked', 'twice', 'part', 'num']);
  });
  it('B23 a chart is told as far as its figures and targets are: without what is hidden, not at all without any', async () => {
    const indexs = [
      { name: 'secret', of: 'sum' as const, field: 'secret' },
      { name: 'num', of: 'count' as const },
    ];
    const targets = [
      { name: 'type', fields: 'type' },
      { name: 'memo', fields: 'memo' },
    ];
    const told = async (login: string, chart: ReportDef['chart']) => {
      reports.put(def({ type: 'REPORT', indexs, targets, chart }));
      return (await reports.load(login, 'one')).chart;
    };
    const both = { kind: 'bar' as const, y: ['secret', 'num'], dash: ['secret'] };
    expect(await told('all', both)).toEqual({ kind: 'bar', x: 'type', y: ['secret', 'num'], dash: ['secret'] });
    expect(await told('dept', both)).toEqual({ kind: 'bar', x: 'type', y: ['num'] });
    expect(await told('all', { kind: 'bar' })).toEqual({ kind: 'bar', x: 'type', y: ['secret'] });
    expect(await told('dept', { kind: 'bar' })).toBeUndefined();
    expect(await told('dept', { kind: 'bar', y: ['num'], split: 'memo' })).toEqual({ kind: 'bar', x: 'type', y: ['num'] });
    expect(await told('dept', { kind: 'bar', x: 'memo', y: ['num'] })).toBeUndefined();
    const gauge = { kind: 'gauge' as const, y: ['num'], full: 'secret' };
    expect(await told('all', gauge)).toEqual({ kind: 'gauge', y: ['num', 'secret'], full: 'secret' });
    expect(await told('dept', gauge)).toBeUndefined();
    expect(await told('dept', { kind: 'waterfall', steps: ['num', 'secret'] })).toBeUndefined();
  });
  it('a field that is there on some rows only is added up where it is seen, and said to be a part', async () => {
    const request = (amount: string, bonus: string) =>
      lab.put('request', { company_id: 1, subcompany_id: 11, key_name: 'r', review_state: 1, create_entity: 4, amount, bonus });
    await request('10', 'CANARY-bonus');
    await request('2000', 'paid');
    reports.put(
      def({
        sources: [{ name: 'p', cloud: 'request' }],
        targets: [],
        indexs: [
          { name: 'bonuses', of: 'distinct', field: 'bonus' },
          { name: 'num', of: 'count' },
        ],
      }),
    );
    const { total, data } = await reports.ask('all', 'one');
    expect(total).toEqual({ bonuses: 1, num: 2 });
    expect(data.indexs).toEqual([
      { name: 'bonuses', kind: 'level', partial: 1 },
      { name: 'num', kind: 'add' },
    ]);
  });
});

it('LoadReport: a report is told with all that its page needs', async () => {
  const indexs = [
    { name: 'num', of: 'count' as const, unit: '个', unit_en: 'items' },
    { name: 'total', of: 'sum' as const, field: 'amount' },
    { name: 'rate', calc: 'total/num', percent: 1 as const, key_name: '率', key_name_en: 'Rate' },
  ];
  reports.put(def({ drill: 0, indexs, targets: [{ name: 'type', fields: 'type', key_name: '类', key_name_en: 'Class' }] }));
  expect(await reports.load('all', 'one')).toMatchObject({
    drill: 0,
    targets: [{ name: 'type', key_name: '类', key_name_en: 'Class' }],
    indexs: [
      { key_name: '数量', key_name_en: 'Number', unit: '个', unit_en: 'items', kind: 'add' },
      { key_name: 'amount', unit: '万元', unit_en: 'CNY' },
      { key_name: '率', key_name_en: 'Rate', percent: 1, kind: 'calc' },
    ],
    _currency: { currency: '万元', currency_en: 'CNY' },
  });
});

describe('PAGES-07 bad input', () => {
  it.each<[string, object, number]>([
    ['a target twice', { targets: 'type,type' }, 317],
    ['a target that there is not', { targets: '__proto__' }, 312],
    ['a search that there is not', { filters: { fields: { toString: '1' } } }, 317],
    ['a branch of no tree', { filters: { fields: { code: { op: 'below', value: 1 } } } }, 317],
    ['a text for a choice', { filters: { fields: { type: { op: '=', value: "1' or 1=1" } } } }, 317],
    ['a month that there is not', { period: 'DAILY', value: '2026-13' }, 317],
    ['a month for a year', { period: 'MONTH', value: '2026-01' }, 317],
    ['a period that it has not', { period: 'QUARTER' }, 317],
    ['a sort by nothing', { sort: '-nothing' }, 317],
    ['a sort by a share', { sort: 'part' }, 317],
    ['nothing given that must be', { filters: { fields: { must: '' } } }, 314],
  ])('%s is refused', async (_, ask, code) => {
    reports.put(
      def({
        searchs: {
          fields: [
            { name: 'type', fields: 'type' },
            { name: 'code', fields: 'code' },
            { name: 'must', fields: 'owner_entity', notnull: 1, value: '2' },
          ],
        },
        targets: [
          { name: 'type', fields: 'type' },
          { ...WHEN, periods: ['DAILY', 'MONTH'] },
        ],
        indexs: [
          { name: 'num', of: 'count' },
          { name: 'part', share: 'num', key_name: '占比', key_name_en: 'Share' },
        ],
      }),
    );
    expect((await reports.ask('all', 'one')).count).toBeGreaterThan(0);
    await expect(reports.ask('all', 'one', ask)).rejects.toMatchObject({ code });
  });
  it('nothing, years without rows, pages beyond the last, a billion lines', async () => {
    reports.put(
      def({ targets: [{ ...WHEN, periods: ['MONTH', 'DAILY'], fill: 1 }], searchs: { fields: [{ name: 'code', fields: 'code' }] } }),
    );
    expect(await reports.ask('all', 'one', { value: '0001', rows: 100 })).toMatchObject({ count: 12, total: { num: 0 } });
    expect(await reports.ask('all', 'one', { period: 'DAILY', value: '9999-12', rows: 1_000_000_000 })).toMatchObject({ count: 31 });
    expect(await reports.ask('all', 'one', { filters: { fields: { code: 'nowhere' } } })).toMatchObject({
      count: 0,
      lines: [],
      total: { num: 0 },
    });
    expect(await reports.ask('all', 'one', { page: 1_000_000_000, rows: 1_000_000_000 })).toMatchObject({ lines: [] });
  });
});

describe('PAGES-07 each moment lies in one day of every clock (Q8)', () => {
  it.each([
    'Asia/Shanghai',
    'America/Havana',
    'America/Sao_Paulo',
    'Pacific/Apia',
    'Australia/Lord_Howe',
    'Etc/GMT+12',
    'Pacific/Kiritimati',
    'Asia/Kathmandu',
  ])(
    'of %s, over hours that the clock shows twice or never, and the end of February',
    async (zone) => {
      await lab.base.db.query('delete from app.plan where id > 90000');
      await lab.base.db.query(
        `insert into app.plan (company_id, id, subcompany_id, key_name, due_time, amount, create_entity)
         select 1, 90000 + row_number() over (), 11, 'fold', at, 1, 4 from (
           select d.d + n * interval '20 minutes' as at from generate_series(0, 120) n,
             (values (timestamptz '2018-02-17 20:00Z'), ('2018-11-03 20:00Z'), ('2011-12-29 20:00Z'), ('2025-11-01 20:00Z'), ('2026-04-04 06:00Z'),
               ('2024-02-28 12:00Z'), ('2025-12-31 00:00Z')) d(d)) t`,
      );
      await lab.base.db.query('update fw.company set time_zone = $1 where id = 1', [zone]);
      for (const period of ['DAILY', 'MONTH', 'QUARTER', 'YEAR'] as const) {
        const report = def({
          targets: [{ ...WHEN, periods: [period] }],
          indexs: [
            { name: 'num', of: 'count' },
            { name: 'sum', of: 'sum', field: 'amount' },
          ],
        });
        reports.put(report);
        const { lines, total } = await reports.ask('all', 'one', { rows: 1000 });
        expect(lines.reduce((sum, { num }) => sum + Number(num), 0)).toBe(total.num);
        for (const line of lines) {
          const list = await reports.list('all', drillOf(report, {}, [line.keys.when!.id]));
          expect([list.total, list.stat.amount], `${period} ${line.keys.when!.id}`).toEqual([line.num, line.sum]);
        }
      }
      await lab.base.db.query(`update fw.company set time_zone = 'Asia/Shanghai' where id = 1`);
    },
    60_000,
  );
});

describe('LIST-09 what filters of lists gained', () => {
  const list = (fields: object) => reports.list('all', { cloud: 'plan', filters: { fields: fields as never } });
  it('a path ends in a reference, as far as its reader may name what it is', async () => {
    const of = async (path: string) => (await list({ [path]: { op: 'filled' } })).total;
    expect(await of('owner_entity.department_entity')).toBe(await of('owner_entity'));
    const one = await list({ 'owner_entity.department_entity': 32 });
    expect(one.total).toBe(
      (await list({ owner_entity: { op: 'in', value: [2, 3, 5, 6, 7] } })).total - (await list({ owner_entity: 5 })).total,
    );
    expect((await list({ 'owner_entity.department_entity': { op: 'below', value: [31, 34] } })).total).toBe(
      await of('owner_entity.department_entity'),
    );
    await expect(list({ 'owner_entity.ghost_entity': 1 })).rejects.toMatchObject({ code: 317 });
    await expect(list({ 'vault_entity.create_entity': 1 })).rejects.toMatchObject({ code: 317 });
  });
  it('several things are asked of one field at once', async () => {
    const [all, low, high] = [
      await list({}),
      await list({ amount: { op: '<', value: 10 } }),
      await list({ amount: { op: '>=', value: 10 } }),
    ];
    const empty = await list({ amount: { op: 'empty' } });
    expect(low.total + high.total + empty.total).toBe(all.total);
    const both = await list({ amount: { all: [{ op: '>=', value: 10 }, { op: '<', value: 20 }, [11, null]] } });
    expect(both.total).toBeGreaterThan(0);
    expect(both.total).toBe((await list({ amount: [11, '19.999999'] })).total);
    expect((await list({ amount: { all: [] } })).total).toBe(all.total);
    await expect(list({ code: { all: [{ op: 'below', value: 1 }] } })).rejects.toMatchObject({ code: 317 });
  });
  it('a branch of several nodes is what lies below any of them, once', async () => {
    const below = async (value: unknown) => (await list({ department_entity: { op: 'below', value } })).ids;
    expect((await below([33, 34])).sort()).toEqual([...(await below(33)), ...(await below([34]))].sort());
    expect((await below([32, 33])).sort()).toEqual((await below(32)).sort());
    for (const bad of [[32, 'x'], [0], null]) await expect(below(bad)).rejects.toMatchObject({ code: 317 });
  });
});
