import type { BoardTabDef, BoardWidgetDef } from '#protocol/meta/board/board.ts';
import type { Period } from '#protocol/meta/report/periods.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { dated, periodOf } from './ask.ts';

/** A report that a part of a board shows, with all that is said of it. */
export type Shown = BoardTabDef;
/** What a part says of what it shows. */
export type Showing = Pick<BoardWidgetDef, 'report' | 'reports' | 'look' | 'index' | 'mark' | 'lines' | 'filters'>;

/** The reports of a part, one a tab; one alone without tabs, none where it shows none. A tab has of its part what it does not say itself. */
export function shownIn({ report, reports, look, index, mark, lines, filters }: Showing): readonly Shown[] {
  const said = Object.fromEntries(Object.entries({ look, index, mark, lines, filters }).filter(([, value]) => value !== undefined));
  if (reports) return reports.map((tab) => ({ ...said, ...tab }));
  return report === undefined ? [] : [{ ...said, report }];
}

/** Years that a part can be asked for. */
const YEAR = /^(19|2\d)\d\d$/;
export const isYear = (text: unknown): text is string => typeof text === 'string' && YEAR.test(text);

/** The days of a year, as a report is asked for them: by months or quarters it is the year, else from its first bucket to its last. */
export function yearAsked(report: Pick<ReportDef, 'targets'>, year: string): string | undefined {
  const target = dated(report);
  return target && BY[periodOf(report, target, {})](year);
}

const BY: Readonly<Record<Period, (year: string) => string>> = {
  DAILY: (year) => `${year}-01-01,${year}-12-31`,
  MONTH: (year) => year,
  QUARTER: (year) => year,
  YEAR: (year) => `${year},${year}`,
};
