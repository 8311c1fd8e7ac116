import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineSuite } from '#protocol/meta/suite.ts';
import { testField, testTable } from '#protocol/meta/testing-suite.ts';
import { flowMigrations } from '#server/flow/store/migrations.ts';
import type { Session } from '#server/meta/session.ts';
import { recordsMigrations } from '#server/records/migrations.ts';
import { grantAll, type Lab, openLab } from '#server/records/testing.ts';
import type { Op } from '../op.ts';
import { addCall } from './add.ts';
import { modifyCall } from './modify.ts';
import { showCall } from './show.ts';
import { reads } from './testing-call.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const states = (table: string, ops: readonly string[]) => [
  { uid: `${table}.s0`, value: '*', ...named, actions: ['List', 'Add'].map((op) => ({ uid: `${table}.0.${op}`, op, ...named })) },
  { uid: `${table}.s1`, value: '1', ...named, actions: ops.map((op) => ({ uid: `${table}.1.${op}`, op, ...named })) },
];
/** A place with visits in a tab, and one that calculates of them. */
const place = (table: string, rest = {}) =>
  testTable(table, {
    tabs: 1,
    fields: [testField('note', { data_type: 'text', length: 20 }), testField('hours', { data_type: 'int', ...rest })],
    subtables: [{ uid: `${table}.visits`, ...named, table_name: `${table}_visit`, parent_field: 'place_entity', max: 3 }],
    states: states(table, ['Show', 'Modify']),
  });
const visit = (of: string) =>
  testTable(`${of}_visit`, {
    permission: of,
    fields: [testField('place_entity', { data_type: 'entity', source: of, notnull: 1 }), testField('hours', { data_type: 'int' })],
    states: states(`${of}_visit`, ['Show', 'Modify', 'Delete']),
  });
const suite = defineSuite({
  ...{ uid: 'test', code: 'test', version: '0.1.0', key_name: '试', key_name_en: 'Test', requires: ['sys'] },
  ...{ modules: [], dicts: [], seed: [] },
  roles: [
    {
      ...{ uid: 'test.keeper', code: 'keeper', ...named },
      grants: ['shed', 'yard'].map((group) => ({ group, scope: 2, items: ['List', 'Add', 'Modify', 'Delete'] })),
    },
    { uid: 'test.onlooker', code: 'onlooker', ...named, grants: [{ group: 'shed', scope: 2, items: ['List'] }] },
  ],
  tables: [place('shed'), visit('shed'), place('yard', { calc: 'sum(yard_visit.hours)' }), visit('yard')],
});

const ROLES = `
insert into app."role" (company_id, id, code, key_name, root) values (1, 49, 'keeper', '管理', 0), (1, 50, 'onlooker', '阅览', 0);
update app."user" set role_entities = role_entities || 49::bigint where company_id = 1 and id = 4;
update app."user" set role_entities = role_entities || 50::bigint where company_id = 1 and id = 8`;

let lab: Lab;
let all: Session;
let send: ReturnType<typeof reads>;
beforeAll(async () => {
  lab = await openLab({ key: 'records-tabs', suites: [suite], rooms: [recordsMigrations, flowMigrations] });
  await lab.base.db.query(ROLES);
  await grantAll(lab.base.db, 1, lab.house.catalogueOf(null));
  send = reads(lab, [addCall, modifyCall, showCall] as unknown as Op[]);
  all = await lab.as('all');
});
afterAll(() => lab?.close());

const add = async (cloud: string, fields: Record<string, unknown>, session: Session | null = all) =>
  send(session, 'Add', { cloud, ...fields });
const idOf = ({ data }: { data?: unknown }) => (data as { id: number }).id;

it('PAGES-01 rows in a tab ask for the record in whose form they stand: 401, 312, 301, then they are saved by themselves', async () => {
  const id = idOf(await add('shed', { key_name: '棚' }));
  const row = { key_name: '一', place_entity: id, hours: 2 };
  expect(await add('shed_visit', row, null)).toMatchObject({ code: 401 });
  for (const who of ['none', 'boss']) expect(await add('shed_visit', row, await lab.as(who))).toMatchObject({ code: 312 });
  for (const key_name of ['一', '二', '三']) expect(await add('shed_visit', { ...row, key_name })).toMatchObject({ code: 200 });
  expect(await add('shed_visit', { ...row, key_name: '四' })).toMatchObject({ code: 301 });
  const shown = (await send(all, 'Show', { cloud: 'shed', id })).data as Record<string, unknown>;
  expect(shown).toMatchObject({ version: 4, _subtables: {} });
  expect(
    await send(await lab.as('none'), 'Page', {
      cloud: 'shed_visit',
      page: 1,
      rows: 10,
      filters: JSON.stringify({ fields: { place_entity: id } }),
    }),
  ).toMatchObject({ code: 312 });
});

it('SUB-05 a save of the record asks after no row in a tab: it passes while somebody holds one', async () => {
  const id = idOf(await add('shed', { key_name: '棚' }));
  await add('shed_visit', { key_name: '一', place_entity: id, hours: 2 });
  await lab.base.db.tx(async (tx) => {
    await tx.query('select from app.shed_visit where place_entity = $1 for update', [id]);
    expect(await send(all, 'Modify', { cloud: 'shed', id, note: 'seen' })).toMatchObject({ code: 200 });
  });
});

it('SUB-05 but for what it calculates of them', async () => {
  const id = idOf(await add('yard', { key_name: '场' }));
  await add('yard_visit', { key_name: '一', place_entity: id, hours: 2 });
  expect((await send(all, 'Show', { cloud: 'yard', id })).data).toMatchObject({ hours: 2 });
  await lab.base.db.query('update app.yard_visit set hours = 5 where place_entity = $1', [id]);
  expect(await send(all, 'Modify', { cloud: 'yard', id, note: 'seen' })).toMatchObject({ code: 200 });
  expect((await send(all, 'Show', { cloud: 'yard', id })).data).toMatchObject({ note: 'seen', hours: 5 });
});
