import { createHash, createHmac, scrypt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromBase64url } from '#protocol/signin/bytes.ts';
import { entryMessage, linkId, linkKeys } from '#protocol/signin/entry.ts';
import { type AuthParameters, type Primitives, passwordKeys, proofOf, saltOf, signatureOf } from '#protocol/signin/proof.ts';
import { sealVerifier } from '#protocol/signin/sealed.ts';
import { type Answer, answered, asForm, Person } from '#protocol/testing-person.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { authOf, type TestApp, testApp } from '#server/testing-app.ts';

const primitives: Primitives = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmac: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
  scrypt: (password, salt, { N, r, p }) =>
    new Promise((resolve, reject) =>
      scrypt(password, salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) => (error ? reject(error) : resolve(key))),
    ),
};
const USER = '/cloud/app/sys/user/api/UserApi';

let app: TestApp;
let admin: Person;
let skew = 0;
const roles: Record<string, number> = {};
let domain = 0;
beforeAll(async () => {
  app = await testApp(diskFiles('/nonexistent'), { clock: { now: () => new Date(Date.now() + skew) } });
  admin = await app.signIn('admin');
  for (const row of await app.base.db.query<{ id: number; code: string }>('select id, code from app."role" where company_id = 1'))
    roles[row.code] = row.id;
  const [first] = await app.base.db.query<{ id: number }>('select min(id) as id from app."domain" where company_id = 1');
  domain = first!.id;
});
afterAll(() => app?.close());
let callers = 0;
beforeEach(() => {
  callers += 1;
});

/** A call without a session, from an address of this test's own. */
const stranger = async (op: string, form: Record<string, unknown>): Promise<Answer> => ({
  data: {},
  rows: [],
  ...answered(await app.server.send({ ...asForm(`/sys?op=${op}`, { _os: 'web', ...form }), from: `10.9.0.${callers}` })),
});
let people = 0;
async function add(rest: Record<string, unknown> = {}): Promise<{ id: number; login_name: string }> {
  people += 1;
  const login_name = `person${people}`;
  const told = await admin.call('/app', 'Add', {
    ...{ cloud: 'user', key_name: `人${people}`, name_en: `Person ${people}`, login_name },
    ...{ domain_entities: `,${domain},`, role_entities: `,${roles.staff},`, ...rest },
  });
  expect(told.code, JSON.stringify(told)).toBe(200);
  return { id: Number(told.data.id), login_name };
}
async function linkOf(id: number): Promise<string> {
  const told = await admin.call(USER, 'Invite', { id });
  expect(told.code, JSON.stringify(told)).toBe(200);
  return String(told.rows[0]!.link);
}
/** What the page sends. */
async function entry(link: string, username: string, password: string, changed: Record<string, unknown> = {}) {
  const auth: AuthParameters = await authOf(app.house);
  const who = { subname: 'demo', username };
  const verifier = await passwordKeys(primitives, password, saltOf(primitives, fromBase64url(auth.salt)!, who), auth.kdf);
  const [id, keys, random] = [linkId(primitives, link), linkKeys(primitives, link), '4294967311'];
  const message = entryMessage(who, id, random, auth.realm);
  const sealed = sealVerifier(primitives, keys.clientKey, message, verifier);
  const form = { link: id, random, proof: proofOf(primitives, keys, message), verifier: sealed, ...changed };
  return { form, sign: signatureOf(primitives, keys.serverKey, message) };
}
const enter = async (link: string, username: string, password: string) => stranger('Enter', (await entry(link, username, password)).form);
const signIn = (username: string, password: string) => Person.signIn(app.server, username, 'demo', password, { from: `10.8.0.${callers}` });
const statusOf = async (id: number) =>
  (await app.base.db.query<{ status: number }>('select status from app."user" where company_id = 1 and id = $1', [id]))[0]!.status;
const OVER = { code: 301, remark: '$entryOver' };

