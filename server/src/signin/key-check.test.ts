import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import { metaMigrations } from '#server/meta/migrations.ts';
import { checkKeys, isSealed } from './key-check.ts';
import { signinMigrations } from './migrations.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await testDatabase();
});
afterAll(() => base.close());

const key = (byte: number) => Buffer.alloc(32, byte);
const KEYS = { seal: key(1), ticket: key(2), channel: key(3), pepper: key(4) };

it('E15 the first start marks the database; a start with one other key is refused and marks nothing', async () => {
  expect(await isSealed(base.db)).toBe(false);
  await migrate(base.db, [metaMigrations, signinMigrations]);
  expect(await isSealed(base.db)).toBe(false);
  await checkKeys(base.db, KEYS);
  expect(await isSealed(base.db)).toBe(true);
  await checkKeys(base.db, KEYS);
  for (const name of Object.keys(KEYS))
    await expect(checkKeys(base.db, { ...KEYS, [name]: key(9) })).rejects.toThrow(`not those of this database (${name})`);
  await expect(checkKeys(base.db, { ...KEYS, seal: KEYS.ticket, ticket: KEYS.seal })).rejects.toThrow('(seal, ticket)');
  const marks = await base.db.query<{ mark: Buffer }>('select mark from fw.key_check');
  for (const { mark } of marks) expect(Object.values(KEYS).map((one) => one.toString('hex'))).not.toContain(mark.toString('hex'));
});

it('E15 a database of an earlier version, which has no mark but a password, takes no new keys', async () => {
  await base.db.query('drop table fw.key_check');
  expect(await isSealed(base.db)).toBe(false);
  await base.db.query(`insert into fw.credential (company_id, user_id, login_id, v, sealed) values (1, 1, 'a/b', 'P1', '')`);
  expect(await isSealed(base.db)).toBe(true);
});
