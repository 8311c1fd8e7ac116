import type { OpDef } from '#protocol/ops/op.ts';
import { listItems } from '#protocol/wire/lists.ts';

/** More than a call may name, and letters of a name or an id: what is longer is refused later, and holds nothing that somebody else wants. */
const MOST = 1_000;
const LONGEST = 130;

/** The records that a call is to change; in one order always, so that no two calls wait for each other. */
export function recordsOf({ op, writes }: Pick<OpDef, 'op' | 'writes'>, { cloud, id }: Record<string, unknown>, company: number): string[] {
  // what Add makes has no id yet
  if (!writes || op === 'Add' || typeof cloud !== 'string') return [];
  const table = cloud.slice(0, LONGEST).split('[', 1)[0];
  const ids: unknown[] = typeof id === 'string' ? listItems(id, MOST) : Array.isArray(id) ? id.slice(0, MOST) : [id];
  const named = ids.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one).slice(0, LONGEST)] : []));
  return [...new Set(named.map((one) => `${company} ${table} ${one}`))].sort();
}

/** Answers when nobody else has any of the records, with how to give them back and whether they were waited for; what `late` says after `left` milliseconds. */
export type TakeRecords = (records: readonly string[], left: number, late: () => Error) => Promise<{ end: () => void; waited: boolean }>;

/**
 * Who changes a record has it alone on this process, as he has its row in the database. There the next would wait with a place and a
 * connection that others need; here he waits with nothing but his own turn.
 */
export function createRecords(): TakeRecords {
  /** who waits for each that somebody has */
  const taken = new Map<string, Set<() => void>>();
  const giveBack = (record: string): void => {
    const waiting = taken.get(record)!;
    const [next] = waiting;
    if (!next) return void taken.delete(record);
    waiting.delete(next);
    next();
  };
  const one = (record: string, left: number, late: () => Error): Promise<void> | null => {
    const waiting = taken.get(record);
    if (!waiting) return taken.set(record, new Set()) && null;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(late());
      }, left);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(begin);
    });
  };
  return async (records, left, late) => {
    const until = performance.now() + left;
    const his: string[] = [];
    const end = () => his.splice(0).forEach(giveBack);
    let waited = false;
    try {
      for (const record of records) {
        const turn = one(record, Math.max(0, until - performance.now()), late);
        if (turn) await turn;
        waited ||= turn !== null;
        his.push(record);
      }
      return { end, waited };
    } catch (error) {
      end();
      throw error;
    }
  };
}
