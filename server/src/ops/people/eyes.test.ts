import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { opKey } from '#protocol/ops/op.ts';
import { type Answer, asUpload, PASSWORD, Person } from '#protocol/testing-person.ts';
import { giveCredentials } from '#server/demo.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { sweepEyes } from '#server/signin/eyes.ts';
import { type TestApp, testApp } from '#server/testing-app.ts';
import { ALL_OPS } from '../registry.ts';

const USER = '/cloud/app/sys/user/api/UserApi';
const MINUTE = 60_000;

let app: TestApp;
let skew = 0;
const people: Record<string, number> = {};
const roles: Record<string, number> = {};
const sql = <R>(text: string, values: unknown[] = []) => app.base.db.query<R>(text, values);

/** Somebody active with these roles, whose password is known. */
async function join(login: string, codes: readonly string[], rest = 'domain_entities'): Promise<void> {
  await sql(
    `insert into app."user" (company_id, key_name, login_name, department_entity, domain_entities, role_entities, status)
     select 1, $1, $1, department_entity, ${rest}, array(select id from app."role" where company_id = 1 and code = any($2)), 1
     from app."user" where company_id = 1 and login_name = 'applicant'`,
    [login, codes],
  );
}

beforeAll(async () => {
  app = await testApp(diskFiles('/nonexistent'), { clock: { now: () => new Date(Date.now() + skew) } });
  await sql(`insert into app."role" (company_id, code, key_name, root) values (1, 'desk', '服务台', 0), (1, 'rich', '富', 0)`);
  for (const row of await sql<{ id: number; code: string }>('select id, code from app."role" where company_id = 1'))
    roles[row.code] = row.id;
  await grant('desk', 'user', 'List,Account');
  await grant('rich', 'project', 'List,Delete');
  await join('helper', ['staff', 'desk']);
  await join('plain', ['staff']);
  await join('second', ['root']);
  await giveCredentials(app.house, PASSWORD);
  for (const row of await sql<{ id: number; login_name: string }>('select id, login_name from app."user" where company_id = 1'))
    people[row.login_name] = row.id;
});
afterAll(() => app?.close());
beforeEach(async () => {
  skew = 0;
  await app.house.db.query('delete from fw.eyes where company_id = 1');
});

const grant = async (role: string, group: string, items: string): Promise<void> => {
  await sql('insert into fw.role_grant (company_id, role_id, group_uid, scope, items) values (1, $1, $2, 2, $3)', [
    roles[role],
    app.house.catalogueOf(null).table(group)!.def.uid,
    `{${items}}`,
  ]);
  await newRights();
};
const newRights = () =>
  sql(
    'insert into fw.rights_version (company_id) values (1) on conflict (company_id) do update set version = fw.rights_version.version + 1',
  );
const give = (login: string, codes: readonly string[]) =>
  sql(`update app."user" set role_entities = array(select id from app."role" where company_id = 1 and code = any($2)) where id = $1`, [
    people[login],
    codes,
  ]);

const open = (who: Person, login: string, form: Record<string, unknown> = {}): Promise<Answer> =>
  who.call(USER, 'Eyes', { id: people[login], reason: '协助排查', ...form });
/** Who looks through whose eyes, and how. */
async function eyes(by: Person | string, login: string): Promise<Person> {
  const told = await open(typeof by === 'string' ? await app.signIn(by) : by, login);
  expect(told.code, JSON.stringify(told)).toBe(200);
  return new Person(app.server, String(told.data.token));
}
const nav = (who: Person) => who.call('/sys', 'LoadNav');
const logged = (login: string) =>
  sql<{ op: string; reason: string; said: string; actor: number }>(
    `select op, reason, said, actor from fw.security_log where company_id = 1 and op in ('Eyes', 'EndEyes') and target = $1 order by id`,
    [`user ${people[login]}`],
  );
const lastEnd = async (login: string) => (await logged(login)).filter(({ op }) => op === 'EndEyes').at(-1);
/** Everything that a person's calls could leave behind. */
const traces = () =>
  sql(`select (select count(*) from fw.choice) as choices, (select count(*) from fw.notice where read_time is not null) as read,
    (select count(*) from fw.flow_todo where read_time is not null) as seen, (select count(*) from fw.flow_log) as log,
    (select count(*) from fw.file) as files, (select max(xmin::text::bigint) from app.initiation) as initiations,
    (select count(*) from fw.session) as sessions, (select sum(epoch) from fw.credential) as epochs`);

