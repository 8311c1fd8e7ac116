import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { counted, identityKey } from '../attempts/attempt.ts';
import { deviceOf } from '../attempts/device.ts';
import { countAttempt, forgive, limitsOfCodes, reserve } from '../attempts/limits.ts';
import { loadAccount } from '../credential.ts';
import { type Entrant, enterSession, type LoginCaller, type SignedIn } from '../entering.ts';
import { type SecurityEvent, tellEvent, writeEvent } from '../security-log.ts';
import { keepFactor, spendFactor, splitSetUp } from './factor.ts';
import { loadTicket, over, spendTicket, type Ticket } from './ticket.ts';

/** The payload of Factor as it came. */
export interface AnswerRequest {
  ticket: string;
  code: string;
}

/**
 * The second half of a sign-in: who proved his password proves his second factor, or confirms the one that he was just told to set up. A wrong
 * code counts with the wrong passwords of the account: 301, or 309 when locked. A ticket that is over, used or none is 401.
 */
export async function answerFactor(house: House, { ticket, code }: AnswerRequest, caller: LoginCaller): Promise<SignedIn> {
  const found = await loadTicket(house, ticket);
  const { who, company, user } = found;
  const identity = identityKey(house, who);
  const device = deviceOf(house.keys.pepper, caller.device);
  const event: SecurityEvent = {
    ...{ op: 'Factor', reason: 'ok', company, actor: user, login: `${who.username}@${who.subname}`, address: caller.address },
  };
  const origin = { address: caller.address, subname: who.subname, device };
  return counted(house, { origin, identity, event }, async () => {
    const counter = await reserve(house, identity, device);
    const day = await limitsOfCodes(house, identity, device);
    await countAttempt(house, day);
    const account = await loadAccount(house.db, house.keys, who);
    const person = account.user;
    if (person?.company_id !== company || person.id !== user || person.epoch !== found.epoch || !person.active) return over();
    const told: SecurityEvent[] = [];
    const done = await house.db.tx(async (tx) => {
      told.length = 0;
      await spendTicket(tx, found);
      const by = await pass(tx, house, found, code);
      if (!by) throw new Refusal(301);
      await forgive(tx, counter);
      const passed = { ...event, op: by };
      await writeEvent(tx, passed, house.clock.now());
      const entrant: Entrant = { ...found, user: person, identity, device, caller };
      const entered = { ...event, op: 'Login' };
      const opened = await enterSession(tx, house, entrant, entered);
      told.push(passed, entered);
      return opened;
    });
    await countAttempt(house, day, -1);
    for (const one of told) tellEvent(house, one);
    return done;
  });
}

/** By what somebody passed, as the security log names it. */
async function pass(tx: Tx, house: House, ticket: Ticket, code: string): Promise<'Factor' | 'Recovery' | 'ConfirmFactor' | null> {
  if (!ticket.setUp) {
    const by = await spendFactor(tx, house, ticket, code);
    return by && (by === 'recovery' ? 'Recovery' : 'Factor');
  }
  const kept = await keepFactor(tx, house, ticket, splitSetUp(ticket.setUp), code, { first: true });
  if (kept === 'there') return over();
  return kept === 'kept' ? 'ConfirmFactor' : null;
}
