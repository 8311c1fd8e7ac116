import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PEOPLE, type Person } from '#server/flow/act/testing.ts';
import { auditCases } from '#server/flow/kernel/testing-replay.ts';
import { type Answer, type Caller, type FlowDesk, openFlowDesk } from './testing-desk.ts';

let desk: FlowDesk;
beforeAll(async () => {
  desk = await openFlowDesk();
});
afterAll(() => desk.lab.close());

const act = (who: Caller | null, op: string, id: number, said: Record<string, unknown> = {}): Promise<Answer> =>
  desk.ask(who, `/flow?op=${op}`, { cloud: 'initiation', id, remark: '说明', ...said });
const people = (...who: Person[]) => who.map((one) => PEOPLE[one]).join();
const rows = async (id: number) =>
  (
    await desk.lab.base.db.query<{ who: number; state: number }>(
      'select review_entity as who, review_state as state from fw.flow_todo where rowid = $1 order by id',
      [id],
    )
  ).map(({ who, state }) => `${Object.entries(PEOPLE).find(([, one]) => one === who)?.[0] ?? who}:${state}`);
const process = async (who: Caller, id: number) => {
  const { code, rows: log, data } = await desk.ask(who, '/flow?op=Process', { cloud: 'initiation', id });
  expect(code).toBe(200);
  return { log, acts: data.acts as { op: string; off?: { code: number; remark: string } }[] };
};
const actsOf = async (who: Caller, id: number) => (await process(who, id)).acts.map(({ op, off }) => (off ? `${op} ${off.remark}` : op));
const told = async (who: Person) =>
  desk.lab.base.db.query<{ kind: number; said: string; said_by: number; rowid: number }>(
    'select kind, said, said_by, rowid from fw.notice where user_entity = $1 and kind in (6, 7) order by id',
    [PEOPLE[who]],
  );
const outbox = async (who: Person) =>
  (
    await desk.lab.base.db.query<{ kind: string }>('select kind from fw.outbox where user_id = $1 order by id desc limit 1', [PEOPLE[who]])
  )[0]?.kind;

describe('FLOW-05 WIRE-04 who may not', () => {
  const ALL = ['Relay', 'Reply', 'RevokeRelay', 'Assign', 'AddSign', 'RemoveSign', 'Copy', 'Urge', 'Revoke'];
  const more = (op: string) => ({ ...(op === 'AddSign' ? { place: 'with' } : {}), ...(op === 'RemoveSign' ? { todo: 1 } : {}) });

  it('nobody who is not signed in, nobody of another company, and not of what has no flow', async () => {
    const id = await desk.filed();
    for (const op of ALL) {
      expect((await act(null, op, id, more(op))).code, op).toBe(401);
      expect([312, 315], op).toContain((await act('stranger', op, id, more(op))).code);
      expect((await desk.ask('admin', `/flow?op=${op}`, { cloud: 'department', id: 1, ...more(op) })).code, op).toBe(403);
      expect((await act('admin', op, 99_999_999, more(op))).code, op).toBe(315);
    }
    expect(await rows(id)).toEqual(['applicant:1', 'depthead:2']);
  });

  it('who has nothing to do with a case does nothing in it', async () => {
    const id = await desk.filed();
    for (const [op, said] of [
      ['Relay', { reviewers: people('finance') }],
      ['Assign', { reviewers: people('finance') }],
      ['AddSign', { reviewers: people('finance'), place: 'with' }],
      ['Reply', {}],
      ['RevokeRelay', {}],
      ['Revoke', { confirm: 1 }],
    ] as const)
      expect((await act('admin', op, id, said)).code, op).toBe(312);
    expect((await act('admin', 'Urge', id)).code).toBe(311);
  });
});

