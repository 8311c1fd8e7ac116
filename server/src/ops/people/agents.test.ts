import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PEOPLE } from '#server/flow/act/testing.ts';
import { type Caller, type FlowDesk, openFlowDesk } from '../flow/testing-desk.ts';

let desk: FlowDesk;
const DAY = 86_400_000;
beforeAll(async () => {
  desk = await openFlowDesk();
});
afterAll(() => desk.lab.close());
afterEach(() => clear());

const now = () => desk.lab.house.clock.now().getTime();
/** A day of the company's clock, so many days from now. */
const day = (ahead: number) => new Date(now() + ahead * DAY + 8 * 3_600_000).toISOString().slice(0, 10);
const set = (who: Caller | null, agent: number, said: Record<string, unknown> = {}) =>
  desk.ask(who, '/flow?op=SetAgent', { agent, begin: day(0), end: day(3), ...said });
const end = (who: Caller | null, id: unknown) => desk.ask(who, '/flow?op=EndAgent', { id });
const agents = (who: Caller) => desk.ask(who, '/flow?op=Agents', {});
const clear = () => desk.lab.base.db.query('delete from fw.flow_agent');
const waiting = async (who: Caller) =>
  (
    await desk.ask(who, '/app?op=Page', {
      cloud: 'todo',
      fields: 'rowid',
      filters: { fields: { review_state: { op: 'in', value: [2, 7] } } },
    })
  ).rows;

