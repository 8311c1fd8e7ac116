import { chartOp } from '#protocol/ops/flow.ts';
import { chartOf } from '#server/flow/read/chart.ts';
import { op } from '../op.ts';
import { lookAt } from './look.ts';

/** /flow?op=Chart: the flow that a record goes by and where it stands in it, for whoever may look at it. */
export const chartCall = op(chartOp, async (house, { request, session }) => ({
  data: { ...(await chartOf(await lookAt(house, session, request.cloud), request.id)) },
}));
