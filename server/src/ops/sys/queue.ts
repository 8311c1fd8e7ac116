import { Refusal } from '#protocol/codes.ts';
import { queueOp } from '#protocol/ops/sys.ts';
import { op } from '#server/ops/op.ts';

const MOST = 100;
const ENVELOPE = { code: 200, remark: '' } as const;

/** Each action runs as a call of its own, with its own rights and its own transaction, in order; one that is refused stops none after it. */
export const queueCall = op(queueOp, async (_house, { request, dispatch }) => {
  if (request.actions.length > MOST) throw new Refusal(341);
  const rows: Record<string, unknown>[] = [];
  for (const { path, op: name, ...form } of request.actions) {
    const answer = path === '/sys' && name === 'Queue' ? new Refusal(403) : await dispatch!(path, name, form);
    if (!(answer instanceof Refusal)) rows.push({ ...ENVELOPE, ...answer });
    else rows.push({ code: answer.code, remark: answer.remark, data: answer.data, ...(answer.rows.length ? { rows: answer.rows } : {}) });
  }
  return { rows };
});
