import { Refusal } from '#protocol/codes.ts';
import { type Access, openAccess } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import { type Handing, handOver } from '#server/flow/act/administration/handover.ts';
import { demandReason } from '#server/flow/kernel/commands/handover.ts';
import type { House } from '#server/meta/house.ts';
import { ACTIVE_PERSON } from '#server/meta/person.ts';
import type { Session } from '#server/meta/session.ts';
import type { Part } from '#server/records/remove/batch.ts';
import { openWork } from '#server/records/save/save.ts';
import { type SecurityEvent, tellEvent, writeEvent } from '#server/signin/security-log.ts';
import { lockAccount, seesStatus, usersOf } from './account.ts';
import type { Acted } from './acts.ts';
import { heldIds } from './held.ts';

/** To-dos of `from` that are to be `to`'s, by their ids; absent: all that are open. */
interface Handovers {
  from: number;
  to: number;
  todo?: readonly number[];
  remark: string;
  address: string;
}

/** To-dos of one call, and the milliseconds in which it begins one: what is left then says 103 and can be sent again. */
const MOST = 200;
const WITHIN_MS = 5_000;

/**
 * Hands on what somebody holds, each to-do in a transaction of its own, the longest waiting first: a row for each, 343 where some were
 * refused, 300 where all were. Each stands in the security log with the transaction that did it.
 */
export async function handOverAll(house: House, session: Session, asked: Handovers): Promise<Acted> {
  const access = await openAccess(house, session);
  const table = usersOf(access);
  access.grant(table, 'Account');
  const { from, to, remark } = asked;
  demandReason(remark);
  if (from === to) throw new Refusal(317, '$flow_handover_same', { field: 'to' });
  if (asked.todo?.length === 0) throw new Refusal(314, '', { field: 'todo' });
  const company = session.company.id;
  const admit = async (tx: Tx): Promise<void> => {
    await lockReceiver(tx, access, from, to);
    await lockAccount(await openWork(tx, house, session, { access }), table, from);
  };
  const all = await house.db.tx(async (tx) => {
    await admit(tx);
    return asked.todo ?? (await heldIds(tx, company, from, MOST));
  });
  const until = performance.now() + WITHIN_MS;
  const rows: Acted['rows'] = [];
  for (const todo of new Set(all)) {
    const one = () => handOne(house, access, { todo, from, to, remark }, { admit, address: asked.address });
    rows.push({ id: todo, ...(performance.now() < until ? await partOf(one) : NOT_BEGUN) });
  }
  const refused = rows.filter(({ code }) => code !== 200).length;
  return refused === 0 ? { rows } : { code: refused < rows.length ? 343 : 300, rows };
}

async function handOne(
  house: House,
  access: Access,
  handing: Handing,
  { admit, address }: { admit(tx: Tx): Promise<void>; address: string },
): Promise<void> {
  const { company, user, sid } = access.session;
  let event: SecurityEvent | null = null;
  await handOver(house, access, handing, {
    admit,
    told: async (tx, { source, rowid }) => {
      const target = `user ${handing.from} to ${handing.to}: ${source} ${rowid}`;
      event = { op: 'Handover', reason: 'ok', target, company: company.id, actor: user.id, sid, address };
      await writeEvent(tx, event, house.clock.now());
    },
  });
  if (event) tellEvent(house, event);
}

const NOT_BEGUN = { code: 103, remark: '$busy' } as const;

async function partOf(one: () => Promise<void>): Promise<Part> {
  try {
    await one();
    return { code: 200, remark: '' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, remark: error.remark, data: error.data };
  }
}

/**
 * Both people in the order of their ids, before any record, so that two who hand on to each other never wait for each other; 302 for a receiver
 * who is not there, or cannot take anything where the caller does not see that, 303 for one who cannot; he is not disabled in between.
 */
async function lockReceiver(tx: Tx, access: Access, from: number, to: number): Promise<void> {
  const people = await tx.query<{ id: number; active: boolean }>(
    `select u.id, (${ACTIVE_PERSON}) is true as active from app."user" u
     where u.company_id = $1 and u.id = any($2::bigint[]) and u.deleted_time is null order by u.id for no key update of u`,
    [access.session.company.id, [from, to]],
  );
  const receiver = people.find(({ id }) => id === to);
  if (!receiver || (!receiver.active && !(await seesStatus(tx, access, to)))) throw new Refusal(302, '', { field: 'to' });
  if (!receiver.active) throw new Refusal(303, '', { field: 'to', user: to });
}
