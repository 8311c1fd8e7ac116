import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { columnNamed } from '#server/query/names.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { and, bound, compile, type Sql, sql } from '#server/query/sql.ts';
import type { Work } from '../row/work.ts';

/** A node that is to stand elsewhere. */
export interface Move {
  work: Work;
  table: ResolvedTable;
  id: number;
  /** its parent, as it is and as it is to be; null: the top level */
  from: number | null;
  to: number | null;
}

/** The ids of a node and of all live ones below it, as a select. */
export function branch(table: ResolvedTable, id: number): Sql {
  const on = and(inCompany(table, 'd'), sql`d.deleted_time is null`, sql`${columnNamed('d', table, table.def.parent_field!)} = b.id`);
  return sql`with recursive b (id) as (select ${bound(id, 'bigint')} union select d.id from ${relation(table)} d join b on ${on}) select id from b`;
}

/** Runs a statement for who asks. */
export function run<Row>({ tx, access }: Work, of: Sql): Promise<Row[]> {
  const { text, values } = compile(of, access.asker);
  return tx.query<Row>(text, values);
}
