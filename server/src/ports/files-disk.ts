import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, link, mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Refusal } from '#protocol/codes.ts';
import { faultPoint } from './fault.ts';
import type { FileStore } from './files.ts';

const KEY = /^[A-Za-z0-9_-]{22,64}$/;

/**
 * Files below `folder`, spread over 4,096 folders by the key's beginning. Bytes go to a name of their own, are flushed, then linked to
 * the key, and the folder is flushed too: a key that can be opened is whole, whatever was killed.
 */
export function diskFiles(folder: string): FileStore {
  const placeOf = (key: string) => {
    if (!KEY.test(key)) throw new Refusal(340);
    return { folder: join(folder, key.slice(0, 2)), path: join(folder, key.slice(0, 2), key) };
  };
  return {
    put: async (key, bytes, limit) => {
      const place = placeOf(key);
      const part = `${place.path}.${randomBytes(4).toString('hex')}.part`;
      let linked = false;
      try {
        await makeFolder(folder, place.folder);
        const written = await write(part, bytes, limit);
        await faultPoint('file.flushed');
        await link(part, place.path);
        linked = true;
        await faultPoint('file.linked');
        await flushFolder(place.folder);
        return written;
      } catch (error) {
        if (linked) await rm(place.path, { force: true });
        if (error instanceof Refusal) throw error;
        throw new Refusal(321);
      } finally {
        await rm(part, { force: true });
      }
    },
    open: async (key) => {
      const { path } = placeOf(key);
      await access(path).catch(() => {
        throw new Refusal(340);
      });
      return createReadStream(path);
    },
    remove: async (key) => rm(placeOf(key).path, { force: true }),
    keysBefore: (then) => keysBefore(folder, then),
  };
}

async function write(path: string, bytes: Readable, limit: number): Promise<{ length: number; sha256: string }> {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let length = 0;
  try {
    // what was not taken is the caller's to read: ending the stream here would leave a sender waiting on its connection
    for await (const part of bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > limit) throw new Refusal(316);
      hash.update(part);
      await file.writeFile(part);
      await faultPoint('file.part');
    }
    await file.sync();
    return { length, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** A folder that is not durable yet is none: the next file would take it for made. */
async function makeFolder(above: string, folder: string): Promise<void> {
  if (!(await mkdir(folder, { recursive: true, mode: 0o700 }))) return;
  await flushFolder(above).catch(async (error) => {
    await rmdir(folder).catch(() => undefined);
    throw error;
  });
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Half-written parts of that age belong to nobody any more. */
async function keysBefore(folder: string, then: Date): Promise<string[]> {
  const keys: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const path = join(entry.parentPath, entry.name);
    const found = entry.isFile() ? await stat(path).catch(() => null) : null;
    if (!found || found.mtimeMs >= then.getTime()) continue;
    if (KEY.test(entry.name)) keys.push(entry.name);
    else if (entry.name.endsWith('.part')) await rm(path, { force: true });
  }
  return keys;
}
