import { isTree, typeOfTarget } from '#protocol/meta/report/kinds.ts';
import type { ReportMeasureDef, ReportTargetDef } from '#protocol/meta/report.ts';
import type { FieldFilter, OneFilter } from '#protocol/wire/filters.ts';
import { axesAsked, dated, daysIn, type Report, type ReportAsk, rowsAsked } from './ask.ts';
import { balanceAsked, isLast } from './balance/last.ts';
import { type Compared, comparedIn } from './compare.ts';
import { movedBack } from './move.ts';
import { stoodAt } from './past/past.ts';
import { daysOf } from './ranges.ts';
import { pathIn, sourceOf } from './sources.ts';
import { countedBy, ranOver } from './until.ts';
import { type Asked, merged } from './where.ts';

/**
 * What a line stands for in one target: an id, a text, a bucket of days, the number of a band; of a tree the id of a node with all that stands below
 * it, less than 0 of the node alone; null: no value, or none that may be seen.
 */
export type Key = string | number | null;

/** The list whose rows a figure counts. */
export interface Drill {
  cloud: string;
  filters: { fields: Record<string, FieldFilter> };
  /** the month at whose end its rows stood so */
  as_of?: string;
}

/**
 * The filters of the list whose rows are counted in a line: `keys` of the targets asked for, from the first, fewer on a line of a subtotal, none on
 * the total; `measure` with what it counts of them alone, in the table of its source; `beside`: of the days that it is compared with; `across`: of a
 * pivot the keys of the column. The compiler filters by the same objects.
 */
export function drillOf(
  report: Report,
  ask: ReportAsk,
  keys: readonly Key[],
  measure?: Pick<ReportMeasureDef, 'where' | 'source' | 'of' | 'until' | 'run' | 'last'>,
  beside = false,
  across: readonly Key[] = [],
): Drill {
  const counted = measure?.run === undefined ? measure : report.indexs.find(({ name }) => name === measure.run);
  const source = sourceOf(report, counted);
  const { rows: down, columns } = axesAsked(report, ask);
  const compared = beside ? comparedIn(report, ask) : null;
  const switched = dated(report)?.name;
  const along = measure?.run === undefined ? -1 : down.findIndex(({ name }) => name === switched);
  const ran = along < 0 ? [] : [[pathIn(down[along]!.fields, source.name), ranOver(report, ask, keys[along], measure!, compared)] as Asked];
  const pairs = [...keys.map((key, at) => [down[at]!, key] as const), ...across.map((key, at) => [columns[at]!, key] as const)];
  const fixed = pairs.flatMap(([target, key], at) => {
    if (at === along) return [];
    const of = keyFilters(report, target, key, target.name === switched ? compared : null);
    return of.map((one): Asked => [pathIn(target.fields, source.name), one]);
  });
  const days = compared ? compared.days : daysIn(report, ask);
  const rows = rowsAsked(report, ask, source, days);
  const balance = measure && isLast(measure) ? balanceAsked(report, ask, source, pairs, days, compared) : [];
  const stood = stoodAt(source, ask.as_of);
  return {
    cloud: source.cloud,
    ...(stood === undefined ? {} : { as_of: stood }),
    filters: { fields: merged([...rows, ...fixed, ...ran, ...balance, ...countedBy(report, ask, source, counted, compared)]) },
  };
}

function keyFilters(report: Report, target: ReportTargetDef, key: Key, compared: Compared | null): readonly OneFilter[] {
  if (key === null) return [{ op: 'empty' }];
  if (isTree(report) || typeOfTarget(target) === 'TIER')
    return [isAlone(key) ? { op: '=', value: -Number(key) } : { op: 'below', value: Number(key) }];
  if (typeOfTarget(target) === 'DATE') {
    const days = compared ? movedBack(daysOf(String(key)), compared.move) : daysOf(String(key));
    return [days ? [...days] : { op: 'in', value: [] }];
  }
  if (typeOfTarget(target) !== 'BAND') return [{ op: '=', value: key }];
  const [from, to] = bandOf(target, Number(key));
  return [
    ...(from === undefined ? [] : [{ op: '>=' as const, value: from }]),
    ...(to === undefined ? [] : [{ op: '<' as const, value: to }]),
  ];
}

/** Of a node of a tree without what stands below it. */
export const isAlone = (key: Key): boolean => typeof key === 'number' && key < 0;

/** The bounds of a band, by its number from 0: the first has no lower one, the last no upper. */
export const bandOf = ({ bands = [] }: Pick<ReportTargetDef, 'bands'>, number: number): readonly [from?: string, to?: string] => [
  bands[number - 1],
  bands[number],
];
