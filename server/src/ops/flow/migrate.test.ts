import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import {
  booking,
  event,
  idOf,
  openTrade,
  repair,
  repairFields,
  repairStates,
  step,
  type TradeLab,
  trade,
} from '#server/flow/act/testing-trade.ts';
import { auditCases } from '#server/flow/kernel/testing-replay.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { createDispatch, indexOps } from '../dispatch.ts';
import { ALL_OPS } from '../registry.ts';

interface Answer {
  code: number;
  remark: string;
  data: Record<string, unknown>;
  rows: ({ id: number; code: number; remark: string; data: Record<string, unknown> } & Record<string, unknown>)[];
  total: number;
}

const suite = (states: StateDef[], rest: object = {}) => trade([repair({ states, write_back: [], ...rest }), booking()]);
const [bar, applies, judges, pays, booked] = repairStates() as [StateDef, StateDef, StateDef, StateDef, StateDef];
const FIRST = suite(repairStates());
/** The step is the same, and its event leads to who pays always. */
const stricter = suite([
  bar,
  applies,
  step('2', [event(24, { key_name: '核准', next_state: 3 })], { handler: judges.handler! }),
  pays,
  booked,
]);
/** The clerk judges too. */
const byClerk = suite([
  bar,
  applies,
  step('2', [event(25, { next_state: 3 })], { handler: { type: 'role', code: 'clerk' } }),
  pays,
  booked,
]);
/** Who judged is another step, and who pays is nobody any more. */
const renumbered = suite(
  [
    bar,
    step('1', [event(11, { next_state: 5 })]),
    step('5', [event(51, { next_state: 90 })], { handler: { type: 'role', code: 'clerk' } }),
    booked,
  ],
  { fields: repairFields().map((field) => (field.field_name === 'judged' ? { ...field, edit_state: '5', view_state: '5,90' } : field)) },
);
/** Nobody pays without a second look. */
const promised = suite(
  [
    bar,
    applies,
    step('2', [event(24, { next_state: 4 })], { handler: judges.handler! }),
    step('4', [event(41, { next_state: 3 })], { handler: { type: 'role', code: 'clerk' } }),
    pays,
    booked,
  ],
  { assert: [{ before: 90, must_pass: 4 }] },
);

let lab: TradeLab;
let judge: number;
beforeAll(async () => {
  lab = await openTrade(FIRST);
  judge = await idOf(lab, 'foreman');
});
beforeEach(() => lab.start(FIRST));
afterAll(async () => {
  expect(await auditCases(lab.house, 'repair')).toEqual([]);
  await lab.close();
});

const ops = indexOps(ALL_OPS);
const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
async function ask(who: string | null, op: string, form: Record<string, unknown> = {}): Promise<Answer> {
  const dispatch = createDispatch(lab.house, ops);
  const sent = { cloud: 'repair', ...form };
  const strings = Object.fromEntries(
    Object.entries(sent).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
  const session = who && (await sessionFor(lab.base.db, who));
  try {
    const answer = await dispatch(ops.get(`/flow?op=${op}`)!, { form: strings, caller, session } as Parameters<typeof dispatch>[1]);
    return { code: 200, remark: '', data: {}, rows: [], ...(answer as Partial<Answer>) } as Answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, remark: error.remark, data: error.data as Record<string, unknown>, rows: [], total: 0 };
  }
}
const migrate = (id: unknown, rest: Record<string, unknown> = {}, who: string | null = 'root') =>
  ask(who, 'Migrate', { id, remark: '新规定', confirm: 1, ...rest });
const told = ({ rows }: Answer) => rows.map(({ code, remark }) => `${code} ${remark}`.trim());
const file = async (cost = '50') => (await lab.decide('reporter', { event: 11, fields: { key_name: `修 ${cost}`, cost, judge } })).id;
const atClerk = async () => {
  const id = await file('5000');
  await lab.decide('foreman', { id, event: 22, fields: { judged: '9' } });
  return id;
};
const stands = async (id: number) => {
  const [row] = await lab.base.db.query<{ state: number; version: number; seq: number; open: string }>(
    `select c.state, d.version, c.seq, (select string_agg(u.login_name || ':' || w.review_state, ' ' order by w.id) from fw.flow_todo w
       join app."user" u on u.id = w.review_entity where w.case_id = c.id and w.finish_time is null) as open
     from fw.flow_case c join fw.flow_def d on d.id = c.def_id where c.source = 'repair' and c.rowid = $1`,
    [id],
  );
  return row!;
};

