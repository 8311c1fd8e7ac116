import { type OpRef, refKey } from './op-ref.ts';
import { ops } from './ops.ts';
import { encodeForm } from './request.ts';

/** A call is slow when it took this much longer than the server needed for it. */
const SLOW = 1000;

export const isSlow = (took: number, duration: number): boolean => took - duration > SLOW;

/** Tells the server of a slow call, unasked and without consequence (WIRE-12). */
export function reportDelay(op: OpRef, took: number, duration: number, token: string): void {
  if (!isSlow(took, duration) || refKey(op) === refKey(ops.saveDelay)) return;
  const form = encodeForm({ id: refKey(op), delay: Math.round(took - duration), _bg: 1 });
  fetch(refKey(ops.saveDelay), { method: 'POST', body: form, headers: { token }, keepalive: true }).catch(() => undefined);
}
