import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSuites } from '#protocol/check/check.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { drillOf } from '#protocol/rules/report/drill.ts';
import type { ToldMap } from '#protocol/rules/report/map.ts';
import { sys } from '#suites/sys/suite.ts';
import { grantAll, type Lab, openLab } from '../testing.ts';
import { lab as suite } from '../testing-suite.ts';
import { reportsOf } from './testing-report.ts';

const role = (code: string, area: readonly object[], rest: object = {}) => ({
  ...{ uid: `atlas.role.${code}`, code, key_name: code, key_name_en: code },
  grants: [{ group: 'works', scope: 2 as const, items: ['List'], ...rest }, ...area] as never,
});
const AREA = { group: 'area', scope: 2, items: ['List'] };
/** Works in areas that stand on a grid. */
const atlas = testSuite(
  [
    testTable('area', {
      public_name: 1,
      english_name: 'name_en',
      fields: [
        testField('name_en', { data_type: 'text', length: 20 }),
        testField('tag', { data_type: 'text', length: 8 }),
        testField('lat', { data_type: 'int' }),
        testField('lon', { data_type: 'int' }),
      ],
    }),
    testTable('works', {
      fields: [
        testField('area_entity', { data_type: 'entity', source: 'area' }),
        testField('price', { data_type: 'numeric', length: '18,2' }),
        testField('code', { data_type: 'text', length: 8 }),
        testField('day', { data_type: 'date' }),
      ],
    }),
  ],
  {
    requires: ['sys', 'lab'],
    roles: [
      role('mapper', [AREA]),
      role('blind', [{ ...AREA, hide: ['lon'] }]),
      role('names', []),
      role('whole', [AREA], { hide: ['code'] }),
    ],
  },
);
const report: ReportDef = {
  ...{ uid: 'atlas.r', report_name: 'areas', key_name: '地区', key_name_en: 'Areas', type: 'REPORT' },
  sources: [{ name: 'w', cloud: 'works' }],
  targets: [
    { name: 'area', fields: 'area_entity', sub: 1 },
    { name: 'code', fields: 'code' },
    { name: 'day', fields: 'day', type: 'DATE' },
  ],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'sum', of: 'sum', field: 'price' },
  ],
  drill: { path: ['area', 'code'] },
  chart: { kind: 'map', x: 'area', y: ['num', 'sum'], place: { row: 'lat', col: 'lon', short: 'tag', short_en: 'name_en', code: 'tag' } },
};

let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
const area: Record<string, number> = {};
beforeAll(async () => {
  lab = await openLab({ key: 'report-map', suites: [atlas], rooms: [] });
  await lab.base.db.query(`insert into app."role" (company_id, id, code, key_name, root) values
      (1, 61, 'mapper', 'm', 0), (1, 62, 'blind', 'b', 0), (1, 63, 'names', 'n', 0), (1, 64, 'whole', 'w', 0);
    insert into app."user" (company_id, id, login_name, key_name, department_entity, domain_entities, role_entities, status) values
      (1, 61, 'mapper', 'm', 32, '{11}', '{61}', 1), (1, 62, 'blind', 'b', 32, '{11}', '{62}', 1), (1, 63, 'names', 'n', 32, '{11}', '{63}', 1), (1, 64, 'whole', 'w', 32, '{11}', '{64}', 1)`);
  await grantAll(lab.base.db, 1, lab.house.catalogueOf(null));
  const put = async (key_name: string, lat: number | null, lon: number | null, rest: object = {}) => {
    area[key_name] = await lab.put('area', { company_id: 1, subcompany_id: 11, key_name, lat, lon, ...rest });
  };
  await put('乙', 2, 1, { tag: 'B', name_en: 'Second' });
  await put('甲', 1, 3);
  await put('丙', 1, 2);
  await put('天外', 51, 1);
  await put('无行', null, 1);
  await put('零', 0, 1);
  await put('别家', 1, 1, { company_id: 2, subcompany_id: 21 });
  await put('已删', 3, 3, { deleted_time: '2026-01-01Z' });
  const works = (of: string | null, price: string, code: string) =>
    lab.put('works', { company_id: 1, subcompany_id: 11, key_name: 'w', area_entity: of && area[of], price, code, day: '2026-01-02' });
  await works('乙', '1.10', 'x');
  await works('乙', '2.20', 'y');
  await works('甲', '4', 'x');
  await works('天外', '8', '');
  await works(null, '16', 'x');
  reports = reportsOf(lab);
  reports.put(report);
});
afterAll(() => lab.close());

const mapIn = async (login: string, ask: object) => (await reports.ask(login, 'areas', ask)).data.map as ToldMap | undefined;
const placesOf = async (login: string, ask: object) => (await mapIn(login, ask))?.places;

