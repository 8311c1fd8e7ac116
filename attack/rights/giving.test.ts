import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Form, type Heard, type Outside, openOutside } from '../outside.ts';
import { rulesOf, uidOf } from '../uids.ts';

let it: Outside;
const people: Record<string, number> = {};
const roles: Record<string, number> = {};
const departments: Record<string, number> = {};
const domains: number[] = [];
beforeAll(async () => {
  it = await openOutside();
  const ids = async (table: string, by: string, of: Record<string, number>) => {
    for (const row of await it.sql<{ id: number; name: string }>(`select id, ${by} as name from app."${table}" where company_id = 1`))
      of[row.name] = row.id;
  };
  await it.sql(`insert into app."role" (company_id, code, key_name, root) values (1, 'dept_admin', '部门管理员', 0), (1, 'wide', '宽', 0),
    (1, 'narrow', '窄', 0), (1, 'hidden', '隐', 0), (1, 'edits', '改', 0), (1, 'edits_own', '改己', 0), (1, 'deletes', '删', 0)`);
  await ids('user', 'login_name', people);
  await ids('role', 'code', roles);
  await ids('department', 'code', departments);
  for (const row of await it.sql<{ id: number }>('select id from app."domain" where company_id = 1 order by id')) domains.push(row.id);
  const grant = (role: string, group: string, scope: number, items: string, hide = '', own: object = {}) =>
    it.sql(
      `insert into fw.role_grant (company_id, role_id, group_uid, scope, items, hide_uids, item_scopes) values (1, $1, $2, $3, $4, $5, $6)`,
      [roles[role], uidOf(group), scope, `{${items}}`, `{${rulesOf(group, [hide])}}`, JSON.stringify(own)],
    );
  await grant('dept_admin', 'user', 1, 'List,Add,Modify,Delete,Account', 'status');
  await grant('dept_admin', 'role', 2, 'List,Add,Modify,Delete,Auth');
  await grant('dept_admin', 'department', 2, 'List,Add,Modify,Delete');
  await grant('dept_admin', 'domain', 2, 'List,Add,Modify');
  await grant('dept_admin', 'project', 1, 'List,Modify');
  await grant('dept_admin', 'invest_subject', 1, 'List,Modify,Delete', '', { Modify: 0 });
  await grant('edits', 'invest_subject', 1, 'List,Modify');
  await grant('edits_own', 'invest_subject', 1, 'List,Modify', '', { Modify: 0 });
  await grant('deletes', 'invest_subject', 2, 'List,Delete');
  await grant('narrow', 'project', 1, 'List');
  await grant('wide', 'project', 2, 'List');
  await grant('hidden', 'user', 1, 'List');
  await it.sql('update app."user" set role_entities = role_entities || $2::bigint where company_id = 1 and id = $1', [
    people.depthead,
    roles.dept_admin,
  ]);
  await it.sql(
    `insert into fw.rights_version (company_id) values (1) on conflict (company_id) do update set version = fw.rights_version.version + 1`,
  );
  await it.sql(
    `update app."user" set department_entity = (select department_entity from app."user" where company_id = 1 and id = $1)
    where company_id = 1 and id = $2`,
    [people.depthead, people.applicant],
  );
  await it.sql(
    `insert into app."user" (company_id, key_name, login_name, department_entity, domain_entities, role_entities, status)
    select 1, '外派', 'abroad', department_entity, $2, '{}', 1 from app."user" where company_id = 1 and id = $1`,
    [people.depthead, domains],
  );
  await it.sql(`insert into app."role" (company_id, code, key_name, root) values (1, 'clerk', '文员', 0), (1, 'keeper', '专员', 0)`);
  await ids('role', 'code', roles);
  await grant('clerk', 'user', 2, 'List,Add,Modify,Delete');
  await grant('keeper', 'user', 2, 'List,Modify,Account', '', { Account: 1 });
  await it.sql(
    `insert into app."user" (company_id, key_name, login_name, email, department_entity, domain_entities, role_entities, status)
    select 1, s.name, s.name, s.name || '@example.org', coalesce(s.department, u.department_entity), u.domain_entities, array_remove(array[s.role], null), 1
    from app."user" u, (values ('chief', $2::bigint, null::bigint), ('clerk', $3, null), ('keeper', $4, null), ('far', null, $5)) s (name, role, department) where u.company_id = 1 and u.id = $1`,
    [people.depthead, roles.root, roles.clerk, roles.keeper, departments['01'] ?? Object.values(departments)[0]],
  );
  await ids('user', 'login_name', people);
  const { giveCredentials } = await import('#server/demo.ts');
  await giveCredentials(it.app.house, 'Passw0rd-1');
});
afterAll(() => it?.close());

