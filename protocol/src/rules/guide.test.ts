import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { testField } from '#protocol/meta/testing-suite.ts';
import { FUNCTIONS } from './calc/calc.ts';
import { calculate } from './calc/calc-evaluate.ts';
import { parseCalc } from './calc/calc-parse.ts';
import { checkCondition } from './condition/condition-kind.ts';
import { parseCondition } from './condition/condition-parse.ts';
import { holdsOn, recordNames } from './condition/holds.ts';
import { matchesPattern } from './pattern.ts';

/** What docs/guides/definitions.md says of the small languages is tried out here. */
const guide = await readFile(new URL('../../../docs/guides/definitions.md', import.meta.url), 'utf8');
/** Rows of the table with this head: what stands in its cells. */
function rowsOf(head: string): string[][] {
  const after = guide.split(`| ${head} |`)[1] ?? '';
  const lines = after.split('\n').slice(2);
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) =>
        cell
          .trim()
          .replaceAll('\\|', '|')
          .replace(/^`(.*)`$/, '$1'),
      ),
  );
}

const fields = [
  testField('amount', { data_type: 'numeric' }),
  testField('kind', { data_type: 'select' }),
  testField('name', { data_type: 'text' }),
  testField('tags', { data_type: 'checkbox' }),
  testField('begin', { data_type: 'date' }),
  testField('owner', { data_type: 'entity' }),
  testField('note', { data_type: 'text' }),
];
const record: Record<string, unknown> = {
  ...{ amount: '1000', kind: 2, name: 'Bridge A', tags: [1, 3], begin: '2026-11-21', owner: { id: 7 }, note: null },
};
const names = recordNames(fields);
const holds = holdsOn(names, (name) => record[name], { user: { id: 7, department_entity: null }, today: '2026-11-21' });

it('the guide has tables of conditions, calculations and patterns', () => {
  expect([rowsOf('condition | holds').length, rowsOf('calculation | gives').length, rowsOf('pattern | takes | refuses').length]).toEqual([
    17, 12, 3,
  ]);
});

it.each(rowsOf('condition | holds'))('META-01 of the guide: %s: %s', (where, said) => {
  expect(() => checkCondition(parseCondition(where!), names)).not.toThrow();
  expect(holds(where!)).toBe(said === 'yes');
});

const of: Record<string, unknown> = { price: '12.50', pieces: 3, discount: null, begin: '2026-11-21', end: '2027-02-01', name: 'A' };
const lines = [{ price: '10' }, { price: '5.5' }] as Record<string, unknown>[];

it.each(rowsOf('calculation | gives'))('FORM-08 of the guide: %s gives %s', (calc, said) => {
  const given = calculate(testField('x', { data_type: 'numeric', length: '18,6', calc: calc! }), {
    value: (name) => of[name],
    rows: (table) => (table === 'line' ? lines.map((row) => (name: string) => row[name]) : []),
    today: '2026-11-21',
  });
  expect(given === null ? 'nothing' : String(Number(given))).toBe(said);
});

it.each(rowsOf('pattern | takes | refuses'))('FORM-07 of the guide: %s takes %s and refuses %s', (pattern, taken, refused) => {
  expect([matchesPattern(pattern!, taken!), matchesPattern(pattern!, refused!)]).toEqual([true, false]);
});

it('every function that there is stands in the guide, and no other', () => {
  const said = rowsOf('function | gives').flatMap(([cell]) => [...cell!.matchAll(/(\w+)\(/g)].map(([, name]) => name!));
  expect(said.toSorted()).toEqual(Object.keys(FUNCTIONS).toSorted());
  expect(() => parseCalc('{today}')).not.toThrow();
});
