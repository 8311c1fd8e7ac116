import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Form, type Heard, initiation, type Outside, openOutside, upload } from '../outside.ts';
import { rulesOf, uidOf } from '../uids.ts';

let it: Outside;
const ids: Record<string, number> = {};
beforeAll(async () => {
  it = await openOutside();
  for (const row of await it.sql<{ id: number; login_name: string }>(`select id, login_name from app."user" where company_id = 1`))
    ids[row.login_name] = row.id;
});
afterAll(() => it?.close());

const cloud = 'initiation';
const tokens = new Map<string, Promise<string>>();
const tokenOf = (who: string): Promise<string> => {
  const token = tokens.get(who) ?? it.signIn(who);
  tokens.set(who, token);
  return token;
};
const say = async (who: string, url: string, form: Form): Promise<Heard> => it.say(url, form, { token: await tokenOf(who) });
const decide = (who: string, id: number, event: number, rest: Form = {}) =>
  say(who, '/app?op=Modify', { cloud, id: String(id), _event: String(event), remark: 'agreed', ...rest });
const list = (...names: string[]) => `,${names.map((name) => ids[name]).join()},`;

async function filed(price = '800', rest: Form = {}): Promise<number> {
  const told = await say('applicant', '/app?op=Add', {
    ...(await initiation(it, await tokenOf('applicant'), price)),
    _event: '11',
    ...rest,
  });
  expect(told.code, told.bytes).toBe(200);
  return Number(told.data?.id);
}
async function countersigning(names = ['finance', 'legal', 'tech', 'safety']): Promise<number> {
  const id = await filed();
  expect((await decide('depthead', id, 21)).code).toBe(200);
  expect((await decide('investmgr', id, 31, { review_no: `N${id}`, reviewers: list(...names) })).code).toBe(200);
  return id;
}
const todoOf = (who: string, id: number) =>
  it.one<number>('select max(id) from fw.flow_todo where rowid = $1 and review_entity = $2', [id, ids[who]]);
/** The record with its rows and its whole case, as one text. */
const print = (id: number) =>
  it.one<string>(
    `select md5(concat((select t::text from app.initiation t where id = $1), (select string_agg(f::text, '' order by id) from app.initiation_fund f where initiation_entity = $1),
      (select string_agg(w::text, '' order by id) from fw.flow_todo w where source = 'initiation' and rowid = $1), (select string_agg(c::text, '') from fw.flow_case c where source = 'initiation' and rowid = $1)))`,
    [id],
  );
/** Each call is refused with one of the codes, and leaves every row of the record as it was. */
async function refused(id: number, calls: [string, () => Promise<Heard>, number[]][]): Promise<void> {
  const before = await print(id);
  for (const [what, call, codes] of calls) {
    const told = await call();
    expect(codes, `${what}: ${told.bytes}`).toContain(told.code);
    expect(await print(id), what).toBe(before);
  }
}

test('B10 who decides changes what his step may edit, nobody changes the rest under way, and a closed field does not show', async () => {
  const id = await countersigning();
  await refused(id, [
    ['a field of no step', () => decide('finance', id, 41, { est_price: '1' }), [312]],
    ['a field of another step', () => decide('finance', id, 41, { review_no: 'mine' }), [312]],
    ['a field of a later step', () => decide('finance', id, 41, { resolution: 'x' }), [312, 315, 317]],
    ['a field of the engine', () => decide('finance', id, 41, { project_entity: '1', est_price: '2' }), [312]],
    ['a hidden field', () => decide('legal', id, 41, { npv: '5' }), [312, 317]],
    ['plain Modify by the applicant', () => say('applicant', '/app?op=Modify', { cloud, id: String(id), key_name: 'mine' }), [312]],
    ['plain Modify by the holder', () => say('finance', '/app?op=Modify', { cloud, id: String(id), finance_price: '1' }), [312]],
    ['plain Modify by the administrator', () => say('admin', '/app?op=Modify', { cloud, id: String(id), key_name: 'x' }), [312]],
    ['Delete by the applicant', () => say('applicant', '/app?op=Delete', { cloud, id: String(id) }), [312]],
    [
      'a row of its funding by itself',
      async () =>
        say('admin', '/app?op=Modify', {
          cloud: 'initiation_fund',
          id: String(await it.one(`select min(id) from app.initiation_fund where initiation_entity = $1`, [id])),
          price: '1',
        }),
      [312],
    ],
  ]);
  const fresh = await filed('700', { note: 'CANARY' });
  await it.sql(`update app.initiation set finance_price = 66.06, review_no = 'CANARY-no' where id = $1`, [fresh]);
  for (const op of ['Get', 'Show']) {
    const told = await say('depthead', `/app?op=${op}`, { cloud, id: String(fresh) });
    expect(told.bytes).not.toMatch(/finance_price|review_no|CANARY-no|66\.06/);
  }
  for (const filters of [{ fields: { review_no: 'CANARY-no' } }, { key_word: 'CANARY-no' }])
    expect((await say('investmgr', '/app?op=Page', { cloud, filters: JSON.stringify(filters) })).total).toBe(0);
});

