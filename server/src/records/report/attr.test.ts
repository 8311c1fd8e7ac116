import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { linkOf } from '#protocol/rules/report/leads/link.ts';
import { openAccess } from '#server/access/access.ts';
import { grantAll, type Lab, openLab } from '../testing.ts';
import { exportReport } from './export/export.ts';
import { reportsOf, type Told } from './testing-report.ts';

const items = [{ id: 7, key_name: '甲级', key_name_en: 'First' }];
const fields = [
  testField('code', { data_type: 'text', length: 20 }),
  testField('rank', { data_type: 'select', items }),
  testField('size', { data_type: 'numeric', length: '10,2', unit: '米', unit_en: 'm' }),
  testField('since', { data_type: 'date' }),
  testField('over', { data_type: 'entity', source: 'depot' }),
];
const ofDepot = testField('depot_entity', { data_type: 'entity', source: 'depot' });
/** What lies in depots, of which a reader names all or those of his rows; orders that filled them. */
const store = testSuite(
  [
    testTable('depot', { fields: [...fields, testField('department_entity', { data_type: 'entity', source: 'department' })] }),
    testTable('stock', {
      fields: [ofDepot, testField('yard_entity', { data_type: 'entity', source: 'yard' }), testField('qty', { data_type: 'int' })],
    }),
    testTable('yard', { tenancy: 'company', public_name: 1, fields: [testField('code', { data_type: 'text', length: 20 })] }),
    testTable('bought', { fields: [ofDepot] }),
  ],
  {
    requires: ['sys', 'lab'],
    roles: [
      ['keeper', { group: 'depot', scope: 2, items: ['List'] }, { group: 'bought', scope: 2, items: ['List'] }],
      [
        'blind',
        { group: 'depot', scope: 2, items: ['List'], hide: ['code', 'size'] },
        { group: 'bought', scope: 2, items: ['List'], hide: ['depot_entity'] },
      ],
      ['owner', { group: 'depot', scope: 0, items: ['List'] }, { group: 'yard', scope: 0, items: ['List'] }],
      ['nobody'],
    ].map(([code, ...given]) => ({
      ...{ uid: `store.${code as string}`, code: code as string, key_name: code as string, key_name_en: code as string },
      grants: [{ group: 'stock', scope: 2, items: ['List', 'Export'] }, ...given] as never,
    })),
  },
);
const PEOPLE = { keeper: 71, blind: 72, owner: 73, nobody: 74 };
let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
beforeAll(async () => {
  lab = await openLab({ key: 'report-attr', suites: [store], rooms: [] });
  const { db } = lab.base;
  for (const [code, id] of Object.entries(PEOPLE)) {
    await db.query('insert into app."role" (company_id, id, code, key_name, root) values (1, $1, $2, $2, 0)', [id, code]);
    await db.query(
      `insert into app."user" (company_id, id, login_name, key_name, department_entity, domain_entities, role_entities, status)
       values (1, $1, $2, $2, 32, '{11}', $3, 1)`,
      [id, code, [id]],
    );
  }
  await grantAll(db, 1, lab.house.catalogueOf(null));
  await db.query(`insert into app.depot (company_id, subcompany_id, id, key_name, code, rank, size, since, over, create_entity) values
    (1, 11, 1, 'north', 'CANARY-N', 7, 12.5, '2020-02-29', 2, 73), (1, 11, 2, 'south', 'CANARY-S', null, null, null, null, 2)`);
  await db.query(`insert into app.stock (company_id, subcompany_id, id, key_name, depot_entity, qty, create_entity) values
    (1, 11, 1, 'a', 1, 3, 2), (1, 11, 2, 'b', 1, 4, 2), (1, 11, 3, 'c', 2, 5, 2), (1, 11, 4, 'd', null, 6, 2)`);
});
afterAll(() => lab.close());
beforeEach(() => {
  reports = reportsOf(lab);
  reports.put(DEF);
});

const DEF: ReportDef = {
  ...{ uid: 'store.r', report_name: 'stock', key_name: '库存', key_name_en: 'Stock' },
  sources: [{ name: 's', cloud: 'stock' }],
  targets: [{ name: 'depot', fields: 'depot_entity', attr: ['code', 'rank', 'size', 'since', 'over'] }],
  indexs: [{ name: 'qty', of: 'sum', field: 'qty', link: { cloud: 'bought', on: 'depot_entity' } }],
};
const attrsIn = ({ lines }: Told) => lines.map(({ keys }) => (keys.depot as { attr?: object }).attr);
const north = {
  ...{ code: 'CANARY-N', rank: { id: 7, key_name: '甲级' }, size: '12.50', since: '2020-02-29' },
  over: { id: 2, key_name: 'south' },
};
const south = { code: 'CANARY-S', rank: null, size: null, since: null, over: null };
type Loaded = { targets: { attr?: string[]; attrs?: object[] }[]; indexs: { link?: object }[] };
const loaded = async (login: string) => (await reports.load(login, 'stock')) as unknown as Loaded;