describe('FLOW-01 Migrate and Outdated: who may', () => {
  it('not signed in 401, nobody but an administrator 312, and the case stays', async () => {
    const id = await file();
    await lab.start(stricter);
    const before = await stands(id);
    for (const op of ['Outdated', 'Migrate']) {
      expect((await ask(null, op, { id, remark: 'x', confirm: 1 })).code).toBe(401);
      for (const who of ['reporter', 'foreman', 'clerk'])
        expect((await ask(who, op, op === 'Migrate' ? { id, remark: 'x', confirm: 1 } : {})).code).toBe(312);
    }
    expect(await stands(id)).toEqual(before);
  });

  it('an unknown table 312, one without a flow 403', async () => {
    for (const op of ['Outdated', 'Migrate']) {
      const rest = op === 'Migrate' ? { id: 1 } : {};
      expect((await ask('root', op, { cloud: 'nothing', ...rest })).code).toBe(312);
      expect((await ask('root', op, { cloud: 'booking', ...rest })).code).toBe(403);
    }
  });
});

describe('FLOW-01 Migrate: what cannot be asked', () => {
  it('no record 314, no reason 314, too many 341, steps that are none 317, a record that is not there 315 in its row', async () => {
    const id = await file();
    await lab.start(stricter);
    expect((await migrate('')).code).toBe(314);
    expect(await migrate(id, { remark: ' ' })).toMatchObject({ code: 314, remark: '$flow_migrate_why' });
    expect((await migrate(id, { remark: 'x'.repeat(800) })).code).toBe(316);
    expect([317, 341]).toContain((await migrate(Array.from({ length: 101 }, (_, at) => at + 1).join())).code);
    for (const steps of ['x', '[1]', { a: 2 }, { 2: 'x' }, { 2: -1 }])
      expect((await migrate(id, { steps })).code, JSON.stringify(steps)).toBe(317);
    expect(told(await migrate(987_654))).toEqual(['315']);
    expect((await stands(id)).version).toBe(1);
  });

  it('what is with its applicant, has ended, or goes by the newest already 311', async () => {
    const [home, over, newest] = [await file(), await file(), await file()];
    await lab.decide('foreman', { id: home, event: 23, remark: '改' });
    await lab.decide('foreman', { id: over, event: 21, fields: { judged: '9' } });
    expect(told(await migrate(newest))).toEqual(['311 $flow_migrate_newest']);
    await lab.start(stricter);
    const answer = await migrate(`${home},${over}`);
    expect([answer.code, ...told(answer)]).toEqual([300, '311 $flow_migrate_home', '311 $flow_migrate_over']);
  });
});

