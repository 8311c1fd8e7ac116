import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Form, type Outside, openOutside } from '../outside.ts';

const CANARY = 'CANARY-r5';
let it: Outside;
/** an initiation of the applicant that is approved, and the project it names, which is another unit's */
let approved: number;
let hidden: number;
beforeAll(async () => {
  it = await openOutside();
  hidden = await it.one(`select min(id) from app.project where company_id = 1 and subcompany_id = 1
    and department_entity <> (select department_entity from app."user" where login_name = 'applicant')`);
  approved = await it.one(`select min(id) from app.initiation where company_id = 1`);
  await it.sql(`update app.project set key_name = 'the other project', code = $1, place = $1, scale = $1 where id = $2`, [CANARY, hidden]);
  await it.sql(
    `update app.initiation set review_state = 90, project_entity = $2, npv = 777.77, irr = 7.77, payback = 7.7, key_name = 'approved one' where id = $1`,
    [approved, hidden],
  );
  await it.sql(`update app."user" set title = 'plain' where login_name = 'president'`);
});
afterAll(() => it?.close());
beforeEach(() => it.sql('delete from fw.identity_bucket'));

const page = (who: string, cloud: string, filters: unknown, rest: Form = {}, subname = 'demo') =>
  it.as(who, '/app?op=Page', { cloud, filters: JSON.stringify(filters), ...rest }, subname);

/** Commands upon a case, and what two of them ask beside its record. */
const FLOW_ACTS = ['Relay', 'Reply', 'RevokeRelay', 'Assign', 'AddSign', 'RemoveSign', 'Copy', 'Urge', 'Revoke'];
const more = (op: string): Form =>
  op.endsWith('=AddSign') ? { place: 'with' } : op.endsWith('=RemoveSign') ? { todo: '1' } : op.endsWith('=Version') ? { nth: '1' } : {};

test('B5 a field that the roles hide can be neither read, filtered, sorted, grouped, summed nor searched', async () => {
  await it.sql(`update app.initiation set create_entity = (select id from app."user" where login_name = 'legal') where id = $1`, [
    approved,
  ]);
  for (const field of ['npv', 'irr', 'payback'])
    for (const [filters, rest] of [
      [{ fields: { [field]: '777.77' } }, {}],
      [{ fields: { [field]: { op: 'filled' } } }, {}],
      [{ fields: { [field]: ['0', '9999'] } }, {}],
      [{ sort: [[field, 'desc']] }, {}],
      [{ where: `${field}>0` }, {}],
      [{ where: `est_price>{${field}}` }, {}],
      [{}, { fields: field }],
    ] as const) {
      expect((await page('legal', 'initiation', filters, rest)).code, `${field} ${JSON.stringify(filters)}`).toBe(317);
      expect([200, 317], `${field} ${JSON.stringify(filters)}`).toContain((await page('finance', 'initiation', filters, rest)).code);
    }
  expect((await page('finance', 'initiation', { fields: { irr: ['7', '8'] } })).total).toBe(1);
  const told = [await page('legal', 'initiation', {}, { stat: '1' })];
  for (const op of ['Get', 'Show', 'History'])
    told.push(await it.as('legal', `/app?op=${op}`, { cloud: 'initiation', id: String(approved) }));
  told.push(await it.as('legal', '/sys?op=LoadTable', { key_name: 'initiation' }));
  for (const one of told) expect(one.code).toBe(200);
  expect(told.map((one) => one.bytes).join()).not.toMatch(/"npv"|"irr"|"payback"|777\.77/);
  for (const field of ['login_name', 'role_entities', 'domain_entities', 'status']) {
    expect((await page('viewer', 'user', {}, { fields: field })).code).toBe(317);
    expect((await page('viewer', 'user', { sort: [[field, 'asc']] })).code).toBe(317);
    expect((await it.as('viewer', '/app?op=Group', { cloud: 'user', field })).code).toBe(317);
  }
  expect((await page('viewer', 'user', { key_word: 'president' })).total).toBe(0);
  expect((await page('admin', 'user', { key_word: 'president' })).total).toBe(1);
});

