import { expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from './testing.ts';
import { verifyDatabase } from './verify.ts';

const sound = { version: 150_018, name: 'formwork', encoding: 'UTF8', ctype: 'C.UTF-8', pinyin: true };

it.each([
  [{ version: 140_011 }, 'PostgreSQL 15 or later is needed, this is 14'],
  [{ encoding: 'SQL_ASCII' }, 'encoding is SQL_ASCII; make it anew'],
  [{ ctype: 'C' }, 'LC_CTYPE C knows no Chinese letters; make it anew'],
  [{ pinyin: false }, 'built without ICU'],
])('a database with %o is refused with what to do', async (lack, text) => {
  const db = { query: async () => [{ ...sound, ...lack }] } as unknown as TestDatabase['db'];
  await expect(verifyDatabase(db)).rejects.toThrow(text);
});

it('a database made as the launcher makes it is sound', async () => {
  const { db, close } = await testDatabase();
  await verifyDatabase(db);
  await close();
});