/** What may be asked through somebody's eyes: a new op is none of these until somebody puts it here and says why. */
const ALLOWED = [
  ...['Page', 'List', 'Group', 'Tree', 'Moving', 'Find', 'Get', 'Show', 'Recycle', 'History', 'Version', 'Readers', 'Attachs'].map(
    (op) => `/app?op=${op}`,
  ),
  ...['Reviewer', 'CheckRight', 'Process', 'Chart', 'Since', 'Held', 'Agents'].map((op) => `/flow?op=${op}`),
  ...['LoadNav', 'LoadMenu', 'LoadTable', 'LoadReport', 'LoadDict', 'LoadDomain', 'Counts', 'Queue'].map((op) => `/sys?op=${op}`),
  ...['Index', 'Chart'].map((op) => `/report?op=${op}`),
  ...['Account', 'Duties'].map((op) => `${USER}?op=${op}`),
  ...['List', 'Load', 'Changes', 'Effect', 'Why'].map((op) => `/cloud/app/sys/user/api/RoleApi?op=${op}`),
  '/cloud/hrsj/api/report/DesktopApi?op=DesktopApi',
];

describe('ADMIN-12 who looks through whose eyes', () => {
  it('B1 without a session 401, without the right 312, without a reason 314, of nobody 315', async () => {
    expect((await app.call(USER, 'Eyes', { id: String(people.plain), reason: 'x' })).code).toBe(401);
    expect((await open(await app.signIn('plain'), 'helper')).code).toBe(312);
    const admin = await app.signIn('admin');
    expect((await admin.call(USER, 'Eyes', { id: people.plain })).data.field).toBe('reason');
    for (const reason of ['', ' \t'])
      expect(await open(admin, 'plain', { reason })).toMatchObject({ code: 314, data: { field: 'reason' } });
    expect((await open(admin, 'plain', { reason: 'x'.repeat(101) })).code).toBe(316);
    expect((await open(admin, 'plain', { id: 987654321 })).code).toBe(315);
    expect((await open(admin, 'plain', { domain: 987654321 })).data.field).toBe('domain');
    expect(await logged('plain')).toEqual([]);
  });
  it('nobody looks through his own, an administrator’s, the platform’s, or those of who has more than he', async () => {
    const [admin, helper] = [await app.signIn('admin'), await app.signIn('helper')];
    expect((await open(admin, 'admin')).remark).toBe('$eyesOwn');
    expect((await open(admin, 'second')).remark).toBe('$eyesAdministrator');
    expect((await open(await app.signIn('second'), 'admin')).remark).toBe('$platformAccount');
    expect((await open(helper, 'second')).remark).toBe('$personBeyond');
    expect((await open(helper, 'applicant')).remark).toBe('$personBeyond');
    expect((await open(helper, 'helper')).remark).toBe('$eyesOwn');
    expect((await open(helper, 'plain')).code).toBe(200);
  });
  it('B19 who heads a department, or stands in for somebody, signs by no role: he is beyond who is no administrator', async () => {
    const helper = await app.signIn('helper');
    const acts = async () =>
      Promise.all([
        open(helper, 'plain').then(({ remark }) => remark),
        ...['Invite', 'SignOut', 'ResetFactor'].map((op) => helper.call(USER, op, { id: people.plain }).then(({ remark }) => remark)),
      ]);
    const refused = Array(4).fill('$personBeyond');
    const [unit] = await sql<{ id: number }>('select min(id) as id from app."department" where company_id = 1');
    for (const head of ['manager_entity', 'leader_entity']) {
      const [before] = await sql<{ who: number }>(`select ${head} as who from app."department" where company_id = 1 and id = $1`, [
        unit!.id,
      ]);
      await sql(`update app."department" set ${head} = $1 where company_id = 1 and id = $2`, [people.plain, unit!.id]);
      expect(await acts(), head).toEqual(refused);
      await sql(`update app."department" set ${head} = $1 where company_id = 1 and id = $2`, [before!.who, unit!.id]);
    }
    await sql(
      `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time) values (1, $1, $2, now(), now() + interval '1 day')`,
      [people.applicant, people.plain],
    );
    expect(await acts(), 'agent').toEqual(refused);
    await sql('delete from fw.flow_agent where company_id = 1 and agent_entity = $1', [people.plain]);
    expect((await open(helper, 'plain')).code).toBe(200);
  });
  it('B20 of another company nobody is there', async () => {
    const [{ id } = { id: 0 }] = await sql<{ id: number }>('select min(id) as id from app."user" where company_id = 2');
    expect((await open(await app.signIn('admin'), 'plain', { id })).code).toBe(315);
    const other = await app.signIn('admin2', 'other');
    expect((await open(other, 'plain')).code).toBe(315);
  });
  it('who is disabled, or has never been in, has no eyes to look through', async () => {
    await join('absent', ['staff']);
    const [{ id } = { id: 0 }] = await sql<{ id: number }>(`select id from app."user" where login_name = 'absent'`);
    const admin = await app.signIn('admin');
    expect(await open(admin, 'plain', { id })).toMatchObject({ code: 311, remark: '$eyesAway' });
    await giveCredentials(app.house, PASSWORD);
    await sql('update app."user" set status = 2 where id = $1', [id]);
    expect(await open(admin, 'plain', { id })).toMatchObject({ code: 311, remark: '$eyesAway' });
  });
  it('the person and the reason stand in both logs, and he is told who and why', async () => {
    const [helper, plain] = [await app.signIn('helper'), await app.signIn('plain')];
    const seen = await eyes(helper, 'plain');
    await seen.call('/sys', 'Logout');
    expect((await logged('plain')).at(-2)).toMatchObject({ op: 'Eyes', reason: 'ok', said: '协助排查', actor: people.helper });
    const own = await plain.call(USER, 'SecurityLog');
    const his = await helper.call(USER, 'SecurityLog');
    expect(own.rows.slice(0, 2)).toMatchObject([
      { op: 'EndEyes', reason: 'ok', said: '', address: '', who: { id: people.helper }, upon: 1 },
      { op: 'Eyes', reason: 'ok', said: '协助排查', address: '', who: { id: people.helper, key_name: 'helper' } },
    ]);
    expect(his.rows.find(({ op }) => op === 'Eyes')).toMatchObject({
      reason: 'ok',
      said: '协助排查',
      who: { id: people.plain, key_name: 'plain' },
    });
    expect(his.rows.some(({ upon }) => upon === 1)).toBe(false);
    const notices = await plain.call('/app', 'Page', { cloud: 'notice', fields: 'kind,said,said_by,review_state,source' });
    expect(notices.rows[0]).toMatchObject({
      kind: { id: 5 },
      said: '协助排查',
      said_by: { id: people.helper },
      review_state: { id: 1 },
      source: '',
    });
    expect(await plain.call('/sys', 'Counts')).toMatchObject({ data: { notices: expect.any(Number) } });
    expect((await plain.call('/sys', 'ReadNotices', { id: notices.rows[0]!.id })).data.read).toBe(1);
  });
});

