import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { application, type FlowLab, openFlowLab, PEOPLE, type Person } from '#server/flow/act/testing.ts';
import type { Session } from '#server/meta/session.ts';
import { createDispatch, indexOps } from '../dispatch.ts';
import { ALL_OPS } from '../registry.ts';

interface Answer {
  code: number;
  data: Record<string, unknown>;
  rows: Record<string, unknown>[];
}
let lab: FlowLab;
const as = {} as Record<Person | 'admin' | 'stranger', Session>;
let dispatch: ReturnType<typeof createDispatch>;
const ops = indexOps(ALL_OPS);
beforeAll(async () => {
  lab = await openFlowLab();
  for (const who of [...Object.keys(PEOPLE), 'admin'] as Person[]) as[who] = await lab.as(who);
  as.stranger = await lab.as('stranger', { company: 'other' });
  dispatch = createDispatch(lab.house, ops);
});
afterAll(() => lab.close());

const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
async function ask(who: keyof typeof as | null, name: string, form: Record<string, unknown>, background = false): Promise<Answer> {
  const strings = Object.fromEntries(
    Object.entries(form).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
  try {
    const incoming = { form: strings, caller, session: who && as[who], background };
    const answer = await dispatch(ops.get(name)!, incoming as Parameters<typeof dispatch>[1]);
    return { code: 200, data: {}, rows: [], ...(answer as Partial<Answer>) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, data: error.data as Record<string, unknown>, rows: [] };
  }
}
const cloud = 'initiation';
async function act(who: Person | 'admin', id: number, _event: number, rest: Record<string, unknown> = {}): Promise<void> {
  expect(await ask(who, '/app?op=Modify', { cloud, id, _event, ...rest })).toMatchObject({ code: 200 });
}
async function filed(): Promise<number> {
  const { fields, subtables } = application('900');
  return Number((await ask('applicant', '/app?op=Add', { cloud, ...fields, _subtables: subtables, _event: 11 })).data.id);
}

const rowOf = async (who: Person, id: number) =>
  (
    await lab.base.db.query<{ id: number }>('select max(id) as id from fw.flow_todo where rowid = $1 and review_entity = $2', [
      id,
      PEOPLE[who],
    ])
  )[0]!.id;

const listed = async (who: keyof typeof as, id: number) => {
  const { rows } = await ask(who, '/app?op=Page', { cloud, fields: 'key_name,review_entity', filters: { fields: { id } } });
  return rows[0]?._returned;
};
const shown = async (who: keyof typeof as, id: number) => (await ask(who, '/app?op=Show', { cloud, id })).data._returned;
const TODO = 'key_name,code,rowid,returned_by,returned_remark,returned_event';
const waiting = async (who: Person, id: number) => {
  const fields = { review_state: { op: 'in', value: [2, 4, 7, 13] }, rowid: id };
  const { rows } = await ask(who, '/app?op=Page', { cloud: 'todo', fields: TODO, filters: { fields } });
  return rows.map(({ returned_by, returned_remark, returned_event }) => [
    (returned_by as { id: number } | null)?.id ?? null,
    returned_remark,
    returned_event,
  ]);
};
const because = (by: Person, event_id: number, remark: string) => ({
  ...{ by: { id: PEOPLE[by], key_name: by }, event_id, remark },
  time: expect.stringMatching(/^2026-11-2\d \d\d:\d\d:\d\d$/),
});

describe('FLOW-04 a record that was sent back says so, by whom and why', () => {
  it('FLOW-04 to the applicant, in the list, in the record and in his to-do; once he sends it on it says so no more', async () => {
    const id = await filed();
    expect([await listed('applicant', id), await shown('applicant', id), await waiting('depthead', id)]).toEqual([
      undefined,
      undefined,
      [[null, null, null]],
    ]);
    await act('depthead', id, 22, { remark: '请补充接入批复。' });
    const why = because('depthead', 22, '请补充接入批复。');
    expect(await listed('applicant', id)).toEqual(why);
    expect(await shown('applicant', id)).toEqual(why);
    expect(await shown('viewer', id)).toEqual(why);
    expect(await waiting('applicant', id)).toEqual([[PEOPLE.depthead, '请补充接入批复。', 22]]);
    await act('applicant', id, 11);
    expect([await listed('applicant', id), await shown('applicant', id)]).toEqual([undefined, undefined]);
    expect(await waiting('depthead', id)).toEqual([[null, null, null]]);
  });

  it('FRAME-11 who sent it back has both of his names', async () => {
    await lab.base.db.query(`update app."user" set name_en = 'Zheng Lan' where id = $1`, [PEOPLE.depthead]);
    const id = await filed();
    await act('depthead', id, 22, { remark: '补充' });
    expect(await shown('applicant', id)).toMatchObject({ by: { id: PEOPLE.depthead, key_name_en: 'Zheng Lan' } });
    await lab.base.db.query(`update app."user" set name_en = null where id = $1`, [PEOPLE.depthead]);
  });

  it('FLOW-04 to a step in between, where the last of several signatures sent it', async () => {
    const id = await filed();
    await act('depthead', id, 21);
    await act('investmgr', id, 31, { review_no: 'N1', reviewers: ',5,6,7,8,' });
    await act('finance', id, 41, { remark: '同意' });
    expect(await listed('applicant', id)).toBeUndefined();
    await act('legal', id, 42, { remark: '合同主体不清', back_id: await rowOf('investmgr', id) });
    expect(await listed('applicant', id)).toEqual(because('legal', 42, '合同主体不清'));
    expect(await waiting('investmgr', id)).toEqual([[PEOPLE.legal, '合同主体不清', 42]]);
    await act('investmgr', id, 31, { review_no: 'N1', reviewers: ',5,6,7,8,' });
    expect(await waiting('legal', id)).toEqual([[null, null, null]]);
    expect(await listed('applicant', id)).toBeUndefined();
  });

  it('his name stands there in both languages, as the reader may see it', async () => {
    const id = await filed();
    await act('depthead', id, 22, { remark: '改' });
    const by = { id: PEOPLE.depthead, key_name: 'depthead' };
    await lab.base.db.query(`update app."user" set name_en = 'Dee Head' where id = $1`, [PEOPLE.depthead]);
    const both = { by: { ...by, key_name_en: 'Dee Head' } };
    expect([await listed('applicant', id), await shown('viewer', id)]).toEqual([
      expect.objectContaining(both),
      expect.objectContaining(both),
    ]);
    const rights = async (hide: string) => {
      await lab.base.db.query(`update fw.role_grant set hide_uids = ${hide} where company_id = 1 and group_uid = 'sys.user'`);
      await lab.base.db.query(`update fw.rights_version set version = version + 1`);
      as.viewer = await lab.as('viewer');
    };
    await rights(`hide_uids || array['sys.user:sys.user.name_en']`);
    expect(await shown('viewer', id)).toEqual(expect.objectContaining({ by }));
    await rights(`array_remove(hide_uids, 'sys.user:sys.user.name_en')`);
    await lab.base.db.query(`update app."user" set name_en = null where id = $1`, [PEOPLE.depthead]);
  });

  it('B5 who may not read who has a record does not read who sent it back; out of his domains the to-do keeps to itself', async () => {
    const id = await filed();
    await act('depthead', id, 22, { remark: '机密的理由' });
    await lab.base.db.query(
      `update fw.role_grant set hide_uids = '{capex.initiation:std.review_entity}' where group_uid = 'capex.initiation' and role_id = (select id from app."role" where code = 'viewer' and company_id = 1)`,
    );
    await lab.base.db.query(`update fw.rights_version set version = version + 1`);
    as.viewer = await lab.as('viewer');
    expect(await shown('viewer', id)).toBeUndefined();
    await lab.base.db.query('update app."user" set domain_entities = $1 where id = $2', [[12], PEOPLE.applicant]);
    as.applicant = await lab.as('applicant');
    expect(await waiting('applicant', id)).toEqual([[null, undefined, undefined]]);
    await lab.base.db.query('update app."user" set domain_entities = $1 where id = $2', [[11, 12], PEOPLE.applicant]);
    as.applicant = await lab.as('applicant');
  });
});

describe('DESK-03 the record’s number', () => {
  it('DESK-03 stands in the to-do and finds it', async () => {
    const id = await filed();
    const { code } = (await ask('applicant', '/app?op=Get', { cloud, id, fields: 'code' })).data;
    expect(code).toMatch(/^LX-2026-\d{3,}$/);
    const { rows } = await ask('depthead', '/app?op=Page', { cloud: 'todo', fields: TODO, filters: { key_word: code } });
    expect(rows.map((row) => [row.rowid, row.code])).toEqual([[id, code]]);
  });
});

describe('R6 the history of a record that was returned', () => {
  it('says nobody changed what a state hides or shows again: each value is told once, of who typed it', async () => {
    const id = await filed();
    await act('depthead', id, 21);
    await act('investmgr', id, 31, { review_no: 'PS-7' });
    await act('finance', id, 42, { back_id: await rowOf('applicant', id), remark: '请补充' });
    await act('applicant', id, 11);
    await act('depthead', id, 21);
    const { rows } = await ask('finance', '/app?op=History', { cloud, id });
    const told = rows.flatMap(({ actor, changes }) =>
      (changes as { field: string; to: unknown }[])
        .filter(({ field }) => field === 'review_no')
        .map(({ to }) => [(actor as { id: number }).id, to]),
    );
    expect(told).toEqual([[PEOPLE.investmgr, 'PS-7']]);
  });
});
