import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '#server/db/pool/pool.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { saveRecord } from '#server/records/save/save.ts';
import { auditCases } from '../kernel/testing-replay.ts';
import { decideRecord } from './decide.ts';
import type { DecideRequest } from './decision.ts';
import { application, type FlowLab, openFlowLab, PEOPLE, type Person } from './testing.ts';
import { codeOf, stopBefore, waiting } from './testing-steps.ts';

let lab: FlowLab;
const as = {} as Record<Person, Session>;
beforeAll(async () => {
  lab = await openFlowLab();
  for (const who of Object.keys(PEOPLE) as Person[]) as[who] = await lab.as(who);
});
afterAll(async () => {
  expect(await auditCases(lab.house, 'initiation')).toEqual([]);
  await lab.close();
});

const initiation = () => lab.house.catalogueOf(null).table('initiation')!;
type Ask = Omit<DecideRequest, 'fields'> & { fields?: DecideRequest['fields'] };
const decide = (who: Person, ask: Ask, house: House = lab.house) => decideRecord(house, as[who], initiation(), { fields: {}, ...ask });
const plainModify = (who: Person, id: number, fields: Record<string, unknown>, house: House = lab.house) =>
  house.db.tx((tx) => saveRecord(tx, house, as[who], initiation(), { id, fields }, { op: 'Modify' }));
const stateOf = async (id: number) =>
  (await lab.base.db.query<{ review_state: number }>('select review_state from app.initiation where id = $1', [id]))[0]!.review_state;
const logged = async (id: number, op = 'Review') =>
  (
    await lab.base.db.query(`select 1 from fw.flow_log l join fw.flow_case c on c.id = l.case_id where c.rowid = $1 and l.op = $2`, [
      id,
      op,
    ])
  ).length;

async function filed(price = '6000'): Promise<number> {
  return (await decide('applicant', { event: 11, ...application(price) })).id;
}
async function drafted(): Promise<number> {
  const { fields, subtables } = application('500');
  const saved = await lab.house.db.tx((tx) => saveRecord(tx, lab.house, as.applicant, initiation(), { fields, subtables }, { op: 'Add' }));
  return saved.id;
}
async function atCountersign(): Promise<number> {
  const id = await filed();
  await decide('depthead', { id, event: 21 });
  await decide('investmgr', { id, event: 31, fields: { review_no: `N${id}` } });
  return id;
}
const agree = { event: 41, remark: '同意' };

/** Whatever the test's clock says. */
const appoint = (agent: Person, principal: Person) =>
  lab.base.db.query(
    `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time) values (1, $1, $2, '2020-01-01', '2099-01-01')`,
    [PEOPLE[principal], PEOPLE[agent]],
  );

/** A decision whose refusal is looked at afterwards. */
function decideLater() {
  let refusal: unknown;
  const of = (asked: Promise<unknown>) =>
    asked.catch((error) => {
      refusal = error;
      throw error;
    });
  return { of, error: () => refusal };
}

/** Runs `first` to its log row, starts `second`, which must wait for it, then lets the first commit. */
async function crossed(
  first: (house: House) => Promise<unknown>,
  second: () => Promise<unknown>,
  at = /insert into fw\.flow_log/,
): Promise<[number, number]> {
  const step = stopBefore(lab.house, at);
  const one = codeOf(first(step.house));
  await step.reached;
  const other = codeOf(second());
  await waiting(lab.base.serving);
  step.go();
  return Promise.all([one, other]);
}

