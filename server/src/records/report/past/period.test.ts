import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { drillOf, type Key } from '#protocol/rules/report/drill.ts';
import type { Db } from '#server/db/db.ts';
import { type Lab, openLab } from '../../testing.ts';
import { putMany, reportsOf, type ToldLine } from '../testing-report.ts';

let lab: Lab;
let said: string[];
let reports: ReturnType<typeof reportsOf>;
beforeAll(async () => {
  lab = await openLab();
  await putMany(lab, await lab.put('vault', { company_id: 1, key_name: 'vault', code: 'V1' }));
  said = [];
  const { db } = lab.house;
  const tx: Db['tx'] = (work, options) =>
    db.tx((at) => work({ query: (text, values) => at.query(said[said.push(text) - 1]!, values) }), options);
  reports = reportsOf({ ...lab, house: { ...lab.house, db: { ...db, tx } } });
  for (const one of [YEAR, UNITS]) reports.put(one);
});
afterAll(() => lab.close());

const of = (report_name: string, rest: Partial<ReportDef>): ReportDef => ({
  ...{ uid: report_name, report_name, key_name: '执行', key_name_en: 'Done' },
  sources: [
    { name: 'plan', cloud: 'plan', where: 'type=1', past: 'period' },
    { name: 'exec', cloud: 'plan', where: 'type!=1', past: 'until' },
  ],
  targets: [{ name: 'month', fields: 'begin_date', type: 'DATE', periods: ['MONTH', 'YEAR'], fill: 1, value: 'now' }],
  indexs: [
    { name: 'plan', of: 'count', source: 'plan' },
    { name: 'due', of: 'count', source: 'plan', until: 'as_of' },
    { name: 'done', of: 'count', source: 'exec' },
    { name: 'plan_run', run: 'plan', key_name: '累', key_name_en: 'Plan to date' },
    { name: 'done_run', run: 'done', until: 'as_of', key_name: '累', key_name_en: 'Done to date' },
  ],
  compare: ['year'],
  ...rest,
});
const YEAR = of('year', {});
const UNITS = of('units', {
  targets: [
    { name: 'unit', fields: 'department_entity', sub: 1 },
    { name: 'month', fields: 'begin_date', type: 'DATE', periods: ['MONTH'], value: 'now' },
  ],
  indexs: YEAR.indexs.slice(0, 3),
});
/** Rows of the year before a month's end, or of the whole of it, by the plainest statement there is. */
async function counted(where: string): Promise<number> {
  const [row] = await lab.base.db.query<{ n: number }>(
    `select count(*)::int as n from app.plan where company_id = 1 and subcompany_id = 11 and deleted_time is null and ${where}`,
  );
  return row!.n;
}

describe('PAGES-07 rows that carry their period, as of a month of the past', () => {
  it('plans are told whole, what was done as far as it had come; running totals end with the month', async () => {
    const { lines, total, data } = await reports.ask('all', 'year', { as_of: '2025-05' });
    expect(data.range).toEqual(['2025-01-01', '2025-12-31']);
    const inYear = "begin_date between '2025-01-01' and '2025-12-31'";
    expect(total).toMatchObject({
      plan: await counted(`type = 1 and ${inYear}`),
      due: await counted(`type = 1 and begin_date between '2025-01-01' and '2025-05-31'`),
      done: await counted(`type is distinct from 1 and begin_date between '2025-01-01' and '2025-05-31'`),
    });
    expect(total.done).toBe(total.done_run);
    expect(Number(total.done)).toBeLessThan(await counted(`type is distinct from 1 and ${inYear}`));
    const month = (id: string) => lines.find(({ keys }) => keys.month!.id === id)!;
    expect(lines).toHaveLength(12);
    expect(month('2025-05').done_run).toBe(total.done_run);
    expect(month('2025-06')).toMatchObject({ done_run: null });
    expect(Number(month('2025-06').done ?? 0)).toBe(0);
    expect(Number(month('2025-12').plan_run)).toBe(total.plan);
  });

  it('a year before stands there as far as it is known now, differences count the same stretch of both', async () => {
    const { total, data } = await reports.ask('all', 'year', { as_of: '2025-05', compare: 'year', value: '2025' });
    expect(total.done_c).toBe(await counted(`type is distinct from 1 and begin_date between '2024-01-01' and '2024-12-31'`));
    const then = await counted(`type is distinct from 1 and begin_date between '2024-01-01' and '2024-05-31'`);
    expect(total.done_d).toBe(Number(total.done) - then);
    expect(data.compare).toMatchObject({
      due: [
        ['2025-01-01', '2025-05-31'],
        ['2024-01-01', '2024-05-31'],
      ],
    });
  });

  it('Q2 each figure leads to the list of now that counts the same', async () => {
    const ask = { as_of: '2025-05', today: '2025-05-31', value: '2025' };
    for (const login of ['all', 'own', 'dept'])
      for (const def of [YEAR, UNITS]) {
        const { lines, total } = await reports.ask(login, def.report_name, { as_of: '2025-05' });
        for (const line of [...lines.slice(0, 20), { ...total, keys: {} } as ToldLine])
          for (const measure of def.indexs.filter((one) => one.of ?? one.run === 'done')) {
            const drill = drillOf(
              def,
              ask,
              Object.values(line.keys).map(({ id }) => id as Key),
              measure,
            );
            expect(drill.as_of).toBeUndefined();
            if (line[measure.name] !== null)
              expect((await reports.list(login, drill)).total, JSON.stringify(drill)).toBe(line[measure.name]);
          }
      }
  });

  it('B2 who does not see of which period its rows are asks for now alone: 312', async () => {
    const path = { ...YEAR.targets[0]!, fill: undefined, name: 'made', fields: 'vault_entity.create_time' };
    reports.put(of('hidden', { targets: [{ name: 'type', fields: 'type' }, path], indexs: [YEAR.indexs[2]!] }));
    for (const login of ['all', 'own']) {
      expect((await reports.ask(login, 'hidden', { targets: 'type' })).count).toBeGreaterThan(0);
      await expect(reports.ask(login, 'hidden', { targets: 'type', as_of: '2025-05' })).rejects.toMatchObject({ code: 312 });
    }
    expect((await reports.ask('root', 'hidden', { targets: 'type', as_of: '2025-05' })).data.as_of).toBe('2025-05');
  });
});

describe('PAGES-07 of what a month of the past is counted', () => {
  const HISTORY: ReportDef = {
    ...{ uid: 'h', report_name: 'stood', key_name: '史', key_name_en: 'Stood' },
    sources: [{ name: 'p', cloud: 'plan', past: 'history' }],
    targets: [{ name: 'type', fields: 'type' }],
    indexs: [
      { name: 'num', of: 'count' },
      { name: 'total', of: 'sum', field: 'amount' },
    ],
  };
  it('of no summary, which says what is live; now, and of rows that carry their period, of one as before', async () => {
    reports.put(HISTORY);
    const asked = async (name: string, ask: object) => {
      said.length = 0;
      await reports.ask('all', name, ask);
      const text = said.filter((one) => one.includes('grouping sets')).join();
      return [text.includes('sum."plan'), text.includes('hist."plan"')];
    };
    expect(await asked('stood', {})).toEqual([true, false]);
    expect(await asked('stood', { as_of: '2026-10' })).toEqual([false, true]);
    expect(await asked('year', { as_of: '2025-12', targets: '' })).toEqual([expect.any(Boolean), false]);
  });
});
