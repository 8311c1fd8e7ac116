import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testTable } from '#protocol/meta/testing-suite.ts';
import type { Db, Tx } from '#server/db/db.ts';
import type { TestDatabase } from '#server/db/testing.ts';
import { catalogueOf, emptyHouse, field } from '../testing-sync.ts';
import { applySync, describePlan, planFor, verifySync } from './apply.ts';

let one: TestDatabase | undefined;
let db: Db;
beforeEach(async () => {
  await one?.close();
  one = await emptyHouse();
  db = one.db;
});
afterAll(() => one?.close());

const UNIT = { uid: 's.unit', name: 'unit', by: ['unit', 'kind', 'day'], sum: ['price', 'pieces'] };
const YEAR = { uid: 's.year', name: 'year', by: ['day:YEAR', 'unit'], sum: ['price'] };
const FIELDS = [
  ...[
    field('unit', 'int'),
    field('kind', 'int'),
    field('day', 'date'),
    field('price', 'numeric'),
    field('pieces', 'int'),
    field('note', 'text'),
  ],
];
const fund = (summaries = [UNIT, YEAR], fields = FIELDS) => catalogueOf(testTable('fund', { fields, summaries }));
const ready = async () => {
  await applySync(db, fund());
  await db.query(`insert into app.domain (company_id, id, key_name) values (1, 11, '一'), (1, 12, '二'), (2, 21, '三')`);
};

const FIGURES = ['price', 'pieces'];
/** The rows of the table put together by hand, beside what the view of a summary comes to: what the two do not share. */
async function differing(on: Tx, name: 'unit' | 'year'): Promise<unknown[]> {
  const keys = ['company_id', 'subcompany_id', ...(name === 'unit' ? ['unit', 'kind', 'day'] : ['day', 'unit'])];
  const of = (key: string) => (key === 'day' && name === 'year' ? 'make_date(extract(year from day)::int, 1, 1)' : key);
  const sums = name === 'unit' ? FIGURES : ['price'];
  const rows = `select ${keys.map(of).join(', ')}, count(*)::numeric, ${sums.map((sum) => `sum(${sum})::text, count(${sum})::numeric`).join(', ')}
    from app.fund where deleted_time is null group by ${keys.map((_, at) => at + 1).join(', ')}`;
  const told = `select ${keys.join(', ')}, sum("rows.count"), ${sums
    .map((sum) => `case when sum("${sum}.count") > 0 then sum(${sum}) end::text, sum("${sum}.count")`)
    .join(', ')} from sum."fund.${name}" group by ${keys.map((_, at) => at + 1).join(', ')} having sum("rows.count") > 0`;
  return on.query(`(${rows} except all ${told}) union all (${told} except all ${rows})`);
}
const same = async (on: Tx = db) => expect([await differing(on, 'unit'), await differing(on, 'year')]).toEqual([[], []]);

const value = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 4, nil: null });
const row = fc.record({
  domain: fc.constantFrom([1, 11], [1, 12], [2, 21]),
  unit: value(fc.nat(2)),
  kind: value(fc.constantFrom(1, 2)),
  day: value(fc.constantFrom('2024-02-29', '2024-12-31', '2025-01-01', '2026-06-01', '0001-01-01')),
  price: value(fc.constantFrom('0', '1.5', '-1.5', '0.000001', '99999999999.999999')),
  pieces: value(fc.nat(3)),
});
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;
const sqlOf = (of: string | number | null) => (of === null ? 'null' : `'${of}'`);
const values = ({ domain: [company, domain], unit, kind, day, price, pieces }: Row) =>
  `(${company}, ${domain}, ${[unit, kind, day, price, pieces].map(sqlOf).join(', ')})`;
