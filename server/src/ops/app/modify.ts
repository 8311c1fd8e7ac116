import { modifyOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { decideRecord } from '#server/flow/act/decide.ts';
import { presentDecision } from '#server/flow/act/present.ts';
import { tellSaved } from '#server/flow/store/notices.ts';
import { op } from '#server/ops/op.ts';
import { onceFor } from '#server/records/once/rid.ts';
import { saveRecord } from '#server/records/save/save.ts';
import { changeOf, decisionOf } from './submitted.ts';

/** Writes the fields that were sent. Answers data.id and data.version; a stale version is 311 with who and when. With `_event` it is a decision. */
export const modifyCall = op(modifyOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const table = access.table(request.cloud);
  const { _event } = request;
  if (_event !== undefined) {
    const decided = await decideRecord(house, session, table, decisionOf({ ...request, _event }));
    return presentDecision(house, session, decided);
  }
  access.grant(table, 'Modify');
  const data = await house.db.tx((tx) =>
    onceFor(tx, session, { rid: request._rid, what: `Modify ${table.cloud} ${request.id}`, body: request }, house.clock.now(), async () => {
      const saved = await saveRecord(tx, house, session, table, changeOf(request), { op: 'Modify', access });
      await tellSaved(tx, session, table, saved.id);
      return { ...saved };
    }),
  );
  return { data };
});
