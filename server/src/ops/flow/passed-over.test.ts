import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StateDef, TimeoutDef } from '#protocol/meta/flow.ts';
import { defineSuite, type SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { expireLate } from '#server/flow/act/clock/expire.ts';
import { application, PEOPLE, type Person } from '#server/flow/act/testing.ts';
import { auditCases } from '#server/flow/kernel/testing-replay.ts';
import type { House } from '#server/meta/house.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { capex } from '#suites/capex/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { type FlowDesk, openFlowDesk } from './testing-desk.ts';

const cloud = 'initiation';
let desk: FlowDesk;
beforeAll(async () => {
  desk = await openFlowDesk();
});
afterAll(async () => {
  expect(await auditCases(desk.lab.house, cloud)).toEqual([]);
  await desk.lab.close();
});
const db = (text: string, values: unknown[] = []) => desk.lab.base.db.query(text, values);

/** The initiation with some of its steps changed, before the same people. */
const under = (change: Parameters<typeof houseOf>[0]) => desk.before(houseOf(change));
function houseOf(change: (step: (value: string) => StateDef, table: TableDef) => void): House {
  const suite = structuredClone(capex) as SuiteDef;
  const table = suite.tables.find((one) => one.table_name === cloud)!;
  change((value) => table.states.find((state) => state.value === value)!, table);
  const catalogue = loadCatalogue([sys, defineSuite(suite)]);
  return { ...desk.lab.house, catalogueOf: () => catalogue };
}
const self = (of: StateDef, said: StateDef['self']) => Object.assign(of, { self: said });
const eventsOf = (of: StateDef) => of.actions!.flatMap((action) => action.events ?? []);

const head = (who: Person) => db('update app."department" set manager_entity = $1 where id = 32', [PEOPLE[who]]);
afterEach(() => head('depthead'));
const stateOf = async (id: number) => (await db('select review_state, reviewers from app.initiation where id = $1', [id]))[0];
const roleOf = async (code: string): Promise<number[] | undefined> =>
  (await db(`select array[id, 98]::bigint[] as ids from app."role" where company_id = 1 and code = $1`, [code]))[0]?.ids as
    | number[]
    | undefined;
const told = (id: number) =>
  db(`select user_id, kind from fw.outbox where (payload ->> 'id')::bigint = $1 and kind in ('todo', 'cc') order by user_id`, [id]);

describe('FLOW-02 a step that only the applicant could sign is passed over where it says so', () => {
  it('submitting goes on to the step behind it; the log, its people and the answer say so', async () => {
    const now = under((step) => self(step('2'), 'skip'));
    await head('applicant');
    const id = await now.filed();
    expect(await stateOf(id)).toEqual({ review_state: 3, reviewers: [PEOPLE.investmgr] });
    const log = await db(
      `select l.seq, l.op, l.actor, l.from_state, l.to_state from fw.flow_log l join fw.flow_case c on c.company_id = l.company_id and c.id = l.case_id
       where c.rowid = $1 order by l.seq`,
      [id],
    );
    expect(log).toEqual([
      { seq: 1, op: 'Submit', actor: PEOPLE.applicant, from_state: 0, to_state: 2 },
      { seq: 2, op: 'Skip', actor: PEOPLE.applicant, from_state: 2, to_state: 3 },
    ]);
    const { rows } = await now.ask('applicant', '/flow?op=Process', { cloud, id });
    expect(rows.map((row) => [(row.review_state as { id: number }).id, (row.review_entity as { id: number }).id])).toEqual([
      [1, PEOPLE.applicant],
      [10, PEOPLE.applicant],
      [2, PEOPLE.investmgr],
    ]);
    expect((await now.modify('applicant', id, 21)).code).toBe(311);
  });

  it('Reviewer names the step that it comes to, its people, and what is passed over; of those nobody is named', async () => {
    const now = under((step) => {
      self(step('2'), 'skip');
      eventsOf(step('1'))[0]!.add = 1;
    });
    await head('applicant');
    const { data: saved } = await now.ask('applicant', '/app?op=Add', { cloud, key_name: '部门自办', department_entity: 32 });
    const asked = await now.ask('applicant', '/flow?op=Reviewer', { cloud, id: saved.id, event: 11 });
    expect(asked).toMatchObject({ code: 200, data: { next: { value: 3 }, skipped: [{ value: 2 }], editable: 0 } });
    expect(asked.rows.map((row) => row.id)).toEqual([PEOPLE.investmgr]);
    const { fields, subtables } = application('6000');
    const named = await now.modify('applicant', Number(saved.id), 11, {
      ...fields,
      _subtables: subtables,
      reviewers: `,${PEOPLE.viewer},`,
    });
    expect(named).toMatchObject({ code: 312, remark: '$flow_handler_fixed' });
    const id = await now.filed();
    expect((await stateOf(id))!.review_state).toBe(3);
  });

  it('nobody is told of the to-do that was passed over', async () => {
    const now = under((step) => self(step('2'), 'skip'));
    await head('applicant');
    const id = await now.filed();
    expect(await told(id)).toEqual([{ user_id: PEOPLE.investmgr, kind: 'todo' }]);
  });

  it('nor of one that somebody else’s decision leads to', async () => {
    const now = under((step) => {
      self(step('3'), 'skip');
      for (const of of eventsOf(step('3'))) {
        delete of.need_fields;
        delete of.urgent;
      }
    });
    const [manager, applicant] = [(await roleOf('investmgr'))!, (await roleOf('applicant'))!];
    await db(`update app."user" set role_entities = '{}' where id = $1`, [PEOPLE.investmgr]);
    await db('update app."user" set role_entities = $2 where id = $1', [PEOPLE.applicant, [...applicant, ...manager]]);
    try {
      const id = await now.filed();
      await now.modify('depthead', id, 21);
      expect((await stateOf(id))!.review_state).toBe(4);
      expect((await told(id)).map((row) => row.user_id)).not.toContain(PEOPLE.applicant);
    } finally {
      await db('update app."user" set role_entities = $2 where id = $1', [PEOPLE.investmgr, manager]);
      await db('update app."user" set role_entities = $2 where id = $1', [PEOPLE.applicant, applicant]);
    }
  });

  it('others sign it as ever', async () => {
    const now = under((step) => self(step('2'), 'skip'));
    const id = await now.filed();
    expect(await stateOf(id)).toEqual({ review_state: 2, reviewers: [PEOPLE.depthead] });
  });
});

describe('FLOW-01 a step that finds nobody is passed over where it says so', () => {
  it('as nobody’s own: the log says why, and its row is told of to nobody', async () => {
    const now = under((step) => Object.assign(step('2'), { empty: 'skip' }));
    await db('update app."department" set manager_entity = null where id = 32');
    const { data: saved } = await now.ask('applicant', '/app?op=Add', { cloud, key_name: '无人负责', department_entity: 32 });
    expect((await now.ask('applicant', '/flow?op=Reviewer', { cloud, id: saved.id, event: 11 })).data).toMatchObject({
      ...{ next: { value: 3 }, skipped: [{ value: 2 }] },
    });
    const id = await now.filed();
    expect(await stateOf(id)).toEqual({ review_state: 3, reviewers: [PEOPLE.investmgr] });
    const { rows } = await now.ask('applicant', '/flow?op=Process', { cloud, id });
    expect(rows.map(({ skipped }) => skipped)).toEqual(['', 'empty', '']);
    expect((await told(id)).map((row) => row.user_id)).toEqual([PEOPLE.investmgr]);
  });
});

describe('FLOW-01 who has passed a case already is not asked again where the flow says so', () => {
  const plain = (step: (value: string) => StateDef) => {
    for (const event of eventsOf(step('3'))) delete event.need_fields;
    for (const event of eventsOf(step('4'))) delete event.need_remark;
  };

  it('his vote is given at once, the others sign; the preview, the log and the messages say so', async () => {
    const now = under((step, table) => {
      table.dedupe = 'consecutive';
      table.assert = [];
      plain(step);
      step('4').handler = { type: 'roles', codes: ['finance', 'legal'] };
    });
    await head('finance');
    const id = await now.filed();
    await now.modify('finance', id, 21);
    expect(await stateOf(id)).toMatchObject({ review_state: 3 });
    await now.modify('investmgr', id, 31, { review_no: `D${id}` });
    // two steps on he signs again
    expect((await stateOf(id))!.reviewers).toEqual([PEOPLE.finance, PEOPLE.legal].sort((a, b) => a - b));
  });

  it('of whom alone the next step is, it goes on by itself', async () => {
    const now = under((step, table) => {
      table.dedupe = 'consecutive';
      table.assert = [];
      plain(step);
      step('3').handler = { type: 'dept_leader', field: 'department_entity' };
    });
    const id = await now.filed();
    expect((await now.ask('depthead', '/flow?op=Reviewer', { cloud, id, event: 21 })).data).toMatchObject({
      ...{ next: { value: 4 }, skipped: [{ value: 3 }] },
    });
    expect((await now.modify('depthead', id, 21)).data).toMatchObject({ review_state: { id: 4 } });
    const { rows } = await now.ask('applicant', '/flow?op=Process', { cloud, id });
    expect(rows.slice(1, 3).map(({ skipped, outcome, done_entity }) => [skipped, outcome, done_entity])).toEqual([
      ['', 1, null],
      ['same', 1, null],
    ]);
    expect((await told(id)).filter((row) => row.user_id === PEOPLE.depthead)).toHaveLength(1);
    expect((await now.ask('depthead', '/flow?op=Revoke', { cloud, id, confirm: 1, remark: '再看' })).code).toBe(200);
    expect(await stateOf(id)).toEqual({ review_state: 2, reviewers: [PEOPLE.depthead] });
  });
});

describe('FLOW-09 the step bar foretells what will happen', () => {
  it('who signs ahead follows from how it will be signed: an event that asks all of them finds a stand-in for the applicant’s own role', async () => {
    const now = under((step) => {
      delete step('4').sign;
      eventsOf(step('3'))[0]!.is_countersign = 1;
    });
    await db(`update app."user" set role_entities = role_entities || (select role_entities from app."user" where id = 7) where id = 2`);
    await db(`update app."user" set role_entities = '{}' where id = 7`);
    try {
      const id = await now.filed();
      const ahead = async () => {
        const { data } = await now.ask('depthead', '/flow?op=Process', { cloud, id });
        return (data.steps as { state: number; who: { id: number }[] }[]).find((step) => step.state === 4)!.who.map((one) => one.id);
      };
      const foretold = await ahead();
      await now.modify('depthead', id, 21);
      await now.modify('investmgr', id, 31, { review_no: 'x' });
      const holders = await db('select review_entity from fw.flow_todo where rowid = $1 and back_state = 4 order by id', [id]);
      expect(foretold).toEqual(holders.map((row) => row.review_entity));
      expect(foretold).toContain(PEOPLE.depthead);
    } finally {
      await db('update app."user" set role_entities = $1 where id = 7', [(await roleOf('tech'))!]);
      await db('update app."user" set role_entities = $1 where id = 2', [(await roleOf('applicant'))!]);
    }
  });

  it('what was returned to its applicant goes on by the flow of now', async () => {
    const id = await desk.filed();
    await desk.modify('depthead', id, 22, { remark: '补充' });
    const now = under((step) => {
      eventsOf(step('1'))[0]!.next_state = 3;
    });
    const { data } = await now.ask('applicant', '/flow?op=Process', { cloud, id });
    expect((data.steps as { state: number }[]).map((step) => step.state).slice(0, 3)).toEqual([1, 3, 4]);
    expect((await now.modify('applicant', id, 11)).data).toMatchObject({ review_state: { id: 3 } });
  });
});

describe('FLOW-07 until when a to-do may lie by its step stands in the process while it waits', () => {
  it('of the open row, and not of one that was decided', async () => {
    const now = under((step) => Object.assign(step('2'), { timeout: { hours: 2, do: 'remind' } }));
    const id = await now.filed();
    const rows = async () => (await now.ask('applicant', '/flow?op=Process', { cloud, id })).rows;
    const hours = (from: unknown, to: unknown) => (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 3_600_000;
    const open = (await rows()).at(-1)!;
    expect([hours(open.create_time, open.due_time), open.limit_time]).toEqual([2, null]);
    await now.modify('depthead', id, 21);
    expect((await rows()).map((row) => row.due_time)).toEqual([null, null, null]);
  });

  it('what it comes to is told of the open row, as things stand: who hears of it, who has it, what is decided; nothing once it has come or was decided', async () => {
    const late = async (timeout: TimeoutDef, who: Person = 'applicant') => {
      const now = under((step) => Object.assign(step('2'), { timeout }));
      const id = await now.filed();
      const rows = async () => (await now.ask(who, '/flow?op=Process', { cloud, id })).rows;
      return { ...now, id, rows, open: (await rows()).at(-1)! };
    };
    const remind = await late({ hours: 2, do: 'remind' });
    expect(remind.open.late).toEqual({ time: remind.open.due_time, do: 'remind' });
    expect((await late({ hours: 2, do: 'event', event: 21 })).open.late).toMatchObject({
      do: 'event',
      event: { key_name: '同意', key_name_en: 'Approve' },
    });
    const person = (of: Person) => expect.objectContaining({ id: PEOPLE[of] });
    const named = await late({ hours: 2, do: 'assign', to: { type: 'role', code: 'investmgr' } });
    expect(named.open.late).toMatchObject({ do: 'assign', who: person('investmgr') });
    // who could not take it is promised to nobody
    expect((await late({ hours: 2, do: 'assign', to: { type: 'user', id: PEOPLE.applicant } })).open.late).toMatchObject({ do: 'remind' });
    expect((await late({ hours: 2, do: 'assign', to: { type: 'user', id: PEOPLE.depthead } })).open.late).toMatchObject({ do: 'remind' });
    const [leads] = await db(
      'select manager_entity as who from app."department" where id = (select parent_entity from app."department" where id = 32)',
    );
    await db('update app."department" set manager_entity = $1 where id = (select parent_entity from app."department" where id = 32)', [
      PEOPLE.president,
    ]);
    const told = await late({ hours: 2, do: 'escalate' }, 'depthead');
    expect(told.open.late).toMatchObject({ do: 'escalate', who: person('president') });
    await db('update fw.flow_todo set expire_time = now() where rowid = $1', [told.id]);
    expect((await told.rows()).some((row) => 'late' in row)).toBe(false);
    await db('update app."department" set manager_entity = $1 where id = (select parent_entity from app."department" where id = 32)', [
      leads!.who,
    ]);
    await remind.modify('depthead', remind.id, 21);
    expect((await remind.rows()).some((row) => 'late' in row)).toBe(false);
  });

  /** A case of which step 2 has a time-out: what was told of each open row, and what the clock then does. */
  const told = async (timeout: TimeoutDef, { before }: { before?: 'asks' } = {}) => {
    const house = houseOf((step) => Object.assign(step('2'), { timeout }));
    const now = desk.before(house);
    const id = await now.filed();
    const asked = { cloud, id, todo: await desk.todoOf('depthead', id), reviewers: PEOPLE.finance, remark: '问' };
    if (before) expect(await now.ask('depthead', '/flow?op=Relay', asked)).toMatchObject({ code: 200 });
    const { rows } = await now.ask('applicant', '/flow?op=Process', { cloud, id });
    const late = rows.flatMap((row) => (row.late ? [row.late as { do: string; who?: { id: number } }] : []));
    await expireLate({ ...house, clock: { now: () => new Date(house.clock.now().getTime() + 3 * 3_600_000) } }, (error) => {
      throw error;
    });
    const after = await db('select review_entity as who, review_state as state from fw.flow_todo where rowid = $1 order by id', [id]);
    return { late, rows, after: after.map(({ who, state }) => `${who}:${state}`) };
  };

  it('what is told is what the clock does, also where somebody is asked or nobody is found', async () => {
    const { applicant, depthead, finance, investmgr, president } = PEOPLE;
    const stays = [`${applicant}:1`, `${depthead}:2`];
    const remind = [expect.objectContaining({ do: 'remind' })];
    expect(await told({ hours: 2, do: 'remind' })).toMatchObject({ late: remind, after: stays });
    const to = { type: 'role', code: 'investmgr' } as const;
    const given = await told({ hours: 2, do: 'assign', to });
    expect(given.late).toMatchObject([{ do: 'assign', who: { id: investmgr } }]);
    expect(given.after).toEqual([`${applicant}:1`, `${depthead}:8`, `${investmgr}:2`]);
    const asking = [...stays, `${finance}:4`];
    expect(await told({ hours: 2, do: 'assign', to }, { before: 'asks' })).toMatchObject({ late: remind, after: asking });
    const taken = await told({ hours: 2, do: 'event', event: 21 }, { before: 'asks' });
    expect(taken.late).toMatchObject([{ do: 'event', event: { key_name: '同意' } }]);
    expect(taken.after).toEqual([`${applicant}:1`, `${depthead}:3`, `${finance}:10`, `${investmgr}:2`]);
    await db('update app."user" set status = 2 where id = $1', [investmgr]);
    const nobody = await told({ hours: 2, do: 'event', event: 21 });
    await db('update app."user" set status = 1 where id = $1', [investmgr]);
    expect(nobody).toMatchObject({ late: remind, after: stays });
    const above = (who: number) =>
      db('update app."department" set manager_entity = $1 where id = (select parent_entity from app."department" where id = 32)', [who]);
    const [leads] = await db(
      'select manager_entity as who from app."department" where id = (select parent_entity from app."department" where id = 32)',
    );
    await above(president);
    expect(await told({ hours: 2, do: 'escalate' })).toMatchObject({ late: [{ do: 'escalate', who: { id: president } }], after: stays });
    await above(leads!.who as number);
  });
});
