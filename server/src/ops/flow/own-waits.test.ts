import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { BoardDef } from '#protocol/meta/board/board.ts';
import { openAccess } from '#server/access/access.ts';
import { application } from '#server/flow/act/testing.ts';
import type { Session } from '#server/meta/session.ts';
import { readBoard } from '#server/records/board/read.ts';
import { createDispatch, indexOps } from '../dispatch.ts';
import { ALL_OPS } from '../registry.ts';
import { type Answer, type FlowDesk, openFlowDesk } from './testing-desk.ts';

/**
 * Heads of two departments of one company, neither with a role, and a colleague without one for whom nothing waits. What belongs to one of
 * them is called by a word that stands nowhere else.
 */
const HEADS = { hana: { id: 301, department: 41, word: '白鹭' }, hugo: { id: 302, department: 42, word: '青鸾' } } as const;
type Head = keyof typeof HEADS;
const COLLEAGUE = 303;

let desk: FlowDesk;
let dispatch: ReturnType<typeof createDispatch>;
const ops = indexOps(ALL_OPS);
const filed = {} as Record<Head, number>;
const sql = <R>(text: string, values: unknown[] = []) => desk.lab.base.db.query<R>(text, values);
const person = (id: number, login: string, department: number) =>
  sql(
    `insert into app."user" (company_id, id, login_name, key_name, department_entity, domain_entities, role_entities, status)
     values (1, $1, $2, $2, $3, '{11,12}', '{}', 1)`,
    [id, login, department],
  );

beforeAll(async () => {
  desk = await openFlowDesk();
  dispatch = createDispatch(desk.lab.house, ops);
  for (const [login, { id, department }] of Object.entries(HEADS)) {
    await sql(
      `insert into app."department" (company_id, id, code, key_name, parent_entity) values (1, $1::bigint, $1::text, $1::text, 32)`,
      [department],
    );
    await person(id, login, department);
    await sql('update app."department" set manager_entity = $2, leader_entity = 9 where company_id = 1 and id = $1', [department, id]);
  }
  await person(COLLEAGUE, 'colleague', 41);
  for (const who of ['hana', 'hugo'] as const) filed[who] = await apply(who);
  await sql(
    `insert into app."message" (company_id, key_name, begin_date, end_date, remark) values
     (1, '今日停电', '2000-01-01', '2999-12-31', '今晚八点'), (1, '旧闻灰雁', '2000-01-01', '2000-12-31', '旧闻灰雁'),
     (2, '别家朱鹮', '2000-01-01', '2999-12-31', '别家朱鹮')`,
  );
  await sql(
    `insert into fw.notice (company_id, user_entity, kind, source, rowid, key_name, said_by, said, event_name, event_name_en, create_time)
     values (1, 301, 1, 'initiation', $1, '鹭讯', 1, '', '退回', 'Return', now()), (1, 302, 1, 'initiation', $2, '鸾讯', 1, '', '退回', 'Return', now())`,
    [filed.hana, filed.hugo],
  );
});
afterAll(() => desk?.lab.close());

const CALLER = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
async function ask(session: Session | null, name: string, form: Record<string, unknown> = {}): Promise<Answer> {
  const texts = Object.entries(form).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)]);
  try {
    const incoming = { form: Object.fromEntries(texts), caller: CALLER, session };
    const answer = await dispatch(ops.get(name)!, incoming as Parameters<typeof dispatch>[1]);
    return { code: 200, remark: '', data: {}, rows: [], ...(answer as Partial<Answer>) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, remark: error.remark, data: error.data as Record<string, unknown>, rows: [] };
  }
}
const as = (login: string, domain?: string) => desk.lab.as(login, domain === undefined ? {} : { domain });

/** An application of this head's department, which waits for him. */
async function apply(who: Head): Promise<number> {
  const { word, department } = HEADS[who];
  const { fields, subtables } = application('6000', { key_name: word, department_entity: department });
  const sent = { cloud: 'initiation', ...fields, _subtables: subtables, _event: 11, remark: '请审批' };
  const { code, remark, data } = await ask(await as('applicant'), '/app?op=Add', sent);
  expect([code, remark]).toEqual([200, '']);
  return Number(data.id);
}
const OWN = ['todo', 'notice', 'message[web]'];
const WAITS = { fields: { review_state: { op: 'in', value: [2, 4, 7, 13] } } };
const named = async (session: Session, cloud: string, rest: Record<string, unknown> = {}) =>
  (await ask(session, '/app?op=Page', { cloud, ...rest })).rows.map(({ key_name }) => key_name);

