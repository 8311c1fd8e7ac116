import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Reader } from './gate.ts';
import { aliasName, and, type Bound, column, joined, name, type Sql, sql, TRUE } from './sql.ts';

/** Columns that are no fields. */
const HIDDEN = ['create_department', 'deleted_time', 'deleted_entity', 'keywords'];

/** Where rows come from: the live table, or, with `asOf`, the table as it stood then: live rows no younger, and versions closed since. */
export function source(table: ResolvedTable, alias: string, asOf?: Bound): Sql {
  if (!asOf) return sql`app.${name(table.name)} ${aliasName(alias)}`;
  const columns = joined(columnsOf(table).map(name), ', ');
  const live = sql`select ${columns} from app.${name(table.name)} where coalesce(modify_time, create_time) <= ${asOf}`;
  const closed = sql`select ${columns} from hist.${name(table.name)} where valid_from <= ${asOf} and valid_to > ${asOf}`;
  return sql`(${live} union all ${closed}) ${aliasName(alias)}`;
}

/** Every column of the physical table, by the definition. */
function columnsOf(table: ResolvedTable): string[] {
  const fields = [...table.fields.values()].filter((field) => field.storage !== 'none');
  const names = fields.map((field) => (field.name === 'review_entity' ? 'reviewers' : field.name));
  const kept = table.tenancy === 'domain' ? names : names.filter((one) => one !== 'subcompany_id');
  return [...(table.tenancy === 'platform' ? [] : ['company_id']), ...kept, ...HIDDEN];
}

/** The company of a row, on every table that has companies. */
export function inCompany(table: ResolvedTable, reader: Pick<Reader, 'company'>, alias: string): Sql {
  return table.tenancy === 'platform' ? TRUE : sql`${column(alias, 'company_id')} = ${reader.company}`;
}

/** The same row under two aliases. */
export const sameRow = (table: ResolvedTable, reader: Pick<Reader, 'company'>, alias: string, other: string): Sql =>
  and(inCompany(table, reader, alias), sql`${column(alias, 'id')} = ${column(other, 'id')}`);
