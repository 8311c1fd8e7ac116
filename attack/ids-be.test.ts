import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WAITS_BE } from './waits-be.ts';

/** Ids that the titles of a folder's tests begin with. */
async function titled(folder: string): Promise<Set<string>> {
  const files = (await readdir(join(import.meta.dirname, folder))).filter((file) => file.endsWith('.test.ts'));
  const texts = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, folder, file), 'utf8')));
  const titles = texts.flatMap((text) => [...text.matchAll(/^\s*test(?:\.\w+\(.*\))?\(\s*['"`]((?:[A-F]\d+ )+)/gm)]);
  return new Set(titles.flatMap((found) => found[1]!.trim().split(' ')));
}
const range = (letter: string, to: number) => Array.from({ length: to }, (_, at) => `${letter}${at + 1}`);

test.each([
  ['rights', 'B', 32],
  ['identity', 'E', 20],
  ['files', 'C', 15],
] as const)('every id of %s is tested, waits for something that is named, or both halves of it', async (folder, letter, to) => {
  const tested = await titled(folder);
  const waits = new Map(WAITS_BE.map((one) => [one.id, one]));
  for (const id of range(letter, to)) {
    const whole = waits.get(id) && !waits.get(id)!.part;
    expect(tested.has(id), id).toBe(!whole);
  }
});
