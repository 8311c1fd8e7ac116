import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** What a cache says of itself. docs/caches.md is made of these, and a test holds the two together. */
export interface CacheDef {
  name: string;
  holds: string;
  /** what the key is made of: a caller's text is never part of it, its hash is */
  key: string;
  /** when an entry is not believed any more; what was not asked for longest gives way to what is new in any case */
  ends: string;
  /** what all entries of one process weigh at most */
  bytes: number;
  /** entries at most, where their number costs something elsewhere */
  most?: number;
}

/** Entries by key, the one last asked for last. A value heavier than a sixteenth of the cache is not kept. */
export interface Cache<Value> {
  get(key: string): Value | undefined;
  /** `bytes`: about what the value weighs; the key and the place that an entry takes are added. */
  set(key: string, value: Value, bytes: number): void;
  delete(key: string): void;
  clear(): void;
  readonly bytes: number;
}

/** A cache by whom it belongs to: a process has one database, a test may have several. It ends with its owner. */
export interface CacheOf<Value> {
  /** `dropped` hears of each entry that gave way or was put aside; it is the first asker's. */
  of(owner: object, dropped?: (value: Value) => void): Cache<Value>;
}

export const MIB = 2 ** 20;

/** Whom a cache belongs to that is the same for all databases. */
export const PROCESS = {};

/** An entry's place in the library's lists. */
const PLACE = 200;
const LARGEST = 1 / 16;

const defs: CacheDef[] = [];
const live = new Map<CacheDef, Set<WeakRef<Cache<unknown>>>>();

/** Declares a cache, once, where its entries are made. */
export function defineCache<Value extends object | string>(def: CacheDef): CacheOf<Value> {
  defs.push(def);
  const made = new Set<WeakRef<Cache<unknown>>>();
  live.set(def, made);
  const byOwner = new WeakMap<object, Cache<Value>>();
  return {
    of: (owner, dropped) => {
      const known = byOwner.get(owner);
      if (known) return known;
      const cache = createCache<Value>(def, dropped);
      byOwner.set(owner, cache);
      made.add(new WeakRef(cache));
      return cache;
    },
  };
}

function createCache<Value extends object | string>(def: CacheDef, dropped?: (value: Value) => void): Cache<Value> {
  const entries = new LRUCache<string, Value>({
    maxSize: def.bytes,
    maxEntrySize: Math.floor(def.bytes * LARGEST),
    ...(def.most ? { max: def.most } : {}),
    ...(dropped ? { dispose: dropped } : {}),
  });
  return {
    get: (key) => entries.get(key),
    set: (key, value, bytes) => void entries.set(key, value, { size: PLACE + 2 * key.length + Math.ceil(bytes) }),
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    get bytes() {
      return entries.calculatedSize;
    },
  };
}

/** Every cache of the process, by name. */
export const definedCaches = (): readonly CacheDef[] => [...defs].sort((one, other) => one.name.localeCompare(other.name));

/** What the entries of each cache weigh now. */
export function cacheBytes(): Record<string, number> {
  const bytes: Record<string, number> = {};
  for (const [{ name }, caches] of live) {
    bytes[name] = 0;
    for (const ref of caches) {
      const cache = ref.deref();
      if (cache) bytes[name] += cache.bytes;
      else caches.delete(ref);
    }
  }
  return bytes;
}

/** Letters that are hashed into a key at most: what is longer is worked out each time. */
const LONGEST = 4_000;

/** A text of ours for a key, however long. */
export const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 24);

/** A caller's text for a key; null for one too long to be kept. */
export const hashed = (text: string): string | null => (text.length > LONGEST ? null : digest(text));

let objects = 0;
const numbers = new WeakMap<object, string>();

/** The same name for the same object, and for no other one, ever: what hangs on an object is kept under it, and forgotten behind it. */
export function identityOf(of: object): string {
  const known = numbers.get(of);
  if (known) return known;
  objects += 1;
  numbers.set(of, String(objects));
  return String(objects);
}