const list = (ids: readonly (number | undefined)[]): string => `,${ids.join(',')},`;
const boss = (url: string, form: Form): Promise<Heard> => it.as('depthead', url, form);
const own = () => it.one<number>('select department_entity from app."user" where company_id = 1 and id = $1', [people.depthead]);
let next = 0;
const fresh = async (rest: Form = {}): Promise<Form> => {
  next += 1;
  return { ...(await newcomer(next)), ...rest };
};
const newcomer = async (nth: number): Promise<Form> => ({
  ...{ cloud: 'user', key_name: '新人', login_name: `fresh${nth}`, department_entity: String(await own()) },
  ...{ domain_entities: list([domains[0]]), role_entities: list([roles.narrow]) },
});
const modify = (who: string, form: Form) => boss('/app?op=Modify', { cloud: 'user', id: String(people[who]), ...form });
/** All that says what people may do, as one text. */
const rights = () =>
  it.one<string>(`select md5(concat((select string_agg(concat(id, login_name, email, role_entities, domain_entities, department_entity, status, deleted_time), '|' order by id) from app."user"),
    (select string_agg(concat(id, code, key_name, root, factor, deleted_time), '|' order by id) from app."role"), (select string_agg(concat(id, parent_entity, manager_entity, leader_entity), '|' order by id) from app."department"),
    (select string_agg(g::text, '|' order by g::text) from fw.role_grant g), (select string_agg(concat(user_id, epoch), '|' order by user_id) from fw.credential), (select string_agg(l::text, '|') from fw.entry_link l)))`);

test('B19 a department administrator gives what he has, to people of his department', async () => {
  const told = await boss('/app?op=Add', await fresh());
  expect(told.code, told.bytes).toBe(200);
  const id = String(told.data?.id);
  expect((await boss('/app?op=Modify', { cloud: 'user', id, role_entities: '' })).code).toBe(200);
  expect((await boss('/app?op=Modify', { cloud: 'user', id, role_entities: list([roles.narrow, roles.dept_admin]) })).code).toBe(200);
  expect((await boss('/cloud/app/sys/user/api/UserApi?op=Disable', { id })).code).toBe(200);
  expect((await boss('/cloud/app/sys/user/api/UserApi?op=Enable', { id })).code).toBe(200);
  const invited = await boss('/cloud/app/sys/user/api/UserApi?op=Invite', { id });
  expect(invited.code, invited.bytes).toBe(200);
});

const ROLES = '/cloud/app/sys/user/api/RoleApi';
/** Saves what a role is to have on one group, as the page does, over what stands. */
async function saves(role: string, row: object): Promise<Heard> {
  const id = String(roles[role]);
  const { data } = await boss(`${ROLES}?op=Load`, { id });
  return boss(`${ROLES}?op=Save`, { id, version: String(data?.version), rows: JSON.stringify([row]) });
}
const subject = (items: string, range: number, more: object = {}) => ({ code: 'invest_subject', items, range, ...more });

test('B19 he gives an item on the rows on which he has it, no matter how much of the table he sees', async () => {
  const own = subject(',List,Modify,Delete,', 1, { range_own: ',Modify,' });
  expect((await saves('narrow', own)).code).toBe(200);
  expect((await saves('narrow', subject('', 1))).code).toBe(200);
  const told = await boss('/app?op=Add', await fresh({ role_entities: list([roles.edits_own]) }));
  expect(told.code, told.bytes).toBe(200);
});

