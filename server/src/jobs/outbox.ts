import type { Tx } from '#server/db/db.ts';

/** A place in the order of commits. */
export interface Cursor {
  tx: string;
  id: number;
}
export interface Sent {
  tx: string;
  id: number;
  company_id: number;
  user_id: number;
  kind: string;
  payload: Record<string, unknown>;
}

/** What a transaction has still to come to its end here, as far back from the newest as it lies (an xid has 32 bits and goes round). */
const OPEN_HERE = `select mod(top - xid::text::bigint + 4294967296, 4294967296) as back from now, (
      select backend_xid as xid from pg_stat_activity where datname = current_database() and backend_xid is not null
      union all select transaction from pg_prepared_xacts where database = current_database()) as open`;
/** Whose transactions are not shown to this role: then those of the whole server are waited for. */
const HIDDEN = `select from pg_stat_activity where datname = current_database() and not pg_has_role(current_user, usesysid, 'usage')
      and not pg_has_role(current_user, 'pg_read_all_stats', 'usage')`;

/**
 * Every transaction of this database before it has come to its end, and is seen by statements from now on. pg_snapshot_xmin would
 * say so too, but waits for the transactions of all databases of the server: a neighbour's long one would keep all messages back.
 * Asked before and apart from the rows it bounds: what ends between its look and theirs is seen by theirs. Once in a
 * transaction at most: it sees one state of pg_stat_activity throughout.
 */
async function horizon(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ horizon: string }>(
    `with now as materialized (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint % 4294967296 as top, pg_current_snapshot() as seen)
     select case when exists (${HIDDEN}) then pg_snapshot_xmin(seen)::text
       else (pg_snapshot_xmax(seen)::text::bigint - coalesce((select max(back) from (${OPEN_HERE}) as each where back < 2147483648), 0))::text end as horizon
     from now`,
  );
  return row!.horizon;
}

/** The place of now: everything committed from here on lies behind it. */
export const cursorNow = async (tx: Tx): Promise<Cursor> => ({ tx: await horizon(tx), id: 0 });

/**
 * What was committed behind a place, in order, up to the oldest transaction still open here: a row of a slow transaction is never
 * passed over, as it would be by id alone.
 */
export async function readOutbox(tx: Tx, { tx: from, id }: Cursor, limit = 500): Promise<Sent[]> {
  return tx.query<Sent>(
    `select tx::text as tx, id, company_id, user_id, kind, payload from fw.outbox
     where (tx, id) > ($1::text::xid8, $2::bigint) and tx < $3::text::xid8 order by tx, id limit $4::int`,
    [from, id, await horizon(tx), limit],
  );
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** What an outside broker has not taken waits for it so long, and so many at most. */
const BROKER = { days: 7, most: 1_000_000 };

export interface Sweep {
  /** whether an outside broker is to have each message */
  forwarded: boolean;
  /** messages that wait for it at most */
  most?: number;
  /** hears that it is behind by an hour, and that messages were given up */
  warn(error: Error): void;
}

/**
 * Forgets what everybody has had long ago: after a day, but what an outside broker is to have not before it has it. A broker that never
 * comes back does not fill the disk: there is a bound, and whoever looks after the server hears of it. Answers how many went.
 */
export async function sweepOutbox(tx: Tx, now: Date, { forwarded, most = BROKER.most, warn }: Sweep): Promise<number> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  if (!forwarded) return (await tx.query('delete from fw.outbox where create_time < $1 returning 1', [ago(DAY)])).length;
  const place = `(select tx, id from fw.outbox_place where name = 'mqtt')`;
  const sent = await tx.query(`delete from fw.outbox where create_time < $1 and (tx, id) <= ${place} returning 1`, [ago(DAY)]);
  const [given] = await tx.query<{ up: number }>(
    `with last as (select tx, id from fw.outbox where (tx, id) > ${place} order by tx desc, id desc offset $2::bigint limit 1),
     gone as (delete from fw.outbox where (tx, id) > ${place} and (create_time < $1 or (tx, id) <= (select tx, id from last)) returning 1)
     select count(*) as up from gone`,
    [ago(BROKER.days * DAY), most],
  );
  const [behind] = await tx.query<{ since: string | null }>(
    `select min(create_time)::text as since from (select create_time from fw.outbox where (tx, id) > ${place} order by tx, id limit 1) first
     where create_time < $1`,
    [ago(HOUR)],
  );
  if (given!.up > 0) warn(new Error(`the broker of MQTT_URL took nothing for too long: ${given!.up} messages to it were given up`));
  if (behind!.since) warn(new Error(`the broker of MQTT_URL has not taken the messages since ${behind!.since}: they wait for it`));
  return sent.length + given!.up;
}
