import { rejectOp } from '#protocol/ops/flow.ts';
import { openAccess } from '#server/access/access.ts';
import { runDeed } from '#server/call/run-deed.ts';
import { decideRecord } from '#server/flow/act/decide.ts';
import { presentDecision } from '#server/flow/act/present.ts';
import { op } from '../op.ts';

/** /flow?op=Reject: returns a record to an earlier log row, or to the applicant. Answers like a decision by Modify. */
export const rejectCall = op(rejectOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const said = {
    op: 'Reject' as const,
    id: request.id,
    fields: {},
    ...(request._event === undefined ? {} : { event: request._event }),
    ...(request.todo === undefined ? {} : { todo: request.todo }),
    ...(request.back_id === undefined ? {} : { back_id: request.back_id }),
    remark: request.remark ?? '',
    attachs: request.attachs ?? '',
    copies: request.copies ?? [],
    ...(request._answer === undefined ? {} : { answer: request._answer }),
    ...(request._rid === undefined ? {} : { rid: request._rid }),
  };
  const decided = await decideRecord(house, session, access.table(request.cloud), said, runDeed);
  return presentDecision(house, session, decided);
});
