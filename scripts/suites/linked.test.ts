import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSuites } from '#server/find-suites.ts';
import { suiteFiles } from '../build-server.mjs';
import { fingerprint } from '../launch/ready.mjs';

/** Below the house, so that what a suite imports is found as it is below `suites`. */
let house: string;
beforeAll(() => {
  mkdirSync('.cache', { recursive: true });
  house = mkdtempSync(join(process.cwd(), '.cache', 'linked-'));
  for (const folder of ['shop', 'suites']) mkdirSync(join(house, folder));
  writeFileSync(join(house, 'package-lock.json'), '{}');
  mkdirSync(join(house, 'scripts'));
  writeFileSync(join(house, 'scripts', 'build.mjs'), '');
  writeFileSync(join(house, 'shop', 'suite.ts'), "export const shop = { code: 'shop', version: '1.0.0', tables: [] };");
  writeFileSync(join(house, 'shop', 'demo.ts'), 'export const demo = { companies: [], seeds: [] };');
  for (const [name, to] of [
    ['shop', 'shop'],
    ['gone', 'nowhere'],
    ['.hidden', 'shop'],
    ['readme.md', 'package-lock.json'],
  ] as const)
    symlinkSync(join(house, to), join(house, 'suites', name));
});
afterAll(() => rmSync(house, { recursive: true }));

describe('META-03 a folder of suites may hold links', () => {
  it('what is linked is found; a link that leads nowhere, a file and what is hidden are no suite', async () => {
    const { suites, demos, broken, empty } = await findSuites(pathToFileURL(`${join(house, 'suites')}/`));
    expect([suites.map(({ code }) => code), demos.map(({ folder }) => folder), [...broken], empty]).toEqual([['shop'], ['shop'], [], []]);
  });
  it('what is found is built, and nothing else', () => {
    expect(Object.keys(suiteFiles(house))).toEqual(['suites/shop/suite', 'suites/shop/demo']);
  });
  it('a change below a link is a change of what is built', () => {
    const before = fingerprint(house, 'server');
    writeFileSync(join(house, 'shop', 'more.ts'), '');
    const after = fingerprint(house, 'server');
    rmSync(join(house, 'shop', 'more.ts'));
    expect([after === before, fingerprint(house, 'server') === before]).toEqual([false, true]);
  });
  it('who builds and who starts see the same, whichever way they write where the house lies', () => {
    expect(fingerprint(`${house}/`, 'server')).toBe(fingerprint(house, 'server'));
  });
});