const members = (role: string, form: Record<string, string>): Promise<Heard> =>
  boss(`${ROLES}?op=Members`, { id: String(roles[role]), ...form });

type Attempt = [string, () => Promise<Heard>, number[]?];
const ACCOUNT = '/cloud/app/sys/user/api/UserApi';
const ATTEMPTS: Attempt[] = [
  ['a new person with the root role', async () => boss('/app?op=Add', await fresh({ role_entities: list([roles.root]) }))],
  ['with a role for all rows', async () => boss('/app?op=Add', await fresh({ role_entities: list([roles.wide]) }))],
  ['with a role that changes more rows than he does', async () => boss('/app?op=Add', await fresh({ role_entities: list([roles.edits]) }))],
  [
    'with a role that deletes more rows than he does',
    async () => boss('/app?op=Add', await fresh({ role_entities: list([roles.deletes]) })),
  ],
  ['a role: an item on all rows of the table that he has on his own', () => saves('narrow', subject(',List,Modify,', 1))],
  [
    'a role: an item on the department that he has on his own rows',
    () => saves('narrow', subject(',List,Modify,', 2, { range_department: ',Modify,' })),
  ],
  ['a role: an item on all rows that he has on those of the department', () => saves('narrow', subject(',List,Delete,', 2))],
  ['a role: an item that he has nowhere, on its own rows', () => saves('narrow', subject(',List,Add,', 1))],
  [
    'a role: a narrower item wider than its table',
    () => saves('narrow', subject(',List,Modify,', 0, { range_department: ',Modify,' })),
    [317],
  ],
  [
    'a role: looking on fewer rows, so that the table may be wide',
    () => saves('narrow', subject(',List,', 2, { range_own: ',List,' })),
    [317],
  ],
  [
    'a role: an item on two ranges',
    () => saves('narrow', subject(',List,Modify,', 2, { range_own: ',Modify,', range_department: ',Modify,' })),
    [317],
  ],
  ['a role: an item narrower that is not given', () => saves('narrow', subject(',List,', 1, { range_own: ',Modify,' })), [317]],
  ['a role that changes more than he does: taken', () => saves('edits', subject('', 1))],
  ['a role that changes more than he does: made narrower', () => saves('edits', subject(',List,Modify,', 1, { range_own: ',Modify,' }))],
  ['his own role: no range of its own any more', () => saves('dept_admin', subject(',List,Modify,Delete,', 1))],
  ['the root role: a range', () => saves('root', subject(',List,', 0))],
  ['with a role that shows what is hidden from him', async () => boss('/app?op=Add', await fresh({ role_entities: list([roles.hidden]) }))],
  ['with a role that signs, which he has not', async () => boss('/app?op=Add', await fresh({ role_entities: list([roles.president]) }))],
  [
    'with one of his roles and one beyond',
    async () => boss('/app?op=Add', await fresh({ role_entities: list([roles.narrow, roles.finance]) })),
  ],
  ['in a domain that he has not', async () => boss('/app?op=Add', await fresh({ domain_entities: list([domains.at(-1)]) }))],
  [
    'in another department',
    async () => boss('/app?op=Add', await fresh({ department_entity: String(departments['01'] ?? Object.values(departments)[0]) })),
  ],
  ['in no department', async () => boss('/app?op=Add', await fresh({ department_entity: '' })), [312, 305, 314]],
  ['under the name of another in capitals', async () => boss('/app?op=Add', await fresh({ login_name: 'ADMIN' })), [310]],
  ['as the platform administrator', async () => boss('/app?op=Add', await fresh({ id: '1', role_entities: list([roles.root]) }))],
  ['with a status of his own', async () => boss('/app?op=Add', await fresh({ status: '1' })), [312, 317]],
  ['his own roles: root', () => modify('depthead', { role_entities: list([roles.root]) })],
  ['his own roles: none', () => modify('depthead', { role_entities: '' })],
  ['his own sign-in name', () => modify('depthead', { login_name: 'depthead2' })],
  ['his own department', () => modify('depthead', { department_entity: String(Object.values(departments)[0]) })],
  ['his own domains: one more', () => modify('depthead', { domain_entities: list(domains) })],
  ['a role of a colleague that he has not: taken', () => modify('applicant', { role_entities: list([roles.staff]) })],
  ['a colleague: root', () => modify('applicant', { role_entities: list([roles.staff, roles.applicant, roles.root]) })],
  ['a colleague: in a domain beyond', () => modify('applicant', { domain_entities: list(domains) })],
  ['a role to a colleague who works in a domain beyond, too', () => modify('abroad', { role_entities: list([roles.narrow]) })],
  ['a role to a colleague who works in a domain beyond, from the role', () => members('narrow', { add: list([people.abroad]) })],
  ['the root role to a colleague, from the role', () => members('root', { add: list([people.applicant]) })],
  ['a role that signs to a colleague, from the role', () => members('finance', { add: list([people.applicant]) })],
  ['a role of a colleague that he has not: taken, from the role', () => members('applicant', { remove: list([people.applicant]) })],
  ['a role to himself, from the role', () => members('narrow', { add: list([people.depthead]) })],
  ['a role to the platform administrator, from the role', () => members('narrow', { add: list([people.admin]) }), [312, 315]],
  [
    'a role to people of whom he may give it to none, at once',
    () => members('root', { add: list([people.applicant, people.abroad]) }),
    [300],
  ],
  ['a colleague: renamed', () => modify('applicant', { login_name: 'applicant2' })],
  ['the platform administrator: his name', () => modify('admin', { key_name: 'x' }), [312, 315]],
  ['the platform administrator: no roles', () => modify('admin', { role_entities: '' }), [312, 315]],
  ['an administrator: deleted', () => boss('/app?op=Delete', { cloud: 'user', id: String(people.admin) }), [312, 315]],
  ['a link for the administrator', () => boss(`${ACCOUNT}?op=Invite`, { id: String(people.admin) }), [312, 315]],
  ['a link for a colleague who has more than he', () => boss(`${ACCOUNT}?op=Invite`, { id: String(people.applicant) })],
  ['a link for himself', () => boss(`${ACCOUNT}?op=Invite`, { id: String(people.depthead) })],
  ['a colleague who has more: disabled', () => boss(`${ACCOUNT}?op=Disable`, { id: String(people.applicant) })],
  ['a colleague who has more: signed out', () => boss(`${ACCOUNT}?op=SignOut`, { id: String(people.applicant) })],
  ['another table in the place of users', () => boss(`${ACCOUNT}?op=Disable`, { cloud: 'role', id: String(people.admin) }), [312, 315]],
  ['a role that signs, made anew', () => boss('/app?op=Add', { cloud: 'role', code: 'president', key_name: 'x' }), [310, 312]],
  ['a role: root', () => boss('/app?op=Add', { cloud: 'role', code: 'mine', key_name: 'x', root: '1' }), [312]],
  ['the root role under another name', () => boss('/app?op=Modify', { cloud: 'role', id: String(roles.root), key_name: '员工' })],
  [
    'his role with the code of one that signs',
    () => boss('/app?op=Modify', { cloud: 'role', id: String(roles.narrow), code: 'president' }),
  ],
  [
    'the second factor that his own role demands',
    () => boss('/app?op=Modify', { cloud: 'role', id: String(roles.dept_admin), factor: '1' }),
    [312],
  ],
  ['the root role: deleted', () => boss('/app?op=Delete', { cloud: 'role', id: String(roles.root) }), [311, 312]],
  [
    'himself as head of another department',
    () =>
      boss('/app?op=Modify', {
        cloud: 'department',
        id: String(departments['01'] ?? Object.values(departments)[0]),
        manager_entity: String(people.depthead),
      }),
  ],
  [
    'another department below his own',
    async () =>
      boss('/app?op=Modify', { cloud: 'department', id: String(Object.values(departments).at(-1)), parent_entity: String(await own()) }),
  ],
];

