import type { BoardDef, BoardWidgetDef, PartLook } from '#protocol/meta/board/board.ts';
import { kindOf } from '#protocol/meta/report/kinds.ts';
import type { ReportDef, ReportMeasureDef } from '#protocol/meta/report.ts';
import { dated } from '#protocol/rules/report/ask.ts';
import { type Shown, shownIn } from '#protocol/rules/report/parts.ts';
import { namedMend, unknown } from '../mend.ts';
import { below, type Report, unique } from '../problem.ts';
import type { Scope } from '../scope.ts';

/** Figures that each look, and a figure with its parts, has room for. */
const MOST: Readonly<Record<PartLook | 'figure', number>> = { bars: 3, chart: 0, table: 6, figure: 3 };

/** What a part says of its reports: one of them or tabs of several, figures that they have, searches, a look that they can take, a year of their days. */
export function checkCounted(scope: Scope, board: BoardDef, widget: BoardWidgetDef, report: Report): void {
  const { kind, reports } = widget;
  if (kind === 'report' && (widget.report === undefined) === (reports === undefined))
    report('report', reports ? 'stands beside reports' : 'missing', 'a part of kind report says report, or reports for several in tabs');
  if (reports && widget.key_name === undefined)
    report('key_name', 'missing', 'nothing else says what its tabs are of: write key_name and key_name_en');
  unique(
    reports ?? [],
    (tab) => tab.report,
    (tab) => report(`reports[${tab.report}]`, `${tab.report} stands twice`, 'a tab each report'),
  );
  for (const tab of reports ?? [])
    if ((tab.key_name === undefined) !== (tab.key_name_en === undefined))
      report(`reports[${tab.report}].key_name`, 'a name is said in both languages', 'write key_name and key_name_en, or neither');
  const all = shownIn(widget);
  for (const shown of all) checkShown(scope, board, kind, shown, reports ? below(report, `reports[${shown.report}]`) : report);
  const known = all.flatMap(({ report: name }) => scope.report(name) ?? []);
  if (widget.year === 1 && known.length > 0 && !known.some((def) => dated(def)))
    report('year', 'its report is not asked by days', 'give the report a target of type DATE, or take year out');
  if (kind === 'figure' && known[0]) checkFigure(known[0], widget, report);
}

function checkShown(scope: Scope, board: BoardDef, kind: BoardWidgetDef['kind'], shown: Shown, report: Report): void {
  const def = scope.report(shown.report);
  if (!def) {
    report('report', `unknown report ${shown.report}`, namedMend(scope, 'report', shown.report));
    return;
  }
  if (def.type === 'PIVOT' || def.type === 'TREE') {
    const said = def.type === 'PIVOT' ? 'pivot' : 'tree';
    report('report', `${shown.report} is a ${said}, which stands on a page of its own`, 'name a report of lines, or link to its page');
  }
  checkLook(def, kind === 'figure' ? 'figure' : (shown.look ?? 'bars'), shown, report);
  const searchs = (def.searchs?.fields ?? []).map((search) => search.name);
  for (const one of Object.keys(shown.filters ?? {})) {
    if (!searchs.includes(one)) report(`filters.${one}`, `unknown search ${one}`, unknown(one, searchs, `searches of ${shown.report}`));
    if (board.searchs?.includes(one))
      report(`filters.${one}`, `${one} is searched by on the whole board`, `take ${one} out of filters, or out of searchs of the board`);
  }
}

function checkLook(def: ReportDef, look: PartLook | 'figure', { index = [], mark, lines }: Shown, report: Report): void {
  const names = def.indexs.map((measure) => measure.name);
  const unknownFigure = (key: string, one: string) =>
    report(key, `unknown figure ${one}`, unknown(one, names, `figures of ${def.report_name}`));
  for (const one of index) if (!names.includes(one)) unknownFigure('index', one);
  unique(
    index,
    (one) => one,
    (one) => report('index', `${one} stands twice`, 'name each figure once'),
  );
  if (look === 'chart' && def.chart === undefined)
    report('look', `${def.report_name} has no chart`, "give the report type: 'REPORT' and a chart, or take look out");
  if (look === 'chart' && (index.length > 0 || lines !== undefined))
    report(index.length > 0 ? 'index' : 'lines', 'a chart draws what its report says', 'take it out, or say another look');
  else if (index.length > MOST[look])
    report('index', `${index.length} figures, where ${look} has room for ${MOST[look]}`, `name ${MOST[look]} at most`);
  if (look !== 'chart' && look !== 'figure' && def.targets.length === 0)
    report('report', `${def.report_name} has no lines`, 'give it a target, or show it as a part of kind figure');
  if (mark === undefined) return;
  const [first] = index.length > 0 ? index : names;
  if (!names.includes(mark)) unknownFigure('mark', mark);
  else if (look !== 'bars') report('mark', 'it stands across bars', "say look: 'bars', or take mark out");
  else if (![first, mark].every((name) => def.indexs.find((one) => one.name === name)?.percent === 1))
    report('mark', `${first} and ${mark} are to be rates`, 'name figures with percent: 1, or take mark out');
}

/** A figure, how many records it counts, and those below it: parts of it only where they add up the same, each of fewer rows. */
function checkFigure(def: ReportDef, { index = [], bar, count }: BoardWidgetDef, report: Report): void {
  const measure = (name: string | undefined) => def.indexs.find((one) => one.name === name);
  if (count !== undefined) {
    const names = def.indexs.filter(({ of }) => of === 'count').map(({ name }) => name);
    if (!names.includes(count)) report('count', `${count} counts no records`, unknown(count, names, 'figures that do'));
  }
  if (bar === undefined) return;
  const [first, ...parts] = index.map(measure);
  if (parts.length === 0) report('bar', 'it has no parts', 'name figures after the first, or take bar out');
  for (const part of parts)
    if (first && part && !isPart(first, part))
      report('bar', `${part.name} is no part of ${first.name}`, 'name counts, or sums of the same field, that say where, or take bar out');
}

const isPart = (whole: ReportMeasureDef, part: ReportMeasureDef): boolean =>
  kindOf(whole) === 'add' &&
  (['of', 'field', 'source'] as const).every((key) => whole[key] === part[key]) &&
  part.where !== undefined &&
  part.where !== whole.where;
