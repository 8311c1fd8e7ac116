import { expect, it } from 'vitest';
import type { Statement } from '#server/query/sql.ts';
import { keptFor } from './list-statements.ts';

let made = 0;
const make = () => {
  made += 1;
  const text = `select ${made}`;
  return (): Statement => ({ text, values: [] });
};
const textOf = (owner: object, filters: object): string => keptFor(owner, filters, make)().text;

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

it('the lists last asked for stay; long filters are not kept', () => {
  const owner = {};
  const first = textOf(owner, { belong_id: 0 });
  for (let at = 1; at < 8; at += 1) textOf(owner, { belong_id: at });
  expect(textOf(owner, { belong_id: 0 })).toBe(first);
  for (let at = 8; at < 16; at += 1) textOf(owner, { belong_id: at });
  expect(textOf(owner, { belong_id: 0 })).not.toBe(first);
  const long = { where: 'x'.repeat(3000) };
  expect(textOf(owner, long)).not.toBe(textOf(owner, long));
});

it('F3 R10 all readers together keep 2,000 lists, those asked for last', () => {
  const [rare, busy] = [{}, {}];
  const [first, often] = [textOf(rare, {}), textOf(busy, {})];
  for (let at = 0; at < 1_999; at += 1) textOf({}, {});
  expect(textOf(busy, {})).toBe(often);
  expect(textOf(rare, {})).not.toBe(first);
  const made: object[] = [];
  for (let at = 0; at < 2_500; at += 1) made.push({ at, text: textOf({ at }, {}) });
  expect(textOf(busy, {})).not.toBe(often);
});
