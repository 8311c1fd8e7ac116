import type { ReportDef, ReportMeasureDef } from '#protocol/meta/report.ts';
import { dated } from '#protocol/rules/report/ask.ts';
import { isLast, timesOf } from '#protocol/rules/report/balance/last.ts';
import { sourceOf } from '#protocol/rules/report/sources.ts';
import type { Report } from '../problem.ts';

/** A balance is told of the last period: something says which periods there are, and how long they are. */
export function checkLast(def: ReportDef, measure: ReportMeasureDef, report: Report): void {
  if (!isLast(measure)) return;
  if (measure.of !== 'count' && measure.of !== 'sum') {
    report('last', 'last is of a count or a sum', "take last out, or write of: 'sum'");
    return;
  }
  if (!dated(def)) {
    report('last', 'nothing says of which period a balance is', "add a target of type: 'DATE', or take last out");
    return;
  }
  for (const { name, periods } of timesOf(def, sourceOf(def, measure)))
    if (periods === undefined)
      report(
        'last',
        `nothing says how long the periods of ${name} are, of which the last counts`,
        `write them in targets[${name}], the shortest as long as rows are apart: periods: ['MONTH', 'YEAR']`,
      );
}

/** Keys of what is counted that stand beside something else. */
export const OF_COUNTED = ['where', 'field', 'times', 'last', 'link'] as const;