describe('R3 FLOW-11 exact interleavings: each ends as one of the serial orders', () => {
  it('33 two last signers: both count, the step changes once', async () => {
    const id = await atCountersign();
    for (const who of ['finance', 'legal'] as const) await decide(who, { id, ...agree });
    expect(
      await crossed(
        (house) => decide('tech', { id, ...agree }, house),
        () => decide('safety', { id, ...agree }),
      ),
    ).toEqual([200, 200]);
    expect(await stateOf(id)).toBe(5);
    const opened = await lab.base.db.query('select 1 from fw.flow_todo where rowid = $1 and back_state = 5', [id]);
    expect(opened).toHaveLength(1);
  });

  it('approve against veto by another: the later one finds the visit over', async () => {
    const id = await atCountersign();
    const [{ id: back }] = (await lab.base.db.query<{ id: number }>('select id from fw.flow_todo where rowid = $1 and review_state = 1', [
      id,
    ])) as [{ id: number }];
    expect(
      await crossed(
        (house) => decide('legal', { id, event: 42, remark: '不妥', back_id: back }, house),
        () => decide('tech', { id, ...agree }),
      ),
    ).toEqual([200, 311]);
    expect(await stateOf(id)).toBe(1);
  });

  it('approve against reject by the same person in two tabs: one decision', async () => {
    const id = await filed();
    expect(
      await crossed(
        (house) => decide('depthead', { id, event: 21 }, house),
        () => decide('depthead', { id, event: 22, remark: '退' }),
      ),
    ).toEqual([200, 311]);
    expect([await stateOf(id), await logged(id)]).toEqual([3, 1]);
  });

  it('a holder and his agent at one to-do: one decision, and the later one learns whose it was, whoever came first', async () => {
    await appoint('viewer', 'depthead');
    for (const [first, later] of [
      ['depthead', 'viewer'],
      ['viewer', 'depthead'],
    ] as const) {
      const id = await filed();
      const second = decideLater();
      expect(
        await crossed(
          (house) => decide(first, { id, event: 21 }, house),
          () => second.of(decide(later, { id, event: 21 })),
        ),
      ).toEqual([200, 311]);
      expect(second.error()).toMatchObject({ remark: '$flow_decided', data: { name: { key_name: first } } });
      expect([await stateOf(id), await logged(id)]).toEqual([3, 1]);
    }
  });

  it('an agent who signs too, and his principal, at once: each row is decided once, and by whom it is', async () => {
    await appoint('legal', 'finance');
    const id = await atCountersign();
    expect(
      await crossed(
        (house) => decide('legal', { id, ...agree }, house),
        () => decide('finance', { id, ...agree }),
      ),
    ).toEqual([200, 200]);
    const again = await atCountersign();
    const [{ id: his }] = (await lab.base.db.query<{ id: number }>('select id from fw.flow_todo where rowid = $1 and review_entity = $2', [
      again,
      PEOPLE.finance,
    ])) as [{ id: number }];
    expect(
      await crossed(
        (house) => decide('legal', { id: again, todo: his, ...agree }, house),
        () => decide('finance', { id: again, ...agree }),
      ),
    ).toEqual([200, 311]);
    const rows = (of: number) =>
      lab.base.db.query(
        'select review_entity, done_entity from fw.flow_todo where rowid = $1 and back_state = 4 and review_state = 3 order by id',
        [of],
      );
    expect(await rows(id)).toEqual([
      { review_entity: PEOPLE.finance, done_entity: PEOPLE.finance },
      { review_entity: PEOPLE.legal, done_entity: PEOPLE.legal },
    ]);
    expect(await rows(again)).toEqual([{ review_entity: PEOPLE.finance, done_entity: PEOPLE.legal }]);
  });

  it('a holder who is disabled while he decides, and the administrator in his place: one decision; he has nothing to stand in for then', async () => {
    const id = await filed();
    await lab.base.db.query('update app."user" set status = 2 where id = $1', [PEOPLE.depthead]);
    try {
      const admin = await lab.as('admin');
      expect(
        await crossed(
          (house) => decide('depthead', { id, event: 21 }, house),
          () => decideRecord(lab.house, admin, initiation(), { id, event: 21, fields: {} }),
        ),
      ).toEqual([200, 312]);
      expect([await stateOf(id), await logged(id)]).toEqual([3, 1]);
    } finally {
      await lab.base.db.query('update app."user" set status = 1 where id = $1', [PEOPLE.depthead]);
    }
  });

  it('two Submits of one record: one case', async () => {
    const id = await drafted();
    expect(
      await crossed(
        (house) => decide('applicant', { id, event: 11 }, house),
        () => decide('applicant', { id, event: 11 }),
      ),
    ).toEqual([200, 311]);
    expect(await logged(id, 'Submit')).toBe(1);
  });

  it('Submit against Modify: what was submitted is not changed behind its back', async () => {
    const id = await drafted();
    const [submitted, modified] = await crossed(
      (house) => decide('applicant', { id, event: 11 }, house),
      () => plainModify('applicant', id, { scale: '三座' }),
    );
    expect([submitted, modified]).toEqual([200, expect.toSatisfy((code: number) => code === 311 || code === 312)]);
    const [row] = await lab.base.db.query('select scale from app.initiation where id = $1', [id]);
    expect(row!.scale).toBe('两座仓库');
  });

  it('Modify against Submit: the change is in what is submitted', async () => {
    const id = await drafted();
    expect(
      await crossed(
        (house) => plainModify('applicant', id, { scale: '三座' }, house),
        () => decide('applicant', { id, event: 11 }),
        /update app\."initiation"/,
      ),
    ).toEqual([200, 200]);
    const [row] = await lab.base.db.query('select scale, review_state from app.initiation where id = $1', [id]);
    expect(row).toEqual({ scale: '三座', review_state: 2 });
  });

  it('a lock that is not had in time is 103 and changes nothing', async () => {
    const id = await filed();
    const step = stopBefore(lab.house, /insert into fw\.flow_log/);
    const one = codeOf(decide('depthead', { id, event: 21 }, step.house));
    await step.reached;
    const hasty = createDb(lab.base.servingUrl, { max: 2, lockWithinMs: 300 });
    const late = decide('depthead', { id, event: 21 }, { ...lab.house, db: hasty });
    await expect(late).rejects.toMatchObject({ code: 103, remark: '$flow_lock' });
    step.go();
    expect(await one).toBe(200);
    await hasty.close();
  });
});

