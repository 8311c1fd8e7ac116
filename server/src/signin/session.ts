import { randomBytes } from 'node:crypto';
import type { Locale } from '#protocol/codes.ts';
import { defineCache, MIB } from '#server/cache/cache.ts';
import type { Db, Tx } from '#server/db/db.ts';
import { defineKept } from '#server/db/kept.ts';
import type { House } from '#server/meta/house.ts';
import { ACTIVE_PERSON, chosenLocale } from '#server/meta/person.ts';
import type { Session } from '#server/meta/session.ts';
import { isToken, newToken, tokenAfter, tokenHash } from './crypto.ts';
import { endEyes } from './eyes.ts';
import { record } from './security-log.ts';
import { makeRoom, trim } from './session-room.ts';

const MINUTE = 60_000;
/** A session ends after 30 minutes without a person's call, and 12 hours after sign-in in any case. */
const IDLE = 30 * MINUTE;
const ABSOLUTE = 12 * 60 * MINUTE;
/** After a domain switch the old token lives on this long, for calls under way. */
const GRACE = 30_000;

interface NewSession {
  /** its public id, where the caller names it elsewhere too */
  sid?: string;
  company: number;
  user: number;
  epoch: number;
  domain: number;
  /** what the sign-in page speaks: the session's language while the person has chosen none */
  locale: Locale;
  device: string;
  address: string;
  userAgent: string;
}

/** Opens a session and answers its token, which is nowhere else. */
export async function openSession(tx: Tx, pepper: Uint8Array, now: Date, of: NewSession): Promise<string> {
  const token = newToken(pepper);
  const sid = of.sid ?? newSid();
  await makeRoom(tx, of, now);
  await tx.query(
    `insert into fw.session (sid, token_hash, family, company_id, user_id, epoch, domain_id, locale, device, address, user_agent, created, last_seen, idle_until, abs_until)
     values ($1, $2, $1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13)`,
    [
      ...[sid, tokenHash(token), of.company, of.user, of.epoch, of.domain, of.locale, of.device, of.address, of.userAgent],
      ...[now, new Date(now.getTime() + IDLE), new Date(now.getTime() + ABSOLUTE)],
    ],
  );
  return token;
}

/** A public session id. */
export const newSid = (): string => randomBytes(8).toString('base64url');

interface Row {
  sid: string;
  locale: Locale;
  last_seen: string;
  live_until: string;
  user: Session['user'];
  company: Session['company'];
  domain: Session['domain'];
  domains: Session['domains'];
  department: Session['department'];
  departments: number[];
  roles: { id: number; code: string; root: number | null }[] | null;
  eyes: Session['eyes'] | null;
  rights_version: number;
}

/** Everything a call needs to know of its caller, in one statement; a user who is disabled, removed from the domain or revoked has no row.
 * Nor has a session opened by a clock that ran ahead: it would outlive its twelve hours. */
const findIn = ({ from, seen, until, eyes, where }: Record<'from' | 'seen' | 'until' | 'eyes' | 'where', string>) => `
select s.sid, coalesce(${chosenLocale('s.company_id', 's.user_id')}, s.locale) as locale, ${seen} as last_seen, ${until} as live_until, ${eyes} as eyes,
  json_build_object('id', u.id, 'key_name', u.key_name, 'login_name', u.login_name) as "user",
  json_build_object('id', c.id, 'login_name', c.login_name, 'time_zone', c.time_zone) as company,
  json_build_object('id', d.id, 'key_name', d.key_name) as domain,
  (select json_agg(json_build_object('id', o.id, 'key_name', o.key_name, 'currency', o.currency, 'currency_en', o.currency_en) order by array_position(u.domain_entities, o.id))
     from app."domain" o where o.company_id = s.company_id and o.id = any(u.domain_entities) and o.deleted_time is null) as domains,
  (select json_build_object('id', p.id, 'key_name', p.key_name)
     from app."department" p where p.company_id = s.company_id and p.id = u.department_entity and p.deleted_time is null) as department,
  array(with recursive below (id) as (
      select p.id from app."department" p where p.company_id = s.company_id and p.id = u.department_entity and p.deleted_time is null
      union
      select p.id from app."department" p join below b on p.parent_entity = b.id where p.company_id = s.company_id and p.deleted_time is null)
    select id from below order by id) as departments,
  (select json_agg(json_build_object('id', r.id, 'code', r.code, 'root', r.root) order by r.id)
     from app."role" r where r.company_id = s.company_id and r.id = any(u.role_entities) and r.deleted_time is null) as roles,
  coalesce(v.version, 0) as rights_version
from ${from} s
join fw.company c on c.id = s.company_id and c.status = 1
join fw.credential k on k.company_id = s.company_id and k.user_id = s.user_id and k.epoch = s.epoch
join app."user" u on u.company_id = s.company_id and u.id = s.user_id and ${ACTIVE_PERSON}
join app."domain" d on d.company_id = s.company_id and d.id = s.domain_id and d.id = any(u.domain_entities) and d.deleted_time is null
left join fw.rights_version v on v.company_id = s.company_id
where ${where} and ${until} > $2
  and s.created <= $2::timestamptz + interval '1 h'`;

