import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chart, Said } from '#protocol/rules/chart.ts';
import { ruleOf } from '#server/access/grants/naming.ts';
import { application } from '#server/flow/act/testing.ts';
import { type Caller, type FlowDesk, openFlowDesk } from './testing-desk.ts';

const cloud = 'initiation';
let desk: FlowDesk;
beforeAll(async () => {
  desk = await openFlowDesk();
});
afterAll(() => desk.lab.close());

const ask = (who: Caller | null, form: Record<string, unknown>) => desk.ask(who, '/flow?op=Chart', { cloud, ...form });
const chart = async (who: Caller, id: number): Promise<Chart> => {
  const answer = await ask(who, { id });
  expect(answer).toMatchObject({ code: 200 });
  return answer.data as unknown as Chart;
};
const kinds = ({ nodes }: Chart) => Object.fromEntries(nodes.map(({ state, kind }) => [state, kind] as const).sort(([a], [b]) => a - b));
const edges = ({ edges }: Chart) => edges.map(({ from, to, kind }) => `${from}>${to} ${kind}`).sort();
const whereOf = ({ edges }: Chart, from: number, to: number): Said | undefined =>
  edges.find((edge) => edge.from === from && edge.to === to)?.where;

describe('FLOW-10 who may ask for the chart', () => {
  it('not signed in 401, a stranger and an unknown table 312, a record out of reach 315, a table without a flow 403', async () => {
    const id = await desk.filed('100');
    expect((await ask(null, { id })).code).toBe(401);
    expect((await ask('stranger', { id })).code).toBe(312);
    expect((await ask('admin', { cloud: 'nothing', id })).code).toBe(312);
    expect((await ask('member1', { id })).code).toBe(315);
    expect((await ask('admin', { id: 999_999 })).code).toBe(315);
    expect((await ask('admin', { cloud: 'project', id: 1 })).code).toBe(403);
  });

  it.each([
    ['no id', {}, 314],
    ['an id that is none', { id: 'x' }, 317],
    ['a word too many', { id: 1, at: 1 }, 317],
  ])('%s', async (_, form, code) => {
    expect((await ask('admin', form)).code).toBe(code);
  });
});

describe('FLOW-10 the chart draws the definition, the way taken and the present step', () => {
  it('a draft sees the flow ahead, by its values', async () => {
    const { data } = await desk.ask('applicant', '/app?op=Add', { cloud, ...application('3000').fields });
    const drawn = await chart('applicant', Number(data.id));
    expect(drawn).toMatchObject({ version: null, here: 1, way: [1, 2, 3, 4, 5, 7, 90], returns: [], backs: [] });
    expect(kinds(drawn)).toEqual({ 1: 'now', 2: 'ahead', 3: 'ahead', 4: 'ahead', 5: 'ahead', 6: 'off', 7: 'ahead', 90: 'ahead' });
    expect(drawn.nodes.find(({ state }) => state === 2)).toMatchObject({
      who: [{ id: 3, key_name: 'depthead' }],
      label: { key_name_en: 'Head of unit' },
    });
  });

  it('in the middle: what is signed, who signs now, what is likely, and what did not apply, each condition with whether it holds', async () => {
    const id = await desk.atCountersign('6000');
    await desk.modify('finance', id, 41, { remark: '资金落实' });
    const drawn = await chart('applicant', id);
    expect(drawn).toMatchObject({ version: 1, here: 4, way: [1, 2, 3, 4, 5, 6, 7, 90] });
    expect(drawn.nodes.find(({ state }) => state === 4)).toMatchObject({ kind: 'now', rule: 'all', signed: 1, of: 4 });
    expect(edges(drawn)).toEqual([
      ...['1>2 taken', '2>3 taken', '3>4 taken', '4>5 ahead', '5>6 ahead', '5>7 off', '5>90 off', '6>7 ahead', '7>90 ahead'],
    ]);
    expect(whereOf(drawn, 5, 6)).toEqual({ kind: 'compare', field: 'est_price', op: '>=', to: { value: '5000' }, holds: 1 });
    expect(whereOf(drawn, 5, 90)).toMatchObject({ op: '<', to: { value: '1000' }, holds: 0 });
    expect(whereOf(drawn, 5, 7)).toMatchObject({ kind: 'and', holds: 0, of: [{ holds: 1 }, { holds: 0 }] });
    expect(whereOf(drawn, 1, 2)).toBeUndefined();
    expect(drawn.values).toEqual({ est_price: '6000.000000' });
    expect(drawn.fields.map(({ field_name }) => field_name)).toEqual(['est_price']);
  });

  it('a return stands there with when, and when it came again; where it could go back to', async () => {
    const id = await desk.filed('900');
    await desk.modify('depthead', id, 22, { remark: '改' });
    expect(await chart('depthead', id)).toMatchObject({ here: 1, version: null, returns: [{ from: 2, to: 1, again: null }] });
    await desk.modify('applicant', id, 11);
    await desk.modify('depthead', id, 21);
    const drawn = await chart('depthead', id);
    expect(drawn.returns).toEqual([
      {
        from: 2,
        to: 1,
        event: { key_name: '退回', key_name_en: 'Return' },
        time: expect.stringMatching(/^2026-11-\d\d \d\d:/),
        again: expect.any(String),
      },
    ]);
    expect(drawn.returns[0]!.again! > drawn.returns[0]!.time).toBe(true);
    expect(drawn.backs).toEqual([2, 1]);
    expect(edges(drawn).filter((edge) => edge.endsWith('taken'))).toEqual(['1>2 taken', '2>3 taken']);
  });

  it('what was taken back is no return of anybody’s choice', async () => {
    const id = await desk.filed('900');
    expect((await desk.ask('applicant', '/flow?op=Revoke', { cloud, id, confirm: 1, remark: '改' })).code).toBe(200);
    expect((await chart('applicant', id)).returns).toMatchObject([{ from: 2, to: 1, event: null }]);
  });

  it('a refused one ends at its refusal, which nothing else leads to', async () => {
    const id = await desk.filed('900');
    await desk.modify('depthead', id, 21);
    await desk.modify('investmgr', id, 33, { remark: '不符' });
    const drawn = await chart('applicant', id);
    expect(kinds(drawn)).toMatchObject({ 3: 'refused', 92: 'refused', 4: 'off', 90: 'off' });
    expect(edges(drawn)).toContain('3>92 taken');
    expect([drawn.backs, kinds(drawn)[91]]).toEqual([[], undefined]);
  });
});