describe('R10 who writes many rows keeps the next number from nobody', () => {
  it('a record is added while the rows of another one are being written, and both have numbers without a gap', async () => {
    const add = (house: House, price: string) =>
      house.db.tx((tx) => saveRecord(tx, house, as.applicant, initiation(), application(price), { op: 'Add' }));
    const step = stopBefore(lab.house, /insert into app\."initiation_fund"/);
    const long = add(step.house, '100');
    await step.reached;
    const hasty = createDb(lab.base.servingUrl, { max: 2, lockWithinMs: 300 });
    const quick = await add({ ...lab.house, db: hasty }, '200').finally(step.go);
    const codes = await lab.base.db.query<{ id: number; code: string }>(
      'select id, code from app.initiation where id = any($1) order by code',
      [[(await long).id, quick.id]],
    );
    const [first, next] = codes.map(({ code }) => Number(code.slice(-3)));
    expect([codes[0]!.id, next! - first!]).toEqual([quick.id, 1]);
    await hasty.close();
  });
});

describe('R2 a decision is whole or absent', () => {
  it.each([/from fw\.flow_case/, /from app\."role"/, /insert into fw\.flow_log/])('the connection dies before %s', async (place) => {
    const id = await filed();
    const step = stopBefore(lab.house, place);
    const broken = codeOf(decide('depthead', { id, event: 21 }, step.house));
    const tx = await step.reached;
    const [me] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    await lab.base.serving.query('select pg_terminate_backend($1::int)', [me!.pid]);
    step.go();
    expect(await broken).toBe(103);
    expect([await stateOf(id), await logged(id)]).toEqual([2, 0]);
    expect(await decide('depthead', { id, event: 21 })).toMatchObject({ state: 3 });
  });
});

describe('R2 the approval and its ledger entry stand or fall together', () => {
  it.each([/insert into app\."project"/, /insert into app\."project_stage"/])('the connection dies before %s', async (place) => {
    const id = await filed('800');
    await decide('depthead', { id, event: 21 });
    await decide('investmgr', { id, event: 31, fields: { review_no: `L${id}` } });
    for (const who of ['finance', 'legal', 'tech', 'safety'] as const) await decide(who, { id, ...agree });
    const step = stopBefore(lab.house, place);
    const broken = codeOf(decide('vicepres', { id, event: 51 }, step.house));
    const tx = await step.reached;
    const [me] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    await lab.base.serving.query('select pg_terminate_backend($1::int)', [me!.pid]);
    step.go();
    expect(await broken).toBe(103);
    const projects = () => lab.base.db.query('select 1 from app.project where initiation_entity = $1', [id]);
    expect([await stateOf(id), await projects()]).toEqual([5, []]);
    expect(await decide('vicepres', { id, event: 51 })).toMatchObject({ state: 90 });
    expect(await projects()).toHaveLength(1);
  });
});

describe('R5 again and again', () => {
  it('FLOW-11 9: 20 approvals of one to-do at once: one counts, 19 get 311 with who decided', async () => {
    const id = await filed();
    const all = await Promise.all(Array.from({ length: 20 }, () => decide('depthead', { id, event: 21 }).catch((error) => error)));
    expect(all.filter((one) => one.state === 3)).toHaveLength(1);
    for (const one of all.filter((other) => other.state !== 3))
      expect(one).toMatchObject({ code: 311, data: { name: { key_name: 'depthead' } } });
    expect(await logged(id)).toBe(1);
  });

  it('10 a submit sent 20 times with one _rid: one record, 20 equal answers', async () => {
    const rid = '11111111-2222-4333-8444-555555555555';
    const ask = { event: 11, rid, ...application('700') };
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide('applicant', ask)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await lab.base.db.query('select 1 from app.initiation where key_name = $1', [ask.fields.key_name])).toHaveLength(1);
    const again = await decide('depthead', { id: answers[0]!.id, event: 21, rid: '21111111-2222-4333-8444-555555555555' });
    expect(await decide('depthead', { id: answers[0]!.id, event: 21, rid: '21111111-2222-4333-8444-555555555555' })).toEqual(again);
    const changed = { code: 317, remark: '$request_changed' };
    await expect(decide('applicant', { event: 12, remark: 'x', rid, id: answers[0]!.id })).rejects.toMatchObject(changed);
    await expect(decide('applicant', { ...ask, ...application('701') })).rejects.toMatchObject(changed);
    expect(await decide('applicant', ask)).toEqual(answers[0]);
    const opinion = { id: answers[0]!.id, event: 21, remark: '另一个意见', rid: '21111111-2222-4333-8444-555555555555' };
    await expect(decide('depthead', opinion)).rejects.toMatchObject(changed);
  });
});
