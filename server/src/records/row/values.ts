import type { Value } from '#protocol/fields/kind.ts';
import { MASK } from '#protocol/fields/password.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { madeOnce } from '#protocol/rules/once.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { ASKER } from '#server/query/asker.ts';
import { columnOf } from '#server/query/names.ts';
import { bound, name, type Sql, sql } from '#server/query/sql.ts';

/** Values of a record by field name, as protocol/fields parses them; a field that is absent is not known or not written. */
export type Values = Record<string, Value>;

/** The fields of a table in their order, and their definitions: the same lists each time, for what is worked out once of a list. */
export const specsOf = madeOnce((table: ResolvedTable): readonly ResolvedField[] => [...table.fields.values()]);
export const defsOf = madeOnce((table: ResolvedTable): readonly FieldDef[] => specsOf(table).map(({ def }) => def));

/** Fields with a column on the physical table. */
export const columnsOf = madeOnce((table: ResolvedTable): readonly ResolvedField[] =>
  specsOf(table).filter((field) => field.storage !== 'none' && (field.name !== 'subcompany_id' || table.tenancy === 'domain')),
);

/** A field's column as its value: instants on the company's clock. Lists of files come as ids. */
export function readColumn(field: ResolvedField, alias: string): Sql {
  const raw = columnOf(alias, field);
  const value = field.storage === 'timestamptz' ? sql`to_char(${raw} at time zone ${ASKER.zone}, 'YYYY-MM-DD HH24:MI:SS')` : raw;
  return sql`${isOf(field.def.data_type, 'secret') ? masked(raw) : value} as ${name(field.name)}`;
}

/** Of a password no more than that there is one: nobody's work with a record needs what is kept of it. */
const masked = (raw: Sql): Sql => sql`case when ${raw} is not null then ${bound(MASK, 'text')} end`;

/** All values of a record, each empty: those of all records are made from it, so that what a record is copied into is made at once. */
const emptyOf = madeOnce((fields: readonly ResolvedField[]): Values => {
  const empty: Values = Object.fromEntries(fields.map(({ name: of }) => [of, null]));
  return { ...empty };
});

/** The values of a row that readColumn selected; an empty list is null. */
export function valuesOf(fields: readonly ResolvedField[], row: Readonly<Record<string, unknown>>): Values {
  const values: Values = { ...emptyOf(fields) };
  for (const field of fields) {
    const value = (row[field.name] ?? null) as Value;
    values[field.name] = Array.isArray(value) && value.length === 0 ? null : value;
  }
  return values;
}

/** A value as it goes into its column. */
export function writeColumn(field: ResolvedField, value: Value): Sql {
  if (field.name === 'review_entity') return sql`${bound(value ?? [], 'bigint[]')}`;
  if (field.storage === 'timestamptz') return sql`${bound(value, 'timestamp')} at time zone ${ASKER.zone}`;
  if (field.storage === 'files' || field.storage === 'bigint[]') return sql`${bound(value, 'bigint[]')}`;
  const type = field.storage === 'none' ? 'text' : field.storage;
  return sql`${bound(value, type)}`;
}

export const columnName = (field: ResolvedField): Sql => name(field.place);

/** Whether two values are one and the same. */
export const same = (one: Value | undefined, other: Value | undefined): boolean =>
  one === other ||
  (!(typeof one === 'string' && typeof other === 'string') && JSON.stringify(one ?? null) === JSON.stringify(other ?? null));

/** Of these values those that differ from what was there before. */
export const changed = (values: Values, before: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, before[name])));
