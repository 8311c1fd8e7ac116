import { Refusal } from '#protocol/codes.ts';
import { eyesOp } from '#protocol/ops/cloud.ts';
import { op } from '#server/ops/op.ts';
import { lookThrough } from '#server/people/eyes.ts';
import { findSession } from '#server/signin/session.ts';
import { ownUser } from '../sys/own-user.ts';

export const eyesCall = op(eyesOp, async (house, { request, session, caller }) => {
  const { token, until, seconds } = await lookThrough(house, session, { ...request, address: caller.address });
  const opened = await findSession(house, token, { background: true, address: caller.address });
  if (!opened) throw new Refusal(401);
  return { data: { token, until: until.toISOString(), seconds, user: await ownUser(house, opened) } };
});
