import { whyOp } from '#protocol/ops/cloud.ts';
import { openAccess } from '#server/access/access.ts';
import { whyMay } from '#server/roles/why.ts';
import { op } from '../op.ts';

export const whyCall = op(whyOp, async (house, { request, session }) => whyMay(house, await openAccess(house, session), request));
