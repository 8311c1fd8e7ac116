import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Copied, SequenceState, TableShape } from '#server/db/dump.ts';
import type { LedgerRow } from '#server/meta/memory.ts';

/** What a backup holds. It is written last: a folder without it is no backup. */
export interface Manifest {
  format: 1;
  /** ISO, UTC: the instant of the snapshot */
  made_at: string;
  /** the engine's steps that its tables came from */
  migrations: string[];
  tables: (TableShape & Copied)[];
  /** fields that the definitions had no more and whose columns stayed: a database is made with them before it is filled */
  remembers?: LedgerRow[];
  sequences: SequenceState[];
  files: { count: number; bytes: number; missing: string[] };
}

const NAME = 'manifest.json';

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const aside = join(folder, `${NAME}.part`);
  const file = await open(aside, 'w', 0o600);
  await file.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
  await file.sync();
  await file.close();
  await rename(aside, join(folder, NAME));
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => {
    throw new Error(`${folder} holds no finished backup: ${NAME} is missing`);
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new Error(`${folder} was made by a newer version (format ${manifest.format})`);
  return manifest;
}

/** Where a table's rows stand in the folder. */
export const placeOf = (folder: string, { schema, table }: TableShape): string => join(folder, 'tables', `${schema}.${table}.copy.gz`);

/** Steps of the engine's tables, in their order. */
export const STEPS = "select room || '/' || id as step from fw.migration order by room, id";
