import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/(\.test|\/testing[^/]*|^testing[^/]*)\.ts$/.test(path))
    .map((path) => `${folder}/${path}`);
}

/** A statement that inserts, changes or removes rows of a definition's table, however its name is put together. */
const WRITES = /\b(insert into|update|delete from|merge into)\s+(app\.|"app"|\$\{(relation\(|[\w.]+\.relation\.|relation\} t\b))/i;

it('rows of definitions are written where docs/architecture.md says, and nowhere else', () => {
  const found = sources('server/src').filter((path) => WRITES.test(readFileSync(join(root, path), 'utf8')));
  const [, section] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('## Who writes rows of definitions');
  const said = [...section!.split('\n## ')[0]!.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) => namesIn(cell!));
  expect(found.map((path) => path.replace('server/src/', '')).sort()).toEqual(said.sort());
});

/** `records/save/bin.ts`, `remove.ts`: the second lies beside the first. */
function namesIn(cell: string): string[] {
  const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  const folder = names[0]!.slice(0, names[0]!.lastIndexOf('/') + 1);
  return names.map((name) => (name.includes('/') ? name : folder + name));
}
