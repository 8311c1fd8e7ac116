import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import { installed } from '#server/installed.ts';
import { makeEngineTables, makeTables } from '#server/tables.ts';

/** Schemas, tables, rights and default rights, as PostgreSQL's own catalogue has them. */
const standing = ({ db }: TestDatabase) =>
  db.query(`
    select 'schema' as kind, nspname::text as name, nspacl::text as rights from pg_namespace where nspname not like 'pg\\_%'
    union all select 'relation', n.nspname || '.' || relname, relacl::text
      from pg_class c join pg_namespace n on n.oid = relnamespace where nspname not like 'pg\\_%' and nspname <> 'information_schema'
    union all select 'default', format('%s %s', defaclobjtype, nspname), defaclacl::text
      from pg_default_acl left join pg_namespace n on n.oid = defaclnamespace
    order by 1, 2`);

const plan = (base: TestDatabase): Promise<{ code: number; said: string; wrong: string }> =>
  new Promise((resolve) => {
    execFile(
      'node_modules/.bin/tsx',
      ['scripts/db.ts', 'plan'],
      { env: { ...process.env, DATABASE_URL: base.servingUrl, DATABASE_OWNER_URL: base.url }, maxBuffer: 64 << 20 },
      (error, said, wrong) => resolve({ code: error ? Number(error.code) : 0, said, wrong }),
    );
  });

test('R2 E15 npm run db plan prints the steps of a start and changes neither tables nor rights', async () => {
  const base = await testDatabase();
  try {
    await base.db.query('create schema app; create table app.mine (id int); grant truncate on app.mine to public');
    const before = await standing(base);
    const { said } = await plan(base);
    expect(said).toMatch(/^-- engine step \S+\/\S+$/m);
    expect(said).toMatch(/create table app\.\S*user/i);
    expect(await standing(base)).toEqual(before);
  } finally {
    await base.close();
  }
});

test('R2 npm run db plan ends with 1 and the words of the start where the start would end, and with 0 where it would not', async () => {
  const base = await testDatabase();
  try {
    await makeEngineTables(base.db);
    await makeTables(base.db, installed());
    expect(await plan(base)).toEqual({ code: 0, said: 'the tables are what the definitions say\n', wrong: '' });
    await base.db.query(`insert into fw.company (id, key, login_name, key_name, key_name_en) values (1, 'a', 'aaa', 'a', 'a');
      drop index app."user.login_name.unique"; insert into app."user" (company_id, login_name) values (1, 'twice'), (1, 'twice')`);
    const rows = await plan(base);
    expect(rows).toMatchObject({
      code: 1,
      wrong: expect.stringMatching(/a start would end here:\ntable sync, app\.user: add index UNIQUE .*could not create unique index/),
    });
    expect(rows.said).toContain('-- app.user: add index UNIQUE');
    await base.db.query(`delete from app."user"; alter table app.project alter column total_price type numeric(20,6)`);
    expect(await plan(base)).toMatchObject({
      code: 1,
      wrong: expect.stringContaining('steps that lose data:\n  values of app.project.total_price'),
    });
    await base.db.query(`insert into fw.flow_def (table_uid, table_name, version, def)
        values ('gone', 'gone', 1, '{"names": {}, "table_name": "gone", "states": [], "edit_state": {}, "view_state": {}, "assert": [], "write_back": []}');
      insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
        select 1, 'gone', 1, id, 2, 1, 0, 1, 1, now() from fw.flow_def`);
    expect((await plan(base)).wrong).toContain(
      'gone: the table is gone, and 1 running case of gone (flow version 1) would be left without it',
    );
  } finally {
    await base.close();
  }
});