describe('FLOW-01 running cases go on by a new version', () => {
  it('are listed with their step and who has them, and what the newest has not', async () => {
    const id = await file();
    const clerks = await atClerk();
    await lab.start(renumbered);
    const { rows, total, data } = await ask('root', 'Outdated');
    const mine = rows.filter((row) => row.id === id || row.id === clerks);
    expect(mine).toMatchObject([
      { id, key_name: '修 50', state: 2, label: { key_name: '名 s2', key_name_en: 'Name s2' }, who: [{ key_name: 'foreman' }] },
      { id: clerks, state: 3, who: [{ key_name: 'clerk' }] },
    ]);
    expect(total).toBe(rows.length);
    expect(data).toMatchObject({ steps: [{ state: 5, key_name: '名 s5', key_name_en: 'Name s5' }] });
    expect((data.older as { known: number; cases: number }[]).every(({ known, cases }) => known === 0 && cases > 0)).toBe(true);
    expect(await ask('root', 'Outdated', { page: 9 })).toMatchObject({ rows: [], total });
  });

  it('those of another domain are told to nobody here, also where he has but one', async () => {
    const [id, away] = [await file(), await file()];
    await lab.base.db.query('update fw.flow_case set subcompany_id = 987 where source = $1 and rowid = $2', ['repair', away]);
    await lab.start(stricter);
    const { rows, total } = await ask('root', 'Outdated');
    expect(rows.map((row) => row.id)).toContain(id);
    expect(rows.map((row) => row.id)).not.toContain(away);
    expect((await ask('root', 'Chart', { id })).data).toMatchObject({ outdated: total });
    await lab.base.db.query(
      'update fw.flow_case c set subcompany_id = r.subcompany_id from app.repair r where c.source = $1 and r.id = c.rowid',
      ['repair'],
    );
  });

  it('at its step a case keeps its people, and is decided by the new events from then on', async () => {
    const [id, other] = [await file(), await file()];
    await lab.start(stricter);
    const before = await stands(id);
    const dry = await migrate(id, { confirm: 0, remark: '' });
    expect(dry).toMatchObject({
      code: 100,
      rows: [{ id, code: 200, data: { step: { key_name: '名 s2' }, stays: 1, who: [{ key_name: 'foreman' }] } }],
    });
    expect(await stands(id), 'nothing is done').toEqual(before);
    expect(await migrate(id)).toMatchObject({ code: 200, rows: [{ id, code: 200, data: { stays: 1 } }] });
    expect(await stands(id)).toEqual({ ...before, version: before.version + 1, seq: before.seq + 1 });
    expect(told(await migrate(id))).toEqual(['311 $flow_migrate_newest']);
    const { data } = await ask('reporter', 'Chart', { id });
    expect(data).toMatchObject({
      version: before.version + 1,
      migrated: [{ version: before.version + 1, who: { key_name: 'root' }, remark: '新规定' }],
    });
    expect(data).not.toHaveProperty('outdated');
    expect((await ask('root', 'Chart', { id })).data).toMatchObject({ outdated: (await ask('root', 'Outdated')).total });
    await expect(lab.decide('foreman', { id, event: 21, fields: { judged: '1' } })).rejects.toMatchObject({ code: 403 });
    expect(await lab.decide('foreman', { id, event: 24 })).toMatchObject({ state: 3 });
    expect(await lab.decide('foreman', { id: other, event: 21, fields: { judged: '1' } }), 'who was not taken over').toMatchObject({
      state: 90,
    });
  });

  it('where the step finds others now they are asked, and told why whoever waited is not', async () => {
    const id = await file();
    await lab.start(byClerk);
    expect((await migrate(id)).rows).toMatchObject([{ code: 200, data: { stays: 0, who: [{ key_name: 'clerk' }] } }]);
    expect(await stands(id)).toMatchObject({ state: 2, open: 'clerk:2' });
    await expect(lab.decide('foreman', { id, event: 25 })).rejects.toMatchObject({ code: 311 });
    const process = await ask('reporter', 'Process', { id });
    expect(process.rows.find(({ review_state }) => (review_state as { id: number }).id === 10)).toMatchObject({
      ...{ review_entity: { key_name: 'foreman' }, done_entity: { key_name: 'root' }, remark: '新规定' },
    });
    const news = await lab.base.db.query<{ kind: string }>(
      `select o.kind from fw.outbox o join app."user" u on u.id = o.user_id where payload ->> 'id' = $1 and login_name = 'clerk' order by o.id`,
      [String(id)],
    );
    expect(news.at(-1)).toEqual({ kind: 'todo' });
  });

  it('whoever is asked anew has the domain of the record, else it stays', async () => {
    const id = await file();
    await lab.start(byClerk);
    const clerk = await idOf(lab, 'clerk');
    const [{ own } = { own: [] as number[] }] = await lab.base.db.query<{ own: number[] }>(
      'select domain_entities as own from app."user" where id = $1',
      [clerk],
    );
    const domains = (of: readonly number[]) => lab.base.db.query('update app."user" set domain_entities = $2 where id = $1', [clerk, of]);
    await domains([]);
    expect(told(await migrate(id))).toEqual(['312 $flow_domain']);
    expect(await stands(id)).toMatchObject({ state: 2, open: 'foreman:2' });
    await domains(own);
    expect(told(await migrate(id))).toEqual(['200']);
  });

  it('a step that is gone must be named: each record by itself, 343 where some cannot go', async () => {
    const [id, other] = [await file(), await atClerk()];
    await lab.start(renumbered);
    const answer = await migrate(`${id},${other}`, { steps: { 2: 5 } });
    expect([answer.code, ...told(answer)]).toEqual([343, '200', '311 $flow_migrate_step']);
    expect(await stands(id)).toMatchObject({ state: 5, open: 'clerk:2' });
    expect(await stands(other)).toMatchObject({ state: 3, open: 'clerk:2' });
    expect(told(await migrate(other, { steps: { 3: 90 } }))).toEqual(['311 $flow_migrate_step']);
    expect(await lab.decide('clerk', { id, event: 51 })).toMatchObject({ state: 90, outcome: 'approved' });
  });

  it('a step that the new version promises is not gone past: the refusal names it', async () => {
    const [early, late] = [await file('5000'), await atClerk()];
    await lab.start(promised);
    expect(told(await migrate(early))).toEqual(['200']);
    expect((await migrate(late)).rows).toMatchObject([
      { code: 311, remark: '$flow_migrate_promise', data: { step: { zh_CN: '名 s4', en_US: 'Name s4' } } },
    ]);
    expect(told(await migrate(late, { steps: { 3: 4 } }))).toEqual(['200']);
    expect(await stands(late)).toMatchObject({ state: 4, open: 'clerk:2' });
  });

  it('a choice that was made stays the choice that it was', async () => {
    const id = await atClerk();
    const [small, large] = judges.actions![0]!.events!;
    const other = { ...large!, uid: 'another' };
    await lab.start(suite([bar, applies, { ...judges, actions: [{ ...judges.actions![0]!, events: [small!, other] }] }, pays, booked]));
    expect(told(await migrate(id))).toEqual(['311 $flow_migrate_event']);
    const back = [small!, { ...large!, next_state: 0 }, event(26, { key_name: '付款', where: large!.where!, next_state: 3 })];
    await lab.start(suite([bar, applies, { ...judges, actions: [{ ...judges.actions![0]!, events: back }] }, pays, booked]));
    expect(told(await migrate(id))).toEqual(['311 $flow_migrate_event']);
    await lab.start(suite([bar, applies, { ...judges, key_name: '评审' }, pays, booked]));
    expect(told(await migrate(id))).toEqual(['200']);
  });

  it('what its events have written elsewhere keeps it where it is, unless the new version writes by the same events', async () => {
    const noted = { uid: 'noted', events: [21], table: 'booking', op: 'Add', values: { key_name: '{key_name}', amount: '{cost}' } };
    const writes = (states: StateDef[]) => suite(states, { write_back: [noted] });
    await lab.start(writes(repairStates()));
    const id = await file();
    await lab.start(suite(repairStates()));
    expect(told(await migrate(id))).toEqual(['311 $flow_migrate_written']);
    const elsewhere = [
      step('2', [event(24, { next_state: 3 })], { handler: judges.handler! }),
      step('3', [event(21, { next_state: 90 })], { handler: pays.handler! }),
    ];
    await lab.start(writes([bar, applies, ...elsewhere, booked]));
    expect(told(await migrate(id)), 'the same id at another step').toEqual(['311 $flow_migrate_written']);
    await lab.start(writes([bar, applies, judges, { ...pays, key_name: '付款' }, booked]));
    expect(told(await migrate(id))).toEqual(['200']);
  });

  it('at the same time as a decision one of them comes first, and none is lost', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => file()));
    await lab.start(stricter);
    const said = await Promise.allSettled(
      ids.flatMap((id) => [migrate(id), lab.decide('foreman', { id, event: 21, fields: { judged: '1' } })]),
    );
    expect(said.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(ids.length);
    const ends = await Promise.all(ids.map(stands));
    expect(ends.every(({ state, seq, open }) => (state === 2 ? seq === 2 && open === 'foreman:2' : state === 90 && seq === 2))).toBe(true);
  });
});
