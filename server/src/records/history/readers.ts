import { Refusal } from '#protocol/codes.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { ASKER } from '#server/query/asker.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, column, compile, constant, type Sql, sql } from '#server/query/sql.ts';
import { namedBy, namesOf } from '../row/names.ts';
import { byId } from '../row/stored.ts';

/** Opening the same record again within this time is the same reading: pages ask anew when they come back into view. */
const ONE_READING = `interval '10 minutes'`;

/** Whether it is to be noted that the asker opens the record on alias t: asked in the statement that reads it, so that most shows write nothing. */
export function unnoted(table: ResolvedTable): Sql {
  const his = sql`r.company_id = ${ASKER.company} and r.user_entity = ${ASKER.user}`;
  const on = sql`r.source = ${bound(table.name, 'text')} and r.rowid = ${column('t', 'id')}`;
  return sql`not exists (select 1 from fw.reading r where ${his} and ${on} and r.last_time > ${ASKER.now} - ${constant(ONE_READING)})`;
}

/**
 * Notes that somebody opened a record. Who looks through another's eyes reads nothing in his place, and nothing fails for want of a note: where
 * none can be written now, the next Show writes it.
 */
export async function noteReading({ db, clock }: House, session: Session, table: ResolvedTable, id: number): Promise<void> {
  if (session.eyes) return;
  try {
    await db.aside.query(
      `insert into fw.reading as r (company_id, source, rowid, user_entity, first_time, last_time) values ($1, $2, $3, $4, $5, $5)
       on conflict (company_id, source, rowid, user_entity) do update set last_time = excluded.last_time, times = r.times + 1
       where r.last_time <= excluded.last_time - ${ONE_READING}`,
      [session.company.id, table.name, id, session.user.id, clock.now().toISOString()],
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

interface Reading {
  user_entity: number;
  first_time: string;
  last_time: string;
  times: number;
  total: number;
}

/** Who opened a record that the caller may open himself, who did last first; of a table that keeps no readers nobody is known. */
export async function readersOf(
  house: House,
  access: Access,
  { table, rows: seen }: Grant,
  { id, page, rows }: { id: number; page: number; rows: number },
): Promise<Reply> {
  const { company } = access.session;
  const { text, values } = compile(sql`select t.id from ${relation(table)} t where ${and(byId(id), seen('t'))}`, access.asker);
  if ((await house.db.query(text, values)).length === 0) throw new Refusal(315);
  // what was noted while the table kept its readers waits for the day that it does so again
  if (table.def.readlog !== 1) return { rows: [], total: 0, total_kind: 'exact' };
  const found = await house.db.query<Reading>(
    `select user_entity, times, to_char(first_time at time zone $4, 'YYYY-MM-DD HH24:MI:SS') as first_time,
       to_char(last_time at time zone $4, 'YYYY-MM-DD HH24:MI:SS') as last_time, count(*) over ()::int as total
     from fw.reading r where company_id = $1 and source = $2 and rowid = $3
     order by r.last_time desc, user_entity limit $5 offset $6`,
    [company.id, table.name, id, company.time_zone, rows, (page - 1) * rows],
  );
  const names = await namesOf(
    house.db,
    access,
    'user',
    found.map(({ user_entity }) => user_entity),
  );
  const told = found.map(({ user_entity, first_time, last_time, times }) => ({
    user: namedBy(names, user_entity),
    ...{ first_time, last_time, times },
  }));
  return { rows: told, total: found[0]?.total ?? 0, total_kind: 'exact' };
}
