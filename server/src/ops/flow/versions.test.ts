import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StateDef } from '#protocol/meta/flow.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import type { Tx } from '#server/db/db.ts';
import { booking, event, idOf, openTrade, repair, repairStates, step, type TradeLab, trade } from '#server/flow/act/testing-trade.ts';
import { publishedDef } from '#server/flow/store/publish.ts';
import { houseAt } from '#server/meta/house.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { createDispatch, indexOps } from '../dispatch.ts';
import { ALL_OPS } from '../registry.ts';

const [bar, applies, judges, pays, booked] = repairStates() as [StateDef, StateDef, StateDef, StateDef, StateDef];
const refused: StateDef = { ...booked, uid: 's91', value: '91', key_name: '已拒', end: 'reject', actions: [] };
const suite = (states: StateDef[]) => trade([repair({ states, write_back: [] }), booking()]);
const judge = (key_name: string, events: StateDef) => ({ ...events, uid: judges.uid, key_name, handler: judges.handler! });
const FIRST = suite([
  bar,
  applies,
  judge(
    '初评',
    step('2', [event(21, { key_name: '通过', next_state: 3 }), event(23, { key_name: '打回', next_state: 0, need_remark: 1 })]),
  ),
  pays,
  booked,
]);
/** The numbers of old: 23 refuses for good, and 2 is called otherwise. */
const LATER = suite([
  bar,
  applies,
  judge(
    '复评',
    step('2', [
      event(21, { key_name: '核准', next_state: 3 }),
      event(23, { key_name: '否决', next_state: 91, need_remark: 1 }),
      event(24, { key_name: '退还', next_state: 0 }),
    ]),
  ),
  pays,
  booked,
  refused,
]);

let lab: TradeLab;
beforeAll(async () => {
  lab = await openTrade(FIRST);
});
beforeEach(() => lab.start(FIRST));
afterAll(() => lab.close());

const ops = indexOps(ALL_OPS);
const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
const ask = <T>(who: string, op: string, form: Record<string, unknown>): Promise<T> => call(who, `/flow?op=${op}`, form);
async function call<T>(who: string, path: string, form: Record<string, unknown>): Promise<T> {
  const session = await sessionFor(lab.base.db, who);
  const strings = Object.fromEntries(Object.entries({ cloud: 'repair', ...form }).map(([key, value]) => [key, String(value)]));
  return (await createDispatch(lab.house, ops)(ops.get(path)!, { form: strings, caller, session } as never)) as T;
}
const file = async () =>
  (await lab.decide('reporter', { event: 11, fields: { key_name: '修', cost: '50', judge: await idOf(lab, 'foreman') } })).id;
/** Step and what became of it, oldest first. */
const told = async (id: number) =>
  (await ask<{ rows: ProcessRow[] }>('foreman', 'Process', { id })).rows.map(
    (row) => `${row.step.key_name} ${row.label.key_name}${row.refused ? ' !' : ''}`,
  );
const waiting = ({ rows }: { rows: ProcessRow[] }) => rows.find((row) => row.finish_time === null)!;

