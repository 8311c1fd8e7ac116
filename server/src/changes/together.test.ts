import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { type Desk, openDesk } from '#server/records/save/testing-save.ts';
import { findBeginner } from '#server/signin/session.ts';
import { turnOnce } from './run.ts';

let desk: Desk;
let own: Session;
let other: Session;
let updates: string[] = [];
/** The desk's house, and what it writes to tools. */
let house: House;
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
  other = await desk.as('dept');
  const { db } = desk.base;
  await db.query(
    `insert into fw.credential (company_id, user_id, login_id, v, sealed) select company_id, id, company_id || ' ' || id, '', '' from app."user"`,
  );
  const tx: typeof desk.house.db.tx = (work, options) =>
    desk.house.db.tx(
      (inner) =>
        work({
          ...inner,
          query: (text, values) => {
            if (text.startsWith('update "app"."tool"') || text.startsWith('update app."tool"')) updates.push(text);
            return inner.query(text, values);
          },
        }),
      options,
    );
  house = { ...desk.house, db: { ...desk.house.db, tx } };
});
afterEach(async () => {
  updates = [];
  await desk.base.db.query('delete from fw.change');
});
afterAll(() => desk?.close());

const toItsEnd = async () => {
  const person = (change: Parameters<typeof findBeginner>[1]) => findBeginner(house, change);
  while (
    await turnOnce(house, person, (error) => {
      throw error;
    })
  );
};
const add = async (form: Record<string, unknown>): Promise<number> => {
  const { data } = await desk.ask(own, 'Add', { cloud: 'tool', key_name: '工具', ...form });
  return data.id as number;
};
/** So many tools of a place, each as it says. */
async function tools(place: string, forms: readonly Record<string, unknown>[]): Promise<number[]> {
  const ids: number[] = [];
  for (const form of forms) ids.push(await add({ place, ...form }));
  return ids;
}
/** The same, straight into the table: so many that they are several parts. */
async function many(place: string, records: readonly Record<string, unknown>[]): Promise<number[]> {
  const like = await add({ place: '样' });
  const rows = await desk.base.db.query<{ id: number }>(
    `insert into app.tool (company_id, subcompany_id, key_name, create_entity, create_department, create_time, place,
       note, later, kind, amount, weight, total, price, worth, due, moment, team)
     select t.company_id, t.subcompany_id, t.key_name, t.create_entity, t.create_department, t.create_time, $2, r.note, r.later, coalesce(r.kind, 1),
       r.amount, r.weight, r.amount * r.weight, r.price, r.price * r.weight, r.due, r.moment, r.team
     from app.tool t, jsonb_to_recordset($3::jsonb)
       r (note text, later text, kind bigint, amount bigint, weight bigint, price numeric, due date, moment timestamptz, team bigint[])
     where t.id = $1 returning id`,
    [like, place, JSON.stringify(records)],
  );
  return rows.map(({ id }) => id);
}
async function begun(place: string, values: Record<string, string>): Promise<number> {
  const filters = { fields: { place: { op: '=', value: place } } };
  const answer = await desk.ask(own, 'Change', { cloud: 'tool', values, filters });
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.id as number;
}
/** A record that was tried before is saved by itself. */
const byItself = (id: number) => desk.base.db.query('update fw.change_row set tries = 1 where change_id = $1', [id]);
const noted = (id: number) =>
  desk.base.db.query('select status, code, remark, data, before, after from fw.change_row where change_id = $1 order by rowid', [id]);
const lying = (ids: readonly number[]) =>
  desk.base.db.query(
    `select note, later, kind, amount, total, customer_entity, parent_entity is null as top, version, modify_entity from app.tool where id = any($1) order by id`,
    [ids],
  );
const history = (ids: readonly number[]) =>
  desk.base.db.query('select note, kind, amount, version, hist_actor, hist_op from hist.tool where id = any($1) order by id, valid_from', [
    ids,
  ]);

/** All that lies in the table and in the history, but for who they are. */
const whole = (ids: readonly number[]) =>
  desk.base.db.query(`select to_jsonb(t) - '{id,place}'::text[] as row from app.tool t where id = any($1) order by id`, [ids]);
const kept = (ids: readonly number[]) =>
  desk.base.db.query(
    `select to_jsonb(h) - '{id,place,valid_from,valid_to,keywords}'::text[] as row from hist.tool h where id = any($1) order by id, valid_from`,
    [ids],
  );

