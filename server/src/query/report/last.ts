import { PERIODS } from '#protocol/meta/report/periods.ts';
import { merged } from '#protocol/rules/report/where.ts';
import { compileFilters } from '../filters.ts';
import type { Names } from '../names.ts';
import { bound, name, type Sql, sql, whole } from '../sql.ts';
import { beginOf, dayOf, type KeyOf, keyName, movedOn, type PlanTarget } from './keys.ts';
import type { PlanLast, ReportLeg } from './leg.ts';

type DateTarget = Extract<PlanTarget, { type: 'DATE' }>;

/** How the balances of a leg are counted. */
export interface Balance {
  /** what is read of each row: whether it is of the last period of its bucket, and of the last of all */
  readonly columns: readonly (readonly [name: string, value: Sql])[];
  /** what lines come to: `count` of the rows of the shortest bucket under which they stand, of all without one */
  figure(count: (only?: Sql) => Sql): Sql;
}

/** Whether a row is of the last of all periods, as the statement calls it; of the last of its bucket in the nth target. */
const [OF_ALL, OF_KEY] = ['y', (at: number): string => `y${at + 1}`] as const;

export function balanceOf({ last, ...leg }: ReportLeg, keys: readonly KeyOf[], names: Names): Balance | undefined {
  if (!last) return undefined;
  const along = keys
    .flatMap(({ target }, at) => (target.type === 'DATE' && target.path === last.path ? [{ at, target }] : []))
    .sort((a, b) => PERIODS.indexOf(a.target.period) - PERIODS.indexOf(b.target.period))
    .map(({ at, target }) => ({ at, own: ownOf(target, last, names) }));
  return {
    columns: [
      ...along.flatMap(({ at, own }) => (own ? [[OF_KEY(at), own] as const] : [])),
      [OF_ALL, compileFilters({ fields: merged([last.asked]) }, names, leg)],
    ],
    figure: (count) =>
      along.reduceRight(
        (other, { at, own }) =>
          sql`case when grouping(${name(keyName(at))}) = 0 then ${count(own && sql`${name(OF_KEY(at))}`)} else ${other} end`,
        count(sql`${name(OF_ALL)}`),
      ),
  };
}

/**
 * Whether a row is of the last period of its bucket: the next period is of another one, or it is the one in which what was asked ends. What has no
 * day is of none, and counts there. Undefined: a bucket is one period.
 */
function ownOf(target: DateTarget, { path, grain, ends }: PlanLast, names: Names): Sql | undefined {
  const { period, move } = target;
  // days of a longer month fall on the last one of a shorter
  if (period === grain && !(grain === 'DAILY' && move && 'months' in move)) return undefined;
  const { field, sql: value } = names.value(path);
  const day = dayOf(field, value);
  const keyOf = (of: Sql): Sql => movedOn(beginOf(period, of), move);
  const begin = beginOf(grain, day);
  const cuts = ends.map((end) => {
    const of = sql`${bound(end, 'date')}`;
    return sql`when ${keyOf(day)} = ${keyOf(of)} then ${begin} = ${beginOf(grain, of)}`;
  });
  const next = keyOf(sql`(${begin} + ${LENGTHS[grain]})`);
  return sql`case when ${day} is null then true ${cuts.reduce((all, one) => sql`${all} ${one}`, sql``)} else ${next} <> ${keyOf(day)} end`;
}

const months = (number: number): Sql => sql`interval '1 month' * ${whole(number)}`;
const LENGTHS: Readonly<Record<PlanLast['grain'], Sql>> = {
  DAILY: sql`interval '1 day'`,
  MONTH: months(1),
  QUARTER: months(3),
  YEAR: months(12),
};
