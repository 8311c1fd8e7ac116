import { registerOp } from '#protocol/ops/cloud.ts';
import { loadGrants } from '#server/access/grants/load-grants.ts';
import { op } from '#server/ops/op.ts';
import { register } from '#server/signin/company/register.ts';

export const registerCall = op(registerOp, async (house, { request, caller }) => ({
  data: await register(house, request, caller, loadGrants),
}));