describe('ADMIN-12 who may act upon accounts', () => {
  it.each(['Account', 'Invite', 'Unlock', 'SignOut', 'Disable', 'Enable'])(
    'B1 %s without a session is 401, without the right 312',
    async (op) => {
      const { id } = await add();
      expect((await app.call(USER, op, { id: String(id) })).code).toBe(401);
      expect((await app.call(USER, op, { id: String(id) }, 'applicant')).code).toBe(312);
      expect((await app.call(USER, op, { id: String(id) }, 'admin')).code).toBe(200);
    },
  );
  it('B1 ResetFactor without a session is 401, without the right 312, of who has no second factor 311', async () => {
    const { id } = await add();
    expect((await app.call(USER, 'ResetFactor', { id: String(id) })).code).toBe(401);
    expect((await app.call(USER, 'ResetFactor', { id: String(id) }, 'applicant')).code).toBe(312);
    expect(await admin.call(USER, 'ResetFactor', { id })).toMatchObject({ code: 311, remark: '$factorNoneHis' });
    expect(await admin.call(USER, 'ResetFactor', { id: 1 })).toMatchObject({ code: 312, remark: '$ownFactor' });
  });
  it.each(['Invite', 'Unlock', 'SignOut', 'Disable', 'Enable', 'ResetFactor'])(
    '%s of nobody is 314, of who is not there 315',
    async (op) => {
      expect((await admin.call(USER, op, { id: '' })).code).toBe(314);
      expect((await admin.call(USER, op, { id: '987654321' })).code).toBe(315);
      expect((await admin.call(USER, op, { id: 'x' })).code).toBe(317);
    },
  );
});

describe('ADMIN-12 what is offered upon an account is what would be done', () => {
  const acts = async (who: Person, id: number) => (await who.call(USER, 'Account', { id })).data.acts as string[];
  it('of one’s own account no link, no end of the second factor, and nothing that shuts it', async () => {
    expect(await acts(admin, 1)).toEqual(['Modify', 'SignOut']);
    for (const op of ['Invite', 'Disable', 'ResetFactor']) expect((await admin.call(USER, op, { id: 1 })).code, op).toBe(312);
  });
  it('of another what stands: a disabled one is enabled, one with sessions signed out', async () => {
    const { id } = await add();
    expect(await acts(admin, id)).toEqual(['Invite', 'Modify', 'Disable']);
    expect((await admin.call(USER, 'Disable', { id })).code).toBe(200);
    expect(await acts(admin, id)).toEqual(['Enable', 'Modify']);
  });
  it('who may act upon accounts and not change people is offered neither the form nor what changes them, and is refused both', async () => {
    const { id } = await add();
    const desk = await add();
    const sql = (text: string, values: unknown[] = []) => app.base.db.query(text, values);
    await sql(`insert into app."role" (company_id, code, key_name, root) values (1, 'counter', '服务台', 0)`);
    await sql(`insert into fw.role_grant (company_id, role_id, group_uid, scope, items)
      select 1, id, 'sys.user', 2, '{List,Account}' from app."role" where company_id = 1 and code = 'counter'`);
    await sql(
      `update app."user" set status = 1, role_entities = array(select r.id from app."role" r where r.company_id = 1 and r.code in ('staff', 'counter')) where company_id = 1 and id = $1`,
      [desk.id],
    );
    expect((await enter(await linkOf(desk.id), desk.login_name, 'north-7-Crane')).code).toBe(200);
    const who = await signIn(desk.login_name, 'north-7-Crane');
    expect(await acts(who, id)).toEqual(['Invite']);
    expect((await who.call(USER, 'Disable', { id })).code).toBe(312);
    expect((await who.call('/app', 'Modify', { cloud: 'user', id, key_name: '别名' })).code).toBe(312);
    expect((await who.call(USER, 'Invite', { id })).code).toBe(200);
    // refused, he reads of whom in his own language
    expect(await who.call(USER, 'ResetFactor', { id })).toMatchObject({
      code: 311,
      data: { person: { zh_CN: expect.stringContaining('人'), en_US: expect.stringContaining('Person ') } },
    });
    const beyond = await who.call(USER, 'Account', { id: (await add({ role_entities: `,${roles.root},` })).id });
    expect(beyond).toMatchObject({ code: 312, remark: '$personBeyond', data: { person: { en_US: expect.stringContaining('Person ') } } });
    await admin.call(USER, 'Disable', { id });
    expect([await acts(who, id), (await who.call(USER, 'Enable', { id })).code]).toEqual([[], 312]);
    // as the head of a department he signs by no role: his account is beyond others like him, and stays open to himself
    await sql(`insert into app."department" (company_id, code, key_name, manager_entity) values (1, 'counter', '服务台', $1)`, [desk.id]);
    expect(await acts(who, desk.id)).toEqual(['SignOut']);
    for (const op of ['Invite', 'Disable', 'ResetFactor']) expect((await who.call(USER, op, { id: desk.id })).code, op).toBe(312);
    const other = await add();
    await sql(`insert into app."department" (company_id, code, key_name, leader_entity) values (1, 'counter2', '服务台', $1)`, [other.id]);
    expect(await who.call(USER, 'Account', { id: other.id })).toMatchObject({ code: 312, remark: '$personBeyond' });
    await sql(`delete from app."department" where code in ('counter', 'counter2')`);
  });
});

