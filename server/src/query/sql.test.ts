import { expect, it } from 'vitest';
import { bound, compile, or, sql } from './sql.ts';

it('F5 a statement has 10,000 values at most: 341, before the database is asked', () => {
  const of = (count: number) => compile(or(...Array.from({ length: count }, (_, at) => sql`t.x = ${bound(at, 'bigint')}`)));
  expect(of(10_000).values.length).toBe(10_000);
  expect(() => of(10_001)).toThrow(expect.objectContaining({ name: 'Refusal', code: 341 }));
  const same = bound(1, 'bigint');
  expect(compile(or(...Array.from({ length: 20_000 }, () => sql`t.x = ${same}`))).values).toEqual([1]);
});
