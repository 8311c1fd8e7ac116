import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ruleOf } from '#server/access/grants/naming.ts';
import { type Caller, type FlowDesk, openFlowDesk } from '#server/ops/flow/testing-desk.ts';
import { PEOPLE } from '../testing.ts';

/** Somebody without a role on the table, and another one. */
const [CLERK, OTHER] = ['clerk201', 'clerk202'] as unknown as [Caller, Caller];
const ids: Record<string, number> = { clerk201: 201, clerk202: 202, ...PEOPLE };

let desk: FlowDesk;
const db = (text: string, values: unknown[] = []) => desk.lab.base.db.query<Record<string, unknown>>(text, values);
const table = (name = 'initiation') => desk.lab.house.catalogueOf(null).table(name)!;
/** Hides from these roles of the table, and from no others. */
async function hide(rules: string[], ...roles: string[]): Promise<void> {
  await db(`update fw.role_grant set hide_uids = '{}' where company_id = 1 and group_uid = $1`, [table().group]);
  await db(
    `update fw.role_grant set hide_uids = $1 where company_id = 1 and group_uid = $2 and role_id in (select id from app."role" where code = any($3))`,
    [rules, table().group, roles],
  );
  await db('update fw.rights_version set version = version + 1');
  for (const who of [...Object.keys(PEOPLE), CLERK, OTHER]) desk.as[who as Caller] = await desk.lab.as(who);
}
const price = () => ruleOf(table(), 'est_price');
const act = (who: Caller, op: string, id: number, to: Caller[], more: Record<string, unknown> = {}) =>
  desk.ask(who, `/flow?op=${op}`, {
    ...{ cloud: 'initiation', id, remark: '请看', ...more },
    [op === 'Copy' ? 'copies' : 'reviewers']: to.map((one) => ids[one]).join(),
  });
const shown = async (who: Caller, id: number) => {
  const { code, data } = await desk.ask(who, '/app?op=Show', { cloud: 'initiation', id });
  return { code, price: data?.est_price, data };
};

beforeAll(async () => {
  desk = await openFlowDesk();
});
afterAll(() => desk.lab.close());
beforeEach(() => hide([price()], 'depthead'));

