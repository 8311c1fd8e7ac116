import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineSuite } from '#protocol/meta/suite.ts';
import { testField, testTable } from '#protocol/meta/testing-suite.ts';
import { openAccess } from '#server/access/access.ts';
import { historyOf } from '#server/records/history/history.ts';
import { recycled } from '#server/records/history/recycle.ts';
import { readShow } from '#server/records/read/show.ts';
import { namesOf } from '#server/records/row/names.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { reads } from './testing-call.ts';

const named = (table_name: string, rest: object = {}) =>
  testTable(table_name, {
    english_name: 'english',
    fields: [testField('english', { data_type: 'text' }), testField('code', { data_type: 'text' })],
    ...rest,
  });
/** What is told of an `island` is said in English, too. */
const island = testTable('island', {
  fields: [testField('told', { data_type: 'textarea', english: 1 }), testField('told_en', { data_type: 'textarea' })],
});
/** `harbour` is named by everybody, `vessel` by who may read it; a `trip` refers to both. */
const harbour = named('harbour', { public_name: 1 });
const vessel = named('vessel');
const trip = testTable('trip', {
  fields: [
    testField('harbour_entity', { data_type: 'entity', source: 'harbour' }),
    testField('vessel_entity', { data_type: 'entity', source: 'vessel' }),
    testField('stops', { data_type: 'entities', source: 'harbour' }),
    testField('crew', { data_type: 'entities', source: 'user' }),
  ],
});
const role = (code: string, grants: readonly object[]) => ({ uid: code, code, key_name: code, key_name_en: code, grants });
const TRIPS = { group: 'trip', scope: 2, items: ['List', 'Modify', 'Delete'] };
const suite = defineSuite({
  ...{ uid: 'test', code: 'test', version: '0.1.0', key_name: '试', key_name_en: 'Test', requires: ['sys'] },
  ...{ modules: [], dicts: [], seed: [], tables: [harbour, vessel, trip, island] },
  roles: [
    role('traveller', [TRIPS, { group: 'island', scope: 2, items: ['List'], hide: ['told_en'] }]),
    role('captain', [
      TRIPS,
      { group: 'island', scope: 2, items: ['List'] },
      { group: 'vessel', scope: 2, items: ['List'] },
      { group: 'harbour', scope: 2, items: ['List'] },
    ]),
    role('blind', [
      TRIPS,
      { group: 'vessel', scope: 2, items: ['List'], hide: ['english'] },
      { group: 'harbour', scope: 2, items: ['List'], hide: ['english'] },
    ]),
  ],
} as never);

let lab: Lab;
let send: ReturnType<typeof reads>;
const id: Record<string, number> = {};
const PEOPLE = `
insert into app."role" (company_id, id, code, key_name, root) values (1, 61, 'traveller', '旅客', 0), (1, 62, 'captain', '船长', 0), (1, 63, 'blind', '盲', 0);
insert into app."user" (company_id, id, login_name, key_name, name_en, department_entity, domain_entities, role_entities, status) values
  (1, 71, 'traveller', '旅客', 'Traveller', 32, '{11}', '{61}', 1), (1, 72, 'captain', '船长', 'Captain', 32, '{11}', '{62}', 1),
  (1, 73, 'blind', '盲', '', 32, '{11}', '{63}', 1), (1, 74, 'both', '两角色', null, 32, '{11}', '{62,63}', 1);`;
beforeAll(async () => {
  lab = await openLab({ key: 'records-english', suites: [suite], rooms: [] });
  send = reads(lab);
  await lab.base.db.query(PEOPLE);
  const { grantAll } = await import('#server/records/testing.ts');
  await grantAll(lab.base.db, 1, lab.house.catalogueOf(null));
  const own = { company_id: 1, subcompany_id: 11, create_entity: 71 };
  id.north = await lab.put('harbour', { ...own, key_name: '北港', english: 'North Harbour', code: 'N' });
  id.south = await lab.put('harbour', { ...own, key_name: '南港', english: null, code: 'S' });
  id.vessel = await lab.put('vessel', { ...own, key_name: '远山号', english: 'Far Hill', code: 'Y' });
  const refers = { harbour_entity: id.north, vessel_entity: id.vessel, stops: [id.south, id.north], crew: [73, 72] };
  id.trip = await lab.put('trip', { ...own, ...refers, key_name: '首航' });
});
afterAll(() => lab.close());

const NORTH = () => ({ id: id.north, key_name: '北港', key_name_en: 'North Harbour' });
const SOUTH = () => ({ id: id.south, key_name: '南港' });
const CAPTAIN = { id: 72, key_name: '船长', key_name_en: 'Captain' };
const BLIND = { id: 73, key_name: '盲' };
const of = async (login: string, form: Record<string, unknown>, op = 'Get') => send(await lab.as(login), op, form);
const trips = async (login: string) => (await of(login, { cloud: 'trip', id: id.trip })).data as Record<string, unknown>;

