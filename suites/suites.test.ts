import { describe, expect, it } from 'vitest';
import { checkSuites } from '#protocol/meta/check.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { SUPPORTED } from '#protocol/meta/supported.ts';
import { checkLanguages } from '#protocol/rules/definitions/languages.ts';
import { checkFlows } from '#server/flow/check-flows.ts';
import { chooseSuites, findSuites } from '#server/installed.ts';
import { locate } from '#server/locate.ts';
import { createCatalogue } from '#server/meta/catalogue.ts';

/** All that lie here, those that are only installed when asked for among them. */
const { suites } = await findSuites(new URL('./', import.meta.url));
const SUITES: readonly SuiteDef[] = chooseSuites(
  suites,
  suites.map(({ code }) => code),
);
const sample = SUITES.find(({ code }) => code === 'sample')!;

/** Every object of a definition, with the path to it. */
function* objects(value: unknown, path: string): Generator<[string, Record<string, unknown>]> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) if (key !== 'seed' && key !== 'values') yield* objects(inner, `${path}.${key}`);
}

const BASES = ['key_name', 'hint', 'placeholder', 'unit', 'remark'];
const CHINESE = /[\u4e00-\u9fff]/;

it('META-01 the suites load: shapes, names, references, nothing that is not supported yet', () => {
  const { errors } = checkSuites(SUITES, { languages: checkLanguages });
  expect(locate(errors, SUITES, new URL('./', import.meta.url).pathname)).toEqual([]);
});

it('META-02 every flow is sound, without a warning', () => {
  expect(checkFlows(createCatalogue(SUITES))).toEqual({ errors: [], warnings: [] });
});

it('where some states or choices bear a mark all do, but for what was not stated and a house that shows what is unmarked', () => {
  const marked = SUITES.filter((suite) => suite !== sample).flatMap(({ tables, dicts = [] }) => [
    ...tables.map(({ table_name, states }) => ({ name: table_name, all: states.filter(({ value }) => value !== '*') })),
    ...dicts.map(({ code, items }) => ({ name: code, all: items.filter(({ key_name }) => key_name !== '未说明') })),
  ]);
  const isBare = ({ look = 'none' }: { look?: string | undefined }) => look === 'none';
  const bare = marked
    .filter(({ all }) => !all.every(isBare))
    .flatMap(({ name, all }) => all.filter(isBare).map((one) => `${name}: ${one.key_name}`));
  expect(bare).toEqual([]);
});

it('the show house has every data type that is supported, in one table', () => {
  const shown = new Set(sample.tables.find((table) => table.table_name === 'sample_type')?.fields.map((field) => field.data_type));
  expect(SUPPORTED.data_types.filter((type) => !shown.has(type))).toEqual([]);
});

describe.each(SUITES.map((suite) => [suite.code, suite] as const))('suite %s', (_code, suite) => {
  it('META-01 names nothing twice: uids are unique', () => {
    const uids = [...objects({ ...suite, seed: [] }, suite.code)].flatMap(([, of]) => (typeof of.uid === 'string' ? [of.uid] : []));
    expect(uids.filter((uid, at) => uids.indexOf(uid) !== at)).toEqual([]);
  });

  it('says every text in Chinese and in English', () => {
    const missing = [...objects({ ...suite, seed: [] }, suite.code)].flatMap(([path, of]) =>
      BASES.filter((base) => typeof of[base] === 'string').flatMap((base) => {
        const english = of[`${base}_en`];
        return typeof english === 'string' && english !== '' && !CHINESE.test(english) ? [] : [`${path}.${base}`];
      }),
    );
    expect(missing).toEqual([]);
  });

  it('CAPEX-08 a table with amounts names no currency in a text: it is that of the domain, whichever that is', () => {
    const priced = suite.tables.filter((table) => table.fields.some((field) => field.money));
    const texts = [...objects(priced, suite.code)].flatMap(([path, of]) =>
      BASES.flatMap((base) => [base, `${base}_en`])
        .filter((key) => /[¥￥$€£]|[\d万亿]\s*(?:美|人民币)?元/.test(String(of[key] ?? '')))
        .map((key) => `${path}.${key}`),
    );
    expect(texts).toEqual([]);
  });

  it('style: one file a table, each table and field uid starts with the suite', () => {
    const wrong = suite.tables.flatMap((table) => [table, ...table.fields]).filter((of) => !of.uid.startsWith(`${suite.code}.`));
    expect(wrong).toEqual([]);
  });
});
