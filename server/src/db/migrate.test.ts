import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MigrationRoom, migrate } from './migrate.ts';
import { createDb } from './pool/pool.ts';
import { type TestDatabase, testDatabase } from './testing.ts';

let one: TestDatabase;
beforeAll(async () => {
  one = await testDatabase();
});
afterAll(() => one.close());

const first: MigrationRoom = {
  room: 'signin',
  steps: [{ id: '001-session', sql: 'create table fw.session (id bigint primary key); create index on fw.session (id)' }],
};
const grown: MigrationRoom = { ...first, steps: [...first.steps, { id: '002-seen', sql: 'alter table fw.session add seen timestamptz' }] };

describe('migrate', () => {
  it('applies what is missing, once, in order', async () => {
    expect(await migrate(one.db, [first])).toEqual(['signin/001-session']);
    expect(await migrate(one.db, [first])).toEqual([]);
    expect(await migrate(one.db, [grown, { room: 'flow', steps: [{ id: '001', sql: 'create table fw.log (id bigint)' }] }])).toEqual([
      'signin/002-seen',
      'flow/001',
    ]);
    const schemas = await one.db.query(`select nspname as name from pg_namespace where nspname in ('fw', 'app', 'hist') order by 1`);
    expect(schemas.map((row) => row.name)).toEqual(['app', 'fw', 'hist']);
  });

  it('refuses an edited step, an unknown one, and one declared twice', async () => {
    const flow = { room: 'flow', steps: [{ id: '001', sql: 'create table fw.log (id int)' }] };
    await expect(migrate(one.db, [grown, flow])).rejects.toThrow('flow/001 was edited');
    await expect(migrate(one.db, [grown])).rejects.toThrow('newer version: it has flow/001');
    expect(() => migrate(one.db, [first, first])).toThrow('declared twice');
  });

  it('a step that fails leaves nothing of the run behind, and says which it was', async () => {
    const other = await testDatabase();
    const bad = {
      room: 'flow',
      steps: [
        { id: '001', sql: 'create table fw.log (id bigint)' },
        { id: '002', sql: 'alter table fw.nothing add x int' },
      ],
    };
    await expect(migrate(other.db, [bad])).rejects.toThrow('migration flow/002: relation "fw.nothing" does not exist');
    expect(await other.db.query(`select 1 from pg_namespace where nspname = 'fw'`)).toEqual([]);
    await other.close();
  });

  it('servers that start together migrate once', async () => {
    const other = await testDatabase();
    const beside = createDb(other.url);
    const runs = await Promise.all([migrate(other.db, [grown]), migrate(beside, [grown]), migrate(other.db, [grown])]);
    expect(runs.flat()).toEqual(['signin/001-session', 'signin/002-seen']);
    await beside.close();
    await other.close();
  });
});