test('B6 a path through a reference opens nothing that its end does not', async () => {
  const closed = ['create_entity.login_name', 'manager_entity.role_entities', 'create_entity.password', 'create_entity.role_entities.code'];
  for (const path of closed)
    for (const filters of [{ fields: { [path]: 'x' } }, { sort: [[path, 'asc']] }, { where: `${path}=1` }])
      expect((await page('finance', 'initiation', filters)).code, path).toBe(317);
  for (const path of ['manager_entity.mobile', 'create_entity.title'])
    expect((await page('finance', 'initiation', { fields: { [path]: 'x' } })).code, path).toBe(200);
});

test('B7 of a reference that may not be read nothing shows but a name that is public, and nobody finds by the rest', async () => {
  await it.sql(`update app.initiation set create_entity = (select id from app."user" where login_name = 'applicant') where id = $1`, [
    approved,
  ]);
  const id = String(approved);
  const seen = async (who: string) =>
    Promise.all([
      it.as(who, '/app?op=Get', { cloud: 'initiation', id }),
      it.as(who, '/app?op=Show', { cloud: 'initiation', id }),
      page(who, 'initiation', { fields: { key_name: 'approved one' } }, { fields: 'key_name,project_entity' }),
      it.as(who, '/app?op=Group', { cloud: 'initiation', field: 'project_entity' }),
      it.as(who, '/flow?op=Process', { cloud: 'initiation', id }),
      it.as(who, '/flow?op=Chart', { cloud: 'initiation', id }),
      it.as(who, '/flow?op=Since', { cloud: 'initiation', id }),
      it.as(who, '/app?op=History', { cloud: 'initiation', id }),
      it.as(who, '/app?op=Version', { cloud: 'initiation', id, nth: '1' }),
    ]);
  const told = await seen('applicant');
  for (const one of told) expect(one.bytes).not.toContain(CANARY);
  expect(told[0]!.data!.project_entity).toMatchObject({ id: hidden, key_name: 'the other project' });
  expect(Object.keys(told[0]!.data!.project_entity as object)).toEqual(['id', 'key_name', 'key_name_en']);
  const idsOf = async (who: string, filters: unknown) => (await page(who, 'initiation', filters)).rows!.map((row) => row.id);
  for (const path of ['project_entity.code', 'project_entity.place']) {
    for (const filters of [{ fields: { [path]: CANARY } }, { where: `${path}=${CANARY}` }])
      expect(await idsOf('applicant', filters)).toEqual([]);
    // what is hidden has no place in the order either; to whom it shows, the one record that has it comes first
    expect(await idsOf('applicant', { sort: [[path, 'asc']] })).toEqual(await idsOf('applicant', { sort: [['id', 'asc']] }));
    expect((await idsOf('finance', { sort: [[path, 'asc']] }))[0]).toBe(approved);
  }
  expect((await page('finance', 'initiation', { fields: { 'project_entity.code': CANARY } })).total).toBe(1);
  for (const op of ['Get', 'Show'])
    expect((await it.as('applicant', `/app?op=${op}`, { cloud: 'project', id: String(hidden) })).code).toBe(315);
});

test('B8 a picker is a list: what it says it is for gives it nothing', async () => {
  for (const op_code of ['List', 'Delete', 'Modify', 'x', '']) {
    for (const op of ['Page', 'List']) expect((await it.as('applicant', `/app?op=${op}`, { cloud: 'power_unit', op_code })).code).toBe(312);
    expect((await it.as('applicant', '/app?op=Page', { cloud: 'project', op_code, exact: '1' })).total).toBe(
      (await it.as('applicant', '/app?op=Page', { cloud: 'project', exact: '1' })).total,
    );
  }
  const add = { cloud: 'initiation', key_name: 'x', project_entity: String(hidden) };
  expect((await it.as('applicant', '/app?op=Add', add)).code).toBe(200);
  expect(await it.one(`select count(*) from app.initiation where project_entity = $1 and key_name = 'x'`, [hidden])).toBe(0);
  const foreign = await it.one(`select min(id) from app.invest_subject where company_id = 2`);
  for (const id of [foreign, 999_999]) {
    const told = await it.as('applicant', '/app?op=Add', { cloud: 'initiation', key_name: 'y', invest_subject_entity: String(id) });
    expect(told.code).toBe(315);
  }
});