test('B11 rows of another record, a parent elsewhere, a closed sub-table, sums and counts that are broken: nothing of the submit is done', async () => {
  const token = await tokenOf('applicant');
  const own = (await say('applicant', '/app?op=Add', await initiation(it, token, '500'))).data!.id as number;
  const other = (await say('applicant', '/app?op=Add', await initiation(it, token, '600'))).data!.id as number;
  const [mine, theirs] = [own, other].map((id) =>
    it.one<number>('select min(id) from app.initiation_fund where initiation_entity = $1', [id]),
  );
  const [row, foreign] = [await mine, await theirs];
  const untouched = await print(other);
  const rows = (...sent: unknown[]) => ({ _subtables: JSON.stringify({ 'initiation_fund.initiation_entity': sent }) });
  const modify = (rest: Form) => () => say('applicant', '/app?op=Modify', { cloud, id: String(own), key_name: 'changed', ...rest });
  await refused(own, [
    ['Modify of a foreign row', modify(rows({ op: 'Modify', id: foreign, price: 1 })), [315]],
    ['Delete of a foreign row', modify(rows({ op: 'Delete', id: foreign })), [315]],
    ['Bind of a foreign row', modify(rows({ op: 'Bind', id: foreign })), [312, 315]],
    ['Unbind', modify(rows({ op: 'Unbind', id: row })), [312]],
    ['a parent elsewhere', modify(rows({ op: 'Add', initiation_entity: other, fund_source: 1, price: 1 })), [312]],
    ['a row moved elsewhere', modify(rows({ op: 'Modify', id: row, initiation_entity: other })), [312]],
    ['twice the same row', modify(rows({ op: 'Modify', id: row, price: 1 }, { op: 'Delete', id: row })), [317]],
    ['an op that is none', modify(rows({ op: 'Update', id: row })), [317]],
    ['a sub-table that is none', modify({ _subtables: JSON.stringify({ 'project_stage.project_entity': [{ op: 'Add' }] }) }), [317]],
    ['no row left', modify({ ...rows({ op: 'Delete', id: row }), _event: '11' }), [301]],
    ['a sum that is broken', modify({ ...rows({ op: 'Modify', id: row, price: 1 }), _event: '11' }), [301]],
    ['an engine column of a row', modify(rows({ op: 'Add', fund_source: 1, price: 1, zz: 1 })), [317]],
  ]);
  expect(await print(other)).toBe(untouched);
  const running = await filed('900');
  const standing = await it.one<number>('select min(id) from app.initiation_fund where initiation_entity = $1', [running]);
  await refused(running, [
    ['a closed sub-table', () => decide('depthead', running, 21, rows({ op: 'Modify', id: standing, price: 1 })), [312]],
    ['a row more', () => decide('depthead', running, 21, rows({ op: 'Add', fund_source: 1, price: 1 })), [312]],
  ]);
});

