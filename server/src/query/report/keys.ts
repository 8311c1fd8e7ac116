import type { Period } from '#protocol/meta/report.ts';
import type { Move } from '#protocol/rules/report/move.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { ASKER } from '../asker.ts';
import type { NameGate, Reader } from '../gate.ts';
import type { Names } from '../names.ts';
import { bound, type Sql, sql } from '../sql.ts';

/** What rows are put together by: values, buckets of days, bands of numbers. */
export type PlanTarget = { readonly path: string } & (
  | { readonly type: 'VALUE' }
  /** `move`: rows stand under a bucket so much later than their own */
  | { readonly type: 'DATE'; readonly period: Period; readonly move?: Move }
  | { readonly type: 'BAND'; readonly bands: readonly string[] }
);

export interface KeyOf {
  /** what a row is put under; NULL where there is no value, or none that its reader may see */
  readonly value: Sql;
  readonly field: ResolvedField;
  readonly target: PlanTarget;
  /** of a reference: whose names it has */
  readonly names?: NameGate;
}

export function keyOf(target: PlanTarget, names: Names, reader: Reader): KeyOf {
  const { field, sql: value, entityName } = names.value(target.path);
  if (target.type === 'DATE') return { value: movedOn(beginOf(target.period, dayOf(field, value)), target.move), field, target };
  if (target.type === 'BAND') return { value: sql`width_bucket((${value})::numeric, ${bound(target.bands, 'numeric[]')})`, field, target };
  const named = entityName && field.source ? reader.names(field.source.table) : undefined;
  const own = field.storage === 'text' ? sql`nullif(${value}, '')` : value;
  return { value: own, field, target, ...(named ? { names: named } : {}) };
}

/**
 * The day of a moment, by the very instants that a filter of days asks for: where the clock is put back over midnight, what its hands show
 * before that is of the day before.
 */
function dayOf(field: ResolvedField, value: Sql): Sql {
  if (field.storage !== 'timestamptz') return sql`${value}`;
  const local = sql`(${value} at time zone ${ASKER.zone})::date`;
  return sql`(${local} - (${value} < (${local}::timestamp at time zone ${ASKER.zone}))::int)`;
}

const beginOf = (period: Period, day: Sql): Sql => (period === 'DAILY' ? sql`(${day})::date` : sql`${BEGINS[period](day)}::date`);

/** As protocol/rules/report/move.ts has it. */
function movedOn(day: Sql, move: Move | undefined): Sql {
  if (!move) return day;
  if ('days' in move) return sql`(${day} + ${bound(move.days, 'bigint')} * interval '1 day')::date`;
  return sql`(${day} + ${bound(move.months, 'bigint')} * interval '1 month')::date`;
}

const BEGINS: Readonly<Record<Exclude<Period, 'DAILY'>, (day: Sql) => Sql>> = {
  MONTH: (day) => sql`date_trunc('month', (${day})::timestamp)`,
  QUARTER: (day) => sql`date_trunc('quarter', (${day})::timestamp)`,
  YEAR: (day) => sql`date_trunc('year', (${day})::timestamp)`,
};

/** By what keys stand in order, what is empty last: references by name, choices as their list has them, days, bands and texts as they are. */
export function orderedBy({ field, target, names }: KeyOf, key: Sql, name: Sql): readonly Sql[] {
  const last = sql`(${key} is null)`;
  if (names) return [last, sql`${name} collate "zh-x-icu"`, key];
  if (target.type !== 'VALUE') return [last, key];
  if (field.storage === 'text') return [last, sql`${key} collate "zh-x-icu"`, sql`${key} collate "C"`];
  if (!field.items) return [last, key];
  const order = field.items.map(({ id }) => id);
  return [last, sql`array_position(${bound(order, 'bigint[]')}, ${key})`, key];
}
