import { afterAll, beforeAll, expect, test } from 'vitest';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Attachment } from '#protocol/wire/attachment.ts';
import type { Session } from '#server/meta/session.ts';
import { type Desk, openDesk } from '../../save/testing-save.ts';

const named = (uid: string) => ({ uid, key_name: '名', key_name_en: 'Name' });
const actions = (...ops: string[]) => ops.map((op) => ({ ...named(`a.${op}`), op }));
const bar = { ...named('bar'), value: '*', actions: actions('List', 'Add') };
const first = { ...named('s1'), value: '1', actions: actions('Show', 'Modify', 'Delete') };
const paper = (rest: object = {}) => field('paper', { data_type: 'file', ...rest });
const below = (table_name: string, parent_field: string) => ({
  ...{ uid: `below.${table_name}`, key_name: '下', key_name_en: 'Below', table_name, parent_field, inline: 1 as const },
});
/** Rows of one table that stand twice below a chest. */
const twin = (name: string, kind: number, rest: object = {}) => ({
  ...{ ...below('drawer', 'chest_entity'), uid: `chest.${name}`, key_name_en: name, name, query: `kind=${kind}`, ...rest },
});
const items = ['List', 'Add', 'Modify', 'Delete'];

/** A box holds boxes of its own; an affair has sheets, which know no steps. */
const suite = testSuite(
  [
    testTable('crate', {
      attach: 1,
      fields: [field('crate_entity', { data_type: 'entity', source: 'crate' }), paper()],
      subtables: [below('crate', 'crate_entity')],
      states: [bar, first],
    }),
    testTable('affair', {
      ...{ attach: 1, flow: 1 },
      fields: [field('note', { data_type: 'text' })],
      subtables: [below('sheet', 'affair_entity')],
      states: [bar, first, { ...named('s2'), value: '2', end: 'pass' }],
    }),
    testTable('chest', {
      attach: 1,
      subtables: [twin('shown', 1), twin('kept', 2, { hidden: 1 })],
      states: [bar, first],
    }),
    testTable('drawer', {
      permission: 'chest',
      fields: [
        ...[field('chest_entity', { data_type: 'entity', source: 'chest', notnull: 1 }), field('kind', { data_type: 'int', defvalue: 3 })],
        paper(),
      ],
      states: [bar, first],
    }),
    testTable('sheet', {
      permission: 'affair',
      fields: [field('affair_entity', { data_type: 'entity', source: 'affair', notnull: 1 }), paper({ view_state: '1' })],
      states: [bar, first],
    }),
  ],
  {
    ...{ code: 'boxes', uid: 'boxes' },
    roles: [{ ...named('r'), code: 'clerk', grants: ['crate', 'affair', 'chest'].map((group) => ({ group, scope: 2 as const, items })) }],
  },
);

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk(suite, 'attached-rows');
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const up = async (name: string, cloud: string): Promise<string> =>
  (await desk.upload(own, 'paper', name, name, cloud)).data.key_name as string;
const filed = async (cloud: string, form: object, key: string, row: object): Promise<number> => {
  const _subtables = JSON.stringify({ [key]: [{ op: 'Add', key_name: '行', ...row }] });
  const added = await desk.ask(own, 'Add', { cloud, key_name: '箱', ...form, _subtables });
  expect(added).toMatchObject({ code: 200 });
  return Number(added.data.id);
};
const files = async (cloud: string, id: number) =>
  ((await desk.ask(own, 'Attachs', { cloud, id })).rows as unknown as Attachment[]).map(({ file_name, place }) => [
    ...[file_name, place.sub ?? null, place.key_name_en],
  ]);

test('FILE-03 a row of the record’s own table is a row all the same', async () => {
  const [its, rows] = [await up('箱.txt', 'crate'), await up('内.txt', 'crate')];
  const id = await filed('crate', { paper: its }, 'crate.crate_entity', { paper: rows });
  expect(await files('crate', id)).toEqual([
    ['内.txt', 'crate', 'Below'],
    ['箱.txt', null, 'Field paper'],
  ]);
});

test('FILE-03 B10 a file of a row is listed where the row shows it, at whatever step its record is', async () => {
  const id = await filed('affair', {}, 'sheet.affair_entity', { paper: await up('页.txt', 'sheet') });
  const listed = [['页.txt', 'sheet', 'Below']];
  expect(await files('affair', id)).toEqual(listed);
  await desk.base.db.query('update app.affair set review_state = 2 where id = $1', [id]);
  expect(await files('affair', id)).toEqual(listed);
});

test('FILE-03 C3 files of a twin that is not drawn do not stand under the one that is; those of rows that stand in none stay with the record', async () => {
  const id = await filed('chest', {}, 'shown.chest_entity', { paper: await up('见.txt', 'drawer') });
  for (const [kind, name] of [
    [2, '藏.txt'],
    [4, '外.txt'],
  ] as const) {
    const row = await filed('chest', {}, 'shown.chest_entity', { paper: await up(name, 'drawer') });
    await desk.base.db.query('update app.drawer set chest_entity = $1, kind = $2 where chest_entity = $3', [id, kind, row]);
  }
  expect(await files('chest', id)).toEqual([
    ['外.txt', 'drawer', 'Table drawer'],
    ['见.txt', 'drawer', 'shown'],
  ]);
});