const INTO = 'insert into app.fund (company_id, subcompany_id, unit, kind, day, price, pieces) values';
const SOME = 'id % 3 = (select count(*) from app.fund) % 3';
const step: fc.Arbitrary<{ text: string; undone: boolean }> = fc.record({
  text: fc.oneof(
    { weight: 4, arbitrary: fc.array(row, { minLength: 1, maxLength: 6 }).map((rows) => `${INTO} ${rows.map(values).join(', ')}`) },
    {
      weight: 3,
      arbitrary: row.map(
        (to) => `update app.fund set (company_id, subcompany_id, unit, kind, day, price, pieces) = ${values(to)} where ${SOME}`,
      ),
    },
    fc.constant(`update app.fund set note = 'x' where ${SOME}`),
    fc.constant(`update app.fund set price = -price, pieces = null where ${SOME}`),
    fc.constant(`update app.fund set deleted_time = now() where ${SOME}`),
    fc.constant('update app.fund set deleted_time = null where deleted_time is not null'),
    fc.constant(`delete from app.fund where ${SOME}`),
    fc.constant('delete from app.fund where false'),
    fc.constant('truncate app.fund'),
    fc.constant(
      `${INTO} (1, 11, 1, 1, '2025-01-01', 7, 1); update app.fund set price = 8 where price = 7; delete from app.fund where price = 8`,
    ),
    fc.constant(
      `with moved as (update app.fund set unit = 2 where ${SOME} returning *) insert into app.fund (company_id, subcompany_id, unit, price) select company_id, subcompany_id, 0, price from moved`,
    ),
    fc.constant(
      `insert into app.fund (company_id, id, subcompany_id, unit, price) select company_id, id, subcompany_id, 1, 3 from app.fund where ${SOME} on conflict (company_id, id) do update set price = excluded.price`,
    ),
    { weight: 3, arbitrary: fc.constant('select sum.fold()') },
    fc.constant(`select sum.fill('fund.unit')`),
    fc.constant(`select sum.aside('fund.year')`),
  ),
  undone: fc.boolean(),
});
const UNDONE = new Error('undone');

describe('PAGES-07 summaries of tables', () => {
  it('are what the rows are after each of random writes, recycled, undone and folded ones among them, and within the transaction that writes (Q6)', async () => {
    await ready();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        await db.query(`truncate app.fund; select sum.fill('fund.year')`);
        for (const { text, undone } of steps) {
          await db
            .tx(async (tx) => {
              await tx.query(text);
              await same(tx);
              if (undone) throw UNDONE;
            })
            .catch((error: unknown) => {
              if (error !== UNDONE) throw error;
            });
          await same();
        }
        await db.query('select sum.fold()');
        await same();
        expect(await db.query('select differs from sum.recount() where differs > 0')).toEqual([]);
        expect(await db.query('select from sum."fund.unit.folded" where "rows.count" <= 0')).toEqual([]);
      }),
      { numRuns: 40, seed: 6 },
    );
  });

  it('writers of one key do not wait for each other, and a fold beside them loses nothing', async () => {
    await ready();
    const add = `${INTO} (1, 11, 1, 1, '2025-01-01', 1, 1)`;
    await db.tx(async (open) => {
      await open.query(add);
      await db.query(`set lock_timeout = 500; ${add}; select sum.fold(); reset lock_timeout`);
      await same();
    });
    await same();
    await Promise.all([
      ...Array.from({ length: 12 }, () => db.query(add)),
      ...Array.from({ length: 6 }, () => db.query('select sum.fold()')),
    ]);
    await same();
    await db.query('select sum.fold()');
    expect(await db.query('select "rows.count" as n, price from sum."fund.unit.folded"')).toEqual([{ n: 14, price: '14.000000' }]);
    expect(await db.query('select from sum."fund.unit.deltas"')).toEqual([]);
  });

  it('many rows of one statement append a row a key', async () => {
    await ready();
    await db.query(
      `insert into app.fund (company_id, subcompany_id, unit, day, price) select 1, 11, n % 3, '2025-01-01', n from generate_series(1, 3000) n`,
    );
    expect(await db.query('select unit, "rows.count" as n from sum."fund.unit.deltas" order by 1')).toEqual(
      [0, 1, 2].map((unit) => ({ unit, n: 1000 })),
    );
    await db.query(`update app.fund set note = 'nothing of theirs'`);
    expect(await db.query('select count(*)::int as n from sum."fund.unit.deltas"')).toEqual([{ n: 3 }]);
  });

  it('a planted fault is found by the recount; put aside its view is that of the rows, filled it is right again', async () => {
    await ready();
    await db.query(`${INTO} (1, 11, 1, 1, '2025-01-01', 5, 1), (2, 21, 2, 1, '2025-01-01', 6, 1)`);
    await db.query('select sum.fold(); update sum."fund.unit.folded" set price = price + 0.000001 where company_id = 2');
    expect(await db.query('select name, differs from sum.recount()')).toEqual([
      { name: 'fund.unit', differs: 1 },
      { name: 'fund.year', differs: 0 },
    ]);
    expect(await differing(db, 'unit')).toHaveLength(2);
    await db.query(`select sum.aside('fund.unit')`);
    await same();
    await db.query(`${INTO} (1, 12, 1, 1, '2025-01-01', 5, 1)`);
    await same();
    await db.query(`select sum.fill('fund.unit')`);
    await same();
    expect(await db.query('select name, differs, aside from sum.recount() where differs > 0 or aside')).toEqual([]);
    await expect(db.query(`select sum.fill('fund.other')`)).rejects.toMatchObject({ code: 331 });
  });
});

