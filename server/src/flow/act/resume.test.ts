import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccess } from '#server/access/access.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { auditCases } from '../kernel/testing-replay.ts';
import { chartOf } from '../read/chart.ts';
import { processOf } from '../read/process.ts';
import { commandRecord } from './command.ts';
import { reviewerOf } from './reviewer.ts';
import { booking, event, idOf, openTrade, repair, repairStates, step, type TradeLab, trade } from './testing-trade.ts';

/** 1 reported, 2 judged, 3 paid: the clerk returns it, and it is to come straight back to him; what costs 9000 and more is judged twice. */
const states = (label = '退回') => [
  repairStates()[0]!,
  step('1', [event(11, { next_state: 2 })]),
  step(
    '2',
    [
      event(21, { key_name: '同意', where: 'cost<9000', next_state: 3 }),
      event(22, { key_name: '同意', where: 'cost>=9000', next_state: 4 }),
    ],
    {
      handler: { type: 'field', field: 'judge' },
    },
  ),
  step('3', [event(31, { next_state: 90 }), event(33, { key_name: label, back_state: '1,2', resume: 'direct' })], {
    handler: { type: 'role', code: 'clerk' },
  }),
  step('4', [event(41, { next_state: 3 })], { handler: { type: 'field', field: 'judge' } }),
  repairStates().at(-1)!,
];
const suite = (label?: string) => trade([repair({ states: states(label), write_back: [], revoke: 'last' }), booking()]);

let lab: TradeLab;
let judge: number;
beforeAll(async () => {
  lab = await openTrade(suite());
  judge = await idOf(lab, 'foreman');
});
afterAll(async () => {
  expect(await auditCases(lab.house, 'repair')).toEqual([]);
  await lab.close();
});

const look = async (login: string) => {
  const session = await sessionFor(lab.base.db, login);
  const access = await openAccess(lab.house, session);
  return { house: lab.house, session, access, table: access.table('repair') };
};
/** A repair that the clerk has returned to who reported it. */
async function returned(cost = '50'): Promise<number> {
  const { id } = await lab.decide('reporter', { event: 11, fields: { key_name: `修 ${cost}`, cost, judge } });
  await lab.decide('foreman', { id, event: 21 });
  const [row] = await lab.base.db.query<{ id: number }>('select id from fw.flow_todo where rowid = $1 and review_state = 1', [id]);
  expect(await lab.decide('clerk', { id, event: 33, back_id: row!.id, remark: '补充说明' })).toMatchObject({
    state: 1,
    outcome: 'returned',
  });
  return id;
}
const foretold = async (id: number, data = {}) => (await reviewerOf(await look('reporter'), { id, event: 11, data })).data!;
const told = async (id: number) => {
  const { rows, data } = await processOf(await look('reporter'), id);
  return { last: rows.at(-1)!.resume, steps: data.steps.map(({ state, kind }) => `${state} ${kind}`), resume: data.resume };
};

describe('FLOW-04 a return whose next submission comes straight back, on the database', () => {
  it('is foretold, drawn and done: past who has passed it, to who returned it', async () => {
    const id = await returned();
    expect(await foretold(id)).toMatchObject({ next: { value: 3 }, resume: { state: 3, same: 1, off: '', who: [{ key_name: 'clerk' }] } });
    expect(await told(id)).toMatchObject({ steps: ['1 now', '3 ahead', '90 ahead'], resume: { state: 3, off: '' } });
    const chart = await chartOf(await look('reporter'), id);
    expect([chart.way, chart.resume]).toMatchObject([[1, 3, 90], { state: 3, same: 1 }]);
    expect(await lab.decide('reporter', { id, event: 11, fields: { cause: '补充' } })).toMatchObject({ state: 3, outcome: 'moved' });
    expect(await told(id)).toEqual({ last: 'direct', steps: ['1 done', '2 done', '3 now', '90 ahead'], resume: undefined });
    expect(await lab.decide('clerk', { id, event: 31 })).toMatchObject({ state: 90 });
  });

  it('taken back by its applicant and sent again it is the same', async () => {
    const id = await returned();
    await lab.decide('reporter', { id, event: 11 });
    const session = await sessionFor(lab.base.db, 'reporter');
    await commandRecord(lab.house, session, lab.house.catalogueOf(null).table('repair')!, {
      id,
      command: { op: 'Revoke', remark: '漏了' },
    });
    expect(await lab.decide('reporter', { id, event: 11 })).toMatchObject({ state: 3 });
  });

  it('with data that lead otherwise it walks all steps, and says so before and after', async () => {
    const id = await returned();
    expect(await foretold(id, { cost: '9500' })).toMatchObject({ next: { value: 2 }, resume: { state: 3, off: 'way' } });
    expect(await lab.decide('reporter', { id, event: 11, fields: { cost: '9500' } })).toMatchObject({ state: 2 });
    expect((await told(id)).last).toBe('way');
  });

  it('to his step’s people where he has left, and as the new flow says once there is one', async () => {
    const [gone, renewed] = [await returned(), await returned()];
    await lab.base.db.query(`update app."user" set role_entities = role_entities || (select role_entities from app."user" where login_name = 'clerk')
      where login_name = 'foreman'`);
    await lab.base.db.query(`update app."user" set status = 2 where login_name = 'clerk'`);
    try {
      expect(await foretold(gone)).toMatchObject({ resume: { state: 3, same: 0, who: [{ key_name: 'foreman' }] } });
      expect(await lab.decide('reporter', { id: gone, event: 11 })).toMatchObject({ state: 3, holders: [judge] });
      expect((await told(gone)).last).toBe('step');
    } finally {
      await lab.base.db.query(`update app."user" set status = 1 where login_name = 'clerk'`);
    }
    await lab.start(suite('打回'));
    expect(await foretold(renewed)).toMatchObject({ next: { value: 2 }, resume: { off: 'version' } });
    expect(await lab.decide('reporter', { id: renewed, event: 11 })).toMatchObject({ state: 2 });
    expect((await told(renewed)).last).toBe('version');
  });
});
