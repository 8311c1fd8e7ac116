import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { type Outside, openOutside } from '../outside.ts';

let it: Outside;
beforeAll(async () => {
  it = await openOutside();
});
afterAll(() => it?.close());

/** Texts that would be more than a name, a number or a day where one of them reached a statement as it stands. */
const EVIL = [
  "DAILY'||pg_sleep(5)",
  "x'; drop table app.project; --",
  '(select verifier from fw.credential limit 1)',
  'num) from app."user" --',
  'p.id/**/union/**/select',
  'grouping(1)',
  '"; select 1; --',
  '__proto__',
  'constructor',
  '1e999',
  'NaN',
  '-'.repeat(300),
  '{"$gt":1}',
  '["num"]',
  '\u0000',
  '％27',
] as const;

/** Each place of a call that asks a report for something, with the other places as somebody fills them in earnest. */
const PLACES: Readonly<Record<string, (evil: string) => string>> = {
  cloud: (evil) => evil,
  targets: (evil) => evil,
  sort: (evil) => evil,
  period: (evil) => evil,
  value: (evil) => evil,
  compare: (evil) => evil,
  page: (evil) => evil,
  rows: (evil) => evil,
  within: (evil) => JSON.stringify({ [evil]: 1 }),
  'within value': (evil) => JSON.stringify({ unit: evil }),
  filters: (evil) => JSON.stringify({ fields: { [evil]: 1 } }),
  'filters op': (evil) => JSON.stringify({ fields: { department: { op: evil, value: 1 } } }),
  'filters value': (evil) => JSON.stringify({ fields: { department: { op: '=', value: evil } } }),
  years: (evil) => JSON.stringify({ [evil]: evil }),
  hidden: (evil) => JSON.stringify([evil]),
};

const count = () => it.one('select count(*)::int from app.project');

test('A14 no place of a call to a report takes words of the database: what it does not know is refused, and nothing is done', async () => {
  const before = await count();
  const asked = { cloud: 'year_execution', value: '2025', period: 'MONTH' };
  for (const op of ['Index', 'Chart', 'Export'])
    for (const [place, write] of Object.entries(PLACES))
      for (const evil of EVIL) {
        const [name] = place.split(' ') as [string];
        const told = await it.as('admin', `/report?op=${op}`, { ...asked, [name]: write(evil) });
        const at = `${op} ${place} ${evil.slice(0, 30)}`;
        const isSheet = told.bytes.startsWith('PK');
        expect(isSheet || [200, 311, 312, 314, 315, 316, 317, 341].includes(told.code), `${at}: ${told.code}`).toBe(true);
        // a field that there is not is told by the name that was sent
        expect(isSheet ? '' : told.bytes.replaceAll(JSON.stringify(evil).slice(1, -1), ''), at).not.toMatch(
          /syntax|pg_|relation|operator does not|SQLSTATE|\bat .*\.ts:/,
        );
      }
  expect(await count()).toBe(before);
  expect(it.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
}, 240_000);

const thing = testTable('thing', {
  fields: [
    testField('kind', { data_type: 'select', items: [1, 2].map((id) => ({ id, key_name: `项 ${id}`, key_name_en: `Item ${id}` })) }),
    testField('price', { data_type: 'numeric', length: '18,2' }),
  ],
});
const FINE: ReportDef = {
  ...{ uid: 'a.r.x', report_name: 'x', key_name: 'x', key_name_en: 'x', type: 'TABLE', sources: [{ name: 's', cloud: 'thing' }] },
  targets: [{ name: 'kind', fields: 'kind' }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'sum', of: 'sum', field: 'price' },
    { name: 'part', calc: 'sum/num', key_name: 'p', key_name_en: 'p' },
  ],
};
function refused(report: ReportDef): string {
  try {
    loadCatalogue([{ ...testSuite([thing]), reports: [report] }]);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('A14 A11 no definition of a report carries words of the database either: names, conditions and sums are of their grammars', () => {
  expect(refused(FINE)).toBe('');
  const [target, count_, sum, part] = [FINE.targets![0]!, ...FINE.indexs] as never as [object, object, object, object];
  const wrong = (more: object) => refused({ ...FINE, ...more } as ReportDef);
  for (const evil of EVIL.slice(0, 7)) {
    const places = {
      source: { sources: [{ name: 's', cloud: evil }] },
      where: { sources: [{ name: 's', cloud: 'thing', where: evil }] },
      target: { targets: [{ ...target, fields: evil }] },
      name: { targets: [{ ...target, name: evil }] },
      measure: { indexs: [count_, { ...sum, field: evil }, part] },
      times: { indexs: [count_, { ...sum, times: evil }, part] },
      'measure where': { indexs: [{ ...count_, where: evil }, sum, part] },
      calc: { indexs: [count_, sum, { ...part, calc: evil }] },
      order: { order: evil },
      search: { searchs: { fields: [{ name: 'kind', fields: evil }] } },
    };
    for (const [place, more] of Object.entries(places)) expect([place, evil, wrong(more) === '']).toEqual([place, evil, false]);
  }
});
