import { accountOp, disableOp, enableOp, inviteOp, resetFactorOp, signOutOp, takeLinkOp, unlockOp } from '#protocol/ops/cloud.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { readAccount, usersOf } from '#server/people/account.ts';
import { actUpon, disable, enable, invite, resetFactor, signOut, takeOut, unlock } from '#server/people/acts.ts';
import { MAILS } from '#server/people/mails.ts';
import { offered } from '#server/people/offered.ts';
import { openWork } from '#server/records/save/save.ts';

export const accountCall = op(accountOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const table = usersOf(access);
  access.grant(table, 'Account');
  const data = await house.db.tx(async (tx) => {
    const work = { ...(await openWork(tx, house, session, { access })), dry: true } as const;
    const account = await readAccount(work, house, table, request.id);
    return { ...account, acts: await offered(work, table, request.id, account) };
  });
  return { data };
});

const upon = (def: typeof unlockOp, act: Parameters<typeof actUpon>[3]) =>
  op(def, (house, { request, session, caller }) =>
    actUpon(house, session, { cloud: request.cloud, ids: request.id, op: def.op, address: caller.address }, act),
  );

/** What is done upon accounts, several at once. */
export const peopleCalls = [
  op(inviteOp, (house, { request, session, caller }) =>
    actUpon(house, session, { cloud: request.cloud, ids: request.id, op: 'Invite', address: caller.address }, invite(request.mail === 1)),
  ),
  op(takeLinkOp, (house, { request, session, caller }) =>
    actUpon(house, session, { cloud: request.cloud, ids: request.id, op: 'TakeLink', address: caller.address, of: MAILS }, takeOut),
  ),
  upon(unlockOp, unlock),
  upon(signOutOp, signOut),
  upon(disableOp, disable),
  upon(enableOp, enable),
  upon(resetFactorOp, resetFactor),
];
