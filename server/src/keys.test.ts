import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadKeys } from './keys.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'formwork-keys-')), 'keys');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

it('E15 makes four different keys once and reads them again, also when several servers start together', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => loadKeys(folder)));
  const first = all[0]!;
  for (const keys of all) expect(keys).toEqual(first);
  expect(new Set(Object.values(first).map((key) => key.toString('hex'))).size).toBe(4);
  expect((await stat(join(folder, 'seal'))).mode & 0o777).toBe(0o400);
});

it('E15 refuses a key that was cut short', async () => {
  await loadKeys(folder);
  await rm(join(folder, 'seal'));
  await writeFile(join(folder, 'seal'), 'short');
  await expect(loadKeys(folder)).rejects.toThrow(/seal is not a key of 32 bytes/);
  await truncate(join(folder, 'seal'), 0);
  await expect(loadKeys(folder)).rejects.toThrow(/not a key/);
});
