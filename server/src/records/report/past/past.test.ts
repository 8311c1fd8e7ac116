import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { drillOf, type Key } from '#protocol/rules/report/drill.ts';
import { endOf } from '#protocol/rules/report/past/past.ts';
import { type Lab, openLab } from '../../testing.ts';
import { MEASURES, TARGETS, WHERES } from '../testing-random.ts';
import { reportsOf, type Told } from '../testing-report.ts';

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];
const READERS = ['own', 'dept', 'all', 'mixed'] as const;
/** A day after all that is written. */
const LATER = new Date('2026-09-02T00:00:00Z');
const SEED = 278;

let lab: Lab;
let now = LATER;
let reports: ReturnType<typeof reportsOf>;
/** What each report answered each reader in the last instant of each month. */
const answered = new Map<string, unknown>();
const nameOf = (month: string, login: string, at: number) => `${month} ${login} ${at}`;

const defs: fc.Arbitrary<ReportDef> = fc
  .record({
    targets: fc.uniqueArray(fc.nat(TARGETS.length - 1), { maxLength: 2 }),
    measures: fc.array(fc.tuple(fc.nat(MEASURES.length - 1), fc.nat(WHERES.length - 2)), { minLength: 1, maxLength: 4 }),
    source: fc.nat(WHERES.length - 2),
  })
  .map(({ targets, measures, source }) => ({
    ...{ uid: 'r', report_name: 'r', key_name: '报表', key_name_en: 'Report' },
    sources: [{ name: 'p', cloud: 'plan', past: 'history', ...(WHERES[source]![0] ? { where: WHERES[source]![0] } : {}) }],
    targets: targets.map((at, place) => ({ ...TARGETS[at]![0], ...(place === 0 && targets.length > 1 ? { sub: 1 as const } : {}) })),
    indexs: measures.map(([at, where], place) => ({
      ...MEASURES[at]![0],
      name: `m${place}`,
      ...(WHERES[where]![0] ? { where: WHERES[where]![0] } : {}),
    })),
  }));
const DEFS = fc.sample(defs, { seed: SEED, numRuns: 24 }).map((def, at) => ({ ...def, report_name: `r${at}` }));

/** All that is told of lines and the total, without the moment and what says of which month it is. */
const told = ({ lines, total, count }: Told) => JSON.stringify([lines.map(({ as_of: _, ...line }) => line), total, count]);

/** A month's writes, each at an instant of its own, some in the first and the last microsecond that belong to it. */
async function write(month: string, nth: number): Promise<void> {
  const [from, to] = [endOf(MONTHS[nth - 1] ?? '2025-12', 'Asia/Shanghai'), endOf(month, 'Asia/Shanghai')];
  const at = (n: string) => `(case ${n} % 7 when 0 then $1::timestamptz + interval '1 microsecond' when 1 then $2::timestamptz
    else $1::timestamptz + interval '1 hour' * (1 + ${n} * 37 % 660) end)`;
  const ask = (text: string) => lab.base.db.query(text, [from, to]);
  await ask(
    `insert into app.plan (company_id, id, subcompany_id, key_name, code, memo, amount, secret, num, type, begin_date, due_time, department_entity, owner_entity, create_entity, create_time)
     select 1, 30000 + ${nth * 100} + n, 11 + (n % 11 = 0)::int, 'row ' || n, 'C' || n % 6, 'memo ' || n % 3, (n - 20) * 1.000001, n, n % 17, nullif(n % 4, 0),
       date '2024-01-28' + n * 9, timestamptz '2025-12-31 14:00Z' + n * interval '37 minutes', nullif(31 + n % 5, 35), nullif(2 + n % 4, 5), 2 + n % 3, ${at('n')}
     from generate_series(1, 60) n`,
  );
  // whose they are, what they are worth, what they count as
  await ask(
    `update app.plan p set amount = amount + ${nth}, type = nullif((coalesce(type, 0) + 1) % 4, 0), department_entity = nullif(31 + (p.id + ${nth}) % 5, 35),
       owner_entity = nullif(2 + (p.id + ${nth}) % 4, 5), modify_entity = 4, modify_time = u.at
     from (select id, greatest(${at('id')}, coalesce(modify_time, create_time) + interval '1 microsecond') as at from app.plan where id > 30000 and (id * 31 + ${nth}) % 3 = 0) u
     where p.id = u.id and u.at <= $2::timestamptz`,
  );
  await ask(
    `update app.plan p set deleted_time = case when deleted_time is null then u.at end, modify_time = u.at
     from (select id, greatest($1::timestamptz + interval '20 days', coalesce(modify_time, create_time) + interval '1 microsecond') as at from app.plan where id > 30000 and (id + ${nth}) % 8 = 0) u
     where p.id = u.id and u.at <= $2::timestamptz`,
  );
}

beforeAll(async () => {
  lab = await openLab();
  reports = reportsOf({ ...lab, house: { ...lab.house, clock: { now: () => now } } });
  for (const def of DEFS) {
    reports.put(def);
    reports.put({ ...def, report_name: `now ${def.report_name}`, sources: def.sources.map(({ past: _, ...source }) => source) });
  }
  for (const [nth, month] of MONTHS.entries()) {
    await write(month, nth);
    now = new Date(endOf(month, 'Asia/Shanghai'));
    for (const login of READERS)
      for (const [at, def] of DEFS.entries())
        answered.set(nameOf(month, login, at), told(await reports.ask(login, `now ${def.report_name}`)));
  }
  now = LATER;
}, 120_000);
afterAll(() => lab.close());