/** Columns of every table that only the engine writes, with what an attacker would like there. */
const EVIL: Form = {
  company_id: '2',
  subcompany_id: '2',
  create_entity: '1',
  create_department: '1',
  create_time: '2001-01-01 00:00:00',
  modify_entity: '1',
  modify_time: '2001-01-01 00:00:00',
  deleted_time: '2001-01-01 00:00:00',
  deleted_entity: '1',
  review_state: '90',
  review_entity: ',1,',
  reviewers: '1',
  keywords: 'evil',
  root: '1',
  super: '1',
  password: 'evil',
  token: 'evil',
  'create_entity.id': '1',
  constructor: 'evil',
};
const GUARDED = [
  'company_id',
  'subcompany_id',
  'create_entity',
  'create_department',
  'create_time',
  'deleted_time',
  'deleted_entity',
  'review_state',
  'reviewers',
  'id',
];

test('B9 no column that the engine writes is written by a request: Add and Modify, column by column', async () => {
  const makers: [string, string, Form][] = [
    ['applicant', 'initiation', { key_name: 'mass' }],
    ['investmgr', 'invest_subject', { key_name: 'mass', code: 'Z', kind: '1' }],
    ['admin', 'message', { key_name: 'mass', remark: 'x', begin_date: '2026-01-01', end_date: '2026-12-31' }],
    ['admin', 'department', { key_name: 'mass', code: 'Z' }],
  ];
  for (const [who, cloud, form] of makers) {
    const me = await it.one(`select id from app."user" where login_name = $1`, [who]);
    for (const [column, value] of [['id', '1'], ...Object.entries(EVIL)] as [string, string][]) {
      const code: Form = form.code ? { code: `Z${column.slice(0, 12)}` } : {};
      const told = await it.as(who, '/app?op=Add', { cloud, ...form, ...code, [column]: value });
      expect([200, 312, 317], `${cloud}.${column} ${told.bytes}`).toContain(told.code);
      if (told.code !== 200) continue;
      const [row] = await it.sql(`select * from app."${cloud}" where id = $1`, [told.data?.id]);
      expect(row).toMatchObject({ create_entity: me, company_id: 1, deleted_time: null });
      expect([0, 1], `${cloud}.${column}`).toContain(row!.review_state);
      expect(row!.reviewers ?? [], `${cloud}.${column}`).toEqual([]);
      expect(new Date(row!.create_time as string).getFullYear()).not.toBe(2001);
      expect(String(row!.keywords)).not.toContain('evil');
      const changed = await it.as(who, '/app?op=Modify', {
        cloud,
        id: String(row!.id),
        key_name: `m ${column}`,
        [column]: value,
        ...(column === 'id' ? { id: String(row!.id) } : {}),
      });
      const [after] = await it.sql(`select * from app."${cloud}" where id = $1`, [row!.id]);
      for (const kept of GUARDED) expect(after![kept], `Modify ${cloud}.${column} ${changed.code}`).toEqual(row![kept]);
      if (changed.code === 200) expect(after).toMatchObject({ modify_entity: me, key_name: `m ${column}` });
    }
  }
});

const HOSTILE: Form[] = [
  { root: '1' },
  { role_entities: ',1,' },
  { status: '1' },
  { password: 'x' },
  { code: 'root' },
  { login_name: 'admin' },
];

