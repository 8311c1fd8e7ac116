import { changeOp, changeRowsOp, changeStopOp, changesOp, changeUndoOp, matchingOp } from '#protocol/ops/app.ts';
import { beginChange, matching, stopChange } from '#server/changes/begin.ts';
import { changesOf, rowsOf } from '#server/changes/told.ts';
import { undoChange } from '#server/changes/undo.ts';
import { op } from '#server/ops/op.ts';

/** Changes of many records as jobs (docs/decisions/239): counted, begun, looked at, stopped, taken back, each by its own person alone. */
export const changeCalls = [
  op(matchingOp, async (house, { request, session }) => ({
    data: { ...(await matching(house, session, request.cloud, request.filters ?? {})) },
  })),
  op(changeOp, (house, { request, session }) => beginChange(house, session, request)),
  op(changesOp, (house, { request, session }) => changesOf(house, session, request)),
  op(changeRowsOp, (house, { request, session }) => rowsOf(house, session, request)),
  op(changeStopOp, async (house, { request, session }) => {
    await stopChange(house, session, request.id);
    return {};
  }),
  op(changeUndoOp, (house, { request, session }) => undoChange(house, session, request)),
];
