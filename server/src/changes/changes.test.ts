import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { metaFollows } from '#server/meta/migrations.ts';
import type { Session } from '#server/meta/session.ts';
import { injectFault } from '#server/ports/fault.ts';
import { type Desk, lying, openDesk } from '#server/records/save/testing-save.ts';
import { findBeginner } from '#server/signin/session.ts';
import { turnOnce } from './run.ts';
import { sweepChanges } from './told.ts';

let desk: Desk;
let own: Session;
let dept: Session;
let none: Session;
const troubles: unknown[] = [];
beforeAll(async () => {
  desk = await openDesk();
  [own, dept, none] = await Promise.all([desk.as('own'), desk.as('dept'), desk.as('none')]);
  await desk.base.db.query(
    `insert into fw.credential (company_id, user_id, login_id, v, sealed) select company_id, id, company_id || ' ' || id, '', '' from app."user"`,
  );
});
beforeEach(async () => {
  troubles.length = 0;
  await desk.base.db.query('delete from fw.change');
});
afterEach(() => injectFault());
afterAll(() => desk?.close());

const turn = (house = desk.house) =>
  turnOnce(
    house,
    (change) => findBeginner(house, change),
    (error) => troubles.push(error),
  );
/** The house so many seconds later. */
const houseAfter = (seconds: number) => ({
  ...desk.house,
  clock: { now: () => new Date(desk.house.clock.now().getTime() + seconds * 1_000) },
});
const toItsEnd = async () => {
  while (await turn());
};
const added = async (form: Record<string, unknown> = {}, session = own): Promise<number> => {
  const answer = await desk.ask(session, 'Add', { cloud: 'order', key_name: '订单', ...form });
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.id as number;
};
/** So many orders of their own mark. */
const many = async (mark: string, count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await added({ place: mark, note: `旧${at}` }));
  return ids;
};
const filtersOf = (mark: string) => ({ fields: { place: { op: '=', value: mark } } });
const begin = (form: Record<string, unknown>, session: Session | null = own) =>
  desk.ask(session, 'Change', { cloud: 'order', values: { note: '新' }, ...form });
/** A record that was tried before is saved by itself: sixty of them are several turns. */
const byItself = (id: unknown) => desk.base.db.query('update fw.change_row set tries = 1 where change_id = $1', [id]);
const told = async (id: unknown, session = own) => (await desk.ask(session, 'Changes', { id })).rows[0]!;
const rows = async (id: unknown, form: Record<string, unknown> = {}, session = own) => desk.ask(session, 'ChangeRows', { id, ...form });

