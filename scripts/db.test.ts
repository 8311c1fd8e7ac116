import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import { installed } from '#server/installed.ts';
import { loadKeys } from '#server/keys.ts';
import { checkKeys } from '#server/signin/key-check.ts';
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

const command = (base: TestDatabase, words: readonly string[], more = {}): Promise<{ code: number; said: string; wrong: string }> =>
  new Promise((resolve) => {
    execFile(
      'node_modules/.bin/tsx',
      ['scripts/db.ts', ...words],
      { env: { ...process.env, DATABASE_URL: base.servingUrl, DATABASE_OWNER_URL: base.url, ...more }, maxBuffer: 64 << 20 },
      (error, said, wrong) => resolve({ code: error ? Number(error.code) : 0, said, wrong }),
    );
  });
const plan = (base: TestDatabase) => command(base, ['plan']);

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

test('FLOW-09 npm run db verify says that the log and summaries are whole, or what is not, and ends with 1', async () => {
  const base = await testDatabase();
  try {
    expect(await command(base, ['apply'])).toMatchObject({ code: 0 });
    await base.db.query(`insert into fw.company (id, key, login_name, key_name, key_name_en) values (1, 'a', 'aaa', 'a', 'a');
      insert into fw.flow_def (table_uid, table_name, version, def) values ('t', 't', 1, '{}');
      insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time) select 1, 't', 5, id, 2, 1, 0, 1, 1, now() from fw.flow_def;
      insert into fw.flow_log (company_id, case_id, seq, op, actor, from_state, to_state, remark, data, at) select 1, id, 1, 'Submit', 1, 1, 2, '', '{}', now() from fw.flow_case`);
    const whole = 'the log of approvals is what was written: 1 row\n';
    expect(await command(base, ['verify'])).toEqual({ code: 0, said: `${whole}summaries are what their rows are\n`, wrong: '' });
    await base.db.query(
      'insert into sum."fund_exec.year.deltas" (company_id, "rows.count", done_price, "done_price.count", paid_price, "paid_price.count") values (1, 1, 0, 0, 0, 0)',
    );
    expect(await command(base, ['verify'])).toEqual({
      code: 1,
      said: `{"name":"fund_exec.year","differs":1,"aside":false}\n${whole}`,
      wrong: 'summaries that are not what their rows are: fund_exec.year\n',
    });
    await base.db.query('delete from sum."fund_exec.year.deltas"');
    await base.db.query('update fw.flow_case set seq = 2');
    const found = await command(base, ['verify']);
    expect(found).toMatchObject({ code: 1, wrong: 'the log of approvals was altered: 1 case\n' });
    expect(JSON.parse(found.said)).toEqual({ company: 1, source: 't', rowid: 5, case_id: expect.any(Number), seq: 2, what: 'missing' });
  } finally {
    await base.close();
  }
});

test('AUTH-01 npm run db factor and link help who has no way back', async () => {
  const base = await testDatabase();
  const dir = await mkdtemp(join(tmpdir(), 'formwork-keys-'));
  try {
    expect(await command(base, ['apply'])).toMatchObject({ code: 0 });
    await base.db.query(`insert into fw.company (id, key, login_name, key_name, key_name_en) values (1, 'a', 'aaa', 'a', 'a');
      insert into app."user" (company_id, id, key_name, login_name, status) values (1, 1, 'Ann', 'ann', 1);
      insert into fw.credential (company_id, user_id, login_id, v, sealed) values (1, 1, 'aaa/ann', 'P1', '');
      insert into fw.factor (company_id, user_id, sealed, made_at, step) values (1, 1, '', now(), 0)`);
    const keys = await loadKeys(join(dir, 'keys'), { make: true });
    await checkKeys(base.db, keys);
    const help = (...words: string[]) => command(base, words, { KEYS_DIR: join(dir, 'keys') });
    expect(await help('factor', 'ann@aaa')).toMatchObject({ code: 0, said: expect.stringContaining('no second factor any more') });
    expect(await help('factor', 'ann@aaa')).toMatchObject({ code: 1, wrong: 'ann@aaa has no second factor\n' });
    expect(await help('link')).toMatchObject({ code: 1, wrong: expect.stringContaining('say username@company') });
    expect((await help('link', 'ann@aaa')).said).toMatch(/^\/enter#[\w-]{43}\n-- .* until 20/);
    await loadKeys(join(dir, 'others'), { make: true });
    const foreign = await command(base, ['link', 'ann@aaa'], { KEYS_DIR: join(dir, 'others') });
    expect(foreign).toMatchObject({ code: 1, said: '', wrong: expect.stringContaining('not those of this database') });
  } finally {
    await base.close();
    await rm(dir, { recursive: true });
  }
});