describe('ADMIN-12 what is done through somebody’s eyes', () => {
  it('the ops that may be asked are these, and they write nothing', () => {
    const marked = ALL_OPS.filter(({ def }) => def.eyes);
    expect(marked.map(({ def }) => opKey(def)).sort()).toEqual([...ALLOWED].sort());
    expect(marked.filter(({ def }) => def.writes && !def.several).map(({ def }) => opKey(def))).toEqual([]);
    expect(marked.filter(({ def }) => def.stream || def.upload || def.alone || def.ticket).map(({ def }) => opKey(def))).toEqual([]);
  });
  it.each(ALL_OPS.filter(({ def }) => !def.free && !def.eyes && !def.upload).map(({ def }) => [opKey(def), def] as const))(
    'E9 %s is 312 and leaves no trace, alone and in a Queue',
    async (_, { path, op }) => {
      const seen = await eyes('admin', 'plain');
      const before = await traces();
      const form = { cloud: 'initiation', id: 1, name: 'theme', value: 'dark', reason: 'x', key_name: 'x', page: 1 };
      expect(await seen.call(path, op, form)).toMatchObject({ code: 312, remark: '$eyesOnly' });
      const [row] = (await seen.call('/sys', 'Queue', { actions: JSON.stringify([{ ...form, path, op }]) })).rows;
      expect([312, 403]).toContain(row!.code);
      expect(await traces()).toEqual(before);
      await seen.call('/sys', 'Logout');
    },
  );
  it('a file is neither sent nor fetched, whatever its address', async () => {
    const seen = await eyes('admin', 'plain');
    const file = { name: 'a.pdf', content: '%PDF-1.4', type: 'application/pdf' };
    const sent = await app.server.send(asUpload('/app?op=Upload', { cloud: 'initiation', field: 'proposal' }, file, seen.token));
    expect(JSON.parse(sent.body).code).toBe(312);
    expect((await nav(seen)).data.user).not.toHaveProperty('avatar');
    expect((await seen.call('/sys', 'Counts')).data).not.toHaveProperty('mqtt');
  });
  it('what he looks at stays unread: to-dos, copies and notices', async () => {
    const his = await app.signIn('applicant');
    const added = await his.call('/app', 'Add', { cloud: 'initiation', key_name: '未读的申请' });
    expect(added.code, JSON.stringify(added)).toBe(200);
    const { id } = added.data;
    await sql(
      `insert into fw.notice (company_id, user_entity, kind, source, rowid, key_name, said_by, said, event_name, event_name_en, create_time)
       values (1, $1, 1, 'initiation', $2, '未读的申请', 1, '', '退回', 'Return', now())`,
      [people.applicant, id],
    );
    const seen = await eyes('admin', 'applicant');
    const before = await traces();
    expect((await seen.call('/app', 'Show', { cloud: 'initiation', id })).code).toBe(200);
    expect(await traces()).toEqual(before);
    expect((await his.call('/app', 'Show', { cloud: 'initiation', id })).code).toBe(200);
    expect(await traces()).not.toEqual(before);
  });
  it('DESK-03 what waits for a person without any role and what he is told is seen, as his own, and nothing of who looks', async () => {
    await join('roleless', []);
    await giveCredentials(app.house, PASSWORD);
    const [{ id } = { id: 0 }] = await sql<{ id: number }>(`select id from app."user" where login_name = 'roleless'`);
    people.roleless = id;
    const seen = await eyes('admin', 'roleless');
    const names = async (who: Person) => (await who.call('/app', 'Page', { cloud: 'notice' })).rows.map(({ key_name }) => key_name);
    expect(await names(seen)).toHaveLength(1);
    expect(await names(seen)).toEqual(await names(await app.signIn('roleless')));
    for (const cloud of ['todo', 'message[web]']) expect((await seen.call('/app', 'Page', { cloud })).code).toBe(200);
    await sql('delete from fw.notice where company_id = 1 and user_entity = $1', [id]);
    await sql('update app."user" set status = 2 where company_id = 1 and id = $1', [id]);
  });
  it('an entry of a process of before, which wrote what was typed as its reason, is read the same', async () => {
    await sql(
      `insert into fw.security_log (company_id, actor, login, op, target, reason, address, sid) values (1, $1, '', 'Eyes', 'user ' || $2, '旧的原因', '', '')`,
      [people.helper, people.plain],
    );
    const [entry] = (await (await app.signIn('plain')).call(USER, 'SecurityLog')).rows.filter(({ op }) => op === 'Eyes');
    expect(entry).toMatchObject({ reason: 'ok', said: '旧的原因', who: { id: people.helper } });
  });
  it('a refused call is logged for who looks, not for the person', async () => {
    const seen = await eyes('helper', 'plain');
    await seen.call('/app', 'Delete', { cloud: 'initiation', id: 1 });
    const [line] = await sql<{ actor: number }>(`select actor from fw.security_log where op = '/app?op=Delete' order by id desc limit 1`);
    expect(line!.actor).toBe(people.helper);
  });
  it('it is nowhere among the person’s sign-ins, and his own stay as they were', async () => {
    const [admin, plain] = [await app.signIn('admin'), await app.signIn('plain')];
    const before = (await plain.call(USER, 'Sessions')).total ?? (await plain.call(USER, 'Sessions')).rows.length;
    const account = (await admin.call(USER, 'Account', { id: people.plain })).data.sessions as unknown[];
    const seen = await eyes(admin, 'plain');
    expect((await plain.call(USER, 'Sessions')).rows.length).toBe(before);
    expect(((await admin.call(USER, 'Account', { id: people.plain })).data.sessions as unknown[]).length).toBe(account.length);
    expect((await plain.call(USER, 'EndSessions')).code).toBe(200);
    expect((await nav(seen)).code).toBe(200);
    await seen.call('/sys', 'Logout');
    expect([(await nav(plain)).code, (await nav(admin)).code]).toEqual([200, 200]);
  });
  it('the page of an account offers it for nobody who has no password yet', async () => {
    await join('newcomer', ['staff']);
    const [{ id } = { id: 0 }] = await sql<{ id: number }>(`select id from app."user" where login_name = 'newcomer'`);
    const admin = await app.signIn('admin');
    const offers = async (of: number) => ((await admin.call(USER, 'Account', { id: of })).data.acts as string[]).includes('Eyes');
    expect([await offers(id), await offers(people.plain!), await offers(people.admin!)]).toEqual([false, true, false]);
  });
  it('in the domain in which the looker works, where it is one of his', async () => {
    const admin = await app.signIn('admin');
    const [{ ids } = { ids: [] }] = await sql<{ ids: number[] }>('select domain_entities as ids from app."user" where id = $1', [
      people.plain,
    ]);
    const other = ids.at(-1)!;
    expect(other).not.toBe(ids[0]);
    const moved = new Person(app.server, String((await admin.call(USER, 'SetDomain', { id: other })).data.token));
    expect(((await open(moved, 'plain')).data.user as { domain: { id: number } }).domain.id).toBe(other);
    await moved.call(USER, 'SetDomain', { id: ids[0] });
  });
  it('in the domain that was chosen, else the one that both work in', async () => {
    const admin = await app.signIn('admin');
    const domains = (await sql<{ ids: number[] }>('select domain_entities as ids from app."user" where id = $1', [people.plain]))[0]!.ids;
    for (const domain of domains) {
      const told = await open(admin, 'plain', { domain });
      expect((told.data.user as { domain: { id: number } }).domain.id).toBe(domain);
    }
  });
});