test('B12 a bound row goes by the right on it: where a sub-table binds nothing, Bind and Unbind are 312', async () => {
  const token = await tokenOf('applicant');
  const id = (await say('applicant', '/app?op=Add', await initiation(it, token, '500'))).data!.id as number;
  for (const op of ['Bind', 'Unbind'])
    for (const row of [1, 999_999]) {
      const _subtables = JSON.stringify({ 'initiation_fund.initiation_entity': [{ op, id: row }] });
      expect((await say('applicant', '/app?op=Modify', { cloud, id: String(id), _subtables })).code).toBe(312);
    }
});

test('B13 a Delete of mine and of others: 343, a row each, the forbidden untouched; a list of forbidden ones is refused whole', async () => {
  const mine = (await say('applicant', '/app?op=Add', { cloud, key_name: 'to be deleted' })).data!.id as number;
  const running = await filed('300');
  const foreign = await it.one<number>('select min(id) from app.project where company_id = 2');
  const before = await print(running);
  const told = await say('applicant', '/app?op=Delete', { cloud, id: `${mine},${running},2000000000` });
  expect(told.code).toBe(343);
  expect(Object.fromEntries(told.rows!.map((row) => [row.id, row.code]))).toEqual({ [mine]: 200, [running]: 312, 2000000000: 315 });
  expect(await print(running)).toBe(before);
  expect(await it.one('select count(*) from app.initiation where id = $1 and deleted_time is not null', [mine])).toBe(1);
  expect((await say('applicant', '/app?op=Delete', { cloud, id: `${running},2000000000` })).code).toBe(300);
  expect((await say('applicant', '/app?op=Delete', { cloud: 'project', id: String(foreign) })).code).toBe(312);
});

test("B15 another's to-do, the own one twice, a forged step, foreign events, returns to what is not in the log", async () => {
  const id = await countersigning();
  const other = await filed('450');
  expect((await decide('finance', id, 41)).code).toBe(200);
  await refused(id, [
    ["another's to-do", async () => decide('legal', id, 41, { todo: String(await todoOf('tech', id)) }), [312]],
    ["another record's to-do", async () => decide('legal', id, 41, { todo: String(await todoOf('depthead', other)) }), [315]],
    ['my own twice', () => decide('finance', id, 41), [311]],
    ['my own twice, by its id', async () => decide('finance', id, 41, { todo: String(await todoOf('finance', id)) }), [311]],
    ['a decision of one who had his turn', () => decide('depthead', id, 21), [311]],
    ['a forged next step', () => decide('legal', id, 41, { next_state: '90' }), [311]],
    ['a forged state', () => decide('legal', id, 41, { review_state: '90', next_state: '7' }), [311]],
    ['an event of another step', () => decide('legal', id, 71), [311]],
    ['an event of the applicant', () => decide('legal', id, 11), [312, 311]],
    ['an event of nowhere', () => decide('legal', id, 4242), [403]],
    ['a decision of a stranger to the case', () => decide('viewer', id, 41), [312, 315]],
    ['a decision of the administrator', () => decide('admin', id, 41), [312]],
    ['a return without a row', () => say('legal', '/flow?op=Reject', { cloud, id: String(id), _event: '42', remark: 'x' }), [314]],
    [
      'a return to a row of another record',
      async () =>
        say('legal', '/flow?op=Reject', {
          cloud,
          id: String(id),
          _event: '42',
          remark: 'x',
          back_id: String(await todoOf('depthead', other)),
        }),
      [311],
    ],
    [
      'a return to a step not listed',
      async () =>
        say('legal', '/flow?op=Reject', {
          cloud,
          id: String(id),
          _event: '42',
          remark: 'x',
          back_id: String(await todoOf('depthead', id)),
        }),
      [311],
    ],
    [
      'a return to an open row',
      async () =>
        say('legal', '/flow?op=Reject', { cloud, id: String(id), _event: '42', remark: 'x', back_id: String(await todoOf('tech', id)) }),
      [311],
    ],
    ['a decision on a table without a flow', () => say('legal', '/app?op=Modify', { cloud: 'project', id: '1', _event: '41' }), [403]],
    ['handlers that the definition fixes', () => decide('legal', id, 41, { reviewers: list('applicant') }), [311, 312]],
  ]);
});

