import type { Db } from '#server/db/db.ts';

/** What counts no more by then, by table. A clock that runs ahead takes nothing that is alive: sessions stay a day beyond their end. */
const OVER: readonly [table: string, ended: string, since: string][] = [
  ['fw.session', 'least(idle_until, abs_until, left_until)', '1 day'],
  ['fw.login_used', 'used_at', '3 h'],
  ['fw.address_bucket', 'until', '1 h'],
  ['fw.identity_bucket', 'until', '25 h'],
  ['fw.device', 'used_at', '400 d'],
  ['fw.remembered', 'expires_at', '1 day'],
  ['fw.entry_link', 'expires_at', '30 d'],
  ['fw.own_link', 'expires_at', '30 d'],
  ['fw.registration', 'made_at', '2 d'],
  ['fw.factor_pending', 'expires_at', '1 day'],
  ['fw.factor_ticket', 'expires_at', '1 h'],
];
/** Rows of one statement, so that none takes long. */
const ROWS = 10_000;

/** Forgets what sign-ins left behind, also those of strangers; passes by what somebody is at work on. */
export async function sweepSignIn(db: Pick<Db, 'query'>, now: Date): Promise<void> {
  for (const [table, ended, since] of OVER) {
    let gone: number;
    do {
      const rows = await db.query(
        `delete from ${table} where ctid = any(array(
           select ctid from ${table} where ${ended} < $1::timestamptz - interval '${since}' limit ${ROWS} for update skip locked)) returning 1`,
        [now],
      );
      gone = rows.length;
    } while (gone === ROWS);
  }
}
