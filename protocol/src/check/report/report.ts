import { dataType, isOf } from '#protocol/meta/data-types.ts';
import { GROUPING, isLevel, isMoment, isOfSeveral } from '#protocol/meta/grouping.ts';
import { kindOf, RESERVED, typeOfTarget } from '#protocol/meta/report/kinds.ts';
import { PERIODS } from '#protocol/meta/report/periods.ts';
import type { ReportDef, ReportSearchDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { axesAsked, dated } from '#protocol/rules/report/ask.ts';
import { tableMend } from '../mend.ts';
import { below, instead, type Report, unique } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { checkReportSupport } from '../support.ts';
import { checkAttr } from './attr.ts';
import { checkChart } from './chart.ts';
import { checkDrawn } from './drawn.ts';
import { checkMap } from './map.ts';
import { checkMeasures } from './measures.ts';
import { checkPast } from './past.ts';
import { checkPivot } from './pivot.ts';
import { reachedColumn, saidOf, type Tables, tablesOf } from './reach.ts';
import { checkRows } from './rows.ts';
import { checkTiers } from './tier.ts';

/** What is wrong with a report: names, types, what does not go together. What is taken here compiles for every reader. */
export function checkReport(scope: Scope, def: ReportDef, report: Report): void {
  checkReportSupport(def, report);
  checkNames(def, report);
  const tables = tablesOf(scope, def);
  for (const { name, cloud, where } of def.sources) {
    const at = below(report, `sources[${name}]`);
    const table = tables.get(name);
    if (table) checkRows(scope, table, where, below(at, 'where'));
    else at('cloud', `unknown table ${cloud}`, tableMend(scope, cloud, true));
  }
  if (tables.size < def.sources.length) return;
  checkPast(tables, def, report);
  for (const search of def.searchs?.fields ?? []) checkSearch(scope, tables, search, below(report, `searchs[${search.name}]`));
  for (const target of def.targets) {
    const at = below(report, `targets[${target.name}]`);
    checkTarget(scope, tables, target, at);
    checkAttr(scope, tables, target, at);
  }
  checkMeasures(scope, def, report);
  checkChart(scope, tables, def, report);
  checkMap(scope, tables, def, report);
  checkDrawn(def, report);
  checkWhole(def, report);
  checkPivot(def, report);
  checkTiers(scope, tables, def, report);
}

function checkNames(def: ReportDef, report: Report): void {
  const lists = [
    ['targets', [...def.targets, ...def.indexs]],
    ['searchs', def.searchs?.fields ?? []],
    ['sources', def.sources],
  ] as const;
  for (const [list, parts] of lists) {
    unique(
      parts as readonly { name: string }[],
      ({ name }) => name,
      ({ name }) => report(`${list}[${name}]`, `${name} stands twice`, 'call one of them otherwise'),
    );
  }
  for (const { name, key_name, key_name_en } of [...def.targets, ...(def.searchs?.fields ?? [])])
    if ((key_name === undefined) !== (key_name_en === undefined))
      report(`targets[${name}]`, 'a name is said in both languages', 'write key_name and key_name_en, or neither');
  for (const { name } of [...def.targets, ...def.indexs])
    if (RESERVED.has(name)) report(`indexs[${name}]`, `${name} stands in each line already`, 'call it otherwise');
}

function checkSearch(scope: Scope, tables: Tables, { fields, op }: ReportSearchDef, report: Report): void {
  const column = reachedColumn(scope, tables, fields, below(report, 'fields'));
  if (!column) return;
  const tree = column.source ? scope.table(column.source) : undefined;
  if (op === 'below' && tree?.type !== 'TREE')
    report('op', `${saidOf(fields, column)} refers to no tree`, "take op out, or write op: 'in'");
  if (op === 'like' && dataType(column.data_type).condition !== 'text')
    report('op', `${saidOf(fields, column)} is no text`, "take op out, or write op: '='");
  if (op === 'range' && !isOf(column.data_type, 'number', 'moment'))
    report('op', `${saidOf(fields, column)} has no order`, "take op out, or write op: 'in'");
}

function checkTarget(scope: Scope, tables: Tables, target: ReportTargetDef, report: Report): void {
  const column = reachedColumn(scope, tables, target.fields, below(report, 'fields'));
  const type = typeOfTarget(target);
  for (const [key, of] of [
    ['periods', 'DATE'],
    ['fill', 'DATE'],
    ['value', 'DATE'],
    ['bands', 'BAND'],
    ['tier', 'TIER'],
  ] as const)
    if (target[key] !== undefined && type !== of)
      report(key, `only a target of type ${of} has ${key}`, `write type: '${of}', or take ${key} out`);
  if (new Set(target.periods).size !== (target.periods?.length ?? 0))
    report('periods', 'a period stands twice', `write each of ${PERIODS.join(', ')} once`);
  if (type === 'BAND') checkBands(target.bands, report);
  if (!column) return;
  const said = `${saidOf(target.fields, column)}, a ${column.data_type},`;
  if (type === 'DATE' && !isMoment(column)) report('fields', `${said} has no days`, 'name a field of data_type date or datetime');
  if (type === 'BAND' && !isOf(column.data_type, 'number'))
    report('fields', `${said} is no number`, 'name a field of data_type int or numeric');
  if (type !== 'VALUE') return;
  if (isMoment(column)) report('type', `${said} is grouped by a period`, "write type: 'DATE'");
  else if (isOf(column.data_type, 'number')) report('type', `${said} is grouped by bands`, "write type: 'BAND' and bands: ['0', '100']");
  else if (GROUPING.includes(column.data_type) && isOfSeveral(column))
    report('fields', `${said} has several values: parts would not make the whole`, 'name a field of one value');
  else if (!isLevel(column))
    report('fields', `nothing is grouped by ${said.slice(0, -1)}`, 'name a choice, a reference or a text of one line');
}

function checkBands(bands: ReportTargetDef['bands'], report: Report): void {
  if (!bands) report('bands', 'missing', "write the bounds: bands: ['0', '100', '1000']");
  const turned = (bands ?? []).findIndex((bound, at) => at > 0 && Number(bound) <= Number(bands![at - 1]));
  if (turned > 0) report('bands', `${bands![turned]} does not come after ${bands![turned - 1]}`, 'write the bounds in order, each once');
}

/** What hangs on how many targets there are, and the order. */
function checkWhole(def: ReportDef, report: Report): void {
  const [first, ...others] = def.targets;
  if (def.top !== undefined && (!first || others.length > 0))
    report('top', 'the others of a list are told of a report of one target', 'take top out');
  for (const target of def.targets)
    if (target.fill === 1 && others.length > 0)
      report(`targets[${target.name}].fill`, 'periods are filled in a report of one target', 'take fill out, or the other targets');
  for (const along of Object.values(axesAsked(def, {})))
    if (along.at(-1)?.sub === 1)
      report(`targets[${along.at(-1)!.name}].sub`, 'nothing stands below the last target: the total is told anyway', 'take sub out');
  const named = def.order?.replace(/^-/, '');
  const known = [...def.targets, ...def.indexs].map(({ name }) => name);
  if (named !== undefined && !known.includes(named))
    report('order', `unknown figure ${named}`, instead(named, known) || `figures and targets here are ${known.join(', ')}`);
  if (def.compare && !dated(def))
    report('compare', 'nothing says which days are compared', "add a target of type: 'DATE', or take compare out");
  if (new Set(def.compare).size !== (def.compare?.length ?? 0))
    report('compare', 'a comparison stands twice', 'write each of last, year once');
  if (def.order !== undefined && def.indexs.some((one) => one.name === named && kindOf(one) === 'share'))
    report('order', `${named} is a share`, 'name the figure that it is a part of: the order is the same');
}
