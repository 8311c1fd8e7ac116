import { expect, it } from 'vitest';
import type { Problem } from '#protocol/meta/check/problem.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { SUPPORTED } from '#protocol/meta/supported.ts';
import { checkStyle, chooseSuites, examine, findSuites } from '#server/installed.ts';
import { said } from '#server/meta/load.ts';

/** All that lie here, those that are only installed when asked for among them. */
const FOLDER = new URL('./', import.meta.url);
const { suites } = await findSuites(FOLDER);
const SUITES: readonly SuiteDef[] = chooseSuites(
  suites,
  suites.map(({ code }) => code),
);
const sample = SUITES.find(({ code }) => code === 'sample')!;

/** As `npm run suites` says it: where, why, and below it what to do. */
const told = (problems: readonly Problem[]): string => problems.map(said).join('\n');
const { errors, warnings } = examine(SUITES, FOLDER.pathname);

it('META-01 META-02 the suites load: shapes, names, references, nothing that is not supported yet; every flow is sound', () => {
  expect(told(errors)).toBe('');
});

it('META-02 no flow has a warning', () => {
  expect(told(warnings)).toBe('');
});

it('META-01 CAPEX-08 they are written as the house writes: uids, both languages, no currency, marks', () => {
  // the show house shows what is unmarked
  const style = checkStyle(SUITES, FOLDER.pathname).filter(
    ({ file, path }) => !(file.startsWith('suites/sample/') && path.endsWith('.look')),
  );
  expect(told(style)).toBe('');
});

it('the show house has every data type that is supported, in one table', () => {
  const shown = new Set(sample.tables.find((table) => table.table_name === 'sample_type')?.fields.map((field) => field.data_type));
  expect(SUPPORTED.data_types.filter((type) => !shown.has(type))).toEqual([]);
});
