import { Refusal } from '#protocol/codes.ts';
import { kindOf, type ReportTargetDef, typeOfTarget } from '#protocol/meta/report.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { reportChartOp } from '#protocol/ops/report.ts';
import { daysIn, periodOf, type ReportAsk, rowsAsked, targetsAsked } from '#protocol/rules/report/ask.ts';
import { drillOf, type Key } from '#protocol/rules/report/drill.ts';
import { type Counted, type Figure, finish, type Line } from '#protocol/rules/report/finish.ts';
import { bucketOf } from '#protocol/rules/report/ranges.ts';
import { askedBy, merged } from '#protocol/rules/report/where.ts';
import { wallAt } from '#protocol/wire/clock.ts';
import type { Reply, WireRow } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import type { PlanTarget } from '#server/query/report/keys.ts';
import { compileReport, figureName, keyName, type ReportPlan, rankName } from '#server/query/report/statement.ts';
import { tellCurrency } from '../read/currency.ts';
import { askOf } from './ask.ts';
import { keyNames, type NamedKey, toldKey } from './keys.ts';
import { measureOf } from './load.ts';
import { type OpenReport, openReport } from './open.ts';

/** Lines that are counted at most, on all levels together. */
const MOST_COUNTED = 50_000;
/** Lines of one answer without pages at most. */
const MOST_TOLD = 10_000;
/** Lines of a page at most. */
const MOST_ROWS = 1000;

type CountedRow = Readonly<Record<string, unknown>> & { depth: number };
type Request = RequestOf<typeof reportChartOp> & { page?: number; rows?: number };

/** A report, counted by one statement. Without `page` and `rows` all of its lines. */
export async function readReport(house: House, access: Access, request: Request): Promise<Reply> {
  const report = openReport(access, request.cloud);
  const ask = askOf(report, request);
  const plan = planOf(access, report, ask);
  const { text, values } = compileReport(plan, access.asker);
  const rows = await house.db.query<CountedRow>(text, values);
  if (rows.length > MOST_COUNTED) throw new Refusal(341);
  const limit = Math.min(request.rows ?? MOST_TOLD + 1, request.rows === undefined ? MOST_TOLD + 1 : MOST_ROWS);
  const from = ((request.page ?? 1) - 1) * limit;
  const counted = rows.map((row) => countedOf(report, ask, row));
  const { lines, total, count } = finish(report.def, ask, report.def.indexs, counted, { from, to: from + limit });
  if (request.rows === undefined && count > MOST_TOLD) throw new Refusal(341);
  const names = keyNames(access, report, targetsAsked(report.def, ask), rows);
  return {
    rows: lines.map((line) => told(report, ask, line, names)),
    total: count,
    total_kind: 'exact',
    data: { ...headOf(house, access, report, ask), total: total.figures, ...(total.off ? { off: total.off } : {}) },
  };
}

/** Levels are the total, each target with lines of its own, and all targets together. */
function planOf(access: Access, report: OpenReport, ask: ReportAsk): ReportPlan {
  const { def, grant } = report;
  const targets = targetsAsked(def, ask);
  const subs = targets.flatMap(({ sub }, at) => (sub === 1 ? [at + 1] : []));
  return {
    ...{ kind: 'report', catalogue: access.catalogue, reader: access.reader, gate: grant, limit: MOST_COUNTED + 1 },
    filters: { fields: merged(rowsAsked(def, ask)) },
    targets: targets.map((target) => planTarget(report, ask, target)),
    levels: [...new Set([0, ...subs, targets.length])],
    measures: countedMeasures(report).map(({ of, field, where }) => ({
      of: of!,
      ...(field ? { path: field } : {}),
      asked: askedBy(where),
    })),
  };
}

const countedMeasures = ({ def }: OpenReport) => def.indexs.filter(({ of }) => of !== undefined);

function planTarget({ def }: OpenReport, ask: ReportAsk, target: ReportTargetDef): PlanTarget {
  const type = typeOfTarget(target);
  if (type === 'DATE') return { path: target.fields, type, period: periodOf(def, target, ask) };
  return type === 'BAND' ? { path: target.fields, type, bands: target.bands ?? [] } : { path: target.fields, type: 'VALUE' };
}

function countedOf(report: OpenReport, ask: ReportAsk, row: CountedRow): Counted {
  const targets = targetsAsked(report.def, ask).slice(0, row.depth);
  const keys = targets.map((target, at): Key => {
    const key = row[keyName(at)] as Key;
    return key !== null && typeOfTarget(target) === 'DATE' ? bucketOf(periodOf(report.def, target, ask), String(key)) : key;
  });
  const figures = countedMeasures(report).map(({ name }, at): [string, Figure] => [name, row[figureName(at)] as Figure]);
  return { keys, ranks: targets.map((_, at) => Number(row[rankName(at)])), figures: Object.fromEntries(figures) };
}

/** A line as the wire has it: what it stands for, the list that it counts, its figures. */
function told({ def, grant }: OpenReport, ask: ReportAsk, line: Line, names: ReadonlyMap<string, NamedKey>): WireRow {
  const targets = targetsAsked(def, ask).slice(0, line.depth);
  const keys = line.rest ? [] : line.keys.map((key, at) => toldKey(targets[at]!, key, names.get(`${at} ${key}`)));
  const row = {
    source: grant.table.cloud,
    field_name: targets.at(-1)?.fields ?? '',
    ...(line.rest ? { rest: 1 } : { query: drillOf(def, ask, line.keys).filters }),
    depth: line.depth,
    key_name: keys.at(-1)?.key_name ?? '',
    keys: Object.fromEntries(keys.map((key, at) => [targets[at]!.name, key])),
    ...line.figures,
    ...(line.off ? { off: line.off } : {}),
  };
  // lines are no records
  return row as unknown as WireRow;
}

function headOf(house: House, access: Access, report: OpenReport, ask: ReportAsk): Record<string, unknown> {
  const { def, grant, leftOut } = report;
  const { session } = access;
  const currency = tellCurrency(session, grant, session.domain.id, []);
  return {
    report: def.report_name,
    made: wallAt(house.clock.now().getTime(), session.company.time_zone),
    range: daysIn(def, ask),
    left_out: leftOut,
    targets: targetsAsked(def, ask).map((target) => ({
      name: target.name,
      ...(typeOfTarget(target) === 'DATE' ? { period: periodOf(def, target, ask) } : {}),
    })),
    indexs: def.indexs.map((measure) => {
      const { unit, percent, partial } = measureOf(report, measure, currency);
      return {
        name: measure.name,
        kind: kindOf(measure),
        ...(unit ? { unit } : {}),
        ...(percent ? { percent } : {}),
        ...(partial ? { partial } : {}),
      };
    }),
    ...(currency ? { _currency: currency } : {}),
  };
}