describe('PAGES-02 all that match are changed as a job', () => {
  test('not signed in is 401, not allowed 312, another’s change is none', async () => {
    const [id] = await many('谁', 1);
    const filters = filtersOf('谁');
    for (const [op, form] of [
      ['Matching', { cloud: 'order' }],
      ['Change', { cloud: 'order', values: { note: '新' }, filters }],
      ['Changes', {}],
      ['ChangeRows', { id: 1 }],
      ['ChangeStop', { id: 1 }],
      ['ChangeUndo', { id: 1 }],
    ] as const)
      expect((await desk.ask(null, op, form)).code, op).toBe(401);
    expect((await begin({ filters }, none)).code).toBe(312);
    expect((await desk.ask(none, 'Matching', { cloud: 'order' })).code).toBe(312);
    expect((await begin({ filters, cloud: 'parcel', values: { weight: '1' } })).code).toBe(312);
    const mine = (await begin({ filters })).data.id;
    for (const op of ['ChangeRows', 'ChangeStop', 'ChangeUndo']) expect((await desk.ask(dept, op, { id: mine })).code, op).toBe(315);
    expect((await desk.ask(dept, 'Changes', { id: mine })).rows).toEqual([]);
    const eyes = { ...own, eyes: { by: 1, family: 'x' } };
    for (const op of ['Matching', 'Change', 'Changes', 'ChangeRows', 'ChangeStop', 'ChangeUndo'])
      expect(await desk.ask(eyes, op, { id: mine, cloud: 'order' }), op).toMatchObject({ code: 312, remark: '$eyesOnly' });
    expect((await lying(desk, 'order', id!)).note).toBe('旧0');
  });
  test('bad input: nothing to change, unknown and hidden fields, neither ids nor filters, both, values that nobody can write, none that match', async () => {
    const [id] = await many('坏', 1);
    const filters = filtersOf('坏');
    expect(await begin({ filters, values: {} })).toMatchObject({ code: 314, remark: '$batchNothing' });
    for (const name of ['pieces', 'secret', 'nothing', 'constructor'])
      expect(await begin({ filters, values: JSON.parse(`{"${name}":"1"}`) }), name).toMatchObject({ code: 317, data: { field: name } });
    expect(await begin({})).toMatchObject({ code: 314, data: { field: 'id' } });
    expect(await begin({ id: `${id}`, filters })).toMatchObject({ code: 317, data: { field: 'filters' } });
    expect(await begin({ id: `${id}`, versions: '1,2' })).toMatchObject({ code: 317, data: { field: 'versions' } });
    expect(await begin({ filters, values: { amount: '12x' } })).toMatchObject({ code: 317, data: { field_name: 'amount' } });
    expect(await begin({ filters: filtersOf('没有这样的') })).toMatchObject({ code: 314, remark: '$changeNone' });
    expect(await begin({ filters, mark: 'another' })).toMatchObject({ code: 311, remark: '$changeCounted', data: { open: 1 } });
    expect((await desk.ask(own, 'Changes', {})).rows).toEqual([]);
  });
  test('what would be changed is counted before, under his own fence, with what stands there', async () => {
    await many('数', 3);
    await added({ place: '数', note: '' });
    await added({ place: '数' }, dept);
    const answer = await desk.ask(own, 'Matching', { cloud: 'order', filters: filtersOf('数') });
    expect(answer.data).toMatchObject({ matched: 4, open: 4, most: 10_000, fields: { note: { filled: 3, differ: 3 } } });
    expect(answer.data.fields).not.toHaveProperty('secret');
    const id = await added({ place: '长' });
    await desk.base.db.query(`update app."order" set note = repeat('字', 150) where id = $1`, [id]);
    const long = (await desk.ask(own, 'Matching', { cloud: 'order', filters: filtersOf('长') })).data.fields as Record<string, unknown>;
    expect(long.note).toMatchObject({ values: [{ value: '字'.repeat(100), n: 1 }] });
    // two that begin alike are two
    const other = await added({ place: '长' });
    await desk.base.db.query(`update app."order" set note = repeat('字', 151) where id = $1`, [other]);
    const two = (await desk.ask(own, 'Matching', { cloud: 'order', filters: filtersOf('长') })).data.fields as Record<string, unknown>;
    expect(two.note).toMatchObject({ differ: 2, values: [{ n: 1 }, { n: 1 }] });
  });
  test('as many others are others: what was counted is what is changed', async () => {
    const [a] = await many('换', 2);
    const filters = filtersOf('换');
    const { mark } = (await desk.ask(own, 'Matching', { cloud: 'order', filters })).data;
    await desk.ask(own, 'Modify', { cloud: 'order', id: a, place: '走' });
    await added({ place: '换' });
    expect(await begin({ filters, mark })).toMatchObject({ code: 311, remark: '$changeCounted', data: { open: 2 } });
    const again = (await desk.ask(own, 'Matching', { cloud: 'order', filters })).data.mark;
    expect((await begin({ filters, mark: again })).code).toBe(200);
    await toItsEnd();
  });
  test('each is a Modify: changed, as it stood, or refused with its reason; counted, told by row, in the history', async () => {
    const ids = await many('做', 3);
    const blocked = await added({ place: '做', kind: '1' });
    await desk.ask(own, 'Modify', { cloud: 'order', id: ids[2], note: '新' });
    const { data } = await begin({ filters: filtersOf('做'), values: { note: '新' } });
    expect(await told(data.id)).toMatchObject({ status: 1, matched: 4, total: 4, changed: 0, cloud: 'order' });
    await toItsEnd();
    expect(await told(data.id)).toMatchObject({ status: 2, changed: 3, same: 1, refused: 0, undo: 1 });
    expect((await lying(desk, 'order', ids[0]!)).note).toBe('新');
    expect(JSON.stringify(await desk.ask(own, 'History', { cloud: 'order', id: ids[0] }))).toContain('旧0');
    const later = await begin({ filters: filtersOf('做'), values: { later: '补' } });
    await toItsEnd();
    expect(await told(later.data.id)).toMatchObject({ status: 2, changed: 0, refused: 4 });
    const answer = await rows(later.data.id, { only: 'refused', rows: 2 });
    expect(answer.rows).toHaveLength(2);
    expect(answer.rows[0]).toMatchObject({ code: 312, key_name: '订单' });
    expect(answer.data.reasons).toMatchObject([{ code: 312, n: 4 }]);
    expect((await lying(desk, 'order', blocked)).later).toBeNull();
    const [noted] = await desk.base.db.query<{ target: string }>(
      `select target from fw.security_log where op = '/app?op=Change' order by id desc limit 1`,
    );
    expect(noted!.target).toContain(String(blocked));
    expect(troubles).toEqual([]);
  });
  test('R4 who changed a record after it was begun is not overwritten', async () => {
    const [a, b] = await many('先', 2);
    const { data } = await begin({ filters: filtersOf('先') });
    await desk.ask(own, 'Modify', { cloud: 'order', id: a, note: '别人的' });
    await toItsEnd();
    expect(await told(data.id)).toMatchObject({ changed: 1, refused: 1 });
    expect((await rows(data.id, { only: 'refused' })).rows).toMatchObject([{ id: a, code: 311 }]);
    expect((await lying(desk, 'order', a!)).note).toBe('别人的');
    expect((await lying(desk, 'order', b!)).note).toBe('新');
  });
  test('the same _rid begins one, and no more than three of a person go on at once', async () => {
    await many('限', 1);
    const _rid = '5f0c1d52-8a5e-4f57-9a38-3a4f6f9f0b22';
    const first = await begin({ filters: filtersOf('限'), _rid });
    expect((await begin({ filters: filtersOf('限'), _rid })).data).toEqual(first.data);
    const { mark } = (await desk.ask(own, 'Matching', { cloud: 'order', filters: filtersOf('限') })).data;
    const other = { filters: filtersOf('限'), mark, _rid: '5f0c1d52-8a5e-4f57-9a38-3a4f6f9f0b23' };
    const second = await begin(other);
    await desk.base.db.query(`update app."order" set place = '别处' where place = '限'`);
    expect(await begin(other), 'none match any more').toEqual(second);
    await added({ place: '限' });
    expect(await begin(other), 'others match by now').toEqual(second);
    expect((await begin({ filters: filtersOf('限') })).code).toBe(200);
    expect(await begin({ filters: filtersOf('限') })).toMatchObject({ code: 341, remark: '$changesRunning' });
    await toItsEnd();
  });
});

