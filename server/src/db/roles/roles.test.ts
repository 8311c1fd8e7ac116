import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diskFiles } from '#server/ports/files-disk.ts';
import { type TestApp, testApp } from '#server/testing-app.ts';
import { theServer } from '../testing.ts';
import { withAdmin } from '../testing-server.ts';
import { giveRights, verifyRights } from './grant.ts';
import { ENGINE } from './rights.ts';

let app: TestApp;
let role: string;
beforeAll(async () => {
  app = await testApp(diskFiles(tmpdir()));
  role = new URL(app.base.servingUrl).username;
  // rights on the database itself are no part of a copy
  await giveRights(app.base.db, role);
});
afterAll(() => app.close());

const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  'make anything': [
    ...['app', 'fw', 'hist', 'pgboss', 'public'].map((schema) => `create table ${schema}.mine (id int)`),
    'create temp table mine (id int)',
    'create schema mine',
    'create function app.mine() returns int language sql as $$ select 1 $$',
    'create view app.mine as select 1 as one',
    'create index on app."user" (mobile)',
    'create trigger mine before insert on app."user" for each row execute function hist."project.keep"()',
    'create extension citext',
    'create role mine',
    'create database mine',
    `select pgboss.create_queue('mine', '{}')`,
  ],
  'change or drop a table, a function or what guards them': [
    'drop table app.project',
    'drop schema hist cascade',
    'alter table app."user" add column mine text',
    'alter table app."user" owner to current_user',
    'alter table app.project disable trigger "keep.update"',
    'alter table fw.security_log disable trigger all',
    'drop trigger keep on fw.security_log',
    'alter function hist."project.keep"() security invoker',
    'create or replace function fw.keep_security_log() returns trigger language plpgsql as $$ begin return old; end $$',
    'alter database postgres owner to current_user',
    'set session_replication_role = replica',
    `select setval('app."user_id_seq"', 1)`,
    `select pgboss.delete_queue('remind')`,
  ],
  'empty a table or remove a row of a definition': ['truncate app.project cascade', 'truncate fw.session', 'delete from app.project'],
  'write closed versions, logs and ledgers': [
    'insert into hist.project (id) values (1)',
    'insert into sum."fund_exec.month.deltas" ("rows.count") values (1)',
    'update sum."fund_exec.month.folded" set paid_price = 0',
    'delete from sum."fund_exec.month.deltas"',
    'select from sum."fund_exec.month.rows"',
    'update sum.summary set aside = true',
    'select sum."fund_exec.month.fold"()',
    'alter table app.fund_exec disable trigger "sum.month.insert"',
    'update hist.project set valid_to = now()',
    'delete from hist.project',
    `update fw.security_log set reason = 'ok'`,
    'delete from fw.security_log',
    'truncate fw.security_log',
    `update fw.flow_log set remark = ''`,
    'delete from fw.flow_log',
    'truncate fw.flow_log',
    `insert into fw.flow_anchor values (1, 1, 1, '')`,
    `update fw.flow_anchor set hash = ''`,
    'delete from fw.flow_anchor',
    'alter table fw.flow_log disable trigger flow_log_keep',
    'update fw.flow_def set version = 9',
    'delete from fw.migration',
    'delete from fw.meta_object',
    `update fw.key_check set mark = ''`,
    'delete from fw.company',
  ],
  'read passwords and keys of the cluster, the files or the programs of the machine': [
    'select rolpassword from pg_authid',
    'select * from pg_user_mapping',
    `copy (select 1) to program 'true'`,
    `copy app."user" from program 'true'`,
    `copy app."user" from '/etc/passwd'`,
    `select pg_read_file('/etc/passwd')`,
    `select pg_ls_dir('.')`,
    `select lo_import('/etc/passwd')`,
    'select mark from fw.key_check',
    `alter system set log_statement = 'all'`,
  ],
  'become another': [
    'set role postgres',
    'set session authorization postgres',
    'alter role current_user superuser',
    'alter role current_user createrole',
  ],
};

