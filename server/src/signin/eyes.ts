import type { Locale } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { newToken, tokenHash } from './crypto.ts';
import { record, type SecurityEvent } from './security-log.ts';

/** So long one looks through somebody's eyes, and nothing makes it longer. */
const WITHIN = 15 * 60_000;
/** Of one person at once, in windows that may have been closed without a word: with one more the oldest ends. */
const MOST = 5;

/** Why it ended: by its button, with the sign-in that it came of, because either of the two may do it no more, or as its time was over. */
type Why = 'ok' | 'signed out' | 'revoked' | 'right' | 'too many' | 'over';

interface Opened {
  /** its public id */
  sid: string;
  company: number;
  /** through whose eyes */
  user: number;
  epoch: number;
  domain: number;
  locale: Locale;
  /** who looks, and by which session of his */
  by: number;
  bySid: string;
}

interface Ended {
  sid: string;
  company_id: number;
  user_id: number;
  by_user: number;
  until: string;
}
const ENDED = 'sid, company_id, user_id, by_user, until';

/** A session that sees what somebody sees. Answers its token, which is nowhere else, and what ended to make room. Null: who looks is signed out meanwhile. */
export async function openEyes(
  tx: Tx,
  pepper: Uint8Array,
  now: Date,
  of: Opened,
): Promise<{ token: string; until: Date; ended: SecurityEvent[] } | null> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('fw.eyes of ' || $1::bigint || ' ' || $2::bigint, 0))`, [
    of.company,
    of.by,
  ]);
  const gone = await tx.query<Ended>(
    `delete from fw.eyes where company_id = $1 and sid in (
       select sid from fw.eyes where company_id = $1 and by_user = $2 order by created desc offset ${MOST - 1}) returning ${ENDED}`,
    [of.company, of.by],
  );
  const token = newToken(pepper);
  const until = new Date(now.getTime() + WITHIN);
  const made = await tx.query(
    `insert into fw.eyes (sid, token_hash, company_id, user_id, epoch, domain_id, locale, by_user, by_family, created, until)
     select $1, $2, $3, $4, $5, $6, $7, $8, s.family, $9, $10 from fw.session s where s.sid = $11 and s.company_id = $3 and s.user_id = $8
     returning sid`,
    [of.sid, tokenHash(token), of.company, of.user, of.epoch, of.domain, of.locale, of.by, now, until, of.bySid],
  );
  await forgetEverywhere(tx, gone);
  return made.length > 0 ? { token, until, ended: gone.map((one) => eventOf(one, 'too many')) } : null;
}

/** Ends what this token opened, or all that came of a sign-in; whether there was any. */
export async function endEyes(
  house: House,
  why: Why,
  of: { token: string; address?: string } | { sid: string } | { family: string },
): Promise<boolean> {
  const [by, value] = 'token' in of ? ['token_hash', tokenHash(of.token)] : 'family' in of ? ['by_family', of.family] : ['sid', of.sid];
  // asked of every token that is over: most opened nothing of this kind
  if ((await house.db.front.query(`select sid from fw.eyes where ${by} = $1`, [value])).length === 0) return false;
  const gone = await house.db.tx(async (tx) => {
    const rows = await tx.query<Ended>(`delete from fw.eyes where ${by} = $1 returning ${ENDED}`, [value]);
    await forgetEverywhere(tx, rows);
    return rows;
  });
  const address = 'address' in of ? of.address : undefined;
  const now = house.clock.now();
  // its own end came first, whoever looks late
  for (const one of gone) await record(house, { ...eventOf(one, Date.parse(one.until) > now.getTime() ? why : 'over'), address });
  return gone.length > 0;
}

/** Those whose time is over end in the log too, where nobody asked by them any more. */
export async function sweepEyes(house: House): Promise<void> {
  const gone = await house.db.query<Ended>(`delete from fw.eyes e where e.until <= $1 returning ${ENDED}`, [house.clock.now()]);
  for (const one of gone) await record(house, eventOf(one, 'over'));
}

const eventOf = ({ sid, company_id, user_id, by_user }: Ended, reason: Why): SecurityEvent => ({
  ...{ op: 'EndEyes', reason, company: company_id, actor: by_user, target: `user ${user_id}`, sid },
});

async function forgetEverywhere(tx: Tx, gone: readonly Ended[]): Promise<void> {
  for (const { sid } of gone) await tx.query(`select pg_notify('fw_session', $1)`, [sid]);
}
