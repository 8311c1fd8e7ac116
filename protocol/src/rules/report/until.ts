import { PERIODS, periodsOf, type ReportMeasureDef, type ReportSourceDef } from '#protocol/meta/report.ts';
import { dated, type Report, type ReportAsk } from './ask.ts';
import type { Compared } from './compare.ts';
import { movedBack } from './move.ts';
import { bucketOf, daysOf } from './ranges.ts';
import { pathIn } from './sources.ts';
import { type Asked, askedBy } from './where.ts';

/** Before every day. */
const FIRST = '0001-01-01';

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
  return [...own, [pathIn(target.fields, source.name), until === undefined ? { op: 'in', value: [] } : [FIRST, until]]];
}
