import type { DataType } from '#protocol/meta/data-types.ts';
import type { ReportChartDef } from '#protocol/meta/report/chart.ts';
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
    if (chart?.place) here('place', 'only a map has places', "write kind: 'map', or take place out");
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
  // what is wrong with the target itself is told there
  const column = reachedColumn(scope, tables, target.fields, () => undefined);
  const table = column?.data_type === 'entity' && column.source ? scope.table(column.source) : undefined;
  if (column && !table) report('x', `${target.name} is no reference to records that stand on a map`, 'name a target of an entity field');
  if (table)
    for (const [key, name] of Object.entries(place))
      checkField(scope, table, PLACE_TYPES[key as keyof typeof place], name, below(report, `place.${key}`));
}

function checkField(scope: Scope, table: TableDef, type: DataType, name: string, report: Report): void {
  const column = scope.columns(table).get(name);
  if (!column) report('', `unknown field ${name} of ${table.table_name}`, fieldMend(scope, table, name));
  else if (column.data_type !== type) report('', `${name}, a ${column.data_type}, is no ${type}`, `name a field of data_type ${type}`);
}