describe('E9 every end of looking through somebody’s eyes', () => {
  const ends = async (seen: Person, reason: string): Promise<void> => {
    expect((await nav(seen)).code).toBe(401);
    expect(await lastEnd('plain')).toMatchObject({ op: 'EndEyes', reason });
  };
  it('by its button, and the looker’s own session stays', async () => {
    const helper = await app.signIn('helper');
    const seen = await eyes(helper, 'plain');
    expect((await seen.call('/sys', 'Logout')).code).toBe(200);
    await ends(seen, 'ok');
    expect((await nav(helper)).code).toBe(200);
  });
  it('after 15 minutes, whatever one does; nobody asks for it: the sweep says so', async () => {
    const helper = await app.signIn('helper');
    const [seen, left] = [await eyes(helper, 'plain'), await eyes(helper, 'plain')];
    skew = 14 * MINUTE;
    expect((await nav(seen)).code).toBe(200);
    await nav(helper);
    skew = 15 * MINUTE;
    await ends(seen, 'over');
    const before = (await logged('plain')).length;
    await sweepEyes(app.house);
    expect((await logged('plain')).length).toBe(before + 1);
    expect((await nav(left)).code).toBe(401);
    expect((await logged('plain')).length).toBe(before + 1);
  });
  it('with the looker’s own sign-in', async () => {
    const helper = await app.signIn('helper');
    const seen = await eyes(helper, 'plain');
    await helper.call('/sys', 'Logout');
    await ends(seen, 'signed out');
  });
  it('when the looker’s domain changes it stays, and goes with the sign-in', async () => {
    const admin = await app.signIn('admin');
    const seen = await eyes(admin, 'plain');
    const [, other] = (await nav(admin)).data.user ? ((await nav(admin)).data.user as { domains: { id: number }[] }).domains : [];
    const moved = await admin.call(USER, 'SetDomain', { id: other!.id });
    skew = MINUTE;
    expect((await nav(seen)).code).toBe(200);
    await new Person(app.server, String(moved.data.token)).call('/sys', 'Logout');
    await ends(seen, 'signed out');
  });
  it.each(['helper', 'plain'])('B26 when %s is disabled or signed out by others', async (who) => {
    const admin = await app.signIn('admin');
    for (const op of ['SignOut', 'Disable']) {
      const seen = await eyes('helper', 'plain');
      expect((await admin.call(USER, op, { id: people[who] })).code).toBe(200);
      await ends(seen, 'revoked');
    }
    expect((await admin.call(USER, 'Enable', { id: people[who] })).code).toBe(200);
  });
  it('B26 when the person is out of the rows on which the looker has the right', async () => {
    // who lists nobody else's rows by another role is told that there is nobody (315), others that it is not theirs (312)
    await join('narrow', ['desk']);
    await join('bare', []);
    await giveCredentials(app.house, PASSWORD);
    for (const { id } of await sql<{ id: number }>(`select id from app."user" where login_name = 'bare'`)) people.bare = id;
    const all = [await eyes('narrow', 'bare'), await eyes('helper', 'plain')] as const;
    const scope = async (to: number) => {
      await sql(`update fw.role_grant set scope = $2 where role_id = $1`, [roles.desk, to]);
      await newRights();
      await new Promise((resolve) => setTimeout(resolve, 600));
    };
    await scope(0);
    expect((await nav(all[0])).code).toBe(401);
    await ends(all[1], 'right');
    await scope(2);
  });
  it('B26 when the looker loses the right, or the person gains more than he has', async () => {
    const lost = await eyes('helper', 'plain');
    await sql(`delete from fw.role_grant where role_id = $1`, [roles.desk]);
    await newRights();
    await new Promise((resolve) => setTimeout(resolve, 600));
    await ends(lost, 'right');
    await grant('desk', 'user', 'List,Account');
    await new Promise((resolve) => setTimeout(resolve, 600));
    const gained = await eyes('helper', 'plain');
    await give('plain', ['staff', 'rich']);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await ends(gained, 'right');
    await give('plain', ['staff']);
    const raised = await eyes('admin', 'plain');
    await give('plain', ['staff', 'root']);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await ends(raised, 'right');
    await give('plain', ['staff']);
  });
  it('a sixth window ends the first, and no more', async () => {
    const admin = await app.signIn('admin');
    const all: Person[] = [];
    for (let at = 0; at < 6; at += 1) {
      skew = at * 1_000;
      all.push(await eyes(admin, 'plain'));
    }
    expect(await Promise.all(all.map(async (one) => (await nav(one)).code))).toEqual([401, 200, 200, 200, 200, 200]);
    await ends(all[0]!, 'too many');
  });
});

