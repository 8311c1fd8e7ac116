import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import { sys } from '#suites/sys/suite.ts';
import { loadCatalogue } from '../load.ts';
import { metaMigrations } from '../migrations.ts';
import { loadSeeds } from '../seed.ts';
import { applySync } from '../sync/apply.ts';

let one: TestDatabase;
const said: string[] = [];
const catalogue = loadCatalogue([sys]);
const load = () =>
  loadSeeds(
    one.db,
    catalogue,
    { companies: [], seeds: [] },
    async () => undefined,
    (line) => said.push(line),
  );
const company = (id: number, time_zone: string, work_hours = '09:00-12:00,13:00-18:00') =>
  one.db.query(
    `insert into fw.company (id, key, login_name, key_name, key_name_en, time_zone, work_hours) values ($1, $2, $2, $2, $2, $3, $4)`,
    [id, `c${id}`, time_zone, work_hours],
  );
const next = async () => (await one.db.query<{ id: number }>('select max(id) + 1 as id from fw.company'))[0]!.id;
const hours = async (id: number) => {
  const [row] = await one.db.query<{ at: (string | null)[] }>(
    'select array[morning_from, morning_until, afternoon_from, afternoon_until]::text[] as at from app.work_time where company_id = $1',
    [id],
  );
  return row!.at.map((at) => at?.slice(0, 5) ?? '').join(' ');
};
const days = async (id: number) =>
  (await one.db.query<{ n: number }>('select count(*)::int as n from app.calendar_day where company_id = $1', [id]))[0]!.n;

beforeAll(async () => {
  one = await testDatabase();
  await migrate(one.db, [metaMigrations]);
  await applySync(one.db, catalogue);
});
afterAll(() => one.close());

describe('FLOW-11 the working time that a company begins with', () => {
  it('holidays of China come to companies by the clock of China, whatever that is called, and to no other', async () => {
    await company(11, 'Asia/Shanghai');
    await company(12, 'Asia/Urumqi');
    await company(13, 'Europe/Berlin');
    await company(14, 'Asia/Hong_Kong');
    await load();
    expect([await days(11), await days(12), await days(13), await days(14)]).toEqual([13, 13, 0, 0]);
  });

  it.each([
    ['08:30-11:30,13:30-17:30', '08:30 11:30 13:30 17:30'],
    ['10:00-16:00', '10:00 16:00  '],
    ['08:00-12:00, 12:00-16:00', '08:00 12:00 12:00 16:00'],
  ])('hours set by SQL before the page are the page’s: %s', async (work_hours, shown) => {
    const id = await next();
    await company(id, 'UTC', work_hours);
    await load();
    expect(await hours(id)).toBe(shown);
    // once: what the page says then is the company's
    await one.db.query(`update app.work_time set morning_from = '07:00:00', version = version + 1 where company_id = $1`, [id]);
    await load();
    expect((await hours(id)).slice(0, 5)).toBe('07:00');
  });

  it.each(['08:00-10:00,10:15-12:00,13:00-17:00', '12:00-08:00', '08:00-12:00,11:00-17:00', '8-12', '08:00-12:00,', '25:00-26:00'])(
    'hours that the page cannot hold stay as the version brought them, and that is said: %s',
    async (work_hours) => {
      const id = await next();
      await company(id, 'UTC', work_hours);
      said.length = 0;
      await load();
      expect(await hours(id)).toBe('09:00 12:00 13:00 18:00');
      expect(said.filter((line) => line.includes(`company ${id}:`))).toEqual([
        `working hours in company ${id}: the page of working hours cannot hold ${work_hours}, type them there`,
      ]);
    },
  );

  it('nothing is carried into a row that somebody touched, nor beside another row', async () => {
    await company(81, 'UTC');
    await company(82, 'UTC');
    await load();
    await one.db.query(`update app.work_time set modify_entity = 1 where company_id = 81`);
    await one.db.query(`insert into app.work_time (company_id, key_name, since, weekdays) values (82, '夏', '2026-06-01', '{1}')`);
    await one.db.query(`update fw.company set work_hours = '07:00-11:00' where id in (81, 82)`);
    await load();
    expect([await hours(81), await hours(82)]).toEqual(['09:00 12:00 13:00 18:00', '09:00 12:00 13:00 18:00']);
  });

  it('holidays that came to companies elsewhere go, where nobody touched what was brought', async () => {
    for (const id of [91, 92, 93, 94]) await company(id, 'Asia/Shanghai');
    await load();
    await one.db.query(`update fw.company set time_zone = 'Europe/Berlin' where id in (91, 92, 93)`);
    const own = `insert into app.calendar_day (company_id, day, kind, key_name, create_entity) values (91, '2026-12-25', 1, 'Weihnachten', 1)`;
    await one.db.query(own);
    await one.db.query(`update app.calendar_day set modify_entity = 1 where company_id = 92 and day = '2026-05-01'`);
    await one.db.query(`update app.calendar_day set deleted_time = now() where company_id = 93 and day = '2026-05-01'`);
    await one.db.query(metaMigrations.steps.find(({ id }) => id === '040-holidays-of-china')!.sql);
    expect([await days(91), await days(92), await days(93), await days(94)]).toEqual([1, 13, 13, 13]);
    await load();
    expect([await days(91), await days(94)]).toEqual([1, 13]);
  });
});
