import type { SeedDef } from '#protocol/meta/suite.ts';
import packed from './city.json' with { type: 'json' };

/**
 * By codes of GB/T 2260, those whose shapes maps have (scripts/shapes/cities.ts); other suites name one as `@city:<code>`. English names are the
 * common ones, places on the grid the nearest free ones to where they lie.
 */
export const cities: SeedDef = {
  table: packed.table,
  rows: packed.rows.map((row) => Object.fromEntries(row.map((cell, at) => [packed.fields[at]!, cell]))),
};
