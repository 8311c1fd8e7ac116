import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineSuite, type SuiteDef } from '#protocol/meta/suite.ts';
import { auditCases } from '#server/flow/kernel/testing-replay.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { capex } from '#suites/capex/suite.ts';
import { sys } from '#suites/sys/suite.ts';
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
const SIGNERS = ['finance', 'legal', 'tech', 'safety'] as const;

/** The same people before the suites as `change` leaves their initiation. */
function under(change: (table: SuiteDef['tables'][number]) => void) {
  const suite = structuredClone(capex) as SuiteDef;
  change(suite.tables.find((one) => one.table_name === cloud)!);
  const catalogue = loadCatalogue([sys, defineSuite(suite)]);
  return desk.before({ ...desk.lab.house, catalogueOf: () => catalogue });
}

describe('FLOW-02 what a step requires is filled before it is passed', () => {
  it('an empty required field is 305 with the field, sent or not; whose it is not need not fill it', async () => {
    const strict = under((table) => {
      table.fields.find((field) => field.field_name === 'finance_price')!.notnull = 1;
    });
    const id = await strict.atCountersign();
    expect(await strict.modify('finance', id, 41)).toMatchObject({ code: 305, data: { field_name: 'finance_price' } });
    expect(await strict.modify('finance', id, 41, { fund_ready: 1 })).toMatchObject({ code: 305, data: { field_name: 'finance_price' } });
    expect(await strict.modify('finance', id, 41, { finance_price: '' })).toMatchObject({ code: 305 });
    expect((await strict.modify('legal', id, 41)).code).toBe(200);
    expect((await strict.modify('finance', id, 41, { finance_price: '5000' })).code).toBe(200);
    for (const who of ['tech', 'safety'] as const) expect((await strict.modify(who, id, 41)).code).toBe(200);
    expect((await strict.modify('vicepres', id, 53)).code).toBe(200);
  });

  it('a return and a refusal need nothing of it', async () => {
    const strict = under((table) => {
      for (const name of ['finance_price', 'review_no']) table.fields.find((field) => field.field_name === name)!.notnull = 1;
    });
    const id = await strict.atCountersign();
    expect((await strict.modify('finance', id, 42, { remark: 'x', back_id: await desk.todoOf('investmgr', id) })).code).toBe(200);
    expect((await strict.modify('investmgr', id, 33, { remark: 'x' })).code).toBe(200);
  });

  it('a cancelled application may be as incomplete as it is, also in the same call that makes it', async () => {
    const { data } = await desk.ask('applicant', '/app?op=Add', { cloud, key_name: '未完成' });
    expect((await desk.modify('applicant', Number(data.id), 11)).code).toBe(305);
    expect((await desk.modify('applicant', Number(data.id), 12)).code).toBe(314);
    expect(await desk.modify('applicant', Number(data.id), 12, { remark: '不再需要' })).toMatchObject({
      code: 200,
      data: { outcome: 'cancelled' },
    });
    expect(await desk.ask('applicant', '/app?op=Add', { cloud, key_name: '随手', _event: 12, remark: 'x' })).toMatchObject({
      code: 200,
      data: { outcome: 'cancelled' },
    });
    expect(
      (
        await desk.modify('applicant', Number((await desk.ask('applicant', '/app?op=Add', { cloud, key_name: 'x' })).data.id), 12, {
          remark: 'x',
          plan_begin: '2027-13-01',
        })
      ).code,
    ).toBe(317);
  });

  it('a time limit that nobody asked for is 317, an empty one is none', async () => {
    const id = await desk.filed();
    expect(await desk.modify('depthead', id, 21, { limit_time: '2026-12-24' })).toMatchObject({ code: 317, remark: '$flow_limit_unasked' });
    expect((await desk.modify('depthead', id, 21, { limit_time: '' })).code).toBe(200);
  });
});

describe('REC-04 the history of an approval', () => {
  it('FLOW-01 the final approval is its decider’s, by Review, and the answer’s version is the record’s', async () => {
    const id = await desk.atCountersign('900');
    for (const who of SIGNERS) await desk.modify(who, id, 41);
    const { data } = await desk.modify('vicepres', id, 51);
    const [record] = await db('select version, modify_entity, project_entity from app.initiation where id = $1', [id]);
    expect(record).toMatchObject({ version: data.version, modify_entity: 9 });
    expect(record!.project_entity).not.toBeNull();
    const { rows } = await desk.ask('applicant', '/app?op=History', { cloud, id });
    expect(rows[0]).toMatchObject({ version: data.version, op: 'Review', actor: { id: 9 } });
    expect(rows.filter((row) => row.op === 'Modify')).toEqual([]);
  });
});