describe('FLOW-05 WIRE-04 an opinion is asked for', () => {
  it('the question stands with who was asked, the answer with who gave it; the record is his to see meanwhile', async () => {
    const id = await desk.filed();
    expect((await act('depthead', 'Relay', id, { reviewers: people('finance', 'legal'), remark: '资金来源可靠吗？' })).code).toBe(200);
    expect(await rows(id)).toEqual(['applicant:1', 'depthead:2', 'finance:4', 'legal:4']);
    expect(await outbox('finance')).toBe('asked');
    expect((await desk.ask('finance', '/sys?op=Counts', {})).data).toMatchObject({ todo: 1, answer: 1 });
    expect((await desk.modify('depthead', id, 21)).remark).toBe('$flow_blocked');
    expect(await actsOf('depthead', id)).toEqual(['Relay', 'AddSign $flow_blocked', 'Assign $flow_blocked', 'Copy', 'Urge', 'RevokeRelay']);
    expect(await actsOf('finance', id)).toEqual(['Reply', 'Copy', 'Urge $flow_urge_nobody']);
    const { data } = await desk.ask('finance', '/flow?op=CheckRight', { cloud: 'initiation', id });
    expect(data).toMatchObject({ op: 'Reply', reply_user: { id: PEOPLE.depthead } });
    expect((await desk.ask('finance', '/app?op=Show', { cloud: 'initiation', id })).code).toBe(200);
    expect((await act('finance', 'Reply', id, { remark: '' })).code).toBe(314);
    expect((await act('finance', 'Reply', id, { remark: '可靠' })).code).toBe(200);
    expect((await desk.ask('finance', '/sys?op=Counts', {})).data).toMatchObject({ todo: 0, answer: 0 });
    expect(await outbox('depthead')).toBe('replied');
    expect((await act('finance', 'Reply', id)).code).toBe(312);
    const { log } = await process('applicant', id);
    expect(log.slice(2)).toMatchObject([
      { asked: '资金来源可靠吗？', remark: '可靠', review_entity: { id: PEOPLE.finance }, create_entity: { id: PEOPLE.depthead } },
      { asked: '资金来源可靠吗？', remark: '' },
    ]);
    expect((await act('depthead', 'RevokeRelay', id)).code).toBe(200);
    expect((await desk.modify('depthead', id, 21)).code).toBe(200);
    expect(await rows(id)).toEqual(['applicant:1', 'depthead:3', 'finance:5', 'legal:9', 'investmgr:2']);
  });

  it('it is a to-do that he answers, and counts for him', async () => {
    const id = await desk.filed();
    await act('depthead', 'Relay', id, { reviewers: people('safety') });
    const { rows: mine } = await desk.ask('safety', '/app?op=Page', {
      cloud: 'todo',
      fields: 'key_name,rowid,asked,review_state',
      filters: { fields: { rowid: id } },
    });
    expect(mine).toMatchObject([{ rowid: id, asked: '说明', review_state: { id: 4 } }]);
  });
});

describe('FLOW-05 WIRE-04 a to-do is passed on', () => {
  it('who gets it decides; who gave it away learns who has it', async () => {
    const id = await desk.filed();
    const { data } = await act('depthead', 'Assign', id, { reviewers: people('finance') });
    expect(data.holders).toEqual([{ id: PEOPLE.finance, key_name: 'finance' }]);
    expect(await outbox('finance')).toBe('turned');
    expect(await rows(id)).toEqual(['applicant:1', 'depthead:8', 'finance:13']);
    expect(await desk.modify('depthead', id, 21, { todo: await desk.todoOf('depthead', id) })).toMatchObject({
      ...{ code: 311, remark: '$flow_handed_on', data: { name: { id: PEOPLE.finance } } },
    });
    expect(await actsOf('finance', id)).toEqual(['Relay', 'AddSign', 'Assign $flow_assign_again', 'Copy', 'Urge $flow_urge_nobody']);
    expect((await desk.modify('finance', id, 21)).code).toBe(200);
  });

  it('twice at once it goes to one', async () => {
    const id = await desk.filed();
    const both = await Promise.all(['finance', 'legal'].map((who) => act('depthead', 'Assign', id, { reviewers: people(who as Person) })));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 311]);
    expect((await rows(id)).filter((row) => row.endsWith(':13'))).toHaveLength(1);
  });

  it('a countersignature is one’s own; the applicant gets nothing of his', async () => {
    const id = await desk.atCountersign();
    expect((await act('finance', 'Assign', id, { reviewers: people('president') })).remark).toBe('$flow_assign_countersign');
    const other = await desk.filed();
    expect((await act('depthead', 'Assign', other, { reviewers: people('applicant') })).remark).toBe('$flow_self_named');
    expect(await act('depthead', 'Assign', other, { reviewers: people('depthead') })).toMatchObject({
      ...{ code: 310, remark: '$flow_twice', data: { name: { id: PEOPLE.depthead, key_name: 'depthead' } } },
    });
  });
});

