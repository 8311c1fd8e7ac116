import type { Access, Grant } from '#server/access/access.ts';
import { ASKER } from '#server/query/asker.ts';
import { holdsKeyword } from '#server/query/keyword.ts';
import { source } from '#server/query/source.ts';
import { and, bound, compile, joined, or, type Sql, type Statement, sql } from '#server/query/sql.ts';
import { places } from '../files/places.ts';
import type { Asked } from './find-tables.ts';

/** Of the tables that are asked those whose records keep files that this reader may see. */
export const filesFound = (asked: readonly Asked[]): readonly Grant[] =>
  asked.map(({ grant }) => grant).filter((grant) => !grant.table.variant && grant.table.def.storage !== 'view' && places(grant).length > 0);

/** Files by their names, the last uploaded of each table first: those that stand in a field that he sees of a record that he may list, in one statement. */
export function findFiles(access: Access, grants: readonly Grant[], { key_word, rows }: { key_word: string; rows: number }): Statement {
  const end = bound(rows + 1, 'bigint');
  const found = holdsKeyword(sql`fw.keywords(variadic array[f.file_name])`, key_word);
  const of = (grant: Grant): Sql => {
    const { table } = grant;
    const name = sql`${bound(table.name, 'text')}`;
    const sees = grant.sees('key_name', 't');
    const told = sees === true ? sql`t.key_name` : sees === false ? sql`null::text` : sql`case when ${sees} then t.key_name end`;
    const kept = sql`f.company_id = ${ASKER.company} and f.source = ${name} and f.rowid is not null and t.id = f.rowid`;
    return sql`(select ${name} as cloud, t.id, ${told} as key_name, f.id as file, f.file_name, f.length from fw.file f, ${source(table, 't')}
      where ${and(kept, found, grant.rows('t'), or(...places(grant)))} order by f.id desc limit ${end})`;
  };
  return compile(sql`select * from (${joined(grants.map(of), ' union all ')}) b order by b.file desc limit ${end}`, access.asker);
}
