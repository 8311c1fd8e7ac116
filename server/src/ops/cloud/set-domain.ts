import { Refusal } from '#protocol/codes.ts';
import { setDomainOp } from '#protocol/ops/cloud.ts';
import { op } from '#server/ops/op.ts';
import { record } from '#server/signin/security-log.ts';
import { moveSession } from '#server/signin/session.ts';

export const setDomainCall = op(setDomainOp, async (house, { request, session, caller, token: old }) => {
  const domain = session.domains.find((one) => one.id === request.id);
  if (!domain) throw new Refusal(312);
  const token = await moveSession(house, session, old!, domain.id);
  if (!token) throw new Refusal(401);
  const who = { company: session.company.id, actor: session.user.id, sid: session.sid, address: caller.address };
  await record(house, { ...who, op: 'SetDomain', reason: 'ok', target: `domain ${domain.id}` });
  return { data: { domain, token } };
});