test('B16 CheckRight, Process and Reviewer answer for the session, whoever is named; 21 copies are 341', async () => {
  const id = await filed('450');
  const asDepthead = await say('depthead', '/flow?op=CheckRight', { cloud, id: String(id) });
  expect(asDepthead.data?.op).toBe('Review');
  for (const named of ['user', 'user_id', 'review_entity', 'create_entity', 'token'])
    expect((await say('applicant', '/flow?op=CheckRight', { cloud, id: String(id), [named]: String(ids.depthead) })).code).toBe(317);
  expect(
    (await say('applicant', '/flow?op=CheckRight', { cloud, id: String(id), todo: String(await todoOf('depthead', id)) })).data,
  ).toMatchObject({ op: 'Show', todo: null });
  for (const op of ['CheckRight', 'Process', 'Chart', 'Since'])
    expect((await say('member1', `/flow?op=${op}`, { cloud, id: String(id) })).code).toBe(315);
  const people = await it.sql<{
    id: number;
  }>(`insert into app."user" (company_id, key_name, login_name, domain_entities, role_entities, status)
    select 1, 'c' || n, 'copy' || n, '{1}', '{}', 1 from generate_series(1, 21) n returning id`);
  await refused(id, [
    ['21 copies', () => decide('depthead', id, 21, { copies: people.map((one) => one.id).join() }), [341]],
    [
      'a copy to another company',
      async () => decide('depthead', id, 21, { copies: String(await it.one(`select id from app."user" where company_id = 2`)) }),
      [302],
    ],
    ['a copy to nobody', () => decide('depthead', id, 21, { copies: '999999' }), [302]],
    ['800 characters', () => decide('depthead', id, 21, { remark: '字'.repeat(800) }), [316]],
  ]);
});

test('B16 B17 what is done beside deciding: only from one’s own row, to people of one’s company, and nothing is left of what is refused', async () => {
  const id = await filed('460');
  const foreign = String(await it.one(`select id from app."user" where company_id = 2`));
  const his = String(await todoOf('depthead', id));
  const act =
    (who: string, op: string, said: Record<string, string> = {}) =>
    () =>
      say(who, `/flow?op=${op}`, { cloud, id: String(id), remark: 'x', ...said });
  const to = (who: string) => ({ reviewers: String(ids[who as keyof typeof ids]) });
  await refused(id, [
    ['asking another company', act('depthead', 'Relay', { reviewers: foreign }), [302]],
    ['asking nobody there is', act('depthead', 'Relay', { reviewers: '999999' }), [302]],
    ['passing on to another company', act('depthead', 'Assign', { reviewers: foreign }), [302]],
    ['passing on to the applicant', act('depthead', 'Assign', to('applicant')), [312]],
    ['passing on what is another’s', act('finance', 'Assign', { todo: his, ...to('finance') }), [312, 315]],
    ['passing on what is another’s, as its applicant', act('applicant', 'Assign', { todo: his, ...to('finance') }), [312]],
    ['adding the applicant', act('depthead', 'AddSign', { place: 'with', ...to('applicant') }), [312]],
    ['adding oneself', act('depthead', 'AddSign', { place: 'after', ...to('depthead') }), [310]],
    ['adding from another’s row', act('applicant', 'AddSign', { place: 'with', todo: his, ...to('finance') }), [312]],
    ['taking off whom the flow found', act('applicant', 'RemoveSign', { todo: his }), [312]],
    ['answering what was not asked', act('depthead', 'Reply', { todo: his }), [311]],
    ['a copy to another company', act('applicant', 'Copy', { copies: foreign }), [302]],
    ['21 copies', act('applicant', 'Copy', { copies: Array.from({ length: 21 }, (_, n) => n + 1).join() }), [341]],
    ['taking back what another sent', act('depthead', 'Revoke', { confirm: '1' }), [312]],
    ['taking back without a reason', act('applicant', 'Revoke', { confirm: '1', remark: '' }), [314]],
    ['hurrying oneself', act('depthead', 'Urge'), [311]],
    ['800 characters', act('depthead', 'Relay', { ...to('finance'), remark: '字'.repeat(800) }), [316]],
    ['of no part in it', act('member1', 'Copy', { copies: String(ids.member1) }), [315]],
  ]);
});