describe('FRAME-11 the English name of a record', () => {
  it('nothing without a session; a table that one may not read gives no name', async () => {
    expect((await send(null, 'Get', { cloud: 'trip', id: id.trip })).code).toBe(401);
    expect((await trips('traveller')).vessel_entity).toEqual({ id: 0, unauthorized: 1 });
    expect((await of('traveller', { cloud: 'harbour', id: id.north })).code).toBe(312);
  });

  it('is answered beside key_name where there is one: references, lists of them, who made a record', async () => {
    expect(await trips('captain')).toMatchObject({
      harbour_entity: NORTH(),
      vessel_entity: { id: id.vessel, key_name: '远山号', key_name_en: 'Far Hill' },
      stops: [SOUTH(), NORTH()],
      crew: [BLIND, CAPTAIN],
      create_entity: { id: 71, key_name: '旅客', key_name_en: 'Traveller' },
    });
    const { rows } = await of('captain', { cloud: 'trip', fields: 'stops,crew' }, 'Page');
    expect(rows?.[0]).toMatchObject({ stops: [SOUTH(), NORTH()], crew: [BLIND, CAPTAIN] });
  });

  it('a public name is public in English too', async () => {
    expect(await trips('traveller')).toMatchObject({ harbour_entity: NORTH(), stops: [SOUTH(), NORTH()], crew: [BLIND, CAPTAIN] });
  });

  it('B5 a role that hides the field hides the name, of a public table too; another role shows it', async () => {
    const told = async (login: string) =>
      JSON.stringify([
        await of(login, { cloud: 'vessel' }, 'List'),
        await of(login, { cloud: 'harbour', id: id.north }),
        await trips(login),
        await of(login, { cloud: 'trip', field: 'harbour_entity' }, 'Group'),
      ]);
    expect(await told('blind')).not.toMatch(/North Harbour|Far Hill/);
    expect((await told('both')).match(/North Harbour|Far Hill/g)).toEqual((await told('captain')).match(/North Harbour|Far Hill/g));
  });

  it('a row says its own, asked for or not, and never an empty one', async () => {
    const { rows } = await of('captain', { cloud: 'harbour', fields: 'code', filters: '{"sort":[["id","asc"]]}' }, 'List');
    expect(rows?.map((row) => [row.key_name, row.key_name_en, 'english' in row, 'key_name_en' in row])).toEqual([
      ['北港', 'North Harbour', false, true],
      ['南港', undefined, false, false],
    ]);
    expect((await of('captain', { cloud: 'harbour', id: id.north })).data).toMatchObject({
      key_name_en: 'North Harbour',
      english: 'North Harbour',
    });
    expect((await of('captain', { cloud: 'trip', id: id.trip })).data).not.toHaveProperty('key_name_en');
  });

  it('a text that says what it is in English brings that along, to who may read it', async () => {
    const told = { told: '有灯塔', told_en: 'With a lighthouse' };
    const island = await lab.put('island', { company_id: 1, subcompany_id: 11, create_entity: 71, key_name: '灯岛', ...told });
    const asked = { cloud: 'island', fields: 'told' };
    expect((await of('captain', asked, 'List')).rows).toEqual([expect.objectContaining(told)]);
    expect((await of('captain', { cloud: 'island', id: island })).data).toMatchObject(told);
    const [row] = (await of('traveller', asked, 'List')).rows!;
    expect([row!.told, 'told_en' in row!]).toEqual([told.told, false]);
    expect((await of('captain', { cloud: 'island', fields: 'key_name' }, 'List')).rows![0]).not.toHaveProperty('told_en');
  });

  it('groups, the changes of a record, the recycle bin and the names of people say it too', async () => {
    expect((await of('captain', { cloud: 'trip', field: 'harbour_entity' }, 'Group')).rows).toEqual([{ ...NORTH(), num: 1 }]);
    const access = await openAccess(lab.house, await lab.as('captain'));
    const grant = (op: string) => access.grant(access.table('trip'), op);
    const page = { id: id.trip!, page: 1, rows: 5 };
    const { rows } = await historyOf(lab.house, access, grant('History'), page);
    const changes = rows![0]!.changes as { field: string; to: unknown }[];
    expect(rows![0]!.actor).toEqual({ id: 71, key_name: '旅客', key_name_en: 'Traveller' });
    expect(changes.find((change) => change.field === 'stops')?.to).toEqual([SOUTH(), NORTH()]);
    const gone = await lab.put('trip', {
      company_id: 1,
      subcompany_id: 11,
      create_entity: 71,
      key_name: '旧航',
      deleted_time: new Date(),
      deleted_entity: 72,
    });
    const bin = await recycled(lab.house.db, access, grant('Recycle'), { page: 1, rows: 5 });
    expect(bin.rows.find((row) => row.id === gone)?.deleted_entity).toEqual(CAPTAIN);
    expect([...(await namesOf(lab.house.db, access, 'user', [72, null, 73, 72])).values()]).toEqual([CAPTAIN, BLIND]);
    expect((await readShow(lab.house, access, grant('Show'), id.trip!)).record.harbour_entity).toEqual(NORTH());
  });
});
