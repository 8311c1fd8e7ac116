import { kindOf } from '#protocol/meta/report/kinds.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { axesAsked } from '#protocol/rules/report/ask.ts';
import type { Report } from '../problem.ts';

/** What a pivot is: lines and columns, and nothing that only a table of lines can tell. */
export function checkPivot(def: ReportDef, report: Report): void {
  const { rows, columns } = axesAsked(def, {});
  if (def.type !== 'PIVOT') {
    for (const { name } of columns)
      report(`targets[${name}].axis`, 'only a report of type PIVOT has columns', "write type: 'PIVOT', or take axis out");
    return;
  }
  if (columns.length === 0) report('targets', 'nothing stands across', "give one of the targets axis: 'column'");
  if (rows.length === 0) report('targets', 'nothing stands down', "take axis: 'column' out of one of the targets, or add one");
  const early = def.targets.find(({ axis }, at) => axis === 'column' && at < rows.length);
  if (early && rows.length > 0)
    report(`targets[${early.name}].axis`, 'a target that stands across comes before one that stands down', 'write the columns last');
  if (def.compare)
    report('compare', 'a pivot lays its columns beside each other, and no other days', "take compare out, or write type: 'TABLE'");
  for (const measure of def.indexs)
    if (kindOf(measure) === 'run')
      report(`indexs[${measure.name}].run`, 'a running total goes down a table, not across', "take it out, or write type: 'TABLE'");
}
