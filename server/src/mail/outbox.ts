import { randomUUID } from 'node:crypto';
import { type Locale, Refusal } from '#protocol/codes.ts';
import { isEmail } from '#protocol/fields/email.ts';
import { offsetAt, wallAt } from '#protocol/wire/clock.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { chosenLocale } from '#server/meta/person.ts';
import { seal, unseal } from '#server/signin/crypto.ts';
import { type Issued, linkHolds, noteMailed, OWN_VALID, type Purpose } from '#server/signin/once/entry-link.ts';
import { type Kind, type OfAct, type OfLink, type Said, subjectOf, type Telling } from './letter.ts';

/**
 * Mails of a day: to one person or address, whoever has them sent; by one, to whomever; and by all of a company that a stranger made, so that
 * nobody registers to send mail. `told`: what brings no link, of each kind.
 */
const MOST = { to: 10, by: 1000, registered: 100, told: 3 };
const DAY = 86_400_000;

/** Waits until a mail server is set up. */
const UNSENT = 7;

/** What is sealed of a mail. */
const boundTo = (company: number, user: number, messageId: string): string => `mail ${company} ${user} ${messageId}`;

interface Addressee {
  address: string | null;
  person: string;
  company: string;
  username: string;
  time_zone: string;
  locale: Locale;
  received: number;
  told: number;
  caused: number;
  of_company: number;
  registered: boolean;
}

/** To whom, in his language where he has chosen one, at the address that he has, or had. The names are those of that language. */
const ADDRESSEE = `
select u.email as address, u.login_name as username, c.time_zone, l.locale,
  case when l.locale = 'en_US' then coalesce(nullif(u.name_en, ''), u.key_name) else u.key_name end as person,
  case when l.locale = 'en_US' then coalesce(nullif(c.key_name_en, ''), c.key_name) else c.key_name end as company,
  greatest((select count(*) from fw.mail m where m.company_id = $1 and m.user_id = $2 and m.kind not in ('address', 'link') and m.create_time > $4),
    (select count(*) from fw.mail m where m.address = coalesce($6, u.email) and m.create_time > $4)) as received,
  (select count(*) from fw.mail m where m.company_id = $1 and m.user_id = $2 and m.kind = $7 and m.create_time > $4) as told,
  (select count(*) from fw.mail m where m.company_id = $1 and m.made_by = $5 and m.kind not in ('address', 'link') and m.create_time > $4) as caused,
  (select count(*) from fw.mail m where m.company_id = $1 and m.create_time > $4) as of_company, c.key like 'registered:%' as registered
from app."user" u join fw.company c on c.id = u.company_id
  cross join lateral (select coalesce(${chosenLocale('u.company_id', 'u.id')}, $3) as locale) l
where u.company_id = $1 and u.id = $2`;

export interface Letter extends Issued {
  company: number;
  user: number;
  /** who has it sent */
  by: number;
  /** where the person has chosen no language */
  locale: Locale;
}

/**
 * Puts the mail with a link into the outbox, in the transaction that made the link: it goes when that has come to its end, and nothing waits
 * for it. False where the person has no address; 341 where one more would be too many in a day.
 */
export async function writeMail(tx: Tx, { keys, clock, mail }: Pick<House, 'keys' | 'clock' | 'mail'>, letter: Letter): Promise<boolean> {
  const { company, user, by, purpose, link, until } = letter;
  const now = clock.now();
  const [to] = await tx.query<Addressee>(ADDRESSEE, [company, user, letter.locale, new Date(now.getTime() - DAY), by, null, purpose]);
  if (!to?.address || !isEmail(to.address)) return false;
  if (to.received >= MOST.to) throw new Refusal(341, '$mailTo', { most: MOST.to });
  if (to.caused >= MOST.by) throw new Refusal(341, '$mailBy', { most: MOST.by });
  if (to.registered && to.of_company >= MOST.registered) throw new Refusal(341, '$mailBy', { most: MOST.registered });
  const { address, locale } = to;
  const said: OfLink = { ...readerOf(to), link, ...onClock('until', until, to.time_zone) };
  await put(tx, { keys, clock, mail }, { company, user, by, kind: purpose, address, locale, said, until });
  if (purpose !== 'forgot') await noteMailed(tx, { company, user });
  return true;
}

const readerOf = ({ person, company, username }: Addressee) => ({ person, company, username });