describe('DESK-03 what waits for somebody and what he is told is his, whatever his roles', () => {
  it('nobody has it who is not signed in', async () => {
    for (const cloud of OWN)
      for (const op of ['Page', 'List', 'Get', 'Show']) expect((await ask(null, `/app?op=${op}`, { cloud, id: 1 })).code).toBe(401);
  });
  it('B27 it is read and never written, and opens nothing beside: neither table, history nor bin', async () => {
    const hana = await as('hana');
    const forms = {
      ...{ Add: { key_name: 'x' }, Modify: { id: 1, key_name: 'x', version: 1 }, Delete: { id: 1 } },
      ...{ Restore: { id: 1 }, Recycle: {}, History: { id: 1 } },
    };
    for (const cloud of OWN)
      for (const [op, form] of Object.entries(forms))
        expect((await ask(hana, `/app?op=${op}`, { cloud, ...form })).code, `${op} ${cloud}`).toBe(312);
    for (const cloud of ['message', 'initiation', 'user', 'role', 'flow_todo'])
      expect((await ask(hana, '/app?op=List', { cloud })).code, cloud).toBe(312);
    expect((await ask(hana, '/app?op=Page', { cloud: 'todo', as_of: '2026-01-01 00:00:00' })).code).not.toBe(200);
  });
  it('B27 each has his own, and of another’s neither row, name, number nor hit', async () => {
    for (const [who, other] of [
      ['hana', 'hugo'],
      ['hugo', 'hana'],
    ] as const) {
      const session = await as(who);
      expect(await named(session, 'todo', { filters: WAITS })).toEqual([HEADS[who].word]);
      expect(await named(session, 'notice')).toEqual([who === 'hana' ? '鹭讯' : '鸾讯']);
      expect(await named(session, 'message[web]')).toEqual(['今日停电']);
      expect(await ask(session, '/sys?op=Counts')).toMatchObject({ data: { todo: 1, notices: 1 } });
      const [theirs] = await sql<{ id: number }>('select max(id) as id from fw.flow_todo where review_entity = $1', [HEADS[other].id]);
      for (const form of [
        { cloud: 'todo', filters: { key_word: HEADS[other].word } },
        { cloud: 'todo', filters: { fields: { reader: HEADS[other].id } } },
        { cloud: 'todo', filters: { fields: { id: theirs!.id } } },
        { cloud: 'todo', filters: { where: `reader=${HEADS[other].id}|reader!=${HEADS[other].id}&holder=${HEADS[other].id}` } },
        { cloud: 'notice', filters: { fields: { rowid: filed[other] } } },
        { cloud: 'message[web]', filters: { key_word: '灰雁' } },
        { cloud: 'message[web]', filters: { key_word: '朱鹮' } },
      ])
        expect((await ask(session, '/app?op=Page', form)).rows, JSON.stringify(form)).toEqual([]);
      expect((await ask(session, '/app?op=Show', { cloud: 'todo', id: theirs!.id })).code).toBe(315);
      expect([312, 315]).toContain((await ask(session, '/app?op=Show', { cloud: 'initiation', id: filed[other] })).code);
    }
    for (const session of [await as('colleague'), await desk.lab.as('stranger', { company: 'other' })]) {
      expect(await named(session, 'todo')).toEqual([]);
      expect(await named(session, 'notice')).toEqual([]);
      expect(await ask(session, '/sys?op=Counts')).toMatchObject({ data: { todo: 0, notices: 0 } });
    }
  });
  it('B27 DESK-02 a board tells each the messages that he has not read', async () => {
    const place = { at: [1, 1, 1, 1] as [number, number, number, number], key_name: '消息', key_name_en: 'Messages' };
    const def: BoardDef = {
      ...{ uid: 'b', board_name: 'told', key_name: '看板', key_name_en: 'Board', columns: ['1fr'], rows: ['1fr'] },
      widgets: [
        { uid: 'unread', kind: 'notice', ...place },
        { uid: 'all', kind: 'list', cloud: 'message[web]', fields: 'key_name', ...place },
      ],
    };
    const house = { ...desk.lab.house, catalogueOf: () => ({ ...desk.lab.house.catalogueOf(null), board: () => def }) };
    const told = async (who: Head) => {
      const { rows = [] } = await readBoard(house, await openAccess(house, await as(who)), { cloud: 'told' });
      return (rows[0] as unknown as { rows: { key_name: string }[] }).rows.map(({ key_name }) => key_name);
    };
    expect([await told('hana'), await told('hugo')]).toEqual([['鹭讯'], ['鸾讯']]);
    await sql('update fw.notice set read_time = now() where user_entity = 301');
    expect([await told('hana'), await told('hugo')]).toEqual([[], ['鸾讯']]);
    expect(await named(await as('hana'), 'notice')).toEqual(['鹭讯']);
    await sql('update fw.notice set read_time = null where user_entity = 301');
  });
  it('a role of narrow scope takes nothing of it away, and one of everything brings no row of another’s', async () => {
    const wide = async (scope: number) => {
      await sql(`insert into app."role" (company_id, id, code, key_name, root) values (1, $1::bigint + 400, 'w' || $1, 'w', 0)`, [scope]);
      for (const group of ['sys.todo', 'sys.notice'])
        await sql('insert into fw.role_grant (company_id, role_id, group_uid, scope, items) values (1, $1::bigint + 400, $2, $1, $3)', [
          scope,
          group,
          ['List'],
        ]);
      await sql('update app."user" set role_entities = array[$1::bigint + 400] where id = 301', [scope]);
      await sql(
        'insert into fw.rights_version (company_id) values (1) on conflict (company_id) do update set version = fw.rights_version.version + 1',
      );
      const session = await as('hana');
      return [await named(session, 'todo', { filters: WAITS }), await named(session, 'notice')];
    };
    for (const scope of [0, 1, 2]) expect(await wide(scope)).toEqual([[HEADS.hana.word], ['鹭讯']]);
    await sql(`update app."user" set role_entities = '{}' where id = 301`);
    expect(await named(await as('admin'), 'todo', { filters: WAITS })).toEqual([]);
  });
  it('DOMAIN-02 in whichever domain he works: it is of all of them', async () => {
    for (const domain of ['远山集团', '纽约市']) {
      expect(await named(await as('hana', domain), 'todo', { filters: WAITS })).toEqual([HEADS.hana.word]);
      expect(await named(await as('hana', domain), 'notice')).toEqual(['鹭讯']);
    }
  });
  it('FLOW-04 he opens it and decides; then it waits no more and stands among what he decided', async () => {
    const hana = await as('hana');
    expect(await ask(hana, '/app?op=Show', { cloud: 'initiation', id: filed.hana })).toMatchObject({
      code: 200,
      data: { key_name: '白鹭' },
    });
    expect(await ask(hana, '/flow?op=CheckRight', { cloud: 'initiation', id: filed.hana })).toMatchObject({ data: { op: 'Review' } });
    expect(await ask(hana, '/app?op=Modify', { cloud: 'initiation', id: filed.hana, _event: 21 })).toMatchObject({ code: 200 });
    expect(await ask(hana, '/sys?op=Counts')).toMatchObject({ data: { todo: 0 } });
    expect(await named(hana, 'todo', { filters: WAITS })).toEqual([]);
    expect(await named(hana, 'todo', { filters: { fields: { review_state: 3 } } })).toEqual([HEADS.hana.word]);
  });
  it('the page costs the statements that it cost a person with the role', async () => {
    const page = async (login: string) => {
      const heard: string[] = [];
      const { db } = desk.lab.house;
      const query: typeof db.query = (text, values) => {
        heard.push(String(text));
        return db.query(text, values);
      };
      const session = await as(login);
      const { ask: told } = desk.before({ ...desk.lab.house, db: { ...db, query } });
      Object.assign(desk.as, { [login]: session });
      await told(login as never, '/app?op=Page', { cloud: 'todo', page: 1, rows: 20, filters: WAITS });
      return heard;
    };
    const [without, withRole] = [await page('hugo'), await page('depthead')];
    expect(without.length).toBeGreaterThan(0);
    expect(without).toEqual(withRole);
  });
});
