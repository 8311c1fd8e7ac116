import type { DataType } from '#protocol/meta/data-types.ts';
import type { ChartBelowDef, ReportChartDef } from '#protocol/meta/report/chart.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { drawnBy } from '#protocol/rules/report/chart.ts';
import { fieldMend } from '../mend.ts';
import { below, instead, type Report } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { reachedColumn, type Tables } from './reach.ts';

/** Figures of a map at most: one colours it, another stands beside it. */
const MOST_FIGURES = 2;
/** What a field that says where, or what, a place is, may be. */
const PLACE_TYPES: Readonly<Record<keyof NonNullable<ReportChartDef['place']>, DataType>> = {
  row: 'int',
  col: 'int',
  short: 'text',
  short_en: 'text',
  code: 'text',
};

/** A map stands on one target, a reference to records that say where they stand; what only a map has stands nowhere else. */
export function checkMap(scope: Scope, tables: Tables, def: ReportDef, report: Report): void {
  const { chart, drill } = def;
  const here = below(report, 'chart');
  if (chart?.kind !== 'map') {
    for (const key of ['place', 'below'] as const)
      if (chart?.[key]) here(key, 'only a map has places', `write kind: 'map', or take ${key} out`);
    if (drill)
      report('drill', 'only a map goes down to what stands under a place', "give the report a chart of kind: 'map', or take drill out");
    return;
  }
  for (const key of ['PIE', 'split', 'dash'] as const)
    if (chart[key] !== undefined && chart[key] !== 0) here(key, `a map has no ${key}`, `take ${key} out`);
  const { x, y } = drawnBy(def);
  if (y.length > MOST_FIGURES)
    here(
      'y',
      `a map shows ${MOST_FIGURES} figures at most: here are ${y.length}`,
      'name the one that colours it first, one more beside it',
    );
  if (drill) checkDown(def, drill.path, x, below(report, 'drill'));
  if (chart.below) checkBelow(scope, tables, def, chart.below, below(report, 'chart.below'));
  if (chart.place) checkPlace(scope, tables, def, chart.place, here);
  else here('place', 'a map needs the fields that say where its records stand', "write place: { row: '…', col: '…' }");
}

function checkDown({ targets }: ReportDef, [first = '', next = '']: readonly string[], x: string | undefined, report: Report): void {
  const known = targets.map(({ name }) => name);
  if (first !== x)
    report('path', `it begins with ${first}, which the map does not stand on`, `begin it with ${x ?? 'the target of the map'}`);
  if (next === first || !known.includes(next))
    report(
      'path',
      `${next} is no target under ${first}`,
      instead(
        next,
        known.filter((name) => name !== first),
      ) || 'name another target',
    );
}

function checkPlace(scope: Scope, tables: Tables, def: ReportDef, place: NonNullable<ReportChartDef['place']>, report: Report): void {
  const { x } = drawnBy(def);
  const target = def.targets.find(({ name }) => name === x);
  if (!target) return;
  const { column, table } = tableOf(scope, tables, target);
  if (column && !table) report('x', `${target.name} is no reference to records that stand on a map`, 'name a target of an entity field');
  if (table) checkFields(scope, table, place, below(report, 'place'));
}

/** What stands under a place: records that say where they stand, and which place it is. */
function checkBelow(scope: Scope, tables: Tables, def: ReportDef, { in: over, ...place }: ChartBelowDef, report: Report): void {
  const next = def.drill ? def.targets.find(({ name }) => def.drill && name === def.drill.path[1]) : undefined;
  if (!next) {
    report('', 'nothing stands under its places', 'say drill: { path: [the target of the map, the next] }, or take below out');
    return;
  }
  const { column, table } = tableOf(scope, tables, next);
  if (column && !table)
    report('', `${next.name} is no reference to records that stand on a map`, 'take below out, or go down to a target of an entity field');
  const first = def.targets.find(({ name }) => name === drawnBy(def).x);
  const above = first && tableOf(scope, tables, first).table;
  if (!table || !above) return;
  checkFields(scope, table, place, report);
  const named = scope.columns(table).get(over);
  if (!named) report('in', `unknown field ${over} of ${table.table_name}`, fieldMend(scope, table, over));
  else if (named.data_type !== 'entity' || named.source !== above.table_name)
    report('in', `${over} names no record of ${above.table_name}`, 'name the field that says in which place it stands');
}

function tableOf(scope: Scope, tables: Tables, target: ReportDef['targets'][number]) {
  // what is wrong with the target itself is told there
  const column = reachedColumn(scope, tables, target.fields, () => undefined);
  return { column, table: column?.data_type === 'entity' && column.source ? scope.table(column.source) : undefined };
}

function checkFields(scope: Scope, table: TableDef, place: NonNullable<ReportChartDef['place']>, report: Report): void {
  for (const [key, name] of Object.entries(place))
    checkField(scope, table, PLACE_TYPES[key as keyof typeof place], name, below(report, key));
}

function checkField(scope: Scope, table: TableDef, type: DataType, name: string, report: Report): void {
  const column = scope.columns(table).get(name);
  if (!column) report('', `unknown field ${name} of ${table.table_name}`, fieldMend(scope, table, name));
  else if (column.data_type !== type) report('', `${name}, a ${column.data_type}, is no ${type}`, `name a field of data_type ${type}`);
}
