import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import { sys } from '#suites/sys/suite.ts';
import { loadCatalogue } from '../load.ts';
import { metaMigrations } from '../migrations.ts';
import { applySync, verifySync } from './apply.ts';

let one: TestDatabase;
beforeAll(async () => {
  one = await testDatabase();
  await migrate(one.db, [metaMigrations]);
});
afterAll(() => one.close());

it('META-01 definitions become tables; a second run has nothing to do', async () => {
  const catalogue = loadCatalogue([sys]);
  await applySync(one.db, catalogue);
  expect(await verifySync(one.db, catalogue)).toEqual([]);
});
