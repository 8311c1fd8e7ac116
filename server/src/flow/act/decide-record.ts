import { Refusal } from '#protocol/codes.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import { openAccess } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { qualified } from '#server/meta/sync/schema.ts';
import { checkTakesPart } from '#server/records/takes-part.ts';
import { onceFor } from '#server/records/write/rid.ts';
import { publishedFlow } from '../store/publish.ts';
import { decideIn } from './decide-in.ts';
import type { Decided, DecideRequest } from './decision.ts';
import { explain } from './explain.ts';
import type { Ground } from './ground.ts';

/**
 * Submit, Review and Reject of one record, in one transaction: the record row is locked first, so that votes and
 * edits of the form come one after the other; then the right, the fields, the decision, the log, the rows, the record, the
 * write-back, the outbox. Whatever is refused leaves no trace.
 */
export async function decideRecord(house: House, caller: Session, table: ResolvedTable, request: DecideRequest): Promise<Decided> {
  try {
    return await decideUnder(house, caller, table, request);
  } catch (error) {
    const session = await underItsDomain(house, caller, table, request.id, error);
    if (!session) throw error;
    return decideUnder(house, session, table, request);
  }
}

async function decideUnder(house: House, session: Session, table: ResolvedTable, request: DecideRequest): Promise<Decided> {
  const access = await openAccess(house, session);
  const right = access.grant(table, request.id === undefined ? 'Add' : 'Show');
  if (request.id !== undefined) await checkTakesPart(house, access, right);
  if (table.def.flow !== 1) throw new Refusal(403);
  const published = await publishedFlow(house, table);
  const today = dayIn(session.company.time_zone, house.clock.now());
  const ground: Ground = { house, session, table, access, published, today };
  const what = `flow ${table.name} ${request.id ?? 'new'} ${request.event ?? ''}`;
  try {
    const once = (tx: Tx) =>
      onceFor(tx, session, { rid: request.rid, what, body: { ...request, rid: undefined } }, house.clock.now(), async () => ({
        ...(await decideIn(tx, ground, request)),
      }));
    return (await house.db.tx(once)) as unknown as Decided;
  } catch (error) {
    return explain(ground, error);
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
  const [row] = await house.db.query<{ domain: number }>(
    `select subcompany_id as domain from ${qualified({ schema: 'app', name: table.name })} where company_id = $1 and id = $2`,
    [session.company.id, id],
  );
  const own = session.domains.find((domain) => domain.id === row?.domain && domain.id !== session.domain.id);
  return own ? { ...session, domain: own } : null;
}
