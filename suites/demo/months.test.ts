import { describe, expect, it } from 'vitest';
import { demoSeeds } from './seed.ts';

/** A recount of its own: whole hundredths, added as they stand, with nothing of what made them. */
type Row = Readonly<Record<string, string | number>>;
const rowsOf = (table: string) =>
  demoSeeds.filter((seed) => seed.table === table && seed.domain === 'yuanshan').flatMap((seed) => seed.rows as Row[]);
const cents = (amount: string | number | undefined): bigint => {
  const [whole = '0', part = ''] = String(amount ?? '0').split('.');
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
};
const sum = (rows: readonly Row[], field: string): bigint => rows.reduce((all, row) => all + cents(row[field]), 0n);
const projects = rowsOf('project');
const plans = rowsOf('plan_month');
const execs = rowsOf('fund_exec');
const of = (rows: readonly Row[], project: Row) => rows.filter((row) => row.project_entity === `@project:${project._key}`);
const ISSUED = '2026-12-01';
const quarterOf = (row: Row): string => `${String(row.period).slice(0, 4)} ${Math.ceil(Number(String(row.period).slice(5, 7)) / 3)}`;
const between = (rows: readonly Row[], to: string) => rows.filter(({ period }) => String(period) <= to);

describe('CAPEX-08 plans and execution of the group by month', () => {
  it('every row is of a project, of its unit and class, on the first of a month of the years of the ledger', () => {
    const by = new Map(projects.map((project) => [`@project:${project._key}`, project]));
    const wrong = [...plans, ...execs].filter((row) => {
      const project = by.get(String(row.project_entity));
      const isFirst = /^20(2[1-9]|30)-(0[1-9]|1[0-2])-01$/.test(String(row.period));
      return !project || !isFirst || row.department_entity !== project.department_entity || row.project_type !== project.project_type;
    });
    expect(wrong).toEqual([]);
    expect(plans.length + execs.length).toBeGreaterThan(4000);
    expect(plans.length + execs.length).toBeLessThan(8000);
    expect(new Set(execs.map(({ period }) => String(period).slice(0, 4)))).toEqual(new Set(['2022', '2023', '2024', '2025', '2026']));
  });
  it.each(projects.map((project) => [String(project._key), project] as const))(
    'what stands by month adds up to what the ledger says: %s',
    (_, project) => {
      const [investment, funds, base] = [1, 2, 3].map((kind) => of(plans, project).filter((row) => row.kind === kind)) as [
        Row[],
        Row[],
        Row[],
      ];
      expect(sum(base, 'price')).toBe(cents(project.total_price));
      expect(new Set(of(plans, project).map(({ current }) => current))).toEqual(new Set([project.project_state === 6 ? 0 : 1]));
      // an issued quarter is the baseline's, in three, the last month with the remainder
      for (const quarter of new Set(between(base, ISSUED).map(quarterOf))) {
        const months = investment
          .filter((row) => quarterOf(row) === quarter)
          .sort((a, b) => (String(a.period) < String(b.period) ? -1 : 1));
        const whole = sum(
          base.filter((row) => quarterOf(row) === quarter),
          'price',
        );
        expect(sum(months, 'price'), quarter).toBe(whole);
        const third = whole / 3n;
        if (third > 0n)
          expect(
            months.map(({ price }) => cents(price)),
            quarter,
          ).toEqual([third, third, whole - 2n * third]);
      }
      expect(investment.every(({ period }) => String(period) <= ISSUED)).toBe(true);
      // money follows work, and is all there once the work has ended
      for (const { period } of funds)
        expect(sum(between(funds, String(period)), 'price') <= sum(between(base, String(period)), 'price')).toBe(true);
      if (String(project.plan_end) <= '2026-12-31') expect(sum(funds, 'price')).toBe(cents(project.total_price));
    },
  );
  it.each(projects.map((project) => [String(project._key), project] as const))(
    'what was done and paid by month is what the ledger has: %s',
    (_, project) => {
      const own = of(execs, project);
      expect([sum(own, 'done_price'), sum(own, 'paid_price')]).toEqual([cents(project.done_price), cents(project.paid_price)]);
      const [begin, end] = [String(project.actual_begin ?? '9999').slice(0, 7), String(project.actual_end ?? '2026-11').slice(0, 7)];
      for (const { period } of own) {
        expect(String(period).slice(0, 7) >= begin && String(period).slice(0, 7) <= end).toBe(true);
        const upTo = between(own, String(period));
        expect(sum(upTo, 'paid_price') <= sum(upTo, 'done_price')).toBe(true);
      }
      for (const row of own) expect([row.done_price, row.paid_price].some((amount) => String(amount).startsWith('-'))).toBe(false);
    },
  );
});