describe('FLOW-03 FLOW-05 signers are added and taken off', () => {
  it('one more must sign; whoever added him takes him off again', async () => {
    const id = await desk.atCountersign();
    expect((await act('finance', 'AddSign', id, { reviewers: people('president'), place: 'with', remark: '请总经理先看' })).code).toBe(200);
    const { log } = await process('finance', id);
    const row = log.at(-1)!;
    expect(row).toMatchObject({ asked: '请总经理先看', added: 1, removable: 1, urgeable: 1, create_entity: { id: PEOPLE.finance } });
    expect((await process('legal', id)).log.at(-1)).not.toHaveProperty('removable');
    expect((await act('legal', 'RemoveSign', id, { todo: row.id })).remark).toBe('$flow_remove_sign_who');
    expect((await act('finance', 'RemoveSign', id, { todo: row.id })).code).toBe(200);
    expect((await rows(id)).at(-1)).toBe('president:10');
  });

  it('an administrator takes off whom the flow found, unless the definition demands him', async () => {
    const id = await desk.atCountersign();
    const todo = await desk.todoOf('legal', id);
    expect((await act('admin', 'RemoveSign', id, { todo })).remark).toBe('$flow_remove_sign_bound');
    expect((await process('admin', id)).log.some(({ removable }) => removable)).toBe(false);
  });

  it('before me, after me', async () => {
    const id = await desk.filed();
    await act('depthead', 'AddSign', id, { reviewers: people('finance'), place: 'before' });
    await desk.modify('finance', id, 21);
    await act('depthead', 'AddSign', id, { reviewers: people('legal'), place: 'after' });
    await desk.modify('depthead', id, 21);
    expect(await rows(id)).toEqual(['applicant:1', 'depthead:3', 'finance:3', 'legal:7']);
    expect((await desk.modify('legal', id, 21)).code).toBe(200);
    expect((await rows(id)).at(-1)).toBe('investmgr:2');
  });

  it('place is demanded, and one of three', async () => {
    const id = await desk.filed();
    expect((await act('depthead', 'AddSign', id, { reviewers: people('finance') })).code).toBe(314);
    expect((await act('depthead', 'AddSign', id, { reviewers: people('finance'), place: 'beside' })).code).toBe(317);
    expect((await act('depthead', 'AddSign', id, { reviewers: 'x', place: 'with' })).code).toBe(317);
  });
});

describe('FLOW-05 others read it', () => {
  it('with why; opened it is read, and the log says so', async () => {
    const id = await desk.filed();
    expect((await act('applicant', 'Copy', id, { copies: people('president') })).code).toBe(200);
    expect(await outbox('president')).toBe('cc');
    await desk.ask('president', '/app?op=Show', { cloud: 'initiation', id });
    expect((await rows(id)).at(-1)).toBe('president:12');
    expect((await act('applicant', 'Copy', id, { copies: '' })).code).toBe(314);
    expect((await act('applicant', 'Copy', id, { copies: Array.from({ length: 21 }, (_, n) => n + 1).join() })).code).toBe(341);
  });
});