test.each(ATTEMPTS)('B19 a department administrator does not become more: %s', async (_, attempt, codes = [312]) => {
  const before = await rights();
  const told = await attempt();
  expect(codes, told.bytes).toContain(told.code);
  expect(await rights()).toBe(before);
});

const address = (who: number) => it.one<string | null>('select email from app."user" where company_id = 1 and id = $1', [who]);

test.each<[string, (form: Form) => Promise<Heard>]>([
  ['by the form', (form) => it.as('clerk', '/app?op=Modify', form)],
  [
    'by several at once',
    async (form) => {
      const told = await it.as('clerk', '/sys?op=Queue', { actions: JSON.stringify([{ path: '/app', op: 'Modify', ...form }]) });
      return { ...told, code: (told.rows?.[0]?.code as number | undefined) ?? told.code };
    },
  ],
  ['as a new row of that id', (form) => it.as('clerk', '/app?op=Add', { ...form, key_name: 'x', login_name: 'chief' })],
])('E8 who changes users and has no accounts sets no address to which a password would go: %s', async (_, attempt) => {
  const before = await rights();
  const told = await attempt({ cloud: 'user', id: String(people.chief), email: 'clerk@example.org' });
  expect([310, 312, 317], told.bytes).toContain(told.code);
  expect(await address(people.chief!)).toBe('chief@example.org');
  expect(await rights()).toBe(before);
});