test('B9 B19 nobody but an administrator changes users, roles or domains by a form, and he neither what holds the secrets nor who is root', async () => {
  const tables = ['user', 'role', 'domain'];
  const print = () =>
    it.one<string>(
      tables
        .map((one) => `(select md5(string_agg(t::text, '' order by id)) from app."${one}" t)`)
        .join(' || ')
        .replace(/^/, 'select '),
    );
  const before = await print();
  for (const who of ['viewer', 'investmgr'])
    for (const cloud of tables) {
      const id = String(await it.one(`select max(id) from app."${cloud}" where company_id = 1`));
      for (const form of HOSTILE) {
        expect((await it.as(who, '/app?op=Modify', { cloud, id, ...form })).code, `${who} ${cloud}`).toBe(312);
        expect((await it.as(who, '/app?op=Add', { cloud, key_name: 'x', ...form })).code, `${who} ${cloud}`).toBe(312);
      }
      expect((await it.as(who, '/app?op=Delete', { cloud, id })).code).toBe(312);
    }
  for (const [cloud, form, code] of [
    ['role', { root: '1' }, 312],
    ['user', { password: 'x' }, 317],
    ['user', { root: '1' }, 317],
    ['user', { status: '2' }, 312],
    ['user', { login_name: 'admin' }, 310],
  ] as const) {
    const id = String(await it.one(`select max(id) from app."${cloud}" where company_id = 1`));
    expect((await it.as('admin', '/app?op=Modify', { cloud, id, ...form })).code, JSON.stringify(form)).toBe(code);
  }
  const role = String(await it.one('select max(id) from app."role" where company_id = 1'));
  const all = JSON.stringify([{ code: 'user', items: ',List,Add,Modify,Delete,Auth,', range: 2 }]);
  for (const [op, form] of Object.entries<Record<string, string>>({
    List: {},
    Load: {},
    Save: { version: 'x', rows: all },
    Effect: { rows: all },
    Changes: {},
    Members: { add: ',1,2,3,' },
  }))
    expect((await it.as('viewer', `/cloud/app/sys/user/api/RoleApi?op=${op}`, op === 'List' ? {} : { id: role, ...form })).code, op).toBe(
      312,
    );
  expect(await print()).toBe(before);
});

test('B14 a Queue gives each action its own rights, and nothing that it would not have alone', async () => {
  const queue = (actions: unknown[], who = 'applicant') => it.as(who, '/sys?op=Queue', { actions: JSON.stringify(actions) });
  const mixed = await queue([
    { path: '/app', op: 'Page', cloud: 'project', rows: '1' },
    { path: '/app', op: 'Page', cloud: 'power_unit' },
    { path: '/sys', op: 'Queue', actions: '[]' },
    { path: '/sys', op: 'Login', username: 'admin' },
    { path: '/sys', op: 'Logout' },
    { path: '/cloud/app/sys/user/api/UserApi', op: 'SetDomain', id: '2' },
    { path: '/cloud/app/apaas/account/api/AccountApi', op: 'Domain' },
    { path: '/app', op: 'Upload', cloud: 'initiation' },
    { path: '/app', op: 'Download', key_name: 'x' },
    { path: '/app', op: 'constructor' },
    { path: '/app', op: 'Get', cloud: 'project', id: '1', tk: 'x' },
    { path: '/app', op: 'Page', cloud: 'project', rows: '1' },
  ]);
  expect(mixed.rows!.map((row) => row.code)).toEqual([200, 312, 403, 403, 403, 403, 403, 403, 403, 403, 317, 200]);
  const many = (count: number) => queue(Array.from({ length: count }, () => ({ path: '/sys', op: 'Active' })));
  expect((await many(100)).code).toBe(200);
  for (const count of [101, 10_000, 10_001]) expect([341, 317]).toContain((await many(count)).code);
  for (const actions of ['{}', 'null', '[null]', '[[]]', '[{"path":1,"op":"Page"}]', '[{"__proto__":{"path":"/app"},"op":"Page"}]'])
    expect([317, 403]).toContain(
      (await it.as('applicant', '/sys?op=Queue', { actions })).rows?.[0]?.code ??
        (await it.as('applicant', '/sys?op=Queue', { actions })).code,
    );
});

test('fault 41 the second of three actions fails: each is answered in its place, what was before and after it stands, of itself nothing', async () => {
  const fund = (rows: unknown[]) => ({ 'initiation_fund.initiation_entity': rows });
  const draft = (name: string, rows: unknown[]) => ({
    ...{ path: '/app', op: 'Add', cloud: 'initiation', key_name: `queue ${name}`, est_price: '300' },
    _subtables: fund(rows),
  });
  const good = { op: 'Add', price: '1' };
  const actions = [draft('first', [good]), draft('second', [good, { op: 'Add', price: 'x' }]), draft('third', [good])];
  const { code, rows } = await it.as('applicant', '/sys?op=Queue', { actions: JSON.stringify(actions) });
  expect(code).toBe(200);
  expect(rows!.map((row) => row.code === 200)).toEqual([true, false, true]);
  const stored = await it.sql<{ key_name: string; rows: number }>(
    `select key_name, (select count(*)::int from app.initiation_fund f where f.company_id = 1 and f.initiation_entity = i.id) as rows
     from app.initiation i where company_id = 1 and key_name like 'queue %' order by id`,
  );
  expect(stored).toEqual([
    { key_name: 'queue first', rows: 1 },
    { key_name: 'queue third', rows: 1 },
  ]);
  expect(await it.sql(`select 1 from app.initiation_fund where company_id = 1 and initiation_entity is null`)).toEqual([]);
});

