import { processOp } from '#protocol/ops/flow.ts';
import { processOf } from '#server/flow/read/process.ts';
import { op } from '../op.ts';
import { lookAt } from './look.ts';

/** /flow?op=Process: the operation log of a record and its step bar, for whoever may look at it. */
export const processCall = op(processOp, async (house, { request, session }) => {
  const { rows, data } = await processOf(await lookAt(house, session, request.cloud), request.id);
  return { rows: rows.map((row) => ({ ...row })), data: { ...data } };
});
