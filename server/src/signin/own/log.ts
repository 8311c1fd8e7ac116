import { wallAt } from '#protocol/wire/clock.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';

/** Entries of one page, and days that one may look back. */
const ROWS = 20;
const DAYS = 90;

/** What a person is told of his own account: what was tried with his password, and what ended his sessions. */
const TOLD = ['Login', 'Logout', 'ModifyPwd', 'EndSession', 'Session', 'Revoke', 'SetUp', 'Enter'];

/** An entry of the security log, as its person reads it. */
export interface OwnEntry {
  id: number;
  /** yyyy-MM-dd HH:mm:ss in the company's time zone */
  time: string;
  op: string;
  /** `ok`, the code of the refusal, or why in a word */
  reason: string;
  address: string;
}

/**
 * What concerns the account of who asks, newest first: what he did, what was tried in his name, and what was done to him (its address is
 * that of who did it, and stays untold).
 */
export async function ownLog({ db, clock }: House, { company, user }: Session, page: number): Promise<{ rows: OwnEntry[]; total: number }> {
  const since = new Date(clock.now().getTime() - DAYS * 86_400_000);
  const login = `${user.login_name.toLowerCase()}@${company.login_name.toLowerCase()}`;
  const rows = await db.query<{ id: number; at: string; op: string; reason: string; address: string; total: number }>(
    `select id, at, op, reason, case when actor = $2 or actor is null then address else '' end as address, count(*) over ()::int as total
       from fw.security_log
      where at >= $3 and op = any($6) and ((company_id = $1 and (actor = $2 and op <> 'Revoke' or target = $5)) or (company_id is null and login = $4))
      order by at desc, id desc limit ${ROWS} offset $7`,
    [company.id, user.id, since, login, `user ${user.id}`, TOLD, (page - 1) * ROWS],
  );
  return {
    rows: rows.map(({ id, at, op, reason, address }) => ({ id, time: wallAt(Date.parse(at), company.time_zone), op, reason, address })),
    total: rows[0]?.total ?? 0,
  };
}