describe('FLOW-05 what was sent on is taken back', () => {
  it('it says first what it undoes; then it is the applicant’s again, and who had it learns why', async () => {
    const id = await desk.filed();
    const shown = await desk.ask('applicant', '/app?op=Show', { cloud: 'initiation', id });
    expect(shown.data.page).toMatchObject({ show_revoke: true });
    expect(await act('applicant', 'Revoke', id)).toMatchObject({
      ...{ code: 100, remark: '$flow_revoke_warn' },
      data: { step: { zh_CN: '申请', en_US: expect.any(String) }, people: { zh_CN: 'depthead', en_US: 'depthead' } },
    });
    expect(await rows(id)).toEqual(['applicant:1', 'depthead:2']);
    expect(await act('applicant', 'Revoke', id, { confirm: 1, remark: '' })).toMatchObject({ code: 314, remark: '$flow_revoke_why' });
    const todo = await desk.todoOf('depthead', id);
    expect((await act('applicant', 'Revoke', id, { confirm: 1, remark: '金额要改' })).code).toBe(200);
    expect(await rows(id)).toEqual(['applicant:1', 'depthead:9', 'applicant:2']);
    expect((await told('depthead')).at(-1)).toMatchObject({ kind: 7, said: '金额要改', said_by: PEOPLE.applicant, rowid: id });
    expect(await outbox('depthead')).toBe('withdrawn');
    // his page, his decision and CheckRight say that it was taken back, not that it was decided
    const by = { id: PEOPLE.applicant };
    const { page } = (await desk.ask('depthead', '/app?op=Show', { cloud: 'initiation', id, todo })).data;
    expect(page).toMatchObject({ closed: { by, withdrawn: 1, step: { key_name: '申请' } } });
    const late = { remark: '$flow_withdrawn', data: { name: by, step: { zh_CN: '申请' } } };
    expect(await desk.ask('depthead', '/flow?op=CheckRight', { cloud: 'initiation', id, todo })).toMatchObject({ code: 102, ...late });
    expect(await desk.ask('depthead', '/app?op=Modify', { cloud: 'initiation', id, todo, _event: 21 })).toMatchObject({
      code: 311,
      ...late,
    });
    const again = await desk.ask('applicant', '/app?op=Modify', { cloud: 'initiation', id, _event: 11 });
    expect(again.code).toBe(200);
  });

  it('not when the next has decided: who, how and where it is', async () => {
    const id = await desk.filed();
    await desk.modify('depthead', id, 21);
    expect(await act('applicant', 'Revoke', id, { confirm: 1 })).toMatchObject({ code: 312, remark: '$flow_revoke_other' });
    await desk.modify('investmgr', id, 31, { review_no: `R${id}` });
    expect((await desk.ask('investmgr', '/app?op=Show', { cloud: 'initiation', id })).data.page).toMatchObject({ show_revoke: true });
    await desk.modify('legal', id, 41, { remark: '同意' });
    expect(await act('investmgr', 'Revoke', id)).toMatchObject({
      ...{ code: 311, remark: '$flow_decided', data: { name: { id: PEOPLE.legal } } },
    });
    expect((await desk.ask('investmgr', '/app?op=Show', { cloud: 'initiation', id })).data.page).toMatchObject({ show_revoke: false });
  });

  it('fault 34 against a decision at once one of the two happens', async () => {
    const id = await desk.filed();
    const [back, on] = await Promise.all([act('applicant', 'Revoke', id, { confirm: 1 }), desk.modify('depthead', id, 21)]);
    expect([back!.code, on!.code].filter((code) => code === 200)).toHaveLength(1);
  });
});

