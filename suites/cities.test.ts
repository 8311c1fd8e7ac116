import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cities } from './capex/seed/city.ts';
import { provinces } from './capex/seed/province.ts';

type City = Record<'code' | 'key_name' | 'short_name' | 'en_name' | 'province_entity', string> & Record<'grid_row' | 'grid_col', number>;
const all = cities.rows as unknown as City[];
const codes = provinces.rows.map((row) => String(row.code));
const inProvince = (code: string) => all.filter(({ province_entity }) => province_entity === `@province:${code}`);

/** Those of whose province maps know the shapes, as the files say them. */
const FOLDER = new URL('../web/src/charts/map/china/', import.meta.url);
const shapesOf = (file: string): string[] => Object.keys(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')).shapes);

describe('CAPEX-02 cities', () => {
  it('stand in the province that their codes say, each once, with names in both languages', () => {
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
    for (const { code, key_name, short_name, en_name, province_entity } of all) {
      expect(province_entity, code).toBe(`@province:${code.slice(0, 2)}0000`);
      expect(key_name.startsWith(short_name) || /^[博巴克]州$|^路氹$|^望德$/.test(short_name), `${key_name} ${short_name}`).toBe(true);
      expect(en_name, key_name).toMatch(/^\p{Lu}[\p{L}' ]+$/u);
    }
  });
  it('every province has some, but 台湾, below which the standard has no codes', () => {
    expect(codes.filter((code) => inProvince(code).length === 0)).toEqual(['710000']);
  });
  it('the names of a province are told apart, in both languages, and so are their places on its grid', () => {
    for (const code of codes) {
      const here = inProvince(code);
      for (const said of [
        here.map(({ key_name }) => key_name),
        here.map(({ en_name }) => en_name),
        here.map(({ grid_row, grid_col }) => `${grid_row} ${grid_col}`),
      ])
        expect(new Set(said).size, code).toBe(here.length);
      expect(Math.min(...here.map(({ grid_row }) => grid_row), 1), code).toBe(1);
    }
  });
  it('those that are there are just those that have shapes', () => {
    const files = readdirSync(FOLDER).filter((name) => /^\d+\.json$/.test(name));
    expect(files.length).toBe(33);
    for (const file of files)
      expect(shapesOf(file).sort(), file).toEqual(
        inProvince(file.slice(0, 6))
          .map(({ code }) => code)
          .sort(),
      );
  });
});
