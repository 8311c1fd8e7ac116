import { expect, it } from 'vitest';
import type { Db } from '../db.ts';
import { testDatabase } from '../testing.ts';
import { connectionsOf } from './connections.ts';

const of = (most: number, kept = 3) => ({ query: async () => [{ most, kept }] }) as unknown as Db;

it('13 all processes, one more while they are replaced and what stands beside calls fit into max_connections', async () => {
  for (const most of [100, 200, 500])
    for (let workers = 1; workers <= 16; workers += 1) {
      const each = await connectionsOf(of(most), workers).catch(() => undefined);
      if (each === undefined) expect([most, workers > 11]).toEqual([100, true]);
      else expect((workers + (workers > 1 ? 1 : 0)) * (each + 3 + 1 + 1) + 3).toBeLessThan(most);
    }
  expect(await connectionsOf(of(100), 1)).toBe(10);
  expect(await connectionsOf(of(200), 16)).toBe(6);
});

it('13 a database that does not hold them is refused with the number that does', async () => {
  await expect(connectionsOf(of(100), 16)).rejects.toThrow(
    "The database's max_connections is 100, WORKERS=16 needs 132: raise it, or set fewer WORKERS.",
  );
  expect(await connectionsOf(of(132), 16)).toBe(2);
});

it('13 it is asked of the database itself', async () => {
  const { db, close } = await testDatabase();
  expect(await connectionsOf(db, 1)).toBe(10);
  await expect(connectionsOf(db, 10_000)).rejects.toThrow('max_connections is ');
  await close();
});
