import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { application, type FlowLab, openFlowLab, PEOPLE, type Person } from '#server/flow/act/testing.ts';
import type { Session } from '#server/meta/session.ts';
import { createDispatch, indexOps } from '../dispatch.ts';
import { ALL_OPS } from '../registry.ts';

interface Answer {
  code: number;
  data: Record<string, unknown>;
  rows: Record<string, unknown>[];
}
let lab: FlowLab;
const as = {} as Record<Person | 'admin' | 'stranger', Session>;
let dispatch: ReturnType<typeof createDispatch>;
const ops = indexOps(ALL_OPS);
beforeAll(async () => {
  lab = await openFlowLab();
  for (const who of [...Object.keys(PEOPLE), 'admin'] as Person[]) as[who] = await lab.as(who);
  as.stranger = await lab.as('stranger', { company: 'other' });
  dispatch = createDispatch(lab.house, ops);
});
afterAll(() => lab.close());

const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
async function ask(who: keyof typeof as | null, name: string, form: Record<string, unknown>, background = false): Promise<Answer> {
  const strings = Object.fromEntries(
    Object.entries(form).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
  try {
    const incoming = { form: strings, caller, session: who && as[who], background };
    const answer = await dispatch(ops.get(name)!, incoming as Parameters<typeof dispatch>[1]);
    return { code: 200, data: {}, rows: [], ...(answer as Partial<Answer>) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, data: error.data as Record<string, unknown>, rows: [] };
  }
}
const cloud = 'initiation';
async function act(who: Person | 'admin', id: number, _event: number, rest: Record<string, unknown> = {}): Promise<void> {
  expect(await ask(who, '/app?op=Modify', { cloud, id, _event, ...rest })).toMatchObject({ code: 200 });
}
async function filed(): Promise<number> {
  const { fields, subtables } = application('900');
  return Number((await ask('applicant', '/app?op=Add', { cloud, ...fields, _subtables: subtables, _event: 11 })).data.id);
}
const FIELDS = 'kind,said,said_by,event_name,event_name_en,source,rowid,read_time';
/** What he is told of this record, the newest first. */
const told = async (who: keyof typeof as, id: number) =>
  (await ask(who, '/app?op=Page', { cloud: 'notice', fields: FIELDS, filters: { fields: { rowid: id } } })).rows;
const unread = async (who: keyof typeof as) => (await ask(who, '/sys?op=Counts', {})).data.notices;
const rowOf = async (who: Person, id: number) =>
  (
    await lab.base.db.query<{ id: number }>('select max(id) as id from fw.flow_todo where rowid = $1 and review_entity = $2', [
      id,
      PEOPLE[who],
    ])
  )[0]!.id;
const messages = (id: number) =>
  lab.base.db.query<{ user_id: number; kind: string }>(
    `select user_id, kind from fw.outbox where payload ->> 'id' = $1 and kind not in ('counts') order by id`,
    [String(id)],
  );

describe('who hears', () => {
  it('ADMIN-10 nobody who is not signed in, nobody else, and nobody of another company', async () => {
    const id = await filed();
    await act('depthead', id, 22, { remark: '请补充' });
    for (const name of ['/app?op=Page', '/sys?op=ReadNotices'])
      expect((await ask(null, name, name === '/app?op=Page' ? { cloud: 'notice' } : {})).code).toBe(401);
    expect(await told('applicant', id)).toHaveLength(1);
    for (const who of ['depthead', 'investmgr', 'viewer', 'admin', 'stranger'] as const) expect(await told(who, id)).toEqual([]);
    const [{ id: notice } = { id: 0 }] = await told('applicant', id);
    expect((await ask('viewer', '/sys?op=ReadNotices', { id: notice })).data).toEqual({ read: 0 });
    expect((await ask('stranger', '/sys?op=ReadNotices', {})).data).toEqual({ read: 0 });
    expect(await told('applicant', id)).toMatchObject([{ review_state: { id: 1 }, read_time: null }]);
  });

  it('ADMIN-10 a notice is read and never written, and nobody else’s is there', async () => {
    expect((await ask('admin', '/app?op=Show', { cloud: 'notice', id: 1 })).code).toBe(315);
    for (const op of ['Add', 'Modify', 'Delete'])
      expect((await ask('admin', `/app?op=${op}`, { cloud: 'notice', ...(op === 'Add' ? {} : { id: 1 }) })).code).toBe(312);
    expect((await ask('applicant', '/sys?op=ReadNotices', { id: 'x' })).code).toBe(317);
  });
});

describe('FLOW-04 FLOW-06 the applicant is told what became of his application', () => {
  it('FLOW-04 returned: by whom, by which choice and why; a message now and a row for later, of one transaction', async () => {
    const id = await filed();
    await act('depthead', id, 22, { remark: '请补充接入批复。' });
    expect(await told('applicant', id)).toMatchObject([
      {
        kind: { id: 1 },
        said: '请补充接入批复。',
        said_by: { id: PEOPLE.depthead, key_name: 'depthead' },
        ...{ event_name: '退回', event_name_en: 'Return', source: cloud, rowid: id, review_state: { id: 1 } },
      },
    ]);
    expect(await messages(id)).toEqual([
      { user_id: PEOPLE.depthead, kind: 'todo' },
      { user_id: PEOPLE.applicant, kind: 'returned' },
    ]);
  });

  it('FLOW-04 a return to a step in between is that handler’s to-do, not the applicant’s news', async () => {
    const id = await filed();
    await act('depthead', id, 21);
    await act('investmgr', id, 32, { remark: '请核实', back_id: await rowOf('depthead', id) });
    expect(await told('applicant', id)).toEqual([]);
    expect((await messages(id)).at(-1)).toEqual({ user_id: PEOPLE.depthead, kind: 'back' });
    await act('depthead', id, 21);
    await act('investmgr', id, 32, { remark: '仍不清楚', back_id: await rowOf('applicant', id) });
    expect(await told('applicant', id)).toMatchObject([{ kind: { id: 1 }, said: '仍不清楚', said_by: { key_name: 'investmgr' } }]);
  });

  it('FLOW-01 refused and approved; the signatures before the last are no news', async () => {
    const refused = await filed();
    await act('depthead', refused, 21);
    await act('investmgr', refused, 33, { remark: '不符合战略' });
    expect(await told('applicant', refused)).toMatchObject([{ kind: { id: 2 }, said: '不符合战略', event_name: '否决' }]);

    const approved = await filed();
    await act('depthead', approved, 21);
    await act('investmgr', approved, 31, { review_no: 'N1', reviewers: ',5,6,7,8,' });
    for (const who of ['finance', 'legal', 'tech', 'safety'] as const) await act(who, approved, 41, { remark: '同意' });
    expect(await told('applicant', approved)).toEqual([]);
    await act('vicepres', approved, 51);
    expect(await told('applicant', approved)).toMatchObject([{ kind: { id: 3 }, said: '', said_by: { key_name: 'vicepres' } }]);
    expect((await messages(approved)).at(-1)).toEqual({ user_id: PEOPLE.applicant, kind: 'approved' });
  });

  it('FLOW-01 what he does himself is no news to him; what his agent cancels is', async () => {
    const own = await filed();
    await act('depthead', own, 22, { remark: '补充' });
    await act('applicant', own, 12, { remark: '不办了' });
    expect(await told('applicant', own)).toMatchObject([{ kind: { id: 1 } }]);
    const other = await filed();
    await act('depthead', other, 22, { remark: '补充' });
    await lab.base.db.query(
      `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time) values (1, $1, $2, '2020-01-01', '2040-01-01')`,
      [PEOPLE.applicant, 1],
    );
    await act('admin', other, 12, { remark: '代为作废' });
    expect(await told('applicant', other)).toMatchObject([{ kind: { id: 4 }, said: '代为作废', said_by: { id: 1 } }, { kind: { id: 1 } }]);
    await lab.base.db.query('delete from fw.flow_agent where agent_entity = $1', [1]);
  });

  it('FLOW-11 a decision that is refused tells nobody', async () => {
    const id = await filed();
    expect((await ask('depthead', '/app?op=Modify', { cloud, id, _event: 22 })).code).toBe(314);
    expect(await told('applicant', id)).toEqual([]);
    expect(await messages(id)).toHaveLength(1);
  });
});

describe('DESK-02 unread and read', () => {
  it('DESK-02 opening the record reads its own notices; a page that asks by itself, and others who open it, do not', async () => {
    await ask('applicant', '/sys?op=ReadNotices', {});
    const [one, two] = [await filed(), await filed()];
    for (const id of [one, two]) await act('depthead', id, 22, { remark: '补充' });
    expect(await unread('applicant')).toBe(2);
    expect((await ask('viewer', '/app?op=Show', { cloud, id: one })).code).toBe(200);
    expect((await ask('applicant', '/app?op=Show', { cloud, id: one }, true)).code).toBe(200);
    expect(await unread('applicant')).toBe(2);
    expect((await ask('applicant', '/app?op=Show', { cloud, id: one })).code).toBe(200);
    expect(await unread('applicant')).toBe(1);
    expect(await told('applicant', one)).toMatchObject([{ review_state: { id: 2 }, read_time: expect.stringMatching(/^2026-/) }]);
    expect(await told('applicant', two)).toMatchObject([{ review_state: { id: 1 } }]);
  });

  it('DESK-02 what is read moves the badges of his other windows, and nothing read moves none', async () => {
    const id = await filed();
    await act('depthead', id, 22, { remark: '补充' });
    await ask('applicant', '/app?op=Modify', { cloud, id, _event: 11 });
    await ask('applicant', '/app?op=Show', { cloud, id });
    await act('depthead', id, 22, { remark: '再补充' });
    const badges = async () =>
      (await lab.base.db.query(`select from fw.outbox where user_id = $1 and kind = 'counts'`, [PEOPLE.applicant])).length;
    const before = await badges();
    expect((await ask('applicant', '/sys?op=ReadNotices', {})).data.read).toBeGreaterThan(0);
    expect(await badges()).toBe(before + 1);
    expect((await ask('applicant', '/sys?op=ReadNotices', {})).data).toEqual({ read: 0 });
    expect(await badges()).toBe(before + 1);
  });

  it('DESK-02 one, then all of them, at a word', async () => {
    await ask('applicant', '/sys?op=ReadNotices', {});
    const ids = [await filed(), await filed(), await filed()];
    for (const id of ids) await act('depthead', id, 22, { remark: '补充' });
    const [first] = await told('applicant', ids[0]!);
    expect((await ask('applicant', '/sys?op=ReadNotices', { id: first!.id })).data).toEqual({ read: 1 });
    expect(await unread('applicant')).toBe(2);
    expect((await ask('applicant', '/sys?op=ReadNotices', {})).data).toEqual({ read: 2 });
    expect((await ask('applicant', '/sys?op=ReadNotices', {})).data).toEqual({ read: 0 });
    expect(await unread('applicant')).toBe(0);
  });
});

describe('FLOW-09 what is saved without a decision', () => {
  const badges = (id: number) =>
    lab.base.db.query<{ user_id: number; payload: unknown }>(
      `select user_id, payload from fw.outbox where kind = 'counts' and payload ->> 'id' = $1 order by user_id`,
      [String(id)],
    );

  it('that is refused is told to nobody', async () => {
    const id = await filed();
    await lab.base.db.query('delete from fw.outbox');
    expect(await ask('viewer', '/app?op=Modify', { cloud, id, place: '南港区' })).toMatchObject({ code: 312 });
    expect(await badges(id)).toEqual([]);
  });

  it('moves the open pages of the others of its case, and of nobody else', async () => {
    const id = await filed();
    await act('depthead', id, 22, { remark: '改地点' });
    await lab.base.db.query('delete from fw.outbox');
    expect(await ask('applicant', '/app?op=Modify', { cloud, id, place: '北港区' })).toMatchObject({ code: 200 });
    expect(await badges(id)).toEqual([{ user_id: PEOPLE.depthead, payload: { cloud, id } }]);
  });

  it('of a draft is told to nobody', async () => {
    const { fields, subtables } = application('900');
    const id = Number((await ask('applicant', '/app?op=Add', { cloud, ...fields, _subtables: subtables })).data.id);
    await lab.base.db.query('delete from fw.outbox');
    expect(await ask('applicant', '/app?op=Modify', { cloud, id, place: '北港区' })).toMatchObject({ code: 200 });
    expect(await badges(id)).toEqual([]);
  });
});

describe('B5 B18 what he may not see is not told', () => {
  it('B5 the decision and its words go with the record: out of his domains, or in the bin, only its name is left', async () => {
    const id = await filed();
    await act('depthead', id, 22, { remark: '机密的理由' });
    const kept = { kind: { id: 1 }, rowid: id };
    await lab.base.db.query('update app."user" set domain_entities = $1 where id = $2', [[12], PEOPLE.applicant]);
    as.applicant = await lab.as('applicant');
    const [moved] = await told('applicant', id);
    expect(moved).toMatchObject(kept);
    for (const hidden of ['said', 'said_by', 'event_name', 'event_name_en']) expect(moved).not.toHaveProperty(hidden);
    await lab.base.db.query('update app."user" set domain_entities = $1 where id = $2', [[11, 12], PEOPLE.applicant]);
    as.applicant = await lab.as('applicant');
    expect(await told('applicant', id)).toMatchObject([{ ...kept, said: '机密的理由' }]);
    await lab.base.db.query('update app.initiation set deleted_time = now() where id = $1', [id]);
    expect((await told('applicant', id))[0]).not.toHaveProperty('said');
  });
});
