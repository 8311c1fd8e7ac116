import type { Random } from './random.ts';

/** What each month has, from the first on, as texts with two places. */
export interface Series {
  project: string;
  /** 1 investment plan, 2 fund plan, 3 baseline; what was done, what was paid */
  kind: 1 | 2 | 3 | 'done' | 'paid';
  begin: string;
  prices: string[];
}

type Row = Record<string, unknown>;
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
/** Hundredths. */
const unitsOf = (amount: string): number => Math.round(Number(amount) * 100);
const amountOf = (units: number): string => `${Math.trunc(units / 100)}.${String(units % 100).padStart(2, '0')}`;
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const written = (month: number): string => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

/** The part of the work that is planned to be done after `at` of `of` months: slow at both ends. */
const curve = (at: number, of: number): number => (at / of) ** 2 * (3 - (2 * at) / of);

/** Amounts of the months whose sums to each are these. */
const steps = (sums: readonly number[]): number[] => sums.map((sum, at) => sum - (sums[at - 1] ?? 0));

/** The baseline: the whole cost along the curve, from the month of the planned begin to that of the planned end. */
function baseline(total: number, from: number, to: number): number[] {
  const months = to - from + 1;
  return steps(Array.from({ length: months }, (_, at) => (at === months - 1 ? total : Math.round(total * curve(at + 1, months)))));
}

/** The investment plan of the years that were issued: what the baseline has in a quarter, in three, the last month with the remainder. */
function investment(base: readonly number[], from: number, last: number): { from: number; units: number[] } {
  const first = from - (from % 3);
  const units: number[] = [];
  for (let quarter = first; quarter <= Math.min(last, from + base.length - 1); quarter += 3) {
    const sum = [0, 1, 2].reduce((all, at) => all + (base[quarter + at - from] ?? 0), 0);
    const part = Math.floor(sum / 3);
    units.push(part, part, sum - 2 * part);
  }
  return { from: first, units };
}

/** The fund plan of those years: a month after the work 95 of 100, the rest with the last month of the work. */
function funds(base: readonly number[], from: number, last: number): number[] {
  const sums = steps(base.map((_, at) => (at === base.length - 1 ? sumOf(base) : Math.floor((sumOf(base.slice(0, at)) * 95) / 100))));
  return sums.slice(0, Math.max(0, last - from + 1));
}
const sumOf = (units: readonly number[]): number => units.reduce((all, one) => all + one, 0);

/** What was done: along the curve too, some months more, some less. */
function done(random: Random, total: number, months: number): number[] {
  const weights = Array.from({ length: months }, (_, at) => (curve(at + 1, months) - curve(at, months)) * random.int(60, 140));
  const all = weights.reduce((sum, one) => sum + one, 0);
  let sum = 0;
  return steps(
    weights.map((weight, at) => {
      sum += weight;
      return at === months - 1 ? total : Math.round((total * sum) / all);
    }),
  );
}

/** What was paid follows what was done by a month, and never goes before it. */
function paid(units: readonly number[], total: number): number[] {
  const all = sumOf(units);
  return steps(
    units.map((_, at) => (at === units.length - 1 ? total : all === 0 ? 0 : Math.floor((sumOf(units.slice(0, at)) / all) * total))),
  );
}

/** Plans, work and payment of a project by month, which add up to what the ledger says of it. `asOf`: the last day that has come. */
export function monthsOf(random: Random, project: Row, asOf: string): Series[] {
  const key = String(project._key);
  const [from, to] = [monthOf(String(project.plan_begin)), monthOf(String(project.plan_end))];
  const base = baseline(unitsOf(String(project.total_price)), from, to);
  // plans are issued to the end of the year
  const last = Number(asOf.slice(0, 4)) * 12 + 11;
  const plan = investment(base, from, last);
  const series: [Series['kind'], number, number[]][] = [
    [1, plan.from, plan.units],
    [2, from, funds(base, from, last)],
    [3, from, base],
  ];
  const begin = text(project.actual_begin);
  if (begin) {
    const end = monthOf(text(project.actual_end) ?? asOf);
    const work = done(random, unitsOf(String(project.done_price)), end - monthOf(begin) + 1);
    series.push(['done', monthOf(begin), work], ['paid', monthOf(begin), paid(work, unitsOf(String(project.paid_price)))]);
  }
  return series
    .filter(([, , units]) => units.length > 0)
    .map(([kind, first, units]) => ({ project: key, kind, begin: written(first), prices: units.map(amountOf) }));
}
