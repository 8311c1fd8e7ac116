import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { House } from '#server/meta/house.ts';

const NAMES = ['seal', 'ticket', 'channel', 'pepper'] as const;
const LENGTH = 32;

/**
 * The server's own secrets, 32 random bytes each, in `folder` and never in the database: a dump alone opens nothing (R8). Made once;
 * servers that start together agree on the first one written. Throws when a file has another length: somebody changed it.
 */
export async function loadKeys(folder: string): Promise<House['keys']> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pairs = await Promise.all(NAMES.map(async (name) => [name, await loadKey(join(folder, name))] as const));
  return Object.fromEntries(pairs) as House['keys'];
}

async function loadKey(path: string): Promise<Buffer> {
  const found = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found) return whole(path, found);
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, randomBytes(LENGTH), { mode: 0o600, flush: true });
  await chmod(fresh, 0o400);
  await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(fresh);
  return whole(path, await readFile(path));
}

function whole(path: string, key: Buffer): Buffer {
  if (key.length !== LENGTH)
    throw new Error(`${path} is not a key of ${LENGTH} bytes: put the old one back, or sign-ins and files made with it are lost`);
  return key;
}
