import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideRecord } from './decide.ts';
import type { Decided, DecideRequest } from './decision.ts';
import { application, type FlowLab, openFlowLab, type Person } from './testing.ts';

let lab: FlowLab;
beforeAll(async () => {
  lab = await openFlowLab();
});
afterAll(() => lab.close());

const initiation = () => lab.house.catalogueOf(null).table('initiation')!;
async function decide(who: Person, request: Omit<DecideRequest, 'fields'> & { fields?: DecideRequest['fields'] }): Promise<Decided> {
  return decideRecord(lab.house, await lab.as(who), initiation(), { fields: {}, ...request });
}
const file = (price: string) => decide('applicant', { event: 11, ...application(price) });
const rows = (sql: string, ...values: unknown[]) => lab.base.db.query(sql, values);

/** Through steps 2 to 4; the caller goes on at the executive. */
async function toExecutive(id: number): Promise<Decided> {
  await decide('depthead', { id, event: 21 });
  await decide('investmgr', { id, event: 31, fields: { review_no: `PS-${id}` } });
  let last: Decided | undefined;
  for (const who of ['finance', 'legal', 'tech', 'safety'] as const) last = await decide(who, { id, event: 41, remark: '同意' });
  return last!;
}

describe('FLOW-01 the seven steps by their twelve people', () => {
  it.each([
    ['999.999999', 51, 90],
    ['1000', 52, 7],
    ['1000.000001', 52, 7],
    ['4999.999999', 52, 7],
    ['5000', 53, 6],
    ['5000.000001', 53, 6],
  ])('amount %s: whichever 同意 is sent, event %d is taken and leads from the executive to step %d', async (price, event, state) => {
    const { id } = await file(price);
    expect((await toExecutive(id)).state).toBe(5);
    const goals: Readonly<Record<number, number>> = { 51: 90, 52: 7, 53: 6 };
    const others = [51, 52, 53].filter((one) => one !== event);
    for (const other of others) {
      const refused = decide('vicepres', { id, event: other, next_state: goals[other]! });
      await expect(refused).rejects.toMatchObject({ code: 311, remark: '$flow_other_step' });
    }
    expect(await decide('vicepres', { id, event: others[0]! })).toMatchObject({ state, event: { id: event } });
  });

  it('from 5,000: two of three members carry it, the president approves, the project stands in the ledger with its amounts', async () => {
    const { id } = await file('5000');
    await toExecutive(id);
    await decide('vicepres', { id, event: 53 });
    expect(await decide('member1', { id, event: 61 })).toMatchObject({ state: 6, fired: false });
    expect(await decide('member3', { id, event: 61 })).toMatchObject({ state: 7, fired: true });
    await expect(decide('member2', { id, event: 61 })).rejects.toMatchObject({ code: 311 });
    expect(await decide('president', { id, event: 71 })).toMatchObject({ state: 90, holders: [] });
    const [record] = await rows('select review_state, reviewers, project_entity, key_name from app.initiation where id = $1', id);
    const [project] = await rows(
      'select id, code, key_name, estimate_price, total_price, create_entity, subcompany_id from app.project where initiation_entity = $1',
      id,
    );
    expect(record).toMatchObject({ review_state: 90, reviewers: [], project_entity: project!.id });
    expect(project).toMatchObject({
      // the ledger numbers by class; the application keeps its own number
      code: expect.stringMatching(/^B-2026-\d{3}$/),
      key_name: record!.key_name,
      estimate_price: '5000.000000',
      total_price: '5000.000000',
      create_entity: 2,
      subcompany_id: 11,
    });
    const stages = await rows('select level, gate_state from app.project_stage where project_entity = $1 order by level', project!.id);
    expect(stages).toEqual([
      { level: 2, gate_state: 4 },
      { level: 3, gate_state: 1 },
      { level: 4, gate_state: 1 },
      { level: 5, gate_state: 1 },
    ]);
  });

  it('once with a return, a countersign veto and a committee that says no', async () => {
    const { id } = await file('6000');
    await decide('depthead', { id, event: 21 });
    const process = await rows('select id, review_entity, review_state from fw.flow_todo where rowid = $1 order by id', id);
    expect(await decide('investmgr', { id, event: 32, remark: '材料不全', back_id: Number(process[0]!.id) })).toMatchObject({
      state: 1,
      holders: [2],
    });
    await decide('applicant', { id, event: 11, fields: { est_price: '5500' }, subtables: {} }).then(
      () => expect.unreachable('the funding does not add up'),
      (refusal) => expect(refusal.code).toBe(301),
    );
    await decide('applicant', { id, event: 11 });
    await decide('depthead', { id, event: 21 });
    await decide('investmgr', { id, event: 31, fields: { review_no: 'PS-9' } });
    await decide('finance', { id, event: 41, remark: '同意' });
    const third = await rows(
      'select id from fw.flow_todo where rowid = $1 and review_entity = 4 and review_state = 3 order by id desc',
      id,
    );
    expect(await decide('legal', { id, event: 42, remark: '合规存疑', back_id: Number(third[0]!.id) })).toMatchObject({
      state: 3,
      holders: [4],
    });
    await expect(decide('tech', { id, event: 41, remark: '同意' })).rejects.toMatchObject({ code: 311 });
    await decide('investmgr', { id, event: 31 });
    for (const who of ['safety', 'tech', 'legal', 'finance'] as const) await decide(who, { id, event: 41, remark: '同意' });
    await decide('vicepres', { id, event: 53 });
    await decide('member2', { id, event: 62, remark: '时机不成熟' });
    expect(await decide('member1', { id, event: 62, remark: '时机不成熟' })).toMatchObject({ state: 0, holders: [2] });
    expect(await decide('applicant', { id, event: 12, remark: '不再实施' })).toMatchObject({ state: 91, holders: [] });
    expect(await rows('select 1 from app.project where initiation_entity = $1', id)).toEqual([]);
  });

  it('a to-do of another of my domains is handled under that domain, and files come with the opinion', async () => {
    const away = { domain: '纽约市' };
    const key = '502'.padStart(24, 'k');
    const table = initiation();
    const { id } = await decideRecord(lab.house, await lab.as('applicant'), table, { event: 11, attachs: key, ...application('300') });
    await decideRecord(lab.house, await lab.as('depthead', away), table, { id, event: 22, remark: '补充', fields: {} });
    expect(
      await decideRecord(lab.house, await lab.as('applicant', away), table, { id, event: 11, fields: { scale: '一座' } }),
    ).toMatchObject({ state: 2, holders: [3] });
    const [row] = await rows('select subcompany_id, scale from app.initiation where id = $1', id);
    expect(row).toEqual({ subcompany_id: 11, scale: '一座' });
    const [file] = await rows('select rowid from fw.file where key_name = $1', key);
    expect(file).toEqual({ rowid: id });
  });
});