describe('FLOW-05 B23 who is given a record sees no more of it than who gave it', () => {
  it('who has no to-do of it sees nothing, hidden or not', async () => {
    const id = await desk.filed();
    expect((await shown(CLERK, id)).code).toBe(312);
    expect((await shown('depthead', id)).price).toBeUndefined();
  });

  it('a copy and a question keep what was hidden from their giver, in the record, and give no list', async () => {
    for (const op of ['Copy', 'Relay']) {
      const id = await desk.filed();
      expect((await act('depthead', op, id, [CLERK])).code, op).toBe(200);
      const { code, price: told, data } = await shown(CLERK, id);
      expect(code, op).toBe(200);
      expect(told, op).toBeFalsy();
      expect(data.key_name, op).toBeTruthy();
      const listed = await desk.ask(CLERK, '/app?op=List', { cloud: 'initiation' });
      // who only takes part has no list of the table
      expect(listed.code, op).toBe(312);
    }
  });

  it('so does a copy that goes with a decision', async () => {
    const id = await desk.filed();
    expect((await desk.modify('depthead', id, 21, { copies: ids[CLERK] })).code).toBe(200);
    expect(await shown(CLERK, id)).toMatchObject({ code: 200, price: undefined });
    expect(Number((await shown('investmgr', id)).price)).toBe(6000);
  });

  const kept = async (who: number, id: number) =>
    ((await db('select hides from fw.flow_todo where rowid = $1 and review_entity = $2 order by id desc limit 1', [id, who]))[0]?.hides ??
      null) as string[] | null;

  it('so does a signer whom who decides names himself, and none whom the step finds', async () => {
    await hide([price()], 'investmgr');
    const id = await desk.filed();
    expect((await desk.modify('depthead', id, 21)).code).toBe(200);
    // all whom the step finds, and one more
    const reviewers = [PEOPLE.finance, PEOPLE.legal, PEOPLE.tech, PEOPLE.safety, 201].join();
    expect((await desk.modify('investmgr', id, 31, { review_no: `N${id}`, reviewers })).code).toBe(200);
    expect(await kept(201, id)).toEqual([price()]);
    expect((await shown(CLERK, id)).price).toBeFalsy();
    expect(await kept(PEOPLE.finance, id)).toBeNull();
  });

  it('so does a copy to one of those whom the step finds: his seat shows it, not the copy', async () => {
    const id = await desk.filed();
    expect((await desk.modify('depthead', id, 21, { copies: ids.investmgr })).code).toBe(200);
    const rows = await db('select review_state, hides from fw.flow_todo where rowid = $1 and review_entity = $2 order by review_state', [
      id,
      PEOPLE.investmgr,
    ]);
    expect(rows).toEqual([
      { review_state: 2, hides: null },
      { review_state: 6, hides: [price()] },
    ]);
  });

  it('what a row kept is kept beside what its holder cannot read himself', async () => {
    const id = await desk.filed();
    expect((await act('depthead', 'Assign', id, ['legal'])).code).toBe(200);
    const scale = ruleOf(table(), 'scale');
    await hide([scale], 'legal');
    expect((await act('legal', 'Relay', id, [CLERK])).code).toBe(200);
    expect((await kept(201, id))!.toSorted()).toEqual([price(), scale].toSorted());
  });

  it('what is not hidden from the giver is shown, and a record given by one who sees all is whole', async () => {
    const id = await desk.filed();
    expect((await act('applicant', 'Copy', id, [CLERK])).code).toBe(200);
    expect(Number((await shown(CLERK, id)).price)).toBe(6000);
    // and stays whole once another gives it too
    expect((await act('depthead', 'Relay', id, [CLERK])).code).toBe(200);
    expect(Number((await shown(CLERK, id)).price)).toBe(6000);
  });

  it('who passes on what was passed to him passes on no more', async () => {
    const id = await desk.filed();
    await act('depthead', 'Copy', id, [CLERK]);
    expect((await act(CLERK, 'Copy', id, [OTHER])).code).toBe(200);
    expect((await shown(OTHER, id)).price).toBeFalsy();
    expect((await db('select hides from fw.flow_todo where rowid = $1 and review_entity = 202', [id]))[0]!.hides).toEqual([price()]);
  });

  it('rows of its sub-tables keep their fields too', async () => {
    await hide([ruleOf(table('initiation_fund'), 'price')], 'depthead');
    const id = await desk.filed();
    await act('depthead', 'Copy', id, [CLERK]);
    const funds = async (who: Caller) => {
      const { _subtables } = (await shown(who, id)).data as { _subtables: Record<string, Record<string, unknown>[]> };
      return _subtables['initiation_fund.initiation_entity']!.map(({ price, fund_source }) => [price ?? null, fund_source]);
    };
    const source = { id: 1, key_name: '自有资金' };
    expect(await funds('applicant')).toEqual([['6000.000000', source]]);
    expect(await funds('depthead')).toEqual([[null, source]]);
    expect(await funds(CLERK)).toEqual([[null, source]]);
  });

  it('a role of the receiver goes before what the giver saw; hidden from nobody any more it is shown', async () => {
    const id = await desk.filed();
    await act('depthead', 'Copy', id, ['finance', CLERK]);
    expect(Number((await shown('finance', id)).price)).toBe(6000);
    await hide([]);
    expect(Number((await shown(CLERK, id)).price)).toBe(6000);
  });

  it('who gives it to himself too opens nothing, alone or among others', async () => {
    const id = await desk.filed();
    expect((await act('depthead', 'Assign', id, [CLERK])).code).toBe(200);
    expect((await act(CLERK, 'Copy', id, [CLERK])).code).toBe(200);
    expect((await shown(CLERK, id)).price).toBeFalsy();
    expect((await act(CLERK, 'Copy', id, [CLERK, OTHER])).code).toBe(200);
    for (const who of [CLERK, OTHER]) expect((await shown(who, id)).price).toBeFalsy();
  });

  it('what he takes back, and what is sent back to him, is as narrow as it was', async () => {
    const id = await desk.filed();
    expect((await act('depthead', 'Assign', id, [CLERK])).code).toBe(200);
    expect((await desk.modify(CLERK, id, 21)).code).toBe(200);
    expect((await shown(CLERK, id)).price).toBeFalsy();
    expect((await desk.ask(CLERK, '/flow?op=Revoke', { cloud: 'initiation', id, remark: '撤回', confirm: 1 })).code).toBe(200);
    const [again] = await db(`select id, hides from fw.flow_todo where rowid = $1 and review_entity = 201 and finish_time is null`, [id]);
    expect(again!.hides).toEqual([price()]);
    expect(await shown(CLERK, id)).toMatchObject({ code: 200 });
    expect((await shown(CLERK, id)).price).toBeFalsy();
  });

  it('who stands for somebody sees what that person sees, and what he signed himself stays so', async () => {
    const id = await desk.filed();
    await db(
      `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time) values (1, $1, 201, '2026-01-01', '2027-01-01')`,
      [PEOPLE.depthead],
    );
    try {
      expect(await shown(CLERK, id)).toMatchObject({ code: 200 });
      expect((await shown(CLERK, id)).price).toBeFalsy();
      await hide([]);
      expect(Number((await shown(CLERK, id)).price)).toBe(6000);
      await hide([price()], 'legal');
      expect(Number((await shown(CLERK, id)).price)).toBe(6000);
    } finally {
      await db('delete from fw.flow_agent where agent_entity = 201');
    }
  });

  it('who is hidden nothing is held to all rules, whatever is hidden from others', async () => {
    await hide([price(), ruleOf(table(), 'plan_begin')], 'viewer');
    const id = await desk.filed();
    await desk.modify('depthead', id, 21);
    const wrong = await desk.modify('investmgr', id, 31, { review_no: 'N1', plan_begin: '2028-01-01', plan_end: '2027-01-01' });
    expect(wrong.code).not.toBe(200);
    const { code, remark } = await desk.modify('investmgr', id, 31, { review_no: 'N1' });
    expect([code, remark]).toEqual([200, '']);
  });

  it('a whole copy opens what a narrow one kept, once that is read', async () => {
    const id = await desk.filed();
    expect((await act('depthead', 'Copy', id, [CLERK])).code).toBe(200);
    await db(`update fw.flow_todo set review_state = 12, finish_time = now() where rowid = $1 and review_entity = 201`, [id]);
    expect((await shown(CLERK, id)).price).toBeFalsy();
    expect((await act('applicant', 'Copy', id, [CLERK])).code).toBe(200);
    expect(Number((await shown(CLERK, id)).price)).toBe(6000);
  });

  it('a role of one’s own rows beside one that hides opens no record that the hiding one reaches, to him or to who stands for him', async () => {
    const id = await desk.filed();
    const [applicant] = await db(`select id from app."role" where code = 'applicant' and company_id = 1`);
    await db(`update fw.role_grant set scope = 0 where role_id = $1 and group_uid = $2`, [applicant!.id, table().group]);
    await db(`update app."user" set role_entities = role_entities || $1::bigint where id = $2`, [applicant!.id, PEOPLE.depthead]);
    await db(
      `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time) values (1, $1, 201, '2026-01-01', '2027-01-01')`,
      [PEOPLE.depthead],
    );
    try {
      await hide([price()], 'depthead');
      expect(await shown('depthead', id)).toMatchObject({ code: 200, price: undefined });
      expect((await shown(CLERK, id)).price).toBeFalsy();
      expect((await act('depthead', 'Copy', id, [OTHER])).code).toBe(200);
      expect((await shown(OTHER, id)).price).toBeFalsy();
    } finally {
      await db(`update app."user" set role_entities = array_remove(role_entities, $1::bigint) where id = $2`, [
        applicant!.id,
        PEOPLE.depthead,
      ]);
      await db('delete from fw.flow_agent where agent_entity = 201');
    }
  });

  it('the English name, hidden from the giver, is no name of a reference to the receiver', async () => {
    await hide([ruleOf(table(), 'name_en')], 'depthead');
    const id = await desk.filed();
    await db(`update app.initiation set name_en = 'ENGSECRET' where id = $1`, [id]);
    expect((await act('depthead', 'Copy', id, [CLERK])).code).toBe(200);
    const { data } = await shown(CLERK, id);
    expect(JSON.stringify(data)).not.toContain('ENGSECRET');
    expect(JSON.stringify((await shown('applicant', id)).data)).toContain('ENGSECRET');
  });

  it('a role of his that does not reach the record opens nothing of it that its giver could not read', async () => {
    const id = await desk.filed();
    await hide([price()], 'depthead');
    // his role leaves the field open, on records of his own
    await db(
      `update fw.role_grant set scope = 0 where company_id = 1 and group_uid = $1 and role_id in (select id from app."role" where code = 'finance')`,
      [table().group],
    );
    await db('update fw.rights_version set version = version + 1');
    desk.as.finance = await desk.lab.as('finance');
    expect((await act('depthead', 'Copy', id, ['finance'])).code).toBe(200);
    expect(await shown('finance', id)).toMatchObject({ code: 200 });
    expect((await shown('finance', id)).price).toBeFalsy();
    await db(
      `update fw.role_grant set scope = 2 where company_id = 1 and group_uid = $1 and role_id in (select id from app."role" where code = 'finance')`,
      [table().group],
    );
  });

  it('a row that is assigned on, and a question that is handed over, keep what their holder was kept from', async () => {
    const id = await desk.filed();
    expect((await act('depthead', 'Assign', id, [CLERK])).code).toBe(200);
    expect((await shown(CLERK, id)).price).toBeFalsy();
    const another = await desk.filed();
    expect((await act('depthead', 'Relay', another, [CLERK])).code).toBe(200);
    const [todo] = await db('select id from fw.flow_todo where rowid = $1 and review_entity = 201', [another]);
    const over = await desk.ask('admin', '/flow?op=Handover', { user: 201, to: 202, todo: todo!.id, remark: '离职' });
    expect(over.rows).toMatchObject([{ code: 200 }]);
    expect((await shown(OTHER, another)).price).toBeFalsy();
  });

  it('a field that is kept from him is not written by him', async () => {
    const id = await desk.filed();
    await act('depthead', 'Assign', id, [CLERK]);
    expect((await desk.modify(CLERK, id, 21, { est_price: '1' })).code).toBe(312);
    expect((await desk.modify(CLERK, id, 21)).code).toBe(200);
    expect(Number((await shown('applicant', id)).price)).toBe(6000);
  });
});

describe('B10 ADMIN-01 what is hidden and can be worked out', () => {
  it('is told with the fields of a role: of a calculated field those that it is worked out from', async () => {
    const [role] = await db(`select id from app."role" where code = 'depthead'`);
    const { rows } = await desk.ask('admin', '/cloud/app/sys/user/api/RoleApi?op=Load', { id: role!.id });
    const fields = rows.flatMap((row) => row.fields as { code: string; from?: string[] }[]);
    const of = (code: string) => fields.find((one) => one.code === code)?.from;
    expect(of('initiation.fund_total')).toEqual(['initiation_fund.price']);
    expect(of('initiation.fund_gap')).toEqual(['initiation.est_price', 'initiation_fund.price']);
    expect(of('initiation.est_price')).toBeUndefined();
  });
});
