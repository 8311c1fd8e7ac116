import { reviewerOp } from '#protocol/ops/flow.ts';
import { reviewerOf } from '#server/flow/act/reviewer.ts';
import { op } from '../op.ts';
import { lookAt } from './look.ts';

/** /flow?op=Reviewer: the event that the form as typed leads by, and who would get it. */
export const reviewerCall = op(reviewerOp, async (house, { request, session }) =>
  reviewerOf(await lookAt(house, session, request.cloud), {
    event: request.event,
    ...(request.id === undefined ? {} : { id: request.id }),
    ...(request.data === undefined ? {} : { data: request.data }),
    ...(request._subtables === undefined ? {} : { subtables: request._subtables }),
    ...(request.todo === undefined ? {} : { todo: request.todo }),
  }),
);
