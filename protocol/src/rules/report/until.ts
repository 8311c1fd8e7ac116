import { periodsOf } from '#protocol/meta/report/kinds.ts';
import { PERIODS } from '#protocol/meta/report/periods.ts';
import type { ReportMeasureDef, ReportSourceDef } from '#protocol/meta/report.ts';
import type { OneFilter } from '#protocol/wire/filters.ts';
import { dated, type Report, type ReportAsk } from './ask.ts';
import { begun, type Compared } from './compare.ts';
import { movedBack } from './move.ts';
import { bucketOf, daysOf } from './ranges.ts';
import { pathIn } from './sources.ts';
import { type Asked, askedBy } from './where.ts';

/** The first of all days: from it on are rows that have a day. */
const FIRST = '0001-01-01';
const NONE: OneFilter = { op: 'in', value: [] };

/** A figure that is counted up to the period in which one looks. */
export const isUntil = ({ of, until }: Pick<ReportMeasureDef, 'of' | 'until'>): boolean => of !== undefined && until !== undefined;

/**
 * What a figure counts of the rows of its source. With `until` those up to the end of the period in which one looks: the shortest that the report
 * has, however long its buckets are just now, so that the figure is the same by months and by quarters. Of what it is compared with as much earlier.
 */
export function countedBy(
  report: Pick<Report, 'targets'>,
  ask: ReportAsk,
  source: ReportSourceDef,
  measure: Pick<ReportMeasureDef, 'where' | 'of' | 'until'> | undefined,
  compared: Compared | null,
): readonly Asked[] {
  const own = askedBy(measure?.where);
  const target = dated(report);
  if (!measure || !isUntil(measure) || !target || ask.today === undefined) return own;
  const shortest = PERIODS.find((one) => periodsOf(target).includes(one))!;
  const [, last] = daysOf(bucketOf(shortest, ask.today));
  const until = compared ? movedBack([last, last], compared.move)?.[1] : last;
  return [...own, [pathIn(target.fields, source.name), until === undefined ? NONE : [null, until]]];
}

/** The days whose rows a running total adds up: to the end of its period; above the periods all, or with `until` those that have begun. */
export function ranOver(
  report: Pick<Report, 'targets'>,
  ask: ReportAsk,
  key: string | number | null | undefined,
  { until }: Pick<ReportMeasureDef, 'until'>,
  compared: Compared | null,
): OneFilter {
  const last = key !== undefined && key !== null ? String(key) : until && begun(report, ask, compared !== null);
  if (last === undefined) return [FIRST, null];
  const days = compared ? movedBack(daysOf(last), compared.move) : daysOf(last);
  return days ? [null, days[1]] : NONE;
}
