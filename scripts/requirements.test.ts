import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const ROOMS = ['protocol', 'server', 'web', 'suites', 'e2e', 'scripts'];

const tests = ROOMS.flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !path.endsWith('requirements.test.ts'))
    .map((path) => readFileSync(join(root, room, path), 'utf8')),
).join('\n');

it('every requirement that docs/requirements.md claims is named by a test', () => {
  const claimed = [...readFileSync(join(root, 'docs/requirements.md'), 'utf8').matchAll(/^\| ([A-Z]+-\d\d) \|/gm)].map(([, id]) => id!);
  expect(claimed.length).toBeGreaterThan(50);
  expect(claimed.filter((id) => !new RegExp(`\\b${id}\\b`).test(tests))).toEqual([]);
});
