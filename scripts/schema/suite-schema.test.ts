import { readFile } from 'node:fs/promises';
import Ajv from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { SUPPORTED } from '#protocol/check/supported.ts';
import { capex } from '#suites/capex/suite.ts';
import { opendata } from '#suites/opendata/suite.ts';
import { sample } from '#suites/sample/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { MEANINGS, type Node, nodesOf, shapeOf, suiteSchema } from './suite-schema.ts';

const schema = JSON.parse(suiteSchema()) as Node;
const validate = new Ajv({ strict: false }).compile(schema);
const copy = () => JSON.parse(JSON.stringify(capex));
/** Objects of the schema with the thing that each describes. */
const shapes = [...nodesOf(schema)].filter((node) => node.properties && node.additionalProperties === false);

it('META-01 docs/schema/suite.json is what the definitions are checked by (npm run schema)', async () => {
  expect(JSON.parse(await readFile(new URL('../../docs/schema/suite.json', import.meta.url), 'utf8'))).toEqual(schema);
});

it('META-01 a foreign validator takes the real suites by it, and refuses an unknown key', () => {
  for (const suite of [sys, capex, opendata, sample])
    expect(validate(JSON.parse(JSON.stringify(suite))), `${suite.code} ${JSON.stringify(validate.errors?.slice(0, 3))}`).toBe(true);
  const suite = copy();
  suite.tables[0].fields[0].colour = 'red';
  expect(validate(suite)).toBe(false);
});

it('META-01 every key says what it means, in English and in Chinese, and nothing is said of a key that there is not', () => {
  expect(shapes.filter((node) => !shapeOf(node)).map((node) => Object.keys(node.properties!))).toEqual([]);
  const keys = shapes.flatMap((node) => Object.entries(node.properties!).map(([key, of]) => [shapeOf(node)!, key, of] as const));
  const silent = keys.filter(([, , of]) => !/^[ -~]+\n[^\n]*[\u4e00-\u9fff][^\n]*$/.test(of.description ?? ''));
  expect(silent.map(([shape, key]) => `${shape}.${key}`)).toEqual([]);
  const there = new Set(keys.flatMap(([shape, key]) => [`${shape}.${key}`, `any.${key}`]));
  expect([...MEANINGS.keys()].filter((key) => !there.has(key))).toEqual([]);
});

it.each(Object.entries(SUPPORTED.refusedKeys).flatMap(([shape, keys]) => keys.map((key) => [shape, key] as const)))(
  'META-01 it does not offer what is refused: %s.%s',
  (shape, key) => {
    const of = shapes.filter((node) => shapeOf(node) === shape);
    expect(of.length).toBeGreaterThan(0);
    for (const node of of) expect(Object.keys(node.properties!)).not.toContain(key);
  },
);

it.each<[string, (suite: ReturnType<typeof copy>) => void]>([
  ['a data type that there is not', (suite) => Object.assign(suite.tables[0].fields[0], { data_type: 'hologram' })],
  ['a report as a table', (suite) => Object.assign(suite.tables[0], { type: 'REPORT' })],
  ['a sub-table in a tab', (suite) => delete suite.tables.find((table: { subtables?: unknown }) => table.subtables).subtables[0].inline],
  ['a time-out that does nothing', (suite) => Object.assign(suite.tables[0].states[0], { timeout: { hours: 1, do: 'wait' } })],
])('META-01 a foreign validator refuses %s', (_, spoil) => {
  const suite = copy();
  spoil(suite);
  expect(validate(suite)).toBe(false);
});