describe('FLOW-09 rows of the process are named by the flow under which they were written', () => {
  it('a submission under a new version renames nothing that was decided before it', async () => {
    const id = await file();
    await lab.decide('foreman', { id, event: 23, remark: '金额不对' });
    const before = await told(id);
    await lab.start(LATER);
    expect(await told(id), 'with the applicant nothing is another').toEqual(before);
    await lab.decide('reporter', { id, event: 11 });
    expect(await told(id)).toEqual([`${applies.key_name} 名 e11`, '初评 打回', `${applies.key_name} 名 e11`, '复评 待审']);
    await lab.decide('foreman', { id, event: 23, remark: '不修了' });
    expect(await told(id)).toEqual([`${applies.key_name} 名 e11`, '初评 打回', `${applies.key_name} 名 e11`, '复评 否决 !']);
  });

  it('who comes late to his to-do of then reads how it was decided then, and the chart says what the return was', async () => {
    const id = await file();
    const todo = waiting(await ask('foreman', 'Process', { id })).id;
    await lab.decide('foreman', { id, event: 23, remark: '金额不对' });
    await lab.start(LATER);
    await lab.decide('reporter', { id, event: 11 });
    const late = await ask<{ code: number; data: { event: object } }>('foreman', 'CheckRight', { id, todo });
    expect(late).toMatchObject({ code: 102, data: { event: { zh_CN: '打回' } } });
    const chart = await ask<{ data: { returns: unknown[] } }>('foreman', 'Chart', { id });
    expect(chart.data.returns).toMatchObject([{ from: 2, to: 1, event: { key_name: '打回' } }]);
  });

  it('who decides once more, and the list of what was handled, read it as it was called then', async () => {
    const id = await file();
    const todo = waiting(await ask('foreman', 'Process', { id })).id;
    await lab.decide('foreman', { id, event: 23, remark: '金额不对' });
    const handled = async (who: string) => {
      const filters = JSON.stringify({ fields: { review_state: { op: 'in', value: [3, 5] }, rowid: id } });
      const { rows } = await call<{ rows: object[] }>(who, '/app?op=Page', { cloud: 'todo', fields: 'event_name,event_name_en', filters });
      return rows.map((row) => (row as { event_name: string }).event_name);
    };
    expect(await handled('foreman')).toEqual(['打回']);
    await lab.start(LATER);
    await lab.decide('reporter', { id, event: 11 });
    expect(await handled('foreman'), 'by the first version').toEqual(['打回']);
    const again = lab.decide('foreman', { id, todo, event: 23, remark: '不' });
    await expect(again).rejects.toMatchObject({ code: 311, remark: '$flow_decided', data: { event: { zh_CN: '打回' } } });
    await lab.decide('foreman', { id, event: 23, remark: '不修了' });
    expect(await handled('foreman')).toEqual(['否决', '打回']);
    expect(await handled('reporter'), 'what came back to him').toEqual(['名 e11']);
  });

  it('a flow of before is read from the database once, in a transaction or beside it', async () => {
    await file();
    await lab.start(LATER);
    const { db } = lab.house;
    const [published] = await db.query<{ id: number }>('select max(id) as id from fw.flow_def');
    const asked: string[] = [];
    const counting = ({ query }: Tx) =>
      houseAt(lab.house, {
        query: (text, values) => {
          asked.push(text);
          return query(text, values);
        },
      }).db;
    const first = await publishedDef(counting(db), published!.id);
    expect(await db.tx((tx) => publishedDef(counting(tx), published!.id))).toBe(first);
    expect([asked.length, first.states.length > 0]).toEqual([1, true]);
  });

  it('a case that was taken over: what waits goes by the new version, what was decided does not', async () => {
    const [open, decided] = [await file(), await file()];
    await lab.decide('foreman', { id: decided, event: 21, remark: '可' });
    await lab.start(LATER);
    expect((await told(open)).at(-1)).toBe('初评 待审');
    for (const id of [open, decided])
      expect(await ask('root', 'Migrate', { id, remark: '新规定', confirm: 1 })).toMatchObject({ rows: [{ code: 200 }] });
    expect((await told(open)).at(-1)).toBe('复评 待审');
    expect((await told(decided))[1]).toBe('初评 通过');
    await lab.decide('foreman', { id: open, event: 21, remark: '可' });
    expect((await told(open))[1]).toBe('复评 核准');
  });

  it('what was taken back before it was decided keeps the step that it was at', async () => {
    const id = await file();
    await ask('reporter', 'Revoke', { id, remark: '再看看', confirm: 1 });
    await lab.start(LATER);
    await lab.decide('reporter', { id, event: 11 });
    const rows = await told(id);
    expect([rows[1], rows.at(-1)]).toEqual(['初评 已撤回', '复评 待审']);
  });
});