const UNTIL = 'least(s.idle_until, s.abs_until, s.left_until)';
const find = (by: 'token_hash' | 'sid'): string =>
  findIn({ from: 'fw.session', seen: 's.last_seen', until: UNTIL, eyes: 'null::json', where: `s.${by} = $1` });
/** Who looks through somebody's eyes is signed in himself, by the sign-in that he opened it from. */
const FIND_EYES = findIn({
  ...{ from: 'fw.eyes', seen: 's.created', until: 's.until' },
  eyes: `json_build_object('by', s.by_user, 'family', s.by_family)`,
  where: `s.token_hash = $1 and exists (
  select 1 from fw.session a join fw.credential b on b.company_id = a.company_id and b.user_id = a.user_id and b.epoch = a.epoch
  where a.company_id = s.company_id and a.user_id = s.by_user and a.family = s.by_family and least(a.idle_until, a.abs_until, a.left_until) > $2)`,
});

interface Live {
  session: Session;
  lastSeen: number;
  until: number;
}
/**
 * The live sessions that were read within the last half second and before anything that this process wrote since: half of what is
 * promised (R7, E9, B26), so that access that was removed is refused on every node within a second, with the listener away too;
 * `hearOfSessions` makes it milliseconds. A dead session is not kept.
 */
const sessions = defineKept<Live | null>(
  {
    name: 'sessions',
    holds: 'the sessions of people at work',
    key: 'hash of the token',
    ends: 'after 0.5 s, when this process writes, and at word of any change of sessions or rights',
    bytes: 8 * MIB,
  },
  { ms: 500, worth: (live) => live !== null, weigh: (live) => (live ? weightOf(live.session) : 0) },
);
const weightOf = ({ domains, departments, roles }: Session): number =>
  1_500 + 200 * (domains.length + roles.length) + 8 * departments.length;

/** The session of a live token, else null; asked twice within half a second it is one statement. A call with `background` does not keep the person signed in. */
export async function findSession(house: House, token: string, seen: { background: boolean; address?: string }): Promise<Session | null> {
  const now = house.clock.now();
  const hash = tokenHash(token);
  let isMadeUp = false;
  // a hash that is believed is of a token that was asked for before: only what is not known has to show its mark
  const ask = async (): Promise<Live | null> => {
    isMadeUp = !isToken(house.keys.pepper, token);
    if (isMadeUp) return null;
    const [own] = await house.db.front.query<Row>(find('token_hash'), [hash, now]);
    const [row] = own ? [own] : await house.db.front.query<Row>(FIND_EYES, [hash, now]);
    return row ? { session: sessionOf(row), lastSeen: Date.parse(row.last_seen), until: Date.parse(row.live_until) } : null;
  };
  const believed = sessions.of(house.db);
  const key = hash.toString('latin1');
  let live = await believed.read(key, ask);
  if (isMadeUp) return null;
  if (live && live.until <= now.getTime()) {
    // another node may have moved the end since this was read
    believed.forget();
    live = await believed.read(key, ask);
  }
  if (!live || live.until <= now.getTime()) return refuseRevoked(house, token, now, seen.address);
  if (!seen.background && !live.session.eyes) await slide(house, live, now);
  return live.session;
}

