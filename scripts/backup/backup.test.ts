import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, templateDatabase, testDatabase } from '#server/db/testing.ts';
import { brokenAnchor, brokenCases } from '#server/flow/store/chain.ts';
import { installed } from '#server/installed.ts';
import { recountSummaries } from '#server/jobs/summaries.ts';
import { createCatalogue } from '#server/meta/catalogue.ts';
import { applySync, remember, verifySync } from '#server/meta/sync/apply.ts';
import { field } from '#server/meta/testing-sync.ts';
import type { FileStore } from '#server/ports/files.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { makeEngineTables, makeTables } from '#server/tables.ts';
import { demonstration, serve, type TestApp } from '#server/testing-app.ts';
import { backUp } from './backup.ts';
import { readManifest } from './manifest.ts';
import { restore } from './restore.ts';

let folder: string;
let source: TestDatabase;
let app: TestApp;
let files: FileStore;
let key: string;
const at = (...parts: string[]) => join(folder, ...parts);

const empty = (): Promise<TestDatabase> =>
  templateDatabase('empty house', async (db) => {
    await makeEngineTables(db);
    await makeTables(db, installed());
  });

async function upload(): Promise<string> {
  return (await app.signIn('applicant')).upload('initiation', 'proposal', '%PDF-1.4 proposal');
}