describe('FLOW-01 a running case goes by the version that it was submitted under', () => {
  /** The amount is checked by another step, and by anybody; the review number shows there alone; a step more, and another event. */
  const later = () =>
    under((table) => {
      const field = (name: string) => table.fields.find((one) => one.field_name === name)!;
      Object.assign(field('finance_price'), { edit_state: '5', edit_by: undefined, view_state: '5,6,7,90' });
      Object.assign(field('review_no'), { view_state: '3,5' });
      table.states.find((state) => state.value === '4')!.actions![1]!.events = [
        { uid: 'capex.initiation.e45', id: 45, key_name: '通过', key_name_en: 'Pass', next_state: 5 },
      ];
    });

  it('who fills in what, what shows, and what may be chosen are as they were; a new case goes by what is said now', async () => {
    const id = await desk.atCountersign();
    const now = later();
    const { data } = await now.ask('finance', '/app?op=Show', { cloud, id });
    expect(data.review_no).toBe(`N${id}`);
    const { pinned, turn } = data.page as { pinned: Record<string, Record<string, string>>; turn: object };
    expect(pinned).toMatchObject({
      edit_state: { finance_price: '4' },
      edit_by: { finance_price: 'finance' },
      view_state: { review_no: '3,4,5,6,7,90,92' },
    });
    expect(JSON.stringify(pinned.states)).toContain('"id":41');
    expect(JSON.stringify(pinned)).not.toMatch(/handler|timeout/);
    expect(turn).toMatchObject({ roles: ['finance'] });
    expect((await now.modify('finance', id, 45)).code).toBe(403);
    expect(await now.modify('legal', id, 41, { finance_price: '1' })).toMatchObject({ code: 312, data: { field_name: 'finance_price' } });
    expect((await now.modify('finance', id, 41, { finance_price: '5000' })).code).toBe(200);
    for (const who of ['legal', 'tech', 'safety'] as const) await now.modify(who, id, 41);
    expect((await now.modify('vicepres', id, 53, { finance_price: '1' })).code).toBe(312);
    const fresh = await now.atCountersign();
    const shown = (await now.ask('finance', '/app?op=Show', { cloud, id: fresh })).data;
    expect([shown.page as object, 'review_no' in shown]).toEqual([expect.not.objectContaining({ pinned: expect.anything() }), false]);
    expect((await now.modify('finance', fresh, 41)).code).toBe(403);
    expect((await now.modify('finance', fresh, 45, { finance_price: '1' })).code).toBe(312);
    expect((await now.modify('finance', fresh, 45)).code).toBe(200);
  });

  it('a field that came after it began shows and opens to it as it does to all, not in every step', async () => {
    const id = await desk.atCountersign();
    await db('alter table app.initiation add column if not exists secret_note text');
    await db(`update app.initiation set secret_note = 'S' where id = $1`, [id]);
    const now = under((table) => {
      table.fields.push({
        ...{ uid: 'capex.initiation.secret_note', field_name: 'secret_note', key_name: '密注', key_name_en: 'Secret note' },
        ...{ data_type: 'text', view_state: '5,6', edit_state: '5' },
      });
    });
    const shown = async () => (await now.ask('finance', '/app?op=Show', { cloud, id })).data;
    const before = await shown();
    expect('secret_note' in before).toBe(false);
    expect((before.page as { pinned: object }).pinned).toMatchObject({
      view_state: { secret_note: '5,6' },
      edit_state: { secret_note: '5' },
    });
    expect(await now.modify('finance', id, 41, { secret_note: 'x' })).toMatchObject({ code: 312, data: { field: 'secret_note' } });
    for (const who of SIGNERS) expect((await now.modify(who, id, 41, who === 'finance' ? { finance_price: '5' } : {})).code).toBe(200);
    expect((await shown()).secret_note).toBe('S');
  });

  it('what is hidden from a role stays so in what it is told of the earlier version', async () => {
    const id = await desk.atCountersign();
    await db(
      `update fw.role_grant set hide_uids = '{capex.initiation:capex.initiation.finance_price}' where group_uid = 'capex.initiation' and role_id = (select id from app."role" where company_id = 1 and code = 'legal')`,
    );
    await db('update fw.rights_version set version = version + 1');
    const legal = desk.as.legal;
    desk.as.legal = await desk.lab.as('legal');
    const { data } = await later().ask('legal', '/app?op=Show', { cloud, id });
    expect(JSON.stringify(data)).not.toContain('finance_price');
    expect((data.page as { turn: object }).turn).toMatchObject({ roles: ['legal'] });
    desk.as.legal = legal;
    await db(`update fw.role_grant set hide_uids = '{}' where group_uid = 'capex.initiation'`);
    await db('update fw.rights_version set version = version + 1');
  });
});
