import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Compare, Period } from '#protocol/meta/report/periods.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { drillOf, type Key } from '#protocol/rules/report/drill.ts';
import { putRows } from '../read/testing-rows.ts';
import { type Lab, openLab } from '../testing.ts';
import { putMany, reportsOf, type ToldLine } from './testing-report.ts';

let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
beforeAll(async () => {
  lab = await openLab();
  await putMany(lab, (await putRows(lab)).vault.one);
  reports = reportsOf(lab);
  reports.put(DEF);
});
afterAll(() => lab.close());

/** Plans by the day on which they begin, and those of the first type once more as a source of its own. */
const DEF: ReportDef = {
  ...{ uid: 'lab.r.beside', report_name: 'beside', key_name: '对比', key_name_en: 'Beside' },
  sources: [
    { name: 'p', cloud: 'plan' },
    { name: 'q', cloud: 'plan', where: 'type=1' },
  ],
  targets: [
    { name: 'type', fields: 'type', sub: 1 },
    { name: 'when', fields: 'begin_date', type: 'DATE', periods: ['MONTH', 'DAILY', 'QUARTER', 'YEAR'], value: 'now' },
  ],
  indexs: [
    { name: 'num', of: 'count', source: 'p' },
    { name: 'sum', of: 'sum', source: 'p', field: 'amount' },
    { name: 'first', of: 'sum', source: 'q', field: 'amount' },
    { name: 'codes', of: 'distinct', source: 'p', field: 'code' },
    { name: 'run', run: 'sum', key_name: '累计', key_name_en: 'To date' },
    { name: 'per', calc: 'sum/num', key_name: '均', key_name_en: 'Per plan' },
    { name: 'part', share: 'num', key_name: '占比', key_name_en: 'Share' },
  ],
  compare: ['last', 'year'],
};
const COMPARED = ['num', 'sum', 'first', 'codes', 'run', 'per'];

