import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { type Desk, openDesk } from '#server/records/save/testing-save.ts';
import { findBeginner } from '#server/signin/session.ts';
import { turnOnce } from './run.ts';

let desk: Desk;
let own: Session;
let updates: string[] = [];
/** The desk's house, and what it writes to tools. */
let house: House;
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
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
const steady = (rows: unknown[]) => JSON.parse(JSON.stringify(rows).replaceAll(/"(when|modify_time)":"[^"]*"/g, '"$1":"-"'));

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
    expect(updates).toHaveLength(2);
  });

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