test('B17 nobody signs twice or for another, and who was not asked does not sign', async () => {
  const id = await countersigning(['finance', 'legal', 'finance', 'tech', 'safety']);
  expect(await it.one(`select count(*) from fw.flow_todo where rowid = $1 and back_state = 4`, [id])).toBe(4);
  await refused(id, [
    ['one who was not asked', () => decide('member1', id, 41), [312, 315]],
    [
      'one who was not asked, with the to-do of another',
      async () => decide('member1', id, 41, { todo: String(await todoOf('legal', id)) }),
      [312, 315],
    ],
    ['two decisions in one', () => decide('finance', id, 41, { todo: `${1},${2}` }), [317]],
  ]);
  expect((await decide('finance', id, 41)).code).toBe(200);
  await refused(id, [['the same one again', () => decide('finance', id, 41), [311]]]);
  for (const who of ['legal', 'tech']) expect((await decide(who, id, 41)).code).toBe(200);
  expect(await it.one('select review_state from app.initiation where id = $1', [id])).toBe(4);
  expect((await decide('safety', id, 41)).code).toBe(200);
  expect(await it.one('select review_state from app.initiation where id = $1', [id])).toBe(5);
});

test('B17 who sends a record on neither leaves out nor replaces who must sign it, and nobody countersigns what he applied for', async () => {
  const id = await filed();
  expect((await decide('depthead', id, 21)).code).toBe(200);
  const all = ['finance', 'legal', 'tech', 'safety'];
  const send = (...names: string[]) => decide('investmgr', id, 31, { review_no: `N${id}`, reviewers: list(...names) });
  await refused(id, [
    ['the applicant alone', () => send('applicant'), [312]],
    ['the applicant beside them', () => send(...all, 'applicant'), [312]],
    ['a friend alone', () => send('president'), [312]],
    ['some of them', () => send('finance', 'legal'), [312]],
    ['a friend in the place of one', () => send('finance', 'legal', 'tech', 'president'), [312]],
    [
      'a user of another company beside them',
      async () =>
        decide('investmgr', id, 31, {
          review_no: `N${id}`,
          reviewers: `${list(...all)}${await it.one(`select id from app."user" where company_id = 2`)}`,
        }),
      [302],
    ],
  ]);
  expect((await send(...all, 'president')).code).toBe(200);
  await it.sql(`insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time) values (1, $1, $2, $3, $4)`, [
    ids.finance,
    ids.applicant,
    new Date(it.app.house.clock.now().getTime() - 1000),
    new Date(it.app.house.clock.now().getTime() + 3_600_000),
  ]);
  await refused(id, [
    ['the applicant as the agent of one who signs', () => decide('applicant', id, 41), [312]],
    ['the same, by the row', async () => decide('applicant', id, 41, { todo: String(await todoOf('finance', id)) }), [312]],
    ['figures that are finance’s, by another signer', () => decide('legal', id, 41, { finance_price: '1' }), [312]],
    ['the same, by one who was added', () => decide('president', id, 41, { finance_price: '1' }), [312]],
  ]);
  await it.sql('delete from fw.flow_agent');
});

