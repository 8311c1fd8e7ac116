import { expect, it } from 'vitest';
import type { Problem } from '#protocol/check/problem.ts';
import { WORKING } from '#protocol/fields/fields.ts';
import { findSuites } from '#server/find-suites.ts';
import { examineAll } from '#server/installed.ts';
import { said } from '#server/meta/load.ts';

/** All that lie here, those that are only installed when asked for among them. */
const FOLDER = new URL('./', import.meta.url);
const found = await findSuites(FOLDER);
const { errors, warnings } = await examineAll(
  found,
  found.suites.map(({ code }) => code),
  FOLDER.pathname,
);
const sample = found.suites.find(({ code }) => code === 'sample')!;

/** As `npm run suites` says it: where, why, and below it what to do. */
const told = (problems: readonly Problem[]): string => problems.map(said).join('\n');

it('META-01 META-02 the suites load: shapes, names, references, rows, nothing that is not supported yet; every flow is sound', () => {
  expect(told(errors)).toBe('');
});

it('META-01 META-02 CAPEX-08 no flow has a warning; they are written as the house writes: uids, both languages, no currency, marks', () => {
  // the show house shows what is unmarked
  const others = warnings.filter(({ file, path }) => !(file.startsWith('suites/sample/') && path.endsWith('.look')));
  expect(told(others)).toBe('');
});

it('LIST-11 lists of capital projects offer 30 rows too and turn no pages below ten, others do not', () => {
  const sizes = (code: string) =>
    found.suites.find((suite) => suite.code === code)!.tables.map(({ page_sizes }) => page_sizes?.includes(30) ?? false);
  expect([new Set(sizes('capex')), new Set(sizes('sample'))]).toEqual([new Set([true]), new Set([false])]);
  const hides = (suite: (typeof found.suites)[number]) => suite.tables.every(({ page_hide }) => page_hide === 1);
  expect(found.suites.filter(hides).map(({ code }) => code)).toEqual(['capex']);
});

it('the show house has every data type that is supported, in one table', () => {
  const shown = new Set(sample.tables.find((table) => table.table_name === 'sample_type')?.fields.map((field) => field.data_type));
  expect(WORKING.filter((type) => !shown.has(type))).toEqual([]);
});
