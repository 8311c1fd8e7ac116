import { setUpOp } from '#protocol/ops/sys.ts';
import { loadGrants } from '#server/access/grants/load-grants.ts';
import { op } from '#server/ops/op.ts';
import { setUp } from '#server/signin/set-up.ts';

export const setUpCall = op(setUpOp, async (house, { request, caller }) => ({ data: await setUp(house, request, caller, loadGrants) }));
