import { describe, expect, it } from 'vitest';
import { bound, compile, constant, isOnly, or, sql } from './sql.ts';

it('F5 a statement has 10,000 values at most: 341, before the database is asked', () => {
  const of = (count: number) => compile(or(...Array.from({ length: count }, (_, at) => sql`t.x = ${bound(at, 'bigint')}`)));
  expect(of(10_000).values.length).toBe(10_000);
  expect(() => of(10_001)).toThrow(expect.objectContaining({ name: 'Refusal', code: 341 }));
  const same = bound(1, 'bigint');
  expect(compile(or(...Array.from({ length: 20_000 }, () => sql`t.x = ${same}`))).values).toEqual([1]);
});

describe('what a fragment reads of an alias', () => {
  const columns = new Set(['unit', 'rows.count']);
  it.each<[string, boolean]>([
    ['t."unit" = $1 and t.unit is null', true],
    ['t."rows.count" > 0', true],
    ['(t."unit")', true],
    ['j1."price" > 0 and xt."price" = 1 and a.t = 1', true],
    ["'2'::text = t.unit::text", true],
    ['t."price" > 0', false],
    ['exists (select from x where x.id = t.id)', false],
    ['t.*', false],
    ['count(t)', false],
    ['row_to_json(t) is null', false],
  ])('%s', (text, only) => expect(isOnly(constant(text), 't', columns)).toBe(only));
});
