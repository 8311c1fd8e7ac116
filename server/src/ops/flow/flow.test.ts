import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { application, PEOPLE, type Person } from '#server/flow/act/testing.ts';
import { auditCases } from '#server/flow/kernel/testing-replay.ts';
import { type Answer, type FlowDesk, openFlowDesk } from './testing-desk.ts';

const cloud = 'initiation';
let desk: FlowDesk;
let lab: FlowDesk['lab'];
let as: FlowDesk['as'];
beforeAll(async () => {
  desk = await openFlowDesk();
  lab = desk.lab;
  as = desk.as;
});
afterAll(async () => {
  expect(await auditCases(lab.house, 'initiation')).toEqual([]);
  await lab.close();
});
const ask: FlowDesk['ask'] = (...of) => desk.ask(...of);
const modify: FlowDesk['modify'] = (...of) => desk.modify(...of);
const filed = (price?: string) => desk.filed(price);
const atCountersign = (price?: string) => desk.atCountersign(price);
const todoOf: FlowDesk['todoOf'] = (...of) => desk.todoOf(...of);

describe('who may ask at all', () => {
  it.each(['Reviewer', 'Reject', 'CheckRight', 'Process'])('%s: not signed in 401, a stranger 312, an unknown table 312', async (op) => {
    const id = await filed('100');
    const form = { id, event: 21, ...(op === 'Reviewer' ? {} : { event: undefined }) };
    const sent = op === 'Reviewer' ? { id, event: 21 } : { id: form.id };
    expect((await ask(null, `/flow?op=${op}`, { cloud, ...sent })).code).toBe(401);
    expect((await ask('stranger', `/flow?op=${op}`, { cloud, ...sent })).code).toBe(312);
    expect((await ask('admin', `/flow?op=${op}`, { cloud: 'nothing', ...sent })).code).toBe(312);
  });

  it('B16 B18 a record that is out of reach is 315 in every question; a table without a flow is 403', async () => {
    const id = await filed('100');
    for (const op of ['CheckRight', 'Process']) expect((await ask('member1', `/flow?op=${op}`, { cloud, id })).code).toBe(315);
    expect((await ask('admin', '/flow?op=Process', { cloud: 'project', id: 1 })).code).toBe(403);
  });
});

it('A18 FLOW-04 an opinion is kept without the marks that mislead', async () => {
  const id = await filed('100');
  expect((await modify('depthead', id, 22, { remark: '\u202e不同意\u200b' })).code).toBe(200);
  const [row] = await lab.base.db.query(
    "select l.remark from fw.flow_log l join fw.flow_case c on c.company_id = l.company_id and c.id = l.case_id where c.rowid = $1 and c.source = 'initiation' order by l.seq desc limit 1",
    [id],
  );
  expect(row).toEqual({ remark: '不同意' });
});