/** Sessions and rights that other processes end are forgotten as soon as they say so. Answers how to stop listening. */
export async function hearOfSessions(db: Db): Promise<() => Promise<void>> {
  const forget = () => sessions.of(db).forget();
  const stops = [await db.listen('fw_session', forget), await db.listen('rights', forget)];
  return async () => {
    for (const stop of stops) await stop();
    await writeSeen(db).catch(() => undefined);
  };
}

/** The live session of a public session id, for what was signed to speak of it (a file's ticket). It keeps nobody signed in. */
export async function findSessionBySid(house: House, sid: string): Promise<Session | null> {
  const [row] = await house.db.front.query<Row>(find('sid'), [sid, house.clock.now()]);
  return row ? sessionOf(row) : null;
}

const FIND_CHANGE = findIn({
  ...{ from: 'fw.change', seen: 's.created', until: 's.until' },
  eyes: 'null::json',
  where: 's.company_id = $3 and s.id = $1',
});

/**
 * Who began a change of many records, as he is by now, in the domain where he began it, signed out or not; null where he is disabled, has left
 * the domain, or his sign-ins were ended for a reason of safety (his epoch is another).
 */
export async function findBeginner(house: House, change: { company_id: number; id: number }): Promise<Session | null> {
  const [row] = await house.db.front.query<Row>(FIND_CHANGE, [change.id, house.clock.now(), change.company_id]);
  return row ? sessionOf(row) : null;
}

/** The session of who looks through somebody's eyes, as it is by now; null when his sign-in is over. */
export async function findLooker({ db, clock, ...house }: House, { company, eyes }: Session): Promise<Session | null> {
  if (!eyes) return null;
  const [here] = await db.front.query<{ sid: string }>(
    `select s.sid from fw.session s where s.company_id = $1 and s.user_id = $2 and s.family = $3 and ${UNTIL} > $4
     order by s.left_until is null desc, s.created desc limit 1`,
    [company.id, eyes.by, eyes.family, clock.now()],
  );
  return here ? findSessionBySid({ db, clock, ...house }, here.sid) : null;
}

/** Sessions whose refusal this process has written down, so that a client that goes on asking fills no disk. */
const told = defineCache<'told'>({
  name: 'told',
  holds: 'ended sessions whose refusal was written down',
  key: 'public id of the session',
  ends: 'never: an ended session stays ended',
  bytes: 1 * MIB,
});

/** A session that has time left but whose person was disabled, moved or revoked: the security log hears of it once. */
async function refuseRevoked(house: House, token: string, now: Date, address: string | undefined): Promise<null> {
  const [dead] = await house.db.front.query<{ sid: string; company_id: number; user_id: number }>(
    'select sid, company_id, user_id from fw.session where token_hash = $1 and least(idle_until, abs_until, left_until) > $2',
    [tokenHash(token), now],
  );
  const known = told.of(house.db);
  if (!dead) await endEyes(house, 'revoked', { token });
  if (!dead || known.get(dead.sid)) return null;
  known.set(dead.sid, 'told', 0);
  await record(house, { op: 'Session', reason: 'revoked', company: dead.company_id, actor: dead.user_id, sid: dead.sid, address });
  return null;
}

function sessionOf({ eyes, ...row }: Row): Session {
  const roles = (row.roles ?? []).map(({ id, code }) => ({ id, code }));
  const isSuper = row.user.id === 1;
  const { sid, user, company, domain, domains, department, departments, locale, rights_version } = row;
  const root = isSuper || (row.roles ?? []).some((role) => role.root === 1);
  return Object.freeze({
    sid,
    user,
    company,
    domain,
    domains,
    department,
    departments,
    roles,
    root,
    super: isSuper,
    locale,
    ...(eyes ? { eyes } : {}),
    rights_version,
  });
}

/** Who was seen, by public id of the session, and not written down yet; by its database. */
const unwritten = new WeakMap<Db, Map<string, Date>>();
const WRITTEN_WITHIN = 5_000;

/**
 * Moves the end of a session on, where a minute has passed since it was moved. Thousands at work need no statement each for that: what is
 * new is written within five seconds, for all at once. Only who was away for five minutes is waited for: his end is not far off.
 */
