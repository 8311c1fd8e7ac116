import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Since } from '#protocol/wire/since.ts';
import { ruleOf } from '#server/access/grants/naming.ts';
import type { Tx } from '#server/db/db.ts';
import { PEOPLE } from '#server/flow/act/testing.ts';
import { sinceOf } from '#server/flow/read/since.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { lookAt } from './look.ts';
import { type Caller, type FlowDesk, openFlowDesk } from './testing-desk.ts';

const cloud = 'initiation';
const FUND = 'initiation_fund.initiation_entity';
let lab: FlowDesk['lab'];
let desk: Pick<FlowDesk, 'ask' | 'modify' | 'filed'>;
let all: FlowDesk;
let house: House;
/** ms that the clock is ahead */
let ahead = 60_000;
let said: string[] = [];

/** The lab's house by a clock that goes on from now, as the database's does, and hears what is asked of it. */
function housed(house: House): House {
  let tick = 0;
  const heard = (tx: Tx): Tx => ({
    ...tx,
    query: (text, values) => {
      said.push(text.replace(/\s+/g, ' '));
      return tx.query(text, values);
    },
  });
  const db: House['db'] = { ...house.db, ...heard(house.db), tx: (work, options) => house.db.tx((tx) => work(heard(tx)), options) };
  return { ...house, db, clock: { now: () => new Date(Date.now() + ahead + 10 * tick++) } };
}

beforeAll(async () => {
  all = await openFlowDesk();
  lab = all.lab;
  house = housed(lab.house);
  desk = all.before(house);
});
afterAll(() => lab.close());

const ask = (who: Caller | null, form: Record<string, unknown>) => desk.ask(who, '/flow?op=Since', { cloud, ...form });
async function since(who: Caller, id: number, form: Record<string, unknown> = {}): Promise<Since> {
  const answer = await ask(who, { id, ...form });
  expect(answer).toMatchObject({ code: 200 });
  return answer.data as unknown as Since;
}
const done = async (answer: Promise<{ code: number; remark: string }>) => expect(await answer).toMatchObject({ code: 200 });
const show = (who: Caller, id: number) => done(desk.ask(who, '/app?op=Show', { cloud, id }));
const pass = (minutes: number) => {
  ahead += minutes * 60_000;
};
const fundsOf = async (id: number): Promise<number[]> => {
  const rows = await lab.base.db.query<{ id: number }>(
    'select id from app.initiation_fund where initiation_entity = $1 and deleted_time is null order by id',
    [id],
  );
  return rows.map((row) => row.id);
};
const subs = (rows: readonly Record<string, unknown>[]) => ({ _subtables: { [FUND]: rows } });
const told = ({ fields, rows }: Since) => [
  ...fields.map(({ field, from, to }) => [field, from, to]),
  ...rows.map(({ op, id, changes }) => [op, id, ...changes.map(({ field, from, to }) => [field, from, to])]),
];
/** Approved by the head of unit, sent back to the applicant by the investment department. */
async function sentBack(): Promise<number> {
  const id = await desk.filed('900');
  await done(desk.modify('depthead', id, 21));
  await done(desk.modify('investmgr', id, 32, { remark: '改', back_id: await firstOf(id) }));
  return id;
}
const firstOf = async (id: number): Promise<number> =>
  (
    await lab.base.db.query<{ id: number }>('select id from fw.flow_todo where rowid = $1 and source = $2 and review_state = 1', [
      id,
      cloud,
    ])
  )[0]!.id;

describe('FLOW-09 who may ask what has changed', () => {
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
    ['an act that is none', { id: 1, since: 'signed' }, 317],
    ['an instant instead', { id: 1, since: '2026-01-01 00:00:00' }, 317],
    ['a word too many', { id: 1, at: 1 }, 317],
  ])('%s', async (_, form, code) => {
    expect((await ask('admin', form)).code).toBe(code);
  });
});

