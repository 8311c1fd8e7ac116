import { periodsOf, typeOfTarget } from '#protocol/meta/report/kinds.ts';
import { PERIODS, type Period } from '#protocol/meta/report/periods.ts';
import type { ReportMeasureDef, ReportSourceDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { dated, type Report, type ReportAsk } from '../ask.ts';
import type { Compared } from '../compare.ts';
import { movedBack } from '../move.ts';
import { bucketOf, type Days, daysOf } from '../ranges.ts';
import { pathIn } from '../sources.ts';
import type { Asked } from '../where.ts';

/** A figure that is added up across records and never along time: a balance. */
export const isLast = ({ last }: Pick<ReportMeasureDef, 'last'>): boolean => last === 1;

/** The targets along the time of a source's balances: those of the field by which the report is asked for days. */
export function timesOf(report: Pick<Report, 'targets'>, { name }: Pick<ReportSourceDef, 'name'>): readonly ReportTargetDef[] {
  const path = pathIn(dated(report)?.fields ?? '', name);
  return report.targets.filter((one) => typeOfTarget(one) === 'DATE' && pathIn(one.fields, name) === path);
}

/** How long the periods are of which each has a balance of its own: the shortest that the report has, however long its buckets are just now. */
export const grainOf = (report: Pick<Report, 'targets'>, source: Pick<ReportSourceDef, 'name'>): Period => {
  const own = timesOf(report, source).flatMap(periodsOf);
  return PERIODS.find((one) => own.includes(one))!;
};

/**
 * The day in whose period a balance of these days is told: the day on which one looks where that is among them, else their last. So a year that
 * is under way tells the month that has come, one that is over its last, and one that is planned its last too.
 */
export function lastDay(days: Days | null, today: string | undefined): string | undefined {
  if (!days) return today;
  return today === undefined || days[1] <= today || days[0] > today ? days[1] : today;
}

/** The period whose balance is told of these days, of all without any. */
export function lastOf(report: Pick<Report, 'targets'>, ask: ReportAsk, source: ReportSourceDef, days: Days | null): string | undefined {
  const day = dated(report) && lastDay(days, ask.today);
  return day === undefined ? undefined : bucketOf(grainOf(report, source), day);
}

/** The rows of that period, as a list is asked for them. */
export function lastAsked(report: Pick<Report, 'targets'>, source: ReportSourceDef, period: string | undefined): Asked {
  return [pathIn(dated(report)?.fields ?? '', source.name), period === undefined ? { op: 'in', value: [] } : [...daysOf(period)]];
}

/**
 * Which rows a balance counts in a line that stands under these keys: of the last period of what its keys and the days that were asked have in
 * common; of what has no day all of them.
 */
export function balanceAsked(
  report: Report,
  ask: ReportAsk,
  source: ReportSourceDef,
  keys: readonly (readonly [ReportTargetDef, string | number | null])[],
  days: Days | null,
  compared: Compared | null,
): readonly Asked[] {
  const times = new Set(timesOf(report, source));
  const under = keys.filter(([target]) => times.has(target));
  if (under.some(([, key]) => key === null)) return [];
  const spans = under.map(([target, key]) => {
    const own = daysOf(String(key));
    return compared && target.name === dated(report)?.name ? movedBack(own, compared.move) : own;
  });
  // a span that has no days in the calendar has no rows
  const all = [...spans.filter((one) => one !== null), ...(days ? [days] : [])];
  const [from, to] = [
    all
      .map(([first]) => first)
      .sort()
      .at(-1),
    all.map(([, last]) => last).sort()[0],
  ];
  const within: Days | null = from === undefined || to === undefined ? null : [from, to];
  return [lastAsked(report, source, lastOf(report, ask, source, within))];
}