test('E8 nor does he bring an account back from the bin', async () => {
  const id = String(people.chief);
  await it.sql('update app."user" set deleted_time = now() where company_id = 1 and id = $1', [id]);
  expect((await it.as('clerk', '/app?op=Restore', { cloud: 'user', id })).code).toBe(312);
  expect(await it.one('select deleted_time is null as there from app."user" where company_id = 1 and id = $1', [id])).toBe(false);
  await it.sql('update app."user" set deleted_time = null where company_id = 1 and id = $1', [id]);
});

test('E8 an address is set by who may make its person a link: his account is none beyond, and within that right', async () => {
  const set = (who: string, whom: number | undefined, form: Form) =>
    it.as(who, '/app?op=Modify', { cloud: 'user', id: String(whom), ...form });
  expect(await modify('applicant', { email: 'boss@example.org' })).toMatchObject({ code: 312, remark: '$personBeyond' });
  const added = await boss('/app?op=Add', await fresh({ role_entities: '', email: 'new@example.org' }));
  const id = Number(added.data?.id);
  for (const email of ['clerk@example.org', ''])
    expect(await set('clerk', id, { email })).toMatchObject({ code: 312, remark: '$addressBeyond', data: { field: { en_US: 'Email' } } });
  expect(await set('clerk', id, { email: 'new@example.org', title: '处长' })).toMatchObject({ code: 200 });
  // he has accounts of his department
  expect(await set('keeper', people.far, { email: 'keeper@example.org' })).toMatchObject({ code: 312, remark: '$addressBeyond' });
  expect(await set('keeper', id, { email: 'kept@example.org' })).toMatchObject({ code: 200 });
  expect(await set('depthead', id, { email: 'newer@example.org' })).toMatchObject({ code: 200 });
  expect(await set('clerk', people.clerk, { email: 'own@example.org' })).toMatchObject({ code: 200 });
  expect(await it.sql('select email, by_user from fw.address_vouched order by at')).toEqual([
    { email: 'kept@example.org', by_user: people.keeper },
    { email: 'newer@example.org', by_user: people.depthead },
  ]);
  await it.sql(`delete from app."user" where company_id = 1 and login_name in ('chief', 'clerk', 'keeper', 'far')`);
});

test('B19 several at once: who may be is done, who may not be is not', async () => {
  const told = await boss('/app?op=Add', await fresh());
  const id = Number(told.data?.id);
  const both = await boss(`${ACCOUNT}?op=Disable`, { id: list([people.applicant, id]) });
  expect([both.code, both.rows?.map((row) => [row.id, row.code])]).toEqual([
    343,
    [
      [people.applicant, 312],
      [id, 200],
    ],
  ]);
  expect(await it.one('select status from app."user" where company_id = 1 and id = $1', [people.applicant])).toBe(1);
});

