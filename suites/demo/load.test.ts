import { expect, it } from 'vitest';
import { loadGrants } from '#server/access/load-grants.ts';
import { accessMigrations } from '#server/access/migrations.ts';
import { migrate } from '#server/db/migrate.ts';
import { testDatabase } from '#server/db/testing.ts';
import { flowMigrations } from '#server/flow/migrations.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { metaMigrations } from '#server/meta/migrations.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { applySync } from '#server/meta/sync/apply.ts';
import { capex } from '#suites/capex/suite.ts';
import { openDataSeeds } from '#suites/opendata/seed.ts';
import { opendata } from '#suites/opendata/suite.ts';
import { sample } from '#suites/sample/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { demoCompanies } from './companies.ts';
import { demoSeeds } from './seed.ts';

it('DEMO=1 loads the whole demonstration into real tables: 378 city projects, 7,203 power units, 2,259 reports; a second start loads nothing', async () => {
  const one = await testDatabase();
  try {
    const catalogue = loadCatalogue([sys, capex, opendata, sample]);
    await migrate(one.db, [metaMigrations, accessMigrations, flowMigrations]);
    await applySync(one.db, catalogue);
    const demo = { companies: demoCompanies, seeds: [...demoSeeds, ...openDataSeeds] };
    const counts = await loadSeeds(one.db, catalogue, demo, loadGrants);
    expect(counts).toMatchObject({ power_unit: 7203, city_project_report: 2259, province: 34, user: 16 });
    const perDomain = await one.db.query<{ name_en: string; n: number }>(
      `select d.name_en, count(*)::int as n from app.project p join app.domain d on d.company_id = p.company_id and d.id = p.subcompany_id
       group by d.name_en order by d.name_en`,
    );
    expect(Object.fromEntries(perDomain.map((row) => [row.name_en, row.n]))).toMatchObject({
      'New York open data': 378,
      'Other Company': 3,
    });
    expect(await one.db.query(`select login_name from app."user" where id = 1`)).toEqual([{ login_name: 'admin' }]);
    const [found] = await one.db.query<{ plants: number; bridges: number }>(
      `select (select count(*)::int from app.power_unit where keywords like '%华能%') as plants,
              (select count(*)::int from app.project where keywords like '%bridge%') as bridges`,
    );
    expect([found!.plants > 500, found!.bridges > 10]).toEqual([true, true]);
    expect(await loadSeeds(one.db, catalogue, demo, loadGrants)).toEqual({});
  } finally {
    await one.close();
  }
});
