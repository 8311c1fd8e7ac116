import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Session } from '#server/meta/session.ts';
import { type Desk, openDesk } from '../testing-save.ts';

const named = (uid: string) => ({ uid, key_name: '名', key_name_en: 'Name' });
const states = (uid: string) =>
  [
    { value: '*', ops: ['List', 'Add'] },
    { value: '1', ops: ['Show', 'Modify', 'Delete'] },
  ].map(({ value, ops }) => ({
    ...{ ...named(`${uid}.s${value.replace('*', 'bar')}`), value },
    actions: ops.map((op) => ({ ...named(`${uid}.${op}`), op })),
  }));
const int = (name: string, rest: object = {}) => field(name, { data_type: 'int', ...rest });
const items = ['List', 'Add', 'Modify', 'Delete'];

/** A scheme chooses zones of its area, which is what its pieces come to; a clerk may be kept from seeing it. */
const suite = testSuite(
  [
    testTable('zone', { fields: [int('area')], states: states('z') }),
    testTable('scheme', {
      fields: [
        int('area'),
        int('size', { calc: 'sum(piece.size)' }),
        field('zones', { data_type: 'entities', source: 'zone', query: 'area={area}' }),
        field('zone_entity', { data_type: 'entity', source: 'zone', query: 'area={area}' }),
        field('sized_entity', { data_type: 'entity', source: 'zone', query: 'area={size}' }),
      ],
      subtables: [
        { ...named('scheme.piece'), table_name: 'piece', parent_field: 'scheme_entity', inline: 1, onchange: 'area=sum(piece.size)' },
      ],
      states: states('p'),
    }),
    testTable('piece', {
      permission: 'scheme',
      fields: [field('scheme_entity', { data_type: 'entity', source: 'scheme', notnull: 1 }), int('size')],
      states: states('i'),
    }),
  ],
  {
    ...{ code: 'plans', uid: 'plans' },
    roles: [{ ...named('r'), code: 'clerk', grants: ['scheme', 'zone'].map((group) => ({ group, scope: 2 as const, items })) }],
  },
);

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk(suite, 'outgrown');
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const ask = (op: string, cloud: string, form: object) => desk.ask(own, op, { cloud, ...form });
const added = async (cloud: string, form: object): Promise<number> =>
  Number((await ask('Add', cloud, { key_name: '甲', ...form })).data.id);
const lies = async (id: number) =>
  (await desk.base.db.query<Record<string, unknown>>('select area, size, zones, zone_entity from app.scheme where id = $1', [id]))[0];
const pieces = (...rows: object[]) => ({ _subtables: JSON.stringify({ 'piece.scheme_entity': rows }) });
const piece = (size: number) => ({ op: 'Add', key_name: '块', size });

describe('FORM-08 what stays chosen must go on fitting (docs/decisions/293)', () => {
  test('of several those that stay are asked, though others come or go in the same save', async () => {
    const [one, two, other] = [await added('zone', { area: 1 }), await added('zone', { area: 1 }), await added('zone', { area: 2 })];
    const id = await added('scheme', { area: 1, zones: `,${one},${two},` });
    for (const zones of [{}, { zones: `,${one},` }, { zones: `,${one},${other},` }])
      expect(await ask('Modify', 'scheme', { id, area: 2, ...zones })).toMatchObject({
        ...{ code: 315, remark: '$referenceOutgrown', data: { field_name: 'zones' } },
      });
    expect(await lies(id)).toMatchObject({ area: 1, zones: [one, two] });
    expect((await ask('Modify', 'scheme', { id, area: 2, zones: `,${other},` })).code).toBe(200);
    expect((await ask('Modify', 'scheme', { id, zones: `,${other},`, area: 2 })).code).toBe(200);
  });
  test('a row that is saved by itself leaves no choice of its record behind: 315 names the record’s field, and nothing is written', async () => {
    const zone = await added('zone', { area: 5 });
    for (const field_name of ['zone_entity', 'sized_entity']) {
      const id = await added('scheme', { [field_name]: zone, ...pieces(piece(5)) });
      const refused = await ask('Add', 'piece', { key_name: '块', scheme_entity: id, size: 5 });
      expect(refused).toMatchObject({
        code: 315,
        remark: '$referenceOutgrown',
        data: { field: { en_US: `Table scheme-Field ${field_name}` } },
      });
      expect(refused).toEqual({ ...refused, data: expect.not.objectContaining({ field_name }) });
      expect(await lies(id)).toMatchObject({ area: 5, size: 5 });
      expect((await ask('Add', 'piece', { key_name: '块', scheme_entity: id, size: 0 })).code).toBe(200);
    }
  });
  test('what the caller is not shown is not told of: it stays', async () => {
    const zone = await added('zone', { area: 5 });
    const id = await added('scheme', { zone_entity: zone, ...pieces(piece(5)) });
    const hide = async (names: string[]) => {
      await desk.base.db.query(`update fw.role_grant set hide_uids = $1 where company_id = 1 and group_uid = 'scheme' and role_id = 49`, [
        names,
      ]);
      await desk.base.db.query('update fw.rights_version set version = version + 1');
      own = await desk.as('own');
    };
    await hide(['scheme:zone_entity']);
    try {
      expect((await ask('Add', 'piece', { key_name: '块', scheme_entity: id, size: 5 })).code).toBe(200);
      expect(await lies(id)).toMatchObject({ area: 10, zone_entity: zone });
    } finally {
      await hide([]);
    }
  });
});
