import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PEOPLE } from '#server/flow/act/testing.ts';
import { auditCases } from '#server/flow/kernel/testing-replay.ts';
import { type FlowDesk, openFlowDesk } from './testing-desk.ts';

const cloud = 'initiation';
const URGENT = 34;
let desk: FlowDesk;
let id: number;
beforeAll(async () => {
  desk = await openFlowDesk();
  id = await desk.filed();
  await desk.modify('depthead', id, 21);
});
afterAll(async () => {
  expect(await auditCases(desk.lab.house, cloud)).toEqual([]);
  await desk.lab.close();
});
const send = (limit_time?: string, who: 'investmgr' | 'finance' = 'investmgr') =>
  desk.modify(who, id, URGENT, { review_no: 'U1', ...(limit_time === undefined ? {} : { limit_time }) });
const standing = async () => {
  const [row] = await desk.lab.base.db.query<Record<string, unknown>>(
    'select review_state, review_no, version from app.initiation where id = $1',
    [id],
  );
  return row;
};
/** The wall clock in Shanghai so many hours from the desk's now. */
const inHours = (hours: number): string =>
  new Date(desk.lab.house.clock.now().getTime() + (hours + 8) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

describe('FLOW-07 an urgent event and its limit', () => {
  it('who is not asked is refused, limit or not', async () => {
    expect((await send(inHours(3), 'finance')).code).toBe(312);
    expect((await desk.ask(null, '/app?op=Modify', { cloud, id, _event: URGENT, limit_time: inHours(3) })).code).not.toBe(200);
  });

  it.each<[string, string | undefined, number, string]>([
    ['none', undefined, 314, '$flow_need_limit'],
    ['an empty one', '', 314, '$flow_need_limit'],
    ['one of yesterday', '2020-01-01 09:00:00', 317, '$flow_limit_past'],
    ['30 February', '2036-02-30', 317, ''],
    ['30 February at ten', '2036-02-30 10:00:00', 317, ''],
    ['30 February with an offset', '2036-02-30T10:00:00Z', 317, ''],
    ['minute 75', '2027-03-01 10:75:00', 317, ''],
    ['24 o’clock', '2027-03-01 24:00:00', 317, ''],
    ['a word', 'soon', 317, ''],
    ['2099', '2099-01-01 09:00:00', 317, '$flow_limit_far'],
    ['the last second of time', '9999-12-31 23:59:59', 317, '$flow_limit_far'],
  ])('%s is refused with the field, and nothing is done', async (_, limit, code, remark) => {
    const before = await standing();
    expect(await send(limit)).toMatchObject({ code, remark, data: { field: 'limit_time' } });
    expect(await standing()).toEqual(before);
  });

  it('Reviewer says which event asks for one', async () => {
    const needs = async (event: number) => (await desk.ask('investmgr', '/flow?op=Reviewer', { cloud, id, event })).data.need_limit;
    expect([await needs(31), await needs(URGENT)]).toEqual([0, 1]);
    expect(await desk.modify('investmgr', id, 31, { review_no: 'U1', limit_time: inHours(3) })).toMatchObject({
      ...{ code: 317, remark: '$flow_limit_unasked' },
      data: { field: 'limit_time' },
    });
  });

  it('all who get it have the limit in their to-do, and the process tells it', async () => {
    const limit = inHours(3);
    expect((await send(limit)).code).toBe(200);
    const filters = { fields: { rowid: { op: 'in', value: [id] }, review_state: 7, urgent: 1 } };
    const { rows } = await desk.ask('finance', '/app?op=Page', { cloud: 'todo', fields: 'urgent,due_time,limit_time', filters });
    expect(rows).toMatchObject([{ urgent: { id: 1 }, due_time: limit, limit_time: limit }]);
    const process = await desk.ask('legal', '/flow?op=Process', { cloud, id });
    const open = process.rows.filter((row) => (row.review_state as { id: number }).id === 7);
    expect(open.map((row) => row.due_time)).toEqual(open.map((row) => row.limit_time));
    expect(open.map((row) => [(row.review_entity as { id: number }).id, row.limit_time])).toEqual(
      (['finance', 'legal', 'tech', 'safety'] as const).map((who) => [PEOPLE[who], limit]),
    );
    expect(process.rows.filter((row) => !open.includes(row)).map((row) => row.limit_time)).toEqual([null, null, null]);
  });
});
