import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PEOPLE, type Person } from '#server/flow/act/testing.ts';
import { auditCases } from '#server/flow/kernel/testing-replay.ts';
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
const disable = (who: Person) => db('update app."user" set status = 2 where id = $1', [PEOPLE[who]]);
afterEach(() => db('update app."user" set status = 1 where company_id = 1 and id <> 15'));
const page = async (who: Person | 'admin', id: number) => (await desk.ask(who, '/app?op=Show', { cloud, id })).data;
const ops = (data: Record<string, unknown>) => (data._actions as { op: string }[]).map((action) => action.op);
const rowsOf = (id: number) => db('select review_entity, done_entity, review_state from fw.flow_todo where rowid = $1 order by id', [id]);

describe('FLOW-01 what waits for somebody who has left', () => {
  it('fault 35 a holder who is disabled: an administrator decides in his place, and the log says both', async () => {
    const id = await desk.filed();
    expect(ops(await page('admin', id))).not.toContain('Review');
    expect((await desk.modify('admin', id, 21)).code).toBe(312);
    await disable('depthead');
    expect((await desk.modify('viewer', id, 21)).code).toBe(312);
    const seen = await page('admin', id);
    expect(ops(seen)).toContain('Review');
    expect(seen.page).toMatchObject({ turn: { behalf: { id: PEOPLE.depthead } } });
    expect((await desk.ask('admin', '/flow?op=CheckRight', { cloud, id })).data).toMatchObject({
      op: 'Review',
      behalf: { id: PEOPLE.depthead },
    });
    expect((await desk.ask('admin', '/flow?op=Reviewer', { cloud, id, event: 21 })).data).toMatchObject({ decides: 1 });
    const [listed] = (await desk.ask('admin', '/app?op=Page', { cloud, filters: { fields: { id } } })).rows;
    expect(ops(listed!)).toContain('Review');
    expect(await desk.modify('admin', id, 21)).toMatchObject({ code: 200, data: { outcome: 'moved' } });
    expect((await rowsOf(id))[1]).toEqual({ review_entity: PEOPLE.depthead, done_entity: 1, review_state: 3 });
    const log = (await desk.ask('applicant', '/flow?op=Process', { cloud, id })).rows;
    expect(log[1]).toMatchObject({ review_entity: { id: PEOPLE.depthead }, done_entity: { id: 1 } });
  });

  it('one of four signers: an administrator signs for him alone, as what he was asked as', async () => {
    const id = await desk.atCountersign();
    await disable('finance');
    expect((await page('admin', id)).page).toMatchObject({ turn: { roles: ['finance'], behalf: { id: PEOPLE.finance } } });
    expect((await desk.modify('admin', id, 41, { todo: await desk.todoOf('legal', id) })).code).toBe(312);
    expect((await desk.modify('admin', id, 41, { finance_price: '5' })).code).toBe(200);
    for (const who of ['legal', 'tech', 'safety'] as const) expect((await desk.modify(who, id, 41)).code).toBe(200);
    expect((await desk.modify('vicepres', id, 53)).code).toBe(200);
  });

  it('several who have left: the administrator names the row', async () => {
    const id = await desk.atCountersign();
    await disable('finance');
    await disable('legal');
    expect(await desk.modify('admin', id, 41)).toMatchObject({ code: 314, remark: '$flow_need_todo' });
    for (const who of ['finance', 'legal'] as const)
      expect((await desk.modify('admin', id, 41, { todo: await desk.todoOf(who, id) })).code).toBe(200);
  });

  it('who comes back has his row again', async () => {
    const id = await desk.filed();
    await disable('depthead');
    await db('update app."user" set status = 1 where id = $1', [PEOPLE.depthead]);
    expect((await desk.modify('admin', id, 21)).code).toBe(312);
    expect((await desk.modify('depthead', id, 21)).code).toBe(200);
  });

  it('an applicant who has left does not get it back: the administrators do, and send it again or end it', async () => {
    const id = await desk.filed();
    await disable('applicant');
    expect((await desk.ask('depthead', '/flow?op=Reviewer', { cloud, id, event: 22 })).rows).toMatchObject([{ id: 1 }]);
    expect(await desk.modify('depthead', id, 22, { remark: '补充' })).toMatchObject({
      code: 200,
      data: { outcome: 'returned', holders: [{ id: 1 }] },
    });
    expect(ops(await page('admin', id))).toContain('Modify');
    expect((await desk.modify('admin', id, 11, { scale: '一座仓库' })).code).toBe(200);
    expect((await rowsOf(id)).at(-2)).toEqual({ review_entity: 1, done_entity: 1, review_state: 3 });
    expect((await desk.modify('depthead', id, 21)).code).toBe(200);
    const back = await desk.todoOf('applicant', id);
    expect(await desk.modify('investmgr', id, 32, { remark: '缺材料', back_id: back })).toMatchObject({
      code: 200,
      data: { holders: [{ id: 1 }] },
    });
    expect((await desk.modify('admin', id, 12, { remark: '不再实施' })).data).toMatchObject({ outcome: 'cancelled' });
  });

  it('a draft of one who has left is an administrator’s to send or delete, and nobody else’s', async () => {
    const { data } = await desk.ask('applicant', '/app?op=Add', { cloud, key_name: '未提交' });
    const id = Number(data.id);
    expect((await desk.ask('admin', '/app?op=Modify', { cloud, id, key_name: 'x' })).code).toBe(312);
    await disable('applicant');
    expect((await desk.ask('admin', '/app?op=Modify', { cloud, id, key_name: 'x' })).code).toBe(200);
    expect((await desk.ask('admin', '/app?op=Delete', { cloud, id })).code).toBe(200);
  });

  it('a reviewer who has left is no goal of a return', async () => {
    const id = await desk.atCountersign();
    await disable('investmgr');
    const { data } = await desk.ask('legal', '/flow?op=Reviewer', { cloud, id, event: 42 });
    expect((data.backs as { back_state: number }[]).map((row) => row.back_state)).toEqual([1]);
    expect((await desk.modify('legal', id, 42, { remark: 'x', back_id: await desk.todoOf('investmgr', id) })).code).toBe(303);
  });

  it('nobody who has left is asked: the sender is told which role lacks, and Reviewer says so before', async () => {
    const id = await desk.filed();
    await desk.modify('depthead', id, 21);
    await disable('safety');
    const refusal = {
      code: 314,
      remark: '$flow_no_role',
      data: { step: { zh_CN: '专业会签', en_US: 'Countersignatures' }, role: { zh_CN: '安环会签' } },
    };
    expect(await desk.ask('investmgr', '/flow?op=Reviewer', { cloud, id, event: 31 })).toMatchObject(refusal);
    expect(await desk.modify('investmgr', id, 31, { review_no: 'x' })).toMatchObject(refusal);
    await db('update app."user" set status = 1 where id = $1', [PEOPLE.safety]);
    expect((await desk.modify('investmgr', id, 31, { review_no: 'x' })).code).toBe(200);
  });
});

