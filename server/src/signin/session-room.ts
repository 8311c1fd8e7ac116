import type { Tx } from '#server/db/db.ts';
import { writeEvent } from './security-log.ts';

/** Sign-ins of one person at once, and sessions that came of one of them; with one more the one that was idle longest ends. */
const MOST = 50;
const MOST_OF_ONE = 10;

const LIVE = 'least(idle_until, abs_until, left_until) > $3';
interface Ended {
  sid: string;
  company_id: number;
  user_id: number;
}

/**
 * Before a sign-in: those of the person that are one too many end, first what was idle longest. One sign-in of his after the other, so that
 * many at once do not overrun it; a session that is just being written down is at work, and passed by.
 */
export async function makeRoom(tx: Tx, { company, user }: { company: number; user: number }, now: Date): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('fw.session of ' || $1::bigint || ' ' || $2::bigint, 0))`, [company, user]);
  await endEach(
    tx,
    now,
    await tx.query<Ended>(
      `delete from fw.session where sid in (select sid from fw.session where company_id = $1 and user_id = $2 and ${LIVE} and family in (
         select family from fw.session where company_id = $1 and user_id = $2 and ${LIVE}
         group by family order by max(last_seen) desc, max(created) desc offset ${MOST - 1}) for update skip locked)
       returning sid, company_id, user_id`,
      [company, user, now],
    ),
  );
}

/**
 * After a switch: the sessions of the same sign-in that are too many end, first those that were left. Whoever has a token can end by it
 * what came of that sign-in and nothing else, and the session that switches and the one it became are never among them.
 */
export async function trim(tx: Tx, sid: string, next: Buffer, now: Date): Promise<void> {
  await endEach(
    tx,
    now,
    await tx.query<Ended>(
      `delete from fw.session where sid in (select sid from fw.session where sid in (
         select sid from fw.session where family = (select family from fw.session where sid = $1) and ${LIVE}
         order by sid = $1 or token_hash = $2 desc, left_until is null desc, last_seen desc, created desc offset ${MOST_OF_ONE}) for update skip locked)
       returning sid, company_id, user_id`,
      [sid, next, now],
    ),
  );
}

async function endEach(tx: Tx, now: Date, ended: readonly Ended[]): Promise<void> {
  for (const { sid, company_id, user_id } of ended) {
    await tx.query(`select pg_notify('fw_session', $1)`, [sid]);
    await writeEvent(tx, { op: 'Session', reason: 'too many', company: company_id, actor: user_id, sid }, now);
  }
}
