import { opKey } from '#protocol/ops/op.ts';
import { OPS } from '#protocol/ops/registry.ts';
import { saveDelayOp } from '#protocol/ops/sys.ts';
import { MIB } from '#server/cache/cache.ts';
import { defineTally } from '#server/cache/tally.ts';
import { op } from '#server/ops/op.ts';

/** Reports of one person that are heard in a minute, by this process. */
const HEARD = 10;
const reports = defineTally(
  {
    name: 'delays',
    holds: 'how many slow calls a person reported',
    key: 'company and id of the person',
    ends: 'after a minute',
    bytes: MIB / 2,
  },
  60_000,
);

/** Who reports is the session's person, whatever is sent; what he says is a known call and a number. Beyond the limit it is passed over. */
export const saveDelayCall = op(saveDelayOp, async (house, { request, session }) => {
  const who = { company: session.company.id, actor: session.user.id };
  const named = OPS.get(request.id ?? '');
  if (request.delay === undefined || reports.count(house.db, `${who.company} ${who.actor}`, house.clock.now()) > HEARD) return {};
  house.slow?.({ ...who, op: named ? opKey(named) : '', ms: request.delay });
  return {};
});
