import { afterAll, describe, expect, it } from 'vitest';
import { type TestDatabase, templateDatabase, testDatabase } from './testing.ts';

const made: TestDatabase[] = [];
const keep = async (making: Promise<TestDatabase>): Promise<TestDatabase> => {
  const one = await making;
  made.push(one);
  return one;
};
afterAll(() => Promise.all(made.map((one) => one.close())));

describe('test databases', () => {
  it('are UTF-8 with C.UTF-8 and ICU, and their owner is no superuser', async () => {
    const { db } = await keep(testDatabase());
    const [found] =
      await db.query(`select pg_encoding_to_char(encoding) as encoding, datctype as ctype, rolsuper as super, datdba = r.oid as owner
      from pg_database, pg_roles r where datname = current_database() and rolname = current_user`);
    expect(found).toEqual({ encoding: 'UTF8', ctype: 'C.UTF-8', super: false, owner: true });
    const names = await db.query<{ name: string }>(
      `select name from unnest(array['张', '北京', '安徽']) name order by name collate "zh-x-icu"`,
    );
    expect(names.map((row) => row.name)).toEqual(['安徽', '北京', '张']);
    const [letters] = await db.query(`select '电力A' ~ '[[:alpha:]]{3}' as alpha, lower('ÄÖ') as low`);
    expect(letters).toEqual({ alpha: true, low: 'äö' });
  });

  it('a template is prepared once and its copies are apart', async () => {
    let prepared = 0;
    const prepare = async (db: TestDatabase['db']) => {
      prepared += 1;
      await db.query('create table t (id int)');
      await db.query('insert into t values (1)');
    };
    const [one, two] = await Promise.all([
      keep(templateDatabase('testing.test', prepare)),
      keep(templateDatabase('testing.test', prepare)),
    ]);
    await one?.db.query('delete from t');
    expect(prepared).toBe(1);
    expect(await two?.db.query('select id from t')).toEqual([{ id: 1 }]);
  });
});
