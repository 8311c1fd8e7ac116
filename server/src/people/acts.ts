import { Refusal } from '#protocol/codes.ts';
import { openAccess } from '#server/access/access.ts';
import type { Standing } from '#server/access/giving/standing.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { attempt, type Part } from '#server/records/remove/batch.ts';
import type { Work } from '#server/records/row/work.ts';
import { openWork, saveRecord } from '#server/records/save/save.ts';
import { nameActor } from '#server/records/save/write.ts';
import { forgetLock } from '#server/signin/lock-out.ts';
import { endLinks, issueLink } from '#server/signin/once/entry-link.ts';
import { type SecurityEvent, tellEvent, writeEvent } from '#server/signin/security-log.ts';
import { lockAccount, usersOf } from './account.ts';

/** What is done upon one account, locked; answers what is to be told of it. */
type Act = (work: Work, house: House, table: ResolvedTable, id: number, standing: Standing) => Promise<object | undefined>;

/** Who has the link signs in as that person: of one's own account one has the password. */
export const invite: Act = async (work, house, _, id, { key_name, name_en, entering }) => {
  if (id === work.session.user.id) throw new Refusal(312, '$ownLink');
  if (!entering) throw new Refusal(303);
  const issued = await issueLink(work.tx, house, { company: work.session.company.id, user: id, by: work.session.user.id });
  return { key_name, key_name_en: name_en || key_name, ...issued, until: issued.until.toISOString() };
};

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

type Acted = { code?: 300 | 343; rows: (Part & { id: number })[] };

/**
 * Does the same upon several accounts, in the order of their ids, each on its own: a row for each, 343 where some were refused, 300 where
 * all were; one alone throws its refusal. Each act stands in the security log, with the transaction that did it.
 */
export async function actUpon(
  house: House,
  session: Session,
  { ids, op, address }: { ids: readonly number[]; op: string; address: string },
  act: Act,
): Promise<Acted> {
  const access = await openAccess(house, session);
  const table = usersOf(access);
  access.grant(table, 'Account');
  if (ids.length === 0) throw new Refusal(314, '', { field: 'id' });
  const events: SecurityEvent[] = [];
  const rows = await house.db.tx(async (tx) => {
    events.length = 0;
    const work = await openWork(tx, house, session, { access });
    await nameActor(work, op);
    const one = async (id: number): Promise<object> => {
      const told = await act(work, house, table, id, await lockAccount(work, table, id));
      const who = { company: session.company.id, actor: session.user.id, sid: session.sid, address };
      const event: SecurityEvent = { op, reason: 'ok', target: `user ${id}`, ...who };
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
