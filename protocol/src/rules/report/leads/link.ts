import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import type { Report, ReportAsk } from '../ask.ts';
import { type Drill, drillOf, type Key } from '../drill.ts';

/**
 * The list of the records that set a figure in a line: all that its reader has of that table, under the record that the line stands under. It only
 * leads there: nothing says that these are the rows that the figure counts. They are those of now, also where it tells of a month of the past.
 * Null of a line that stands under no record.
 */
export function linkOf(
  report: Report,
  ask: ReportAsk,
  keys: readonly Key[],
  measure: Parameters<typeof drillOf>[3] & Pick<ReportMeasureDef, 'link'>,
  across: readonly Key[] = [],
): Drill | null {
  const { link } = measure;
  if (!link) return null;
  const { fields } = drillOf(report, ask, keys, measure, false, across).filters;
  const on = Object.hasOwn(fields, link.on) ? fields[link.on] : undefined;
  if (on && typeof on === 'object' && 'op' in on && on.op === 'empty') return null;
  return { cloud: link.cloud, filters: { fields: on === undefined ? {} : { [link.on]: on } } };
}
