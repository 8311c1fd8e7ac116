import { checkRightOp } from '#protocol/ops/flow.ts';
import { checkRight } from '#server/flow/read/check-right.ts';
import { op } from '../op.ts';
import { lookAt } from './look.ts';

/** /flow?op=CheckRight: whose it is, is asked of the session, never of the request. */
export const checkRightCall = op(checkRightOp, async (house, { request, session }) =>
  checkRight(await lookAt(house, session, request.cloud), request.id, request.todo),
);
