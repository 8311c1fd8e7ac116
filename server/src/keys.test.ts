import { chmod, copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadKeys } from './keys.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'formwork-keys-')), 'keys');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const first = () => loadKeys(folder, { make: true });
const later = () => loadKeys(folder, { make: false });

it('E15 makes four different keys once and reads them again, also when several servers start together', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, first));
  for (const keys of [...all, await later()]) expect(keys).toEqual(all[0]);
  expect(new Set(Object.values(all[0]!).map((key) => key.toString('hex'))).size).toBe(4);
  expect((await stat(join(folder, 'seal'))).mode & 0o777).toBe(0o400);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it('E15 a key that is missing is made for a new database only', async () => {
  await expect(later()).rejects.toThrow(/seal is missing.*backup/);
  await first();
  await rm(join(folder, 'pepper'));
  await expect(later()).rejects.toThrow(/pepper is missing/);
  await expect(first()).resolves.toBeDefined();
});

it.each([
  ['cut short', Buffer.from('short'), /seal is not a key of 32 bytes/],
  ['empty', Buffer.alloc(0), /not a key of 32 bytes/],
  ['too long', Buffer.alloc(33, 7), /not a key of 32 bytes/],
  ['all zero', Buffer.alloc(32), /seal is no random key/],
  ['a word', Buffer.from('changeme'.repeat(4)), /seal is no random key/],
])('E15 refuses a key that is %s', async (_, bytes, says) => {
  await first();
  await rm(join(folder, 'seal'));
  await writeFile(join(folder, 'seal'), bytes, { mode: 0o600 });
  await expect(later()).rejects.toThrow(says);
  await expect(first()).rejects.toThrow(says);
});

it.each([0o640, 0o604, 0o620, 0o666])('E15 refuses a key of mode %o', async (mode) => {
  await first();
  await chmod(join(folder, 'ticket'), mode);
  await expect(later()).rejects.toThrow(new RegExp(`ticket can be read or written by others \\(mode ${mode.toString(8)}\\): chmod 600`));
});

it('E15 refuses one key under two names', async () => {
  await first();
  await rm(join(folder, 'channel'));
  await copyFile(join(folder, 'seal'), join(folder, 'channel'));
  await expect(later()).rejects.toThrow(/channel is the same key as seal/);
});

it('no message holds a key', async () => {
  await first();
  await rm(join(folder, 'seal'));
  await writeFile(join(folder, 'seal'), 'tell-nobody', { mode: 0o600 });
  await expect(later()).rejects.not.toThrow(/tell-nobody/);
});