describe('ADMIN-12 users are saved as any other record', () => {
  it('a taken sign-in name is 310, also in other letters; one that can be none is refused', async () => {
    const { login_name } = await add();
    const form = { cloud: 'user', key_name: '重', domain_entities: `,${domain},` };
    for (const taken of [login_name, login_name.toUpperCase()]) {
      const told = await admin.call('/app', 'Add', { ...form, login_name: taken });
      expect([told.code, told.data.field_name]).toEqual([310, 'login_name']);
    }
    for (const bad of ['ab', 'a b c', '张三李四', 'x'.repeat(17)])
      expect((await admin.call('/app', 'Add', { ...form, login_name: bad })).code).not.toBe(200);
  });
  it('a new user is expected, holds no credential, and cannot be made active by a save', async () => {
    const { id, login_name } = await add();
    expect(await statusOf(id)).toBe(3);
    await expect(signIn(login_name, 'Passw0rd-1')).rejects.toThrow('304');
    expect((await admin.call('/app', 'Modify', { cloud: 'user', id, status: 1 })).code).not.toBe(200);
  });
  it('an administrator changes neither his own roles nor his own account', async () => {
    expect((await admin.call('/app', 'Modify', { cloud: 'user', id: 1, role_entities: '' })).remark).toBe('$ownAccount');
    expect((await admin.call(USER, 'Disable', { id: 1 })).remark).toBe('$ownAccount');
    expect((await admin.call(USER, 'Invite', { id: 1 })).remark).toBe('$ownLink');
    expect((await admin.call('/app', 'Modify', { cloud: 'user', id: 1, mobile: '13800002602' })).code).toBe(200);
  });
  it('a new person works where the administrator does, unless he says otherwise: without a domain nobody signs in', async () => {
    const { id } = await add({ domain_entities: undefined });
    const domains = async (of: number) =>
      ((await admin.call('/app', 'Get', { cloud: 'user', id: of })).data.domain_entities as { id: number }[]).map((one) => one.id);
    expect(await domains(id)).toEqual([domain]);
    expect((await add({ domain_entities: '' })).id).toBeGreaterThan(0);
  });
  it('roles of suites and the root role keep their code and stay; roles of the company come and go', async () => {
    expect((await admin.call('/app', 'Modify', { cloud: 'role', id: roles.staff!, code: 'other' })).remark).toBe('$roleOfSuite');
    expect((await admin.call('/app', 'Delete', { cloud: 'role', id: roles.leader! })).code).not.toBe(200);
    expect((await admin.call('/app', 'Delete', { cloud: 'role', id: roles.root! })).code).not.toBe(200);
    const made = await admin.call('/app', 'Add', { cloud: 'role', code: 'archivist', key_name: '档案员' });
    expect(made.code).toBe(200);
    expect((await admin.call('/app', 'Modify', { cloud: 'role', id: made.data.id, key_name: '档案管理员' })).code).toBe(200);
    expect((await admin.call('/app', 'Delete', { cloud: 'role', id: made.data.id })).code).toBe(200);
  });
});

describe('ADMIN-12 the leaders of a department', () => {
  it('one whose account is not active is told of with the department, to who sees accounts and nobody else', async () => {
    const { id } = await add();
    const department = await anyDepartment();
    const show = async (who: Person) => (await who.call('/app', 'Show', { cloud: 'department', id: department })).data.page;
    expect((await app.call('/app', 'Show', { cloud: 'department', id: String(department) })).code).toBe(401);
    const [before] = await app.base.db.query<{ leader: number | null }>(
      'select leader_entity as leader from app."department" where id = $1',
      [department],
    );
    const lead = (leader_entity: number | '') => admin.call('/app', 'Modify', { cloud: 'department', id: department, leader_entity });
    expect(await show(admin)).toEqual({ show_revoke: false });
    expect((await lead(id)).code).toBe(200);
    try {
      const gone = [{ field: 'leader_entity', person: { id, key_name: `人${people}`, key_name_en: `Person ${people}` } }];
      expect(await show(admin)).toEqual({ show_revoke: false, gone });
      expect(await show(await app.signIn('applicant'))).toEqual({ show_revoke: false });
      await app.base.db.query('update app."user" set status = 1 where id = $1', [id]);
      expect(await show(admin)).toEqual({ show_revoke: false });
      expect((await admin.call(USER, 'Disable', { id })).code).toBe(200);
      expect(await show(admin)).toEqual({ show_revoke: false, gone });
    } finally {
      await lead(before!.leader ?? '');
    }
  });
});

