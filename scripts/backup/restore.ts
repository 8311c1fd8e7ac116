import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Filling, type TableShape, withFilling, withSnapshot } from '#server/db/dump.ts';
import type { FileStore } from '#server/ports/files.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { FILES, type KeptFile, LEFT_OUT, moved } from './backup.ts';
import { type Manifest, placeOf, readManifest, STEPS } from './manifest.ts';

/**
 * Fills the database at `url`, whose tables this version has made and nobody has used, and `files` from a backup. Rows, sequences and
 * the bytes of every file are compared with the manifest before anything is committed: what does not agree throws, and the database
 * is as empty as before.
 */
export async function restore(url: string, files: FileStore, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await withSnapshot(url, async (here) => {
    const steps = (await here.query<{ step: string }>(STEPS)).map(({ step }) => step);
    sameVersion([...differing(await here.tables(), manifest.tables), ...unlike(steps, manifest.migrations)]);
  });
  await withFilling(url, async (filling) => {
    for (const table of manifest.tables) {
      const { rows, sha256 } = await filling.load(table, rowsOf(folder, table));
      if (rows !== table.rows || sha256 !== table.sha256)
        throw new Error(`${table.schema}.${table.table}: the backup is damaged (${rows} of ${table.rows} rows)`);
    }
    for (const sequence of manifest.sequences) await filling.setSequence(sequence);
    await filling.run(FORWARD_FROM_NOW);
    await filling.run(SUMMARIES);
    await bringFiles(filling, diskFiles(join(folder, 'files')), files, new Set(manifest.files.missing));
  });
  return manifest;
}

/** Where an outside broker goes on: at what this cluster sends from now on. */
const FORWARD_FROM_NOW = "insert into fw.outbox_place (name, tx, id) values ('mqtt', pg_snapshot_xmin(pg_current_snapshot()), 0)";

/** A backup leaves summaries out: they are counted of the rows that came. */
const SUMMARIES = 'select sum.fill(name) from sum.summary order by name';

function rowsOf(folder: string, table: TableShape): Readable {
  const unzipped = createGunzip();
  return createReadStream(placeOf(folder, table))
    .on('error', (error) => unzipped.destroy(error))
    .pipe(unzipped);
}

function differing(here: readonly TableShape[], there: readonly TableShape[]): string[] {
  const texts = (shapes: readonly TableShape[]) =>
    shapes
      .filter(({ schema, table }) => !LEFT_OUT.has(`${schema}.${table}`))
      .map(({ schema, table, columns }) => `${schema}.${table} (${columns})`);
  return unlike(texts(here), texts(there)).map((text) => text.split(' ')[0]!);
}

const unlike = (one: readonly string[], other: readonly string[]): string[] => [
  ...new Set([...one.filter((each) => !other.includes(each)), ...other.filter((each) => !one.includes(each))]),
];

function sameVersion(differences: readonly string[]): void {
  if (differences.length === 0) return;
  const some = [...new Set(differences)].slice(0, 5).join(', ');
  throw new Error(`this backup was made by another version (${some} differ): restore it with the version that made it, then upgrade`);
}

async function bringFiles(filling: Filling, from: FileStore, into: FileStore, missing: ReadonlySet<string>): Promise<void> {
  const lost: string[] = [];
  for (const file of await filling.query<KeptFile>(FILES))
    if (!missing.has(file.key_name) && !(await moved(file, from, into))) lost.push(file.key_name);
  if (lost.length > 0) throw new Error(`the backup is damaged: files that are gone or not what they were: ${lost.join(', ')}`);
}