test('B18 the to-do list is of the session, whatever the filter asks for', async () => {
  const id = await filed('450');
  const todo = await todoOf('depthead', id);
  const page = (who: string, filters: unknown) =>
    say(who, '/app?op=Page', { cloud: 'todo', rows: '1000', filters: JSON.stringify(filters) });
  expect((await page('depthead', {})).rows!.map((row) => row.id)).toContain(todo);
  for (const filters of [
    { fields: { review_entity: ids.depthead } },
    { fields: { create_entity: ids.applicant } },
    { fields: { holder: ids.depthead } },
    { where: `holder=${ids.depthead}` },
    {},
  ])
    for (const who of ['viewer', 'admin', 'legal']) {
      const told = await page(who, filters);
      expect(
        (told.rows ?? []).map((row) => row.id),
        `${who} ${JSON.stringify(filters)}`,
      ).not.toContain(todo);
    }
  for (const op of ['Get', 'Show', 'History', 'Modify', 'Delete', 'Restore'])
    expect([312, 315], op).toContain((await say('viewer', `/app?op=${op}`, { cloud: 'todo', id: String(todo) })).code);
  // a view is read and nothing else, by him too whose to-do it is
  const asked: Record<string, Form> = {
    ...{ Page: { as_of: '2026-01-01T00:00:00Z' }, Get: { id: String(todo) }, Show: { id: String(todo) }, History: { id: String(todo) } },
    ...{ Modify: { id: String(todo), remark: 'x' }, Delete: { id: String(todo) }, Restore: { id: String(todo) } },
    ...{ Add: { remark: 'x' }, Group: { field: 'source' }, Tree: {}, Recycle: {} },
  };
  const before = await print(id);
  for (const [op, form] of Object.entries(asked)) {
    const told = await say('depthead', `/app?op=${op}`, { cloud: 'todo', ...form });
    expect(told.code, `${op} ${told.bytes}`).toBe({ Get: 200, Show: 200, Page: 317, Group: 317, Tree: 317 }[op] ?? 312);
  }
  expect(await print(id)).toBe(before);
});

const CASE = 'case_state,case_end,case_holders';
/** What the to-dos of a person tell of a record's case, and whether the record opens; `found`: how many rows a filter on the step finds. */
async function toldOfCase(who: string, id: number) {
  const token = await it.signIn(who);
  const page = (rest: Form) => it.say('/app?op=Page', { cloud: 'todo', fields: CASE, ...rest }, { token });
  const [row, ...more] = (await page({ filters: JSON.stringify({ fields: { rowid: id } }) })).rows as Record<string, unknown>[];
  const step = await it.one<number>('select state from fw.flow_case where source = $1 and rowid = $2', [cloud, id]);
  const { total } = await page({ filters: JSON.stringify({ fields: { rowid: id, case_state: step } }) });
  const { code } = await it.say('/app?op=Show', { cloud, id: String(id) }, { token });
  expect(more).toEqual([]);
  const holders = (row?.case_holders as { id: number }[] | null | undefined)?.map((each) => each.id);
  return { code, state: row?.case_state, end: row?.case_end, holders, found: total };
}
const SILENT = { state: undefined, end: undefined, holders: undefined, found: 0 };

test("B18 R7 a to-do tells where its case stands while the record is live and of one's domains: copied from outside, removed, recycled", async () => {
  const domains = async (list: string) => {
    await it.sql(`update app."user" set domain_entities = $2 where id = $1`, [ids.viewer, list]);
    // a domain that is taken away ends the sessions of before
    tokens.delete('viewer');
  };
  const home = await it.one<string>(`select domain_entities::text from app."user" where id = $1`, [ids.viewer]);
  const id = await filed('450');
  const own = await it.one<number>('select subcompany_id from app.initiation where id = $1', [id]);
  const other = await it.one<number>('select min(id) from app."domain" where company_id = 1 and id <> $1', [own]);
  try {
    await domains(`{${other}}`);
    expect((await decide('depthead', id, 21, { copies: String(ids.viewer) })).code).toBe(200);
    expect(await toldOfCase('viewer', id)).toEqual({ ...SILENT, code: 315 });
    await domains(`{${other},${own}}`);
    const open = { code: 200, state: 3, end: '', holders: [ids.investmgr], found: 1 };
    expect(await toldOfCase('viewer', id)).toEqual(open);
    await domains(`{${other}}`);
    expect(await toldOfCase('viewer', id)).toEqual({ ...SILENT, code: 315 });
    await domains(home);
    expect(await toldOfCase('viewer', id)).toEqual(open);
    await it.sql('update app.initiation set deleted_time = now() where id = $1', [id]);
    expect(await toldOfCase('viewer', id)).toEqual({ ...SILENT, code: 315 });
  } finally {
    await domains(home);
  }
});

