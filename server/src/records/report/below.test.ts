import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSuites } from '#protocol/check/check.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { ToldMap } from '#protocol/rules/report/map.ts';
import { sys } from '#suites/sys/suite.ts';
import { grantAll, type Lab, openLab } from '../testing.ts';
import { lab as suite } from '../testing-suite.ts';
import { reportsOf } from './testing-report.ts';

const LIST = (group: string, rest: object = {}) => ({ group, scope: 2 as const, items: ['List'], ...rest });
const role = (code: string, ...grants: object[]) => ({
  ...{ uid: `globe.role.${code}`, code, key_name: code, key_name_en: code },
  grants: grants as never,
});
const place = [testField('lat', { data_type: 'int' }), testField('lon', { data_type: 'int' })];
/** Sights in towns of lands, both of which stand on a grid. */
const globe = testSuite(
  [
    testTable('land', { public_name: 1, fields: place }),
    testTable('town', { public_name: 1, fields: [...place, testField('land_entity', { data_type: 'entity', source: 'land' })] }),
    testTable('sight', {
      fields: [
        testField('land_entity', { data_type: 'entity', source: 'land' }),
        testField('town_entity', { data_type: 'entity', source: 'town' }),
      ],
    }),
  ],
  {
    requires: ['sys', 'lab'],
    roles: [
      role('tourist', LIST('sight'), LIST('land'), LIST('town')),
      role('flyer', LIST('sight'), LIST('land')),
      role('lost', LIST('sight'), LIST('land'), LIST('town', { hide: ['land_entity'] })),
    ],
  },
);
const report: ReportDef = {
  ...{ uid: 'globe.r', report_name: 'sights', key_name: '景点', key_name_en: 'Sights', type: 'REPORT' },
  sources: [{ name: 's', cloud: 'sight' }],
  targets: [
    { name: 'land', fields: 'land_entity', sub: 1 },
    { name: 'town', fields: 'town_entity' },
  ],
  indexs: [{ name: 'num', of: 'count' }],
  drill: { path: ['land', 'town'] },
  chart: { kind: 'map', x: 'land', y: ['num'], place: { row: 'lat', col: 'lon' }, below: { row: 'lat', col: 'lon', in: 'land_entity' } },
};

let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
const at: Record<string, number> = {};
beforeAll(async () => {
  lab = await openLab({ key: 'report-below', suites: [globe], rooms: [] });
  await lab.base.db.query(`insert into app."role" (company_id, id, code, key_name, root) values
      (1, 61, 'tourist', 't', 0), (1, 62, 'flyer', 'f', 0), (1, 63, 'lost', 'l', 0);
    insert into app."user" (company_id, id, login_name, key_name, department_entity, domain_entities, role_entities, status) values
      (1, 61, 'tourist', 't', 32, '{11}', '{61}', 1), (1, 62, 'flyer', 'f', 32, '{11}', '{62}', 1), (1, 63, 'lost', 'l', 32, '{11}', '{63}', 1)`);
  await grantAll(lab.base.db, 1, lab.house.catalogueOf(null));
  const put = async (table: string, key_name: string, row: object) => {
    at[key_name] = await lab.put(table, { company_id: 1, subcompany_id: 11, key_name, ...row });
  };
  await put('land', '东', { lat: 1, lon: 2 });
  await put('land', '西', { lat: 1, lon: 1 });
  await put('town', '东一', { lat: 1, lon: 1, land_entity: at.东 });
  await put('town', '东二', { lat: 2, lon: 1, land_entity: at.东 });
  await put('town', '东外', { lat: null, lon: 1, land_entity: at.东 });
  await put('town', '西一', { lat: 1, lon: 1, land_entity: at.西 });
  await put('town', '野', { lat: 1, lon: 1, land_entity: null });
  for (const [land, town] of [
    ['东', '东一'],
    ['东', '东一'],
    ['东', '东外'],
    ['东', null],
    ['西', '西一'],
    [null, null],
  ])
    await lab.put('sight', {
      ...{ company_id: 1, subcompany_id: 11, key_name: 's' },
      ...{ land_entity: land ? at[land] : null, town_entity: town ? at[town] : null },
    });
  reports = reportsOf(lab);
  reports.put(report);
});
afterAll(() => lab.close());

const mapIn = async (login: string, ask: object) => (await reports.ask(login, 'sights', ask)).data.map as ToldMap | undefined;
const namesIn = async (login: string, ask: object) => (await mapIn(login, ask))?.places.map(({ key_name }) => key_name);

describe('CAPEX-02 PAGES-07 the map of one place', () => {
  it('its definition loads, and is told with what stands under a place', async () => {
    expect(checkSuites([sys, suite, { ...globe, reports: [report] }]).errors).toEqual([]);
    expect((await reports.load('tourist', 'sights')).chart).toEqual(report.chart);
  });
  it('who may not list what stands under it, or does not see in which place it stands, has the map above alone', async () => {
    const { below: _, ...chart } = report.chart!;
    for (const login of ['flyer', 'lost']) {
      expect((await reports.load(login, 'sights')).chart, login).toEqual(chart);
      expect(await mapIn(login, { targets: 'town', within: { land: at.东! } }), login).toBeUndefined();
      expect(await namesIn(login, { targets: 'land' }), login).toEqual(['西', '东']);
    }
  });
  it('has what stands under that place, also without figures, and nothing else', async () => {
    expect(await namesIn('tourist', { targets: 'town', within: { land: at.东! } })).toEqual(['东一', '东二']);
    expect(await namesIn('tourist', { targets: 'town', within: { land: at.西! } })).toEqual(['西一']);
    expect(await namesIn('tourist', { targets: 'town', within: { land: 999_999 } })).toEqual([]);
  });
  it('stands alone where no place is said, or none at all', async () => {
    for (const ask of [{ targets: 'town' }, { targets: 'town', within: { land: null } }, { targets: 'town,land', within: {} }])
      expect(await mapIn('tourist', ask)).toBeUndefined();
  });
  it('Q1 Q2 its lines make the place, each is what its list counts, and no record is counted twice', async () => {
    const within = { land: at.东! };
    const [above] = (await reports.ask('tourist', 'sights', { targets: 'land' })).lines.filter(({ keys }) => keys.land!.id === at.东);
    const { lines, total } = await reports.ask('tourist', 'sights', { targets: 'town', within });
    expect(lines.map(({ keys, num }) => [keys.town!.key_name, num]).sort()).toEqual(
      [
        ['', 1],
        ['东一', 2],
        ['东外', 1],
      ].sort(),
    );
    expect(total.num).toBe(above!.num);
    const ids: number[] = [];
    for (const line of lines) {
      const list = await reports.list('tourist', { cloud: 'sight', filters: line.query });
      expect(list.total).toBe(line.num);
      ids.push(...(list.ids as number[]));
    }
    expect(new Set(ids).size).toBe(4);
  });
});
