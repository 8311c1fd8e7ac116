import { readFile } from 'node:fs/promises';
import Ajv from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { capex } from '#suites/capex/suite.ts';
import { suiteSchema } from './suite-schema.ts';

it('META-01 docs/schema/suite.json is what the definitions are checked by (npm run schema)', async () => {
  expect(JSON.parse(await readFile(new URL('../../docs/schema/suite.json', import.meta.url), 'utf8'))).toEqual(JSON.parse(suiteSchema()));
});

it('META-01 a foreign validator takes a real suite by it, and refuses an unknown key', () => {
  const validate = new Ajv({ strict: false }).compile(JSON.parse(suiteSchema()));
  const suite = JSON.parse(JSON.stringify(capex));
  expect(validate(suite), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
  suite.tables[0].fields[0].colour = 'red';
  expect(validate(suite)).toBe(false);
});
