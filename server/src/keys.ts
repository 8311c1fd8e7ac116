import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { House } from '#server/meta/house.ts';

const NAMES = ['seal', 'ticket', 'channel', 'pepper'] as const;
const LENGTH = 32;
const OTHERS = 0o077;

/** Where the settings have them. */
export const keyFolder = ({ KEYS_DIR, DATA_DIR }: { KEYS_DIR?: string | undefined; DATA_DIR: string }): string =>
  KEYS_DIR ?? join(DATA_DIR, 'keys');

/**
 * The server's own secrets, 32 random bytes each, in `folder` and never in the database: a dump alone opens nothing (R8). With `make` (a
 * database that nothing was sealed in yet) missing ones are made; servers that start together agree on the first one written. Throws, with
 * what to do, for a key that is missing, of another length, of one byte only, the same as another, or readable by others than its owner.
 */
export async function loadKeys(folder: string, { make }: { make: boolean }): Promise<House['keys']> {
  if (make) await mkdir(folder, { recursive: true, mode: 0o700 });
  const pairs: [string, Buffer][] = [];
  for (const name of NAMES) {
    const path = join(folder, name);
    const key = whole(path, (await readKey(path)) ?? (await makeKey(path, make)));
    const twin = pairs.find(([, other]) => other.equals(key));
    if (twin) throw new Error(`${path} is the same key as ${twin[0]}: each must be of its own`);
    pairs.push([name, key]);
  }
  return Object.fromEntries(pairs) as House['keys'];
}

async function readKey(path: string): Promise<Buffer | null> {
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && mode & OTHERS)
      throw new Error(`${path} can be read or written by others (mode ${(mode & 0o777).toString(8)}): chmod 600 ${path}`);
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code) throw new Error(`${path} cannot be read (${code}): it must belong to the user that the server runs as`);
    throw error;
  }
}

async function makeKey(path: string, make: boolean): Promise<Buffer> {
  if (!make)
    throw new Error(
      `${path} is missing, and this database was sealed with it: put it back from the backup, or set KEYS_DIR to where it is`,
    );
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, randomBytes(LENGTH), { mode: 0o600, flush: true });
  await chmod(fresh, 0o400);
  await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(fresh);
  return readFile(path);
}

function whole(path: string, key: Buffer): Buffer {
  if (key.length !== LENGTH)
    throw new Error(`${path} is not a key of ${LENGTH} bytes: put the old one back, or sign-ins and files made with it are lost`);
  if (new Set(key).size < 8) throw new Error(`${path} is no random key: put the old one back, or remove it before the first start`);
  return key;
}
