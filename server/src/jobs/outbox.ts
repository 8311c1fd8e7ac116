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

/** Forgets what everybody has had long ago; answers how many. */
export async function sweepOutbox(tx: Tx, now: Date): Promise<number> {
  const gone = await tx.query('delete from fw.outbox where create_time < $1 returning 1', [new Date(now.getTime() - 86_400_000)]);
  return gone.length;
}
