import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDb } from '../pool/pool.ts';
import { theServer } from '../testing.ts';
import { withAdmin } from '../testing-server.ts';
import { verifyDatabase, verifyMaker } from '../verify.ts';
import { verifyStanding } from './grant.ts';
import { rolesSql } from './sql.ts';

test('E15 what `npm run db roles` prints makes the two roles and their database, and tells no password', async () => {
  const { adminUrl } = await theServer();
  const name = `made_${randomBytes(4).toString('hex')}`;
  const addressOf = (username: string) => Object.assign(new URL(adminUrl), { username, password: 's3cret', pathname: `/${name}` }).href;
  const [ownerUrl, url] = [addressOf(name), addressOf(`${name}-app`)];
  const text = rolesSql(url, ownerUrl);
  expect(text).not.toContain('s3cret');
  await withAdmin(adminUrl, async (admin) => {
    for (const line of text.split('\n').filter((one) => !one.startsWith('--'))) await admin.query(line.replace('…', 's3cret'));
  });
  const [owner, serving] = [createDb(ownerUrl, { max: 1 }), createDb(url, { max: 1 })];
  expect(await verifyDatabase(owner)).toBe(name);
  expect(await verifyDatabase(serving)).toBe(`${name}-app`);
  await verifyMaker(owner, 'DATABASE_OWNER_URL');
  await verifyStanding(owner, `${name}-app`);
  await Promise.all([owner.close(), serving.close()]);
  await withAdmin(adminUrl, async (admin) => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${name}, "${name}-app"`);
  });
});

test('with one role there is, only the one that serves is made', () => {
  const made = rolesSql('postgres://formwork:secret@db.example:5432/formwork').split('\n');
  expect(made.filter((line) => !line.startsWith('--'))).toEqual([expect.stringMatching(/^create role "formwork_app" login /)]);
  expect(made).toContain('-- Then start with DATABASE_OWNER_URL=postgres://formwork:…@db.example:5432/formwork');
  expect(made).toContain('--             and DATABASE_URL=postgres://formwork_app:…@db.example:5432/formwork');
});
