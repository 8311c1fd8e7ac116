import { type CacheDef, defineCache } from './cache.ts';

/** How often something happened lately, by key: for what is told a few times and then bounded. */
export interface Tally {
  /** Counts once more and answers which time this is since the window of that key began. */
  count(owner: object, key: string, now: Date): number;
}

/** A key that gave way to others begins anew: it bounds what one keeps and writes, it is no lock. */
export function defineTally(def: CacheDef, windowMs: number): Tally {
  const counts = defineCache<{ since: number; count: number }>(def);
  return {
    count: (owner, key, now) => {
      const known = counts.of(owner);
      const before = known.get(key);
      const mine = before && now.getTime() - before.since < windowMs ? before : { since: now.getTime(), count: 0 };
      mine.count += 1;
      known.set(key, mine, 50);
      return mine.count;
    },
  };
}
