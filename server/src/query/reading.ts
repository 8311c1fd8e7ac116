import type { Locale } from '#protocol/codes.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import { compileBelong } from './belong.ts';
import { compileFilters } from './filters.ts';
import type { Gate, Reader } from './gate.ts';
import { compileKeyword, type KeywordWay } from './keyword.ts';
import { compileWithin } from './level.ts';
import type { Names } from './names.ts';
import { and, type Bound, type Sql, sql } from './sql.ts';

/** What is read: frozen, whole, and all that a statement depends on. */
export interface Reading {
  readonly catalogue: Catalogue;
  readonly reader: Reader;
  readonly gate: Gate;
  readonly filters: Filters;
  /** in which language names are read: by them references stand in order (query/by-name.ts) */
  readonly locale: Locale;
  /** instant of the past at which to read */
  readonly asOf?: Bound;
  /** a further condition of the engine on alias t, such as the parent of a sub-table's rows */
  readonly only?: Sql;
  /** the node that stands directly above each of them, as this reader sees it; null: none does */
  readonly childOf?: ChildOf;
}
export interface ChildOf {
  readonly field: string;
  readonly id: Sql | Bound | null;
}
/** Everything that bounds the rows: rights first, then what was asked. */
export const rowsOf = (plan: Reading, names: Names, way?: KeywordWay): Sql => and(plan.gate.rows('t'), ...askedOf(plan, names, way));

/** What was asked of them, part by part. */
export function askedOf(plan: Reading, names: Names, way: KeywordWay = 'pairs'): readonly Sql[] {
  const { gate, filters, catalogue } = plan;
  return [
    ...(plan.only ? [plan.only] : []),
    ...(plan.childOf ? [standsBelow(plan.childOf, names)] : []),
    compileFilters(filters, names, plan),
    compileWithin(filters.within, names),
    compileKeyword(filters.key_word, gate, names, catalogue, way),
    compileBelong(filters.belong_id, gate, names, plan),
  ];
}

function standsBelow({ field, id }: ChildOf, names: Names): Sql {
  const above = names.value(field).sql;
  return id ? sql`${above} = ${id}` : sql`${above} is null`;
}
