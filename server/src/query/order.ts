import { Refusal } from '#protocol/codes.ts';
import type { Kind } from '#protocol/meta/data-types.ts';
import { NEVER_EMPTY } from '#protocol/meta/standard.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import { byName, pinyin } from './by-name.ts';
import type { Names } from './names.ts';
import type { Reading } from './reading.ts';
import { type BoundType, column, joined, NONE, name, type Sql, sql } from './sql.ts';

/** One step of an order: the value as it is sorted (NULLs last, texts in pinyin order). */
export interface OrderBy {
  value: Sql;
  descending: boolean;
  /** what a value of it is bound as */
  type: BoundType;
  /** never NULL: then an index of either direction serves as it stands */
  filled: boolean;
  /** the whole order is that of an index (meta/sync/indexes.ts) */
  served: boolean;
  /** read from the end: empty values first */
  reversed?: boolean;
}

/** The order of a request, else the definition's own, always ending in the id in the direction of what stands before it, newest first when nothing does. */
export function orderOf(sort: Filters['sort'], { gate, locale }: Pick<Reading, 'gate' | 'locale'>, names: Names): OrderBy[] {
  const asked = sort?.length ? sort : declared(gate);
  const served = isServed(asked, !sort?.length, gate);
  const steps = asked.flatMap(([path, direction]) =>
    stepsOf(path, direction === 'desc', names, locale).map((step) => ({ ...step, served })),
  );
  const whole = asked.some(([path]) => path === 'id');
  return whole
    ? steps
    : [...steps, { value: column('t', 'id'), descending: asked.at(-1)?.[1] !== 'asc', type: 'bigint', filled: true, served }];
}

/** The newest first, one field with an index, or the declared order, where this reader sees the fields on every row. By a reference's name goes no index of the table. */
function isServed(asked: readonly (readonly [string, string])[], declaredOrder: boolean, gate: Reading['gate']): boolean {
  const [first, ...rest] = asked.map(([path]) => gate.table.fields.get(path));
  if (asked.length === 0) return true;
  if (!asked.every(([path]) => gate.table.fields.has(path) && gate.sees(path, 't') === true)) return false;
  if (first?.name === 'id') return rest.length === 0;
  if (asked.some(([path]) => gate.table.fields.get(path)?.def.data_type === 'entity')) return false;
  return declaredOrder || (rest.length === 0 && first?.def.index === 1);
}

/** `order: '-create_time,code'`, without what this reader may not see. */
function declared(gate: Reading['gate']): [string, 'asc' | 'desc'][] {
  const names = (gate.table.def.order ?? '').split(',').filter(Boolean);
  const pairs = names.map((text): [string, 'asc' | 'desc'] => (text.startsWith('-') ? [text.slice(1), 'desc'] : [text, 'asc']));
  return pairs.filter(([path]) => gate.table.fields.has(path) && gate.sees(path, 't') !== false);
}

/** References by the names that their reader is shown. */
function stepsOf(path: string, descending: boolean, names: Names, locale: Reading['locale']): Omit<OrderBy, 'served'>[] {
  const value = names.value(path);
  if (value.kind === 'list' || value.kind === 'files') throw new Refusal(317);
  const filled = NEVER_EMPTY.has(path);
  if (value.entityName) return byName(value.entityName(), value.englishName?.(), locale).map((step) => ({ ...step, descending, filled }));
  const type = TYPES[value.kind] ?? (value.ids || value.field.storage === 'bigint' ? 'bigint' : 'numeric');
  return [{ value: type === 'text' ? pinyin(value.sql) : value.sql, type, descending, filled }];
}

const TYPES: Partial<Record<Kind, BoundType>> = { text: 'text', date: 'date', datetime: 'timestamptz' };

/** Where the inner select carries its nth value; no field is called so. */
export const carriedName = (at: number): string => `fw.o${at + 1}`;

/** The values as columns of the inner select. The id is there already. */
export const orderColumns = (order: readonly OrderBy[]): Sql[] => order.map((one, at) => sql`${one.value} as ${name(carriedName(at))}`);

const nulls = ({ descending, reversed }: OrderBy): Sql =>
  reversed ? (descending ? NONE : sql` nulls first`) : descending ? sql` nulls last` : NONE;

/** The same order read from its end. */
export const backwards = (order: readonly OrderBy[]): OrderBy[] =>
  order.map((one) => ({ ...one, descending: !one.descending, reversed: !one.reversed }));

/** The order by these values, or by the columns that carry them out. */
export const orderClause = (order: readonly OrderBy[], carried?: string): Sql => sql`order by ${orderSteps(order, carried)}`;

/** The same without its first words, behind what is sorted by before. */
export function orderSteps(order: readonly OrderBy[], carried?: string): Sql {
  const parts = order.map((one, at) => {
    const value = carried === undefined ? one.value : column(carried, carriedName(at));
    return sql`${value}${one.descending ? sql` desc` : NONE}${one.filled ? NONE : nulls(one)}`;
  });
  return joined(parts, ', ');
}
