import { revokeOp } from '#protocol/ops/flow.ts';
import { commandRecord } from '#server/flow/act/command.ts';
import { presentStanding } from '#server/flow/act/present.ts';
import { foretellRevoke } from '#server/flow/act/revoking.ts';
import { op } from '../op.ts';
import { lookAt } from './look.ts';

/** /flow?op=Revoke: without `confirm` it says what it would undo (100), and undoes nothing. */
export const revokeCall = op(revokeOp, async (house, { request, session }) => {
  const { cloud, id, remark = '', confirm, _rid: rid } = request;
  const look = await lookAt(house, session, cloud);
  if (!confirm) return { code: 100, remark: '$flow_revoke_warn', data: await foretellRevoke(look, id) };
  const command = { op: 'Revoke', remark } as const;
  return presentStanding(house, session, await commandRecord(house, session, look.table, { id, command, ...(rid ? { rid } : {}) }));
});
