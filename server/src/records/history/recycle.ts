import type { Access, Grant } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import { ASKER } from '#server/query/asker.ts';
import { compileKeyword } from '#server/query/keyword.ts';
import { createNames } from '#server/query/names.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, compile, FALSE, type Sql, sql } from '#server/query/sql.ts';
import { entity, UNAUTHORIZED } from '../row/present.ts';
import type { Row } from './history-values.ts';

/** One page of what lies in a table's recycle bin within the caller's right to delete; by a keyword as its list is searched. */
export async function recycled(
  tx: Tx,
  access: Access,
  grant: Grant,
  { page, rows, key_word }: { page: number; rows: number; key_word?: string | undefined },
): Promise<{ rows: Row[]; total: number; total_kind: 'exact' }> {
  const { reader } = access;
  const sees = grant.sees('key_name', 't');
  const key_name = sees === true ? sql`t.key_name` : sees === false ? sql`null::text` : sql`case when ${sees} then t.key_name end`;
  const person = reader.names('user');
  const who: Sql = person ? and(sql`u.id = t.deleted_entity`, person.rows('u')) : FALSE;
  const name_en = (sees === true && reader.names(grant.table.cloud)?.english?.('t')) || sql`null::text`;
  // the index of pairs has living rows alone
  const found = compileKeyword(key_word, grant, createNames(reader, grant), access.catalogue, 'reading');
  const from = sql`from ${relation(grant.table)} t left join app."user" u on ${who} where ${and(grant.rows('t'), found)}`;
  const english = person?.english?.('u') ?? sql`null::text`;
  const time = sql`to_char(t.deleted_time at time zone ${ASKER.zone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const columns = sql`t.id, t.version, ${key_name} as key_name, ${name_en} as key_name_en, ${time} as deleted_time, t.deleted_entity, u.key_name as deleted_name, ${english} as deleted_name_en`;
  const limit = sql`limit ${bound(rows, 'bigint')} offset ${bound((page - 1) * rows, 'bigint')}`;
  const list = compile(sql`select ${columns} ${from} order by t.deleted_time desc, t.id desc ${limit}`, access.asker);
  const count = compile(sql`select count(*) as total ${from}`, access.asker);
  const listed = await tx.query<Row>(list.text, list.values);
  const [counted] = await tx.query<{ total: number }>(count.text, count.values);
  return { rows: listed.map(shown), total: counted!.total, total_kind: 'exact' };
}

function shown({ deleted_entity, deleted_name, deleted_name_en, ...row }: Row): Row {
  return {
    ...row,
    deleted_entity:
      deleted_entity === null
        ? null
        : deleted_name === null
          ? UNAUTHORIZED
          : entity(deleted_entity as number, deleted_name as string, deleted_name_en as string | null),
  };
}
