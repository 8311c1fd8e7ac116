import { sinceOp } from '#protocol/ops/flow.ts';
import { sinceOf } from '#server/flow/read/since.ts';
import { op } from '../op.ts';
import { lookAt } from './look.ts';

/** /flow?op=Since: what of a record is another since its reader decided upon it, or last looked. */
export const sinceCall = op(sinceOp, async (house, { request, session, background }) => ({
  data: { ...(await sinceOf(await lookAt(house, session, request.cloud), request.id, { since: request.since, background })) },
}));