describe('FLOW-05 who has it is asked to hurry', () => {
  it('he reads by whom and why, once in ten minutes', async () => {
    const id = await desk.filed();
    expect((await act('applicant', 'Urge', id, { remark: '周五前要用' })).code).toBe(200);
    expect((await told('depthead')).at(-1)).toMatchObject({ kind: 6, said: '周五前要用', said_by: PEOPLE.applicant, rowid: id });
    expect(await outbox('depthead')).toBe('urge');
    expect(await act('applicant', 'Urge', id)).toMatchObject({ code: 311, remark: '$flow_urge_soon', data: { minutes: 10 } });
    expect((await process('applicant', id)).log.at(-1)).toMatchObject({ urge_time: expect.stringMatching(/^2026-/) });
  });

  it('DESK-03 the applicant’s list says since when it is there and when it was hurried, as long as he may see the record', async () => {
    const [id, ended] = [await desk.filed(), await desk.filed()];
    expect((await act('applicant', 'Urge', id)).code).toBe(200);
    expect((await desk.modify('depthead', ended, 21)).code).toBe(200);
    expect((await desk.modify('investmgr', ended, 33, { remark: '不符合规划' })).code).toBe(200);
    const mine = (where: string) =>
      desk.ask('applicant', '/app?op=Page', {
        cloud: 'todo',
        fields: 'rowid,case_since,case_urged',
        filters: { fields: { review_state: { op: 'in', value: [1] }, rowid: { op: 'in', value: [id, ended] } }, where },
      });
    const time = expect.stringMatching(/^2026-/);
    expect((await mine('case_end is empty & case_state > 1')).rows).toMatchObject([{ rowid: id, case_since: time, case_urged: time }]);
    expect((await mine('case_end is not empty')).rows).toMatchObject([{ rowid: ended, case_since: time, case_urged: null }]);
    expect((await mine('case_end is empty & case_state <= 1')).rows).toEqual([]);
    await desk.lab.base.db.query('update app."initiation" set deleted_time = now() where id = $1', [id]);
    const [gone] = (await mine('')).rows.filter(({ rowid }) => rowid === id);
    expect([gone?.case_since ?? null, gone?.case_urged ?? null]).toEqual([null, null]);
    await desk.lab.base.db.query('update app."initiation" set deleted_time = null where id = $1', [id]);
  });

  it('FLOW-07 what waits for an answer and one’s own application say that it is urgent, until it is over, as long as one may see the record', async () => {
    const [id, calm] = [await desk.filed(), await desk.filed()];
    for (const each of [id, calm]) await desk.modify('depthead', each, 21);
    await desk.modify('investmgr', calm, 31, { review_no: `R${calm}` });
    const sent = await desk.modify('investmgr', id, 34, { review_no: `R${id}`, limit_time: '2030-01-01 09:00:00' });
    expect(sent.code, sent.remark).toBe(200);
    expect((await act('legal', 'Relay', id, { reviewers: ',14,', remark: '合同如何？' })).code).toBe(200);
    const of = async (who: Parameters<typeof act>[0], states: number[]) => {
      const filters = { fields: { review_state: { op: 'in', value: states }, rowid: { op: 'in', value: [id, calm] } } };
      const { rows } = await desk.ask(who, '/app?op=Page', { cloud: 'todo', fields: 'rowid,urgent,case_urgent', filters });
      return rows.map(({ rowid, urgent, case_urgent }) => [
        rowid === id,
        (urgent as { id: number }).id,
        (case_urgent as { id: number } | undefined)?.id,
      ]);
    };
    expect((await of('applicant', [1])).sort()).toEqual([
      [false, 0, 0],
      [true, 0, 1],
    ]);
    expect(await of('viewer', [4])).toEqual([[true, 0, 1]]);
    await desk.lab.base.db.query('update app."initiation" set deleted_time = now() where id = $1', [id]);
    expect((await of('applicant', [1])).find(([urgent]) => urgent)?.[2]).toBeUndefined();
    await desk.lab.base.db.query('update app."initiation" set deleted_time = null where id = $1', [id]);
    const back = await desk.modify('finance', id, 42, { remark: 'x', back_id: await desk.todoOf('applicant', id) });
    expect(back.code, back.remark).toBe(200);
    expect((await of('applicant', [1])).find(([urgent]) => urgent)?.[2]).toBe(0);
  });

  it('FLOW-06 what is late is found and stands first by when it is due', async () => {
    const [later, late] = [await desk.filed(), await desk.filed()];
    const due = (id: number, hours: number) =>
      desk.lab.base.db.query(
        `update fw.flow_todo set late_time = $2::timestamptz + $3::int * interval '1 hour' where rowid = $1 and review_state = 2`,
        [id, desk.lab.house.clock.now(), hours],
      );
    await due(later, 1);
    await due(late, -1);
    const ask = async (fields: object, sort: readonly string[][] = []) => {
      const filters = {
        fields: { review_state: { op: 'in', value: [2, 7, 13] }, rowid: { op: 'in', value: [later, late] }, ...fields },
        sort,
      };
      const { code, rows: found } = await desk.ask('depthead', '/app?op=Page', { cloud: 'todo', fields: 'rowid,due_time', filters });
      expect(code).toBe(200);
      return found;
    };
    const sorted = await ask({}, [['due_time', 'asc']]);
    expect(sorted.map(({ rowid }) => rowid)).toEqual([late, later]);
    const between = String(sorted[0]!.due_time).slice(0, 17);
    expect((await ask({ due_time: { op: '<', value: `${between}59` } })).map(({ rowid }) => rowid)).toEqual([late]);
  });

  it('a request that is sent twice asks once', async () => {
    const id = await desk.filed();
    const _rid = crypto.randomUUID();
    const one = await act('applicant', 'Urge', id, { _rid });
    const two = await act('applicant', 'Urge', id, { _rid });
    expect([one.code, two.code]).toEqual([200, 200]);
    expect((await told('depthead')).filter(({ rowid }) => rowid === id)).toHaveLength(1);
  });
});

describe('FLOW-01 what is kept of all this', () => {
  it('I8 the log folds to the rows, decides the same again, and the records agree', async () => {
    expect(await auditCases(desk.lab.house, 'initiation')).toEqual([]);
  });
});
