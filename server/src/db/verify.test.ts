import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDb } from './pool/pool.ts';
import { type TestDatabase, testDatabase, theServer } from './testing.ts';
import { withAdmin } from './testing-server.ts';
import { verifyDatabase } from './verify.ts';

const sound = { version: 150_018, name: 'formwork', encoding: 'UTF8', ctype: 'C.UTF-8', pinyin: true, role: 'formwork', powers: [] };

it.each([
  [{ version: 140_011 }, 'PostgreSQL 15 or later is needed, this is 14'],
  [{ encoding: 'SQL_ASCII' }, 'encoding is SQL_ASCII; make it anew'],
  [{ ctype: 'C' }, 'LC_CTYPE C knows no Chinese letters; make it anew'],
  [{ pinyin: false }, 'built without ICU'],
  [{ role: 'postgres', powers: ['superuser'] }, 'the role postgres may too much (superuser)'],
])('a database with %o is refused with what to do', async (lack, text) => {
  const db = { query: async () => [{ ...sound, ...lack }] } as unknown as TestDatabase['db'];
  await expect(verifyDatabase(db)).rejects.toThrow(text);
});

it.each([
  ['superuser', 'superuser'],
  ['createrole', 'createrole'],
  ['in role pg_execute_server_program', 'pg_execute_server_program'],
  ['in role pg_read_server_files', 'pg_read_server_files'],
])('E15 a role that is made with "%s" is refused', async (attribute, says) => {
  const { url, close } = await testDatabase();
  const { adminUrl } = await theServer();
  const role = `strong_${randomBytes(4).toString('hex')}`;
  const strong = Object.assign(new URL(url), { username: role });
  await withAdmin(adminUrl, (admin) =>
    admin.query(
      `create role ${role} login ${attribute} password '${strong.password}'`.replace(/(in role \w+) password (.*)/, 'password $2 $1'),
    ),
  );
  const db = createDb(strong.href, { max: 1 });
  await expect(verifyDatabase(db)).rejects.toThrow(`the role ${role} may too much (${says})`);
  await db.close();
  await withAdmin(adminUrl, (admin) => admin.query(`drop role ${role}`));
  await close();
});

it('E15 the role of the product runs no program, reads no file and no password, and makes no role', async () => {
  const { db, close } = await testDatabase();
  for (const text of [
    `copy (select 1) to program 'true'`,
    `select pg_read_file('/etc/passwd')`,
    'select rolpassword from pg_authid',
    'create role nobody_else',
    `alter role current_user superuser`,
  ])
    await expect(db.query(text), text).rejects.toMatchObject({ code: 331, cause: { code: '42501' } });
  await close();
});

it('a database made as the launcher makes it is sound', async () => {
  const { db, close } = await testDatabase();
  await verifyDatabase(db);
  await close();
});
