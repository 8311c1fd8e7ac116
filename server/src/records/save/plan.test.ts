import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldKind } from '#protocol/fields/fields.ts';
import type { Value } from '#protocol/fields/kind.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import type { Session } from '#server/meta/session.ts';
import { type Change, lockRecord, planSave, type SaveOptions, saveRecord } from './save.ts';
import { type Desk, openDesk } from './testing-save.ts';

const ALONE = 'text telephone mobile email address textarea int numeric date datetime time year month select radio checkbox'.split(' ');
/** What only the writing gives: its place, its number, the time by the database's own clock. */
const GIVEN = ['id', 'code', 'modify_time'];
let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const order = () => desk.house.catalogueOf(null).table('order')!;
/** In a transaction in which nothing can be written or locked. */
const planned = (change: Change, op: SaveOptions['op']) =>
  desk.house.db.tx((tx) => planSave(tx, desk.house, own, order(), change, { op }), { still: true });
const kept = async (change: Change, op: SaveOptions['op']) => {
  const { id } = await desk.house.db.tx((tx) => saveRecord(tx, desk.house, own, order(), change, { op }));
  return desk.house.db.tx((tx) => lockRecord(tx, desk.house, order(), own, id));
};
/** Amounts as numbers: 5 and 5.00 are one. */
const compared = (values: object) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !GIVEN.includes(name))
      .map(([name, value]) => [name, order().fields.get(name)?.def.data_type === 'numeric' && value !== null ? Number(value) : value]),
  );

async function agrees(change: Change, op: SaveOptions['op']): Promise<number> {
  const foretold = await planned(change, op);
  const found = await kept(change, op);
  expect(compared(foretold.values)).toEqual(compared(found.values));
  expect(foretold).toMatchObject({ version: found.version, review_state: found.review_state, create_entity: found.create_entity });
  return found.id;
}

describe('FORM-08 what a save would make of a form is what it then makes of it', () => {
  test('every kind of value, in a new record and in one that is there; nothing is written by asking', async () => {
    const open = [...order().fields.values()].filter(
      ({ name, def }) =>
        ALONE.includes(def.data_type) &&
        !def.format &&
        !isComputed(def) &&
        !['fixed', 'later', 'secret', 'price_role', 'reason', 'customer_code', 'quote', 'quoted'].includes(name),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 }), async (seed) => {
        let state = seed;
        const random = () => {
          state = (state * 16807) % 2147483647;
          return state / 2147483647;
        };
        const form = () =>
          Object.fromEntries(
            open.map((field) => [
              field.name,
              fieldKind(field.def.data_type).encode(fieldKind(field.def.data_type).sample(random, field) as Value),
            ]),
          );
        const prices = [1, 2].map(() => ({ op: 'Add', key_name: '行', price: String(Math.floor(random() * 100)) }));
        const subtables = { 'order_line.order_entity': prices };
        const before = await desk.house.db.query('select count(*)::int as n from app."order"');
        await planned({ fields: { ...form(), kind: '2', key_name: String(seed) }, subtables }, 'Add');
        expect(await desk.house.db.query('select count(*)::int as n from app."order"')).toEqual(before);
        const id = await agrees({ fields: { ...form(), kind: '2', key_name: String(seed) }, subtables }, 'Add');
        await agrees({ id, fields: { ...form(), kind: '2', key_name: `${seed}` } }, 'Modify');
      }),
      { numRuns: 20 },
    );
  });

  test('rows that change, come and go are counted in; what is sent as it stands changes nothing', async () => {
    const rows = ['1', '2'].map((price) => ({ op: 'Add', key_name: '行', price }));
    const id = await agrees({ fields: { key_name: '单' }, subtables: { 'order_line.order_entity': rows } }, 'Add');
    const found = await desk.house.db.query<{ id: number }>('select id from app.order_line where order_entity = $1 order by id', [id]);
    const [one, two] = found.map((row) => row.id);
    const change = [
      { op: 'Modify', id: one, price: '10' },
      { op: 'Delete', id: two },
      { op: 'Add', key_name: '新', price: '5' },
    ];
    expect((await planned({ id, fields: {}, subtables: { 'order_line.order_entity': change } }, 'Modify')).values.lines).toBe('15.00');
    await agrees({ id, fields: {}, subtables: { 'order_line.order_entity': change } }, 'Modify');
    await agrees(
      { id, fields: { key_name: '单' }, subtables: { 'order_line.order_entity': [{ op: 'Modify', id: one, price: '10' }] } },
      'Modify',
    );
  });

  test('the copy of a chosen record, and its going', async () => {
    const made = await desk.house.db.query<{ id: number }>(
      `insert into app.customer (company_id, subcompany_id, key_name, kind, code, remark, create_entity) values (1, 11, 'P', 2, 'PLAN', '旧', 2) returning id`,
    );
    const customer_entity = String(made[0]!.id);
    const id = await agrees({ fields: { key_name: '单', kind: '2', customer_entity } }, 'Add');
    expect((await planned({ id, fields: { customer_entity: '' } }, 'Modify')).values).toMatchObject({ customer_code: null });
    await agrees({ id, fields: { customer_entity: '' } }, 'Modify');
  });

  test('R10 others have their turn after each hundred rows of a save', async () => {
    const seen = new Map<number, number>();
    let turn = 0;
    let next = setImmediate(function beat() {
      turn += 1;
      next = setImmediate(beat);
    });
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      op: 'Add',
      get key_name() {
        seen.set(turn, (seen.get(turn) ?? 0) + 1);
        return `行${at}`;
      },
    }));
    await planned({ fields: { key_name: '单' }, subtables: { 'order_line.order_entity': rows } }, 'Add');
    clearImmediate(next);
    const turns = [...seen.values()];
    expect([turns.reduce((all, one) => all + one), Math.max(...turns) <= 100]).toEqual([1000, true]);
  });

  test('a form that is being filled in is answered; who may not save it, and what cannot be read, is refused as by the save', async () => {
    expect((await planned({ fields: { amount: '-1' } }, 'Add')).values).toMatchObject({ key_name: null, owner_entity: own.user.id });
    const none = await desk.as('none');
    const ask = (session: Session, change: Change, op: SaveOptions['op']) =>
      desk.house.db.tx((tx) => planSave(tx, desk.house, session, order(), change, { op }), { still: true });
    await expect(ask(none, { fields: {} }, 'Add')).rejects.toMatchObject({ code: 312 });
    await expect(ask(own, { id: 999_999, fields: {} }, 'Modify')).rejects.toMatchObject({ code: 315 });
    await expect(ask(own, { fields: { nothing: 1 } }, 'Add')).rejects.toMatchObject({ code: 317 });
    await expect(ask(own, { fields: { amount: 'x' } }, 'Add')).rejects.toMatchObject({ code: 317, data: { field_name: 'amount' } });
    await expect(ask(own, { fields: { fixed: 'x' } }, 'Add')).rejects.toMatchObject({ code: 312 });
    await expect(ask(own, { fields: {}, subtables: { nothing: [] } }, 'Add')).rejects.toMatchObject({ code: 317 });
  });
});
