import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RoleDef } from '#protocol/meta/suite.ts';
import { testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { migrate } from '#server/db/migrate.ts';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { metaMigrations } from '#server/meta/migrations.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { applySync } from '#server/meta/sync/apply.ts';
import { sys } from '#suites/sys/suite.ts';
import { accessMigrations } from '../migrations.ts';
import { grantLoader } from './load-grants.ts';

const keeper = (grants: RoleDef['grants'], flags: string[] = ['stock']): RoleDef => ({
  uid: 'keeper',
  code: 'keeper',
  key_name: '保管员',
  key_name_en: 'Keeper',
  flags,
  grants,
});
const store = { uid: 'stock', code: 'stock', key_name: '仓库', key_name_en: 'Store', flag: 'stock', menus: [] };
const said = { key_name: '名', key_name_en: 'Name' };
const part = testTable('part', {
  states: [
    { uid: 'part.bar', value: '*', ...said, actions: [{ uid: 'part.add', op: 'Add', ...said }] },
    { uid: 'part.1', value: '1', ...said },
  ],
});
const house = (roles: RoleDef[]) =>
  loadCatalogue([sys, testSuite([part, testTable('stock')], { requires: ['sys'], roles, modules: [store] })]);
const reads = { group: 'part', scope: 2 as const, items: ['List'] };
const writes = { group: 'part', scope: 2 as const, items: ['List', 'Add', 'Modify'] };
const counts = { group: 'stock', scope: 1 as const, items: ['List'] };

let base: TestDatabase;
let told: string[] = [];
const start = async (...roles: RoleDef[]) => {
  told = [];
  await loadSeeds(
    base.db,
    house(roles),
    { companies: [{ key: 'demo', id: 1, login_name: 'demo', key_name: '司', key_name_en: 'Co' }], seeds: [] },
    grantLoader((line) => told.push(line)),
  );
};
const rights = () =>
  base.db.query(
    `select g.group_uid as "group", g.scope, g.items from fw.role_grant g join app."role" r on r.company_id = g.company_id and r.id = g.role_id
     where r."code" = 'keeper' order by 1`,
  );
const flags = async () =>
  (
    await base.db.query<{ flag: string }>(
      `select f.flag from fw.role_flag f join app."role" r on r.company_id = f.company_id and r.id = f.role_id where r."code" = 'keeper' order by 1`,
    )
  ).map(({ flag }) => flag);
const version = async () => (await base.db.query<{ version: number }>('select version from fw.rights_version'))[0]?.version;
const byHand = (set: string) =>
  base.db.query(
    `update fw.role_grant set ${set} where group_uid = 'part' and role_id = (select id from app."role" where "code" = 'keeper')`,
  );

beforeAll(async () => {
  base = await testDatabase();
  await migrate(base.db, [metaMigrations, accessMigrations]);
  await applySync(base.db, house([]));
});
afterAll(() => base.close());
beforeEach(async () => {
  await base.db.query(
    `delete from fw.role_grant; delete from fw.role_flag; delete from fw.role_said; delete from fw.seed; delete from app."role";
     delete from app.work_time; delete from app.calendar_day`,
  );
});

describe('what a suite says of a role, at each start', () => {
  it('the last word counts: rights that were taken away and given back are there again', async () => {
    await start(keeper([reads]));
    await start(keeper([writes]));
    expect(await rights()).toEqual([writes]);
    await start(keeper([reads]));
    expect(await rights()).toEqual([reads]);
    await start(keeper([]));
    expect(await rights()).toEqual([]);
    await start(keeper([writes, counts], ['stock', 'EI']));
    expect(await rights()).toEqual([writes, counts]);
    expect(await flags()).toEqual(['EI', 'stock']);
    await start(keeper([reads], []));
    expect([await rights(), await flags()]).toEqual([[reads], []]);
  });

  it('tells what changed, and says nothing and raises nothing where nothing did', async () => {
    await start(keeper([reads]));
    expect(told).toEqual(['rights of new roles in company 1 as the suites say: root, staff, keeper']);
    const before = await version();
    await start(keeper([reads]));
    expect([told, await version()]).toEqual([[], before]);
    await start(keeper([{ ...writes, hide: ['remark'] }], []));
    expect(told).toEqual([
      'rights of role keeper in company 1: part was 2 List, now 2 List Add Modify hide remark',
      'rights of role keeper in company 1: flag stock taken away',
    ]);
    expect(await version()).toBeGreaterThan(before!);
  });

  it('what an administrator changed stays, group by group, and is told when the suite says something new of it', async () => {
    await start(keeper([reads, counts]));
    await byHand(`items = '{List,Delete}'`);
    await start(keeper([reads, counts]));
    expect(told).toEqual([]);
    await start(keeper([writes, { ...counts, scope: 2 }]));
    expect(await rights()).toEqual([
      { ...reads, items: ['List', 'Delete'] },
      { ...counts, scope: 2 },
    ]);
    expect(told).toEqual([
      'rights of role keeper in company 1: part was changed here and stays 2 List Delete; the suites say 2 List Add Modify, before 2 List',
      'rights of role keeper in company 1: stock was 1 List, now 2 List',
    ]);
    await start(keeper([writes, { ...counts, scope: 2 }]));
    expect(told).toEqual([]);
  });

  it('what an administrator took away stays away, what he added stays, and agreeing with the suite ends the difference', async () => {
    await start(keeper([reads]));
    await base.db.query(`delete from fw.role_grant where group_uid = 'part'`);
    await base.db.query(
      `insert into fw.role_grant (company_id, role_id, group_uid, scope, items) select 1, id, 'stock', 0, '{List}' from app."role" where "code" = 'keeper'`,
    );
    await base.db.query(`delete from fw.role_flag where flag = 'stock'`);
    await start(keeper([writes]));
    expect([await rights(), await flags()]).toEqual([[{ ...counts, scope: 0 }], []]);
    expect(told).toEqual([
      'rights of role keeper in company 1: part was taken away here and stays so; the suites say 2 List Add Modify, before 2 List',
    ]);
    await start(keeper([{ ...counts, scope: 0 }]));
    expect(told).toEqual([]);
    await start(keeper([counts]));
    expect(await rights()).toEqual([counts]);
  });

  it('a role that no suite brings any more keeps its row and loses what the suite gave; it comes back with it', async () => {
    await start(keeper([reads]));
    await start();
    expect([await rights(), await flags()]).toEqual([[], []]);
    expect(told[0]).toBe('rights of role keeper in company 1: part was 2 List, now nothing');
    await start(keeper([reads]));
    expect([await rights(), await flags()]).toEqual([[reads], ['stock']]);
  });

  it('a database of before takes what stands as what was said last', async () => {
    const old = await testDatabase();
    const [rooms, now] = [{ ...accessMigrations, steps: accessMigrations.steps.slice(0, 1) }, accessMigrations];
    await migrate(old.db, [metaMigrations, rooms]);
    await old.db.query(`
      insert into fw.role_grant values (1, 7, 'part', 2, '{List,Add}'), (1, 8, 'part', 0, '{List}');
      insert into fw.role_flag values (1, 7, 'stock');
      insert into fw.seed values ('role grants', 1, 'keeper aaaa', 7), ('role grants', 1, 'keeper bbbb', 7), ('part', 1, 'x', 1)`);
    await migrate(old.db, [metaMigrations, now]);
    expect(await old.db.query('select * from fw.role_said')).toEqual([
      {
        company_id: 1,
        role_id: 7,
        code: 'keeper',
        grants: [{ group: 'part', scope: 2, items: ['List', 'Add'], hide: [], readonly: [] }],
        flags: ['stock'],
      },
    ]);
    expect(await old.db.query('select table_name from fw.seed')).toEqual([{ table_name: 'part' }]);
    await old.close();
  });
});
