import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Passwords } from './cluster.ts';
import { ROLES } from './embedded.ts';
import { isPostgres, readLock } from './lock.ts';

/**
 * The address, as its owner, of a data folder's embedded database that is being served now; null when it is not, or has never been
 * made. For work beside a running server, which keeps the folder's guard.
 */
export async function visitEmbedded(dataDir: string): Promise<string | null> {
  const home = await realpath(join(dataDir, 'postgres')).catch(() => null);
  const lock = home === null ? undefined : readLock(home);
  if (!lock?.ready || !lock.port || !isPostgres(lock.pid)) return null;
  const { owner, app } = JSON.parse(await readFile(join(dataDir, 'keys', 'postgres.json'), 'utf8')) as Partial<Passwords>;
  // a server of before there were two roles may serve the folder still
  return `postgres://${ROLES.owner}:${owner ?? app}@127.0.0.1:${lock.port}/formwork`;
}
