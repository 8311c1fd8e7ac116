import { desktopOp } from '#protocol/ops/cloud.ts';
import { op } from '#server/ops/op.ts';
import { desktopFlags } from '#server/signin/user.ts';

export const desktopCall = op(desktopOp, async (house, { session }) => ({ data: { ...(await desktopFlags(house, session)) } }));
