import { Refusal } from '#protocol/codes.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import { openAccess } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { type House, houseAt } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { relation, thisRow } from '#server/query/source.ts';
import { bound, compile, sql } from '#server/query/sql.ts';
import { type Answer, onceFor } from '#server/records/once/rid.ts';
import { checkTakesPart } from '#server/records/row/takes-part.ts';
import type { Saved } from '#server/records/save/save.ts';
import { inWords } from '../read/words.ts';
import { publishedFlow } from '../store/publish.ts';
import { type Desk, sitDown } from './desk.ts';
import { explain } from './explain.ts';
import type { Ground } from './ground.ts';

/** What is said of every act, whatever it does. */
export interface ActRequest {
  /** absent: the act makes the record */
  id?: number;
  /** what a decision says; another command is told by its name */
  event?: number;
  command?: { op: string };
  /** what its sender said yes to: no part of what he wants done */
  answer?: string;
  /** id of the request: one that comes twice is done once */
  rid?: string;
}

/** One command of the flow, upon a record that is locked and whose case is read. */
export interface Act<R extends ActRequest, A extends Answer> {
  /** makes the record, where there is none yet; absent: it is of a record that is there */
  begin?(tx: Tx, ground: Ground, request: R): Promise<Saved>;
  command(tx: Tx, ground: Ground, desk: Desk, request: R): Promise<A>;
}

/**
 * Does one command in one transaction, once: the record row is locked first, so that votes and edits of the form come one after the
 * other; then the case is read, and the command does its part. Whatever is refused leaves no trace, and says by name what it speaks of.
 */
export async function actOn<R extends ActRequest, A extends Answer>(
  house: House,
  caller: Session,
  table: ResolvedTable,
  request: R,
  act: Act<R, A>,
): Promise<A> {
  try {
    return await actUnder(house, caller, table, request, act);
  } catch (error) {
    const session = await underItsDomain(house, caller, table, request.id, error);
    if (!session) throw error;
    return actUnder(house, session, table, request, act);
  }
}

async function actUnder<R extends ActRequest, A extends Answer>(
  house: House,
  session: Session,
  table: ResolvedTable,
  request: R,
  act: Act<R, A>,
): Promise<A> {
  const access = await openAccess(house, session);
  const right = access.grant(table, request.id === undefined ? 'Add' : 'Show');
  if (request.id !== undefined) await checkTakesPart(house, access, right);
  if (table.def.flow !== 1) throw new Refusal(403);
  const published = await publishedFlow(house.db, access.catalogue, table);
  const today = dayIn(session.company.time_zone, house.clock.now());
  const ground: Ground = { house, session, table, access, published, today };
  const what = `flow ${table.name} ${request.id ?? 'new'} ${request.event ?? request.command?.op ?? ''}`;
  try {
    const once = (tx: Tx) =>
      onceFor(tx, session, { rid: request.rid, what, body: { ...request, rid: undefined, answer: undefined } }, house.clock.now(), () =>
        done(tx, ground, request, act),
      );
    return (await house.db.tx(once)) as A;
  } catch (error) {
    return explain(ground, error);
  }
}

async function done<R extends ActRequest, A extends Answer>(tx: Tx, ground: Ground, request: R, act: Act<R, A>): Promise<A> {
  const of = request.id ?? (await act.begin?.(tx, ground, request));
  if (of === undefined) throw new Refusal(314);
  const desk = await sitDown(tx, ground, of);
  try {
    return await act.command(tx, ground, desk, request);
  } catch (error) {
    throw await inWords({ ...ground, house: houseAt(ground.house, tx) }, error, { ...desk, ...desk.at });
  }
}

/**
 * A to-do of another of the caller's domains is handled under that record's own domain. Most are of the domain that he is
 * in, so it is asked only where the record was not found there.
 */
async function underItsDomain(
  house: House,
  session: Session,
  table: ResolvedTable,
  id: number | undefined,
  error: unknown,
): Promise<Session | null> {
  const absent = error instanceof Refusal && error.code === 315;
  if (!absent || id === undefined || table.tenancy !== 'domain' || session.domains.length < 2) return null;
  const his = thisRow(table, id, bound(session.company.id, 'bigint'));
  const { text, values } = compile(sql`select t.subcompany_id as domain from ${relation(table)} t where ${his}`);
  const [row] = await house.db.query<{ domain: number }>(text, values);
  const own = session.domains.find((domain) => domain.id === row?.domain && domain.id !== session.domain.id);
  return own ? { ...session, domain: own } : null;
}
