import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Problem } from '#protocol/check/problem.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { loadSuites } from '#server/installed.ts';
import { checkedBefore } from './checked-before.ts';
import { programOf } from './program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checked-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const suites = (name = 'works') => [testSuite([testTable(name)])];
const WARNING: Problem = { file: 'a.ts', path: 'states', reason: 'odd', mend: 'look' };
const right = () => vi.fn(() => ({ errors: [], warnings: [WARNING] }));
const wrong = () => vi.fn(() => ({ errors: [WARNING], warnings: [] }));
const noted = (program = 'p') => ({ folder, program });

describe('META-01 definitions that a program found right are not checked at each start', () => {
  it('the same definitions are checked once, and what was warned of is said again', () => {
    const check = right();
    for (const _ of [1, 2, 3]) expect(checkedBefore(suites(), noted(), check).warnings).toEqual([WARNING]);
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('other definitions and another program are checked', () => {
    const check = right();
    checkedBefore(suites(), noted(), check);
    checkedBefore(suites('other'), noted(), check);
    checkedBefore(suites('other'), noted('q'), check);
    expect(check).toHaveBeenCalledTimes(3);
  });

  it('what is wrong is wrong at each start', () => {
    const check = wrong();
    for (const _ of [1, 2]) expect(checkedBefore(suites(), noted(), check)).toMatchObject({ errors: [WARNING] });
    expect(check).toHaveBeenCalledTimes(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('what is no data is never noted', () => {
    const check = right();
    const odd = [{ ...suites()[0]!, seed: () => [] }] as never;
    for (const _ of [1, 2]) checkedBefore(odd, noted(), check);
    expect(check).toHaveBeenCalledTimes(2);
  });

  it.each(['', '{', '{"key":1}', 'null'])('a note that reads %j is none', (text) => {
    const check = right();
    checkedBefore(suites(), noted(), check);
    writeFileSync(join(folder, 'checked-definitions.json'), text);
    checkedBefore(suites(), noted(), check);
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('where nothing can be written, it checks', () => {
    const check = right();
    writeFileSync(join(folder, 'file'), '');
    for (const _ of [1, 2]) checkedBefore(suites(), { folder: join(folder, 'file'), program: 'p' }, check);
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('the catalogue of what was checked before is the same, and what is refused stays refused', () => {
    const said: string[][] = [[], []];
    // its keys in another order than the schema's
    const turned = suites().map((suite) => Object.fromEntries(Object.entries(suite).reverse()) as unknown as typeof suite);
    const [first, again] = said.map((lines) => loadSuites(turned, 'suites', (line) => lines.push(line), new Map(), noted()));
    expect(again!.tables()).toEqual(first!.tables());
    // what the database notes of definitions hangs on how they are spelt
    expect(JSON.stringify(again!.suites)).toBe(JSON.stringify(first!.suites));
    expect(said[1]).toEqual(said[0]);
    const bad = [testSuite([testTable('works', { fields: [testField('x', { data_type: 'entity', source: 'nothing' })] })])];
    for (const _ of [1, 2]) expect(() => loadSuites(bad, 'suites', undefined, new Map(), noted())).toThrow('nothing');
  });

  it('a program that runs from its sources says nothing of itself', () => {
    expect(programOf(import.meta.url)).toBeUndefined();
    writeFileSync(join(folder, 'main.js'), 'one');
    const one = programOf(`file://${folder}/main.js`);
    writeFileSync(join(folder, 'main.js'), 'two');
    expect(programOf(`file://${folder}/main.js`)).not.toBe(one);
  });
});
