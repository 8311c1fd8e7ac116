import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { type BoardDef, type BoardWidgetDef, WIDGET_ROWS } from '#protocol/meta/board/board.ts';
import { openAccess } from '#server/access/access.ts';
import { PEOPLE } from '#server/flow/act/testing.ts';
import type { House } from '#server/meta/house.ts';
import { loadBoard } from '#server/records/board/load.ts';
import { readBoard } from '#server/records/board/read.ts';
import { type Caller, type FlowDesk, openFlowDesk } from './testing-desk.ts';

const cloud = 'initiation';
const NAMES = { key_name: '部件', key_name_en: 'Part' };
const part = (uid: string, of: Partial<BoardWidgetDef>): BoardWidgetDef => ({ uid, kind: 'text', at: [1, 1, 1, 1], ...NAMES, ...of });
const ACTIVE = part('active', { kind: 'active', cloud });
const TEXT = part('text', { text: '**请看**', text_en: '**Look**' });
const UNREAD = part('unread', { kind: 'notice' });
const SYSTEM = part('system', { kind: 'notice', filters: { kind: ',5,9,10,11,12,' } });
const DYNAMICS = part('dynamics', { kind: 'notice', filters: { kind: ',1,2,3,4,6,7,8,' } });
const BULLETIN = part('bulletin', { kind: 'list', cloud: 'message[web]', fields: 'key_name,begin_date' });

let desk: FlowDesk;
/** ms that the clock is ahead */
let ahead = 0;
let house: House;
let ask: FlowDesk['ask'];
beforeAll(async () => {
  desk = await openFlowDesk();
  house = { ...desk.lab.house, clock: { now: () => new Date(Date.UTC(2026, 10, 26, 1) + ahead) } };
  ({ ask } = desk.before(house));
});
afterAll(() => desk?.lab.close());

const sql = (text: string, values: unknown[] = []) => desk.lab.base.db.query(text, values);
const show = async (who: Caller, id: number) => {
  ahead += 60_000;
  expect(await ask(who, '/app?op=Show', { cloud, id })).toMatchObject({ code: 200 });
};
const boardOf = (widgets: BoardWidgetDef[], of: Partial<BoardDef> = {}): BoardDef => ({
  ...{ uid: 'b', board_name: 'told', ...NAMES, columns: ['1fr'], rows: ['1fr'] },
  ...{ widgets, ...of },
});
const withBoard = (def: BoardDef): House => ({ ...house, catalogueOf: () => ({ ...house.catalogueOf(null), board: () => def }) });
type Row = Record<string, unknown> & { id: number; key_name: string; user: { id: number }; review_state: { id: number } };
/** What the board of these parts tells: rows by the uid of their part. */
async function told(who: Caller, widgets: BoardWidgetDef[], of: Partial<BoardDef> = {}, id?: number): Promise<Record<string, Row[]>> {
  const at = withBoard(boardOf(widgets, of));
  const { rows = [] } = await readBoard(at, await openAccess(at, desk.as[who]), { cloud: 'told', ...(id ? { id } : {}) });
  return Object.fromEntries((rows as unknown as { uid: string; rows: Row[] }[]).map(({ uid, rows: own }) => [uid, own]));
}
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 200,
    (error) => (error instanceof Refusal ? error.code : error),
  );

