import { type Locale, Refusal } from '#protocol/codes.ts';
import { foldName, nameFault } from '#protocol/signin/names.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { ACTIVE_PERSON } from '#server/meta/person.ts';
import { identityKey, localeOf } from '#server/signin/attempts/attempt.ts';
import { countAttempt, isCounted, limitsOf, limitsOfForgotten } from '#server/signin/attempts/limits.ts';
import { issueOwnLink } from '#server/signin/once/entry-link.ts';
import { record, type SecurityEvent } from '#server/signin/security-log.ts';
import { type Letter, writeMail } from './outbox.ts';

/** The payload of Forgot as it came. */
interface ForgotRequest {
  subname: string;
  username: string;
  locale: string;
}

/**
 * Notes that somebody forgot his password. Nothing is looked up here: whether there is such an account, and whether it has an address, changes
 * neither what is done nor what is answered. What is asked too often in one name is answered as well, and not noted. 309 where no mail is sent
 * at all.
 */
export async function noteForgotten(house: House, request: ForgotRequest, { address }: { address: string }): Promise<void> {
  if (!house.mail) throw new Refusal(309, '$mailOff');
  for (const field of ['subname', 'username'] as const)
    if (nameFault(request[field])) throw new Refusal(request[field] ? 317 : 314, '', { field });
  const locale = localeOf(request.locale);
  const who = { subname: foldName(request.subname), username: foldName(request.username) };
  const event: SecurityEvent = { op: 'Forgot', reason: 'ok', login: `${who.username}@${who.subname}`, address };
  const onShut = () => record(house, { ...event, reason: '429' });
  await countAttempt(house, limitsOf(house, { address }), 1, onShut);
  if (!(await isCounted(house, limitsOfForgotten(house, { identity: identityKey(house, who), subname: who.subname }), onShut))) return;
  await house.db.tx(async (tx) => {
    await tx.query('insert into fw.forgotten (subname, username, locale, asked_at) values ($1, $2, $3, $4)', [
      ...[who.subname, who.username, locale],
      house.clock.now(),
    ]);
    await tx.query(`select pg_notify('fw_mail', '')`);
  });
  await record(house, event);
}

/** Mails that somebody gets in a day for what he, or a stranger, says he forgot. */
const MOST = 5;
const HOUR = 3_600_000;
/** An address that its own person changed, or that nobody vouched for, is used after so long: else a stolen session would become a password. */
const SETTLED = 72 * HOUR;

interface Found {
  company_id: number;
  id: number;
  locale: Locale;
}

/** Whose account it is, if he may be sent a link: active, with a password, and with an address that is not new. */
const FOUND = `
select u.company_id, u.id from fw.company c
  join app."user" u on u.company_id = c.id and lower(u.login_name) = $2 and ${ACTIVE_PERSON} and u.email <> ''
  join fw.credential k on k.company_id = u.company_id and k.user_id = u.id and k.login_id = $1 || '/' || $2
where lower(c.login_name) = $1 and c.status = 1
  and (select count(*) from fw.mail m where m.company_id = u.company_id and m.user_id = u.id and m.kind = 'forgot' and m.create_time > $3) < ${MOST}
  and not exists (select from fw.mail m where m.company_id = u.company_id and m.user_id = u.id and m.kind = 'forgot' and m.status in (1, 2, 7))
  and not exists (
    select from (
      select v.email, lag(v.email) over w as before, row_number() over w as at, v.modify_entity, v.modify_time
      from (select email, modify_entity, modify_time, version from hist."user" h where h.company_id = u.company_id and h.id = u.id
            union all select u.email, u.modify_entity, u.modify_time, u.version) v window w as (order by v.version)) changed
    where at > 1 and email is distinct from before and modify_entity is not null and modify_time > $4
      and (modify_entity = u.id or not exists (
        select from fw.address_vouched a where a.company_id = u.company_id and a.user_id = u.id and a.email = changed.email)))`;

/**
 * Looks after the one who asked longest ago, and writes his mail where there is one to write. False where nobody waits. One mail too many in a
 * day takes back that link alone: he who asked has been looked after.
 */
export function answerForgotten(house: House): Promise<boolean> {
  return house.db.tx(async (tx) => {
    const [asked] = await tx.query<{ subname: string; username: string; locale: Locale }>(
      `delete from fw.forgotten where id = (select id from fw.forgotten order by id limit 1 for update skip locked) returning subname, username, locale`,
    );
    if (!asked) return false;
    const found = await find(tx, asked, house.clock.now());
    if (found) await mailLink(tx, house, { company: found.company_id, user: found.id, locale: asked.locale });
    return true;
  });
}

async function mailLink(tx: Tx, house: House, who: Pick<Letter, 'company' | 'user' | 'locale'>): Promise<void> {
  await tx.query('savepoint link');
  try {
    await writeMail(tx, house, { ...who, by: who.user, ...(await issueOwnLink(tx, house, who)) });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 341) throw error;
    await tx.query('rollback to savepoint link');
  }
}

async function find(tx: Tx, { subname, username }: { subname: string; username: string }, now: Date): Promise<Found | undefined> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const [found] = await tx.query<Found>(FOUND, [subname, username, ago(24 * HOUR), ago(SETTLED)]);
  return found;
}