describe('ADMIN-12 a one-time link', () => {
  it('says whose account it is, takes a password once, and makes him active; then he signs in', async () => {
    const { id, login_name } = await add();
    const link = await linkOf(id);
    expect(link).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const whose = await stranger('LoadEntry', { link: linkId(primitives, link) });
    expect(whose.data).toEqual({
      ...{ subname: 'demo', username: login_name, person: `人${people}`, person_en: `Person ${people}`, purpose: 'invite' },
      ...{ company: expect.any(String), company_en: expect.any(String) },
    });
    const { form, sign } = await entry(link, login_name, 'north-7-Crane');
    const told = await stranger('Enter', form);
    expect([told.code, told.data.sign]).toEqual([200, sign]);
    expect(await statusOf(id)).toBe(1);
    expect((await signIn(login_name, 'north-7-Crane')).token).toHaveLength(43);
    expect(await stranger('Enter', form)).toMatchObject(OVER);
    expect(await stranger('LoadEntry', { link: form.link })).toMatchObject(OVER);
  });

  it('E12 of two uses at the same time one succeeds', async () => {
    const { id, login_name } = await add();
    const link = await linkOf(id);
    const told = await Promise.all(['north-7-Crane', 'south-8-Heron'].map((password) => enter(link, login_name, password)));
    expect(told.map(({ code }) => code).sort()).toEqual([200, 301]);
    const [held, not] = told[0]!.code === 200 ? ['north-7-Crane', 'south-8-Heron'] : ['south-8-Heron', 'north-7-Crane'];
    await signIn(login_name, held!);
    await expect(signIn(login_name, not!)).rejects.toThrow('304');
  });

  it('over, replaced, made up, disabled, renamed: one refusal', async () => {
    const { id, login_name } = await add();
    const old = await linkOf(id);
    const link = await linkOf(id);
    expect(await enter(old, login_name, 'north-7-Crane')).toMatchObject(OVER);
    expect(await enter('A'.repeat(43), login_name, 'north-7-Crane')).toMatchObject(OVER);
    expect(await enter(link, 'somebody', 'north-7-Crane')).toMatchObject(OVER);
    skew = 72 * 3_600_000 + 1_000;
    expect(await enter(link, login_name, 'north-7-Crane')).toMatchObject(OVER);
    skew = 0;
    expect((await admin.call(USER, 'Disable', { id })).code).toBe(200);
    expect(await enter(link, login_name, 'north-7-Crane')).toMatchObject(OVER);
    expect((await admin.call(USER, 'Invite', { id })).code).toBe(303);
    expect((await admin.call(USER, 'Enable', { id })).code).toBe(200);
    expect(await statusOf(id)).toBe(3);
    const last = await linkOf(id);
    expect((await admin.call('/app', 'Modify', { cloud: 'user', id, login_name: `${login_name}x` })).code).toBe(200);
    expect(await enter(last, login_name, 'north-7-Crane')).toMatchObject(OVER);
    expect((await enter(last, `${login_name}x`, 'north-7-Crane')).code).toBe(200);
  });

  it('what is not well formed sets nothing: 314, 317', async () => {
    const { id, login_name } = await add();
    const { form } = await entry(await linkOf(id), login_name, 'north-7-Crane');
    expect((await stranger('Enter', {})).code).toBe(314);
    expect((await stranger('Enter', { ...form, random: '12' })).code).toBe(317);
    expect((await stranger('Enter', { ...form, verifier: 'A'.repeat(107) })).code).toBe(317);
    expect(await stranger('Enter', { ...form, proof: 'A'.repeat(43) })).toMatchObject(OVER);
    expect((await stranger('Enter', form)).code).toBe(200);
  });

  it('a reset: the password before holds until the link is used, then it and every session end', async () => {
    const { id, login_name } = await add();
    await enter(await linkOf(id), login_name, 'north-7-Crane');
    const before = await signIn(login_name, 'north-7-Crane');
    const told = await admin.call(USER, 'Invite', { id });
    expect(told.rows[0]).toMatchObject({ code: 200, purpose: 'reset', key_name_en: `Person ${people}` });
    await signIn(login_name, 'north-7-Crane');
    expect((await before.call('/sys', 'Counts')).code).toBe(200);
    expect((await enter(String(told.rows[0]!.link), login_name, 'south-8-Heron')).code).toBe(200);
    expect((await before.call('/sys', 'Counts')).code).toBe(401);
    await expect(signIn(login_name, 'north-7-Crane')).rejects.toThrow('304');
    await signIn(login_name, 'south-8-Heron');
  });

  it('E20 nothing of a link lies in the database or in what is logged', async () => {
    const { id } = await add();
    const link = await linkOf(id);
    const rows = await app.base.db.query<{ row: string }>('select l::text as row from fw.entry_link l');
    const log = await app.base.db.query<{ row: string }>('select s::text as row from fw.security_log s');
    const said = JSON.stringify([...rows, ...log]);
    expect(said).not.toContain(link);
    expect(said).not.toContain(linkId(primitives, link));
    expect(log.some(({ row }) => row.includes(`user ${id}`) && row.includes('Invite'))).toBe(true);
  });

  it('attempts are limited as sign-ins are', async () => {
    let last = await stranger('LoadEntry', { link: 'A'.repeat(43) });
    for (let time = 0; time < 40 && last.status !== 429; time += 1) last = await stranger('LoadEntry', { link: 'A'.repeat(43) });
    expect(last.status).toBe(429);
  });
});

