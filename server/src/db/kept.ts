import type { Db } from './db.ts';

/** Answers that are kept at once, where nothing else is said. */
const MOST = 300;

/** What was read of the database a moment ago, by key. */
export interface Kept<Value> {
  /** The value as it was read lately, else as it is read now; `ask` hears what was kept last, to keep the same object where nothing changed. */
  read(key: string, ask: (last: Value | undefined) => Promise<Value>): Promise<Value>;
  /** Forgets all, also what is being read. */
  forget(): void;
}

/**
 * A short memory of what was asked of a database. An answer is believed while three things hold: the question was sent less than `ms`
 * ago, this process has written nothing since (whatever it was: no writer has to think of it), and nobody called `forget`. So it
 * fails closed by itself: without the database or the listener nothing is believed longer than `ms`. Only answers that are `worth` it are kept.
 */
export function keeping<Value>(
  db: Pick<Db, 'writes'>,
  ms: number,
  worth: (value: Value) => boolean,
  { now = () => performance.now(), most = MOST }: { now?: () => number; most?: number } = {},
): Kept<Value> {
  const known = new Map<string, { value: Value; at: number; writes: number }>();
  let forgotten = 0;
  return {
    read: async (key, ask) => {
      const kept = known.get(key);
      if (kept && kept.writes === db.writes() && now() - kept.at < ms) return kept.value;
      const mark = { at: now(), writes: db.writes() };
      const before = forgotten;
      const value = await ask(kept?.value);
      known.delete(key);
      if (before === forgotten && worth(value)) known.set(key, { value, ...mark });
      if (known.size > most) known.delete(known.keys().next().value as string);
      return value;
    },
    forget: () => {
      forgotten += 1;
      known.clear();
    },
  };
}
