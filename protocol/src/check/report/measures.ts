import { isOf } from '#protocol/meta/data-types.ts';
import { BESIDE, kindOf, typeOfTarget } from '#protocol/meta/report/kinds.ts';
import type { ReportDef, ReportMeasureDef } from '#protocol/meta/report.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { CalcError, calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { dated } from '#protocol/rules/report/ask.ts';
import { isPlain } from '#protocol/rules/report/reckon.ts';
import { sourceOf } from '#protocol/rules/report/sources.ts';
import { below, instead, type Report } from '../problem.ts';
import { columnAt, type Scope } from '../scope.ts';
import { checkLast, OF_COUNTED } from './balance.ts';
import { checkLink } from './link.ts';
import { pathColumn } from './path.ts';
import { checkRows } from './rows.ts';

/** The figures of a report, each with those that stand before it. */
export function checkMeasures(scope: Scope, def: ReportDef, report: Report): void {
  const { indexs, sources } = def;
  for (const [at, measure] of indexs.entries()) {
    const here = below(report, `indexs[${measure.name}]`);
    checkSource(
      measure,
      sources.map(({ name }) => name),
      here,
    );
    const table = scope.table(sourceOf(def, measure).cloud);
    const said = (['of', 'calc', 'share', 'run'] as const).filter((key) => measure[key] !== undefined);
    if (said.length !== 1)
      here(
        '',
        said.length ? `${said.join(' and ')} do not go together` : 'nothing says what it is',
        "write one of of: 'sum', calc: 'a/b', share: 'a' and run: 'a'",
      );
    else if (measure.of === undefined) checkReckoned(measure, indexs.slice(0, at), here);
    else if (table) checkCounted(scope, table, measure, here);
    checkRun(def, measure, here);
    if (measure.of !== undefined) checkLast(def, measure, here);
    if (def.compare && BESIDE.some((end) => measure.name.endsWith(end)))
      here('', `a name that ends with ${BESIDE.join(', ')} is that of a column of the comparison`, 'call it otherwise');
    if ((measure.unit === undefined) !== (measure.unit_en === undefined))
      here('unit', 'a unit is said in both languages', 'write unit and unit_en, or neither');
    if (measure.of === undefined && (measure.key_name === undefined || measure.key_name_en === undefined))
      here('key_name', 'missing', 'name it in both languages: key_name and key_name_en');
    if ((measure.key_name === undefined) !== (measure.key_name_en === undefined))
      here('key_name', 'a name is said in both languages', 'write key_name and key_name_en');
  }
}

/** Whose rows it counts. */
function checkSource({ source, of }: ReportMeasureDef, known: readonly string[], report: Report): void {
  if (source !== undefined && of === undefined) report('source', 'source is of what is counted', 'take source out');
  else if (source !== undefined && !known.includes(source))
    report('source', `unknown source ${source}`, instead(source, known) || `sources here are ${known.join(', ')}`);
  else if (source === undefined && of !== undefined && known.length > 1)
    report('source', 'missing: the report has several sources', `name one of ${known.join(', ')}`);
}

/** What a running total goes along. */
function checkRun({ targets }: ReportDef, { run, of, until }: ReportMeasureDef, report: Report): void {
  if (run === undefined) {
    if (until !== undefined && of === undefined)
      report('until', 'until is of what is counted, or of a running total', 'take until out, or write run');
    else if (until !== undefined && !dated({ targets }))
      report('until', 'nothing says of which days it is', "add a target of type: 'DATE', or take until out");
  } else if (typeOfTarget(targets.at(-1) ?? {}) !== 'DATE' || dated({ targets }) !== targets.at(-1))
    report('run', 'a running total goes along periods', "write the target of type: 'DATE' last, and no other of that type before it");
}

function checkCounted(scope: Scope, table: TableDef, measure: ReportMeasureDef, report: Report): void {
  const { of, field, where } = measure;
  checkRows(scope, table, where, below(report, 'where'));
  checkLink(scope, table, measure, report);
  if (measure.times !== undefined) checkTimes(scope, table, measure, report);
  if (of === 'count') {
    if (field !== undefined) report('field', 'count counts rows', "take field out, or write of: 'distinct'");
    return;
  }
  if (field === undefined) {
    report('field', 'missing', "name the field: field: '…'");
    return;
  }
  const column = pathColumn(scope, table, field, below(report, 'field'));
  if (!column) return;
  const isNumber = isOf(column.data_type, 'number');
  if (of !== 'distinct' && !isNumber) report('field', `${field}, a ${column.data_type}, is no number`, 'name an int or numeric field');
  if (of === 'distinct' && isOf(column.data_type, 'links', 'choices', 'files', 'page', 'mark'))
    report('field', `values of ${field}, a ${column.data_type}, are not counted`, 'name a field of one short value');
  if (column.def?.money === 1 && field.includes('.'))
    report('field', `${field} is an amount of another record, which may be in another currency`, 'name an amount of the source itself');
}

/** The sum of products of two numbers of each row: it has no name and, where both have a unit, no unit of theirs. */
function checkTimes(scope: Scope, table: TableDef, { of, field, times = '', key_name }: ReportMeasureDef, report: Report): void {
  if (of !== 'sum') {
    report('times', 'times is of a sum', "take times out, or write of: 'sum'");
    return;
  }
  if (key_name === undefined) report('key_name', 'missing: a product has no name of its own', 'name it: key_name and key_name_en');
  const column = pathColumn(scope, table, times, below(report, 'times'));
  if (!column) return;
  if (!isOf(column.data_type, 'number')) report('times', `${times}, a ${column.data_type}, is no number`, 'name an int or numeric field');
  if (column.def?.money !== 1) return;
  if (times.includes('.'))
    report('times', `${times} is an amount of another record, which may be in another currency`, 'name an amount of the source itself');
  else if (field !== undefined && columnAt(scope, table, field)?.def?.money === 1)
    report('times', `${field} and ${times} are amounts: their product is in no currency`, 'name a number that is no amount');
}

function checkReckoned(measure: ReportMeasureDef, before: readonly ReportMeasureDef[], report: Report): void {
  const { calc, share, run } = measure;
  for (const key of OF_COUNTED)
    if (measure[key] !== undefined && measure[key] !== 0) report(key, `${key} is of what is counted`, `take ${key} out`);
  const known = before.map(({ name }) => name);
  const mend = (name: string) => instead(name, known) || `figures that stand before it are ${known.join(', ') || 'none'}`;
  for (const [key, named] of [
    ['share', share],
    ['run', run],
  ] as const) {
    if (named === undefined) continue;
    const of = before.find(({ name }) => name === named);
    if (!of) report(key, `no figure ${named} stands before it`, mend(named));
    else if (kindOf(of) !== 'add') report(key, `parts of ${named} do not make the whole`, 'name a count or a sum');
  }
  if (calc === undefined) return;
  try {
    const parsed = parseCalc(calc);
    for (const name of new Set(calcNamesOf(parsed)))
      if (!known.includes(name)) report('calc', `no figure ${name} stands before it`, mend(name));
    if (!isPlain(parsed)) report('calc', `${calc} is more than + - * / over figures`, "write it so: '(final-base)/base'");
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    report('calc', `not an expression: ${error.message}`, "write it so: 'paid/done'");
  }
}
