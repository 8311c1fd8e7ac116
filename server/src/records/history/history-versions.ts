import type { Value } from '#protocol/fields/kind.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import { INNER_COLUMNS, STAMPED_COLUMNS } from '#protocol/meta/standard.ts';
import type { Grant } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { ASKER } from '#server/query/asker.ts';
import { columnOf } from '#server/query/names.ts';
import { past, relation } from '#server/query/source.ts';
import { joined, name, type Sql, sql } from '#server/query/sql.ts';
import { columnsOf, same } from '../row/values.ts';
import type { Presenter, Row } from './history-values.ts';

/** Fields whose changes are told to this reader, those included that the definition has no more. */
export const readable = (grant: Grant): ResolvedField[] =>
  [...columnsOf(grant.table), ...grant.table.former.values()].filter(
    (field) => !STAMPED_COLUMNS.has(field.name) && !isOf(field.def.data_type, 'secret') && grant.sees(field.name, 't') !== false,
  );

/** All versions of the rows that `only` names, closed ones and the one that lies in the table, under `valid_to`, `hist_actor` and `hist_op`. */
export function unionOf(grant: Grant, only: Sql): Sql {
  const { table } = grant;
  const all = joined([...physical(grant).map(name)], ', ');
  return sql`(select ${all}, valid_to, hist_actor, hist_op from ${past(table)} t where ${only} union all select ${all}, null::timestamptz, null::bigint, null::text from ${relation(table)} t where ${only})`;
}

/** Every column of the table, so that rights that depend on a row can be asked of its old versions too. */
const physical = (grant: Grant): string[] => [
  ...(grant.table.tenancy === 'platform' ? [] : ['company_id']),
  ...columnsOf(grant.table).map((field) => field.place),
  ...grant.table.former.keys(),
  ...INNER_COLUMNS.filter((name) => name !== 'keywords'),
];

export const changedIn = (field: ResolvedField): string => `h.changed.${field.name}`;
export const seenIn = (field: ResolvedField): string => `h.sees.${field.name}`;

/**
 * A field's value in a version, where the reader may see it there; with it, where that depends on the row, whether he does, and whether the
 * stored value is another than in the version before (window `w`): a value that a new state hides, or shows again, was changed by nobody.
 */
export function valueIn(grant: Grant, field: ResolvedField): Sql {
  const raw = columnOf('t', field);
  const value = field.storage === 'timestamptz' ? sql`to_char(${raw} at time zone ${ASKER.zone}, 'YYYY-MM-DD HH24:MI:SS')` : raw;
  const sees = grant.sees(field.name, 't');
  if (sees === true || sees === false) return sql`${value} as ${name(field.name)}`;
  const isChanged = sql`${raw} is distinct from lag(${raw}) over w`;
  const told = sql`${isChanged} as ${name(changedIn(field))}, coalesce(${sees}, false) as ${name(seenIn(field))}`;
  return sql`case when ${sees} then ${value} end as ${name(field.name)}, ${told}`;
}

/** An empty list is an empty value. */
export const filled = (value: unknown): Value => (Array.isArray(value) && value.length === 0 ? null : ((value ?? null) as Value));

/** What a version changed of the one before it. */
export const changesBetween = (
  fields: readonly ResolvedField[],
  presenter: Presenter,
  before: Row | undefined,
  version: Row,
): { field: string; from: unknown; to: unknown }[] =>
  fields
    .filter((field) => version[changedIn(field)] !== false && !same(filled(version[field.name]), filled(before?.[field.name])))
    .map((field) => ({
      field: field.name,
      from: presenter.show(field, filled(before?.[field.name])),
      to: presenter.show(field, filled(version[field.name])),
    }));
