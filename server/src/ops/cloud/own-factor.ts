import { beginFactorOp, confirmFactorOp, endFactorOp, ownFactorOp, recoveryCodesOp } from '#protocol/ops/cloud.ts';
import { op } from '#server/ops/op.ts';
import { beginFactor, confirmFactor, endFactor, newRecoveryCodes, ownFactor } from '#server/signin/own/factor.ts';

/** One's own second factor. */
export const ownFactorCalls = [
  op(ownFactorOp, async (house, { session }) => ({ data: { ...(await ownFactor(house, session)) } })),
  op(beginFactorOp, async (house, { request, session, caller }) => ({ data: { ...(await beginFactor(house, session, request, caller)) } })),
  op(confirmFactorOp, async (house, { request, session, caller }) => {
    await confirmFactor(house, session, request.code, caller);
    return {};
  }),
  op(endFactorOp, async (house, { request, session, caller }) => ({ data: { ...(await endFactor(house, session, request, caller)) } })),
  op(recoveryCodesOp, async (house, { request, session, caller }) => ({
    data: { ...(await newRecoveryCodes(house, session, request, caller)) },
  })),
];
