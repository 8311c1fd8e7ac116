import { WIDGET_ROWS } from '#protocol/meta/board/board.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { ASKER } from '#server/query/asker.ts';
import { relation } from '#server/query/source.ts';
import { bound, column, compile, sql } from '#server/query/sql.ts';
import { readersOf } from '../history/readers.ts';
import { readPage } from '../read/page.ts';
import { namedBy, namesOf } from '../row/names.ts';

interface Opened {
  rowid: number;
  user_entity: number;
  last_time: string;
}

/**
 * Who opened the record of which the board tells; without one, which records of the table others opened last. Both of what their reader may open
 * himself: a record that is none of his is not among them, and takes nobody's place.
 */
export async function readActive(house: House, access: Access, grant: Grant, id: number | undefined): Promise<Reply> {
  if (id !== undefined) return readersOf(house, access, grant, { id, page: 1, rows: WIDGET_ROWS });
  const opened = await openedLast(house, access, grant);
  const ids = [...new Set(opened.map(({ rowid }) => rowid))];
  const filters = { fields: { id: { op: 'in' as const, value: ids } } };
  const { rows = [] } =
    ids.length > 0 ? await readPage(house, access, grant, { page: 1, rows: WIDGET_ROWS, filters, fields: 'key_name' }) : {};
  const named = new Map(rows.map((row) => [row.id, row]));
  const people = await namesOf(
    house.db,
    access,
    'user',
    opened.map(({ user_entity }) => user_entity),
  );
  const told = opened.flatMap(({ rowid, user_entity, last_time }) => {
    const row = named.get(rowid);
    return row ? [{ ...row, user: namedBy(people, user_entity), last_time }] : [];
  });
  return { rows: told, total: told.length, total_kind: 'exact' };
}

function openedLast(house: House, access: Access, { table, rows: seen }: Grant): Promise<Opened[]> {
  const on = sql`r.company_id = ${ASKER.company} and r.source = ${bound(table.name, 'text')} and r.rowid = ${column('t', 'id')}`;
  const zone = bound(access.session.company.time_zone, 'text');
  const { text, values } = compile(
    sql`select r.rowid, r.user_entity, to_char(r.last_time at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS') as last_time
      from fw.reading r join ${relation(table)} t on ${on}
      where r.user_entity <> ${ASKER.user} and ${seen('t')}
      order by r.last_time desc, r.rowid, r.user_entity limit ${bound(WIDGET_ROWS, 'bigint')}`,
    access.asker,
  );
  return house.db.query<Opened>(text, values);
}
