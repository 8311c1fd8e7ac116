import { isOf } from '#protocol/meta/data-types.ts';
import { kindOf, type ReportDef, type ReportMeasureDef } from '#protocol/meta/report.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { CalcError, calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { isPlain } from '#protocol/rules/report/reckon.ts';
import { below, instead, type Report } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { pathColumn } from './path.ts';
import { checkRows } from './rows.ts';

/** The figures of a report, each with those that stand before it. */
export function checkMeasures(scope: Scope, table: TableDef, { indexs }: ReportDef, report: Report): void {
  for (const [at, measure] of indexs.entries()) {
    const here = below(report, `indexs[${measure.name}]`);
    const said = (['of', 'calc', 'share'] as const).filter((key) => measure[key] !== undefined);
    if (said.length !== 1)
      here(
        '',
        said.length ? `${said.join(' and ')} do not go together` : 'nothing says what it is',
        "write one of of: 'sum', calc: 'a/b' and share: 'a'",
      );
    else if (measure.of !== undefined) checkCounted(scope, table, measure, here);
    else checkReckoned(measure, indexs.slice(0, at), here);
    if ((measure.unit === undefined) !== (measure.unit_en === undefined))
      here('unit', 'a unit is said in both languages', 'write unit and unit_en, or neither');
    if (measure.of === undefined && (measure.key_name === undefined || measure.key_name_en === undefined))
      here('key_name', 'missing', 'name it in both languages: key_name and key_name_en');
    if ((measure.key_name === undefined) !== (measure.key_name_en === undefined))
      here('key_name', 'a name is said in both languages', 'write key_name and key_name_en');
  }
}

function checkCounted(scope: Scope, table: TableDef, measure: ReportMeasureDef, report: Report): void {
  const { of, field, where } = measure;
  checkRows(scope, table, where, below(report, 'where'));
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

function checkReckoned(measure: ReportMeasureDef, before: readonly ReportMeasureDef[], report: Report): void {
  const { calc, share, where, field } = measure;
  for (const [key, said] of [
    ['where', where],
    ['field', field],
  ] as const)
    if (said !== undefined) report(key, `${key} is of what is counted`, `take ${key} out`);
  const known = before.map(({ name }) => name);
  const mend = (name: string) => instead(name, known) || `figures that stand before it are ${known.join(', ') || 'none'}`;
  if (share !== undefined) {
    const of = before.find(({ name }) => name === share);
    if (!of) report('share', `no figure ${share} stands before it`, mend(share));
    else if (kindOf(of) !== 'add') report('share', `parts of ${share} do not make the whole`, 'name a count or a sum');
    return;
  }
  try {
    const parsed = parseCalc(calc!);
    for (const name of new Set(calcNamesOf(parsed)))
      if (!known.includes(name)) report('calc', `no figure ${name} stands before it`, mend(name));
    if (!isPlain(parsed)) report('calc', `${calc} is more than + - * / over figures`, "write it so: '(final-base)/base'");
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    report('calc', `not an expression: ${error.message}`, "write it so: 'paid/done'");
  }
}
