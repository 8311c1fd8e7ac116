import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Snapshot, withSnapshot } from '#server/db/dump.ts';
import { readLedger } from '#server/meta/sync/read.ts';
import type { FileStore } from '#server/ports/files.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { type Manifest, placeOf, STEPS, writeManifest } from './manifest.ts';

/** Sessions end with a restore: who was signed in signs in again. Messages under way are numbered by the cluster they came from. */
export const LEFT_OUT: ReadonlySet<string> = new Set(['fw.session', 'fw.eyes', 'fw.outbox', 'fw.outbox_place']);

export interface KeptFile {
  key_name: string;
  length: number;
  sha256: string;
}

/** The rows whose bytes belong to a backup. */
export const FILES = 'select key_name, length::float8 as length, sha256 from fw.file order by id';

/**
 * Writes one instant of the database at `url` and its files into `folder`, which must not exist yet; the server may work on meanwhile.
 * A file that the sweep took away after that instant, or whose bytes are not those of its row, is named in the manifest.
 */
export async function backUp(url: string, files: FileStore, folder: string): Promise<Manifest> {
  await mkdir(join(folder, '..'), { recursive: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    const manifest = await withSnapshot(url, (snapshot) => writeAll(snapshot, files, folder));
    await writeManifest(folder, manifest);
    return manifest;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function writeAll(snapshot: Snapshot, files: FileStore, folder: string): Promise<Manifest> {
  const [{ now } = { now: new Date() }] = await snapshot.query<{ now: Date }>('select now() as now');
  await mkdir(join(folder, 'tables'));
  const tables: Manifest['tables'] = [];
  for (const shape of (await snapshot.tables()).filter(({ schema, table }) => !LEFT_OUT.has(`${schema}.${table}`))) {
    const zipped = createGzip();
    const written = pipeline(zipped, createWriteStream(placeOf(folder, shape), { mode: 0o600, flush: true }));
    const [copied] = await Promise.all([snapshot.copy(shape, zipped), written]);
    tables.push({ ...shape, ...copied });
  }
  const migrations = (await snapshot.query<{ step: string }>(STEPS)).map(({ step }) => step);
  const remembers = (await readLedger(snapshot)).filter((row) => row.kind === 'field' && row.gone);
  const sequences = await snapshot.sequences();
  const kept = await copyFiles(snapshot, files, folder);
  return { format: 1, made_at: now.toISOString(), migrations, tables, ...(remembers.length ? { remembers } : {}), sequences, files: kept };
}

async function copyFiles(snapshot: Snapshot, from: FileStore, folder: string): Promise<Manifest['files']> {
  const into = diskFiles(join(folder, 'files'));
  const kept = { count: 0, bytes: 0, missing: [] as string[] };
  for (const file of await snapshot.query<KeptFile>(FILES)) {
    if (await moved(file, from, into)) {
      kept.count += 1;
      kept.bytes += file.length;
    } else kept.missing.push(file.key_name);
  }
  return kept;
}

/** Copies a file unless it is there already; false when its bytes are gone or are not those of its row. */
export async function moved(file: KeptFile, from: FileStore, into: FileStore): Promise<boolean> {
  if (await isWhole(file, into)) return true;
  if (!(await isWhole(file, from))) return false;
  await into.remove(file.key_name);
  await into.put(file.key_name, await from.open(file.key_name), file.length);
  return true;
}

async function isWhole(file: KeptFile, store: FileStore): Promise<boolean> {
  const bytes = await store.open(file.key_name).catch(() => null);
  if (!bytes) return false;
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex') === file.sha256;
}

/** For the caller's report. */
export const rowsOf = (manifest: Manifest): number => manifest.tables.reduce((all, { rows }) => all + rows, 0);