test('B5 who holds a case is hidden in the to-do too where the role hides who holds the record', async () => {
  const id = await filed('450');
  const roles = await it.one<number[]>('select role_entities from app."user" where id = $1', [ids.depthead]);
  const hide = (to: string) =>
    it.sql(`update fw.role_grant set hide_uids = ${to} where group_uid = $1 and role_id = any($2)`, [uidOf(cloud), roles]);
  const open = { code: 200, state: 2, end: '', holders: [ids.depthead], found: 1 };
  expect(await toldOfCase('depthead', id)).toEqual(open);
  await hide(`hide_uids || '{${rulesOf(cloud, ['review_entity'])}}'::text[]`);
  await it.sql('update fw.rights_version set version = version + 1');
  expect(await toldOfCase('depthead', id)).toEqual({ ...open, holders: undefined });
  await hide(`array_remove(hide_uids, '${rulesOf(cloud, ['review_entity'])[0]}')`);
  await it.sql('update fw.rights_version set version = version + 1');
  expect(await toldOfCase('depthead', id)).toEqual(open);
});

test('B26 who loses his role or his account in the middle of a case decides nothing more', async () => {
  const id = await filed('450');
  await tokenOf('depthead');
  await it.sql(`update app."user" set status = 2 where id = $1`, [ids.depthead]);
  for (
    let told = await decide('depthead', id, 21, { version: '999999' });
    told.code !== 401;
    told = await decide('depthead', id, 21, { version: '999999' })
  )
    await new Promise((resolve) => setTimeout(resolve, 20));
  await refused(id, [['a disabled handler', () => decide('depthead', id, 21), [401]]]);
  await it.sql(`update app."user" set status = 1 where id = $1`, [ids.depthead]);
  await refused(id, [['who is enabled again, with the token of before', () => decide('depthead', id, 21), [401]]]);
  tokens.delete('depthead');
});

test('B30 an action that the state does not offer is 312, by whatever op it is asked for', async () => {
  const done = await filed('450');
  await it.sql(`update app.initiation set review_state = 90, reviewers = '{}' where id = $1`, [done]);
  await it.sql(`update fw.flow_case set status = 1, end_kind = 'pass', finish_time = now() where rowid = $1 and source = 'initiation'`, [
    done,
  ]);
  await refused(done, [
    ['Modify of what is approved', () => say('applicant', '/app?op=Modify', { cloud, id: String(done), key_name: 'x' }), [312]],
    ['Delete of what is approved', () => say('applicant', '/app?op=Delete', { cloud, id: String(done) }), [312]],
    ['a decision on what is approved', () => decide('depthead', done, 21), [311]],
    ['a second submission', () => decide('applicant', done, 11), [311]],
    ['Call', () => say('applicant', '/app?op=Call', { cloud, id: String(done), action: 'Delete' }), [312]],
    [
      'Call of an address',
      () => say('applicant', '/app?op=Call', { cloud, id: String(done), action: 'Delete', url: 'http://127.0.0.1/' }),
      [317],
    ],
    ['Batch', () => say('applicant', '/app?op=Batch', { cloud, id: String(done), key_name: 'x' }), [312]],
  ]);
});

test('B15 who applies names his own unit or one below it; only who may write everywhere names any', async () => {
  const form = async (rest: Form) => ({ ...(await initiation(it, await tokenOf('applicant'), '500')), ...rest });
  const water = String(await it.one(`select id from app.department where company_id = 1 and key_name = '远山水务'`));
  const logistics = await it.one<number>(`select id from app.department where company_id = 1 and key_name = '远山物流'`);
  const told = await say('applicant', '/app?op=Add', await form({ department_entity: water, _event: '11' }));
  expect([told.code, told.remark, told.data?.field]).toEqual([312, '$unitBeyond', expect.anything()]);
  const draft = Number((await say('applicant', '/app?op=Add', await form({}))).data?.id);
  await refused(draft, [
    [
      'a draft moved to another unit',
      () => say('applicant', '/app?op=Modify', { cloud, id: String(draft), department_entity: water }),
      [312],
    ],
  ]);
  const below = await it.one<number>(
    `insert into app.department (company_id, code, key_name, parent_entity, manager_entity) values (1, '010299', 'below', $1, $2) returning id`,
    [logistics, ids.depthead],
  );
  const again = async () => (await say('applicant', '/app?op=Modify', { cloud, id: String(draft), department_entity: String(below) })).code;
  for (let code = await again(); code !== 200; code = await again()) await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await say('admin', '/app?op=Add', { cloud, key_name: 'of another unit', department_entity: water })).code).toBe(200);
});

