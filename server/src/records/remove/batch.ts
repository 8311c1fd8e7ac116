import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import { isOutdatedPlan } from '#server/db/refuse.ts';

/** What became of one record of several. */
// types, not interfaces: they are kept with their request, and told, as plain JSON
export type Part = { code: number; remark: string; data?: object };
export type BatchAnswer = { code?: 300 | 343; data?: { id: number }; rows?: (Part & { id: number })[] };

/** In all, in milliseconds: a batch has a connection to itself, and others wait for it. */
const WITHIN_MS = 5_000;
/** The same of saves, whose records stay locked until the last is done: shorter than others wait for a lock. */
export const SAVES_WITHIN_MS = 2_000;
const NOT_BEGUN = { code: 103, remark: '$busy' } as const;

/**
 * Does the same with each record, in the order of their ids, so that two batches never wait for each other. One id: done, or refused.
 * Several: each on its own, and a refusal takes back only its own part; 343 with a row for each when some were refused, 300 when all were.
 * What is left when the time is over is not begun.
 */
export async function inBatch(
  tx: Tx,
  ids: readonly number[],
  part: (id: number) => Promise<unknown>,
  within = WITHIN_MS,
): Promise<BatchAnswer> {
  const [first] = ids;
  if (first !== undefined && ids.length === 1) {
    await part(first);
    return { data: { id: first } };
  }
  const rows: (Part & { id: number })[] = [];
  const until = performance.now() + within;
  for (const id of [...ids].sort((a, b) => a - b))
    rows.push({ id, ...(performance.now() < until ? await attempt(tx, () => part(id)) : NOT_BEGUN) });
  const refused = rows.filter((row) => row.code !== 200).length;
  return refused === 0 ? { rows } : { code: refused < rows.length ? 343 : 300, rows };
}

/** Runs one part so that its refusal takes back only what it did itself; what it answers is told with it. */
export async function attempt(tx: Tx, part: () => Promise<unknown>): Promise<Part> {
  await tx.query('savepoint part');
  try {
    const told = await part();
    await tx.query('release savepoint part');
    return { code: 200, remark: '', ...(typeof told === 'object' ? told : {}) };
  } catch (error) {
    // a plan that is out of date says nothing of this record: all of it is done again
    if (!(error instanceof Refusal) || isOutdatedPlan(error)) throw error;
    await tx.query('rollback to savepoint part');
    return { code: error.code, remark: error.remark, data: error.data };
  }
}
