import { Refusal } from '#protocol/codes.ts';
import { openAccess } from '#server/access/access.ts';
import { readRolesGiven } from '#server/access/giving/roles.ts';
import { bothNames, type Standing } from '#server/access/giving/standing.ts';
import { tellOfAccount } from '#server/flow/store/notices.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import type { Work } from '#server/records/row/work.ts';
import { openWork } from '#server/records/save/save.ts';
import { endEyes, openEyes } from '#server/signin/eyes.ts';
import { type SecurityEvent, tellEvent, writeEvent } from '#server/signin/security-log.ts';
import { findLooker, newSid } from '#server/signin/session.ts';
import { type AccountShown, lockAccount, usersOf } from './account.ts';

interface Asked {
  id: number;
  reason: string;
  domain?: number | undefined;
  address: string;
}

/**
 * Opens a session that sees what somebody sees, and does nothing. It stands in the security log of both, and he is told who looks and why,
 * in the transaction that opens it.
 */
export async function lookThrough(
  house: House,
  session: Session,
  { id, reason, domain, address }: Asked,
): Promise<{ token: string; until: Date; seconds: number }> {
  const said = reason.trim();
  if (said === '') throw new Refusal(314, '', { field: 'reason' });
  const { access, table } = await mayLook(house, session);
  const events: SecurityEvent[] = [];
  const opened = await house.db.tx(async (tx) => {
    events.length = 0;
    const work = { ...(await openWork(tx, house, session, { access })), dry: true } as const;
    const person = await demandLook(work, table, id);
    const [credential] = await tx.query<{ epoch: number }>('select epoch from fw.credential where company_id = $1 and user_id = $2', [
      session.company.id,
      id,
    ]);
    if (!person.active || !credential) throw new Refusal(311, '$eyesAway', { person: bothNames(person) });
    const { epoch } = credential;
    const company = session.company.id;
    const whose = { company, user: id, by: session.user.id };
    const made = await openEyes(tx, house.keys.pepper, work.now, {
      ...{ ...whose, sid: newSid(), epoch, domain: domainOf(session, person, domain), locale: session.locale, bySid: session.sid },
    });
    if (!made) throw new Refusal(401);
    events.push(...made.ended, {
      op: 'Eyes',
      reason: 'ok',
      said,
      company,
      actor: session.user.id,
      target: `user ${id}`,
      sid: session.sid,
      address,
    });
    for (const event of events) await writeEvent(tx, event, work.now);
    await tellOfAccount(tx, 'looked', { ...whose, said, at: work.now });
    return made;
  });
  for (const event of events) tellEvent(house, event);
  const { token, until } = opened;
  return { token, until, seconds: Math.round((until.getTime() - house.clock.now().getTime()) / 1_000) };
}

/** The session, as long as who looks by it may: his right is asked anew with each call, for what he and that person have may have changed. Any other session as it is. */
export async function whoStillLooks(house: House, session: Session | null): Promise<Session | null> {
  if (!session?.eyes) return session;
  const looker = await findLooker(house, session);
  const may = looker && (await mayStillLook(house, looker, session.user.id));
  if (may) return session;
  await endEyes(house, looker ? 'right' : 'revoked', { sid: session.sid });
  return null;
}

/** Whether the way to look is offered on the page of an account. */
export const offersLook = async (
  work: Work,
  table: ResolvedTable,
  id: number,
  of: Pick<AccountShown, 'status' | 'changed_at'>,
): Promise<boolean> => of.status === 1 && of.changed_at !== null && (await allowed(() => demandLook(work, table, id)));

async function mayStillLook(house: House, looker: Session, id: number): Promise<boolean> {
  return allowed(async () => {
    const { access, table } = await mayLook(house, looker);
    return house.db.tx(async (tx) => demandLook({ ...(await openWork(tx, house, looker, { access })), dry: true }, table, id));
  });
}

/** False for what is not his to do, or not there for him any more. */
export async function allowed(demand: () => Promise<unknown>): Promise<boolean> {
  try {
    await demand();
    return true;
  } catch (error) {
    if (error instanceof Refusal && [312, 315].includes(error.code)) return false;
    throw error;
  }
}

async function mayLook(house: House, session: Session) {
  const access = await openAccess(house, session);
  const table = usersOf(access);
  access.grant(table, 'Account');
  return { access, table };
}

/**
 * Who acts upon an account may look through its eyes: 312 else. Not through his own, and never through those of an administrator of the company:
 * what all is open to needs no looking at, and who keeps watch over others is not watched unseen.
 */
async function demandLook(work: Work, table: ResolvedTable, id: number): Promise<Standing> {
  if (id === work.session.user.id) throw new Refusal(312, '$eyesOwn');
  const person = await lockAccount(work, table, id);
  const roles = await readRolesGiven(work.tx, work.session.company.id, person.role_entities);
  if (roles.some(({ root }) => root)) throw new Refusal(312, '$eyesAdministrator', { person: bothNames(person) });
  return person;
}

/** The domain that was asked for, or the one that both work in, or his first. */
function domainOf({ domain: own }: Session, { domain_entities }: Standing, asked: number | undefined): number {
  const [first] = domain_entities;
  if (first === undefined) throw new Refusal(305, '$no_domain');
  if (asked === undefined) return domain_entities.includes(own.id) ? own.id : first;
  if (!domain_entities.includes(asked)) throw new Refusal(317, '', { field: 'domain' });
  return asked;
}
