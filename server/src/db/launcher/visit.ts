import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Passwords } from './cluster.ts';
import { isPostgres, readLock } from './lock.ts';

/**
 * The address, as its owner, of a data folder's embedded database that is being served now; null when it is not, or has never been
 * made. For work beside a running server, which keeps the folder's guard.
 */
export async function visitEmbedded(dataDir: string): Promise<string | null> {
  const entry = join(dataDir, 'postgres');
  if (!existsSync(entry)) return null;
  const lock = readLock(await realpath(entry));
  if (!lock?.ready || !isPostgres(lock.pid)) return null;
  const { app } = JSON.parse(await readFile(join(dataDir, 'keys', 'postgres.json'), 'utf8')) as Passwords;
  return `postgres://formwork:${app}@127.0.0.1:${lock.port}/formwork`;
}