test('B20 the other company: no id, key, topic, domain or name of this one answers to it', async () => {
  const never = '2000000000';
  const tables = await it.sql<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'app' and column_name = 'company_id' and table_name <> 'todo'`,
  );
  for (const { name: cloud } of tables) {
    const rows = await it.sql<{ id: number }>(`select id from app."${cloud}" where company_id = 1 order by id limit 2`);
    for (const { id } of rows)
      for (const op of [
        '/app?op=Get',
        '/app?op=Show',
        '/app?op=History',
        '/app?op=Modify',
        '/app?op=Delete',
        '/app?op=Restore',
        '/flow?op=Process',
        '/flow?op=Chart',
        '/flow?op=Since',
        '/flow?op=CheckRight',
        '/flow?op=Reject',
        ...FLOW_ACTS.map((op) => `/flow?op=${op}`),
      ]) {
        const told = await it.as('admin2', op, { cloud, id: String(id), ...more(op) }, 'other');
        expect(told.code, `${op} ${cloud}`).not.toBe(200);
        expect(told.bytes, `${op} ${cloud} ${id}`).toBe((await it.as('admin2', op, { cloud, id: never, ...more(op) }, 'other')).bytes);
      }
    for (const filters of [{ fields: { subcompany_id: 1 } }, { fields: { company_id: 1 } }, { where: 'subcompany_id=1' }]) {
      const told = await page('admin2', cloud, filters, { exact: '1' }, 'other');
      expect([0, undefined], `${cloud} ${JSON.stringify(filters)}`).toContain(told.total);
    }
  }
  const all = await Promise.all(tables.map(({ name }) => page('admin2', name, {}, { rows: '1000' }, 'other')));
  expect(all.map((one) => one.bytes).join()).not.toMatch(/远山|孙浩然|13800002/);
  expect((await it.as('admin2', '/sys?op=LoadDomain', { id: '1' }, 'other')).code).toBe(315);
});

test('B21 a domain that is not mine is 312, whether it exists or not', async () => {
  await it.sql(`update app."user" set domain_entities = '{1}' where login_name = 'leader'`);
  const say = (id: string, who = 'leader', subname = 'demo') => it.as(who, '/cloud/app/sys/user/api/UserApi?op=SetDomain', { id }, subname);
  for (const id of ['2', '3', '4', '999']) expect((await say(id)).bytes).toBe('{"code":312,"remark":"","duration":0}');
  for (const id of ['1', '2']) expect((await say(id, 'admin2', 'other')).code).toBe(312);
  for (const id of ['0', '-1', '1 or 1=1', '1e0', '']) expect([314, 317]).toContain((await say(id)).code);
});

test('B23 LoadTable, LoadDict and LoadMenu of what is not granted are 312; what is granted leaves out what is hidden', async () => {
  for (const key_name of ['power_unit', 'city_project_report', 'role', 'fw.session', 'nothing', 'project[x]', '__proto__'])
    expect((await it.as('applicant', '/sys?op=LoadTable', { key_name })).bytes, key_name).toBe('{"code":312,"remark":"","duration":0}');
  for (const module of ['SYS', 'EI', 'nothing', '__proto__'])
    expect((await it.as('applicant', '/sys?op=LoadMenu', { module })).bytes).toBe('{"code":312,"remark":"","duration":0}');
  for (const key_name of ['nothing', '__proto__', 'unit_state'])
    expect((await it.as('leader', '/sys?op=LoadDict', { key_name })).bytes).toBe('{"code":312,"remark":"","duration":0}');
  const told = await it.as('legal', '/sys?op=LoadTable', { key_name: 'initiation' });
  expect(told.bytes).not.toMatch(/npv|irr|payback|row_where|"handler"|write_back/);
  const ops = (told.data!.states as { actions?: { op: string }[] }[]).flatMap((state) => (state.actions ?? []).map((action) => action.op));
  expect(ops).not.toContain('Add');
  expect(ops).not.toContain('Delete');
});

test('B27 a role with nothing in it, no role and no department read nothing but what waits for them', async () => {
  await it.sql(`insert into app."role" (company_id, code, key_name, root) values (1, 'nothing', 'nothing', 0)`);
  await it.sql(
    `update app."user" set role_entities = array(select id from app."role" where code = 'nothing') where login_name = 'member3'`,
  );
  await it.sql(`update app."user" set department_entity = null where login_name = 'viewer'`);
  for (const cloud of ['project', 'user', 'initiation', 'province', 'message']) expect((await page('member3', cloud, {})).code).toBe(312);
  const [{ id } = { id: 0 }] = await it.sql<{ id: number }>(`select id from app."user" where company_id = 1 and login_name = 'member3'`);
  const waits = await it.sql<{ id: number }>('select id from fw.flow_todo where company_id = 1 and review_entity = $1', [id]);
  expect((await page('member3', 'todo', {})).rows!.map((row) => row.id).toSorted()).toEqual(waits.map((row) => row.id).toSorted());
  expect((await it.as('member3', '/sys?op=LoadNav')).rows).toEqual([]);
  for (const cloud of ['project', 'initiation', 'power_unit', 'project_stage']) {
    const told = await page('viewer', cloud, {}, { exact: '1' });
    expect([told.code, told.total], cloud).toEqual([200, 0]);
    expect((await it.as('viewer', '/app?op=List', { cloud })).rows).toEqual([]);
  }
});

test('B32 a table that one may not see and one that never was: the same bytes from every op, with every form', async () => {
  const ops: [string, Form][] = [
    ...['Page', 'List', 'Group', 'Tree', 'Get', 'Show', 'Add', 'Modify', 'Delete', 'Recycle', 'Restore', 'History', 'Version'].flatMap(
      (op): [string, Form][] => [
        [`/app?op=${op}`, { id: '1', field: 'key_name' }],
        [`/app?op=${op}`, { id: '1', field: 'zz', fields: 'zz', _event: '11' }],
        [`/app?op=${op}`, { id: '1', field: 'id', _event: '4242', version: '1' }],
      ],
    ),
    ...['Reviewer', 'Reject', 'CheckRight', 'Process', 'Chart', 'Since', ...FLOW_ACTS].map((op): [string, Form] => [
      `/flow?op=${op}`,
      { id: '1', event: '11', _event: '22' },
    ]),
    ['/sys?op=LoadTable', {}],
  ];
  const known: Record<string, string[]> = {
    '/app?op=Group': ['field'],
    '/app?op=Tree': ['id'],
    '/app?op=Add': ['_event', 'id'],
    '/app?op=Modify': ['id', '_event', 'version'],
    '/app?op=Delete': ['id', 'version'],
    '/flow?op=Reviewer': ['id', 'event'],
    '/flow?op=Reject': ['id', '_event'],
    ...Object.fromEntries(FLOW_ACTS.map((op) => [`/flow?op=${op}`, ['id', '_event']])),
  };
  const own = (url: string, form: Form): Form => {
    const names = known[url] ?? (['Page', 'List', 'Recycle', 'LoadTable'].some((op) => url.endsWith(op)) ? [] : ['id']);
    return Object.fromEntries(Object.entries(form).filter(([name]) => names.includes(name)));
  };
  for (const [url, form] of ops) {
    const ask = (cloud: string) =>
      it.as('leader', url, { ...own(url, form), ...more(url), ...(url.includes('LoadTable') ? { key_name: cloud } : { cloud }) });
    const unknown = await ask('no_such_table');
    expect(unknown.code, `${url} ${unknown.bytes}`).toBe(312);
    for (const cloud of [
      'initiation',
      'initiation_fund',
      'power_unit',
      'project_stagex',
      'role',
      'message[x]',
      'initiation[x]',
      'project[x]',
    ])
      expect((await ask(cloud)).bytes, `${url} ${cloud} ${JSON.stringify(form)}`).toBe(unknown.bytes);
  }
});