describe('B15 literal attacks on a decision', () => {
  it.each<[string, (id: number) => Promise<Answer>, number]>([
    ["another's to-do by its id", async (id) => modify('legal', id, 41, { todo: await todoOf('finance', id), remark: '同意' }), 312],
    ['without a to-do of his own', (id) => modify('depthead', id, 41, { remark: '同意' }), 311],
    ['somebody who only reads', (id) => modify('viewer', id, 41, { remark: '同意' }), 312],
    ['a forged next_state', (id) => modify('legal', id, 41, { next_state: 90, remark: '同意' }), 311],
    ['an event of another step', (id) => modify('legal', id, 71, { remark: '同意' }), 311],
    ['an event of no step', (id) => modify('legal', id, 4242, { remark: '同意' }), 403],
    ['a return without a row', (id) => ask('legal', '/flow?op=Reject', { cloud, id, _event: 42, remark: 'x' }), 314],
    [
      'a return to a row that is not in the log',
      (id) => ask('legal', '/flow?op=Reject', { cloud, id, _event: 42, remark: 'x', back_id: 99999999 }),
      311,
    ],
    [
      'a return to a step that the event does not list',
      async (id) => ask('legal', '/flow?op=Reject', { cloud, id, _event: 42, remark: 'x', back_id: await todoOf('depthead', id) }),
      311,
    ],
    [
      'a return without an opinion',
      async (id) => ask('legal', '/flow?op=Reject', { cloud, id, back_id: await todoOf('investmgr', id) }),
      314,
    ],
    ['a remark that is not read', (id) => modify('legal', id, 41, { remark: '\u0301'.repeat(100_001) }), 316],
    ['a remark of 800 characters', (id) => modify('legal', id, 41, { remark: '办'.repeat(800) }), 316],
    [
      'B16 21 copies',
      (id) => modify('legal', id, 41, { remark: 'x', copies: `,${Array.from({ length: 21 }, (_, at) => 201 + at).join(',')},` }),
      341,
    ],
    ['handlers that the flow names itself', (id) => modify('legal', id, 41, { remark: 'x', reviewers: ',2,' }), 312],
    ['a field that this step may not edit', (id) => modify('legal', id, 41, { remark: 'x', est_price: '1' }), 312],
    ['a state written as a field', (id) => modify('legal', id, 41, { remark: 'x', review_state: 90 }), 200],
    ['a file of somebody else as attachment', (id) => modify('tech', id, 41, { remark: 'x', attachs: '501'.padStart(24, 'k') }), 315],
    ['no event at all', (id) => ask('legal', '/app?op=Modify', { cloud, id, remark: 'x' }), 312],
  ])('%s', async (_, run, code) => {
    const id = await atCountersign();
    expect((await run(id)).code).toBe(code);
    const [row] = await lab.base.db.query('select review_state from app.initiation where id = $1', [id]);
    expect(row!.review_state).toBe(4);
  });

  it('own to-do twice: 311 with who decided, also by CheckRight (102)', async () => {
    const id = await filed();
    const todo = await todoOf('depthead', id);
    expect((await modify('depthead', id, 21, { todo })).code).toBe(200);
    expect(await modify('depthead', id, 21, { todo })).toMatchObject({
      code: 311,
      remark: '$flow_decided',
      data: { name: { key_name: 'depthead' }, todo },
    });
    expect(await ask('depthead', '/flow?op=CheckRight', { cloud, id, todo })).toMatchObject({
      code: 102,
      remark: '$flow_decided',
      data: { op: 'Show', name: { key_name: 'depthead' } },
    });
  });

  it('B17 a countersigner who was excused by a veto learns whose it was', async () => {
    const id = await atCountersign();
    const todo = await todoOf('tech', id);
    await ask('legal', '/flow?op=Reject', { cloud, id, remark: '不妥', back_id: await todoOf('investmgr', id) });
    expect(await modify('tech', id, 41, { todo, remark: 'x' })).toMatchObject({ code: 311, data: { name: { key_name: 'legal' } } });
    const told = await modify('tech', id, 41, { todo, remark: 'x' });
    expect(told.data).toMatchObject({ event: { zh_CN: '退回' }, step: { zh_CN: '投资部审查' } });
    expect((await ask('tech', '/flow?op=CheckRight', { cloud, id, todo })).data).toMatchObject({ event: { zh_CN: '退回' } });
    expect((await ask('investmgr', '/flow?op=CheckRight', { cloud, id })).data).toMatchObject({ op: 'Review' });
  });
});

