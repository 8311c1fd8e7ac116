import { Refusal } from '#protocol/codes.ts';
import { INNER_COLUMNS } from '#protocol/meta/standard.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { ASKER } from './asker.ts';
import { aliasName, and, type Bound, bound, column, constant, joined, type Param, type Sql, sql, TRUE } from './sql.ts';

/** Where the table's rows lie, where its closed versions do, and what its ids are drawn from. */
export const relation = (table: ResolvedTable): Sql => constant(table.relation.live);
export const past = (table: ResolvedTable): Sql => constant(table.relation.past);
export const ids = (table: ResolvedTable): Sql => constant(table.relation.ids);

/** One physical place that rows come from. */
export interface Place {
  /** the table, under the alias */
  from: Sql;
  /** which of its rows count at that instant */
  where: Sql;
  /** tells versions of one record apart: null for the live row */
  version: Sql;
}

/** Where rows lie: the live table; with `asOf`, which they must not be younger than, also the versions closed since. A view keeps no past: 317. */
export function places(table: ResolvedTable, alias: string, asOf?: Bound): Place[] {
  const at = (identifier: string): Sql => column(alias, identifier);
  const live = sql`${relation(table)} ${aliasName(alias)}`;
  const none = sql`null::timestamptz`;
  if (!asOf) return [{ from: live, where: TRUE, version: none }];
  if (table.def.storage === 'view') throw new Refusal(317, '', { field: 'as_of' });
  return [
    { from: live, where: sql`coalesce(${at('modify_time')}, ${at('create_time')}) <= ${asOf}`, version: none },
    {
      from: sql`${past(table)} ${aliasName(alias)}`,
      where: sql`(${at('valid_from')} <= ${asOf} and ${at('valid_to')} > ${asOf})`,
      version: at('valid_from'),
    },
  ];
}

/** All rows as one table, for statements that have no order: the places of above under one alias. */
export function source(table: ResolvedTable, alias: string, asOf?: Bound): Sql {
  const of = places(table, alias, asOf);
  if (!asOf) return of[0]!.from;
  return sql`(${joined(
    of.map(({ from, where }) => sql`select ${columnList(table, alias)} from ${from} where ${and(inCompany(table, alias), where)}`),
    ' union all ',
  )}) ${aliasName(alias)}`;
}

/** The row of `picked`, which carries its id and version, out of the place where it lies: one look into an index each. */
export function rowOf(table: ResolvedTable, alias: string, picked: string): Sql {
  const same = sameRow(table, alias, picked);
  const version = column(picked, 'v');
  const live = sql`select ${columnList(table, alias)} from ${relation(table)} ${aliasName(alias)} where ${and(sql`${version} is null`, same)}`;
  const closed = sql`select ${columnList(table, alias)} from ${past(table)} ${aliasName(alias)} where ${and(same, sql`${column(alias, 'valid_from')} = ${version}`)}`;
  return sql`cross join lateral (${live} union all ${closed}) ${aliasName(alias)}`;
}

const columnList = (table: ResolvedTable, alias: string): Sql =>
  joined(
    columnsOf(table).map((one) => column(alias, one)),
    ', ',
  );

/** Every column of the physical table, by the definition. */
function columnsOf(table: ResolvedTable): string[] {
  const fields = [...table.fields.values()].filter((field) => field.storage !== 'none');
  const names = fields.map((field) => field.place);
  const kept = table.tenancy === 'domain' ? names : names.filter((one) => one !== 'subcompany_id');
  return [...(table.tenancy === 'platform' ? [] : ['company_id']), ...kept, ...INNER_COLUMNS];
}

/** The company of a row, on every table of a definition that has companies: that of who asks, where nobody asks the one that is named. */
export function inCompany(table: ResolvedTable, alias: string, company: Param | Bound = ASKER.company): Sql {
  return table.tenancy === 'platform' ? TRUE : sql`${column(alias, 'company_id')} = ${company}`;
}

/** One record, under t. */
export const thisRow = (table: ResolvedTable, id: number, company?: Param | Bound): Sql =>
  and(inCompany(table, 't', company), sql`t.id = ${bound(id, 'bigint')}`);

/** The same row under two aliases. */
export const sameRow = (table: ResolvedTable, alias: string, other: string): Sql =>
  and(inCompany(table, alias), sql`${column(alias, 'id')} = ${column(other, 'id')}`);
