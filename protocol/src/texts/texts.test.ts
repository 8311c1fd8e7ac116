import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOM = import.meta.dirname;
const keysIn = (file: string): string[] =>
  [...readFileSync(join(ROOM, file), 'utf8').matchAll(/^ {2}(\w+): \{/gm)].map((found) => found[1]!);

it('WIRE-10 no two rooms say something else by one name: whichever is loaded last would speak for both', () => {
  const files = readdirSync(ROOM).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const all = files.flatMap(keysIn);
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([]);
});
