import { dutiesOp } from '#protocol/ops/cloud.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { dutiesOf } from '#server/people/duties.ts';

export const dutiesCall = op(dutiesOp, async (house, { request, session }) => dutiesOf(house, await openAccess(house, session), request));