test('B13 what was sent back is not offered for deletion, and an attempt says why', async () => {
  const id = await filed('450');
  expect((await decide('depthead', id, 22)).code).toBe(200);
  const [row] = (await say('applicant', '/app?op=Page', { cloud, filters: JSON.stringify({ fields: { id } }) })).rows!;
  expect((row!._actions as { op: string }[]).map((action) => action.op)).toEqual(['Show', 'Modify']);
  await refused(id, [['Delete', () => say('applicant', '/app?op=Delete', { cloud, id: String(id) }), [311]]]);
  const draft = Number((await say('applicant', '/app?op=Add', { cloud, key_name: 'never sent' })).data?.id);
  const [own] = (await say('applicant', '/app?op=Page', { cloud, filters: JSON.stringify({ fields: { id: draft } }) })).rows!;
  expect((own!._actions as { op: string }[]).map((action) => action.op)).toContain('Delete');
});

test('B16 an agent sees, is offered and decides what he stands in for, from its beginning to its end and not a moment more', async () => {
  const id = await filed('450');
  const now = () => it.app.house.clock.now().getTime();
  const [begin, end] = [new Date(now() + 3_600_000), new Date(now() + 7_200_000)];
  const give = (user: string, agent: string) =>
    it.sql(`insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time) values (1, $1, $2, $3, $4)`, [
      ids[user],
      ids[agent],
      begin,
      end,
    ]);
  await give('depthead', 'leader');
  await give('applicant', 'member2');
  const show = () => say('leader', '/app?op=Show', { cloud, id: String(id) });
  expect((await show()).code).toBe(312);
  expect((await decide('leader', id, 21)).code).toBe(312);
  it.skew = 3_700_000;
  tokens.clear();
  const seen = await show();
  expect([seen.code, (seen.data!._actions as { op: string }[]).map((action) => action.op)]).toEqual([200, ['Show', 'Review']]);
  expect((await say('leader', '/flow?op=CheckRight', { cloud, id: String(id) })).data?.op).toBe('Review');
  expect((await decide('leader', id, 22)).code).toBe(200);
  expect((await say('member2', '/app?op=Show', { cloud, id: String(id) })).code).toBe(200);
  expect((await say('member2', '/app?op=Modify', { cloud, id: String(id), key_name: 'x' })).code).toBe(312);
  it.skew = 7_300_000;
  tokens.clear();
  // he took part in this case, in no other
  expect((await show()).code).toBe(200);
  expect((await say('leader', '/app?op=Show', { cloud, id: String(await filed('451')) })).code).toBe(312);
  expect((await say('member2', '/app?op=Show', { cloud, id: String(id) })).code).toBe(315);
  it.skew = 0;
  tokens.clear();
});

test('B20 C3 a file of a decision is read by who sees the record, and by no stranger to it', async () => {
  const id = await filed('450');
  const file = await upload(it, await tokenOf('depthead'), { cloud, field: '_attachs' }, 'opinion.txt', 'CANARY-opinion');
  const key = String(file.data?.key_name);
  const read = async (who: string) =>
    (await it.say(`/app?op=Download&key_name=${key}`, {}, { method: 'GET', token: await tokenOf(who) })).bytes;
  expect(await read('applicant')).toBe('{"code":340,"remark":"","duration":0}');
  expect((await decide('depthead', id, 21, { attachs: key })).code).toBe(200);
  expect(await read('applicant')).toBe('CANARY-opinion');
  for (const who of ['viewer', 'member1', 'member3']) expect(await read(who)).toBe('{"code":340,"remark":"","duration":0}');
  expect((await upload(it, await tokenOf('viewer'), { cloud, field: '_attachs' })).code).toBe(312);
});
