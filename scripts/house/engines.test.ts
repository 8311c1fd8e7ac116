import { readFileSync } from 'node:fs';
import { minVersion, satisfies } from 'semver';
import { expect, it } from 'vitest';

const json = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
/** The oldest Node that our package.json promises to run on. */
const floor = minVersion(json('package.json').engines.node)!.version;

it.each(['', 'bench/mutation/stryker/'])('every library that is installed (%s) runs on the oldest Node that we promise', (folder) => {
  const packages: Record<string, { version?: string; engines?: { node?: string } | string[] }> = json(
    `${folder}package-lock.json`,
  ).packages;
  const needs = Object.entries(packages).map(([path, { version, engines }]) => ({
    what: `${path.replace(/^.*node_modules\//, '')}@${version}`,
    node: engines && !Array.isArray(engines) ? (engines.node ?? '*') : '*',
  }));
  expect(needs.length).toBeGreaterThan(100);
  expect(needs.filter(({ node }) => !satisfies(floor, node))).toEqual([]);
});
