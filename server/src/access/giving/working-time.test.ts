import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Answer } from '#protocol/testing-person.ts';
import { loadGrants } from '#server/access/grants/load-grants.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import { workingTime } from '#server/flow/store/calendar.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { makeEngineTables, makeTables } from '#server/tables.ts';
import { serve, type TestApp } from '#server/testing-app.ts';
import { sys } from '#suites/sys/suite.ts';

const items = ['List', 'Add', 'Modify', 'Delete'];
const suite: SuiteDef = testSuite([testTable('thing')], {
  requires: ['sys'],
  roles: [
    {
      ...{ uid: 'r.keeper', code: 'keeper', key_name: '日历', key_name_en: 'Keeper' },
      grants: [
        { group: 'work_time', scope: 2, items },
        { group: 'calendar_day', scope: 2, items },
      ],
    },
    {
      ...{ uid: 'r.adder', code: 'adder', key_name: '登记', key_name_en: 'Adder' },
      grants: [{ group: 'calendar_day', scope: 0, items: ['Add'] }],
    },
    { uid: 'r.nobody', code: 'nobody', key_name: '无', key_name_en: 'Nobody', grants: [] },
  ],
});
const person = (login_name: string, role: string) => ({
  ...{ _key: login_name, login_name, key_name: login_name, domain_entities: ['@domain:d'], status: 1 },
  role_entities: [`@role:${role}`],
});
const company = (key: string, id: number) => ({ key, id, login_name: key, key_name: key, key_name_en: key });
const domain = (of: string) => ({
  ...{ table: 'domain', company: of, rows: [{ _key: 'd', key_name: '域', currency: '元', currency_en: 'CNY' }] },
});
const demo = {
  companies: [company('demo', 1), company('other', 2)],
  seeds: [
    domain('demo'),
    domain('other'),
    {
      ...{ table: 'user', company: 'demo' },
      rows: [{ ...person('root', 'root'), _id: 1 }, person('keeper', 'keeper'), person('adder', 'adder'), person('nobody', 'nobody')],
    },
  ],
};
const catalogue = loadCatalogue([sys, suite]);

let base: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  base = await templateDatabase('working-time', async (db) => {
    await makeEngineTables(db);
    await makeTables(db, catalogue);
    await loadSeeds(db, catalogue, demo, loadGrants);
  });
  app = await serve(base, diskFiles('/nonexistent'), { catalogue });
});
afterAll(() => app?.close());

const ask = async (who: string | null, op: string, form: Record<string, unknown>): Promise<Answer> => {
  const sent = Object.fromEntries(Object.entries(form).map(([key, value]) => [key, String(value)]));
  return { data: {}, rows: [], ...(await app.call('/app', op, sent, who)) } as Answer;
};
const hours = (form: Record<string, unknown>, op = 'Add') =>
  ask('root', op, { cloud: 'work_time', ...(op === 'Add' ? WEEK : {}), ...form });
const day = (form: Record<string, unknown>, op = 'Add') =>
  ask('root', op, { cloud: 'calendar_day', ...(op === 'Add' ? DAY : {}), ...form });
const WEEK = {
  ...{ key_name: '夏令', since: '2027-06-01', weekdays: ',1,2,3,4,5,' },
  ...{ morning_from: '08:30', morning_until: '12:00', afternoon_from: '14:30', afternoon_until: '18:00' },
};
const DAY = { key_name: '公司日', day: '2027-03-01', kind: 1 };
const now = (of = 1) => base.serving.tx((tx) => workingTime(tx, of));
const only = async (cloud: string) => (await ask('root', 'List', { cloud })).rows;

