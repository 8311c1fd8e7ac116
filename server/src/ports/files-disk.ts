import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, type Stats } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Refusal } from '#protocol/codes.ts';
import { faultPoint } from './fault.ts';
import type { FileStore, Part } from './files.ts';

const KEY = /^[A-Za-z0-9_-]{22,64}$/;
/** What versions before 077 were writing when they were killed. */
const HALF_WRITTEN = /^[A-Za-z0-9_-]{22,64}\.[0-9a-f]{8}\.part$/;
/** No beginning of a key has so many letters. */
const STAGING = 'staging';

/**
 * Files below `folder`, spread over 4,096 folders by the key's beginning; uploads under way in one of their own beside them. A staged
 * file is flushed, and the name of it too, before anybody may note it; claiming is one rename, so that it lies in one place or the
 * other, whatever was killed.
 */
export function diskFiles(folder: string): FileStore {
  const staging = join(folder, STAGING);
  const placeOf = (key: string): Place => {
    if (!KEY.test(key)) throw new Refusal(340);
    return { folder: join(folder, key.slice(0, 2)), path: join(folder, key.slice(0, 2), key), staged: join(staging, key) };
  };
  const stage: FileStore['stage'] = async (key, bytes, limit, look) => {
    const place = placeOf(key);
    return orDisk(async () => {
      if (await isThere(place.path)) throw new Refusal(321);
      await makeFolder(folder, staging);
      return writeStaged(place, look ? looked(bytes, look) : partsOf(bytes), limit);
    });
  };
  const claim: FileStore['claim'] = async (key) => {
    const place = placeOf(key);
    await orDisk(async () => {
      await makeFolder(folder, place.folder);
      await moveStaged(place);
    });
  };
  return {
    room: () => roomOf(folder),
    stage,
    claim,
    isStaged: (key) => isThere(placeOf(key).staged),
    put: async (key, bytes, limit) => {
      const written = await stage(key, bytes, limit);
      await claim(key);
      return written;
    },
    open: async (key, part) => openAt(placeOf(key), part),
    remove: async (key) => {
      const { path, staged } = placeOf(key);
      await Promise.all([path, staged].map((one) => rm(one, { force: true })));
    },
    stagedBefore: (then) => oldIn(staging, KEY, then),
    keysBefore: async (then) => {
      const names = await readdir(folder).catch(() => []);
      const folders = names.filter((name) => name !== STAGING).map((name) => join(folder, name));
      for (const one of folders) for (const name of await oldIn(one, HALF_WRITTEN, then)) await rm(join(one, name), { force: true });
      return (await Promise.all(folders.map((one) => oldIn(one, KEY, then)))).flat();
    },
  };
}

/** Where a file lies once it is claimed, and before. */
interface Place {
  folder: string;
  path: string;
  staged: string;
}

async function writeStaged({ staged }: Place, parts: AsyncIterable<Buffer>, limit: number): Promise<Written> {
  const file = await open(staged, 'wx', 0o600);
  try {
    const written = await write(file, parts, limit);
    await faultPoint('file.flushed');
    await flushFolder(dirname(staged));
    return written;
  } catch (error) {
    await rm(staged, { force: true });
    throw error;
  }
}

async function moveStaged(place: Place): Promise<void> {
  const moved = await rename(place.staged, place.path).then(
    () => true,
    () => false,
  );
  if (!moved && !(await isThere(place.path))) throw new Refusal(321);
  await faultPoint('file.claimed');
  await flushFolder(place.folder);
}

async function openAt({ path, staged }: Place, part?: Part): Promise<Readable> {
  // what is claimed between two looks is in its place at the third
  for (const one of [path, staged, path]) {
    const bytes = createReadStream(one, part && { start: part.from, end: part.to });
    const isOpen = await once(bytes, 'open').then(
      () => true,
      () => false,
    );
    if (isOpen) return bytes;
  }
  throw new Refusal(340);
}

/** Of the disk on which the folder lies, or will lie once there is a first file. */
async function roomOf(folder: string): Promise<{ free: number; whole: number } | null> {
  for (let at = folder; ; at = dirname(at)) {
    const disk = await statfs(at).catch(() => null);
    if (disk) return { free: disk.bavail * disk.bsize, whole: disk.blocks * disk.bsize };
    if (dirname(at) === at) return null;
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const FULL = new Set(['ENOSPC', 'EDQUOT']);
/** Whatever the disk says is 321; that it is full is said. */
async function orDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw Object.assign(new Refusal(321, FULL.has((error as NodeJS.ErrnoException).code ?? '') ? '$disk_full' : ''), { cause: error });
  }
}

/** What was not taken is the caller's to read: ending the stream here would leave a sender waiting on its connection. */
const partsOf = (bytes: Readable): AsyncIterable<Buffer> => bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;

/** The parts again, the first ones as one of 64 bytes at least, when `look` has seen it. */
async function* looked(bytes: Readable, look: (head: Buffer) => void): AsyncGenerator<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  let seen = false;
  for await (const part of partsOf(bytes)) {
    head = seen ? part : Buffer.concat([head, part]);
    if (!seen && head.length < HEAD) continue;
    if (!seen) look(head.subarray(0, HEAD));
    seen = true;
    yield head;
  }
  if (seen) return;
  look(head);
  yield head;
}
const HEAD = 64;

interface Written {
  length: number;
  sha256: string;
}

async function write(file: FileHandle, parts: AsyncIterable<Buffer>, limit: number): Promise<Written> {
  const hash = createHash('sha256');
  let length = 0;
  try {
    for await (const part of parts) {
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

async function oldIn(folder: string, names: RegExp, then: Date): Promise<string[]> {
  const old: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const found: Stats | null = names.test(name) ? await stat(join(folder, name)).catch(() => null) : null;
    if (found?.isFile() && found.mtimeMs < then.getTime()) old.push(name);
  }
  return old;
}
