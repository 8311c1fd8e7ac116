import { Refusal } from '#protocol/codes.ts';
import { batchOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import { toolbarActions } from '#protocol/rules/actions.ts';
import { type Grant, openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { saveStanding } from '#server/people/saving.ts';
import { onceFor } from '#server/records/once/rid.ts';
import { inBatch, SAVES_WITHIN_MS } from '#server/records/remove/batch.ts';
import { type SecurityEvent, tellEvent } from '#server/signin/security-log.ts';

type Request = RequestOf<typeof batchOp>;
const OWN = new Set(Object.keys(batchOp.request.shape));

/**
 * One change of several records, each a Modify with all that bounds one: one id is done or refused, several each on its own, 343 with a row
 * for each when some were refused. 312 where the table's list offers no Batch, 317 for a field that is not one of its.
 */
export const batchCall = op(batchOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const table = access.table(request.cloud);
  const grant = access.grant(table, 'Modify');
  if (!toolbarActions(table.def, (each) => access.may(table, each)).some((action) => action.op === 'Batch')) throw new Refusal(312);
  const fields = fieldsOf(grant, request);
  const versions = versionsOf(request);
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

/** What is to be written: fields that may be changed on several records and that the caller knows of, at least one (314). */
function fieldsOf(grant: Grant, request: Request): Readonly<Record<string, unknown>> {
  const sent = Object.entries(request).filter(([name]) => !OWN.has(name));
  for (const [name] of sent)
    if (grant.table.fields.get(name)?.def.batch !== 1 || grant.sees(name, 't') === false)
      throw new Refusal(317, '', { field: name.slice(0, 60) });
  if (sent.length === 0) throw new Refusal(314, '$batchNothing');
  return Object.fromEntries(sent);
}

/** The records, each once, with what was read of it. */
function versionsOf({ id: ids, versions }: Request): ReadonlyMap<number, number | undefined> {
  if (ids.length === 0) throw new Refusal(314, '', { field: 'id' });
  if (versions && versions.length !== ids.length) throw new Refusal(317, '', { field: 'versions' });
  return new Map(ids.map((id, at) => [id, versions?.[at]]));
}
