import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Session } from '#server/meta/session.ts';
import { type Desk, openDesk } from '../testing-save.ts';
import { int, ofClerks, plainStates } from '../testing-tables.ts';

/** A visit in a city of its region, which follows from the route. */
const visits = testSuite(
  [
    testTable('visit', {
      fields: [
        int('route', { onchange: 'region=route' }),
        int('region'),
        field('city_entity', { data_type: 'entity', source: 'city', query: 'region={region}' }),
      ],
      states: plainStates('v'),
    }),
    testTable('city', { fields: [int('region')], states: plainStates('c') }),
  ],
  ofClerks('visits', ['visit', 'city']),
);

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk(visits, 'outgrown hidden');
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const hide = async (table: string, ...names: string[]) => {
  const { def, fields } = desk.house.catalogueOf(null).table(table)!;
  const uids = names.map((name) => `${def.uid}:${fields.get(name)!.def.uid}`);
  await desk.base.db.query('update fw.role_grant set hide_uids = $1 where role_id = 49', [uids]);
  await desk.base.db.query('update fw.rights_version set version = version + 1');
  own = await desk.as('own');
};
const add = async (cloud: string, fields: object): Promise<number> =>
  Number((await desk.ask(own, 'Add', { cloud, key_name: '名', ...fields })).data.id);
const reroute = (id: number) => desk.ask(own, 'Modify', { cloud: 'visit', id, route: 2 });
const lying = async (id: number) => (await desk.base.db.query('select route, region, city_entity from app.visit where id = $1', [id]))[0];

describe('FORM-08 B8 a choice that is outgrown is told to who sees all of it', () => {
  test.each([
    ['who sees both is refused, though he typed neither', 'visit', [], 315],
    ['the field that narrows it is hidden from him: that it has moved is not told', 'visit', ['region'], 200],
    ['the choice is hidden from him: that there is one is not told', 'visit', ['city_entity'], 200],
  ] as const)('%s', async (_, table, names, code) => {
    const city = await add('city', { region: 1 });
    const id = await add('visit', { route: 1, city_entity: city });
    expect(await lying(id)).toEqual({ route: 1, region: 1, city_entity: city });
    await hide(table, ...names);
    expect((await reroute(id)).code).toBe(code);
    expect(await lying(id)).toEqual(code === 200 ? { route: 2, region: 2, city_entity: city } : { route: 1, region: 1, city_entity: city });
    await hide('visit');
  });
});
