import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { openAccess } from '#server/access/access.ts';
import type { Session } from '#server/meta/session.ts';
import { readDefinition } from '#server/records/read/effective.ts';
import { type Answer, type Desk, openDesk } from '../testing-save.ts';

const named = (uid: string) => ({ uid, key_name: '名', key_name_en: 'Name' });
const action = (op: string, where?: string) => ({ ...named(`a.${op}`), op, ...(where ? { where } : {}) });
const states = (uid: string, where?: string) => [
  { ...named(`${uid}.bar`), value: '*', actions: [action('List'), action('Add')] },
  { ...named(`${uid}.1`), value: '1', actions: [action('Show'), action('Modify', where), action('Delete', where)] },
];
const int = (name: string, rest: object = {}) => field(name, { data_type: 'int', ...rest });
const OPEN = 'settled is empty';
/** A box of pens and inks: none of them is changed once it is settled. Inks live on their own, and say of which version they are sent. */
const boxes = testSuite(
  [
    testTable('box', {
      subtables: [
        { ...named('box.pens'), table_name: 'pen', parent_field: 'box_entity', inline: 1 },
        { ...named('box.inks'), table_name: 'ink', parent_field: 'box_entity', inline: 1, inherit: 0 },
      ],
      states: states('b'),
    }),
    testTable('pen', {
      permission: 'box',
      fields: [field('box_entity', { data_type: 'entity', source: 'box' }), int('n'), int('settled')],
      states: states('p', OPEN),
    }),
    testTable('ink', {
      strict_version: 1,
      fields: [field('box_entity', { data_type: 'entity', source: 'box' }), int('n'), int('settled')],
      states: states('i', OPEN),
    }),
  ],
  {
    code: 'boxes',
    uid: 'boxes',
    roles: [
      {
        ...{ ...named('br'), code: 'clerk' },
        grants: ['box', 'ink'].map((group) => ({ group, scope: 2 as const, items: ['List', 'Add', 'Modify', 'Delete'] })),
      },
    ],
  },
);

let desk: Desk;
let own: Session;
let box: number;
beforeAll(async () => {
  desk = await openDesk(boxes, 'taken');
  own = await desk.as('own');
  box = await add('box', {});
});
afterAll(() => desk?.close());

const add = async (cloud: string, fields: object): Promise<number> => {
  const told = await desk.ask(own, 'Add', { cloud, key_name: '名', ...fields });
  expect(told).toMatchObject({ code: 200 });
  return Number(told.data.id);
};
const inForm = (key: string, row: object): Promise<Answer> =>
  desk.ask(own, 'Modify', { cloud: 'box', id: box, _subtables: JSON.stringify({ [key]: [row] }) });
const lying = async (cloud: 'pen' | 'ink', id: number) =>
  (await desk.base.db.query(`select n, box_entity, deleted_time from app.${cloud} where id = $1`, [id]))[0];

describe('SUB-02 B10 what the state of a row asks of it holds in the form of its record too', () => {
  test('a row of the record that may not be changed or taken away by itself is not in its form either: 312, and nothing is written', async () => {
    const pen = await add('pen', { box_entity: box, n: 1, settled: 1 });
    for (const [op, alone] of [
      ['Modify', { cloud: 'pen', id: pen, n: 2 }],
      ['Delete', { cloud: 'pen', id: `${pen}` }],
    ] as const) {
      expect((await desk.ask(own, op, alone)).code).toBe(312);
      expect(await inForm('pen.box_entity', { op, id: pen, n: 2 })).toMatchObject({ code: 312, data: { field: 'pen.box_entity' } });
    }
    expect(await lying('pen', pen)).toEqual({ n: 1, box_entity: box, deleted_time: null });
  });
  test('it is asked of the row as it lies: what settles it is a change as any, and the next is none', async () => {
    const pen = await add('pen', { box_entity: box, n: 1 });
    expect((await inForm('pen.box_entity', { op: 'Modify', id: pen, settled: 1 })).code).toBe(200);
    expect((await inForm('pen.box_entity', { op: 'Modify', id: pen, settled: '' })).code).toBe(312);
  });
  test('294 the definition says it, and not to who does not see what it asks for, whom the server holds to it', async () => {
    const wheres = async () => {
      const access = await openAccess(desk.house, own);
      const { subtables = [] } = await readDefinition(desk.house, access, access.table('box'));
      return subtables[0]!.offers!.map(({ op, where }) => [op, where]);
    };
    expect(await wheres()).toEqual([
      ['Add', undefined],
      ['Modify', OPEN],
      ['Delete', OPEN],
    ]);
    const pen = await add('pen', { box_entity: box, n: 1, settled: 1 });
    const { def, fields } = desk.house.catalogueOf(null).table('pen')!;
    await desk.base.db.query(`update fw.role_grant set hide_uids = $1 where role_id = 49 and group_uid = $2`, [
      [`${def.uid}:${fields.get('settled')!.def.uid}`],
      desk.house.catalogueOf(null).table('box')!.def.uid,
    ]);
    await desk.base.db.query('update fw.rights_version set version = version + 1');
    own = await desk.as('own');
    expect((await wheres()).map(([, where]) => where)).toEqual([undefined, undefined, undefined]);
    expect((await inForm('pen.box_entity', { op: 'Modify', id: pen, n: 2 })).code).toBe(312);
  });
});

test('R4 a row that says which version it is sent of by itself says it in the form of a record that binds it: 314, 311', async () => {
  const ink = await add('ink', { box_entity: box, n: 1 });
  expect(await desk.ask(own, 'Modify', { cloud: 'ink', id: ink, n: 2 })).toMatchObject({ code: 314, data: { field: 'version' } });
  for (const op of ['Modify', 'Unbind']) {
    expect(await inForm('ink.box_entity', { op, id: ink, n: 2 })).toMatchObject({ code: 314, data: { field: 'version' } });
    expect((await inForm('ink.box_entity', { op, id: ink, n: 2, version: 9 })).code).toBe(311);
  }
  expect((await inForm('ink.box_entity', { op: 'Modify', id: ink, n: 2, version: 1 })).code).toBe(200);
  expect(await lying('ink', ink)).toMatchObject({ n: 2, box_entity: box });
});
