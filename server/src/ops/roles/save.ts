import { saveRoleOp } from '#protocol/ops/cloud.ts';
import { opKey } from '#protocol/ops/op.ts';
import { openAccess } from '#server/access/access.ts';
import { saveRole } from '#server/roles/save.ts';
import { tellEvent, writeEvent } from '#server/signin/security-log.ts';
import { op } from '../op.ts';

/** The change and its line in the security log come to be together. */
export const saveRoleCall = op(saveRoleOp, async (house, { request, session, caller }) => {
  const { company, user, sid } = session;
  const event = { company: company.id, actor: user.id, sid, address: caller.address };
  const told = { ...event, op: opKey(saveRoleOp), reason: 'ok', target: `role ${request.id}` };
  let isLogged = false;
  const reply = await saveRole(house, await openAccess(house, session), request, async (tx) => {
    await writeEvent(tx, told, house.clock.now());
    isLogged = true;
  });
  if (isLogged) tellEvent(house, told);
  return reply;
});