describe('E5 the chart, and the definition, tell nothing of a field that their reader may not see', () => {
  it('neither its name, nor its value, nor what it is compared with, nor whether that holds', async () => {
    const id = await desk.atCountersign('6000');
    const table = desk.lab.house.catalogueOf(null).table(cloud)!;
    const hide = async (uids: string[]) => {
      await desk.lab.base.db.query(`update fw.role_grant set hide_uids = $1 where company_id = 1 and group_uid = $2`, [uids, table.group]);
      await desk.lab.base.db.query('update fw.rights_version set version = version + 1');
      desk.as.finance = await desk.lab.as('finance');
    };
    const guards = async (who: 'finance') => JSON.stringify((await desk.ask(who, '/sys?op=LoadTable', { key_name: cloud })).data.states);
    await hide([ruleOf(table, 'est_price')]);
    const drawn = await chart('finance', id);
    expect(whereOf(drawn, 5, 6)).toEqual({ kind: 'hidden', holds: null });
    expect(whereOf(drawn, 5, 7)).toEqual({
      kind: 'and',
      of: [
        { kind: 'hidden', holds: null },
        { kind: 'hidden', holds: null },
      ],
      holds: null,
    });
    expect(drawn).toMatchObject({ fields: [], values: {} });
    expect(JSON.stringify(drawn)).not.toMatch(/est_price|6000|5000/);
    expect(await guards('finance')).not.toMatch(/est_price|5000/);
    await hide([]);
    expect(await guards('finance')).toMatch(/est_price>=5000/);
    expect(whereOf(await chart('finance', id), 5, 6)).toMatchObject({ field: 'est_price', holds: 1 });
  });
  it('B23 nor of the fields that it draws what forms go by', async () => {
    const id = await desk.atCountersign('6000');
    const { def } = desk.lab.house.catalogueOf(null).table(cloud)!.fields.get('est_price')!;
    Object.assign(def, { onchange: 'est_price=grade*2', need_where: 'grade>1' });
    try {
      const [drawn] = (await chart('finance', id)).fields;
      expect(drawn).toMatchObject({ field_name: 'est_price', key_name: def.key_name });
      expect(JSON.stringify(drawn)).not.toContain('grade');
    } finally {
      for (const key of ['onchange', 'need_where'] as const) delete def[key];
    }
  });
});
