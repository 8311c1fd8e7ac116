import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialsOf } from '#protocol/fields/initials.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import { openAccess } from '#server/access/access.ts';
import { loadGrants } from '#server/access/grants/load-grants.ts';
import { accessMigrations } from '#server/access/migrations.ts';
import { migrate } from '#server/db/migrate.ts';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import { flowMigrations } from '#server/flow/store/migrations.ts';
import type { House } from '#server/meta/house.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { metaMigrations } from '#server/meta/migrations.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { applySync } from '#server/meta/sync/apply.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { readPage } from '#server/records/read/page.ts';
import { readReport } from '#server/records/report/read.ts';
import { houseOn } from '#server/records/testing.ts';
import { capex } from '#suites/capex/suite.ts';
import { openDataSeeds } from '#suites/opendata/seed.ts';
import { opendata } from '#suites/opendata/suite.ts';
import { sampleDemo } from '#suites/sample/demo.ts';
import { sample } from '#suites/sample/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { demoCompanies } from './companies.ts';
import { demoSeeds } from './seed.ts';

const catalogue = loadCatalogue([sys, capex, opendata, sample]);
const demo = { companies: demoCompanies, seeds: [...demoSeeds, ...openDataSeeds, ...sampleDemo.seeds] };
let base: TestDatabase;
let house: House;
let counts: Record<string, number>;

beforeAll(async () => {
  base = await testDatabase();
  house = houseOn(base.db, catalogue);
  await migrate(base.db, [metaMigrations, accessMigrations, flowMigrations]);
  await applySync(base.db, catalogue);
  counts = await loadSeeds(base.db, catalogue, demo, loadGrants);
});
afterAll(() => base.close());

const DOMAINS = { ys: '远山集团', nyc: '纽约公开数据', power: '全国电力项目', other: '他司' } as const;

/** A page of real rows as somebody reads them in a domain. */
async function page(
  login: string,
  domain: keyof typeof DOMAINS,
  cloud: string,
  filters?: Filters,
  at: Partial<Parameters<typeof readPage>[3]> = {},
) {
  const company = domain === 'other' ? 'other' : 'demo';
  const access = await openAccess(house, await sessionFor(base.db, login, { company, domain: DOMAINS[domain] }));
  return readPage(house, access, access.grant(access.table(cloud), 'Page'), {
    page: 1,
    rows: 20,
    ...at,
    exact: 1,
    ...(filters ? { filters } : {}),
  });
}
const total = async (...asked: Parameters<typeof page>) => (await page(...asked)).total;

