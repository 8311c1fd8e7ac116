import { join, resolve } from 'node:path';
import { readConfig } from '#server/config.ts';
import { visitEmbedded } from '#server/db/launcher/visit.ts';
import { openDatabase } from '#server/db/open.ts';
import { installed } from '#server/installed.ts';
import { keyFolder } from '#server/keys.ts';
import { remember } from '#server/meta/sync/apply.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { makeEngineTables, makeTables } from '#server/tables.ts';
import { backUp, rowsOf } from './backup/backup.ts';
import { type Manifest, readManifest } from './backup/manifest.ts';
import { restore } from './backup/restore.ts';

/**
 * `npm run backup [-- FOLDER]` beside the running server; `npm run restore -- FOLDER` into an installation that nobody has used yet.
 * Both work on the database of the settings, embedded or outside. docs/guides/deployment.md says what else belongs to a backup.
 */
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const config = readConfig(process.env);
const files = diskFiles(join(config.DATA_DIR, 'files'));

async function makeBackup(folder: string): Promise<void> {
  const manifest = await withUrl((url) => backUp(url, files, folder));
  say(`backup: ${told(manifest)} in ${folder}`);
  say(`not in it: the keys (${keyFolder(config)}); without them nobody can sign in. Keep them elsewhere.`);
  if (manifest.files.missing.length === 0) return;
  say(`missing or damaged files: ${manifest.files.missing.join(', ')}`);
  process.exitCode = 3;
}

async function restoreBackup(folder: string): Promise<void> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: dataDir } = config;
  const database = await openDatabase({ url, ownerUrl, dataDir, say, troubled: () => undefined });
  try {
    const manifest = await database.asOwner(async (owner, address) => {
      await makeEngineTables(owner);
      const [used] = await owner.query('select 1 from fw.company limit 1');
      if (used) throw new Error('this database is in use: restore into a new DATA_DIR, or into an empty database');
      await remember(owner, (await readManifest(folder)).remembers ?? []);
      await makeTables(owner, installed(config.SUITES));
      return restore(address, files, folder);
    });
    say(`restored: ${told(manifest)}, as of ${manifest.made_at}; every row and file compared`);
  } finally {
    await database.close();
  }
}

/** The database's owner address: beside a server that runs, or by starting the embedded one for the while. */
async function withUrl<T>(work: (url: string) => Promise<T>): Promise<T> {
  const url = config.DATABASE_OWNER_URL ?? config.DATABASE_URL ?? (await visitEmbedded(config.DATA_DIR));
  if (url) return work(url);
  const database = await openDatabase({ dataDir: config.DATA_DIR, say });
  try {
    return await work((await visitEmbedded(config.DATA_DIR))!);
  } finally {
    await database.close();
  }
}

const told = (manifest: Manifest): string =>
  `${manifest.tables.length} tables, ${rowsOf(manifest)} rows, ${manifest.files.count} files (${manifest.files.bytes} bytes)`;

const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '');

async function main([command, folder]: readonly string[]): Promise<void> {
  if (command === 'backup') return makeBackup(resolve(folder ?? join('backups', stamp())));
  if (command === 'restore' && folder) return restoreBackup(resolve(folder));
  throw new Error('npm run backup [-- FOLDER], or npm run restore -- FOLDER');
}

main(process.argv.slice(2)).then(
  () => process.exit(),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