describe('META-01 table sync makes summaries', () => {
  it('fills them from what is there, says of how many rows, and then has nothing left to do', async () => {
    await applySync(db, fund([]));
    await db.query(`insert into app.domain (company_id, id, key_name) values (1, 11, '一')`);
    await db.query(
      `insert into app.fund (company_id, subcompany_id, unit, price) select 1, 11, n % 4, n from generate_series(1, 500) n; analyze app.fund`,
    );
    const plan = await db.tx((tx) => planFor(tx, fund()));
    expect(describePlan(plan)).toContain('-- sum.fund.unit: make the summary, filled from about 500 rows of app.fund\n');
    expect(plan.steps.some(({ destructive }) => destructive)).toBe(false);
    await applySync(db, fund());
    expect(await verifySync(db, fund())).toEqual([]);
    await same();
  });

  it.each<[string, () => ReturnType<typeof fund>]>([
    ['another key', () => fund([{ ...UNIT, by: ['unit'] }, YEAR])],
    ['no summaries', () => fund([])],
    [
      'a renamed field',
      () =>
        fund(
          [{ ...UNIT, by: ['unit', 'kind', 'date'] }],
          FIELDS.map((of) => (of.field_name === 'day' ? { ...of, field_name: 'date' } : of)),
        ),
    ],
    [
      'a wider figure',
      () =>
        fund(
          [UNIT],
          FIELDS.map((of) => (of.field_name === 'price' ? { ...of, length: '24,6' } : of)),
        ),
    ],
    [
      'a field that goes',
      () =>
        fund(
          [YEAR],
          FIELDS.filter((of) => of.field_name !== 'pieces'),
        ),
    ],
    ['another name of the table', () => catalogueOf(testTable('money', { uid: 'fund', fields: FIELDS, summaries: [UNIT] }))],
  ])('changes them to what the definition says: %s', async (_, next) => {
    await ready();
    await db.query(`${INTO} (1, 11, 1, 1, '2025-01-01', 5, 1), (2, 21, 2, 1, '2025-01-01', 6, 1)`);
    await applySync(db, next());
    expect(await verifySync(db, next())).toEqual([]);
    const wanted = next()
      .tables()
      .flatMap((table) => (table.def.summaries ?? []).map(({ name }) => `${table.name}.${name}`));
    expect((await db.query<{ name: string }>('select name from sum.summary order by 1')).map(({ name }) => name)).toEqual(wanted.sort());
    const left = await db.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'sum'::regnamespace and relkind = 'v'`,
    );
    expect(left).toHaveLength(2 * wanted.length);
    for (const name of wanted) expect(await db.query(`select sum("rows.count")::int as n from sum."${name}"`)).toEqual([{ n: 2 }]);
  });

  it('a table that goes takes its summaries along, and a trigger that somebody took away comes back with what it missed', async () => {
    await ready();
    await db.query('drop trigger "sum.unit.insert" on app.fund');
    await db.query(`${INTO} (1, 11, 1, 1, '2025-01-01', 5, 1)`);
    expect((await verifySync(db, fund())).map((line) => line.split(':')[0])).toEqual(['sum.fund.unit', 'sum.fund.unit']);
    await applySync(db, fund());
    await same();
    await applySync(db, catalogueOf(), { allowDestructive: true });
    expect(await db.query('select name from sum.summary')).toEqual([]);
    expect(await db.query(`select relname from pg_class where relnamespace = 'sum'::regnamespace and relkind in ('r', 'v')`)).toEqual([
      { relname: 'summary' },
    ]);
  });
});
