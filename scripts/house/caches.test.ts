import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CacheDef, definedCaches, MIB } from '#server/cache/cache.ts';
import '#server/compose.ts';
import '#server/db/open.ts';

const root = new URL('../..', import.meta.url).pathname;
const page = readFileSync(join(root, 'docs/caches.md'), 'utf8');
/** All that the caches of a process may weigh together. */
const MOST = 124 * MIB;

const sized = (bytes: number): string => (bytes >= MIB ? `${bytes / MIB} MiB` : `${bytes / 1024} KiB`);
const row = ({ name, holds, key, ends, bytes, most }: CacheDef): string =>
  `| \`${name}\` | ${holds} | ${key} | ${ends} | ${sized(bytes)}${most ? `, ${most} entries` : ''} |`;

it('R10 docs/caches.md names every cache with its key, its end and its bound, and no other', () => {
  const shown = page.split('\n').filter((line) => /^\| `[a-z-]+` \|/.test(line));
  expect(shown).toEqual(definedCaches().map(row));
});

it('R10 all caches of a process together are bounded', () => {
  expect(definedCaches().reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MOST);
});

/** What a module keeps for as long as the process runs, without a declaration. */
function keptByModules(folder: string): string[] {
  const found: string[] = [];
  for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$|(^|\/)testing[^/]*\.tsx?$/.test(path)) continue;
    const text = readFileSync(join(root, folder, path), 'utf8');
    for (const [, name] of text.matchAll(/^(?:export )?const (\w+)[^=\n]*= new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)/gm))
      found.push(`\`${folder}/${path}\` \`${name}\``);
  }
  return found;
}

it('R10 what a module keeps beside them stands there too, with what bounds it', () => {
  const found = [...keptByModules('protocol/src'), ...keptByModules('server/src')];
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((one) => !page.includes(`| ${one} |`))).toEqual([]);
  const named = [...page.matchAll(/^\| (`[\w/.-]+\.ts` `\w+`) \|/gm)].map(([, one]) => one!);
  expect(named.filter((one) => !found.includes(one))).toEqual([]);
});