describe('FLOW-09 what has changed since I approved', () => {
  it('a field, old and new, and who changed it; Process says that there is something to ask', async () => {
    const id = await sentBack();
    const process = async (who: Caller) => (await desk.ask(who, '/flow?op=Process', { cloud, id })).data;
    expect(await process('depthead')).toMatchObject({ since: 1 });
    expect(await process('finance').then((data) => data.since)).toBeUndefined();
    expect(await since('depthead', id)).toMatchObject({ since: 'decided', decided: { outcome: 1 }, fields: [], rows: [] });
    await done(desk.modify('applicant', id, 11, { scale: '三座仓库', name_en: 'Hub', industry: 2 }));
    const answer = await since('depthead', id);
    expect(answer).toMatchObject({ since: 'decided', by: [{ id: PEOPLE.applicant, key_name: 'applicant', applicant: 1 }], rows: [] });
    expect(told(answer)).toEqual([
      ['name_en', null, 'Hub'],
      ['industry', { id: 1 }, { id: 2 }],
      ['scale', '两座仓库', '三座仓库'],
    ]);
    expect(answer.decided!.time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('rows that came, went and are another; what was changed and changed back is nothing', async () => {
    const id = await desk.filed('900');
    const [first] = await fundsOf(id);
    await done(desk.modify('depthead', id, 22, { remark: '拆分' }));
    const rows = [
      { op: 'Modify', id: first, price: '500', note: '集团' },
      { op: 'Add', fund_source: 2, price: '400' },
    ];
    await done(desk.ask('applicant', '/app?op=Modify', { cloud, id, scale: '四座', ...subs(rows) }));
    await done(desk.modify('applicant', id, 11, { scale: '两座仓库' }));
    const [, second] = await fundsOf(id);
    expect(await since('depthead', id)).toMatchObject({ decided: { outcome: -1 } });
    expect(told(await since('depthead', id))).toEqual([
      ['Modify', first, ['note', null, '集团'], ['price', '900.000000', '500.000000']],
      ['Add', second],
    ]);
    await done(desk.modify('depthead', id, 22, { remark: '再改' }));
    const less = [
      { op: 'Delete', id: first },
      { op: 'Modify', id: second, price: '900' },
    ];
    await done(desk.modify('applicant', id, 11, subs(less)));
    const answer = await since('depthead', id);
    expect(told(answer)).toEqual([
      ['Delete', first],
      ['Modify', second, ['price', '400.000000', '900.000000']],
    ]);
    expect(answer.rows[0]!.row).toMatchObject({ note: '集团', price: '500.000000', fund_source: { id: 1 } });
    expect(answer.rows[1]!.row).toEqual({});
  });

  it('a file that took the place of another, by both names', async () => {
    const id = await desk.filed('900');
    const [held] = await lab.base.db.query<{ key_name: string; file_name: string }>(
      `select key_name, file_name from fw.file where rowid = $1 and source = 'initiation' and field = 'proposal'`,
      [id],
    );
    await done(desk.modify('depthead', id, 22, { remark: '换' }));
    await done(desk.modify('applicant', id, 11, { proposal: '400'.padStart(24, 'k') }));
    const [{ field, from, to }] = (await since('depthead', id)).fields as [{ field: string; from: unknown; to: unknown }];
    expect([field, from, to]).toEqual([
      'proposal',
      [expect.objectContaining({ file_name: held!.file_name })],
      [expect.objectContaining({ file_name: '400.pdf' })],
    ]);
  });

  it('of several returns the last decision counts, with what was saved in it; his own changes since are no news', async () => {
    const id = await sentBack();
    await done(desk.modify('applicant', id, 11, { scale: '第一次' }));
    await done(desk.modify('depthead', id, 21));
    await done(desk.modify('investmgr', id, 31, { review_no: `N${id}` }));
    expect(told(await since('investmgr', id))).toEqual([]);
    expect(told(await since('depthead', id))).toEqual([['review_no', null, `N${id}`]]);
    await done(desk.modify('finance', id, 41, { finance_price: '880', remark: '核' }));
    expect(told(await since('finance', id))).toEqual([]);
    expect(told(await since('investmgr', id))).toEqual([['finance_price', null, '880.000000']]);
    await done(desk.modify('legal', id, 42, { remark: '退', back_id: await firstOf(id) }));
    await done(desk.modify('applicant', id, 11, { scale: '第二次' }));
    expect(told(await since('depthead', id))).toEqual([['scale', '第一次', '第二次']]);
    expect((await since('depthead', id)).by.map(({ id: who }) => who)).toEqual([PEOPLE.applicant]);
  });

  it('an agent is told since he decided for another, and who was away since that was done for him', async () => {
    const text = `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time) values (1, $1, $2, now() - interval '1 h', now() + interval '9 d')`;
    await lab.base.db.query(text, [PEOPLE.depthead, PEOPLE.tech]);
    const id = await desk.filed('900');
    await done(desk.modify('tech', id, 22, { remark: '代退' }));
    await done(desk.modify('applicant', id, 11, { scale: '三座' }));
    const [his, own] = [await since('tech', id), await since('depthead', id)];
    for (const answer of [his, own]) expect(told(answer)).toEqual([['scale', '两座仓库', '三座']]);
    expect([his.decided!.by, own.decided!.by]).toEqual([undefined, expect.objectContaining({ id: PEOPLE.tech, key_name: 'tech' })]);
    await lab.base.db.query('delete from fw.flow_agent');
  });

  it('a case that came with its decisions and without history tells only what was changed here', async () => {
    const id = await sentBack();
    await lab.base.db.query(
      `update fw.flow_todo set finish_time = finish_time - interval '1 year', create_time = create_time - interval '1 year' where rowid = $1 and finish_time is not null`,
      [id],
    );
    await lab.base.db.query(`delete from hist.initiation where id = $1`, [id]);
    await lab.base.db.query(`delete from hist.initiation_fund where initiation_entity = $1`, [id]);
    expect(told(await since('depthead', id))).toEqual([]);
    await done(desk.modify('applicant', id, 11, { scale: '搬来后' }));
    expect(told(await since('depthead', id))).toEqual([['scale', '两座仓库', '搬来后']]);
  });
});

describe('FLOW-09 what has changed since I last looked', () => {
  it('who sees a record for the first time is told nothing, and nothing more is asked of the database', async () => {
    const id = await desk.filed('900');
    await show('depthead', id);
    said = [];
    expect(await since('depthead', id)).toEqual({ since: null, decided: null, looked: null, by: [], fields: [], rows: [] });
    expect(said.filter((text) => /flow_look|hist\./.test(text))).toEqual([]);
  });

  it('from the look of another visit; while one looks and comes back it stays the same', async () => {
    const id = await desk.filed('900');
    await show('depthead', id);
    pass(60);
    await lab.base.db.query(`update app.initiation set scale = '别人改的', modify_entity = 13, modify_time = $2 where id = $1`, [
      id,
      new Date(Date.now() + ahead),
    ]);
    await show('depthead', id);
    const first = await since('depthead', id);
    expect(first).toMatchObject({ since: 'looked', decided: null, by: [{ id: PEOPLE.president }] });
    expect(told(first)).toEqual([['scale', '两座仓库', '别人改的']]);
    pass(20);
    expect((await since('depthead', id)).looked).toBe(first.looked);
    pass(20);
    expect((await since('depthead', id)).looked).toBe(first.looked);
    pass(40);
    const later = await since('depthead', id);
    expect([later.looked! > first.looked!, told(later)]).toEqual([true, []]);
  });

  it('a page that asks by itself has looked for nobody; nor has who looks through somebody’s eyes', async () => {
    const id = await desk.filed('900');
    await show('depthead', id);
    pass(60);
    const looks = async () => (await lab.base.db.query('select 1 from fw.flow_look where rowid = $1', [id])).length;
    const { depthead } = all.as;
    const look = await lookAt(house, depthead, cloud);
    expect((await sinceOf(look, id, { background: true })).since).toBe('looked');
    expect((await sinceOf({ ...look, session: { ...depthead, eyes: { by: 1 } } as unknown as Session }, id, {})).since).toBe('looked');
    expect(await looks()).toBe(0);
    await since('depthead', id);
    expect(await looks()).toBe(1);
  });

  it('may be chosen beside the decision; a decision of one’s own is a look; what there is none of falls back', async () => {
    const id = await sentBack();
    await done(desk.modify('applicant', id, 11, { scale: '三座' }));
    await show('depthead', id);
    await since('depthead', id);
    pass(60);
    await lab.base.db.query(`update app.initiation set necessity = '又改', modify_entity = 2, modify_time = $2 where id = $1`, [
      id,
      new Date(Date.now() + ahead),
    ]);
    const both = await since('depthead', id);
    expect(told(both).map(([field]) => field)).toEqual(['scale', 'necessity']);
    const looked = await since('depthead', id, { since: 'looked' });
    expect([looked.since, told(looked).map(([field]) => field), looked.decided]).toEqual(['looked', ['necessity'], both.decided]);
    await done(desk.modify('depthead', id, 21));
    const after = await since('depthead', id, { since: 'looked' });
    expect([after.since, after.looked === after.decided!.time, told(after)]).toEqual(['looked', true, []]);
    expect((await since('applicant', id, { since: 'decided' })).since).toBe('looked');
  });

  it('costs a fixed number of statements, however much was changed', async () => {
    const id = await sentBack();
    const count = async () => {
      said = [];
      await since('depthead', id);
      return said.length;
    };
    const before = await count();
    for (let nth = 0; nth < 5; nth += 1)
      await done(desk.ask('applicant', '/app?op=Modify', { cloud, id, scale: `第 ${nth}`, necessity: `要 ${nth}` }));
    expect(await count()).toBe(before + 1);
    expect(before).toBeLessThan(14);
  });
});

describe('E5 B10 the marks tell nothing of what their reader may not see', () => {
  const hide = async (uids: string[], group = lab.house.catalogueOf(null).table(cloud)!.group) => {
    await lab.base.db.query(`update fw.role_grant set hide_uids = $1 where company_id = 1 and group_uid = $2`, [uids, group]);
    await lab.base.db.query('update fw.rights_version set version = version + 1');
    all.as.depthead = await lab.as('depthead');
  };
  const table = (name: string) => lab.house.catalogueOf(null).table(name)!;

  it('a hidden field, a hidden field of rows, who changed it where that is hidden', async () => {
    const id = await desk.filed('900');
    const [fund] = await fundsOf(id);
    await done(desk.modify('depthead', id, 22, { remark: '改' }));
    await done(
      desk.modify('applicant', id, 11, { scale: 'CANARY', necessity: '看得见', ...subs([{ op: 'Modify', id: fund, note: 'CANARY2' }]) }),
    );
    await hide([ruleOf(table(cloud), 'scale'), ruleOf(table('initiation_fund'), 'note'), ruleOf(table(cloud), 'modify_entity')]);
    const answer = await since('depthead', id);
    expect(told(answer)).toEqual([['necessity', '现有仓库已满', '看得见']]);
    expect(answer.by).toEqual([]);
    expect(JSON.stringify(answer)).not.toMatch(/CANARY|scale|note|两座仓库/);
    await hide([]);
    expect(told(await since('depthead', id)).length).toBe(3);
  });

  it('a field that is hidden at the step where the record is now', async () => {
    const id = await desk.filed('900');
    await done(desk.modify('depthead', id, 21));
    await done(desk.modify('investmgr', id, 31, { review_no: `S${id}` }));
    await done(desk.modify('finance', id, 42, { finance_price: '777', remark: '退', back_id: await firstOf(id) }));
    for (const who of ['depthead', 'legal', 'investmgr'] as const)
      expect(JSON.stringify(await since(who, id))).not.toMatch(/777|finance_price|review_no/);
  });

  it('a field that was seen then, was changed since, and is hidden at the step where the record is now', async () => {
    const id = await desk.filed('900');
    const round = async (finance_price: string) => {
      await done(desk.modify('depthead', id, 21));
      await done(desk.modify('investmgr', id, 31, { review_no: `R${id}` }));
      await done(desk.modify('finance', id, 41, { finance_price }));
    };
    await round('777');
    await done(desk.modify('legal', id, 42, { remark: '退', back_id: await firstOf(id) }));
    await done(desk.modify('applicant', id, 11));
    await round('888');
    expect(told(await since('investmgr', id))).toEqual([['finance_price', '777.000000', '888.000000']]);
    await done(desk.modify('legal', id, 42, { remark: '再退', back_id: await firstOf(id) }));
    expect(JSON.stringify(await since('investmgr', id))).not.toMatch(/777|888|finance_price/);
  });
});
