import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS } from '#server/tables.ts';
import { migrate } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open.ts';
import { type TestDatabase, testDatabase, theServer } from './testing.ts';
import { withAdmin } from './testing-server.ts';

let base: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  base = await testDatabase();
  other = await testDatabase();
});
afterAll(() => Promise.all([base.close(), other.close()]));

/** Opens, prepares as a start does, and closes; answers what was said. */
async function start(url: string, ownerUrl?: string, then: (opened: OpenDatabase) => Promise<unknown> = async () => undefined) {
  const said: string[] = [];
  const opened = await openDatabase({ url, ownerUrl, dataDir: '/nonexistent', say: (line) => said.push(line) });
  try {
    await opened.asOwner((owner) => migrate(owner, MIGRATIONS));
    await then(opened);
    return said;
  } finally {
    await opened.close();
  }
}

test('E15 with two roles the owner makes the tables and is gone; the one that serves has what it needs', async () => {
  const said = await start(base.servingUrl, base.url, async ({ db }) => {
    await db.query('select * from fw.session');
    await expect(db.query('select * from fw.migration')).rejects.toMatchObject({ cause: { code: '42501' } });
    const { adminUrl } = await theServer();
    const there = await withAdmin(adminUrl, (admin) =>
      admin.query('select distinct usename from pg_stat_activity where datname = $1 and backend_type = $2', [
        new URL(base.url).pathname.slice(1),
        'client backend',
      ]),
    );
    expect(there.rows).toEqual([{ usename: new URL(base.servingUrl).username }]);
  });
  expect(said).toEqual([]);
});

test('E15 a role that serves and owns, or belongs to one that does, is refused', async () => {
  await expect(start(base.url, base.url)).rejects.toThrow(/may more than a role that serves needs \(it owns \d+ things in this database/);
  const { adminUrl } = await theServer();
  const role = `member_${randomBytes(4).toString('hex')}`;
  const member = Object.assign(new URL(base.url), { username: role });
  await withAdmin(adminUrl, (admin) =>
    admin.query(`create role ${role} login noinherit in role ${new URL(base.url).username} password '${member.password}'`),
  );
  await expect(start(member.href, base.url)).rejects.toThrow(`it is a member of ${new URL(base.url).username}`);
  await withAdmin(adminUrl, (admin) => admin.query(`drop role ${role}`));
});

test('E15 an owner of another database, or one who makes nothing, is refused with what to do', async () => {
  await expect(start(base.servingUrl, other.url)).rejects.toThrow('DATABASE_OWNER_URL leads to another database than DATABASE_URL');
  await expect(start(base.servingUrl, base.servingUrl)).rejects.toThrow(/DATABASE_OWNER_URL: the role \w+ makes no tables: alter database/);
  await expect(start(base.servingUrl)).rejects.toThrow(/DATABASE_URL: the role \w+ makes no tables: set DATABASE_OWNER_URL/);
});

test('one role for everything works on, and the start says that two are better', async () => {
  expect(await start(other.url)).toEqual([expect.stringContaining('two are better (DATABASE_OWNER_URL')]);
});