async function slide({ db }: House, { session: { sid }, lastSeen }: Live, now: Date): Promise<void> {
  const away = now.getTime() - lastSeen;
  if (away < MINUTE) return;
  const seen = unwritten.get(db) ?? new Map<string, Date>();
  unwritten.set(db, seen);
  if (seen.size === 0 && away < 5 * MINUTE) setTimeout(() => void writeSeen(db).catch(() => undefined), WRITTEN_WITHIN).unref();
  seen.set(sid, now);
  if (away >= 5 * MINUTE) await writeSeen(db);
}

/** Writes down who was seen. It takes nothing from what was read of a session: nobody has to read it again for that. */
export async function writeSeen(db: Db): Promise<void> {
  const seen = [...(unwritten.get(db) ?? [])];
  unwritten.delete(db);
  if (seen.length === 0) return;
  await db.aside.query(
    `update fw.session s set last_seen = n.at, idle_until = n.at + $3::bigint * interval '1 ms'
     from unnest($1::text[], $2::timestamptz[]) n (sid, at) where s.sid = n.sid and s.last_seen < n.at`,
    [seen.map(([sid]) => sid), seen.map(([, at]) => at.toISOString()), IDLE],
  );
}

/** What begins and what ends a session of one sign-in goes one after the other: a sign-out does not miss a session that is just being made. */
const inTurn = (tx: Tx, by: 'sid' | 'token_hash', value: string | Buffer): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('fw.session ' || family, 0)) from fw.session where ${by} = $1`, [value]);

/** Sign-out: all sessions of this sign-in are gone. A token that is over is signed out already, and ends nothing of what came after it. */
export async function endSession(house: House, token: string, address = ''): Promise<void> {
  if (!isToken(house.keys.pepper, token)) return;
  if (await endEyes(house, 'ok', { token, address })) return;
  const ended = await house.db.tx(async (tx) => {
    await inTurn(tx, 'token_hash', tokenHash(token));
    const rows = await tx.query<{ sid: string; company_id: number; user_id: number; family: string }>(
      `delete from fw.session where family = (
         select family from fw.session where token_hash = $1 and least(idle_until, abs_until, left_until) > $2)
       returning sid, company_id, user_id, family`,
      [tokenHash(token), house.clock.now()],
    );
    for (const { sid } of rows) await tx.query(`select pg_notify('fw_session', $1)`, [sid]);
    return rows[0];
  });
  if (ended) await endEyes(house, 'signed out', ended);
  if (ended) await record(house, { op: 'Logout', reason: 'ok', company: ended.company_id, actor: ended.user_id, sid: ended.sid, address });
}

/**
 * A session in another domain with a token of its own, which is the same whenever the same token asks for the same domain: a call that is
 * sent again, and whoever comes by a token that was left, get no further session. The end in 12 hours stays where it was, and the next
 * sign-in begins in this domain. Null when the old one ended meanwhile.
 */
export async function moveSession(house: House, { sid }: Session, token: string, domain: number): Promise<string | null> {
  const now = house.clock.now();
  const next = tokenAfter(house.keys.pepper, token, `domain ${domain}`);
  return house.db.tx(async (tx) => {
    await inTurn(tx, 'sid', sid);
    const moved = await tx.query(
      `with old as (select * from fw.session where sid = $1 and least(abs_until, left_until) > $5 for update),
       made as (
         insert into fw.session (sid, token_hash, family, company_id, user_id, epoch, domain_id, locale, device, address, user_agent, created, last_seen, idle_until, abs_until)
         select $2, $3, family, company_id, user_id, epoch, $4, locale, device, address, user_agent, created, $5, $6, abs_until from old
         on conflict (token_hash) do nothing)
       select sid from old`,
      [sid, newSid(), tokenHash(next), domain, now, new Date(now.getTime() + IDLE)],
    );
    await tx.query(
      `with left_one as (update fw.session set left_until = least(left_until, $2) where sid = $1 returning company_id, user_id)
       update fw.credential k set last_domain = $3 from left_one s where k.company_id = s.company_id and k.user_id = s.user_id`,
      [sid, new Date(now.getTime() + GRACE), domain],
    );
    await trim(tx, sid, tokenHash(next), now);
    return moved.length ? next : null;
  });
}