describe('a change goes on, stops, or ends', () => {
  test('R10 what is kept of a value is what it says, however it was sent', async () => {
    const [id] = await many('长发', 1);
    const note = `新${'\u0301'.repeat(500)}`;
    const { data } = await begin({ filters: filtersOf('长发'), values: { note } });
    const [{ fields }] = (await desk.base.db.query<{ fields: object }>('select fields from fw.change')) as [{ fields: object }];
    expect(fields).toEqual({ note: `新${'\u0301'.repeat(30)}` });
    await toItsEnd();
    expect(await told(data.id)).toMatchObject({ status: 2, changed: 1 });
    expect((await lying(desk, 'order', id!)).note).toBe(`新${'\u0301'.repeat(30)}`);
  });
  test('R10 who begins changes and stops them is told within a day that it is enough', async () => {
    await many('又', 2);
    const { data } = await begin({ filters: filtersOf('又') });
    expect((await desk.ask(own, 'ChangeStop', { id: data.id })).code).toBe(200);
    await desk.base.db.query('update fw.change set total = 199999');
    expect(await begin({ filters: filtersOf('又') })).toMatchObject({ code: 341, remark: '$changesDay', data: { limit: 200_000 } });
    await desk.base.db.query(`update fw.change set created = created - interval '25 hours'`);
    expect((await begin({ filters: filtersOf('又') })).code).toBe(200);
  });
  test('stopped by its person it leaves what is not done', async () => {
    const ids = await many('停', 60);
    const { data } = await begin({ filters: filtersOf('停') });
    await byItself(data.id);
    expect(await turn()).toBe(true);
    const between = await told(data.id);
    expect(between.changed).toBeGreaterThan(0);
    expect(between.changed).toBeLessThan(60);
    expect((await desk.ask(own, 'ChangeStop', { id: data.id })).code).toBe(200);
    expect(await turn()).toBe(false);
    expect(await told(data.id)).toMatchObject({ status: 3, changed: between.changed });
    expect((await lying(desk, 'order', ids[59]!)).note).toBe('旧59');
    expect((await rows(data.id, { only: 'waiting', rows: 1000 })).rows).toHaveLength(60 - (between.changed as number));
  });
  test('rights are those of each moment: taken away, or the person disabled or signed out for safety, it stops', async () => {
    const { db } = desk.base;
    await many('权', 60);
    const ends = async (take: string, give: string, reason: string) => {
      const { data } = await begin({ filters: filtersOf('权'), values: { note: reason } });
      await byItself(data.id);
      await turn();
      const { changed } = await told(data.id);
      await db.query(take);
      await turn();
      await db.query(give);
      expect(await told(data.id), reason).toMatchObject({ status: 4, reason, changed });
      expect(await turn()).toBe(false);
    };
    await ends('update app."user" set status = 2 where id = 2', 'update app."user" set status = 1 where id = 2', '$changeNobody');
    await ends('update fw.change set until = created', 'select 1', '$changeLate');
    await ends('update fw.credential set epoch = epoch + 1 where user_id = 2', 'select 1', '$changeNobody');
    await ends(
      `update app."user" set role_entities = '{45}' where id = 2`,
      `update app."user" set role_entities = '{41,46,49}' where id = 2`,
      '$changeNoRight',
    );
  });
  test('what dies in the middle has done nothing, and two processes do no record twice', async () => {
    const ids = await many('杀', 55);
    const { data } = await begin({ filters: filtersOf('杀') });
    injectFault((point) => {
      if (point !== 'tx.commit') return;
      injectFault();
      throw new Error('killed');
    });
    expect(await turn()).toBe(true);
    expect(await told(data.id)).toMatchObject({ status: 1, changed: 0 });
    expect(await lying(desk, 'order', ids[0]!)).toMatchObject({ note: '旧0', version: 1 });
    const busy = async () => {
      for (let idle = 0; idle < 40; ) idle = (await turn(houseAfter(1))) ? 0 : idle + 1;
    };
    await Promise.all([busy(), busy()]);
    expect(await told(data.id)).toMatchObject({ status: 2, changed: 55, same: 0, refused: 0 });
    for (const id of ids) expect(await lying(desk, 'order', id)).toMatchObject({ note: '新', version: 2 });
  });
  test('faults of ours end it after some turns, between which it rests longer and longer; its person hears of it', async () => {
    await many('错', 1);
    const { data } = await begin({ filters: filtersOf('错') });
    injectFault((point) => {
      if (point === 'save.planned') throw new Error('planted');
    });
    const heard = () => desk.base.db.query(`select 1 from fw.outbox where payload ->> 'cloud' = 'fw.change'`);
    const before = (await heard()).length;
    const rests = [0, 1, 6, 31, 156];
    for (const [at, seconds] of rests.entries()) {
      if (at > 0) expect(await turn(houseAfter(seconds - 1)), 'it rests').toBe(false);
      expect(await heard()).toHaveLength(before);
      expect(await turn(houseAfter(seconds))).toBe(true);
    }
    expect(await turn(houseAfter(9_999))).toBe(false);
    expect(troubles).toHaveLength(5);
    expect(await told(data.id)).toMatchObject({ status: 4, reason: '$changeFault', changed: 0 });
    expect(await heard()).toHaveLength(before + 1);
  });
  test('a field that is called otherwise is followed, to what is written and to what stood there; one that is gone ends it by its own reason', async () => {
    const { db } = desk.base;
    const [a] = await many('名', 1);
    const done = await begin({ filters: filtersOf('名') });
    await toItsEnd();
    const waits = await begin({ filters: filtersOf('名') });
    for (const text of metaFollows.field!({ table: 'order', from: 'note', to: 'notes' })) await db.query(text);
    expect(await db.query('select fields from fw.change order by id')).toEqual([{ fields: { notes: '新' } }, { fields: { notes: '新' } }]);
    expect(await db.query('select rowid, before from fw.change_row where change_id = $1', [done.data.id])).toEqual([
      { rowid: a, before: { notes: '旧0' } },
    ]);
    await turn();
    expect(await told(waits.data.id)).toMatchObject({ status: 4, reason: '$changeNoField' });
  });
});