describe('CAPEX-02 PAGES-07 who is told the places of a map', () => {
  it('the definition is one that loads', () => {
    expect(checkSuites([sys, suite, { ...atlas, reports: [report] }]).errors).toEqual([]);
  });
  it('who may not list the records, or does not see a field of their place, has bars and no places', async () => {
    for (const login of ['blind', 'names']) {
      const { lines, data } = await reports.ask(login, 'areas', { targets: 'area' });
      expect([lines.length, data.map]).toEqual([4, undefined]);
      const loaded = await reports.load(login, 'areas');
      expect(loaded.chart).toEqual({ kind: 'bar', x: 'area', y: ['num', 'sum'] });
      expect(JSON.stringify(loaded)).not.toMatch(/"lon"|"lat"/);
    }
    expect((await reports.load('mapper', 'areas')).chart).toEqual(report.chart);
  });
  it('who does not see the parts of a place has the map without them', async () => {
    const { chart, drill } = await reports.load('whole', 'areas');
    expect([chart, drill]).toEqual([report.chart, undefined]);
    expect((await reports.load('mapper', 'areas')).drill).toEqual(report.drill);
    expect((await reports.ask('whole', 'areas', { targets: 'area', within: { area: area.乙! } })).total.num).toBe(2);
    await expect(reports.ask('whole', 'areas', { targets: 'area', within: { code: 'x' } })).rejects.toMatchObject({ code: 312 });
  });
  it('nobody else is told of it: 312', async () => {
    await expect(reports.ask('all', 'areas', { targets: 'area' })).rejects.toMatchObject({ code: 312 });
  });
});

describe('CAPEX-02 PAGES-07 the places of a map', () => {
  it('are all of its grid from the north, with their names, also those without figures; none beyond it, of others or in the bin', async () => {
    expect(await placesOf('mapper', { targets: 'area' })).toEqual([
      { id: area.丙, key_name: '丙', row: 1, col: 2 },
      { id: area.甲, key_name: '甲', row: 1, col: 3 },
      { id: area.乙, key_name: '乙', key_name_en: 'Second', row: 2, col: 1, short: 'B', short_en: 'Second', code: 'B' },
    ]);
  });
  it('come with its own target alone, and not with pages of the table', async () => {
    expect(await placesOf('mapper', {})).toBeUndefined();
    expect(await placesOf('mapper', { targets: 'code' })).toBeUndefined();
    expect(await placesOf('mapper', { targets: 'code,area' })).toBeUndefined();
    reports.put({ ...report, report_name: 'bars', chart: { kind: 'bar' } });
    expect((await reports.ask('mapper', 'bars', { targets: 'area' })).data.map).toBeUndefined();
  });
  it('they are drawn with shapes and the number of their review, or as tiles, as the operator has it', async () => {
    const told = async (map: Lab['house']['settings']['map']) => {
      Object.assign(lab.house.settings, { map });
      const { places, ...rest } = (await mapIn('mapper', { targets: 'area' }))!;
      return [places.length, rest];
    };
    expect(await told(undefined)).toEqual([3, { shapes: 1 }]);
    expect(await told({ review: 'GS(2024)0650' })).toEqual([3, { shapes: 1, review: 'GS(2024)0650' }]);
    expect(await told({ tiles: true, review: 'GS(2024)0650' })).toEqual([3, {}]);
  });
  it('of more than a map shows none is told, and its lines stand all the same', async () => {
    const many = (n: number) =>
      lab.base.db.query(
        `insert into app.area (company_id, subcompany_id, key_name, lat, lon) select 1, 11, 'many', 10, 1 + n % 50 from generate_series(1, $1) n`,
        [n],
      );
    await many(97);
    expect(await placesOf('mapper', { targets: 'area' })).toHaveLength(100);
    await many(1);
    const { data, lines } = await reports.ask('mapper', 'areas', { targets: 'area' });
    expect([data.map, lines.length]).toEqual([{ places: [], over: 1 }, 4]);
    await lab.base.db.query(`delete from app.area where key_name = 'many'`);
  });
});

describe('CAPEX-02 PAGES-07 what stands under a place', () => {
  it('is asked with its key, adds up to its figures, and opens just its records', async () => {
    const within = { area: area.乙! };
    const ask = { targets: ['code'], within };
    const { lines, total } = await reports.ask('mapper', 'areas', { targets: 'code', within });
    expect([lines.map(({ keys, num, sum }) => [keys.code!.id, num, sum]), total]).toEqual([
      [
        ['x', 1, '1.10'],
        ['y', 1, '2.20'],
      ],
      { num: 2, sum: '3.30' },
    ]);
    for (const line of lines) {
      const list = drillOf(report, ask, [line.keys.code!.id], report.indexs[0]);
      expect([list.filters, line.query]).toEqual([list.filters, list.filters]);
      expect((await reports.list('mapper', list)).total).toBe(line.num);
    }
    expect((await reports.list('mapper', drillOf(report, ask, [], report.indexs[0]))).total).toBe(2);
  });
  it('without a place is what has none, of a record that one does not see nothing', async () => {
    expect((await reports.ask('mapper', 'areas', { targets: '', within: { area: null } })).total).toEqual({ num: 1, sum: '16.00' });
    expect(drillOf(report, { targets: [], within: { area: null } }, []).filters).toEqual({ fields: { area_entity: { op: 'empty' } } });
    expect((await reports.ask('mapper', 'areas', { targets: '', within: { area: area.别家! } })).total).toEqual({ num: 0, sum: null });
  });
  it.each<[string, object, number]>([
    ['a target that there is not', { __proto__x: 1 }, 312],
    ['a target of days', { day: '2026-01-02' }, 317],
    ['a text for a record', { area: "1' or 1=1" }, 317],
  ])('%s is refused', async (_, within, code) => {
    await expect(reports.ask('mapper', 'areas', { within } as never)).rejects.toMatchObject({ code });
  });
});
