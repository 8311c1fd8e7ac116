import { batchOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { demandFields, severalGrant, versionsOf } from '#server/changes/demand.ts';
import { op } from '#server/ops/op.ts';
import { saveStanding } from '#server/people/saving.ts';
import { onceFor } from '#server/records/once/rid.ts';
import { inBatch, SAVES_WITHIN_MS } from '#server/records/remove/batch.ts';
import { type SecurityEvent, tellEvent } from '#server/signin/security-log.ts';

const OWN = new Set(Object.keys(batchOp.request.shape));

/**
 * One change of several records, each a Modify with all that bounds one: one id is done or refused, several each on its own, 343 with a row
 * for each when some were refused. 312 where the table's list offers no Batch, 317 for a field that is not one of its.
 */
export const batchCall = op(batchOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const table = access.table(request.cloud);
  const grant = severalGrant(access, table);
  const fields = demandFields(grant, Object.fromEntries(Object.entries(request).filter(([name]) => !OWN.has(name))));
  const versions = versionsOf(request.id, request.versions);
  const ids = [...versions.keys()].sort((a, b) => a - b);
  let told: SecurityEvent[] = [];
  const answer = await house.db.tx((tx) => {
    told = [];
    const what = `Batch ${table.cloud} ${ids.join(',')}`;
    return onceFor(tx, session, { rid: request._rid, what, body: request }, house.clock.now(), () =>
      inBatch(
        tx,
        ids,
        async (id) => {
          const version = versions.get(id);
          const change = { id, ...(version === undefined ? {} : { version }), fields };
          const { saved, events } = await saveStanding(tx, house, session, access, table, change);
          told.push(...events);
          return { version: saved.version };
        },
        SAVES_WITHIN_MS,
      ),
    );
  });
  for (const event of told) tellEvent(house, event);
  return answer;
});
