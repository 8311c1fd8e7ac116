import { wallAt } from '#protocol/wire/clock.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';

/** Entries of one page, and days that one may look back. */
const ROWS = 20;
const DAYS = 90;

/** What was done about his second factor, and what passed for it. */
const FACTOR = ['Factor', 'Recovery', 'BeginFactor', 'ConfirmFactor', 'ChangeFactor', 'EndFactor', 'RecoveryCodes'];
/** What a person is told of his own account: what was tried with his password, and what ended his sessions. */
const TOLD = ['Login', 'Logout', 'ModifyPwd', 'EndSession', 'Session', 'SetUp', 'Enter', 'Forgot', 'Eyes', 'EndEyes', ...FACTOR];
/** What is done to an account, by its person or by whoever may act upon it: told to that person alone, whoever did it. */
const DONE_TO = ['Revoke', 'ResetFactor', 'Invite', 'TakeLink', 'Unlock', 'Enable', 'Address', 'Mobile'];

/** Entries of before, and of processes of before, have the typed reason where others have `ok`: the log is only written to. */
const SAID = `case when op = 'Eyes' and said = '' then reason else said end`;

/** An entry of the security log, as its person reads it. */
export interface OwnEntry {
  id: number;
  /** yyyy-MM-dd HH:mm:ss in the company's time zone */
  time: string;
  op: string;
  /** `ok`, the code of the refusal, or why in a word */
  reason: string;
  /** why, as whoever looked through somebody's eyes typed it; '' for all else */
  said: string;
  address: string;
  /** through whose eyes one looked, or who looked through one's own */
  who?: { id: number; key_name: string; key_name_en: string };
  /** 1: it was he who looked through one's own */
  upon?: 1;
}

/**
 * What concerns the account of who asks, newest first: what he did, what was tried in his name, and what was done to him (its address is
 * that of who did it, and stays untold).
 */
export async function ownLog(house: House, session: Session, page: number): Promise<{ rows: OwnEntry[]; total: number }> {
  const { db, clock } = house;
  const { company, user } = session;
  const since = new Date(clock.now().getTime() - DAYS * 86_400_000);
  const login = `${user.login_name.toLowerCase()}@${company.login_name.toLowerCase()}`;
  const rows = await db.query<{
    id: number;
    at: string;
    op: string;
    reason: string;
    said: string;
    address: string;
    who: OwnEntry['who'] | null;
    mine: boolean;
    total: number;
  }>(
    `select id, at, op, case when op = 'Eyes' then 'ok' else reason end as reason, ${SAID} as said, case when actor = $2 or actor is null then address else '' end as address, count(*) over ()::int as total, actor = $2 as mine,
            (select json_build_object('id', u.id, 'key_name', u.key_name, 'key_name_en', coalesce(nullif(u.name_en, ''), u.key_name))
               from app."user" u where u.company_id = $1 and op in ('Eyes', 'EndEyes')
                and u.id = case when actor = $2 then substring(target from '^user ([0-9]+)$')::bigint else actor end) as who
       from fw.security_log
      where at >= $3 and op = any($6) and ((company_id = $1 and (actor = $2 and op <> all($8) or target = $5)) or (company_id is null and login = $4))
      order by at desc, id desc limit ${ROWS} offset $7`,
    [company.id, user.id, since, login, `user ${user.id}`, [...TOLD, ...DONE_TO], (page - 1) * ROWS, DONE_TO],
  );
  // beyond the last page there is no row to say it
  const total = rows[0]?.total ?? (page > 1 ? (await ownLog(house, session, 1)).total : 0);
  return {
    rows: rows.map(({ at, who, mine, total: _, ...row }) => ({
      ...row,
      time: wallAt(Date.parse(at), company.time_zone),
      ...(who ? { who, ...(mine ? {} : { upon: 1 as const }) } : {}),
    })),
    total,
  };
}