describe('FLOW-01 who is away', () => {
  it('nobody who is not signed in', async () => {
    for (const op of ['Agents', 'SetAgent', 'EndAgent'])
      expect((await desk.ask(null, `/flow?op=${op}`, { agent: 2, begin: day(0), end: day(1), id: 1 })).code, op).toBe(401);
  });

  it.each<[string, () => Promise<{ code: number; remark: string }>, string]>([
    ['oneself', () => set('depthead', PEOPLE.depthead), '317 $agent_self'],
    ['somebody unknown', () => set('depthead', 999_999), '302 '],
    ['somebody of another company', () => set('depthead', desk.as.stranger.user.id === 2 ? 999_998 : desk.as.stranger.user.id), '302 '],
    ['no day', () => set('depthead', PEOPLE.finance, { begin: 'soon' }), '317 '],
    ['what is over', () => set('depthead', PEOPLE.finance, { begin: day(-5), end: day(-1) }), '317 $agent_over'],
    ['an end before its begin', () => set('depthead', PEOPLE.finance, { begin: day(5), end: day(2) }), '317 $agent_over'],
    ['more than a year', () => set('depthead', PEOPLE.finance, { end: day(400) }), '317 $agent_long'],
    ['a table without a flow', () => set('depthead', PEOPLE.finance, { tables: 'department' }), '317 '],
    ['too many words', () => set('depthead', PEOPLE.finance, { remark: 'x'.repeat(201) }), '316 '],
  ])('is not replaced by %s', async (_, ask, expected) => {
    const { code, remark } = await ask();
    expect(`${code} ${remark}`).toBe(expected);
    expect((await agents('depthead')).rows).toEqual([]);
  });

  it('B1 who may not see people hears the same of who is disabled, locked or not yet in, elsewhere or here, as of who is not there', async () => {
    const ask = async () => {
      const { code, remark, data } = await set('depthead', PEOPLE.legal);
      return [code, remark, data];
    };
    const unknown = [302, '', { field: 'agent' }];
    for (const [status, domains] of [
      [2, 'domain_entities'],
      [3, 'domain_entities'],
      [2, `'{}'`],
    ]) {
      const [was] = await desk.lab.base.db.query<{ ids: number[] }>('select domain_entities as ids from app."user" where id = $1', [
        PEOPLE.legal,
      ]);
      await desk.lab.base.db.query(`update app."user" set status = $2, domain_entities = ${domains} where id = $1`, [PEOPLE.legal, status]);
      try {
        expect(await ask()).toEqual(unknown);
        expect((await set('admin', PEOPLE.legal)).code, 'whoever sees him').toBe(303);
      } finally {
        await desk.lab.base.db.query('update app."user" set status = 1, domain_entities = $2 where id = $1', [PEOPLE.legal, was!.ids]);
      }
    }
  });

  it('nor by who is disabled, or works in none of his domains', async () => {
    await desk.lab.base.db.query('update app."user" set status = 2 where id = $1', [PEOPLE.legal]);
    expect((await set('admin', PEOPLE.legal)).code).toBe(303);
    const [{ domains }] = (await desk.lab.base.db.query<{ domains: number[] }>(
      'select domain_entities as domains from app."user" where id = $1',
      [PEOPLE.legal],
    )) as [{ domains: number[] }];
    await desk.lab.base.db.query(`update app."user" set status = 1, domain_entities = '{}' where id = $1`, [PEOPLE.legal]);
    expect((await set('depthead', PEOPLE.legal)).remark).toBe('$agent_domain');
    await desk.lab.base.db.query('update app."user" set domain_entities = $2 where id = $1', [PEOPLE.legal, domains]);
  });

  it('his to-dos are his agent’s for that time, who is told; ended they are not', async () => {
    const id = await desk.filed();
    const { code, data } = await set('depthead', PEOPLE.finance, { remark: '休假' });
    expect(code).toBe(200);
    expect((await agents('depthead')).rows).toMatchObject([
      { agent_entity: { id: PEOPLE.finance }, tables: null, remark: '休假', live: 1 },
    ]);
    expect((await agents('finance')).data.standing).toMatchObject([{ user_entity: { id: PEOPLE.depthead } }]);
    expect((await agents('legal')).data.standing).toEqual([]);
    expect((await waiting('finance')).map((row) => row.rowid)).toContain(id);
    const notices = await desk.lab.base.db.query('select said, said_by from fw.notice where kind = 11 and user_entity = $1', [
      PEOPLE.finance,
    ]);
    expect(notices).toEqual([{ said: '休假', said_by: PEOPLE.depthead }]);
    expect((await end('finance', data.id)).code).toBe(315);
    expect((await end('depthead', data.id)).code).toBe(200);
    expect((await waiting('finance')).map((row) => row.rowid)).not.toContain(id);
    expect((await desk.modify('finance', id, 21)).code).toBe(312);
    expect((await end('depthead', data.id)).code).toBe(315);
    const log = await desk.lab.base.db.query(`select op from fw.security_log where op in ('SetAgent', 'EndAgent') order by id`);
    expect(log.map((row) => row.op)).toEqual(['SetAgent', 'EndAgent']);
  });

  it('what he decides stands under both names; one that has not begun gives nothing, and is taken out', async () => {
    const later = await set('depthead', PEOPLE.finance, { begin: day(2), end: day(4) });
    const id = await desk.filed();
    expect((await desk.modify('finance', id, 21)).code).toBe(312);
    expect((await end('depthead', later.data.id)).code).toBe(200);
    await set('depthead', PEOPLE.finance, { tables: 'initiation' });
    expect((await desk.modify('finance', id, 21)).code).toBe(200);
    const { rows } = await desk.ask('applicant', '/flow?op=Process', { cloud: 'initiation', id });
    expect(rows[1]).toMatchObject({ review_entity: { id: PEOPLE.depthead }, done_entity: { id: PEOPLE.finance } });
  });

  it('a search of his own to-dos finds each once, whoever acted for him', async () => {
    const id = await desk.filed();
    const { data } = await set('depthead', PEOPLE.finance);
    await end('depthead', data.id);
    const fields = { rowid: id, review_state: { op: 'in', value: [2, 7] } };
    for (const more of [{}, { key_word: '物流' }, { sort: [['key_name', 'asc']] }]) {
      const { rows } = await desk.ask('depthead', '/app?op=Page', {
        cloud: 'todo',
        fields: 'rowid,principal',
        filters: { fields, ...more },
      });
      expect(rows, JSON.stringify(more)).toMatchObject([{ rowid: id, principal: null }]);
    }
  });

  it('one at a time for a table; two at once are one', async () => {
    const both = await Promise.all([set('depthead', PEOPLE.finance), set('depthead', PEOPLE.legal)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 310]);
    expect((await set('depthead', PEOPLE.legal, { tables: 'initiation' })).remark).toBe('$agent_taken');
    expect((await set('depthead', PEOPLE.legal, { begin: day(10), end: day(12) })).code).toBe(200);
  });

  it('twenty are planned at most', async () => {
    const agents = [PEOPLE.investmgr, PEOPLE.legal, PEOPLE.tech];
    for (let n = 0; n < 20; n += 1)
      expect((await set('depthead', agents[n % 3]!, { begin: day(1 + 2 * n), end: day(1 + 2 * n) })).code).toBe(200);
    expect((await set('depthead', PEOPLE.finance, { begin: day(60), end: day(60) })).remark).toBe('$agent_many');
  });

  it('who sets and ends one again and again calls on nobody: ten times a day one person is told', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { code, data } = await set('investmgr', PEOPLE.tech);
      expect(code).toBe(200);
      await end('investmgr', data.id);
    }
    expect(await set('investmgr', PEOPLE.tech)).toMatchObject({ code: 341, remark: '$agent_often' });
    expect((await set('investmgr', PEOPLE.legal)).code).toBe(200);
  });
});
