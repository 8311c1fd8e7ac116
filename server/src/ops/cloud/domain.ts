import { domainOp } from '#protocol/ops/cloud.ts';
import { op } from '#server/ops/op.ts';
import { hostPage } from '#server/signin/host.ts';

export const domainCall = op(domainOp, async (house, { request, caller }) => ({
  data: await hostPage(house, request.host ?? caller.host),
}));
