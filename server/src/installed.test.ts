import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '#protocol/check/problem.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { chooseSuites } from './choose-suites.ts';
import { findSuites } from './find-suites.ts';
import { asWritten, demonstration, installed } from './installed.ts';
import { locate } from './locate.ts';
import { DefinitionError } from './meta/load.ts';

/** Below the house, so that what a suite imports is found as it is below `suites`. */
let folder: string;
const put = (path: string, text: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const suite = (code: string, rest = '') =>
  `export const it = { uid: '${code}', code: '${code}', version: '1.0.0', key_name: 'x', key_name_en: 'x', requires: [], modules: [], dicts: [], roles: [], tables: [], seed: []${rest} };`;

beforeAll(() => {
  mkdirSync('.cache', { recursive: true });
  folder = mkdtempSync(join(process.cwd(), '.cache', 'suites-'));
  put('shop/suite.ts', suite('shop'));
  put(
    'shop/demo.ts',
    "export const demo = { companies: [{ key: 'a', id: 1, login_name: 'a', key_name: 'x', key_name_en: 'x' }], seeds: [] };",
  );
  put('rows/demo.ts', "export const demo = { requires: ['ghost'], companies: [], seeds: [] };");
  put('readme.md', 'no suite');
  mkdirSync(join(folder, 'empty'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const found = () => findSuites(pathToFileURL(`${folder}/`));

describe('META-03 suites are found where they lie', () => {
  it('a folder with a suite.ts is a suite; one with a demo.ts brings rows, read when they are wanted', async () => {
    const { suites, demos } = await found();
    expect(suites.map(({ code }) => code)).toEqual(['shop']);
    expect(await Promise.all(demos.map(async ({ folder: of, read }) => [of, (await read()).demo?.companies.length]))).toEqual([
      ['rows', 0],
      ['shop', 1],
    ]);
  });
});

describe('META-03 the setting SUITES', () => {
  const make = (code: string, requires: string[] = [], rest = {}) => testSuite([], { uid: code, code, requires, ...rest });
  const all = [make('a', ['b']), make('b', ['sys']), make('sys'), make('show', ['sys'], { optional: 1 })];
  const choose = (suites: SuiteDef[], wanted?: string[]) => chooseSuites({ suites, broken: new Map(), empty: [], near: [] }, wanted);
  const codes = (wanted?: string[]) => choose(all, wanted).suites.map(({ code }) => code);

  it('names what is installed; what that requires and the platform come first and along', () => {
    expect(codes()).toEqual(['sys', 'b', 'a']);
    expect(codes(['b'])).toEqual(['sys', 'b']);
    expect(codes(['show', 'a'])).toEqual(['sys', 'show', 'b', 'a']);
    expect(codes([])).toEqual(['sys']);
  });

  it('says which suite there is not, for whom, and which require each other; what needs them is left out', () => {
    const said = (suites: SuiteDef[], wanted?: string[]) => {
      const { suites: left, problems } = choose(suites, wanted);
      return [left.map(({ code }) => code).join(), ...problems.map(({ file, path, reason }) => `${file}: ${path}: ${reason}`)];
    };
    expect(said(all, ['ghost'])).toEqual(['sys', 'SUITES: ghost: there is no suite ghost']);
    expect(said([make('sys'), make('a', ['ghost']), make('b', ['a']), make('c')])).toEqual([
      'sys,c',
      'suites/a/suite.ts: requires: there is no suite ghost',
    ]);
    expect(said([make('sys'), make('a', ['b']), make('b', ['a'])])).toEqual([
      'sys',
      'suites/b/suite.ts: requires: a requires b requires a',
    ]);
    expect(() => installed(['ghost'])).toThrow(DefinitionError);
  });

  it('the product installs all that is not optional, with the demonstrations that fit', async () => {
    expect(installed().suites.map(({ code }) => code)).toEqual(['sys', 'capex', 'opendata']);
    expect((await demonstration(installed())).companies.map(({ key }) => key)).toEqual(['demo', 'other']);
    expect(await demonstration(installed(['sys']))).toMatchObject({ companies: [], seeds: [] });
  });
});

describe('the file of a problem is the one on the disk', () => {
  const order = testTable('work_order', {
    uid: 'fix.order',
    fields: [field('amount', { uid: 'fix.order.amount', data_type: 'numeric' })],
    states: [
      {
        uid: 'fix.order.1',
        value: '1',
        key_name: 'x',
        key_name_en: 'x',
        actions: [
          {
            uid: 'fix.order.a',
            op: 'Show',
            key_name: 'x',
            key_name_en: 'x',
            events: [{ uid: 'fix.order.e', id: 4, key_name: 'x', key_name_en: 'x' }],
          },
        ],
      },
    ],
  });
  const fix = testSuite([order], {
    uid: 'fix',
    code: 'fix',
    roles: [{ uid: 'fix.role', code: 'fitter', key_name: 'x', key_name_en: 'x', grants: [] }],
  });
  const said = (path: string, file = 'suites/fix/tables/work-order.ts') =>
    locate([{ file, path, reason: '', mend: '' } satisfies Problem], [fix], folder)[0]!.file;

  it('of the innermost thing that has a uid, wherever the suite keeps it', () => {
    put('fix/orders.ts', "uid: 'fix.order', uid: 'fix.order.1'");
    put('fix/more/fields.ts', 'uid: "fix.order.amount"');
    put('fix/steps.ts', "uid: 'fix.order.e'");
    put('fix/people.ts', "uid: 'fix.role'");
    put('fix/suite.test.ts', "'fix.order'");
    expect(said('order')).toBe('suites/fix/orders.ts');
    expect(said('fields[amount].length')).toBe('suites/fix/more/fields.ts');
    expect(said('states[1].handler')).toBe('suites/fix/orders.ts');
    expect(said('states[1].events[4].where')).toBe('suites/fix/steps.ts');
    expect(said('roles[fitter].flags', 'suites/fix/suite.ts')).toBe('suites/fix/people.ts');
    expect(said('fields[ghost]')).toBe('suites/fix/orders.ts');
  });

  it('what is wrong with the suite itself stands in its suite.ts, whoever else says its name; uids are looked for where they are given', () => {
    put('fix/demo.ts', "requires: ['fix'], table: 'fix.order', note: 'fix.order.1'");
    put('fix/suite.ts', "uid: 'fix', requires: []");
    put('fix/a.ts', "see('fix.order.e')");
    put('fix/people.ts', "role('fix.role')");
    put('fix/demo.ts', "requires: ['fix'], table: 'fix.order', note: 'fix.order.1', by: 'fix.role'");
    expect(said('roles[fitter].flags', 'suites/fix/suite.ts')).toBe('suites/fix/people.ts');
    expect(said('requires', 'suites/fix/suite.ts')).toBe('suites/fix/suite.ts');
    expect(said('roles[ghost].code', 'suites/fix/suite.ts')).toBe('suites/fix/suite.ts');
    expect(said('order')).toBe('suites/fix/orders.ts');
    expect(said('states[1].events[4].where')).toBe('suites/fix/steps.ts');
  });

  it('of a row the one that says its key and its table; of several, where they are brought together', () => {
    put('rows/demo.ts', "table: 'order'");
    put('rows/orders.ts', "table: 'order', rows: [{ _key: 'a' }, { _key: 'b' }]");
    put('rows/lines.ts', 'table: \'line\', rows: [{ _key: \'b\' }, { "_key": "c" }]');
    const file = (path: string) => said(path, 'suites/rows/demo.ts');
    expect(file('seeds[order x y].rows[a].amount')).toBe('suites/rows/orders.ts');
    expect(file('seeds[order x].rows[b].amount')).toBe('suites/rows/orders.ts');
    expect(file('seeds[line].rows[b]._key')).toBe('suites/rows/lines.ts');
    expect(file('seeds[item].rows[c].amount')).toBe('suites/rows/lines.ts');
    expect(file('seeds[order].rows[z].amount')).toBe('suites/rows/demo.ts');
    expect(file('seeds[line].company')).toBe('suites/rows/lines.ts');
    const problem = { file: 'suites/demo/demo.ts', path: 'seeds[domain demo].rows[yuanshan].currency', reason: '', mend: '' };
    expect(asWritten(new DefinitionError([problem]), installed())).toMatchObject({ problems: [{ file: 'suites/demo/seed/domain.ts' }] });
  });

  it('and by custom where nothing can be read', () => {
    expect(locate([{ file: 'suites/fix/suite.ts', path: 'code', reason: '', mend: '' }], [fix], '/nowhere')[0]!.file).toBe(
      'suites/fix/suite.ts',
    );
    expect(locate([{ file: 'suites', path: 'x', reason: '', mend: '' }], [fix], folder)[0]!.file).toBe('suites');
  });
});