describe('FLOW-07 who keeps the working time of a company', () => {
  it.each(['work_time', 'calendar_day'])('%s: not signed in 401, without the right 312, with it 200', async (cloud) => {
    const form = { ...(cloud === 'work_time' ? WEEK : DAY), cloud };
    expect((await ask(null, 'Add', form)).code).toBe(401);
    expect((await ask('nobody', 'List', { cloud })).code).toBe(312);
    expect((await ask('nobody', 'Add', form)).code).toBe(312);
    const added = await ask('keeper', 'Add', form);
    expect(added.code, JSON.stringify(added)).toBe(200);
    expect((await ask('nobody', 'Modify', { ...form, id: added.data.id })).code).toBe(312);
    expect((await ask('keeper', 'Delete', { cloud, id: added.data.id })).code).toBe(200);
  });
  it('each company begins with the usual week and the holidays of China, its own to change', async () => {
    const both = [await now(1), await now(2)];
    for (const { weeks, days } of both) {
      expect(weeks).toEqual([
        {
          ...{ since: '2026-01-01', weekdays: [1, 2, 3, 4, 5] },
          spans: [
            ['09:00:00', '12:00:00'],
            ['13:00:00', '18:00:00'],
          ],
        },
      ]);
      expect([days.get('2026-10-01'), days.get('2026-10-07'), days.get('2026-10-10'), days.get('2026-10-08')]).toEqual([
        ...[false, false, true, undefined],
      ]);
    }
  });
  it('what a company changed or took away stays so when the next version starts', async () => {
    const [national] = await base.db.query<{ id: number }>(`select id from app.calendar_day where company_id = 1 and day = '2026-10-01'`);
    const [moved] = await base.db.query<{ id: number }>(`select id from app.calendar_day where company_id = 1 and day = '2026-10-10'`);
    expect((await day({ id: national!.id, last_day: '2026-10-08' }, 'Modify')).code).toBe(200);
    expect((await day({ id: moved!.id }, 'Delete')).code).toBe(200);
    const [week] = await only('work_time');
    expect((await hours({ id: week!.id, afternoon_from: '13:30' }, 'Modify')).code).toBe(200);
    await loadSeeds(base.db, catalogue, demo, loadGrants);
    const { weeks, days } = await now();
    expect(weeks[0]!.spans[1]).toEqual(['13:30:00', '18:00:00']);
    expect([days.get('2026-10-08'), days.get('2026-10-10')]).toEqual([false, undefined]);
    expect((await now(2)).days.get('2026-10-10')).toBe(true);
  });
  it('a day that the company had named itself counts before one that a version brings', async () => {
    await base.db.query(
      `insert into app.calendar_day (company_id, day, kind, key_name, create_entity) values (2, '2026-06-19', 2, '照常上班', 1)`,
    );
    await base.db.query(`insert into app.calendar_day (company_id, day, kind, key_name) values (2, '2026-06-19', 1, '端午')`);
    expect((await now(2)).days.get('2026-06-19')).toBe(true);
  });
  it('so it does when somebody changes the one that a version brought', async () => {
    await base.db.query(
      `insert into app.calendar_day (company_id, day, kind, key_name, create_entity) values (2, '2026-12-25', 2, '照常上班', 1)`,
    );
    await base.db.query(
      `with brought as (insert into app.calendar_day (company_id, day, kind, key_name, modify_entity) values (2, '2026-12-25', 1, '圣诞', 1) returning id)
       insert into fw.seed (table_name, company_id, key, id) select 'calendar_day', 2, 'holiday 2026-12-25', id from brought`,
    );
    expect((await now(2)).days.get('2026-12-25')).toBe(true);
  });
});

