import { defineCache, MIB } from '#server/cache/cache.ts';
import type { Db } from '#server/db/db.ts';
import type { Position } from '#server/query/position.ts';

/** Rows before a page from which on its neighbours are found by its own ends; below, counting costs nothing. */
const DEEP = 1000;
const KEPT_MS = 10 * 60_000;

/** The page that somebody saw last of one list: what stands at its ends, in the list's order. */
interface Seen {
  offset: number;
  rows: number;
  first: readonly (string | null)[];
  last: readonly (string | null)[];
  at: number;
}
const places = defineCache<Seen>({
  name: 'places',
  holds: 'where the page begins and ends that somebody saw last of a long list',
  key: 'hash of session, domain, version of rights, roles, language, op, table and filters',
  ends: 'after 10 minutes',
  bytes: 1 * MIB,
});

export const isDeep = (offset: number): boolean => offset >= DEEP;

/**
 * Where a deep page begins, when its neighbour or itself was seen last by the same session in the same list; undefined: count. It
 * is a memory of this process and may be lost at any time: counting answers the same, only later.
 */
export function recall(db: Db, key: string, { offset, limit, now }: { offset: number; limit: number; now: Date }): Position | undefined {
  const seen = places.of(db).get(key);
  if (!seen || now.getTime() - seen.at > KEPT_MS) return undefined;
  if (offset === seen.offset) return { at: seen.first, rows: 'from' };
  if (offset === seen.offset + seen.rows) return { at: seen.last, rows: 'after' };
  return offset + limit === seen.offset ? { at: seen.first, rows: 'before' } : undefined;
}

/** Keeps the ends of a page. */
export function remember(db: Db, key: string, seen: Seen): void {
  const letters = [...seen.first, ...seen.last].reduce((sum, value) => sum + (value?.length ?? 0), 0);
  places.of(db).set(key, seen, 200 + 2 * letters);
}
