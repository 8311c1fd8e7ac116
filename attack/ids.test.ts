import { expect, test } from 'vitest';
import { coverage, shown, table } from './table.ts';

test('every id of the attack list and of the faults is named by a test, or says what it waits for', () => {
  expect(
    coverage()
      .filter(({ files, waits }) => files.length === 0 && !waits)
      .map(({ id }) => id),
  ).toEqual([]);
});

test('what waits in part is tested in the rest, and what waits wholly is not tested yet', () => {
  const wrong = coverage().filter(({ files, waits }) => waits && Boolean(waits.part) !== files.length > 0);
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('docs/security.md shows this table (npm run attack ids writes it)', () => {
  expect(shown()).toBe(table());
});
