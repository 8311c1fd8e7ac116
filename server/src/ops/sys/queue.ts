import { Refusal } from '#protocol/codes.ts';
import { queueOp } from '#protocol/ops/sys.ts';
import { op } from '#server/ops/op.ts';

/** In all: nobody waits longer for an answer, and an action may take as long as a statement. */
const WITHIN_MS = 30_000;
const ENVELOPE = { code: 200, remark: '' } as const;
const NOT_BEGUN = { code: 103, remark: '$busy', data: {} } as const;

/**
 * Each action runs as a call of its own, with its own rights, its own place in the line and its own transaction, in order; one that is
 * refused stops none after it. What is left when the time is over, the caller gone or the server about to stop is not begun.
 */
export const queueCall = op(queueOp, async (_house, { request, dispatch, wanted }) => {
  const rows: Record<string, unknown>[] = [];
  const until = performance.now() + WITHIN_MS;
  for (const { path, op: name, ...form } of request.actions) {
    if (performance.now() >= until || wanted?.() === false) {
      rows.push(NOT_BEGUN);
      continue;
    }
    const answer = path === '/sys' && name === 'Queue' ? new Refusal(403) : await dispatch!(path, name, form);
    if (!(answer instanceof Refusal)) rows.push({ ...ENVELOPE, ...answer });
    else rows.push({ code: answer.code, remark: answer.remark, data: answer.data, ...(answer.rows.length ? { rows: answer.rows } : {}) });
  }
  return { rows };
});
