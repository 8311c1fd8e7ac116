import { addOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { runDeed } from '#server/call/run-deed.ts';
import { decideRecord } from '#server/flow/act/decide.ts';
import { presentDecision } from '#server/flow/act/present.ts';
import { op } from '#server/ops/op.ts';
import { onceFor } from '#server/records/once/rid.ts';
import { saveRecord } from '#server/records/save/save.ts';
import { changeOf, decisionOf } from './submitted.ts';

/** Answers data.id and data.version; a repeat of the same `_rid` answers them again. With `_event` it is a Submit. */
export const addCall = op(addOp, async (house, { request: asked, session }) => {
  // a new record has no id yet: one that is sent has no effect (B9)
  const { id: _id, version: _version, ...request } = asked;
  const access = await openAccess(house, session);
  const table = access.table(request.cloud);
  const { _event } = request;
  if (_event !== undefined) {
    const decided = await decideRecord(house, session, table, decisionOf({ ...request, _event }), runDeed);
    return presentDecision(house, session, decided);
  }
  access.grant(table, 'Add');
  const data = await house.db.tx((tx) =>
    onceFor(tx, session, { rid: request._rid, what: `Add ${table.cloud}`, body: request }, house.clock.now(), async () => ({
      ...(await saveRecord(tx, house, session, table, changeOf(request), { op: 'Add', access })),
    })),
  );
  return { data };
});
