import { type Cache, type CacheDef, defineCache } from '#server/cache/cache.ts';
import type { Db } from './db.ts';

interface Read<Value> {
  value: Value;
  at: number;
  writes: number;
}

/** What was read of the database a moment ago, by key. */
export interface Kept<Value> {
  /** The value as it was read lately, else as it is read now. */
  read(key: string, ask: () => Promise<Value>): Promise<Value>;
  /** Forgets all, also what is being read. */
  forget(): void;
}

export interface Belief<Value> {
  /** how long an answer is believed, in milliseconds from when it was asked for */
  ms: number;
  /** only such answers are kept */
  worth(value: Value): boolean;
  /** what a value weighs in memory, about, in bytes */
  weigh(value: Value): number;
}

/**
 * A short memory of what was asked of a database. An answer is believed while three things hold: the question was sent less than `ms`
 * ago, this process has written nothing since (whatever it was: no writer has to think of it), and nobody called `forget`. So it
 * fails closed by itself: without the database or the listener nothing is believed longer than `ms`.
 */
export function keeping<Value>(
  db: Pick<Db, 'writes'>,
  known: Cache<Read<Value>>,
  { ms, worth, weigh }: Belief<Value>,
  now = () => performance.now(),
): Kept<Value> {
  let forgotten = 0;
  return {
    read: async (key, ask) => {
      const kept = known.get(key);
      if (kept && kept.writes === db.writes() && now() - kept.at < ms) return kept.value;
      const mark = { at: now(), writes: db.writes() };
      const before = forgotten;
      const value = await ask();
      if (before === forgotten && worth(value)) known.set(key, { value, ...mark }, weigh(value));
      else known.delete(key);
      return value;
    },
    forget: () => {
      forgotten += 1;
      known.clear();
    },
  };
}

/** Declares such a memory of each database. */
export function defineKept<Value>(def: CacheDef, belief: Belief<Value>): { of(db: Db): Kept<Value> } {
  const caches = defineCache<Read<Value>>(def);
  const known = new WeakMap<Db, Kept<Value>>();
  return {
    of: (db) => {
      const kept = known.get(db) ?? keeping(db, caches.of(db), belief);
      known.set(db, kept);
      return kept;
    },
  };
}
