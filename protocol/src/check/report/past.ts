import type { ReportDef, ReportSourceDef } from '#protocol/meta/report.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { dated } from '#protocol/rules/report/ask.ts';
import { knowsPast } from '#protocol/rules/report/past/past.ts';
import { below, type Report } from '../problem.ts';
import type { Tables } from './reach.ts';

/** What a report tells of a month of the past: all of its sources, each as its rows can. */
export function checkPast(tables: Tables, def: ReportDef, report: Report): void {
  for (const source of def.sources) checkSource(tables.get(source.name)!, source, def, below(report, `sources[${source.name}]`));
}

function checkSource(table: TableDef, { past, cloud }: ReportSourceDef, def: ReportDef, report: Report): void {
  if (past === undefined) {
    if (knowsPast(def))
      report(
        'past',
        'missing: what is now would stand beside what was',
        "write past: 'history', 'period' or 'until', or take past out of the others",
      );
    return;
  }
  if (past === 'history' && keepsNone(table, cloud))
    report('past', `${cloud} keeps no past`, 'take past out, or name a table that is stored and whose rows roles give');
  if (past !== 'history' && !dated(def))
    report('past', 'nothing says of which period its rows are', "add a target of type: 'DATE', or write past: 'history'");
}

/** A view has no versions; a variant that everybody may read is read as it is now. */
const keepsNone = ({ storage, variants = [] }: TableDef, cloud: string): boolean =>
  storage === 'view' || variants.some(({ name, everyone }) => everyone === 1 && cloud.endsWith(`[${name}]`));
