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

/** The place of now: everything committed from here on lies behind it. */
export async function cursorNow(tx: Tx): Promise<Cursor> {
  const [row] = await tx.query<{ tx: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as tx');
  return { tx: row!.tx, id: 0 };
}

/**
 * What was committed behind a place, in order, up to the oldest transaction still open: a row of a slow transaction is never
 * passed over, as it would be by id alone.
 */
export function readOutbox(tx: Tx, { tx: from, id }: Cursor, limit = 500): Promise<Sent[]> {
  return tx.query<Sent>(
    `select tx::text as tx, id, company_id, user_id, kind, payload from fw.outbox
     where (tx, id) > ($1::text::xid8, $2::bigint) and tx < pg_snapshot_xmin(pg_current_snapshot()) order by tx, id limit $3::int`,
    [from, id, limit],
  );
}

/** Forgets what everybody has had long ago; answers how many. */
export async function sweepOutbox(tx: Tx, now: Date): Promise<number> {
  const gone = await tx.query('delete from fw.outbox where create_time < $1 returning 1', [new Date(now.getTime() - 86_400_000)]);
  return gone.length;
}