describe('PAGES-07 a report as of a month of the past', () => {
  it('B2 the name of no report of his is 312, whatever month is said', async () => {
    for (const as_of of ['2026-03', '2026-02-30']) {
      await expect(reports.ask('all', 'nothing', { as_of })).rejects.toMatchObject({ code: 312 });
      await expect(reports.ask('none', 'r0', { as_of })).rejects.toMatchObject({ code: 312 });
    }
  });

  it.each([
    '2026-09',
    '2026-10',
    '9999-12',
    '2026-13',
    '2026-00',
    '2026-3',
    '2026-02-30',
    '0001-01',
    '1899-12',
    '3000-01',
    ' 2026-03',
    'now',
    '',
  ])('C1 %j is no month that has ended: 317 with the field', async (as_of) => {
    await expect(reports.ask('all', 'r0', { as_of })).rejects.toMatchObject({ code: 317, data: { field: 'as_of' } });
  });

  it('C1 a report that knows no past is not asked for one', async () => {
    await expect(reports.ask('all', 'now r0', { as_of: '2026-03' })).rejects.toMatchObject({ code: 317, data: { field: 'as_of' } });
  });

  it('Q9 as of a month by history is what was answered at its last instant, whoever asks', async () => {
    let others = 0;
    for (const login of READERS)
      for (const [at, def] of DEFS.entries())
        for (const month of MONTHS) {
          const asOf = await reports.ask(login, def.report_name, { as_of: month });
          expect(told(asOf), `${nameOf(month, login, at)} ${JSON.stringify(def)}`).toEqual(answered.get(nameOf(month, login, at)));
          expect(asOf.data.as_of).toBe(month);
          others += told(asOf) === told(await reports.ask(login, def.report_name)) ? 0 : 1;
        }
    // months differ from each other, and from now
    expect(others).toBeGreaterThan(DEFS.length * READERS.length * 3);
  });

  it('Q2 each figure counts the rows of the list that it leads to, as of that month', async () => {
    let counted = 0;
    for (const login of READERS)
      for (const def of DEFS.slice(0, 12))
        for (const month of ['2026-01', '2026-04']) {
          const { lines, total } = await reports.ask(login, def.report_name, { as_of: month });
          const ask = { as_of: month, today: '2026-04-30' };
          for (const line of [...lines.slice(0, 6), { ...total, keys: {} }] as Told['lines']) {
            const keys = Object.values(line.keys).map(({ id }) => id as Key);
            for (const measure of def.indexs) {
              if (!['count', 'sum'].includes(measure.of!) || !(measure.name in line)) continue;
              const drill = drillOf(def, ask, keys, measure);
              expect(drill.as_of).toBe(month);
              const list = await reports.list(login, drill);
              if (measure.of === 'count') expect(list.total, JSON.stringify(drill)).toBe(line[measure.name]);
              else if (measure.field === 'amount' && measure.times === undefined) expect(list.stat.amount ?? null).toBe(line[measure.name]);
              counted += 1;
            }
            // the line says its list itself
            if (line.query) expect(line.as_of).toBe(month);
          }
        }
    expect(counted).toBeGreaterThan(200);
  }, 60_000);

  it('the list of a month is that of its last instant: what came a microsecond later is not in it', async () => {
    const instant = (as_of: string) => reports.list('all', { cloud: 'plan', filters: { fields: {} }, as_of });
    const [march, next] = [await instant('2026-03'), await instant('2026-03-31T16:00:00Z')];
    expect(march).toEqual(await instant('2026-03-31T15:59:59.999999Z'));
    expect(next.total).toBeGreaterThan(march.total);
    for (const as_of of ['2026-09', '2026-13', '2026-00', '1899-01'])
      await expect(instant(as_of)).rejects.toMatchObject({ code: 317, data: { field: 'as_of' } });
  });

  it('where nothing was there yet, the first month of which there is anything is said; by what a reader sees', async () => {
    const since = async (login: string, as_of: string) => (await reports.ask(login, 'r0', { as_of })).data.since;
    expect(await since('all', '2025-12')).toBe('2026-01');
    expect(await since('all', '2020-02')).toBe('2026-01');
    expect(await since('all', '2026-01')).toBeUndefined();
    await lab.base.db.query(`insert into app.plan (company_id, id, subcompany_id, key_name, create_entity, create_time)
      values (1, 39001, 12, 'elsewhere', 4, '2019-01-15Z'), (1, 39002, 11, 'short', 4, '2019-05-02Z')`);
    await lab.base.db.query(`update app.plan set deleted_time = '2019-05-20Z', modify_time = '2019-05-20Z' where id = 39002`);
    // what stood at the end of no month, and what is of another domain, is none of it
    expect(await since('all', '2018-12')).toBe('2026-01');
    // what was there before, and is gone, is nothing that begins later
    await lab.base.db.query(`insert into app.plan (company_id, id, subcompany_id, key_name, create_entity, create_time)
      values (1, 39003, 11, 'gone', 4, '2018-02-15Z')`);
    await lab.base.db.query(`update app.plan set deleted_time = '2018-04-20Z', modify_time = '2018-04-20Z' where id = 39003`);
    expect(await since('all', '2018-01')).toBe('2018-02');
    expect(await since('all', '2018-03')).toBeUndefined();
    expect(await since('all', '2018-04')).toBeUndefined();
  });
});