/** An instant on the company's clock, to the minute, and which clock that is. */
const onClock = <Name extends string>(name: Name, at: Date, zone: string) =>
  ({ [name]: wallAt(at.getTime(), zone).slice(0, 16), zone: offsetAt(at.getTime(), zone) }) as Record<Name | 'zone', string>;

interface Put {
  company: number;
  user: number;
  by: number;
  kind: Kind;
  address: string;
  locale: Locale;
  said: Said;
  until: Date;
}

async function put(tx: Tx, { keys, clock, mail }: Pick<House, 'keys' | 'clock' | 'mail'>, letter: Put): Promise<void> {
  const { company, user, by, kind, address, locale, said, until } = letter;
  const messageId = `<${randomUUID()}@formwork>`;
  const sealed = seal(keys.seal, Buffer.from(JSON.stringify(said)), boundTo(company, user, messageId));
  await tx.query(
    `insert into fw.mail (company_id, kind, user_id, address, locale, key_name, message_id, sealed, made_by, create_time, next_time, until, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12)`,
    [company, kind, user, address, locale, subjectOf(kind, said, locale), messageId, sealed, by, clock.now(), until, mail ? 1 : UNSENT],
  );
  await tx.query(`select pg_notify('fw_mail', '')`);
}

/** Days for which it is worth telling. */
const TELLS = 3;

/** What is told, at whose account, and by whose act; `address`: the one that was his, where that is another now. */
export interface ToTell {
  kind: Telling;
  company: number;
  user: number;
  by: number;
  address?: string;
  /** where the person has chosen no language */
  locale: Locale;
}

/**
 * Tells a person by mail, where mails are sent, what was done to his account. It is told of no more than a few of a day: who changes an address
 * to and fro would send mails to whomever he names.
 */
export async function writeTelling(tx: Tx, house: Pick<House, 'keys' | 'clock' | 'mail'>, telling: ToTell): Promise<boolean> {
  const { kind, company, user, by, locale: spoken } = telling;
  if (!house.mail) return false;
  const now = house.clock.now();
  const day = new Date(now.getTime() - DAY);
  const [to] = await tx.query<Addressee>(ADDRESSEE, [company, user, spoken, day, by, telling.address ?? null, kind]);
  const address = telling.address ?? to?.address ?? '';
  if (!to || !isEmail(address) || to.told >= MOST.told || to.received >= MOST.to || (to.registered && to.of_company >= MOST.registered))
    return false;
  const said: OfAct = { ...readerOf(to), ...onClock('at', now, to.time_zone), others: by !== user };
  const until = new Date(now.getTime() + TELLS * DAY);
  await put(tx, house, { company, user, by, kind, address, locale: to.locale, said, until });
  return true;
}

/** A mail that is being sent. */
export interface Claimed {
  company_id: number;
  id: number;
  kind: Kind;
  user_id: number;
  address: string;
  locale: Locale;
  key_name: string;
  message_id: string;
  sealed: Buffer;
  tries: number;
  until: string;
}

/** Whoever sends has so long for it; then it counts as lost with its process, and is tried again under the same message id. */
const LEASE = 5 * 60_000;

/** The next mail that is due, taken by this process alone; null where there is none. */
export async function claimMail(tx: Tx, now: Date): Promise<Claimed | null> {
  const [mail] = await tx.query<Claimed>(
    `update fw.mail m set status = 2, tries = m.tries + 1, next_time = $2
     from (select company_id, id from fw.mail where status in (1, 2, 7) and next_time <= $1 order by next_time limit 1 for update skip locked) due
     where m.company_id = due.company_id and m.id = due.id
     returning m.company_id, m.id, m.kind, m.user_id, m.address, m.locale, m.key_name, m.message_id, m.sealed, m.tries, m.until`,
    [now, new Date(now.getTime() + LEASE)],
  );
  return mail ?? null;
}

export function openMail(
  keys: House['keys'],
  { company_id, user_id, message_id, sealed }: Pick<Claimed, 'company_id' | 'user_id' | 'message_id' | 'sealed'>,
): Said {
  return JSON.parse(unseal(keys.seal, sealed, boundTo(company_id, user_id, message_id)).toString()) as Said;
}

/** Whether its addressee could still use what the mail brings. */
const brings = async (tx: Tx, { company_id: company, user_id: user, kind: purpose }: Claimed, said: Said, now: Date): Promise<boolean> =>
  purpose !== 'address' && purpose !== 'link' && 'link' in said && linkHolds(tx, { company, user, purpose, link: said.link }, now);

