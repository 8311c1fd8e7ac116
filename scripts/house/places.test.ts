import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../server/src/', import.meta.url).pathname;
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !/(\.test|(^|\/)testing[^/]*)\.ts$/.test(path),
);
const holding = (what: RegExp): string[] => sources.filter((path) => what.test(readFileSync(root + path, 'utf8'))).sort();

/** A schema with a name behind it that was put together: `app."${name}"`, `hist.${…}`, `qualified({ … })`. */
const PUT_TOGETHER = /\b(app|hist)\."?\$\{|\b(app|hist)\."?['`] \+|\bqualified\(/;

it('where rows lie is said by the table (`relation`): nothing but what makes tables puts such names together', () => {
  expect(holding(PUT_TOGETHER).filter((path) => !path.startsWith('meta/sync/'))).toEqual(['meta/relation.ts', 'meta/summaries.ts']);
});

it('whoever works for a person asks his access for definitions; these ask the house', () => {
  const said: Record<string, string> = {
    'access/access.ts': 'where the access of a person gets them',
    'compose.ts': 'where they are brought',
    'meta/house.ts': 'where it is declared',
    'signin/company/make-company.ts': 'a company and its first administrator are made by nobody',
    'signin/user.ts': 'what a person who signs in is told of modules, below his access',
  };
  expect(holding(/\bcatalogueOf\b/)).toEqual(Object.keys(said).sort());
});

it('the arguments of the browser are said by its launch alone: a bench and a journey never measure two browsers', () => {
  const house = new URL('../../', import.meta.url).pathname;
  const all = ['bench', 'e2e', 'attack'].flatMap((room) =>
    readdirSync(house + room, { recursive: true, encoding: 'utf8' }).map((path) => `${room}/${path}`),
  );
  const says = (path: string) => path.endsWith('.ts') && readFileSync(house + path, 'utf8').includes("'--no-first-run'");
  expect(all.filter(says)).toEqual(['e2e/support/launch.ts']);
});