describe('ADMIN-12 an account is looked after', () => {
  async function entered(): Promise<{ id: number; login_name: string; person: Person }> {
    const who = await add();
    await enter(await linkOf(who.id), who.login_name, 'north-7-Crane');
    return { ...who, person: await signIn(who.login_name, 'north-7-Crane') };
  }

  it('B26 disabled or signed out, the next call is refused, and a link of before is over', async () => {
    const { id, login_name, person } = await entered();
    const link = await linkOf(id);
    expect((await admin.call(USER, 'SignOut', { id })).code).toBe(200);
    expect((await person.call('/sys', 'Counts')).code).toBe(401);
    expect(await enter(link, login_name, 'south-8-Heron')).toMatchObject(OVER);
    const again = await signIn(login_name, 'north-7-Crane');
    expect((await admin.call(USER, 'Disable', { id })).code).toBe(200);
    expect((await again.call('/sys', 'Counts')).code).toBe(401);
    await expect(signIn(login_name, 'north-7-Crane')).rejects.toThrow('303');
    expect((await admin.call(USER, 'Enable', { id })).code).toBe(200);
    expect((await again.call('/sys', 'Counts')).code).toBe(401);
    await signIn(login_name, 'north-7-Crane');
  });

  it('FRAME-13 what others do to an account stands in the security log of its person, and not in that of who did it', async () => {
    const { id, login_name } = await entered();
    const ops = async (who: Person) => (await who.call(USER, 'SecurityLog', { page: 1 })).rows;
    const before = (await ops(admin)).length;
    for (const op of ['Invite', 'Unlock', 'SignOut', 'Disable', 'Enable']) expect((await admin.call(USER, op, { id })).code, op).toBe(200);
    const told = await ops(await signIn(login_name, 'north-7-Crane'));
    const done = ['Enable', 'Revoke', 'Revoke', 'Unlock', 'Invite'];
    expect(told.slice(1, 6).map(({ op }) => op)).toEqual(done);
    expect(told.slice(1, 6).map(({ address }) => address)).toEqual(done.map(() => ''));
    expect(await ops(admin)).toHaveLength(before);
  });

  it('locked by failed attempts, he is let in again at once', async () => {
    const { id, login_name } = await entered();
    for (let time = 0; time < 6; time += 1) await signIn(login_name, 'wrong-7-Crane').catch(() => undefined);
    await expect(signIn(login_name, 'north-7-Crane')).rejects.toThrow('309');
    expect((await admin.call(USER, 'Account', { id })).data.locked_until).not.toBeNull();
    expect((await admin.call(USER, 'Unlock', { id })).code).toBe(200);
    expect((await admin.call(USER, 'Account', { id })).data.locked_until).toBeNull();
    await signIn(login_name, 'north-7-Crane');
  });

  it('B26 an administrator takes the second factor off for who has lost it: his sessions end, and the password lets in again', async () => {
    const { id, login_name, person } = await entered();
    const who = [1, id, Buffer.from('sealed'), new Date(), 0];
    await app.base.db.query('insert into fw.factor (company_id, user_id, sealed, made_at, step) values ($1, $2, $3, $4, $5)', who);
    await app.base.db.query('insert into fw.recovery_code (company_id, user_id, hash) values (1, $1, $2)', [id, 'x']);
    await expect(signIn(login_name, 'north-7-Crane')).rejects.toThrow('102');
    expect((await admin.call(USER, 'Account', { id })).data.factor).toEqual(expect.any(String));
    expect((await admin.call(USER, 'ResetFactor', { id })).code).toBe(200);
    expect((await person.call('/sys', 'Counts')).code).toBe(401);
    expect((await admin.call(USER, 'Account', { id })).data.factor).toBeNull();
    expect(await app.base.db.query('select 1 from fw.recovery_code where user_id = $1', [id])).toEqual([]);
    const [told] = await app.base.db.query('select actor from fw.security_log where op = $1 and target = $2', [
      'ResetFactor',
      `user ${id}`,
    ]);
    expect(told).toEqual({ actor: 1 });
    await signIn(login_name, 'north-7-Crane');
  });

  it('a link that resets the password leaves the second factor on', async () => {
    const { id, login_name } = await entered();
    const who = [1, id, Buffer.from('sealed'), new Date(), 0];
    await app.base.db.query('insert into fw.factor (company_id, user_id, sealed, made_at, step) values ($1, $2, $3, $4, $5)', who);
    expect((await enter(await linkOf(id), login_name, 'south-8-Heron')).code).toBe(200);
    await expect(signIn(login_name, 'south-8-Heron')).rejects.toThrow('102');
  });

  it('B26 who is disabled while he uses his link gets no password by it', async () => {
    const { id, login_name } = await entered();
    const link = await linkOf(id);
    let told: Promise<Answer> | null = null;
    await app.base.db.tx(async (tx) => {
      await tx.query('update app."user" set status = 2 where company_id = 1 and id = $1', [id]);
      told = enter(link, login_name, 'south-8-Heron');
      await new Promise((resolve) => setTimeout(resolve, 700));
    });
    expect(await told).toMatchObject(OVER);
    expect((await admin.call(USER, 'Enable', { id })).code).toBe(200);
    await signIn(login_name, 'north-7-Crane');
  });

  it('who comes in by his first link sets up what his role demands before anything else', async () => {
    await app.base.db.query('update app."role" set factor = 1 where company_id = 1 and id = $1', [roles.staff]);
    try {
      const { id, login_name } = await add();
      expect((await enter(await linkOf(id), login_name, 'north-7-Crane')).code).toBe(200);
      await expect(signIn(login_name, 'north-7-Crane')).rejects.toThrow('102 $factorSetUp');
    } finally {
      await app.base.db.query('update app."role" set factor = 0 where company_id = 1 and id = $1', [roles.staff]);
    }
  });

  it('Account tells how it stands, where it is signed in and what it holds', async () => {
    const { id, login_name } = await entered();
    await admin.call('/app', 'Modify', { cloud: 'department', id: await anyDepartment(), leader_entity: id });
    await linkOf(id);
    const { data } = await admin.call(USER, 'Account', { id });
    expect(data).toMatchObject({
      ...{ key_name: `人${people}`, key_name_en: `Person ${people}`, login_name, status: 1, changed_at: expect.any(String) },
      link: { purpose: 'reset', until: expect.any(String) },
      sessions: [{ address: expect.any(String), last_seen: expect.any(String), domain: expect.any(String) }],
      holds: { todos: [], cases: 0, departments: [{ as: 'leader' }] },
    });
    const depthead = (
      await app.base.db.query<{ id: number }>(`select id from app."user" where login_name = 'depthead' and company_id = 1`)
    )[0]!.id;
    const held = (await admin.call(USER, 'Account', { id: depthead })).data.holds as { departments: { as: string }[] };
    expect(held.departments.some((one) => one.as === 'head')).toBe(true);
  });

  it('several at once: a row for each, 343 where some were refused', async () => {
    const [one, other] = [await add(), await add()];
    const told = await admin.call(USER, 'Invite', { id: `,${one.id},${other.id},1,` });
    expect([told.code, told.rows.map((row) => [row.id, row.code, typeof row.link])]).toEqual([
      343,
      [
        [1, 312, 'undefined'],
        [one.id, 200, 'string'],
        [other.id, 200, 'string'],
      ],
    ]);
  });
});

const anyDepartment = async (): Promise<number> =>
  (await app.base.db.query<{ id: number }>('select max(id) as id from app."department" where company_id = 1'))[0]!.id;
