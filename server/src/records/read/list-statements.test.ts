import { expect, it } from 'vitest';
import { cacheBytes } from '#server/cache/cache.ts';
import { prepare, sql } from '#server/query/sql.ts';
import { keptFor } from './list-statements.ts';

let made = 0;
const make = () => {
  made += 1;
  return Object.assign(prepare(sql`select 1`), { text: `select ${made}` });
};
const textOf = (owner: object, filters: object): string => keptFor(owner, filters, make).text;

it('B4 a list is put together once for its reader, and never serves another reader or other filters', () => {
  const [mine, his] = [{}, {}];
  const filters = { fields: { status: 2 } };
  const first = textOf(mine, filters);
  expect(textOf(mine, { fields: { status: 2 } })).toBe(first);
  expect(textOf(his, filters)).not.toBe(first);
  for (const other of [{}, { fields: { status: 3 } }, { fields: { status: '2' } }, { ...filters, belong_id: 1 }, { sort: [['id', 'asc']] }])
    expect(textOf(mine, other)).not.toBe(first);
  expect(textOf(mine, filters)).toBe(first);
});

it('LIST-13 a first page that says its rows is another statement than one of any size', () => {
  const owner = {};
  const texts = [null, 10, 20].map((first) => keptFor(owner, {}, make, first).text);
  expect(new Set(texts).size).toBe(3);
  expect(keptFor(owner, {}, make, 20).text).toBe(texts[2]);
});

it('R10 a list whose filters are long is put together each time', () => {
  const owner = {};
  const long = (letters: number) => ({ where: 'x'.repeat(letters) });
  expect(textOf(owner, long(3_900))).toBe(textOf(owner, long(3_900)));
  expect(textOf(owner, long(4_000))).not.toBe(textOf(owner, long(4_000)));
});

it('F3 R10 one reader does not drive out what others ask for again and again', () => {
  const [rare, busy] = [{}, {}];
  const [first, often] = [textOf(rare, {}), textOf(busy, {})];
  for (let at = 0; at < 20_000; at += 1) {
    textOf(rare, { belong_id: at });
    if (at % 100 === 0) expect(textOf(busy, {})).toBe(often);
  }
  expect(textOf(rare, {})).not.toBe(first);
  expect(cacheBytes().lists).toBeLessThanOrEqual(8 * 2 ** 20);
});