describe('PAGES-07 further fields of a record', () => {
  it('B10 of a table that is not his, of a hidden field, of a record that he does not see there are none', async () => {
    expect(attrsIn(await reports.ask('nobody', 'stock'))).toEqual([undefined]);
    expect((await loaded('nobody')).targets[0]).not.toHaveProperty('attr');
    const { code: _, size: __, ...rest } = north;
    expect(attrsIn(await reports.ask('blind', 'stock'))[0]).toEqual(rest);
    expect((await loaded('blind')).targets[0]).toMatchObject({ attr: ['rank', 'since', 'over'], attrs: [{}, {}, {}] });
    const owned = await reports.ask('owner', 'stock');
    expect(owned.lines.map(({ keys, qty }) => [keys.depot!.id, qty])).toEqual([
      [1, '7'],
      [null, '11'],
    ]);
    expect(attrsIn(owned)).toEqual([{ ...north, over: { id: 0, unauthorized: 1 } }, undefined]);
    for (const login of ['nobody', 'blind']) expect(JSON.stringify(await reports.ask(login, 'stock'))).not.toContain('CANARY');
  });
  it('stand beside the name of the record, and nothing is grouped by them', async () => {
    const told = await reports.ask('keeper', 'stock');
    expect(attrsIn(told)).toEqual([north, south, undefined]);
    expect((await loaded('keeper')).targets[0]!.attr).toEqual(['code', 'rank', 'size', 'since', 'over']);
    reports.put({ ...DEF, targets: [{ ...DEF.targets[0]!, attr: ['rank'] }] });
    const fewer = await reports.ask('keeper', 'stock');
    expect(fewer.lines.map(({ qty, query }) => [qty, query])).toEqual(told.lines.map(({ qty, query }) => [qty, query]));
    expect(attrsIn(fewer)[0]).toEqual({ rank: north.rank });
  });
  it('B10 of a record that he may name and not read there is the name alone', async () => {
    const { db } = lab.base;
    await db.query(
      `insert into app.yard (company_id, id, key_name, code, create_entity) values (1, 1, 'own', 'Y1', 73), (1, 2, 'other', 'CANARY-Y', 2)`,
    );
    await db.query('update app.stock set yard_entity = 1 + (id % 2)');
    reports.put({ ...DEF, targets: [{ name: 'depot', fields: 'yard_entity', attr: ['code'] }] });
    const { lines } = await reports.ask('owner', 'stock');
    expect(lines.map(({ keys }) => keys.depot)).toEqual([
      { id: 2, key_name: 'other' },
      { id: 1, key_name: 'own', attr: { code: 'Y1' } },
    ]);
  });
  it('are those of now also where two sources and lines below are told, and change with their record', async () => {
    const both: ReportDef = {
      ...DEF,
      sources: [
        { name: 's', cloud: 'stock' },
        { name: 'b', cloud: 'bought' },
      ],
      indexs: [
        { name: 'qty', of: 'sum', source: 's', field: 'qty' },
        { name: 'num', of: 'count', source: 'b' },
      ],
    };
    reports.put(both);
    expect(attrsIn(await reports.ask('keeper', 'stock'))[0]).toEqual(north);
    await lab.base.db.query(`update app.depot set code = 'CANARY-M' where id = 1`);
    expect(attrsIn(await reports.ask('keeper', 'stock'))[0]).toEqual({ ...north, code: 'CANARY-M' });
    await lab.base.db.query(`update app.depot set code = 'CANARY-N' where id = 1`);
  });
  it('are columns of a file', async () => {
    const rowsOf = async (login: string): Promise<(string | number | Date | null)[][]> => {
      const access = await openAccess(reports.house, await lab.as(login));
      const { bytes } = await exportReport(reports.house, access, { cloud: 'stock' });
      return (await readSheet(bytes))[0]!.data as never;
    };
    const rows = await rowsOf('keeper');
    const heads = ['depot_entity', 'code', 'rank', 'size', 'since', 'over', 'qty'].map(
      (name) => `字段 ${name}${name === 'size' ? '（米）' : ''}`,
    );
    expect(rows.find(([name]) => name === heads[0])).toEqual(heads);
    expect(rows.find(([name]) => name === 'north')).toEqual(['north', 'CANARY-N', '甲级', 12.5, new Date('2020-02-29'), 'south', 7]);
    expect(rows.at(-1)).toEqual(['合计', null, null, null, null, null, 18]);
    expect(JSON.stringify(await rowsOf('blind'))).not.toContain('CANARY');
  });
});

describe('PAGES-07 a figure that another record sets', () => {
  it('leads to the list of another table, for who has it and sees by what it is narrowed', async () => {
    expect((await loaded('keeper')).indexs[0]!.link).toEqual({
      cloud: 'bought',
      on: 'depot_entity',
      key_name: '表 bought',
      key_name_en: 'Table bought',
    });
    for (const login of ['blind', 'owner', 'nobody']) expect((await loaded(login)).indexs[0], login).not.toHaveProperty('link');
    const [measure] = DEF.indexs;
    expect(linkOf(DEF, {}, [1], measure!)).toEqual({ cloud: 'bought', filters: { fields: { depot_entity: { op: '=', value: 1 } } } });
    expect(linkOf(DEF, {}, [], measure!)).toEqual({ cloud: 'bought', filters: { fields: {} } });
    expect(linkOf(DEF, {}, [null], measure!)).toBeNull();
    expect(linkOf(DEF, {}, [1], { of: 'count' })).toBeNull();
  });
});
