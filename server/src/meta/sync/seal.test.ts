import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Db, Tx } from '#server/db/db.ts';
import type { TestDatabase } from '#server/db/testing.ts';
import { loadCatalogue } from '../load.ts';
import { catalogueOf, emptyHouse, field } from '../testing-sync.ts';
import { applySync, verifySync } from './apply.ts';

let one: TestDatabase;
let asked: string[] = [];
/** The database, and what it is asked. */
let db: Db;
beforeAll(async () => {
  one = await emptyHouse();
  const heard = (tx: Tx): Tx => ({
    ...tx,
    query: (text: string, values?: unknown[]) => {
      asked.push(text);
      return tx.query(text, values);
    },
  });
  db = { ...one.db, tx: (work, options) => one.db.tx((tx) => work(heard(tx)), options) } as Db;
});
afterAll(() => one.close());

const CODE = field('code', 'text', { unique: 1, search: 1 });
const works = (...more: ReturnType<typeof field>[]) => catalogueOf(testTable('works', { fields: [CODE, ...more] }));
const program = 'a';
const start = async (catalogue = works(), options: Parameters<typeof applySync>[2] = { program }) => {
  asked = [];
  const plan = await applySync(db, catalogue, options);
  return { steps: plan.steps.map(({ text }) => text), looked: asked.some((text) => text.includes('pg_get_constraintdef')) };
};

describe('META-01 what was found to be right is not looked at anew (docs/decisions/270)', () => {
  beforeEach(async () => void (await start()));

  it('a start that finds the database as it was left reads neither columns nor constraints', async () => {
    expect(await start()).toEqual({ steps: [], looked: false });
  });

  it('rows, and what PostgreSQL keeps of them, change nothing', async () => {
    await one.db.query(`insert into app.domain (company_id, key_name) values (1, '一');
      insert into app.works (company_id, subcompany_id, code) select 1, id, 'x' from app.domain limit 1; update app.works set code = 'y'`);
    await one.db.query('vacuum full analyze app.works');
    expect(await start()).toMatchObject({ steps: [], looked: false });
  });

  it.each([
    ['an index that went', 'drop index app."works.code.unique"'],
    ['a column that may be empty', 'alter table app.works alter version drop not null'],
    ['a column of another type', 'alter table app.works alter remark type varchar(500)'],
    ['a default that went', 'alter table app.works alter version drop default'],
    ['a column of history that went', 'alter table hist.works drop code'],
    ['a constraint that went', 'alter table app.works drop constraint "works.code.check"'],
    ['a constraint under another name', 'alter table app.works rename constraint "works.code.check" to other'],
    ['a trigger that sleeps', 'alter table app.works disable trigger "keep.update"'],
    ['a trigger that went', 'drop trigger "keep.delete" on app.works'],
    ['the body of history', `create or replace function hist."works.keep"() returns trigger language plpgsql as 'begin return null; end'`],
    ['a table that went', 'drop table hist.works'],
  ])('%s is seen and made good', async (_, sql) => {
    await one.db.query(sql);
    const { steps, looked } = await start();
    expect({ looked, some: steps.length > 0 }).toEqual({ looked: true, some: true });
    expect(await verifySync(one.db, works())).toEqual([]);
    expect(await start()).toEqual({ steps: [], looked: false });
  });

  it('what the ledger remembers is seen when somebody changed it', async () => {
    await one.db.query(`update fw.meta_object set name = 'other' where kind = 'field'`);
    expect((await start()).looked).toBe(true);
  });

  it('other definitions, another program and one that says nothing of itself look', async () => {
    expect((await start(works(field('more', 'int')))).steps).toContain('app.works: add column more bigint');
    expect((await start(works(field('more', 'int')), { program: 'b' })).looked).toBe(true);
    expect((await start(works(field('more', 'int')), {})).looked).toBe(true);
    expect((await start(works(field('more', 'int')), { program: 'b', allowDestructive: true })).looked).toBe(true);
  });

  it('a start that is refused notes nothing', async () => {
    await one.db.query('alter table app.works add stray text');
    for (const _ of [1, 2]) await expect(start()).rejects.toThrow('stray');
    await one.db.query('alter table app.works drop stray');
  });

  describe('with a report and a summary', () => {
    const UNIT = { uid: 'works.unit', name: 'unit', by: ['unit'], sum: ['price'] };
    const table = testTable('works', {
      fields: [CODE, field('unit', 'int'), field('price', 'numeric', { length: '18,2' })],
      summaries: [UNIT],
    });
    const report = (name: string): ReportDef => ({
      ...{ uid: name, report_name: name, key_name: '合计', key_name_en: 'Sums' },
      sources: [{ name: 'w', cloud: 'works' }],
      targets: [],
      indexs: [{ name: 'num', of: 'count' }],
    });
    const reported = (...reports: ReportDef[]) =>
      loadCatalogue([testSuite([testTable('domain', { tenancy: 'company' }), table], { reports })]);

    it('the first report of a table has its changes noted', async () => {
      await start(reported());
      expect(await start(reported(report('sums')))).toMatchObject({ looked: true, steps: [expect.stringContaining('app.works')] });
      expect(await start(reported(report('sums')))).toEqual({ steps: [], looked: false });
    });

    it.each([
      ['a trigger that notes no change any more', 'alter table app.works disable trigger "change.update"'],
      ['a trigger of the summary that went', 'drop function sum."works.unit.add"() cascade'],
      [
        'the body of what keeps the summary',
        `create or replace function sum."works.unit.take"() returns trigger language plpgsql as 'begin return null; end'`,
      ],
      ['a summary that went', 'drop view sum."works.unit"'],
    ])('%s is seen', async (_, sql) => {
      await start(reported(report('sums')));
      await one.db.query(sql);
      const { steps, looked } = await start(reported(report('sums')));
      expect({ looked, some: steps.length > 0 }).toEqual({ looked: true, some: true });
      expect(await start(reported(report('sums')))).toEqual({ steps: [], looked: false });
    });
  });
});