test('B19 whatever a department administrator saves, nobody has more than he has afterwards', async () => {
  const told = await boss('/app?op=Add', await fresh());
  const id = Number(told.data?.id);
  const stands = () =>
    it.sql<{ role_entities: number[] | null; domain_entities: number[] | null; department_entity: number | null }>(
      'select role_entities, domain_entities, department_entity from app."user" where company_id = 1 and id = $1',
      [id],
    );
  const [chief] = await it.sql<{ domain_entities: number[] }>('select domain_entities from app."user" where company_id = 1 and id = $1', [
    people.depthead,
  ]);
  const below = await it.sql<{ id: number }>(
    `with recursive b(id) as (select $1::bigint union select d.id from app."department" d join b on d.parent_entity = b.id) select id from b`,
    [await own()],
  );
  // by the page of his rights: the roles that give no more than his own do
  const may = new Set([roles.narrow, roles.edits_own, roles.dept_admin, roles.staff, roles.depthead, roles.viewer]);
  const subset = <T>(from: readonly T[]) => fc.subarray([...from], { minLength: 0 });
  await fc.assert(
    fc.asyncProperty(
      subset(Object.values(roles)),
      subset(domains),
      fc.constantFrom(...Object.values(departments)),
      fc.constantFrom('role_entities', 'domain_entities', 'department_entity', 'all'),
      async (role, domain, department, which) => {
        const form: Form = {
          role_entities: role.length ? list(role) : '',
          domain_entities: list(domain),
          department_entity: String(department),
        };
        const sent = which === 'all' ? form : { [which]: form[which]! };
        const answer = await boss('/app?op=Modify', { cloud: 'user', id: String(id), ...sent });
        expect([200, 305, 312, 314, 317], answer.bytes).toContain(answer.code);
        const [now] = await stands();
        expect((now!.role_entities ?? []).filter((one) => !may.has(one))).toEqual([]);
        expect((now!.domain_entities ?? []).filter((one) => !chief!.domain_entities.includes(one))).toEqual([]);
        expect(below.map((one) => one.id)).toContain(now!.department_entity);
      },
    ),
    { numRuns: 120, seed: 20261123 },
  );
});

test('B19 of two administrators who disable each other at the same time one stays', async () => {
  await it.sql(
    `insert into app."user" (company_id, login_name, key_name, domain_entities, role_entities, status) values
    (1, 'second', '第二', $1, $2, 1), (1, 'third', '第三', $1, $2, 1)`,
    [[domains[0]], [roles.root]],
  );
  await it.sql('update app."user" set role_entities = array[$2::bigint] where company_id = 1 and id = $1', [people.admin, roles.staff]);
  const { giveCredentials } = await import('#server/demo.ts');
  await giveCredentials(it.app.house, 'Passw0rd-1');
  for (const row of await it.sql<{ id: number; login_name: string }>(
    `select id, login_name from app."user" where login_name in ('second', 'third')`,
  ))
    people[row.login_name] = row.id;
  for (let round = 0; round < 5; round += 1) {
    const tokens = await Promise.all(['second', 'third'].map((who) => it.signIn(who)));
    const told = await Promise.all([
      it.say(`${ACCOUNT}?op=Disable`, { id: String(people.third) }, { token: tokens[0]! }),
      it.say(`${ACCOUNT}?op=Disable`, { id: String(people.second) }, { token: tokens[1]! }),
    ]);
    expect(
      told.map(({ code }) => code).filter((code) => code === 200),
      told.map((one) => one.bytes).join(),
    ).toHaveLength(1);
    expect(await it.one(`select count(*) from app."user" where login_name in ('second', 'third') and status = 1`)).toBe(1);
    await it.sql(`update app."user" set status = 1 where login_name in ('second', 'third')`);
    await new Promise((resolve) => setTimeout(resolve, 1100));
  }
  const alone = await it.signIn('second');
  await it.sql(`update app."user" set status = 2 where login_name = 'third'`);
  for (const form of [{ role_entities: '' }, { role_entities: list([roles.staff]) }])
    expect((await it.say('/app?op=Modify', { cloud: 'user', id: String(people.second), ...form }, { token: alone })).code).toBe(312);
});
