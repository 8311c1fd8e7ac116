import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineSuite } from '#protocol/meta/suite.ts';
import { testField, testTable } from '#protocol/meta/testing-suite.ts';
import { openAccess } from '#server/access/access.ts';
import { historyOf } from '#server/records/history/history.ts';
import { readPage } from '#server/records/read/page.ts';
import { readShow } from '#server/records/read/show.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { reads } from './testing-call.ts';

const YUAN = { currency: '万元', currency_en: 'CNY' };
const DOLLARS = { currency: '万美元', currency_en: 'USD' };

/** A tender with a flow and priced parts, a tree and a table without money: nobody has a right on them but administrators and who takes part. */
const tender = testTable('tender', {
  flow: 1,
  fields: [
    testField('amount', { data_type: 'numeric', length: '18,6', money: 1, stat: 'SUM' }),
    testField('pieces', { data_type: 'int', stat: 'SUM' }),
  ],
  subtables: [
    {
      uid: 'test.tender.parts',
      key_name: '明细',
      key_name_en: 'Parts',
      table_name: 'tender_part',
      parent_field: 'tender_entity',
      inline: 1,
    },
  ],
});
const part = testTable('tender_part', {
  permission: 'tender',
  fields: [
    testField('tender_entity', { data_type: 'entity', source: 'tender', notnull: 1 }),
    testField('price', { data_type: 'numeric', length: '18,6', money: 1 }),
  ],
});
const pot = testTable('pot', {
  type: 'TREE',
  parent_field: 'parent_entity',
  fields: [
    testField('parent_entity', { data_type: 'entity', source: 'pot' }),
    testField('amount', { data_type: 'numeric', length: '18,6', money: 1 }),
  ],
});
const plain = testTable('plain', { fields: [testField('weight', { data_type: 'numeric', unit: '吨', unit_en: 't' })] });
const suite = defineSuite({
  ...{ uid: 'test', code: 'test', version: '0.1.0', key_name: '试', key_name_en: 'Test', requires: ['sys'] },
  ...{ modules: [], dicts: [], roles: [], seed: [], tables: [tender, part, pot, plain] },
});

let lab: Lab;
let send: ReturnType<typeof reads>;
const ids: Record<string, number> = {};
beforeAll(async () => {
  lab = await openLab({ key: 'records-currency', suites: [suite], rooms: [] });
  send = reads(lab);
  for (const [name, subcompany_id] of [
    ['east', 11],
    ['west', 12],
  ] as const) {
    const own = { company_id: 1, subcompany_id, create_entity: 2 };
    const id = await lab.put('tender', { ...own, key_name: name, amount: 1200, pieces: 3, review_state: 1 });
    await lab.put('tender_part', { ...own, key_name: name, tender_entity: id, price: 1200 });
    await lab.put('pot', { ...own, key_name: name, amount: 7 });
    await lab.put('plain', { ...own, key_name: name, weight: 5 });
    await lab.base.db.query(`insert into fw.flow_todo (company_id, source, rowid, review_entity) values (1, 'tender', $1, 4)`, [id]);
    ids[name] = id;
  }
});
afterAll(() => lab.close());

const HERE = '远山集团';
const AWAY = '纽约市';
const show = async (login: string, domain: string, id: number): Promise<Record<string, unknown>> => {
  const access = await openAccess(lab.house, await lab.as(login, { domain }));
  return (await readShow(lab.house, access, access.grant(access.table('tender'), 'Show'), id)).record;
};

describe('CAPEX-08 an amount is in the money of its record, wherever its reader works', () => {
  it('nobody is told without a session, nor who has nothing to do with the record', async () => {
    expect((await send(null, 'Get', { cloud: 'tender', id: ids.east })).code).toBe(401);
    const told = await send(await lab.as('own', { domain: HERE }), 'Get', { cloud: 'tender', id: ids.east });
    expect([told.code, told.data]).toEqual([312, undefined]);
  });

  it.each([
    ['a record of the domain one works in', HERE, 'east', YUAN],
    ['a to-do of another domain, opened from here', HERE, 'west', DOLLARS],
    ['the other way round', AWAY, 'east', YUAN],
    ['a record there, opened there', AWAY, 'west', DOLLARS],
  ])('Get and Show, %s', async (_, domain, name, currency) => {
    const got = await send(await lab.as('all', { domain }), 'Get', { cloud: 'tender', id: ids[name] });
    expect(got.data).toMatchObject({ amount: '1200.000000', _currency: currency });
    const record = await show('all', domain, ids[name]!);
    expect(record).toMatchObject({ amount: '1200.000000', _currency: currency });
    const parts = (record._subtables as Record<string, Record<string, unknown>[]>)['tender_part.tender_entity']!;
    expect(parts.map((row) => [row.price, row._currency])).toEqual([['1200.000000', undefined]]);
  });

  it('Page, List, Tree and History tell it once for all rows; what has no amounts tells none', async () => {
    for (const [domain, currency] of [
      [HERE, YUAN],
      [AWAY, DOLLARS],
    ] as const) {
      const root = await lab.as('root', { domain });
      const page = await send(root, 'Page', { cloud: 'tender', stat: 1 });
      expect(page.data).toEqual({ stat: { amount: '1200.000000', pieces: '3' }, _currency: currency });
      expect(page.rows?.map((row) => row._currency)).toEqual([undefined]);
      expect((await send(root, 'List', { cloud: 'tender' })).data).toEqual({ _currency: currency });
      expect((await send(root, 'Page', { cloud: 'tender', filters: '{"fields":{"amount":7}}' })).data).toEqual({ _currency: currency });
      expect((await send(root, 'Tree', { cloud: 'pot' })).data).toEqual({ _currency: currency });
      expect((await send(root, 'Page', { cloud: 'plain' })).data).toBeUndefined();
      const access = await openAccess(lab.house, root);
      const id = domain === HERE ? ids.east! : ids.west!;
      const history = await historyOf(lab.house, access, access.grant(access.table('tender'), 'History'), { id, page: 1, rows: 5 });
      expect(history.data).toEqual({ _currency: currency });
    }
  });

  it('rows of several domains each say their own, and no amount is summed across', async () => {
    const access = await openAccess(lab.house, await lab.as('all', { domain: HERE }));
    const across = access.grant(access.table('tender'), 'Show');
    const page = await readPage(lab.house, access, across, { page: 1, rows: 10, stat: 1, filters: { sort: [['id', 'asc']] } });
    expect(page.rows?.map((row) => [row.key_name, row._currency])).toEqual([
      ['east', undefined],
      ['west', DOLLARS],
    ]);
    expect(page.data).toEqual({ stat: { pieces: '6' }, _currency: YUAN });
  });

  it('a definition says nothing of any domain', async () => {
    const { data } = await send(await lab.as('root', { domain: AWAY }), 'LoadTable', { key_name: 'tender' });
    const amount = (data as { fields: Record<string, unknown>[] }).fields.find((field) => field.field_name === 'amount');
    expect([amount?.money, amount?.unit, amount?.unit_en]).toEqual([1, undefined, undefined]);
  });
});
