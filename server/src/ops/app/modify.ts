import { modifyOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { runDeed } from '#server/call/run-deed.ts';
import { decideRecord } from '#server/flow/act/decide.ts';
import { presentDecision } from '#server/flow/act/present.ts';
import { op } from '#server/ops/op.ts';
import { saveStanding } from '#server/people/saving.ts';
import { onceFor } from '#server/records/once/rid.ts';
import { type SecurityEvent, tellEvent } from '#server/signin/security-log.ts';
import { changeOf, decisionOf } from './submitted.ts';

/** Writes the fields that were sent. Answers data.id and data.version; a stale version is 311 with who and when. With `_event` it is a decision. */
export const modifyCall = op(modifyOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const table = access.table(request.cloud);
  const { _event } = request;
  if (_event !== undefined) {
    const decided = await decideRecord(house, session, table, decisionOf({ ...request, _event }), runDeed);
    return presentDecision(house, session, decided);
  }
  access.grant(table, 'Modify');
  let told: SecurityEvent[] = [];
  const data = await house.db.tx((tx) => {
    told = [];
    return onceFor(
      tx,
      session,
      { rid: request._rid, what: `Modify ${table.cloud} ${request.id}`, body: request },
      house.clock.now(),
      async () => {
        const change = { ...changeOf(request), id: request.id };
        const { saved, events } = await saveStanding(tx, house, session, access, table, change);
        told = events;
        return { ...saved };
      },
    );
  });
  for (const event of told) tellEvent(house, event);
  return { data };
});