describe('FLOW-06 how a record opens', () => {
  it('the holder to review, the applicant to modify while it is his, others to look', async () => {
    const id = await filed();
    expect((await ask('depthead', '/flow?op=CheckRight', { cloud, id })).data).toEqual({
      op: 'Review',
      todo: await todoOf('depthead', id),
      review_state: 2,
    });
    expect((await ask('applicant', '/flow?op=CheckRight', { cloud, id })).data).toMatchObject({ op: 'Show', todo: null });
    await modify('depthead', id, 22, { remark: '补充' });
    expect((await ask('applicant', '/flow?op=CheckRight', { cloud, id })).data).toMatchObject({
      op: 'Modify',
      todo: await todoOf('applicant', id),
    });
    expect((await ask('finance', '/flow?op=CheckRight', { cloud, id })).data).toMatchObject({ op: 'Show' });
  });

  it('a page that is opened for a to-do says who closed it meanwhile, to its holder and to nobody else', async () => {
    const id = await desk.filed();
    const todo = await desk.todoOf('depthead', id);
    const page = async (who: 'depthead' | 'applicant' | 'legal', of: number) =>
      (await desk.ask(who, '/app?op=Show', { cloud, id, todo: of })).data.page as { closed?: unknown; turn?: { todo: number } };
    expect(await page('depthead', todo)).toMatchObject({ turn: { todo } });
    expect((await page('depthead', todo)).closed).toBeUndefined();
    await desk.modify('depthead', id, 21);
    expect((await page('depthead', todo)).closed).toMatchObject({ by: { id: PEOPLE.depthead, key_name: 'depthead' } });
    expect((await page('applicant', todo)).closed).toBeUndefined();
    await desk.modify('investmgr', id, 31, { review_no: 'x' });
    const excused = await desk.todoOf('legal', id);
    await desk.modify('finance', id, 42, { remark: 'x', back_id: await desk.todoOf('applicant', id) });
    expect((await page('legal', excused)).closed).toMatchObject({
      by: { id: PEOPLE.finance, key_name: 'finance' },
      event: { key_name: '退回' },
      step: { key_name: '申请' },
    });
  });

  it('to-dos are the own ones with source and rowid; badges count them; Show stamps what was seen', async () => {
    const id = await filed();
    await modify('depthead', id, 21, { copies: ',14,' });
    const mine = await ask('viewer', '/app?op=Page', {
      cloud: 'todo',
      filters: { fields: { review_state: { op: 'in', value: [6] }, rowid: id } },
    });
    expect(mine).toMatchObject({ code: 200, total: 1 });
    expect(mine.rows[0]).toMatchObject({ rowid: id });
    const others = await ask('viewer', '/app?op=Page', { cloud: 'todo', filters: { fields: { holder: PEOPLE.investmgr } } });
    expect(others.total ?? 0).toBe(0);
    expect((await ask('viewer', '/sys?op=Counts', {})).data).toMatchObject({
      todo: 0,
      read: 1,
      mqtt: { username: as.viewer.sid, topic: 'viewer@demo', password: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect((await ask('viewer', '/app?op=Show', { cloud, id })).code).toBe(200);
    expect((await ask('viewer', '/sys?op=Counts', {})).data).toMatchObject({ todo: 0, read: 0 });
  });

  it('FLOW-06 a record that is just being written is shown to its holder at once; the next Show stamps', async () => {
    const id = await filed();
    await modify('depthead', id, 21, { copies: ',14,' });
    await lab.base.db.tx(async (tx) => {
      await tx.query('select 1 from app."initiation" where id = $1 for update', [id]);
      expect((await ask('viewer', '/app?op=Show', { cloud, id })).code).toBe(200);
    });
    expect((await ask('viewer', '/sys?op=Counts', {})).data).toMatchObject({ read: 1 });
    expect((await ask('viewer', '/app?op=Show', { cloud, id })).code).toBe(200);
    expect((await ask('viewer', '/sys?op=Counts', {})).data).toMatchObject({ read: 0 });
  });

  it('FLOW-06 a full disk: a record is shown to its holder, a decision is refused in words, and stands when there is room again', async () => {
    const id = await filed();
    await lab.base.db.query(`create function fw.full() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before update on fw.flow_todo execute function fw.full()`);
    try {
      expect((await ask('depthead', '/app?op=Show', { cloud, id })).data).toMatchObject({ id });
      expect(await modify('depthead', id, 21)).toMatchObject({ code: 331, remark: '$disk_full' });
    } finally {
      await lab.base.db.query('drop trigger full_disk on fw.flow_todo; drop function fw.full()');
    }
    expect((await modify('depthead', id, 21)).code).toBe(200);
  });
});

describe('DESK-03 my applications say what became of them', () => {
  const mine = async (id: number) => {
    const fields = 'case_state,case_end,case_holders';
    const { rows } = await ask('applicant', '/app?op=Page', {
      cloud: 'todo',
      fields,
      filters: { fields: { review_state: { op: 'in', value: [1] }, rowid: id } },
    });
    const { case_state, case_end, case_holders } = rows[0]!;
    return [case_state, case_end, ((case_holders ?? []) as { key_name: string }[]).map((each) => each.key_name)];
  };
  it('DESK-03 the step and with whom it is, several at a countersignature, and the applicant himself when it was returned', async () => {
    const id = await filed();
    expect(await mine(id)).toEqual([2, '', ['depthead']]);
    await modify('depthead', id, 21);
    await modify('investmgr', id, 31, { review_no: `N${id}`, reviewers: ',5,6,7,8,' });
    expect(await mine(id)).toEqual([4, '', ['finance', 'legal', 'tech', 'safety']]);
    await modify('legal', id, 41, { remark: '同意' });
    expect(await mine(id)).toEqual([4, '', ['finance', 'tech', 'safety']]);
    await ask('finance', '/flow?op=Reject', { cloud, id, _event: 42, remark: '请补充', back_id: await todoOf('applicant', id) });
    expect(await mine(id)).toEqual([1, '', ['applicant']]);
  });
  it('DESK-03 refused and cancelled ones are with nobody', async () => {
    const refused = await filed();
    await modify('depthead', refused, 21);
    await modify('investmgr', refused, 33, { remark: '不立项' });
    expect(await mine(refused)).toEqual([92, 'reject', []]);
    const cancelled = await filed();
    await modify('depthead', cancelled, 22, { remark: '缺材料' });
    expect(await mine(cancelled)).toEqual([0, '', ['applicant']]);
    await modify('applicant', cancelled, 12, { remark: '不再需要' });
    expect(await mine(cancelled)).toEqual([91, 'cancel', []]);
  });
});

describe('FLOW-02 what a submission answers', () => {
  it('says where the record is, who has it, and that it went on', async () => {
    const { fields, subtables } = application('6000');
    const answer = await ask('applicant', '/app?op=Add', { cloud, ...fields, _subtables: subtables, _event: 11, remark: '请审批' });
    expect(answer).toMatchObject({
      code: 200,
      data: {
        review_state: { id: 2, key_name: '部门负责人审核' },
        review_entity: ',3,',
        holders: [{ id: 3, key_name: 'depthead' }],
        fired: 1,
      },
    });
  });
});

describe('FLOW-02 Reviewer asks before it is decided', () => {
  it('names the default handlers and whether they may be changed', async () => {
    const id = await filed();
    await modify('depthead', id, 21);
    const answer = await ask('investmgr', '/flow?op=Reviewer', { cloud, id, event: 31, data: { review_no: 'x' } });
    expect(answer.rows.map((row) => row.id)).toEqual([5, 6, 7, 8]);
    expect(answer.data).toMatchObject({ event: { id: 31 }, countersign: 1, editable: 1, next: { value: 4, key_name: '专业会签' } });
    expect((await ask('depthead', '/flow?op=Reviewer', { cloud, id, event: 31 })).code).toBe(311);
  });

  it.each([
    ['999.99', 51, 90],
    ['1000', 52, 7],
    ['5000', 53, 6],
  ])('among events of one name the guard chooses: %s leads by event %d to %d', async (price, event, next) => {
    const id = await atCountersign(price);
    for (const who of ['finance', 'legal', 'tech', 'safety'] as const) await modify(who, id, 41, { remark: '同意' });
    expect((await ask('vicepres', '/flow?op=Reviewer', { cloud, id, event: 51 })).data).toMatchObject({
      event: { id: event },
      next: { value: next },
    });
    const typed = { cloud, id, event: 51, data: { est_price: '1' } };
    expect(await ask('vicepres', '/flow?op=Reviewer', typed)).toMatchObject({ code: 312, data: { field: 'est_price' } });
  });

  it('a new record: the applicant sees who gets it; a return lists the rows to choose from', async () => {
    const answer = await ask('applicant', '/flow?op=Reviewer', { cloud, event: 11, data: { department_entity: 32 } });
    expect(answer).toMatchObject({ code: 200, rows: [{ id: 3, key_name: 'depthead' }] });
    const id = await atCountersign();
    const back = await ask('legal', '/flow?op=Reviewer', { cloud, id, event: 42 });
    expect((back.data.backs as { back_state: number }[]).map((row) => row.back_state)).toEqual([1, 3]);
  });
});

describe('FLOW-06 an agent with a row of his own', () => {
  const standIn = (agent: Person, ...whom: Person[]) =>
    lab.base.db.query(
      `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time)
       select 1, u, $1, '2026-01-01', '2027-01-01' from unnest($2::bigint[]) u`,
      [PEOPLE[agent], whom.map((one) => PEOPLE[one])],
    );
  const states = async (id: number) =>
    lab.base.db.query('select review_entity, review_state, done_entity from fw.flow_todo where rowid = $1 and back_state = 4 order by id', [
      id,
    ]);
  afterEach(() => lab.base.db.query('delete from fw.flow_agent'));

  it('signs his own first; CheckRight leads to it, then to his principal’s, and says whose that is', async () => {
    await standIn('legal', 'finance');
    const id = await atCountersign();
    const [own, theirs] = [await todoOf('legal', id), await todoOf('finance', id)];
    expect((await ask('legal', '/flow?op=CheckRight', { cloud, id })).data).toEqual({
      op: 'Review',
      todo: own,
      review_state: 7,
      todos: [
        { id: own, review_entity: { id: 6, key_name: 'legal' } },
        { id: theirs, review_entity: { id: 5, key_name: 'finance' } },
      ],
    });
    expect((await modify('legal', id, 41, { remark: '同意' })).code).toBe(200);
    expect((await states(id)).slice(0, 2)).toEqual([
      { review_entity: 5, review_state: 7, done_entity: null },
      { review_entity: 6, review_state: 3, done_entity: 6 },
    ]);
    expect(await modify('legal', id, 41, { remark: '同意' })).toMatchObject({ code: 311, data: { name: { key_name: 'legal' } } });
    expect((await ask('legal', '/flow?op=CheckRight', { cloud, id })).data).toMatchObject({
      op: 'Review',
      todo: theirs,
      behalf: { id: 5, key_name: 'finance' },
    });
    expect((await modify('legal', id, 41, { remark: '同意', todo: theirs })).code).toBe(200);
    expect((await states(id))[0]).toEqual({ review_entity: 5, review_state: 3, done_entity: 6 });
  });

  it('of several principals one must be named, also to Reviewer; CheckRight lists them, the oldest first', async () => {
    await standIn('viewer', 'finance', 'tech');
    const id = await atCountersign();
    const [finance, tech] = [await todoOf('finance', id), await todoOf('tech', id)];
    expect(await modify('viewer', id, 41, { remark: '同意' })).toMatchObject({ code: 314, remark: '$flow_need_todo' });
    expect((await ask('viewer', '/flow?op=Reviewer', { cloud, id, event: 41 })).code).toBe(314);
    expect((await ask('viewer', '/flow?op=Reviewer', { cloud, id, event: 41, todo: tech })).code).toBe(200);
    const { data } = await ask('viewer', '/flow?op=CheckRight', { cloud, id });
    expect(data).toMatchObject({ op: 'Review', todo: finance, behalf: { id: 5 }, todos: [{ id: finance }, { id: tech }] });
    expect((await ask('viewer', '/flow?op=CheckRight', { cloud, id, todo: tech })).data).toMatchObject({ todo: tech, behalf: { id: 7 } });
  });
});

describe('FORM-05 among several who sign, each fills in what is his', () => {
  const price = async (id: number) =>
    (await lab.base.db.query('select finance_price, fund_ready from app.initiation where id = $1', [id]))[0];
  const turn = async (who: Person, id: number) =>
    ((await ask(who, '/app?op=Show', { cloud, id })).data.page as { turn?: Record<string, unknown> }).turn;
  const standIn = (agent: Person, whom: Person) =>
    lab.base.db.query(
      `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time) values (1, $2, $1, '2026-01-01', '2027-01-01')`,
      [PEOPLE[agent], PEOPLE[whom]],
    );
  afterEach(() => lab.base.db.query('delete from fw.flow_agent'));

  it('finance’s figures are finance’s: legal, and legal beside them, are 312 with the field, and nothing of the vote is done', async () => {
    const id = await atCountersign();
    const wrong = { remark: '同意', finance_price: '1' };
    expect(await modify('legal', id, 41, wrong)).toMatchObject({ code: 312, data: { field_name: 'finance_price' } });
    expect(await modify('legal', id, 41, { remark: '同意', fund_ready: 1 })).toMatchObject({
      code: 312,
      remark: '$fieldOfOthers',
      data: { field_name: 'fund_ready' },
    });
    expect((await modify('finance', id, 41, { remark: '同意', finance_price: '5000', fund_ready: 1 })).code).toBe(200);
    expect(await modify('legal', id, 41, wrong)).toMatchObject({ code: 312, data: { field_name: 'finance_price' } });
    expect(await modify('legal', id, 41, { remark: '同意', finance_price: '5000' })).toMatchObject({ code: 200 });
    expect(await price(id)).toEqual({ finance_price: '5000.000000', fund_ready: 1 });
  });

  it('Show says as what the reader signs, which to-do that is, and whose the rest of the step is', async () => {
    const id = await atCountersign();
    expect(await turn('finance', id)).toEqual({ todo: await todoOf('finance', id), roles: ['finance'], first: true, others: {} });
    await modify('tech', id, 41, { remark: '同意' });
    expect(await turn('legal', id)).toEqual({
      todo: await todoOf('legal', id),
      roles: ['legal'],
      first: false,
      others: { finance: { key_name: 'finance', key_name_en: 'finance' } },
    });
    expect([await turn('tech', id), await turn('viewer', id), await turn('applicant', id)]).toEqual([undefined, undefined, undefined]);
  });

  it('an agent fills in what is his principal’s, by the row that he decides', async () => {
    await standIn('legal', 'finance');
    const id = await atCountersign();
    const theirs = await todoOf('finance', id);
    expect(await modify('legal', id, 41, { remark: '同意', finance_price: '9' })).toMatchObject({ code: 312 });
    expect(await turn('legal', id)).toMatchObject({ todo: await todoOf('legal', id), roles: ['legal'], todos: [{}, { id: theirs }] });
    const shown = (await ask('legal', '/app?op=Show', { cloud, id, todo: theirs })).data.page as { turn: object };
    expect(shown.turn).toMatchObject({ todo: theirs, roles: ['finance'], behalf: { id: 5, key_name: 'finance' }, others: {} });
    expect((await modify('legal', id, 41, { remark: '同意', finance_price: '9', todo: theirs })).code).toBe(200);
    expect(await price(id)).toMatchObject({ finance_price: '9.000000' });
  });

  it('who was asked beside the handlers signs, and fills in nobody’s fields', async () => {
    const id = await filed();
    await modify('depthead', id, 21);
    await modify('investmgr', id, 31, { review_no: `N${id}`, reviewers: ',5,6,7,8,14,' });
    expect(await turn('viewer', id)).toMatchObject({ roles: [], others: { finance: {} } });
    expect(await modify('viewer', id, 41, { remark: '同意', finance_price: '1' })).toMatchObject({ code: 312 });
    expect((await modify('viewer', id, 41, { remark: '同意' })).code).toBe(200);
  });

  it('what was asked of him holds though his role is taken meanwhile; rows of before roles were noted open it to all', async () => {
    const id = await atCountersign();
    const [{ role_entities: kept } = {}] = await lab.base.db.query('select role_entities from app."user" where id = 5');
    await lab.base.db.query('update app."user" set role_entities = $1 where id = 5', [[98]]);
    expect((await modify('finance', id, 41, { remark: '同意', finance_price: '7' })).code).toBe(200);
    await lab.base.db.query('update app."user" set role_entities = $1 where id = 5', [kept]);
    const note = (roles: string[] | null) =>
      lab.base.db.query('update fw.flow_todo set roles = $2 where rowid = $1 and review_entity = 6', [id, roles]);
    await note(null);
    expect((await modify('legal', id, 41, { remark: '同意', finance_price: '8' })).code).toBe(200);
    await note(['legal']);
  });
});

describe('FLOW-03 what a decision says of itself', () => {
  const said = ({ data }: Answer) => ({ outcome: data.outcome, signed: data.signed, of: data.of });
  const back = async (who: Person, of: Person, id: number) =>
    ask(who, '/flow?op=Reject', { cloud, id, remark: 'x', back_id: await todoOf(of, id) });

  it('one of four signatures waits and says how many there are; the last one moves it on', async () => {
    const id = await atCountersign();
    const told = [];
    for (const who of ['finance', 'legal', 'tech', 'safety'] as const) told.push(said(await modify(who, id, 41, { remark: '同意' })));
    expect(told).toEqual([
      { outcome: 'waiting', signed: 1, of: 4 },
      { outcome: 'waiting', signed: 2, of: 4 },
      { outcome: 'waiting', signed: 3, of: 4 },
      { outcome: 'moved', signed: 4, of: 4 },
    ]);
  });

  it('submitted, returned by an event or by a row, refused, cancelled, approved', async () => {
    const { fields, subtables } = application('900');
    const sent = await ask('applicant', '/app?op=Add', { cloud, ...fields, _subtables: subtables, _event: 11 });
    expect(said(sent)).toEqual({ outcome: 'moved', signed: 1, of: 1 });
    const id = Number(sent.data.id);
    expect(said(await modify('depthead', id, 22, { remark: 'x' }))).toMatchObject({ outcome: 'returned' });
    expect(said(await modify('applicant', id, 11))).toEqual({ outcome: 'moved', signed: 1, of: 1 });
    expect(said(await modify('depthead', id, 21))).toEqual({ outcome: 'moved', signed: 1, of: 1 });
    expect(said(await back('investmgr', 'depthead', id))).toMatchObject({ outcome: 'returned' });
    await modify('depthead', id, 21);
    await modify('investmgr', id, 31, { review_no: `N${id}` });
    for (const who of ['finance', 'legal', 'tech', 'safety'] as const) await modify(who, id, 41, { remark: '同意' });
    expect(said(await modify('vicepres', id, 51))).toEqual({ outcome: 'approved', signed: 1, of: 1 });
    const refused = await filed();
    expect(said(await modify('depthead', refused, 22, { remark: 'x' }))).toMatchObject({ outcome: 'returned' });
    expect(said(await modify('applicant', refused, 12, { remark: 'x' }))).toMatchObject({ outcome: 'cancelled' });
    const vetoed = await filed();
    await modify('depthead', vetoed, 21);
    expect(said(await modify('investmgr', vetoed, 33, { remark: 'x' }))).toMatchObject({ outcome: 'refused' });
  });

  it('two of three: a vote against is a signature too, and Reviewer knows beforehand which vote decides', async () => {
    const id = await atCountersign();
    const asked = async (who: Person, event: number) => (await ask(who, '/flow?op=Reviewer', { cloud, id, event })).data;
    expect(await asked('legal', 41)).toMatchObject({ signed: 0, of: 4, decides: 0 });
    expect(await asked('legal', 42)).toMatchObject({ signed: 0, of: 4, decides: 1 });
    for (const who of ['finance', 'legal', 'tech'] as const) await modify(who, id, 41, { remark: '同意' });
    expect(await asked('safety', 41)).toMatchObject({ signed: 3, of: 4, decides: 1 });
    await modify('safety', id, 41, { remark: '同意' });
    expect(await asked('vicepres', 53)).toMatchObject({ signed: 0, of: 1, decides: 1 });
    await modify('vicepres', id, 53);
    expect(said(await modify('member1', id, 62, { remark: 'x' }))).toEqual({ outcome: 'waiting', signed: 1, of: 3 });
    expect(await asked('member2', 61)).toMatchObject({ signed: 1, of: 3, decides: 0 });
    expect(await asked('member2', 62)).toMatchObject({ decides: 1 });
    expect(said(await modify('member2', id, 61))).toEqual({ outcome: 'waiting', signed: 2, of: 3 });
    expect(said(await modify('member3', id, 61))).toEqual({ outcome: 'moved', signed: 3, of: 3 });
  });

  it('the applicant decides alone, of a new record too', async () => {
    expect((await ask('applicant', '/flow?op=Reviewer', { cloud, event: 11, data: { department_entity: 32 } })).data).toMatchObject({
      signed: 0,
      of: 1,
      decides: 1,
    });
  });
});

describe('FLOW-09 Process', () => {
  it('rows oldest first with labels, opinions and seconds; the step bar says who, when, and who comes', async () => {
    const id = await atCountersign();
    await modify('finance', id, 41, { remark: '资金落实' });
    const { rows, data } = await ask('applicant', '/flow?op=Process', { cloud, id });
    expect(
      rows.map((row) => [(row.review_entity as { key_name: string }).key_name, (row.review_state as { id: number }).id, row.rstate]),
    ).toEqual([
      ['applicant', 1, '提交'],
      ['depthead', 3, '同意'],
      ['investmgr', 3, '同意并发起会签'],
      ['finance', 3, '同意'],
      ['legal', 7, '待会签'],
      ['tech', 7, '待会签'],
      ['safety', 7, '待会签'],
    ]);
    expect(rows[0]).toMatchObject({ label: { key_name: '提交', key_name_en: 'Submit' } });
    expect(rows[0]).toMatchObject({ remark: '请审批', create_time: expect.stringMatching(/^2026-11-21 \d\d:\d\d:\d\d$/) });
    expect(rows.every((row) => Number.isInteger(row.duration))).toBe(true);
    const steps = data.steps as { state: number; kind: string; who: { key_name: string }[]; signed?: number; of?: number }[];
    expect(steps.map((step) => [step.state, step.kind])).toEqual([
      [1, 'done'],
      [2, 'done'],
      [3, 'done'],
      [4, 'now'],
      [5, 'ahead'],
      [6, 'ahead'],
      [7, 'ahead'],
      [90, 'ahead'],
    ]);
    expect(steps[3]).toMatchObject({ signed: 1, of: 4, rule: 'all' });
    expect(steps[5]!.who.map((one) => one.key_name)).toEqual(['member1', 'member2', 'member3']);
  });

  it('a draft stands with its applicant, and the bar says who would get it', async () => {
    const { fields } = application('100');
    const { data } = await ask('applicant', '/app?op=Add', { cloud, ...fields });
    const answer = await ask('applicant', '/flow?op=Process', { cloud, id: data.id });
    expect(answer.rows).toEqual([]);
    expect((answer.data.steps as { who: unknown[] }[]).slice(0, 2)).toMatchObject([
      { kind: 'now', who: [{ id: 2 }] },
      { kind: 'ahead', who: [{ id: 3 }] },
    ]);
  });

  it('a refused record ends its bar there', async () => {
    const id = await filed();
    await modify('depthead', id, 21);
    await modify('investmgr', id, 33, { remark: '不符合战略' });
    const { data } = await ask('applicant', '/flow?op=Process', { cloud, id });
    expect((data.steps as { state: number; kind: string }[]).map((step) => [step.state, step.kind])).toEqual([
      [1, 'done'],
      [2, 'done'],
      [3, 'refused'],
      [92, 'refused'],
    ]);
  });
});
