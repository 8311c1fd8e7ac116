import { endSessionsOp, sessionsOp } from '#protocol/ops/cloud.ts';
import { op } from '#server/ops/op.ts';
import { endOwnSessions, ownSessions, passwordTime } from '#server/signin/own/sessions.ts';

export const sessionsCall = op(sessionsOp, async (house, { session }) => ({
  rows: (await ownSessions(house, session)).map((row) => ({ ...row })),
  data: { password_time: await passwordTime(house, session) },
}));

export const endSessionsCall = op(endSessionsOp, async (house, { request, session, caller }) => ({
  data: { ended: await endOwnSessions(house, session, request.id, caller.address) },
}));
