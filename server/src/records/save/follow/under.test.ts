import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Session } from '#server/meta/session.ts';
import { type Answer, type Desk, openDesk } from '../testing-save.ts';
import { int, named, ofClerks, plainStates } from '../testing-tables.ts';

const OF_TRIP = [
  field('trip_entity', { data_type: 'entity', source: 'trip', fetch: 'most=most&hint=hint' }),
  ...[int('most', { readonly: 1 }), int('hint'), int('spent')],
];
/** Nothing costs more than its trip allows: the bound is copied of the trip. Bills belong to it, tickets are bound. */
const trips = testSuite(
  [
    testTable('trip', {
      subtables: [
        { ...named('trip.bills'), table_name: 'bill', parent_field: 'trip_entity', inline: 1 },
        { ...named('trip.tickets'), table_name: 'ticket', parent_field: 'trip_entity', inline: 1, inherit: 0 },
      ],
      fields: [int('most'), int('hint')],
      states: plainStates('t'),
    }),
    testTable('bill', {
      permission: 'trip',
      rules: [{ ...named('bill.r'), where: 'spent<={most}' }],
      fields: OF_TRIP,
      states: plainStates('b'),
    }),
    testTable('ticket', { rules: [{ ...named('ticket.r'), where: 'spent<={most}' }], fields: OF_TRIP, states: plainStates('k') }),
  ],
  ofClerks('trips', ['trip', 'ticket']),
);

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk(trips, 'under');
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const add = (cloud: string, fields: object): Promise<Answer> => desk.ask(own, 'Add', { cloud, key_name: '名', ...fields });
const idOf = async (told: Promise<Answer>): Promise<number> => Number((await told).data.id);
const save = (id: number | null, fields: object, key: string, row: object): Promise<Answer> =>
  desk.ask(own, id === null ? 'Add' : 'Modify', {
    ...{ cloud: 'trip', ...(id === null ? { key_name: '差旅' } : { id }), ...fields },
    _subtables: JSON.stringify({ [`${key}.trip_entity`]: [row] }),
  });
const bill = (spent: number) => ({ op: 'Add', key_name: '票', spent });
const last = async (cloud: string) => (await desk.base.db.query(`select most, hint from app.${cloud} order by id desc limit 1`))[0];

describe('FORM-08 a row copies of its record what it would by itself, in the form of that too', () => {
  test('what bounds it holds: of a record that stands, of what is typed into it in the same save, of a new one', async () => {
    const trip = await idOf(add('trip', { most: 5, hint: 1 }));
    expect((await add('bill', { trip_entity: trip, spent: 9 })).code).toBe(305);
    expect((await save(trip, {}, 'bill', bill(9))).code).toBe(301);
    expect((await save(null, { most: 5 }, 'bill', bill(9))).code).toBe(301);
    expect((await save(trip, { most: 9 }, 'bill', bill(9))).code).toBe(200);
    // what may be typed comes from the form, which copies before somebody types over it
    expect(await last('bill')).toEqual({ most: 9, hint: null });
    expect((await save(null, { most: 5 }, 'bill', bill(5))).code).toBe(200);
    expect(await last('bill')).toEqual({ most: 5, hint: null });
  });
  test('of what is bound too; of what stands there already nothing is copied anew', async () => {
    const [trip, other] = [await idOf(add('trip', { most: 5 })), await idOf(add('trip', { most: 7 }))];
    const ticket = await idOf(add('ticket', { trip_entity: other, spent: 6 }));
    expect(await last('ticket')).toMatchObject({ most: 7 });
    expect((await save(trip, {}, 'ticket', { op: 'Bind', id: ticket })).code).toBe(301);
    expect((await save(trip, { most: 6 }, 'ticket', { op: 'Bind', id: ticket })).code).toBe(200);
    expect(await last('ticket')).toMatchObject({ most: 6 });
    expect((await save(trip, { most: 8 }, 'ticket', { op: 'Bind', id: ticket })).code).toBe(200);
    expect(await last('ticket')).toMatchObject({ most: 6 });
  });
  test('B8 what its writer does not see of the record is not copied to him', async () => {
    const trip = await idOf(add('trip', { most: 5 }));
    const { def, fields } = desk.house.catalogueOf(null).table('trip')!;
    await desk.base.db.query('update fw.role_grant set hide_uids = $1 where role_id = 49 and group_uid = $2', [
      [`${def.uid}:${fields.get('most')!.def.uid}`],
      def.uid,
    ]);
    await desk.base.db.query('update fw.rights_version set version = version + 1');
    own = await desk.as('own');
    expect((await save(trip, {}, 'bill', bill(1))).code).toBe(200);
    expect(await last('bill')).toEqual({ most: null, hint: null });
  });
});