describe('FLOW-02 nobody signs his own case, by the wire', () => {
  it('the applicant is the only one of a role: the leader above signs, and Process names him beforehand', async () => {
    await db(`update app."user" set role_entities = role_entities || (select role_entities from app."user" where id = 2) where id = 7`);
    await db('update fw.file set create_entity = 7 where rowid is null');
    const tech = desk.as.applicant;
    desk.as.applicant = await desk.lab.as('tech');
    try {
      const id = await desk.filed();
      const { data } = await desk.ask('applicant', '/flow?op=Process', { cloud, id });
      const ahead = (data.steps as { state: number; who: { id: number }[] }[]).find((step) => step.state === 4)!;
      expect(ahead.who.map((one) => one.id)).toEqual([5, 6, 3, 8]);
      await desk.modify('depthead', id, 21);
      expect((await desk.ask('investmgr', '/flow?op=Reviewer', { cloud, id, event: 31 })).data).toMatchObject({ barred: [PEOPLE.tech] });
      expect((await desk.modify('investmgr', id, 31, { review_no: 'x', reviewers: ',5,6,3,8,7,' })).remark).toBe('$flow_self_named');
      await desk.modify('investmgr', id, 31, { review_no: 'x' });
      const holders = await db('select review_entity, roles from fw.flow_todo where rowid = $1 and back_state = 4 order by id', [id]);
      expect(holders.map((row) => [row.review_entity, row.roles])).toEqual([
        [5, ['finance']],
        [6, ['legal']],
        [3, ['tech']],
        [8, ['safety']],
      ]);
    } finally {
      desk.as.applicant = tech;
    }
  });
});