describe('DESK-02 what others opened last stands on a board', () => {
  it('six of them, the last first, with who did; what one opened himself is no news', async () => {
    const ids: number[] = [];
    for (let at = 0; at <= WIDGET_ROWS; at += 1) ids.push(await desk.filed('100'));
    for (const id of ids) await show('viewer', id);
    await show('admin', ids[0]!);
    const { active } = await told('admin', [ACTIVE]);
    expect(active!.map(({ id, user }) => [id, user.id])).toEqual(
      ids
        .slice(1)
        .reverse()
        .map((id) => [id, PEOPLE.viewer]),
    );
    expect(active![0]).toMatchObject({ key_name: expect.stringMatching(/./), last_time: expect.stringMatching(/^2026-11-26 09:/) });
    expect(active![0]!._actions).toBeDefined();
  });
  it('B27 of a record that its reader may not open neither name nor number nor place, and he who may open none has none', async () => {
    const his = await desk.filed('100');
    expect(await desk.modify('depthead', his, 21, { copies: String(PEOPLE.member1) })).toMatchObject({ code: 200 });
    await show('viewer', his);
    const others: number[] = [];
    for (let at = 0; at <= WIDGET_ROWS; at += 1) others.push(await desk.filed('100'));
    for (const id of others) await show('viewer', id);
    const [{ active: seen }, { active: all }] = [await told('member1', [ACTIVE]), await told('admin', [ACTIVE])];
    expect(all!.map(({ id }) => id)).toEqual(others.slice(1).reverse());
    expect(seen!.map(({ id, user }) => [id, user.id])).toEqual([[his, PEOPLE.viewer]]);
    expect((await told('member2', [ACTIVE])).active).toEqual([]);
    expect((await told('stranger', [ACTIVE])).active).toEqual([]);
  });
  it('a record that was deleted meanwhile is not told of', async () => {
    const id = await desk.filed('100');
    await show('viewer', id);
    expect((await told('admin', [ACTIVE])).active![0]!.id).toBe(id);
    await sql('update app."initiation" set deleted_time = now(), deleted_entity = 1 where id = $1', [id]);
    expect((await told('admin', [ACTIVE])).active!.map((row) => row.id)).not.toContain(id);
  });
  it('on a board of a record it is who opened that, and of a record that one may not open 315', async () => {
    const id = await desk.filed('100');
    await show('viewer', id);
    const { cloud: _, ...active } = ACTIVE;
    const of = { record: { cloud, search: 'initiation' } };
    expect((await told('admin', [active], of, id)).active!.map(({ user }) => user.id)).toContain(PEOPLE.viewer);
    expect(await codeOf(told('member1', [active], of, id))).toBe(315);
  });
});

describe('DESK-02 what a board tells each of what he was told', () => {
  it('unread are those of review_state 1; system notices and work dynamics are of their kinds, read or not; none is another’s', async () => {
    await sql(
      `insert into fw.notice (company_id, user_entity, kind, source, rowid, key_name, said_by, said, event_name, event_name_en, create_time, read_time)
       values (1, 14, 3, 'initiation', 1, '已通过甲', 1, '', '', '', now(), null), (1, 14, 1, 'initiation', 1, '已退回乙', 1, '', '', '', now(), now()),
         (1, 14, 9, 'user', 14, '邮箱丙', 1, '', '', '', now(), now()), (1, 12, 9, 'user', 12, '别人丁', 1, '', '', '', now(), null)`,
    );
    await sql(
      `insert into app."message" (company_id, key_name, begin_date, end_date, remark) values (1, '停电公告', '2000-01-01', '2999-12-31', '今晚')`,
    );
    const names = async (who: Caller) =>
      Object.fromEntries(
        Object.entries(await told(who, [UNREAD, SYSTEM, DYNAMICS, BULLETIN])).map(([uid, rows]) => [
          uid,
          rows.map((row) => row.key_name).sort(),
        ]),
      );
    expect(await names('viewer')).toEqual({
      ...{ unread: ['已通过甲'], system: ['邮箱丙'], dynamics: ['已退回乙', '已通过甲'], bulletin: ['停电公告'] },
    });
    expect(await names('member3')).toEqual({ unread: ['别人丁'], system: ['别人丁'], dynamics: [], bulletin: ['停电公告'] });
    const { system } = await told('viewer', [UNREAD, SYSTEM, BULLETIN]);
    expect(system![0]!.review_state.id).toBe(2);
  });
  it('a text is everybody’s who opens the board, in both languages, and makes no board his', async () => {
    const load = async (widgets: BoardWidgetDef[]) => {
      const at = withBoard(boardOf(widgets));
      return loadBoard(at, await openAccess(at, desk.as.viewer), 'told') as Promise<{ widgets: object[] }>;
    };
    expect((await load([TEXT, BULLETIN])).widgets[0]).toEqual({ ...TEXT });
    expect((await told('viewer', [TEXT, BULLETIN])).text).toEqual([]);
    expect(await codeOf(load([TEXT]))).toBe(312);
  });
});