/** What is asked for, the days beside it as a report is asked for them, and where a bucket of these stands. */
const CASES: readonly [Period, string, Compare, beside: string, (bucket: string) => string][] = [
  ['MONTH', '2026', 'year', '2025', (bucket) => bucket.replace('2025', '2026')],
  ['MONTH', '2025', 'last', '2024', (bucket) => bucket.replace('2024', '2025')],
  ['QUARTER', '2026', 'year', '2025', (bucket) => bucket.replace('2025', '2026')],
  [
    'MONTH',
    '2025-11,2026-02',
    'last',
    '2025-07,2025-10',
    (bucket) => ({ '2025-07': '2025-11', '2025-08': '2025-12', '2025-09': '2026-01', '2025-10': '2026-02' })[bucket]!,
  ],
  ['QUARTER', '2025-Q3,2025-Q4', 'last', '2025-Q1,2025-Q2', (bucket) => bucket.replace('Q2', 'Q4').replace('Q1', 'Q3')],
  ['YEAR', '2025,2026', 'last', '2023,2024', (bucket) => String(Number(bucket) + 2)],
  ['DAILY', '2025-03', 'last', '2025-02', (bucket) => bucket.replace('-02-', '-03-')],
  ['DAILY', '2025-03-05,2025-03-20', 'last', '2025-02-17,2025-03-04', (bucket) => day(bucket, 16)],
];
const day = (from: string, days: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const keysOf = (line: ToldLine): Key[] => Object.values(line.keys).map(({ id }) => id);
const byKeys = (lines: readonly ToldLine[], move = (bucket: string) => bucket): ReadonlyMap<string, ToldLine> =>
  new Map(lines.map((line) => [JSON.stringify(keysOf(line).map((key, at) => (at === 1 && key !== null ? move(String(key)) : key))), line]));

describe.each(['own', 'dept', 'all'])('PAGES-07 reports that are compared, as %s has them', (login) => {
  it.each(CASES)('what is laid beside is the report of those days: %s %s, %s (Q9)', async (period, value, compare, beside, move) => {
    const ask = { period, value, rows: 1000 };
    const told = await reports.ask(login, 'beside', { ...ask, compare });
    const [alone, then] = [await reports.ask(login, 'beside', ask), await reports.ask(login, 'beside', { ...ask, value: beside })];
    const [mine, own, was] = [byKeys(told.lines), byKeys(alone.lines), byKeys(then.lines, move)];
    expect(new Set(mine.keys())).toEqual(new Set([...own.keys(), ...was.keys()]));
    for (const name of COMPARED) {
      expect([told.total[name], told.total[`${name}_c`]], name).toEqual([alone.total[name], then.total[name]]);
      for (const [keys, line] of mine) {
        // a running total goes on over periods without rows
        if (name === 'run' && !(was.has(keys) && own.has(keys))) continue;
        expect(line[`${name}_c`] || null, `${name} ${keys}`).toEqual(was.get(keys)?.[name] || null);
        expect(line[name] || null, `${name} ${keys}`).toEqual(own.get(keys)?.[name] || null);
      }
    }
    expect(Object.keys(told.total)).not.toContain('part_c');
    expect(told.total.part).toBe(alone.total.part);
  });
  it.each(CASES)('a figure beside leads to the list that it counts: %s %s, %s (Q2)', async (period, value, compare) => {
    const { lines, total } = await reports.ask(login, 'beside', { period, value, compare, rows: 1000 });
    const measure = DEF.indexs[0]!;
    for (const line of [{ keys: {}, ...total } as unknown as ToldLine, ...lines.filter((_, at) => at % 5 === 0).slice(0, 6)]) {
      const list = await reports.list(login, drillOf(DEF, { period, value, compare }, keysOf(line), measure, true));
      expect(list.total, JSON.stringify(keysOf(line))).toBe(line.num_c);
    }
  });
});

describe('PAGES-07 what differs', () => {
  it('is told of the same days of both, as far as today has come, and the head says so', async () => {
    const { data, total, lines } = await reports.ask('all', 'beside', { compare: 'year', rows: 1000 });
    const today = String(data.made).slice(0, 10);
    const year = today.slice(0, 4);
    expect(data.range).toEqual([`${year}-01-01`, `${year}-12-31`]);
    const then = `${Number(year) - 1}`;
    const same = today.endsWith('02-29') ? `${then}-02-28` : today.replace(year, then);
    expect(data.compare).toEqual({
      by: 'year',
      range: [`${then}-01-01`, `${then}-12-31`],
      due: [
        [`${year}-01-01`, today],
        [`${then}-01-01`, same],
      ],
    });
    const of = async (value: string) => (await reports.ask('all', 'beside', { period: 'DAILY', value })).total;
    const [now, before] = [await of(`${year}-01-01,${today}`), await of(`${then}-01-01,${same}`)];
    expect(total.num_d).toBe(Number(now.num) - Number(before.num));
    expect(Number(total.sum_d)).toBeCloseTo(Number(now.sum) - Number(before.sum), 6);
    expect(Number(total.sum_r)).toBeCloseTo((Number(now.sum) - Number(before.sum)) / Math.abs(Number(before.sum)), 8);
    for (const line of lines)
      if (String(keysOf(line)[1] ?? '') > today.slice(0, 7)) expect([line.num_d, line.sum_d, line.run_r]).toEqual([null, null, null]);
  });
  it('days that the month has not fall on its last, and their list is theirs', async () => {
    await lab.base.db.query(
      `insert into app.plan (company_id, id, subcompany_id, key_name, type, begin_date, amount, create_entity, department_entity)
       select 1, 80000 + n, 11, 'end ' || n, 1, date '2030-01-25' + n, 1, 4, 32 from generate_series(1, 6) n`,
    );
    const ask = { period: 'DAILY', value: '2030-02', compare: 'last' } as const;
    const { lines } = await reports.ask('all', 'beside', { ...ask, rows: 1000, targets: 'when' });
    expect(lines.map((line) => [...keysOf(line), line.num_c])).toEqual([
      ['2030-02-26', 1],
      ['2030-02-27', 1],
      ['2030-02-28', 4],
    ]);
    const one = { ...DEF, targets: DEF.targets.slice(1) };
    expect((await reports.list('all', drillOf(one, ask, ['2030-02-28'], DEF.indexs[0], true))).total).toBe(4);
  });
});

it('PAGES-07 Q2 the list of a running total adds up to it, on each line, above it and of what it is compared with', async () => {
  const ask = { value: '2025', compare: 'year' } as const;
  const { lines, total, data } = await reports.ask('all', 'beside', { ...ask, rows: 1000 });
  const run = DEF.indexs.find(({ name }) => name === 'run');
  const today = String(data.made).slice(0, 10);
  const told: [readonly Key[], Record<string, unknown>][] = [[[], total], ...lines.map((line) => [keysOf(line), line] as const)].map(
    ([keys, line]) => [keys as readonly Key[], line as Record<string, unknown>],
  );
  for (const [keys, line] of told.slice(0, 12))
    for (const isBeside of [false, true]) {
      const value = line[isBeside ? 'run_c' : 'run'];
      if (value === null) continue;
      const { stat } = await reports.list('all', drillOf(DEF, { ...ask, today }, keys, run, isBeside));
      expect(Number(stat.amount ?? 0), JSON.stringify([keys, isBeside])).toBeCloseTo(Number(value), 6);
    }
});

describe('PAGES-07 what is counted up to today', () => {
  const DUE: ReportDef = {
    ...DEF,
    ...{ uid: 'lab.r.due', report_name: 'due' },
    indexs: [
      ...DEF.indexs,
      { name: 'due', of: 'sum', source: 'p', field: 'amount', until: 'as_of' },
      { name: 'dues', of: 'count', source: 'p', until: 'as_of' },
    ],
  };
  it('is the report of the days up to the end of this period, by each bucket, as of then too, and its list counts the same', async () => {
    reports.put(DUE);
    const { data } = await reports.ask('all', 'due');
    const today = String(data.made).slice(0, 10);
    // by days the shortest period is the day itself
    const upTo = (from: string, to: string) => reports.ask('all', 'beside', { period: 'DAILY', value: `${from},${to}`, targets: '' });
    const year = today.slice(0, 4);
    for (const period of ['MONTH', 'QUARTER'] as const) {
      const { total } = await reports.ask('all', 'due', { period, value: year, targets: '' });
      const part = (await upTo(`${year}-01-01`, today)).total;
      expect([total.due, total.dues]).toEqual([part.sum, part.num]);
      const list = await reports.list('all', drillOf(DUE, { period, value: year, today }, [], DUE.indexs.at(-1)));
      expect(list.total).toBe(total.dues);
    }
    const { total } = await reports.ask('all', 'due', { value: year, compare: 'year', targets: '' });
    const before = `${Number(year) - 1}`;
    const then = today.endsWith('02-29') ? `${before}-02-28` : today.replace(year, before);
    expect(total.dues_c).toBe((await upTo(`${before}-01-01`, then)).total.num);
    const past = (await reports.ask('all', 'due', { value: before, targets: '' })).total;
    expect([past.due, past.dues]).toEqual([past.sum, past.num]);
  });
});

describe('PAGES-07 bad input', () => {
  it.each<[string, object, number]>([
    ['years without an end', { period: 'YEAR', compare: 'year' }, 317],
    ['all days', { value: '', compare: 'year' }, 317],
    ['before the year 1', { value: '0001', compare: 'last' }, 317],
    ['days that no earlier month had', { period: 'DAILY', value: '2024-02-29,2024-02-29', compare: 'year' }, 317],
    ['ends that are turned', { value: '2026-03,2026-01' }, 317],
    ['a range of another length', { value: '2026-Q1,2026-Q2' }, 317],
    ['a range that is none', { value: "2026-01,2026-02'; --" }, 317],
  ])('%s is refused', async (_, ask, code) => {
    await expect(reports.ask('all', 'beside', ask)).rejects.toMatchObject({ code });
  });
  it('the first and the last year are laid beside what there is', async () => {
    expect((await reports.ask('all', 'beside', { value: '9999', compare: 'last' })).data.compare).toMatchObject({
      range: ['9998-01-01', '9998-12-31'],
      due: null,
    });
    expect((await reports.ask('all', 'beside', { value: '0002', compare: 'year' })).total).toMatchObject({ num: 0, num_c: 0, sum_d: null });
  });
  it('a report that is not compared, and one without its days, is not', async () => {
    const { compare: _, ...rest } = DEF;
    reports.put({ ...rest, report_name: 'alone' });
    await expect(reports.ask('all', 'alone', { compare: 'year' })).rejects.toMatchObject({ code: 317 });
    reports.put({ ...DEF, report_name: 'hidden', targets: [{ name: 'made', fields: 'memo' }, DEF.targets[1]!] });
    expect(await reports.load('all', 'hidden')).toMatchObject({ compare: ['last', 'year'] });
  });
});
