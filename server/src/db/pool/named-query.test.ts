import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing.ts';
import { runNamed } from './named-query.ts';
import { types } from './parsers.ts';

/** Every name stands. */
const ALL = { has: () => true, revision: () => 0 };

let one: TestDatabase;
const clients: pg.Client[] = [];
beforeAll(async () => {
  one = await testDatabase();
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await one.close();
});

/** A connection that counts how often it is asked for columns. */
async function counting(): Promise<{ read(name: string | undefined, id: number): Promise<unknown[]>; asked: () => number }> {
  const client = new pg.Client({ connectionString: one.url, types });
  clients.push(client);
  await client.connect();
  const connection = Reflect.get(client, 'connection') as unknown as { describe(message: unknown): void };
  const describes = connection.describe.bind(connection);
  let asked = 0;
  connection.describe = (message) => {
    asked += 1;
    describes(message);
  };
  const text = `select n as id, n::text as "name.n", null::numeric as none, array[n] as ids from generate_series(1, 2) n where n = $1`;
  const config = (name: string | undefined, id: number) => ({ name, text, values: [id], queryMode: 'extended' }) as pg.QueryConfig;
  return { read: async (name, id) => (await runNamed(client, ALL, config(name, id))).rows, asked: () => asked };
}

it('a connection is asked for the columns of a named statement once, and every row has them', async () => {
  const { read, asked } = await counting();
  const row = (id: number) => [{ id, 'name.n': String(id), none: null, ids: [id] }];
  for (const id of [1, 2, 1]) expect(await read('s1', id)).toEqual(row(id));
  expect(await read('s1', 9)).toEqual([]);
  expect(asked()).toBe(1);
  expect(await read(undefined, 2)).toEqual(row(2));
  expect(asked()).toBe(2);
});

it('another connection asks for itself', async () => {
  const { read, asked } = await counting();
  for (const id of [1, 2]) expect(await read('s1', id)).toHaveLength(1);
  expect(asked()).toBe(1);
});

it('a statement that fails while it runs is told, and runs again', async () => {
  const client = clients[0]!;
  const divide = (by: number) => runNamed(client, ALL, { name: 's2', text: 'select 6 / $1::int as n', values: [by] });
  expect((await divide(2)).rows).toEqual([{ n: 3 }]);
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  expect((await divide(3)).rows).toEqual([{ n: 2 }]);
});
