import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOMS = ['protocol', 'server', 'web', 'suites', 'e2e', 'attack', 'scripts'];
const TITLE = /\b(?:test|it|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g;

/** The test files of the tree and the titles in them, as they stand in the source: `[path, titles]`. */
export function titles(root: string): [string, string[]][] {
  return ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
      .map((path): [string, string[]] => {
        const text = readFileSync(join(root, room, path), 'utf8');
        return [join(room, path), [...text.matchAll(TITLE)].map(([, , title]) => title!)];
      }),
  ).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Which test files name an id in a title: `A7`, `fault 12`; titles in attack/faults begin with the bare number of their fault. */
export function filesNaming(id: string, all: readonly [string, string[]][]): string[] {
  const number = id.replace('fault ', '');
  const named =
    id === number ? new RegExp(`(^|[^A-Za-z0-9-])${id}(?![0-9])`) : new RegExp(`[Ff]aults? (\\d+(, | and | ))*${number}(?![0-9])`);
  const begun = new RegExp(`^(\\d+(, | and | ))*${number}(?![0-9])`);
  const names = (path: string, title: string) =>
    named.test(title) || (id !== number && path.startsWith('attack/faults/') && begun.test(title));
  return all.filter(([path, each]) => each.some((title) => names(path, title))).map(([path]) => path);
}
