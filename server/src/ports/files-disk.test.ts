import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from './files-disk.ts';

const KEY = 'abcdefghijklmnopqrstuv';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formwork-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const left = async () => (await readdir(folder, { recursive: true })).filter((name) => name.includes(KEY));

describe('FILE-01 files on disk', () => {
  it('C3 a key that is no key, or not there, is 340', async () => {
    const files = diskFiles(folder);
    for (const key of ['../../etc/passwd', 'a', '', `${KEY}/x`, `${KEY}\0`, KEY])
      await expect(files.open(key)).rejects.toMatchObject({ code: 340 });
  });
  it('C6 over the limit or cut off half-way nothing is left', async () => {
    const files = diskFiles(folder);
    const long = Readable.from([Buffer.alloc(10), Buffer.alloc(10), Buffer.alloc(10)]);
    await expect(files.put(KEY, long, 19)).rejects.toMatchObject({ code: 316 });
    // its sender goes on sending: somebody must read it to its end
    expect(long.destroyed).toBe(false);
    const cut = new Readable({
      read() {
        this.push(Buffer.alloc(5));
        this.destroy(new Error('connection reset'));
      },
    });
    await expect(files.put(KEY, cut, 100)).rejects.toMatchObject({ code: 321 });
    expect(await left()).toEqual([]);
  });
  it.each([
    ['ENOSPC', '$disk_full'],
    ['EDQUOT', '$disk_full'],
    ['EIO', ''],
  ])('16 a disk that says %s is 321 with the reason that a person can act on', async (code, remark) => {
    const bytes = Readable.from(
      (async function* () {
        yield Buffer.alloc(5);
        throw Object.assign(new Error(code), { code });
      })(),
    );
    await expect(diskFiles(folder).put(KEY, bytes, 100)).rejects.toMatchObject({ code: 321, remark });
  });
  it('tells how much room is left, before its folder is made too', async () => {
    const rooms = await Promise.all([diskFiles(folder).room(), diskFiles(join(folder, 'not', 'there')).room()]);
    expect(rooms[0]!.whole).toBe(rooms[1]!.whole);
    for (const room of rooms) expect(room!.free).toBeLessThanOrEqual(room!.whole);
  });
  it('keeps what was written, once: a key that exists is never written again (C2)', async () => {
    const files = diskFiles(folder);
    const written = await files.put(KEY, Readable.from([Buffer.from('ab'), Buffer.from('c')]), 3);
    expect(written).toEqual({ length: 3, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' });
    expect(await text(await files.open(KEY))).toBe('abc');
    await expect(files.put(KEY, Readable.from([Buffer.from('other')]), 10)).rejects.toMatchObject({ code: 321 });
    expect(await text(await files.open(KEY))).toBe('abc');
    await files.remove(KEY);
    await expect(files.open(KEY)).rejects.toMatchObject({ code: 340 });
  });
  it('C6 what the version before staging left half-written goes with the sweep once it is old, and nothing else does', async () => {
    const files = diskFiles(folder);
    await mkdir(join(folder, 'ab'));
    const names = [`${KEY}.0123abcd.part`, `${KEY}.4567cdef.part`, `${KEY}.part`, 'notes.part'];
    for (const name of names) await writeFile(join(folder, 'ab', name), 'x');
    for (const name of names.filter((_, at) => at !== 1)) await utimes(join(folder, 'ab', name), 0, 0);
    expect(await files.keysBefore(new Date(1000))).toEqual([]);
    expect((await readdir(join(folder, 'ab'))).sort()).toEqual(names.slice(1).sort());
  });
  it('what is staged can be read, lies in no place, and is claimed once, by whoever comes first', async () => {
    const files = diskFiles(folder);
    await files.stage(KEY, Readable.from(['abc']), 3);
    expect([await files.isStaged(KEY), await left()]).toEqual([true, [`staging/${KEY}`]]);
    expect(await text(await files.open(KEY))).toBe('abc');
    await expect(files.stage(KEY, Readable.from(['other']), 10)).rejects.toMatchObject({ code: 321 });
    const before = new Date(Date.now() + 60_000);
    expect([await files.stagedBefore(before), await files.keysBefore(before), await files.stagedBefore(new Date(0))]).toEqual([
      [KEY],
      [],
      [],
    ]);
    await Promise.all([files.claim(KEY), files.claim(KEY)]);
    await files.claim(KEY);
    expect([await files.isStaged(KEY), await left(), await text(await files.open(KEY))]).toEqual([false, [`ab/${KEY}`], 'abc']);
    expect([await files.stagedBefore(before), await files.keysBefore(before)]).toEqual([[], [KEY]]);
    await expect(files.stage(KEY, Readable.from(['other']), 10)).rejects.toMatchObject({ code: 321 });
    await expect(files.claim('b'.repeat(22))).rejects.toMatchObject({ code: 321 });
  });
});
