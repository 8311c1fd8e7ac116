import { handoverOp, heldOp } from '#protocol/ops/flow.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { usersOf } from '#server/people/account.ts';
import { handOverAll } from '#server/people/handover.ts';
import { readHeld } from '#server/people/held.ts';
import { openWork } from '#server/records/save/save.ts';

/** /flow?op=Held: what somebody holds, for who may act upon his account. */
export const heldCall = op(heldOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const table = usersOf(access);
  access.grant(table, 'Account');
  const { rows, total } = await house.db.tx(async (tx) =>
    readHeld({ ...(await openWork(tx, house, session, { access })), dry: true }, table, request),
  );
  return { rows, total, total_kind: 'exact' };
});

/** /flow?op=Handover: what somebody holds goes to another. */
export const handoverCall = op(handoverOp, (house, { request, session, caller }) => {
  const { user: from, to, todo, remark } = request;
  return handOverAll(house, session, { from, to, remark, ...(todo ? { todo } : {}), address: caller.address });
});