/** One that changes, one that has it already, others that compute something else, are closed to him, were changed meanwhile, lie in the bin. */
const MIXED = [
  { note: '旧', weight: 2 },
  { note: '新', amount: 5, weight: 2, kind: 2 },
  { weight: 3, kind: 2 },
  { weight: 7 },
  { note: '他' },
  { note: '去' },
];
async function mixed(place: string, values: Record<string, string>, alone: boolean): Promise<{ id: number; ids: number[] }> {
  const ids = await tools(place, MIXED);
  const id = await begun(place, values);
  await desk.ask(own, 'Modify', { cloud: 'tool', id: ids[4], key_name: '改过' });
  await desk.ask(own, 'Delete', { cloud: 'tool', id: ids[5] });
  if (alone) await byItself(id);
  updates = [];
  await toItsEnd();
  return { id, ids };
}
const steady = (rows: unknown[]) => JSON.parse(JSON.stringify(rows).replaceAll(/"(when|modify_time|create_time)":"[^"]*"/g, '"$1":"-"'));

describe('PAGES-02 several records are written together where none hangs on another (docs/decisions/271)', () => {
  test.each<[string, Record<string, string>]>([
    ['a text', { note: '新' }],
    ['what is calculated with', { amount: '5' }],
    ['a field that some may not change', { later: '后' }],
    ['two at once', { note: '新', kind: '2' }],
    ['a reference to nothing', { customer_entity: '999999' }],
  ])('%s: what becomes of each record, its versions and its history are those of a Modify each', async (name, values) => {
    const [one, other] = [await mixed(`${name} 同`, values, false), await mixed(`${name} 各`, values, true)];
    expect(steady(await noted(one.id))).toEqual(steady(await noted(other.id)));
    expect(await lying(one.ids)).toEqual(await lying(other.ids));
    expect(await history(one.ids)).toEqual(await history(other.ids));
  });

  test('equal values are one statement, and nothing is written where nothing changes', async () => {
    await tools(
      '一',
      Array.from({ length: 12 }, () => ({ note: '旧' })),
    );
    for (const expected of [1, 0]) {
      updates = [];
      await begun('一', { note: '新' });
      await toItsEnd();
      expect(updates).toHaveLength(expected);
    }
  });

  test('what is taken back is taken back together, each record to what it had', async () => {
    const ids = await tools('回', [{ note: '甲' }, { note: '乙' }, { note: '甲' }]);
    const id = await begun('回', { note: '新' });
    await toItsEnd();
    updates = [];
    expect(await desk.ask(own, 'ChangeUndo', { id })).toMatchObject({ code: 200 });
    await toItsEnd();
    expect((await lying(ids)).map(({ note, version }) => [note, version])).toEqual([
      ['甲', 3],
      ['乙', 3],
      ['甲', 3],
    ]);
    expect(updates).toHaveLength(1);
  });

  test('values that are calculated and differ from record to record are one statement', async () => {
    const ids = await tools(
      '算',
      [1, 2, 3, 4].map((weight) => ({ weight })),
    );
    updates = [];
    await begun('算', { amount: '5', price: '1.50', moment: '2026-11-28 08:30:00' });
    await toItsEnd();
    expect(updates).toHaveLength(1);
    expect(await desk.base.db.query('select total, worth from app.tool where id = any($1) order by id', [ids])).toEqual([
      { total: 5, worth: '1.50' },
      { total: 10, worth: '3.00' },
      { total: 15, worth: '4.50' },
      { total: 20, worth: '6.00' },
    ]);
  });

  test('lists of references that differ are a statement each', async () => {
    const teams = [[own.user.id], null, [own.user.id], [other.user.id, own.user.id]];
    const ids = await many(
      '单',
      teams.map((team) => ({ team })),
    );
    const id = await begun('单', { team: String(other.user.id) });
    updates = [];
    await toItsEnd();
    expect(await noted(id)).toMatchObject(ids.map(() => ({ code: 200 })));
    expect(updates).toHaveLength(1);
    await desk.ask(own, 'ChangeUndo', { id });
    updates = [];
    await toItsEnd();
    expect(updates).toHaveLength(3);
    expect(await desk.base.db.query('select team from app.tool where id = any($1) order by id', [ids])).toEqual(
      teams.map((team) => ({ team })),
    );
  });

  test('parts are written while the next are drafted; what the database refuses of the last takes nothing from the others', async () => {
    const ids = await many(
      '段',
      Array.from({ length: 120 }, () => ({})),
    );
    const id = await begun('段', { note: '新' });
    updates = [];
    await toItsEnd();
    // a whole part and the rest, or three where turns were late after half of one
    expect([2, 3]).toContain(updates.length);
    expect((await noted(id)).map(({ code, after }) => [code, after])).toEqual(ids.map(() => [200, 2]));
    await desk.base.db.query(`alter table app.tool add constraint odd check (id <> ${ids.at(-1)} or note is distinct from '又') not valid`);
    const again = await begun('段', { note: '又' });
    await toItsEnd().finally(() => desk.base.db.query('alter table app.tool drop constraint odd'));
    expect((await noted(again)).map(({ code }) => code === 200)).toEqual(ids.map((_, at) => at < 119));
    expect((await lying(ids)).map(({ note, version }) => [note, version])).toEqual(ids.map((_, at) => (at < 119 ? ['又', 3] : ['新', 2])));
    expect(await history(ids)).toHaveLength(120 + 119);
  });

  test('whatever stands there and whatever is written: what becomes of each, and of taking it back, is that of a Modify each', async () => {
    let run = 0;
    const among = <T>(...some: T[]) => fc.constantFrom(...some);
    const record = fc.record({
      note: among(null, '旧', '新'),
      later: among(null, '后'),
      kind: among(1, 2, 3),
      amount: among(null, 0, 5),
      weight: among(null, 2, 3, 7),
      price: among(null, '1.50', '700.00'),
      due: among(null, '2026-11-28', '2027-01-01'),
      moment: among(null, '2026-11-28 00:30:00+00', '2026-06-01 23:59:59+00'),
      team: among(null, [own.user.id], [other.user.id, own.user.id]),
    });
    const values = fc.record(
      {
        note: among('新', '他', ''),
        later: among('后', ''),
        amount: among('5', '-3', ''),
        price: among('1.5', '999.99', ''),
        due: among('2026-11-28', ''),
        moment: among('2026-11-28 08:30:00', '2026-11-28 09:00:00', ''),
        team: among(String(own.user.id), ''),
        customer_entity: among('999999', ''),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 2, maxLength: 130, size: 'max' }), values, fc.nat(), async (records, sent, odd) => {
        // What weighs 7 nobody may change (its table's rule): a change of such alone is refused before it begins.
        fc.pre(Object.keys(sent).length > 0 && records.some(({ weight }) => weight !== 7));
        run += 1;
        const sides = [];
        for (const alone of [false, true]) {
          const place = `任意${run}${alone ? '各' : '同'}`;
          const ids = await many(place, records);
          const change = await begun(place, sent);
          await desk.ask(own, 'Modify', { cloud: 'tool', id: ids[odd % ids.length], key_name: '改过' });
          if (alone) await byItself(change);
          await toItsEnd();
          const told = [await noted(change), await whole(ids)];
          const { code, data } = await desk.ask(own, 'ChangeUndo', { id: change });
          if (code === 200 && alone) await byItself(data.id as number);
          await toItsEnd();
          sides.push(steady([...told, code, code === 200 ? await noted(data.id as number) : [], await whole(ids), await kept(ids)]));
        }
        expect(sides[0]).toEqual(sides[1]);
      }),
      { numRuns: 12 },
    );
  }, 120_000);

  test('where one hangs on another each is saved by itself: of two that may not both be, the first is', async () => {
    const ids = await tools('唯', [{ serial: 'S' }, { serial: 'S' }, { serial: 'T' }]);
    const id = await begun('唯', { kind: '3' });
    await toItsEnd();
    expect((await noted(id)).map(({ code }) => code)).toEqual([200, 310, 200]);
    expect((await lying(ids)).map(({ kind }) => kind)).toEqual([3, 1, 3]);
  });

  test('a tree stays one: who would stand below himself is refused, alone', async () => {
    const ids = await tools('树', [{}, {}, {}]);
    const id = await begun('树', { parent_entity: String(ids[1]) });
    await toItsEnd();
    expect((await noted(id)).map(({ code }) => code)).toEqual([200, 317, 200]);
  });

  test('what the database refuses of one takes nothing from the others', async () => {
    const ids = await tools('库', [{}, {}, {}]);
    await desk.base.db.query(`alter table app.tool add constraint odd check (id <> ${ids[1]} or note is null) not valid`);
    const id = await begun('库', { note: '新' });
    await toItsEnd().finally(() => desk.base.db.query('alter table app.tool drop constraint odd'));
    expect((await noted(id)).map(({ code }) => code === 200)).toEqual([true, false, true]);
    expect((await lying(ids)).map(({ note }) => note)).toEqual(['新', null, '新']);
  });
});