describe('a change is taken back', () => {
  test('records that nobody changed since get their former values, by a Modify each; others are said, with who', async () => {
    const [a, b, c] = await many('退', 3);
    await desk.ask(own, 'Modify', { cloud: 'order', id: c, note: '' });
    const { data } = await begin({ filters: filtersOf('退'), values: { note: '新', amount: '5' } });
    expect((await desk.ask(own, 'ChangeUndo', { id: data.id })).code).toBe(317);
    await toItsEnd();
    await desk.ask(own, 'Modify', { cloud: 'order', id: b, key_name: '改名' });
    const _rid = '5f0c1d52-8a5e-4f57-9a38-3a4f6f9f0b24';
    const undo = (await desk.ask(own, 'ChangeUndo', { id: data.id, _rid })).data.id;
    expect(await told(data.id)).toMatchObject({ undo: 0 });
    expect((await desk.ask(own, 'ChangeUndo', { id: data.id })).data.id, 'pressed again').toBe(undo);
    await toItsEnd();
    expect((await desk.ask(own, 'ChangeUndo', { id: data.id, _rid })).data.id, 'the same request').toBe(undo);
    expect(await told(undo)).toMatchObject({ of: data.id, status: 2, changed: 2, refused: 1, undo: 0 });
    expect(await lying(desk, 'order', a!)).toMatchObject({ note: '旧0', amount: null, version: 3 });
    expect(await lying(desk, 'order', b!)).toMatchObject({ note: '新', amount: '5.00' });
    expect((await lying(desk, 'order', c!)).note).toBeNull();
    const refused = (await rows(undo, { only: 'refused' })).rows;
    expect(refused).toMatchObject([{ id: b, code: 311, key_name: '改名' }]);
    expect(refused[0]!.remark).toMatch(/^\$changedSince/);
    expect(await told(data.id)).toMatchObject({ taken: 2, undo: 1 });
    expect((await desk.ask(own, 'ChangeUndo', { id: undo })).code).toBe(317);
  });
  test('what stands to be taken back is offered, to whom may do so', async () => {
    const { db } = desk.base;
    const [a] = await many('供', 2);
    const { data } = await begin({ filters: filtersOf('供') });
    await toItsEnd();
    expect(await told(data.id)).toMatchObject({ undo: 1 });
    expect(await told(data.id, { ...own, roles: [{ id: 50, code: 'reader' }] })).toMatchObject({ key_name: 'order表', undo: 0 });
    const undo = (await desk.ask(own, 'ChangeUndo', { id: data.id })).data.id;
    await toItsEnd();
    await db.query(`update fw.change_row set status = 2, before = null where change_id = $1 and rowid = $2`, [undo, a]);
    await db.query('update fw.change set changed = 1, same = 1 where id = $1', [undo]);
    expect(await told(data.id)).toMatchObject({ taken: 1, undo: 0 });
    expect(await desk.ask(own, 'ChangeUndo', { id: data.id })).toMatchObject({ code: 314, remark: '$changeNone' });
  });
  test('within a day only, and what is forgotten is gone with what stood there', async () => {
    await many('迟', 5);
    const { data } = await begin({ filters: filtersOf('迟') });
    await toItsEnd();
    await desk.base.db.query(`update fw.change set created = created - interval '25 hours'`);
    expect(await desk.ask(own, 'ChangeUndo', { id: data.id })).toMatchObject({ code: 317, remark: '$changeUndoLate' });
    expect(await told(data.id)).toMatchObject({ undo: 0 });
    const said: string[] = [];
    const db: Pick<typeof desk.base.serving, 'query'> = {
      query: (text, values) => {
        said.push(text);
        return desk.base.serving.query(text, values);
      },
    };
    expect(await sweepChanges(db, houseAfter(6 * 86_400).clock.now(), 2)).toBe(1);
    expect(said.map((text) => /^delete from (\S+)/.exec(text)![1])).toEqual([...Array(3).fill('fw.change_row'), 'fw.change']);
    expect(await desk.base.db.query('select 1 from fw.change_row')).toEqual([]);
  });
  test('a record that he sees no more has neither name nor reason', async () => {
    const [a] = await many('隐', 1);
    const { data } = await begin({ filters: filtersOf('隐') });
    await desk.base.db.query('update app."order" set create_entity = 4 where id = $1', [a]);
    await toItsEnd();
    const [row] = (await rows(data.id)).rows;
    expect(row).toMatchObject({ id: a, code: 315, remark: '', data: null });
    expect(row).not.toHaveProperty('key_name');
    const reasons = async (session = own) => (await rows(data.id, {}, session)).data.reasons;
    await desk.base.db.query(`update fw.change_row set code = 305, remark = '机密' where rowid = $1`, [a]);
    expect(await reasons()).toEqual([{ code: 305, remark: '', data: null, n: 1 }]);
    await desk.base.db.query('update app."order" set create_entity = 2 where id = $1', [a]);
    expect(await reasons()).toMatchObject([{ code: 305, remark: '机密' }]);
  });
  test('B10 it does not tell of which records a hidden field has the value: all that he does not see are refused alike', async () => {
    const { db } = desk.base;
    const [a, b] = await many('密', 2);
    await db.query(`update app."order" set secret = case id when $1 then '密' else '码' end where id in ($1, $2)`, [a, b]);
    const give = (role: number, scope: number, items: string) =>
      db.query(
        `with r as (update fw.rights_version set version = version + 1)
         update fw.role_grant set scope = $2, items = $3 where company_id = 1 and role_id = $1 and group_uid = 'desk.order'`,
        [role, scope, items],
      );
    try {
      // by one role all orders, without what is secret of them; by another his own, whole
      await give(49, 2, '{List,Add,Modify,Delete}');
      await give(50, 0, '{List,Add,Modify,Delete}');
      const half = await desk.as('mixed');
      const { data } = await begin({ id: `${a},${b}`, values: { secret: '密' } }, half);
      await toItsEnd();
      expect((await rows(data.id, { only: 'same' }, half)).rows).toEqual([]);
      expect((await rows(data.id, {}, half)).rows).toMatchObject([a, b].map((id) => ({ id, code: 312, data: { field: 'secret' } })));
    } finally {
      await give(49, 0, '{List,Add,Modify,Delete}');
      await give(50, 2, '{List}');
    }
  });
  test('reasons that are alike are one, by their code where what they say differs', async () => {
    const { db } = desk.base;
    const [a, b, c, d] = await many('因', 4);
    const { data } = await begin({ filters: filtersOf('因') });
    const say = (id: number, remark: string, of: object | null) =>
      db.query('update fw.change_row set status = 3, code = 305, remark = $2, data = $3::jsonb where rowid = $1', [
        id,
        remark,
        of && JSON.stringify(of),
      ]);
    const reasons = async () => (await rows(data.id)).data.reasons;
    await say(a!, '$x', { n: 1 });
    await say(b!, '$x', { n: 1 });
    expect(await reasons()).toEqual([{ code: 305, remark: '$x', data: { n: 1 }, n: 2 }]);
    await say(c!, '$x', null);
    expect(await reasons()).toEqual([{ code: 305, remark: '', data: null, n: 3 }]);
    await say(c!, '$y', { n: 1 });
    await say(d!, '$y', { n: 2 });
    await say(b!, '$x', { n: 2 });
    expect(await reasons()).toEqual([{ code: 305, remark: '', data: null, n: 4 }]);
  });
});
