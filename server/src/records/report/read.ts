import { Refusal } from '#protocol/codes.ts';
import { isTree, kindOf, typeOfTarget } from '#protocol/meta/report/kinds.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { reportChartOp } from '#protocol/ops/report.ts';
import { axesAsked, daysIn, periodOf, type ReportAsk, targetsAsked } from '#protocol/rules/report/ask.ts';
import { isLast, lastOf } from '#protocol/rules/report/balance/last.ts';
import { type Compared, comparedIn, dueIn } from '#protocol/rules/report/compare.ts';
import { drillOf } from '#protocol/rules/report/drill.ts';
import { type Counted, finish, type Line, type LinesAsked } from '#protocol/rules/report/finish.ts';
import { finishPivot, MOST_CELLS, MOST_COLUMNS, type PivotColumn, type PivotLine } from '#protocol/rules/report/pivot/pivot.ts';
import type { Days } from '#protocol/rules/report/ranges.ts';
import type { NamedKey } from '#protocol/rules/report/said.ts';
import { pathIn, sourceOf } from '#protocol/rules/report/sources.ts';
import { finishTree } from '#protocol/rules/report/tree/tree.ts';
import { wallAt } from '#protocol/wire/clock.ts';
import type { Reply, WireRow } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { compileReport } from '#server/query/report/statement.ts';
import { askOf } from './ask.ts';
import { answered } from './kept/answers.ts';
import { keyNames, toldKey } from './keys.ts';
import { currencyOf, measureOf } from './load.ts';
import { type OpenReport, openReport } from './open.ts';
import { pastsOf, recordedSince } from './past/since.ts';
import { toldMap } from './places.ts';
import { type CountedRow, countedOf, MOST_COUNTED, planOf } from './plan.ts';

/** Lines of one answer without pages at most. */
const MOST_TOLD = 10_000;
/** Lines of a page at most. */
const MOST_ROWS = 1000;

/** `rest`: what is behind the rows of the first page stands in one line at their end */
type Request = RequestOf<typeof reportChartOp> & { page?: number; rows?: number; rest?: true };

/** A report as it stands now, answered of memory where nothing has changed that it counts. Without `page` and `rows` all of its lines. */
export function readReport(
  house: House,
  access: Access,
  { version, ...request }: Request & { version?: string | undefined },
): Promise<Reply> {
  return answered(house, access, { of: ['report', request], version }, (at) => countReport(at.house, access, request));
}

/** A report, counted by one statement. */
export async function countReport(house: House, access: Access, request: Request): Promise<Reply> {
  const report = openReport(access, request.cloud);
  const ask = askOf(report, request, access.asker.today);
  const plan = planOf(access, report, ask);
  const { text, values } = compileReport(plan, access.asker);
  const rows = await house.db.query<CountedRow>(text, values);
  if (rows.length > MOST_COUNTED) throw new Refusal(341);
  const limit = Math.min(request.rows ?? MOST_TOLD + 1, request.rows === undefined ? MOST_TOLD + 1 : MOST_ROWS);
  const from = ((request.page ?? 1) - 1) * limit;
  const counted = rows.map((row) => countedOf(report, ask, row));
  const { lines, total, count, columns } = finished(report, ask, counted, {
    ...{ from, to: from + limit },
    ...(request.rest ? { rest: true } : {}),
  });
  if (request.rows === undefined && count > MOST_TOLD) throw new Refusal(341);
  const map = await toldMap(house, access, report, ask);
  const since = await recordedSince(house, access, pastsOf(report, ask));
  const names = keyNames(access, report, targetsAsked(report.def, ask), rows);
  return {
    rows: lines.map((line) => told(report, ask, line, names)),
    total: count,
    total_kind: 'exact',
    data: {
      ...headOf(house, access, report, ask),
      ...(since ? { since } : {}),
      total: total.figures,
      ...(total.off ? { off: total.off } : {}),
      ...(columns ? { columns: columns.map((column) => toldColumn(report, ask, column, names)), cells: toldCells(total) } : {}),
      ...(map ? { map } : {}),
    },
  };
}

type Told = Line & { readonly cells?: PivotLine['cells'] };

