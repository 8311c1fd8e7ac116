import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PEOPLE, type Person } from '#server/flow/act/testing.ts';
import { type FlowDesk, openFlowDesk } from './testing-desk.ts';

const cloud = 'initiation';
let desk: FlowDesk;
beforeAll(async () => {
  desk = await openFlowDesk();
});
afterAll(() => desk.lab.close());

/** Who changed it last and when, as its page says it, and as the newest entry of its history does. */
async function last(id: number) {
  const { data } = await desk.ask('admin', '/app?op=Show', { cloud, id });
  const { rows } = await desk.ask('admin', '/app?op=History', { cloud, id });
  return {
    page: [(data.modify_entity as { id: number } | null)?.id, data.modify_time],
    history: [(rows[0]!.actor as { id: number } | null)?.id, rows[0]!.time],
  };
}

async function told(id: number, who: Person): Promise<void> {
  const { page, history } = await last(id);
  expect(page, who).toEqual(history);
  expect(page[0], who).toBe(PEOPLE[who]);
}

describe('FORM-01 who changed a record last, and when, are of one act', () => {
  it('the first submission is the change of who submitted', async () => {
    await told(await desk.filed(), 'applicant');
  });

  it('a decision that writes no field is the change of who decided: an approval, a signature, a return, a refusal', async () => {
    const id = await desk.filed();
    await desk.modify('depthead', id, 21);
    await told(id, 'depthead');
    await desk.modify('investmgr', id, 31, { review_no: `N${id}` });
    await told(id, 'investmgr');
    await desk.modify('finance', id, 41, { finance_price: '5' });
    await told(id, 'finance');
    await desk.modify('legal', id, 41);
    await told(id, 'legal');
    await desk.ask('tech', '/flow?op=Reject', { cloud, id, remark: '不妥', back_id: await desk.todoOf('investmgr', id) });
    await told(id, 'tech');
  });

  it('the time of a decision is the one that the process tells', async () => {
    const id = await desk.filed();
    await desk.modify('depthead', id, 21);
    const { rows } = await desk.ask('admin', '/flow?op=Process', { cloud, id });
    const { page } = await last(id);
    expect(page[1]).toBe(rows[1]!.finish_time);
  });

  it('FLOW-08 what an approval writes is the applicant’s, and the act of who approved', async () => {
    const id = await desk.atCountersign('900');
    for (const who of ['finance', 'legal', 'tech', 'safety'] as const)
      expect((await desk.modify(who, id, 41, who === 'finance' ? { finance_price: '900' } : {})).code).toBe(200);
    expect((await desk.modify('vicepres', id, 51)).data.review_state).toMatchObject({ id: 90 });
    const [row] = await desk.lab.base.db.query<{ id: number }>('select id from app.project where initiation_entity = $1', [id]);
    const { data } = await desk.ask('admin', '/app?op=Show', { cloud: 'project', id: row!.id });
    const { rows } = await desk.ask('admin', '/app?op=History', { cloud: 'project', id: row!.id });
    expect(rows.map(({ op, actor, time }) => [op, (actor as { id: number }).id, time])).toEqual([
      ['Add', PEOPLE.vicepres, data.create_time],
    ]);
    expect(data).toMatchObject({
      create_entity: { id: PEOPLE.applicant },
      modify_entity: { id: PEOPLE.vicepres },
      modify_time: data.create_time,
    });
    await told(id, 'vicepres');
  });
});
