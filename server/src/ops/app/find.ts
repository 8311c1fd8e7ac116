import { findOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { find } from '#server/records/find/find.ts';

/** Rows as wire/find.ts, the best first. */
export const findCall = op(findOp, async (house, { request, session }) => find(house, await openAccess(house, session), request));
