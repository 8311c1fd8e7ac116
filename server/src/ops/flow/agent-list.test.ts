import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { application, type FlowLab, openFlowLab, PEOPLE, type Person } from '#server/flow/act/testing.ts';
import { countsOf } from '#server/flow/read/counts.ts';
import type { Session } from '#server/meta/session.ts';
import { createDispatch, indexOps } from '../dispatch.ts';
import { ALL_OPS } from '../registry.ts';

interface Answer {
  code: number;
  data: Record<string, unknown>;
  rows: Record<string, unknown>[];
  total?: number;
}
let lab: FlowLab;
const as = {} as Record<string, Session>;
const ops = indexOps(ALL_OPS);
let dispatch: ReturnType<typeof createDispatch>;
let first: number;
let second: number;
const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
async function ask(who: string, name: string, form: Record<string, unknown> = {}): Promise<Answer> {
  const strings = Object.fromEntries(
    Object.entries(form).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
  try {
    const answer = await dispatch(ops.get(name)!, { form: strings, caller, session: as[who]! });
    return { code: 200, data: {}, rows: [], ...(answer as Partial<Answer>) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, data: error.data as Record<string, unknown>, rows: [] };
  }
}
const cloud = 'initiation';
async function filed(): Promise<number> {
  const { fields, subtables } = application('100');
  const answer = await ask('applicant', '/app?op=Add', { cloud, ...fields, _subtables: subtables, _event: 11, remark: '请审批' });
  expect(answer.code).toBe(200);
  return Number(answer.data.id);
}
const WAITING = { fields: { review_state: { op: 'in', value: [2, 4, 7, 13] } } };
/** Whose rows stand in the list of what waits, by record. */
async function waiting(who: string): Promise<unknown[][]> {
  const { code, rows } = await ask(who, '/app?op=Page', { cloud: 'todo', rows: 50, fields: 'rowid,principal,holder', filters: WAITING });
  expect(code).toBe(200);
  const name = (of: unknown) => (of as { key_name: string } | null)?.key_name ?? null;
  return rows.map((row) => [row.rowid, name(row.principal), name(row.holder)]);
}
const badge = async (who: string) => (await ask(who, '/sys?op=Counts')).data.todo;
/** From now on, for an hour, unless `from` and `to` say otherwise (minutes from the lab's now). */
const appoint = (agent: Person, { user = 'depthead', from = -1, to = 60, sources = null as string[] | null } = {}) =>
  lab.base.db.query(
    `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time, sources)
     values (1, $1, $2, $3::timestamptz + $4::int * interval '1 min', $3::timestamptz + $5::int * interval '1 min', $6)`,
    [PEOPLE[user as Person], PEOPLE[agent], lab.house.clock.now(), from, to, sources],
  );
const dismiss = () => lab.base.db.query('delete from fw.flow_agent');

beforeAll(async () => {
  lab = await openFlowLab();
  for (const who of Object.keys(PEOPLE)) as[who] = await lab.as(who);
  as.stranger = await lab.as('stranger', { company: 'other' });
  dispatch = createDispatch(lab.house, ops);
  [first, second] = [await filed(), await filed()];
});
afterAll(() => lab.close());

describe('FLOW-06 what waits for somebody waits for his agent too', () => {
  it('stands in the list and the badge of an agent, and says for whom; the holder keeps his own', async () => {
    expect([await waiting('legal'), await badge('legal')]).toEqual([[], 0]);
    await appoint('legal');
    expect(await waiting('legal')).toEqual([
      [second, 'depthead', 'depthead'],
      [first, 'depthead', 'depthead'],
    ]);
    expect(await badge('legal')).toBe(2);
    expect(await waiting('depthead')).toEqual([
      [second, null, 'depthead'],
      [first, null, 'depthead'],
    ]);
    expect(await badge('depthead')).toBe(2);
    for (const other of ['finance', 'applicant']) expect([await waiting(other), await badge(other)]).toEqual([[], 0]);
  });

  it('DESK-03 asked for what waits beside a record, it leaves out that record and no other of its table, in rows and total', async () => {
    const beside = async (source: string, id: number) => {
      const filters = { ...WAITING, where: `source!='${source}'|rowid!=${id}` };
      const { rows, total } = await ask('legal', '/app?op=Page', { cloud: 'todo', rows: 1, fields: 'rowid', filters });
      return [rows.map((row) => row.rowid), total];
    };
    expect(await beside(cloud, second)).toEqual([[first], 1]);
    expect(await beside(cloud, first)).toEqual([[second], 1]);
    expect(await beside('project', second)).toEqual([[second], 2]);
  });

  it('nobody else sees by it: not an agent of the agent, not another company, not who filters by names of others', async () => {
    await appoint('tech', { user: 'legal' });
    for (const other of ['tech', 'safety', 'viewer']) {
      expect([await waiting(other), await badge(other)]).toEqual([[], 0]);
      const filters = { fields: { reader: PEOPLE.legal, principal: PEOPLE.depthead } };
      const { code, total } = await ask(other, '/app?op=Page', { cloud: 'todo', filters });
      expect([code, total ?? 0]).toEqual([200, 0]);
    }
    await dismiss();
  });

  it('only while he is his agent, only for the tables named, and once however often he was appointed', async () => {
    await appoint('legal', { from: 5 });
    await appoint('legal', { from: -60, to: -1 });
    expect([await waiting('legal'), await badge('legal')]).toEqual([[], 0]);
    await appoint('legal', { sources: ['project'] });
    expect([await waiting('legal'), await badge('legal')]).toEqual([[], 0]);
    await appoint('legal', { sources: ['project', cloud] });
    await appoint('legal');
    expect((await waiting('legal')).length).toBe(2);
    expect(await badge('legal')).toBe(2);
    await dismiss();
  });

  it('not of a domain that is not his, where he could not open it', async () => {
    await appoint('legal');
    await lab.base.db.query(`update app."user" set domain_entities = '{12}' where id = $1`, [PEOPLE.legal]);
    as.legal = await lab.as('legal');
    expect([await waiting('legal'), await badge('legal')]).toEqual([[], 0]);
    await lab.base.db.query(`update app."user" set domain_entities = '{11,12}' where id = $1`, [PEOPLE.legal]);
    as.legal = await lab.as('legal');
    expect(await badge('legal')).toBe(2);
    await dismiss();
  });

  it('what is to be read stays its own, and what was decided goes from both lists', async () => {
    await appoint('legal');
    await ask('legal', '/app?op=Modify', { cloud, id: first, _event: 21, copies: ',14,', remark: '同意' });
    expect(await waiting('legal')).toEqual([[second, 'depthead', 'depthead']]);
    expect(await waiting('depthead')).toEqual([[second, null, 'depthead']]);
    await dismiss();
    await appoint('legal', { user: 'viewer' });
    expect((await ask('legal', '/sys?op=Counts')).data).toMatchObject({ todo: 0, read: 0 });
    expect((await ask('viewer', '/sys?op=Counts')).data).toMatchObject({ todo: 0, read: 1 });
    await dismiss();
  });

  it('a decision tells agents of what now waits for them, and for whom', async () => {
    await appoint('tech', { user: 'investmgr' });
    await appoint('safety', { user: 'investmgr', sources: ['project'] });
    await lab.base.db.query('delete from fw.outbox');
    await ask('depthead', '/app?op=Modify', { cloud, id: second, _event: 21, remark: '同意' });
    const told = await lab.base.db.query(
      `select user_id, kind, payload ->> 'principal' as principal from fw.outbox order by user_id, kind`,
    );
    expect(told).toEqual([
      { user_id: PEOPLE.applicant, kind: 'counts', principal: null },
      { user_id: PEOPLE.depthead, kind: 'counts', principal: null },
      { user_id: PEOPLE.investmgr, kind: 'todo', principal: null },
      { user_id: PEOPLE.tech, kind: 'todo', principal: 'investmgr' },
    ]);
    await dismiss();
  });

  it('a badge counts to a thousand, then says so', async () => {
    await lab.base.db.query(
      `insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
       select 1, 'long', n, (select max(id) from fw.flow_def), 2, 1, 0, 1, 2, now() from generate_series(1, 1200) n`,
    );
    await lab.base.db.query(
      `insert into fw.flow_todo (company_id, case_id, source, rowid, subcompany_id, key_name, applicant, review_state, review_entity, create_entity,
         back_state, visit, ord, rule, create_time)
       select 1, id, 'long', rowid, 11, 'long', 2, 2, $1, 2, 2, 1, 1, 'any', now() from fw.flow_case where source = 'long'`,
      [PEOPLE.president],
    );
    expect((await ask('president', '/sys?op=Counts')).data).toMatchObject({ todo: 1000, most: 1000 });
    await appoint('legal', { user: 'president' });
    expect(await countsOf(lab.house.db, 1, PEOPLE.legal, lab.house.clock.now())).toEqual({ todo: 1000, answer: 0, read: 0, notices: 0 });
  });
});

describe('FLOW-06 an agent decides and is told while he is one, for the tables named', () => {
  it('not before, not after, not for another table, though he reads the record', async () => {
    const told = async (id: number) =>
      (
        await lab.base.db.query<{ kind: string }>(
          `select kind from fw.outbox where user_id = $1 and (payload ->> 'id')::bigint = $2 and payload ->> 'cloud' = $3`,
          [PEOPLE.viewer, id, cloud],
        )
      ).map((row) => row.kind);
    const decide = async (id: number) => (await ask('viewer', '/app?op=Modify', { cloud, id, _event: 22, remark: '补充' })).code;
    const offered = async (id: number) => (await ask('viewer', '/flow?op=CheckRight', { cloud, id })).data.op;
    for (const when of [{ from: 5 }, { from: -60, to: -1 }, { sources: ['project'] }]) {
      await dismiss();
      await appoint('viewer', when);
      const id = await filed();
      expect([await told(id), await offered(id), await decide(id)], JSON.stringify(when)).toEqual([[], 'Show', 312]);
    }
    await dismiss();
    await appoint('viewer', { sources: [cloud] });
    const id = await filed();
    expect([await told(id), await offered(id), await decide(id)]).toEqual([['todo'], 'Review', 200]);
    await dismiss();
  });
});
