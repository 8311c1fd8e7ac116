import { Refusal } from '#protocol/codes.ts';
import { type Access, openAccess } from '#server/access/access.ts';
import { bothNames, type Standing } from '#server/access/giving/standing.ts';
import { NOBODY, tellOfAccount } from '#server/flow/store/notices.ts';
import { takeLink, writeMail, writeTelling } from '#server/mail/outbox.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { attempt, type Part } from '#server/records/remove/batch.ts';
import type { Work } from '#server/records/row/work.ts';
import { openWork, saveRecord } from '#server/records/save/save.ts';
import { nameActor } from '#server/records/save/write.ts';
import { forgetLock } from '#server/signin/attempts/lock-out.ts';
import { dropFactor } from '#server/signin/factor/factor.ts';
import { endLinks, issueLink, type Purpose } from '#server/signin/once/entry-link.ts';
import { type SecurityEvent, tellEvent, writeEvent } from '#server/signin/security-log.ts';
import { lockAccount, usersOf } from './account.ts';

/** What is done upon one account, locked; answers what is to be told of it. `row` is what was asked for: the account, or something of it. */
type Act = (work: Work, house: House, table: ResolvedTable, id: number, standing: Standing, row: number) => Promise<object | undefined>;

/** Who has the link signs in as that person: of one's own account one has the password. `mail`: it goes to his address, too. */
export const invite =
  (mail: boolean): Act =>
  async (work, house, _, id, { key_name, name_en, entering }) => {
    demandOther(work, id, entering);
    const who = { company: work.session.company.id, user: id, by: work.session.user.id };
    const issued = await issueLink(work.tx, house, who);
    const letter = { ...who, ...issued, locale: work.session.locale };
    const mailed = mail ? { mailed: Number(await writeMail(work.tx, house, letter)) } : {};
    await tellOfLink(work, house, id, issued.purpose, mailed.mailed === 1);
    return { key_name, key_name_en: name_en || key_name, ...issued, until: issued.until.toISOString(), ...mailed };
  };

/** The link of a mail that was not sent, for who could make another: it is told once, as if he had made it. */
export const takeOut: Act = async (work, house, _, id, { key_name, name_en, entering }, mail) => {
  demandOther(work, id, entering);
  const taken = await takeLink(work.tx, house.keys, work.session.company.id, mail, work.now);
  await tellOfLink(work, house, id, taken.purpose, false);
  return { key_name, key_name_en: name_en || key_name, ...taken };
};

/** Who has a password reads that another can be set in its place, and is mailed so where the link itself is not (docs/decisions/220). */
async function tellOfLink({ tx, session, now }: Work, house: House, user: number, purpose: Purpose, mailed: boolean): Promise<void> {
  if (purpose !== 'reset') return;
  const whose = { company: session.company.id, user };
  await tellOfAccount(tx, 'link', { ...whose, by: NOBODY, said: '', at: now });
  if (!mailed) await writeTelling(tx, house, { ...whose, kind: 'link', by: session.user.id, locale: session.locale });
}

function demandOther(work: Work, id: number, entering: boolean): void {
  if (id === work.session.user.id) throw new Refusal(312, '$ownLink');
  if (!entering) throw new Refusal(303);
}

export const unlock: Act = async ({ tx, session }, { keys }, _, __, { login_name }) => {
  await forgetLock(tx, keys, { subname: session.company.login_name.toLowerCase(), username: login_name.toLowerCase() });
  return undefined;
};

/** The triggers of the database end what is open (signin/migrations.ts); links end with it. */
export const signOut: Act = async ({ tx, session }, _, __, id) => {
  await tx.query("select fw.end_sessions($1, $2, 'administrator')", [session.company.id, id]);
  await endLinks(tx, session.company.id, [id]);
  return undefined;
};

/** Whoever holds his sessions may hold what was lost with it: they end too. To oneself one does it with the password. */
export const resetFactor: Act = async (work, _, __, id, standing) => {
  const company = work.session.company.id;
  if (id === work.session.user.id) throw new Refusal(312, '$ownFactor');
  if (!(await dropFactor(work.tx, { company, user: id }))) throw new Refusal(311, '$factorNoneHis', { person: bothNames(standing) });
  await work.tx.query("select fw.end_sessions($1, $2, 'administrator')", [company, id]);
  return undefined;
};

export const disable: Act = async (work, house, table, id) => {
  await saveStatus(work, house, table, id, 2);
  await endLinks(work.tx, work.session.company.id, [id]);
  return undefined;
};

/** Somebody who never came in is expected again. */
export const enable: Act = async (work, house, table, id) => {
  const known = await work.tx.query('select 1 from fw.credential where company_id = $1 and user_id = $2', [work.session.company.id, id]);
  await saveStatus(work, house, table, id, known.length > 0 ? 1 : 3);
  return undefined;
};

/** A save as any other: its rights, its history, its guard. */
async function saveStatus({ tx, session, access }: Work, house: House, table: ResolvedTable, id: number, status: number): Promise<void> {
  const change = { id, fields: {} };
  await saveRecord(tx, house, session, table, change, { op: 'Modify', access, complete: false, set: { status } });
}

/** What ids are asked with, and whose account each of them is of. */
export interface Rows {
  table(access: Access): ResolvedTable | undefined;
  user(work: Work, id: number): Promise<number>;
}
const ACCOUNTS: Rows = { table: usersOf, user: async (_, id) => id };

/** What became of each of several; `code` is absent where all is well. */
export type Acted = { code?: 300 | 343; rows: (Part & { id: number })[] };

/**
 * Does the same upon several accounts, in the order of their ids, each on its own: a row for each, 343 where some were refused, 300 where
 * all were; one alone throws its refusal. Each act stands in the security log, with the transaction that did it.
 */
export async function actUpon(
  house: House,
  session: Session,
  { cloud, ids, op, address, of = ACCOUNTS }: { cloud: string; ids: readonly number[]; op: string; address: string; of?: Rows },
  act: Act,
): Promise<Acted> {
  const access = await openAccess(house, session);
  const table = usersOf(access);
  if (access.catalogue.table(cloud) !== of.table(access)) throw new Refusal(312);
  access.grant(table, 'Account');
  if (ids.length === 0) throw new Refusal(314, '', { field: 'id' });
  const events: SecurityEvent[] = [];
  const rows = await house.db.tx(async (tx) => {
    events.length = 0;
    const work = await openWork(tx, house, session, { access });
    await nameActor(work, op);
    const one = async (id: number): Promise<object> => {
      const user = await of.user(work, id);
      const told = await act(work, house, table, user, await lockAccount(work, table, user), id);
      const who = { company: session.company.id, actor: session.user.id, sid: session.sid, address };
      const event: SecurityEvent = { op, reason: 'ok', target: `user ${user}`, ...who };
      await writeEvent(tx, event, work.now);
      events.push(event);
      return told ?? {};
    };
    const [first] = ids;
    if (first !== undefined && ids.length === 1) return [{ id: first, code: 200, remark: '', ...(await one(first)) }];
    const done: Acted['rows'] = [];
    for (const id of [...ids].sort((a, b) => a - b)) done.push({ id, ...(await attempt(tx, () => one(id))) });
    return done;
  });
  for (const event of events) tellEvent(house, event);
  const refused = rows.filter(({ code }) => code !== 200).length;
  return refused === 0 ? { rows } : { code: refused < rows.length ? 343 : 300, rows };
}