/** The lines and the total; where columns are asked for, these, and what each line comes to in each. */
function finished(
  { def }: OpenReport,
  ask: ReportAsk,
  counted: readonly Counted[],
  page: LinesAsked,
): { lines: readonly Told[]; total: Told; count: number; columns?: readonly PivotColumn[] } {
  if (isTree(def)) return finishTree(def, ask, def.indexs, counted, page);
  if (axesAsked(def, ask).columns.length === 0) return finish(def, ask, def.indexs, counted, page);
  const pivot = finishPivot(def, ask, def.indexs, counted, page);
  if (!pivot) throw new Refusal(341, '$pivotMuch', { columns: MOST_COLUMNS, cells: MOST_CELLS });
  return pivot;
}

/** The figures of a line in each column, null where it has no rows. */
const toldCells = ({ cells = [] }: Told) =>
  cells.map((cell) => (cell ? { ...cell.figures, ...(cell.off ? { off: cell.off } : {}) } : null));

/** A column as the wire has it: how many targets it is of, its keys by their names. */
function toldColumn({ def }: OpenReport, ask: ReportAsk, { keys }: PivotColumn, names: ReadonlyMap<string, NamedKey>) {
  const { rows, columns } = axesAsked(def, ask);
  const told = keys.map((key, at) => toldKey(columns[at]!, key, names.get(`${rows.length + at} ${key}`)));
  return {
    depth: keys.length,
    key_name: told.at(-1)?.key_name ?? '',
    keys: Object.fromEntries(told.map((key, at) => [columns[at]!.name, key])),
  };
}

/** A line as the wire has it: what it stands for, the list that it counts, its figures. */
function told({ def, grant }: OpenReport, ask: ReportAsk, line: Told, names: ReadonlyMap<string, NamedKey>): WireRow {
  const targets = targetsAsked(def, ask).slice(0, line.keys.length);
  const keys = line.rest ? [] : line.keys.map((key, at) => toldKey(targets[at]!, key, names.get(`${at} ${key}`)));
  const row = {
    source: grant.table.cloud,
    field_name: pathIn(targets.at(-1)?.fields ?? '', def.sources[0]!.name),
    ...(line.rest ? { rest: 1, others: line.others } : queryOf(def, ask, line.keys)),
    depth: line.depth,
    key_name: keys.at(-1)?.key_name ?? '',
    keys: Object.fromEntries(keys.map((key, at) => [targets[at]!.name, key])),
    ...line.figures,
    ...(line.off ? { off: line.off } : {}),
    ...(line.cells ? { cells: toldCells(line) } : {}),
  };
  // lines are no records
  return row as unknown as WireRow;
}

/** The list that a line counts, and the month of whose end it is. */
function queryOf(def: OpenReport['def'], ask: ReportAsk, keys: Line['keys']) {
  const { filters, as_of } = drillOf(def, ask, keys);
  return { query: filters, ...(as_of === undefined ? {} : { as_of }) };
}

/** As far as what differs is told, of both. */
function dueTold({ def }: OpenReport, ask: ReportAsk, compared: Compared): readonly [Days, Days] | null {
  const due = dueIn(def, ask, compared);
  return due && [due.now, due.was];
}

function headOf(house: House, access: Access, report: OpenReport, ask: ReportAsk): Record<string, unknown> {
  const { def, leftOut } = report;
  const { session } = access;
  const currency = currencyOf(access, report);
  const compared = comparedIn(def, ask);
  return {
    report: def.report_name,
    made: wallAt(house.clock.now().getTime(), session.company.time_zone),
    ...(ask.as_of === undefined ? {} : { as_of: ask.as_of }),
    range: daysIn(def, ask),
    ...(compared ? { compare: { by: ask.compare, range: compared.days, due: dueTold(report, ask, compared) } } : {}),
    left_out: leftOut,
    targets: targetsAsked(def, ask).map((target) => ({
      name: target.name,
      ...(target.axis === 'column' ? { axis: target.axis } : {}),
      ...(typeOfTarget(target) === 'DATE' ? { period: periodOf(def, target, ask) } : {}),
    })),
    indexs: def.indexs.map((measure) => {
      const { unit, percent, partial } = measureOf(report, measure, currency);
      const period = isLast(measure) ? lastOf(def, ask, sourceOf(def, measure), daysIn(def, ask)) : undefined;
      return {
        name: measure.name,
        kind: kindOf(measure),
        ...(unit ? { unit } : {}),
        ...(percent ? { percent } : {}),
        ...(partial ? { partial } : {}),
        ...(period === undefined ? {} : { period }),
      };
    }),
    ...(currency ? { _currency: currency } : {}),
  };
}