describe.each(Object.entries(FORBIDDEN))('E15 who serves may not %s', (_, statements) => {
  test.each(statements)('E15 %s', async (text) => {
    await expect(app.house.db.query(text)).rejects.toMatchObject({ code: 331, cause: { code: '42501' } });
  });
});

test('E15 nor become the owner of the tables', async () => {
  await expect(app.house.db.query(`set role ${new URL(app.base.url).username}`)).rejects.toMatchObject({ cause: { code: '42501' } });
});

test('E15 and yet what it changes leaves a closed version, written by the owner through the trigger', async () => {
  const [before] = await app.house.db.query<{ n: number }>('select count(*)::int as n from hist.project');
  await app.house.db.query('update app.project set version = version + 1 where id = (select min(id) from app.project)');
  const [after] = await app.house.db.query<{ n: number }>('select count(*)::int as n from hist.project');
  expect(after!.n).toBe(before!.n + 1);
});

test('E15 every table of the engine is named with what the role that serves may do there', async () => {
  const tables = await app.base.db.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'fw' order by 1`);
  expect(Object.keys(ENGINE).sort()).toEqual(tables.map(({ name }) => name).sort());
});

test('E15 functions that run as the owner look no name up where a caller could have put one, and nobody else may call them', async () => {
  const loose = await app.base.db.query(
    `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname in ('app', 'fw', 'hist', 'pgboss')
       and (p.proconfig is distinct from array['search_path=pg_catalog, pg_temp'] or has_function_privilege('public', p.oid, 'execute'))`,
  );
  expect(loose).toEqual([]);
});

test('E15 rights are given once; what somebody adds is taken away, and what is made later has its own at once', async () => {
  const owner = app.base.db;
  expect(await giveRights(owner, role)).toEqual([]);
  await verifyRights(owner, role);
  await owner.query(
    `grant delete, truncate on fw.security_log to ${role}; grant update on hist.project to public; grant create on schema app to public`,
  );
  await expect(verifyRights(owner, role)).rejects.toThrow(
    `the role ${role} may more than a role that serves needs (create on schema app, delete on table fw.security_log, truncate on table fw.security_log, update on table hist.project)`,
  );
  expect(await giveRights(owner, role)).toHaveLength(3);
  await verifyRights(owner, role);
  await owner.query('create table app.later (id int); create table fw.later (id int); create table hist.later (id int)');
  await app.house.db.query('insert into app.later values (1); update app.later set id = 2; select * from hist.later');
  for (const text of ['delete from app.later', 'insert into hist.later values (1)', 'select * from fw.later'])
    await expect(app.house.db.query(text), text).rejects.toMatchObject({ cause: { code: '42501' } });
  await owner.query('drop table app.later, fw.later, hist.later');
});

test('E15 a role that served before, as one whose password leaked, has nothing left on what stands or comes later', async () => {
  const owner = app.base.db;
  const former = `${role}_former`;
  const { adminUrl } = await theServer();
  const had = () =>
    owner.query(
      `select d.classid::regclass::text as kind from pg_shdepend d join pg_roles r on r.oid = d.refobjid
       where r.rolname = $1 and d.deptype = 'a' and d.dbid = (select oid from pg_database where datname = current_database())`,
      [former],
    );
  await withAdmin(adminUrl, (admin) => admin.query(`create role "${former}"`));
  try {
    await giveRights(owner, former);
    expect((await had()).length).toBeGreaterThan(50);
    await owner.query(
      `alter default privileges in schema app grant delete on tables to "${role}"; alter default privileges grant select on tables to "${former}"`,
    );
    await giveRights(owner, role);
    expect(await had()).toEqual([]);
    expect(await giveRights(owner, role)).toEqual([]);
    await owner.query('create table app.later (id int)');
    await app.house.db.query('insert into app.later values (1)');
    await expect(app.house.db.query('delete from app.later')).rejects.toMatchObject({ cause: { code: '42501' } });
    await owner.query('drop table app.later');
  } finally {
    await giveRights(owner, role);
    await withAdmin(adminUrl, (admin) => admin.query(`drop role "${former}"`));
  }
});