/** Whether it is to go yet: it brings something, and its address is still that of its person. What only tells, to whom it was, goes. */
export async function isWorthSending(tx: Tx, mail: Claimed, said: Said, now: Date): Promise<boolean> {
  if (!('link' in said)) return now.getTime() < Date.parse(mail.until);
  const who = [mail.company_id, mail.user_id, mail.address];
  const his = await tx.query('select 1 from app."user" u where u.company_id = $1 and u.id = $2 and u.email = $3', who);
  return his.length > 0 && (await brings(tx, mail, said, now));
}

/** What an administrator may hand on. */
const HANDED: readonly Kind[] = ['invite', 'reset'];

/** How long until the next try, by how many there were: 1, 2, 4 minutes and so on, an hour at most. */
const waitAfter = (tries: number): number => Math.min(2 ** (tries - 1), 60) * 60_000;

/** What became of a mail that this process had taken. A refused one keeps what is sealed where an administrator may hand it on. */
export type Outcome = { is: 'sent' } | { is: 'over' } | { is: 'refused' | 'later'; why: string };

export async function settleMail(tx: Tx, { company_id, id, kind, tries, until }: Claimed, outcome: Outcome, now: Date): Promise<void> {
  const mine = 'where company_id = $1 and id = $2 and status = 2 and tries = $3';
  const which = [company_id, id, tries];
  if (outcome.is === 'sent') {
    await tx.query(`update fw.mail set status = 3, sent_time = $4, sealed = null, fault = '' ${mine}`, [...which, now]);
  } else if (outcome.is === 'over') {
    await tx.query(`update fw.mail set status = 5, sealed = null ${mine}`, which);
  } else if (outcome.is === 'later') {
    const next = new Date(Math.min(now.getTime() + waitAfter(tries), Date.parse(until)));
    await tx.query(`update fw.mail set status = 1, next_time = $4, fault = $5 ${mine}`, [...which, next, lineOf(outcome.why)]);
  } else {
    const kept = HANDED.includes(kind) ? 'sealed' : 'null';
    await tx.query(`update fw.mail set status = 4, sealed = ${kept}, fault = $4 ${mine}`, [...which, lineOf(outcome.why)]);
  }
}

/** What a mail server said, as one line of bounded length. */
const lineOf = (text: string): string => [...text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, 200).join('');

/**
 * Takes the link of a mail that was not sent out of it, once: the mail goes to nobody any more. 311 for what was sent, is being sent, was
 * taken or is over, and for what somebody asked for himself: that is for his own mailbox.
 */
export async function takeLink(
  tx: Tx,
  keys: House['keys'],
  company: number,
  id: number,
  now: Date,
): Promise<{ purpose: Purpose; link: string }> {
  const [mail] = await tx.query<Claimed>(
    `select company_id, id, kind, user_id, message_id, sealed from fw.mail
     where company_id = $1 and id = $2 and status in (1, 4, 7) and kind = any($3) and sealed is not null for update`,
    [company, id, HANDED],
  );
  const said = mail && openMail(keys, mail);
  if (!mail || !said || !('link' in said) || !(await brings(tx, mail, said, now))) throw new Refusal(311, '$mailGone');
  await tx.query('update fw.mail set status = 6, sealed = null where company_id = $1 and id = $2', [company, id]);
  return { purpose: mail.kind as Purpose, link: said.link };
}

/** Days for which it is kept what became of mails. */
const KEPT = 90;

/** Mails whose links are over are over, wherever they stand; what was long ago is forgotten; where mails are no longer sent, those that wait say so. */
export async function sweepMail(tx: Tx, now: Date, { sends }: { sends: boolean }): Promise<void> {
  if (!sends) await tx.query('update fw.mail set status = $1 where status = 1', [UNSENT]);
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await tx.query(
    `update fw.mail set status = case when status = 4 then 4 else 5 end, sealed = null
     where until < $1 and (status in (1, 4, 7) or status = 2 and next_time < $1) and sealed is not null`,
    [now],
  );
  await tx.query('delete from fw.mail where create_time < $1', [ago(KEPT * DAY)]);
  await tx.query('delete from fw.forgotten where asked_at < $1', [ago(OWN_VALID)]);
  await tx.query('delete from fw.address_vouched where at < $1', [ago(4 * DAY)]);
}