describe('FLOW-07 bad input of hours is told at the field', () => {
  it.each([
    ['a morning that ends before it begins', { morning_until: '08:00' }, 305, '$spanBackwards', 'morning_until'],
    ['one of no length', { afternoon_until: '14:30' }, 305, '$spanBackwards', 'afternoon_until'],
    ['spans that overlap', { afternoon_from: '11:59' }, 305, '$spansOverlap', 'afternoon_from'],
  ])('%s', async (_, form, code, remark, field_name) => {
    expect(await hours(form)).toMatchObject({ code, remark, data: { field_name } });
  });
  it.each([
    ['no hours at all', { morning_from: '', morning_until: '', afternoon_from: '', afternoon_until: '' }, 305, 'morning_from'],
    ['a span without its end', { afternoon_until: '' }, 305, 'afternoon_until'],
    ['a span without its begin', { morning_from: '' }, 305, 'morning_from'],
    ['no day of the week', { weekdays: '' }, 305, 'weekdays'],
    ['an eighth day', { weekdays: ',8,' }, 317, 'weekdays'],
    ['no first day', { since: '' }, 305, 'since'],
    ['an hour that there is not', { morning_from: '25:00' }, 317, 'morning_from'],
  ])('%s', async (_, form, code, field_name) => {
    const told = await hours(form);
    expect(told.code, JSON.stringify(told)).toBe(code);
    expect(JSON.stringify(told.data)).toContain(`"field_name":"${field_name}"`);
  });
  it('a first day twice is 310; the last row is not deleted (312); what stands is asked with what changes', async () => {
    const { data } = await hours({});
    expect(await hours({})).toMatchObject({ code: 310, data: { field_name: 'since' } });
    expect(await hours({ id: data.id, morning_until: '15:00' }, 'Modify')).toMatchObject({ code: 305, remark: '$spansOverlap' });
    expect((await hours({ id: data.id, afternoon_from: '', afternoon_until: '' }, 'Modify')).code).toBe(200);
    expect((await hours({ id: data.id, morning_until: '23:59' }, 'Modify')).code).toBe(200);
    const [first, second] = await only('work_time');
    expect((await hours({ id: first!.id }, 'Delete')).code).toBe(200);
    expect(await hours({ id: second!.id }, 'Delete')).toMatchObject({ code: 312, remark: '$workTimeLast' });
  });
});

describe('FLOW-07 bad input of days is told at the field', () => {
  it.each([
    ['a range that ends before it begins', { last_day: '2027-02-28' }, 305, '$dayBackwards', 'last_day'],
    ['a range of more than a year', { last_day: '2028-03-02' }, 305, '$dayLong', 'last_day'],
    ['a day of a seeded holiday', { day: '2026-05-03' }, 310, '$dayTwice', 'day'],
    ['a range over one', { day: '2026-05-06', last_day: '2026-05-12' }, 310, '$dayTwice', 'day'],
  ])('%s', async (_, form, code, remark, field_name) => {
    expect(await day(form)).toMatchObject({ code, remark, data: { field_name } });
  });
  it('the refusal says which day stands where, in both languages', async () => {
    expect((await day({ day: '2026-04-30', last_day: '2026-05-02' })).data).toMatchObject({
      ...{ twice: '2026-05-01', other: { zh_CN: '劳动节', en_US: 'Labour Day' } },
    });
  });
  it('who may not see the row that has the day hears which day, and not what that row is called', async () => {
    const told = await ask('adder', 'Add', { ...DAY, cloud: 'calendar_day', day: '2026-05-03' });
    expect(told).toMatchObject({ code: 310, remark: '$dayTwice' });
    expect(told.data).toMatchObject({ twice: '2026-05-03', other: { zh_CN: '另一条记录', en_US: 'another row' } });
    expect(JSON.stringify(told)).not.toContain('劳动节');
  });
  it('a day that there is not is none, and beside a holiday there is room', async () => {
    expect((await day({ day: '2027-02-29' })).code).toBe(317);
    const year = await day({ last_day: '2028-02-29' });
    expect(year.code, JSON.stringify(year)).toBe(200);
    expect((await day({ id: year.data.id, key_name: '停产' }, 'Modify')).code).toBe(200);
    expect((await day({ id: year.data.id, last_day: '' }, 'Modify')).code).toBe(200);
    expect((await day({ id: year.data.id }, 'Delete')).code).toBe(200);
    expect((await day({})).code).toBe(200);
  });
  it('of two who name one day at once the second is refused', async () => {
    const form = { day: '2027-09-01', last_day: '2027-09-03' };
    const two = await Promise.all([day(form), day({ ...form, day: '2027-09-03', last_day: '2027-09-05' })]);
    expect(two.map(({ code }) => code).sort()).toEqual([200, 310]);
  });
});
