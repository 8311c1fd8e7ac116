import { logoutOp } from '#protocol/ops/sys.ts';
import { op } from '#server/ops/op.ts';
import { endSession } from '#server/signin/session.ts';

/** Signing out twice is no error: whoever asks is signed out. */
export const logoutCall = op(logoutOp, async (house, { token, caller }) => {
  if (token) await endSession(house, token, caller.address);
  return {};
});
