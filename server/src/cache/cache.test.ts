import { expect, it } from 'vitest';
import { cacheBytes, defineCache, hashed, identityOf } from './cache.ts';

const KIB = 1024;
const tests = defineCache<{ text: string }>({ name: 'tests', holds: '', key: '', ends: '', bytes: 64 * KIB });
const few = defineCache<string>({ name: 'few', holds: '', key: '', ends: '', bytes: 64 * KIB, most: 2 });

it('R10 a cache weighs no more than its bound, whatever is put into it; what was not asked for longest gives way', () => {
  const cache = tests.of({});
  cache.set('first', { text: '' }, 1 * KIB);
  for (let at = 0; at < 1_000; at += 1) {
    cache.set(`entry ${at}`, { text: '' }, 1 * KIB);
    expect(cache.get('first')).toBeDefined();
    expect(cache.bytes).toBeLessThanOrEqual(64 * KIB);
  }
  expect(cache.get('entry 0')).toBeUndefined();
  expect(cache.get('entry 999')).toBeDefined();
});

it('R10 keys weigh too, and one heavy entry drives nobody out: it is not kept', () => {
  const cache = tests.of({});
  cache.set('light', { text: '' }, 0);
  cache.set('heavy', { text: '' }, 5 * KIB);
  cache.set('k'.repeat(3 * KIB), { text: '' }, 0);
  expect([cache.get('light') !== undefined, cache.get('heavy'), cache.get('k'.repeat(3 * KIB))]).toEqual([true, undefined, undefined]);
  for (let at = 0; at < 1_000; at += 1) cache.set(`${at}`.padEnd(1 * KIB), { text: '' }, 0);
  expect(cache.bytes).toBeLessThanOrEqual(64 * KIB);
  expect(cache.get('light')).toBeUndefined();
});

it('each owner has entries of his own, and all of them are counted', () => {
  const [one, other] = [{}, {}];
  tests.of(one).set('a', { text: 'one' }, 100);
  expect(tests.of(other).get('a')).toBeUndefined();
  expect(tests.of(one).get('a')).toEqual({ text: 'one' });
  expect(cacheBytes().tests).toBeGreaterThanOrEqual(tests.of(one).bytes);
  tests.of(one).clear();
  expect(tests.of(one).bytes).toBe(0);
});

it('where the number of entries is bounded too, its owner hears what gave way', () => {
  const gone: string[] = [];
  const cache = few.of({}, (value) => gone.push(value));
  for (const name of ['a', 'b', 'c']) cache.set(name, `value of ${name}`, 10);
  cache.delete('b');
  expect(gone).toEqual(['value of a', 'value of b']);
});

it('a text too long to be a key has no hash, and no two texts have the same', () => {
  expect(hashed('x'.repeat(4_001))).toBeNull();
  const hashes = Array.from({ length: 1_000 }, (_, at) => hashed(`text ${at}`));
  expect(new Set(hashes).size).toBe(1_000);
  expect(hashes[0]).toMatch(/^[\w-]{24}$/);
});

it('an object has one number, which no other has', () => {
  const [one, other] = [{}, {}];
  expect(identityOf(one)).toBe(identityOf(one));
  expect(identityOf(one)).not.toBe(identityOf(other));
});