describe('the demonstration in real tables', () => {
  it('DEMO=1 loads it whole; user 1 is admin; a second start loads nothing', async () => {
    expect(counts).toMatchObject({ power_unit: 7203, city_project_report: 2259, province: 34, user: 16 });
    expect(await base.db.query(`select login_name from app."user" where id = 1`)).toEqual([{ login_name: 'admin' }]);
    expect(await loadSeeds(base.db, catalogue, demo, loadGrants)).toEqual({});
  });

  it.each([
    ['nyc', 'project', 378],
    ['nyc', 'city_project_report', 2259],
    ['power', 'power_unit', 7203],
    ['ys', 'power_unit', 0],
    ['other', 'project', 3],
  ] as const)('B1 B20 admin in %s reads all %s of this domain: %i', async (domain, cloud, rows) => {
    expect(await total(domain === 'other' ? 'admin2' : 'admin', domain, cloud)).toBe(rows);
  });

  it.each([
    ['ys', 'project', /^研究一部$/],
    ['nyc', 'project', /^(DEP|DSNY|DPR|EDC) /],
    ['nyc', 'city_project_report', /^(DEP|DSNY|DPR|EDC) /],
    ['power', 'power_unit', /^(华东|华中)电力组$/],
  ] as const)('B1 viewer in %s reads of %s his division only, some and not all', async (domain, cloud, mine) => {
    const seen = await page('viewer', domain, cloud, undefined, { page: 1, rows: 100, fields: 'department_entity' });
    const all = await total('admin', domain, cloud);
    expect(seen.total).toBeGreaterThan(0);
    expect(seen.total).toBeLessThan(Number(all));
    const departments = (seen.rows ?? []).map((row) => (row.department_entity as { key_name: string }).key_name);
    expect(departments.filter((name) => !mine.test(name))).toEqual([]);
  });

  it.each([
    ['power', 'power_unit', '华能', 600],
    ['power', 'power_unit', '三峡', 10],
    ['nyc', 'project', 'bridge', 10],
    ['nyc', 'project', 'BRIDGE', 10],
    ['ys', 'project', '智能', 3],
    ['ys', 'project', 'warehouse', 1],
  ] as const)('LIST-09 the word search in %s finds in %s %s', async (domain, cloud, key_word, least) => {
    expect(await total('admin', domain, cloud, { key_word })).toBeGreaterThanOrEqual(least);
  });

  it('LIST-11 the last page of the power units is there, with what is left', async () => {
    const last = await page('admin', 'power', 'power_unit', undefined, { page: 73, rows: 100 });
    expect(last.rows).toHaveLength(3);
  });

  it('LIST-03 projects, units, cities and departments are found by the first letters of their reading', async () => {
    for (const [cloud, key_word, name] of [
      ['department', 'xxglb', '信息管理部'],
      ['invest_subject', 'yswl', '远山物流有限公司'],
      ['province', 'sd', '山东省'],
    ] as const) {
      const found = await page('admin', 'ys', cloud, { key_word });
      expect(found.rows!.map((row) => row.key_name)).toContain(name);
    }
    const [project] = (await page('admin', 'ys', 'project')).rows!;
    const name = String(project!.key_name);
    const letters = initialsOf(name).slice(0, 4);
    const found = await page('admin', 'ys', 'project', { key_word: letters }, { rows: 100 });
    expect(found.rows!.map((row) => row.key_name)).toContain(name);
  });

  it('D5 nobody of the first company reads a word of the second', async () => {
    for (const domain of ['ys', 'nyc', 'power'] as const)
      for (const cloud of ['project', 'department', 'user', 'message', 'invest_subject']) {
        expect(await total('admin', domain, cloud, { key_word: '他司' })).toBe(0);
      }
  });

  it('whoever may work in a domain of the open data finds rows of it there', async () => {
    const people = await base.db.query<{ login_name: string }>(
      `select u.login_name from app."user" u join app."domain" d on d.company_id = u.company_id and d.id = any(u.domain_entities)
       where d.key_name = $1 order by u.id`,
      [DOMAINS.power],
    );
    expect(people.length).toBeGreaterThan(3);
    const found = (login: string) => total(login, 'power', 'power_unit').catch(({ code }) => `refused ${code}`);
    const seen = await Promise.all(people.map(async ({ login_name }) => [login_name, await found(login_name)]));
    expect(seen.filter(([, rows]) => typeof rows !== 'number' || rows === 0)).toEqual([]);
  });

  it('B23 leader may read no application, applicant no open data: unknown table 312', async () => {
    await expect(page('leader', 'ys', 'initiation')).rejects.toMatchObject({ code: 312 });
    await expect(page('applicant', 'nyc', 'power_unit')).rejects.toMatchObject({ code: 312 });
  });

  it('PAGES-07 reports of the demonstration say what its rows come to', async () => {
    const report = async (login: string, domain: keyof typeof DOMAINS, cloud: string, ask: object = {}) => {
      const access = await openAccess(house, await sessionFor(base.db, login, { company: 'demo', domain: DOMAINS[domain] }));
      return readReport(house, access, { cloud, ...ask });
    };
    const told = ({ data }: Awaited<ReturnType<typeof report>>) => data!.total as Record<string, string | number>;
    expect(told(await report('admin', 'nyc', 'city_by_agency'))).toMatchObject({ num: 2259, projects: 378 });
    // what stands in China, province by province, as the table itself adds it up
    const power = await report('admin', 'power', 'power_map', { targets: 'province', rows: 100 });
    const units = await base.db.query<{ id: number; num: number; mw: string }>(
      'select province_entity::int id, count(*)::int num, sum(capacity_mw)::text mw from app.power_unit group by 1 order by sum(capacity_mw) desc',
    );
    expect(power.data!.total).toMatchObject({ num: 7203 });
    expect(units.length).toBeGreaterThanOrEqual(31);
    const lines = power.rows!.map((row) => [(row.keys as { province: { id: number } }).province.id, row.num, Number(row.capacity)]);
    expect(lines).toEqual(units.map(({ id, num, mw }) => [id, num, Number(mw)]));
    // plan and execution of a year, added up once more as whole hundredths
    const cents = (table: string, field: string, holds: (row: Record<string, unknown>) => boolean) =>
      demoSeeds
        .filter((seed) => seed.table === table && seed.domain === 'yuanshan')
        .flatMap((seed) => seed.rows)
        .filter((row) => String(row.period).startsWith('2025') && holds(row))
        .reduce((sum, row) => sum + Math.round(Number(row[field]) * 100), 0);
    const year = told(await report('admin', 'ys', 'year_execution', { value: '2025' }));
    const plan = cents('plan_month', 'price', (row) => row.kind === 1 && row.current === 1);
    const done = cents('fund_exec', 'done_price', () => true);
    expect([Number(year.plan) * 100, Number(year.done) * 100, Number(year.plan_run) * 100].map(Math.round)).toEqual([plan, done, plan]);
    expect(Number(year.rate)).toBeCloseTo(done / plan, 8);
    const beside = told(await report('admin', 'ys', 'year_execution', { value: '2026', compare: 'year' }));
    expect([beside.plan_c, beside.done_c]).toEqual([year.plan, year.done]);
    const funds = told(await report('admin', 'ys', 'fund_execution', { value: '2025', targets: 'unit' }));
    expect(Math.round(Number(funds.paid) * 100)).toBe(cents('fund_exec', 'paid_price', () => true));
    // who leads sees what all of it comes to
    expect(told(await report('leader', 'ys', 'year_execution', { value: '2025' }))).toEqual(year);
    await expect(report('admin', 'ys', 'project_curve')).rejects.toMatchObject({ code: 314 });
  });
});
