import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PEOPLE } from '#server/flow/act/testing.ts';
import { showRecord } from '#server/flow/read/record-page.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { readersOf } from '#server/records/history/readers.ts';
import { lookAt } from './look.ts';
import { type Caller, type FlowDesk, openFlowDesk } from './testing-desk.ts';

const cloud = 'initiation';
let lab: FlowDesk['lab'];
let house: House;
let viewer: Session;
let desk: Pick<FlowDesk, 'ask' | 'modify' | 'filed'>;
/** ms that the clock is ahead */
let ahead = 0;

beforeAll(async () => {
  const all = await openFlowDesk();
  lab = all.lab;
  viewer = all.as.viewer;
  house = { ...lab.house, clock: { now: () => new Date(Date.UTC(2026, 10, 26, 1) + ahead) } };
  desk = all.before(house);
});
afterAll(() => lab.close());

const ask = (who: Caller | null, form: Record<string, unknown>) => desk.ask(who, '/app?op=Readers', { cloud, ...form });
const show = async (who: Caller, id: number, form: Record<string, unknown> = {}) =>
  expect(await desk.ask(who, '/app?op=Show', { cloud, id, ...form })).toMatchObject({ code: 200 });
const pass = (minutes: number) => {
  ahead += minutes * 60_000;
};
const readers = async (id: number, form: Record<string, unknown> = {}) => {
  const { code, rows, total } = await ask('admin', { id, ...form });
  expect(code).toBe(200);
  return {
    total,
    rows: (rows as { user: { id: number }; first_time: string; last_time: string; times: number }[]).map(
      ({ user, first_time, last_time, times }) => [user.id, first_time.slice(11, 16), last_time.slice(11, 16), times],
    ),
  };
};

describe('FORM-12 who may ask who opened a record', () => {
  it('not signed in 401, an unknown table 312, a record that one may not open 315 as never there', async () => {
    const id = await desk.filed('100');
    expect((await ask(null, { id })).code).toBe(401);
    expect((await ask('stranger', { id })).code).toBe(315);
    expect((await ask('admin', { cloud: 'nothing', id })).code).toBe(312);
    expect(await ask('member1', { id })).toEqual(await ask('member1', { id: 999_999 }));
    expect((await ask('member1', { id })).code).toBe(315);
  });

  it.each([
    ['no id', {}, 314],
    ['an id that is none', { id: 'x' }, 317],
    ['a page before the first', { id: 1, page: 0 }, 317],
    ['more than a page holds', { id: 1, rows: 101 }, 317],
    ['a word too many', { id: 1, user: 2 }, 317],
  ])('%s', async (_, form, code) => {
    expect((await ask('admin', form)).code).toBe(code);
  });
});

describe('FORM-12 the reading record', () => {
  it('says who opened it, first and last, and how often; who did last stands first, and a second look within ten minutes is the same reading', async () => {
    const id = await desk.filed('100');
    const { rows: before } = await readers(id);
    await show('depthead', id);
    pass(5);
    await show('viewer', id);
    await show('depthead', id);
    pass(10);
    await show('depthead', id);
    const { rows, total } = await readers(id);
    expect(rows.slice(0, 2)).toEqual([
      [PEOPLE.depthead, '09:00', '09:15', 2],
      [PEOPLE.viewer, '09:05', '09:05', 1],
    ]);
    expect(total).toBe(before.length + 2);
    expect((await readers(id, { rows: 1, page: 2 })).rows).toEqual([rows[1]]);
    expect(await readers(id, { page: 9 })).toMatchObject({ rows: [] });
  });

  it('is of this record, and of nobody who was refused it', async () => {
    const [one, other] = [await desk.filed('100'), await desk.filed('200')];
    await show('viewer', one);
    await show('depthead', other);
    expect((await desk.ask('member1', '/app?op=Show', { cloud, id: one })).code).toBe(315);
    const of = async (id: number) => (await readers(id)).rows.map(([user]) => user);
    expect(await of(one)).toContain(PEOPLE.viewer);
    expect(await of(one)).not.toContain(PEOPLE.member1);
    expect(await of(one)).not.toContain(PEOPLE.depthead);
    expect(await of(other)).not.toContain(PEOPLE.viewer);
  });

  it('takes neither a page that asks by itself for a reader nor who looks through somebody’s eyes, and names nobody of a table that keeps no readers', async () => {
    const id = await desk.filed('100');
    const before = await readers(id);
    const look = await lookAt(house, viewer, cloud);
    await showRecord(look, id, { background: true });
    await showRecord({ ...look, session: { ...viewer, eyes: { by: 1 } } as unknown as Session }, id);
    expect(await readers(id)).toEqual(before);
    expect(await ask('admin', { cloud: 'user', id: 1 })).toMatchObject({ code: 200, rows: [], total: 0 });
  });

  it('counts a person who opens it in two windows at one instant once', async () => {
    const id = await desk.filed('100');
    await Promise.all(Array.from({ length: 6 }, () => show('viewer', id)));
    expect((await readers(id)).rows).toContainEqual([PEOPLE.viewer, expect.any(String), expect.any(String), 1]);
  });

  it('keeps to itself what was noted before, once the table keeps no readers any more', async () => {
    const id = await desk.filed('100');
    await show('viewer', id);
    const look = await lookAt(house, viewer, cloud);
    const { readlog: _, ...def } = look.table.def;
    const grant = look.access.grant(look.table, 'Show');
    const ask = { id, page: 1, rows: 20 };
    expect((await readersOf(house, look.access, grant, ask)).rows).not.toEqual([]);
    expect(await readersOf(house, look.access, { ...grant, table: { ...look.table, def } }, ask)).toMatchObject({ rows: [], total: 0 });
  });
});