/** Marks of the one who asks, and what moves with the time. */
const plainly = (answer: Answer): string =>
  JSON.stringify(answer, (key, value) =>
    ['duration', 'avatar', 'mqtt', 'status'].includes(key)
      ? undefined
      : typeof value === 'string'
        ? value.replace(/tk=[\w-]+/g, 'tk')
        : value,
  );

it('ADMIN-12 what eyes read is what the person reads, byte for byte', async () => {
  const tables = app.house
    .catalogueOf(null)
    .tables()
    .map(({ cloud }) => cloud);
  const by = new Map<string, { his: Person; seen: Person }>();
  for (const login of ['applicant', 'finance', 'viewer', 'plain']) {
    const his = await app.signIn(login);
    const told = await open(await app.signIn('admin'), login, {
      domain: ((await nav(his)).data.user as { domain: { id: number } }).domain.id,
    });
    by.set(login, { his, seen: new Person(app.server, String(told.data.token)) });
  }
  const id = fc.integer({ min: 1, max: 40 });
  const cloud = fc.constantFrom(...tables);
  const request = fc.oneof(
    fc.record({ path: fc.constant('/app'), op: fc.constantFrom('Page', 'List', 'Tree', 'Recycle'), form: fc.record({ cloud }) }),
    fc.record({ path: fc.constant('/app'), op: fc.constantFrom('Get', 'Show', 'History', 'Moving'), form: fc.record({ cloud, id }) }),
    fc.record({
      path: fc.constant('/app'),
      op: fc.constant('Group'),
      form: fc.record({ cloud, field: fc.constantFrom('project_type', 'status', 'department_entity') }),
    }),
    fc.record({
      path: fc.constant('/flow'),
      op: fc.constantFrom('Process', 'Chart', 'Since', 'CheckRight'),
      form: fc.record({ cloud: fc.constant('initiation'), id }),
    }),
    fc.record({ path: fc.constant('/sys'), op: fc.constantFrom('LoadNav', 'Counts'), form: fc.constant({}) }),
    fc.record({
      path: fc.constant('/sys'),
      op: fc.constant('LoadMenu'),
      form: fc.record({ module: fc.constantFrom('SYS', 'capex', 'zb') }),
    }),
    fc.record({ path: fc.constant('/sys'), op: fc.constant('LoadTable'), form: fc.record({ key_name: cloud }) }),
    fc.record({ path: fc.constant(USER), op: fc.constantFrom('Account', 'Duties'), form: fc.record({ id }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...by.keys()), request, async (login, { path, op, form }) => {
      const { his, seen } = by.get(login)!;
      // the eyes first: what they read marks nothing
      const through = plainly(await seen.call(path, op, form));
      expect(through).toBe(plainly(await his.call(path, op, form)));
    }),
    { numRuns: 250 },
  );
}, 120_000);
