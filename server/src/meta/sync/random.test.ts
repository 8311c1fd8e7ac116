import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testTable } from '#protocol/meta/testing-suite.ts';
import type { TestDatabase } from '#server/db/testing.ts';
import type { Catalogue } from '../catalogue.ts';
import { catalogueOf, emptyHouse, field } from '../testing-sync.ts';
import { applySync, DestructiveError, verifySync } from './apply.ts';

let one: TestDatabase;
beforeAll(async () => {
  one = await emptyHouse();
});
afterAll(() => one.close());

/** As a start does it; tables that go and types that become narrower need the flag, which drops kept columns too. */
const keeping = (catalogue: Catalogue) =>
  applySync(one.db, catalogue).catch((error) => {
    if (!(error instanceof DestructiveError)) throw error;
    return applySync(one.db, catalogue, { allowDestructive: true });
  });

const NAMES = ['a', 'b', 'order', 'Text', 'time'];
const UIDS = ['u1', 'u2', 'u3', 'u4', 'u5'];
const kinds: fc.Arbitrary<[FieldDef['data_type'], Partial<FieldDef>]> = fc.constantFrom<[FieldDef['data_type'], Partial<FieldDef>]>(
  ['text', { search: 1 }],
  ['text', { length: 40, unique: 1 }],
  ['int', { index: 1 }],
  ['numeric', { length: '18,6' }],
  ['numeric', { length: '30,8', index: 1 }],
  ['date', {}],
  ['datetime', { index: 1 }],
  ['month', {}],
  ['time', {}],
  ['entity', { source: 'domain' }],
  ['entities', { source: 'domain' }],
  ['textarea', { search: 1 }],
  ['file', {}],
  ['title', {}],
);

const fields: fc.Arbitrary<FieldDef[]> = fc
  .tuple(fc.shuffledSubarray(NAMES), fc.shuffledSubarray(UIDS), fc.array(kinds, { minLength: 5, maxLength: 5 }))
  .map(([names, uids, types]) =>
    names.slice(0, uids.length).map((name, at) => field(name, types[at]![0], { ...types[at]![1], uid: uids[at]! })),
  );

const table = (uid: string, names: string[]): fc.Arbitrary<TableDef> =>
  fc.tuple(fc.constantFrom(...names), fields, fc.boolean()).map(([name, own, ordered]) => {
    const order = ordered ? own.find((one) => one.data_type === 'numeric')?.field_name : undefined;
    return testTable(name, { uid, fields: own, ...(order ? { order: `-${order}` } : {}) });
  });

/** Definitions of two tables that may change anything from one version to the next, names included. */
const version = fc
  .tuple(table('t1', ['works', 'plan']), table('t2', ['group', 'works']), fc.boolean())
  .map(([first, second, both]) => (both && first.table_name !== second.table_name ? [first, second] : [first]));

it.each([
  ['keeps the columns of fields that are gone', false],
  ['drops them', true],
])('META-01 whatever changes between two versions, the plan that was applied leaves nothing to plan: it %s', async (_, drops) => {
  await fc.assert(
    fc.asyncProperty(fc.array(version, { minLength: 2, maxLength: 4 }), async (versions) => {
      for (const tables of versions) {
        const catalogue = catalogueOf(...tables);
        if (drops) await applySync(one.db, catalogue, { allowDestructive: true });
        else await keeping(catalogue);
        expect(await verifySync(one.db, catalogue)).toEqual([]);
      }
    }),
    { numRuns: 25 },
  );
});
