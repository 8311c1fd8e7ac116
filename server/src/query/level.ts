import { Refusal } from '#protocol/codes.ts';
import { isLevel, isMoment, levelOf, type Unit } from '#protocol/meta/grouping.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { ASKER } from './asker.ts';
import type { Names } from './names.ts';
import { and, bound, type Sql, sql } from './sql.ts';

/** A field by whose values the rows of a list stand in groups. */
export interface Level {
  readonly field: ResolvedField;
  /** of a day or moment */
  readonly unit: Unit | null;
  /** what a row stands under, as its column has it; of a reference before rights on its target: never to be told */
  readonly key: Sql;
}

/** 317 for what is no level: an unknown or hidden field, a field of another table, several values, a unit of what is no moment. */
export function levelBy(text: string, names: Names): Level {
  const level = levelOf(text);
  if (!level) throw new Refusal(317);
  const { field } = names.value(level.name);
  const moment = isMoment(field.def);
  if (!isLevel(field.def) || (level.unit && !moment)) throw new Refusal(317);
  const unit = moment ? (level.unit ?? 'day') : null;
  return { field, unit, key: keyOf(field, unit, names.raw(field)) };
}

/** Days as the beginning of their unit on the company's clock; an empty text is none. */
function keyOf(field: ResolvedField, unit: Unit | null, raw: Sql): Sql {
  if (!unit) return field.storage === 'text' ? sql`nullif(${raw}, '')` : raw;
  const local = field.storage === 'timestamptz' ? sql`(${raw} at time zone ${ASKER.zone})` : raw;
  return unit === 'day' ? sql`${local}::date` : sql`${TRUNCATED[unit](local)}::date`;
}

const TRUNCATED: Readonly<Record<'year' | 'month', (local: Sql) => Sql>> = {
  year: (local) => sql`date_trunc('year', ${local}::timestamp)`,
  month: (local) => sql`date_trunc('month', ${local}::timestamp)`,
};

/** How the key of a day is told, and asked for again. */
export const TOLD: Readonly<Record<Unit, (key: Sql) => Sql>> = {
  year: (key) => sql`to_char(${key}, 'YYYY')`,
  month: (key) => sql`to_char(${key}, 'YYYY-MM')`,
  day: (key) => sql`to_char(${key}, 'YYYY-MM-DD')`,
};

type Value = NonNullable<Filters['within']>[number][1];

/** The rows of the groups that a request names, one of each level. */
export const compileWithin = (within: Filters['within'], names: Names): Sql =>
  and(...(within ?? []).map(([text, value]) => inGroup(text, value, names)));

function inGroup(text: string, value: Value, names: Names): Sql {
  const { field, unit, key } = levelBy(text, names);
  if (value === null) return sql`${key} is null`;
  if (unit) return inUnit(field, unit, value, { key, raw: names.raw(field) });
  if (field.storage === 'text') {
    if (typeof value !== 'string') throw new Refusal(317);
    return sql`${key} = ${bound(value, 'text')}`;
  }
  if (!Number.isSafeInteger(value)) throw new Refusal(317);
  const id = bound(value, 'bigint');
  if (field.def.data_type !== 'entity') return sql`${key} = ${id}`;
  // what a reference points at counts only as far as its reader may see it
  const visible = names.value(field.name).sql;
  return value === 0 ? sql`(${key} is not null and ${visible} is null)` : sql`(${key} = ${id} and ${visible} = ${id})`;
}

const BEGINS: Readonly<Record<Unit, string>> = { year: '-01-01', month: '-01', day: '' };
const NEXT: Readonly<Record<Unit, Sql>> = { year: sql`interval '1 year'`, month: sql`interval '1 month'`, day: sql`interval '1 day'` };

/** Between its ends, so that an index on the column serves; a moment a day more on both sides, for the hour that a clock is put back. */
function inUnit(field: ResolvedField, unit: Unit, value: Value, { key, raw }: { key: Sql; raw: Sql }): Sql {
  const begin = `${value}${BEGINS[unit]}`;
  if (typeof value !== 'string' || !isDay(begin)) throw new Refusal(317);
  const day = bound(begin, 'date');
  if (field.storage !== 'timestamptz') return sql`(${raw} >= ${day} and ${raw} < (${day} + ${NEXT[unit]}))`;
  const from = sql`((${day} - interval '1 day') at time zone ${ASKER.zone})`;
  const to = sql`((${day} + ${NEXT[unit]} + interval '1 day') at time zone ${ASKER.zone})`;
  return sql`(${key} = ${day} and ${raw} >= ${from} and ${raw} < ${to})`;
}

/** A day of the years 1 to 9999. */
function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= '0001' ? new Date(`${text}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
