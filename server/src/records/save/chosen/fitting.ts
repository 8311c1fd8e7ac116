import { fieldKind } from '#protocol/fields/fields.ts';
import { parseQuery, resolveQuery } from '#protocol/rules/query.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { columnOf } from '#server/query/names.ts';
import { and, bound, FALSE, type Sql, sql, TRUE } from '#server/query/sql.ts';
import type { Values } from '../../row/values.ts';
import type { Work } from '../../row/work.ts';

/** Of records that a field names, how many there are. */
export interface Asked {
  field: ResolvedField;
  ids: readonly number[];
  /** as a select */
  found: Sql;
}

/** A `query` as a condition on the chosen record, by the values of the one that chooses; each is bound whole (A13). `of` is a column of the chosen. */
export function narrowed(
  work: Work,
  query: string | undefined,
  target: ResolvedTable,
  after: Values,
  of: (field: ResolvedField) => Sql = (field) => columnOf('e', field),
): Sql {
  const pairs = query && !work.engine ? parseQuery(query) : null;
  if (!pairs) return TRUE;
  const terms: Record<string, unknown> = { 'user.id': work.session.user.id, 'user.department_entity': work.session.department?.id };
  const wanted = resolveQuery(pairs, (term) => terms[term] ?? after[term] ?? null);
  return and(...Object.entries(wanted).map(([column, value]) => equals(target, column, value, of)));
}

function equals(target: ResolvedTable, column: string, value: string | number, lies: (field: ResolvedField) => Sql): Sql {
  const field = target.fields.get(column);
  if (!field || field.storage === 'none' || field.storage === 'files') return FALSE;
  const of = lies(field);
  if (field.storage === 'bigint[]') {
    const id = Number(value);
    return Number.isSafeInteger(id) ? sql`${bound(id, 'bigint')} = any(${of})` : FALSE;
  }
  const parsed = fieldKind(field.def.data_type).parse(value, field);
  if (parsed.fault || parsed.value === null || field.storage === 'timestamptz') return FALSE;
  return sql`${of} = ${bound(parsed.value, field.storage)}`;
}
