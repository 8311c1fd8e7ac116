import { accountOp, disableOp, enableOp, inviteOp, signOutOp, unlockOp } from '#protocol/ops/cloud.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { readAccount, usersOf } from '#server/people/account.ts';
import { actUpon, disable, enable, invite, signOut, unlock } from '#server/people/acts.ts';
import { openWork } from '#server/records/save/save.ts';

export const accountCall = op(accountOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const table = usersOf(access);
  access.grant(table, 'Account');
  const data = await house.db.tx(async (tx) =>
    readAccount({ ...(await openWork(tx, house, session, { access })), dry: true }, house, table, request.id),
  );
  return { data: { ...data } };
});

const upon = (def: typeof inviteOp, act: Parameters<typeof actUpon>[3]) =>
  op(def, (house, { request, session, caller }) => actUpon(house, session, { ids: request.id, op: def.op, address: caller.address }, act));

/** What is done upon accounts, several at once. */
export const peopleCalls = [
  upon(inviteOp, invite),
  upon(unlockOp, unlock),
  upon(signOutOp, signOut),
  upon(disableOp, disable),
  upon(enableOp, enable),
];