/** All that a reader of the database could see, less sessions. */
/** All rows but those of sessions, of what is on its way, and notes of changes: what is restored has changed as a whole. */
async function contents(of: TestDatabase): Promise<Record<string, unknown>> {
  const tables = await of.db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('app', 'fw', 'hist') and tablename not in ('session', 'outbox', 'outbox_place', 'table_change') order by 1`,
  );
  const sums = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await of.db.query<{ n: number; h: string }>(
        `select count(*)::int as n, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as h from ${name} t`,
      );
      return [name, `${row!.n} ${row!.h}`];
    }),
  );
  return Object.fromEntries(sums);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formwork-backup-'));
  files = diskFiles(at('files'));
  source = await demonstration(files);
  app = await serve(source, files);
  key = await upload();
  await backUp(source.url, files, at('good'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test('fault 37 what is restored is what was there: every row, sequence and file, and people sign in to it', async () => {
  const target = await empty();
  const into = diskFiles(at('files-2'));
  const manifest = await restore(target.url, into, at('good'));
  expect(manifest.files).toEqual({ count: 1, bytes: 17, missing: [] });
  expect(await contents(target)).toEqual(await contents(source));
  const sequences = "select schemaname, sequencename, last_value from pg_sequences where schemaname in ('app', 'fw', 'hist') order by 1, 2";
  expect(await target.db.query(sequences)).toEqual(await source.db.query(sequences));
  expect(await applySync(target.db, installed())).toMatchObject({ steps: [] });
  expect([await brokenCases(target.db, 1), await brokenAnchor(target.db)]).toEqual([[], null]);
  expect(manifest.tables.filter(({ schema }) => schema === 'sum')).toEqual([]);
  expect(await recountSummaries(target.db)).toEqual([]);
  expect((await target.db.query('select from sum."plan_month.month.folded" limit 1')).length).toBe(1);
  const restored = await serve(target, into);
  const [bytes] = await (await into.open(key)).toArray();
  expect(String(bytes)).toBe('%PDF-1.4 proposal');
  expect((await restored.call('/app', 'Page', { cloud: 'initiation', page: '1', rows: '10' }, 'applicant')).rows).toHaveLength(6);
  const rejected = await target.db
    .query('update app.project set department_entity = 999999 where id = (select min(id) from app.project)')
    .catch((error) => error);
  expect(rejected).toBeInstanceOf(Error);
  await restored.close();
});

test('META-01 a field that the definitions have no more comes back with its values', async () => {
  const old = await empty();
  const [sys, ...others] = installed().suites;
  const tables = sys!.tables.map((table) =>
    table.table_name === 'department' ? { ...table, fields: [...table.fields, field('nick', 'text', { uid: 'nick' })] } : table,
  );
  await makeTables(old.db, createCatalogue([{ ...sys!, tables }, ...others]));
  await old.db.query(`insert into fw.company (id, key, login_name, key_name, key_name_en) values (1, 'demo', 'demo', 'c', 'c')`);
  await old.db.query(`insert into app.department (company_id, key_name, nick) select id, 'd', 'n' from fw.company`);
  await makeTables(old.db, installed());
  const { remembers } = await backUp(old.url, files, at('remembers'));
  expect(remembers).toMatchObject([{ table_uid: 'sys.department', uid: 'nick', gone: true }]);
  const target = await testDatabase();
  await makeEngineTables(target.db);
  await remember(target.db, (await readManifest(at('remembers'))).remembers!);
  await makeTables(target.db, installed());
  await restore(target.url, diskFiles(at('files-5')), at('remembers'));
  expect(await target.db.query('select key_name, nick from app.department')).toEqual([{ key_name: 'd', nick: 'n' }]);
  expect(await verifySync(target.db, installed())).toEqual([]);
  await old.close();
  await target.close();
});

test('a snapshot beside writers holds whole transactions only', async () => {
  const other = await templateDatabase('backup ledger', async (db) => {
    await db.query('create schema if not exists app; create table app.a (n bigint); create table app.b (n bigint)');
  });
  let going = true;
  const writer = (async () => {
    for (let n = 0; going; n += 1)
      await other.db.tx(async (tx) => {
        await tx.query('insert into app.a values ($1)', [n]);
        await tx.query('insert into app.b values ($1)', [n]);
      });
  })();
  await other.db.query(
    'create schema if not exists fw; create table if not exists fw.file (id bigint, key_name text, length bigint, sha256 text); create table if not exists fw.migration (room text, id text); create table if not exists fw.meta_object (kind text, table_uid text, uid text, name text, suite text, def jsonb, gone boolean)',
  );
  for (let round = 0; round < 5; round += 1) {
    const { tables } = await backUp(other.url, files, at(`beside-${round}`));
    const [a, b] = tables
      .filter(({ schema }) => schema === 'app')
      .map(({ table }) => gunzipSync(readFileSync(at(`beside-${round}`, 'tables', `app.${table}.copy.gz`))).toString());
    expect(a).toBe(b);
  }
  going = false;
  await writer;
  await other.close();
});

test('a file that is gone or changed is named, and the rest is kept', async () => {
  const path = join(at('files'), key.slice(0, 2), key);
  const bytes = await readFile(path);
  await rm(path);
  await writeFile(path, 'something else');
  expect((await backUp(source.url, files, at('changed'))).files).toEqual({ count: 0, bytes: 0, missing: [key] });
  await rm(path);
  await writeFile(path, bytes);
});

test('a damaged backup is refused and leaves the database empty', async () => {
  const target = await empty();
  const before = await contents(target);
  const table = at('good', 'tables', 'app.project.copy.gz');
  const kept = await readFile(table);
  const text = gunzipSync(kept).toString();
  const damage: [string, Buffer][] = [
    ['a row less', gzipSync(text.slice(text.indexOf('\n') + 1))],
    ['a letter changed', gzipSync(text.replace('Yuanshan', 'Yuanshaw').replace('\t2026', '\t2025'))],
    ['cut off', kept.subarray(0, kept.length / 2)],
    ['nothing', gzipSync('')],
  ];
  for (const [what, bytes] of damage) {
    await writeFile(table, bytes);
    await expect(restore(target.url, diskFiles(at('files-3')), at('good')), what).rejects.toThrow();
    expect(await contents(target), what).toEqual(before);
  }
  await writeFile(table, kept);
  const file = join(at('good', 'files'), key.slice(0, 2), key);
  const whole = await readFile(file);
  await rm(file);
  await writeFile(file, 'other');
  await expect(restore(target.url, diskFiles(at('files-4')), at('good'))).rejects.toThrow('files that are gone');
  await rm(file);
  await writeFile(file, whole);
  expect(await contents(target)).toEqual(before);
  await target.close();
});

test('a backup of other tables, an unfinished one and a folder that exists are refused', async () => {
  const target = await empty();
  await target.db.query('alter table app.project add column stranger text');
  await expect(restore(target.url, files, at('good'))).rejects.toThrow('made by another version (app.project differ)');
  await target.db.query('alter table app.project drop column stranger');
  await target.db.query("insert into fw.migration (room, id, checksum) values ('records', '999-newer', 'x')");
  await expect(restore(target.url, files, at('good'))).rejects.toThrow('made by another version (records/999-newer differ)');
  await expect(restore(target.url, files, at('nowhere'))).rejects.toThrow('holds no finished backup');
  await expect(backUp(source.url, files, at('good'))).rejects.toThrow('EEXIST');
  await target.close();
  const bare = await testDatabase();
  await expect(backUp(bare.url, files, at('bare'))).rejects.toThrow();
  await expect(readFile(at('bare', 'manifest.json'))).rejects.toThrow('ENOENT');
  await bare.close();
});
