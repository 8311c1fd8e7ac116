import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Refusal } from '#protocol/codes.ts';
import { messageOf, passwordKeys, saltOf, signatureOf } from '#protocol/signin/proof.ts';
import { PASSWORD } from '#protocol/testing-person.ts';
import type { Session } from '#server/meta/session.ts';
import { desktopCall } from '#server/ops/cloud/desktop.ts';
import { domainCall } from '#server/ops/cloud/domain.ts';
import { setDomainCall } from '#server/ops/cloud/set-domain.ts';
import type { OpCall, OpReply } from '#server/ops/op.ts';
import { loginCall } from '#server/ops/sys/login.ts';
import { logoutCall } from '#server/ops/sys/logout.ts';
import { primitives, tokenHash } from './crypto.ts';
import { endSession, findSession, openSession, writeSeen } from './session.ts';
import { loadSite } from './site.ts';
import { KDF_N, loginWhole as login, loginBody, REALM, stranger, type TestHouse, testHouse, watched } from './testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse();
});
afterAll(() => house.base.close());
beforeEach(async () => {
  house.at = new Date('2026-11-21T02:20:00Z');
  await house.db.query('update fw.credential set last_domain = null');
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const wait = (ms: number) => {
  house.at = new Date(house.at.getTime() + ms);
};
const signIn = async (name = 'zhang3', subname = 'demo') =>
  (await login(house, await loginBody(house, name, PASSWORD, subname), stranger())).token;
const find = (token: string, background = false) => findSession(house, token, { background });
const call = (session: Session | null, request: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) =>
  ({ request, session, caller: { ...stranger(), host: 'nowhere:8000' }, ...rest }) as unknown as OpCall & never;
const data = async (reply: Promise<unknown>) => ((await reply) as OpReply).data as Record<string, unknown>;

describe('AUTH-13 the session', () => {
  it('carries user, company, domains, department with those below, roles and the version of rights', async () => {
    expect(await find(await signIn())).toEqual({
      sid: expect.stringMatching(/^[A-Za-z0-9_-]{11}$/),
      user: { id: 2, key_name: '张三', login_name: 'zhang3' },
      company: { id: 1, login_name: 'demo', time_zone: 'Asia/Shanghai' },
      domain: { id: 12, key_name: '纽约市' },
      domains: [
        { id: 12, key_name: '纽约市', currency: '万美元', currency_en: 'USD' },
        { id: 11, key_name: '远山集团', currency: '万元', currency_en: 'CNY' },
      ],
      department: { id: 32, key_name: '投资部' },
      departments: [32, 33],
      roles: [
        { id: 42, code: 'investmgr' },
        { id: 43, code: 'leader' },
      ],
      root: false,
      super: false,
      locale: 'zh_CN',
      rights_version: 7,
    });
  });
  it('B27 no department is null and none; user id 1 is super, a root role is root of its own company', async () => {
    expect(await find(await signIn('admin'))).toMatchObject({
      department: null,
      departments: [],
      root: true,
      super: true,
      rights_version: 7,
    });
    expect(await find(await signIn('admin2', 'other'))).toMatchObject({ root: true, super: false, company: { id: 2 }, rights_version: 0 });
  });
  it('a ring of departments ends', async () => {
    await house.db.query('update app."department" set parent_entity = 33 where id = 32');
    expect((await find(await signIn()))?.departments).toEqual([32, 33]);
    await house.db.query('update app."department" set parent_entity = 31 where id = 32');
  });
  it('is found by one statement, and all who were seen are written at once, at most once a minute', async () => {
    const tokens = [await signIn(), await signIn(), await signIn()];
    const { house: spied, said } = watched(house);
    const seen = () =>
      house.db.query<{ seen: string }>('select distinct last_seen::text as seen from fw.session where token_hash = any($1)', [
        tokens.map(tokenHash),
      ]);
    const [opened] = await seen();
    wait(59 * SECOND);
    for (const token of tokens) await findSession(spied, token, { background: false });
    await writeSeen(spied.db);
    expect(said.map((text) => text.slice(0, 6))).toEqual(['select', 'select', 'select']);
    expect(await seen()).toEqual([opened]);
    wait(SECOND);
    for (let round = 0; round < 5; round += 1) for (const token of tokens) await findSession(spied, token, { background: false });
    const before = house.db.writes();
    await writeSeen(spied.db);
    await writeSeen(spied.db);
    // nobody has to be asked for again because of it
    expect(house.db.writes()).toBe(before);
    expect(said.filter((text) => text.startsWith('update'))).toEqual([
      expect.stringMatching(/^update fw\.session s set last_seen = n\.at/),
    ]);
    expect((await seen()).map((row) => new Date(row.seen))).toEqual([house.at]);
  });
  it('who comes back after five minutes is written down before he is answered', async () => {
    const token = await signIn();
    wait(5 * MINUTE);
    await find(token);
    const [row] = await house.db.query<{ seen: string }>('select last_seen::text as seen from fw.session where token_hash = $1', [
      tokenHash(token),
    ]);
    expect(new Date(row!.seen)).toEqual(house.at);
  });
  it('F8 one that was made up is refused without a statement, also at sign-out; one letter more or less is made up', async () => {
    const token = await signIn();
    const { house: spied, said } = watched(house);
    for (const made of ['', 'x', randomBytes(32).toString('base64url'), `${token}.`, `.${token.slice(1)}`, token.slice(0, -2)]) {
      expect(await findSession(spied, made, { background: false })).toBeNull();
      await endSession(spied, made);
    }
    expect(said).toEqual([]);
    expect(await find(token)).not.toBeNull();
  });
});

describe('AUTH-12 E9 the end of a session', () => {
  it('R7 E9 is seen by the very next call of the process that wrote it, whoever wrote what and how', async () => {
    for (const [off, on] of [
      ['update app."user" set status = 0 where id = 2', 'update app."user" set status = 1 where id = 2'],
      [`update app."user" set deleted_time = now() where id = 2`, `update app."user" set deleted_time = null where id = 2`],
    ] as const) {
      const token = await signIn();
      expect(await find(token)).not.toBeNull();
      await house.db.query(off);
      expect(await find(token)).toBeNull();
      await house.db.tx((tx) => tx.query(on));
    }
  });
  it('R7 its end by the clock is seen though it was read a moment ago', async () => {
    const token = await signIn();
    expect(await find(token)).not.toBeNull();
    wait(30 * MINUTE + SECOND);
    expect(await find(token, true)).toBeNull();
  });
  it('30 minutes without a call end it; a call moves the end', async () => {
    const token = await signIn();
    wait(29 * MINUTE);
    expect(await find(token)).not.toBeNull();
    wait(29 * MINUTE);
    expect(await find(token)).not.toBeNull();
    wait(30 * MINUTE + SECOND);
    expect(await find(token)).toBeNull();
  });
  it('background calls do not keep it', async () => {
    const token = await signIn();
    for (let minute = 0; minute < 29; minute += 1) {
      wait(MINUTE);
      expect(await find(token, true)).not.toBeNull();
    }
    wait(MINUTE + SECOND);
    expect(await find(token, true)).toBeNull();
  });
  it('12 hours end it whatever was called', async () => {
    const token = await signIn();
    for (let calls = 0; calls < 12 * 4 - 1; calls += 1) {
      wait(15 * MINUTE);
      expect(await find(token)).not.toBeNull();
    }
    wait(15 * MINUTE);
    expect(await find(token)).toBeNull();
  });
  it('AUTH-13 sign-out ends this one and no other, and may be repeated', async () => {
    const [token, other] = [await signIn(), await signIn()];
    await logoutCall.run(house, call(null, {}, { token }));
    await logoutCall.run(house, call(null, {}, { token }));
    await logoutCall.run(house, call(null));
    expect([await find(token), await find(other)]).toEqual([null, expect.anything()]);
  });
  it('E9 a company that is closed has no sessions and no sign-in', async () => {
    const token = await signIn();
    await house.base.db.query('update fw.company set status = 2 where id = 1');
    expect(await find(token)).toBeNull();
    await expect(signIn()).rejects.toMatchObject({ code: 304 });
    await house.base.db.query('update fw.company set status = 1 where id = 1');
    expect(await find(token)).toBeNull();
  });
  it.each([
    ['disabled', 'user', 2, `status = 2`, `status = 1`],
    ['deleted', 'user', 2, `deleted_time = now()`, `deleted_time = null`],
    ['renamed', 'user', 2, `login_name = 'zhang4'`, `login_name = 'zhang3'`],
    ['role', 'user', 2, `role_entities = '{42}'`, `role_entities = '{42,43}'`],
    ['domain', 'user', 2, `domain_entities = '{12}'`, `domain_entities = '{12,11}'`],
    ['role', 'role', 43, `deleted_time = now()`, `deleted_time = null`],
    ['domain', 'domain', 12, `deleted_time = now()`, `deleted_time = null`],
  ])('R7 E9 B26 %s (%s %i): every session of his ends at once, for good, and everybody is told', async (why, table, id, then, back) => {
    const heard: string[] = [];
    const deafen = await house.db.listen('fw_session', (said) => heard.push(said));
    const [one, other, foreign] = [await signIn(), await signIn(), await signIn('admin2', 'other')];
    await house.db.query(`update app."${table}" set ${then} where id = ${id}`);
    expect([await find(one), await find(other), await find(foreign)]).toEqual([null, null, expect.anything()]);
    await expect.poll(() => heard).toContain('user 1 2');
    expect(heard).not.toContain('user 2 5');
    await house.db.query(`update app."${table}" set ${back} where id = ${id}`);
    expect(await find(one)).toBeNull();
    const [logged] = await house.db.query(
      `select op, reason, target, company_id from fw.security_log where op = 'Revoke' order by id desc limit 1`,
    );
    expect(logged).toEqual({ op: 'Revoke', reason: why, target: 'user 2', company_id: 1 });
    expect(await find(await signIn())).not.toBeNull();
    await deafen();
  });
  it('R7 a root role that is root no more ends the sessions of those who have it; what is given ends none', async () => {
    const token = await signIn('admin2', 'other');
    await house.db.query(`update app."role" set root = 0 where id = 44`);
    expect(await find(token)).toBeNull();
    const again = await signIn('admin2', 'other');
    await house.db.query(`update app."role" set root = 1 where id = 44`);
    await house.db.query(`update app."user" set key_name = '改名', department_entity = null where id = 5`);
    expect(await find(again)).toMatchObject({ root: true, department: null });
    await house.db.query(`update app."user" set key_name = '别家管理员', department_entity = 35 where id = 5`);
  });
  it('E9 a session that opens while all are ended is dead: it carries the old epoch', async () => {
    const token = await signIn();
    const [{ epoch } = { epoch: 0 }] = await house.db.query<{ epoch: number }>('select epoch from fw.credential where user_id = 2');
    await house.db.query(`select fw.end_sessions(1, 2, 'test')`);
    const late = await house.db.tx((tx) =>
      openSession(tx, house.keys.pepper, house.at, {
        ...{ company: 1, user: 2, epoch, domain: 12, locale: 'zh_CN', device: 'x', address: '10.0.0.1', userAgent: 'test' },
      }),
    );
    expect([await find(token), await find(late)]).toEqual([null, null]);
  });
});

describe('AUTH-19 SetDomain', () => {
  it("B21 a domain that is not mine, another company's, or none is 312, and nothing changes", async () => {
    const token = await signIn();
    for (const id of [13, 21, 999_999]) {
      const refused = await setDomainCall.run(house, call(await find(token), { id }, { token })).catch((error: Refusal) => error);
      expect(refused).toMatchObject({ code: 312 });
    }
    expect((await find(token))?.domain.id).toBe(12);
  });
  it('answers a new token in the new domain; the old one stays in the old domain for 30 seconds', async () => {
    const token = await signIn();
    const before = await find(token);
    const moved = await data(setDomainCall.run(house, call(before, { id: 11 }, { token })));
    expect(moved).toEqual({
      domain: { id: 11, key_name: '远山集团', currency: '万元', currency_en: 'CNY' },
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    });
    const fresh = moved.token as string;
    expect(fresh).not.toBe(token);
    expect((await find(fresh))?.sid).not.toBe(before?.sid);
    expect([(await find(token))?.domain.id, (await find(fresh))?.domain.id]).toEqual([12, 11]);
    wait(30 * SECOND);
    expect([await find(token), (await find(fresh))?.domain.id]).toEqual([null, 11]);
  });
  it('switches to two domains with one token give two sessions that live on; the old one does not live longer for it', async () => {
    const token = await signIn();
    const before = await find(token);
    const move = async (id: number) => (await data(setDomainCall.run(house, call(before, { id }, { token })))).token as string;
    const one = await move(11);
    wait(20 * SECOND);
    const two = await move(12);
    wait(10 * SECOND);
    expect([await find(token), (await find(one))?.domain.id, (await find(two))?.domain.id]).toEqual([null, 11, 12]);
    wait(20 * SECOND);
    expect([(await find(one))?.domain.id, (await find(two))?.domain.id]).toEqual([11, 12]);
    await expect(move(11)).rejects.toMatchObject({ code: 401 });
    const ends = await house.db.query('select distinct abs_until from fw.session where family = $1', [before!.sid]);
    expect(ends).toHaveLength(1);
  });
  it('AUTH-14 a sign-out beside a switch leaves no session behind', async () => {
    for (let n = 0; n < 12; n += 1) {
      const token = await signIn();
      const before = await find(token);
      await Promise.allSettled([
        ...[11, 12].map((id) => setDomainCall.run(house, call(before, { id }, { token }))),
        endSession(house, token),
        setDomainCall.run(house, call(before, { id: 11 }, { token })),
      ]);
      expect(await house.db.query('select sid from fw.session where family = $1', [before!.sid])).toEqual([]);
    }
  });
  it('E9 a token that is over signs nobody out: neither one that was left, nor one that was idle too long', async () => {
    const left = await signIn();
    const fresh = (await data(setDomainCall.run(house, call(await find(left), { id: 11 }, { token: left })))).token as string;
    wait(31 * SECOND);
    await logoutCall.run(house, call(null, {}, { token: left }));
    expect([await find(left), (await find(fresh))?.domain.id]).toEqual([null, 11]);
    const [idle, at] = [await signIn(), house.at];
    wait(29 * MINUTE);
    const late = (await data(setDomainCall.run(house, call(await find(idle, true), { id: 11 }, { token: idle })))).token as string;
    expect(
      await house.db.query('update fw.session set left_until = null where token_hash = $1 returning 1', [tokenHash(idle)]),
    ).toHaveLength(1);
    wait(2 * MINUTE);
    await logoutCall.run(house, call(null, {}, { token: idle }));
    expect([await find(idle), (await find(late))?.domain.id, house.at.getTime() - at.getTime()]).toEqual([null, 11, 31 * MINUTE]);
    // one that was left a moment ago is live, and means the same sign-in
    const soon = (await data(setDomainCall.run(house, call(await find(late), { id: 12 }, { token: late })))).token as string;
    await logoutCall.run(house, call(null, {}, { token: late }));
    expect([await find(late), await find(soon)]).toEqual([null, null]);
  });
  it('the next sign-in begins in the domain of the last switch, while it is still his', async () => {
    const token = await signIn();
    await setDomainCall.run(house, call(await find(token), { id: 11 }, { token }));
    expect((await find(await signIn()))?.domain.id).toBe(11);
    await house.db.query(`update app."user" set domain_entities = '{12}' where id = 2`);
    expect((await find(await signIn()))?.domain.id).toBe(12);
    await house.db.query(`update app."user" set domain_entities = '{12,11}' where id = 2`);
  });
  it('does not put off the end of the day, and sign-out ends the old token too', async () => {
    const token = await signIn();
    wait(10 * MINUTE);
    const fresh = (await data(setDomainCall.run(house, call(await find(token), { id: 11 }, { token })))).token as string;
    await logoutCall.run(house, call(null, {}, { token: fresh }));
    expect([await find(token), await find(fresh)]).toEqual([null, null]);
    const again = await signIn();
    const until = house.at.getTime() + 12 * HOUR;
    wait(10 * MINUTE);
    await setDomainCall.run(house, call(await find(again), { id: 11 }, { token: again }));
    const ends = await house.db.query<{ abs_until: string }>(
      'select abs_until from fw.session where user_id = 2 order by abs_until desc limit 1',
    );
    expect(Date.parse(ends[0]!.abs_until)).toBe(until);
  });
});

describe('AUTH-03 AUTH-10 the ops', () => {
  it('AUTH-08 Login answers the user, a token, a signature that the client can check, and a device cookie once', async () => {
    await house.base.db.query(`update app."user" set mobile = '13900000002' where id = 2`);
    const body = await loginBody(house, 'zhang3');
    const reply = (await loginCall.run(house, call(null, { ...body }))) as OpReply;
    const { token, sign, ...user } = reply.data as Record<string, unknown>;
    expect(user).toEqual({
      id: 2,
      key_name: '张三',
      login_name: 'zhang3',
      subname: 'demo',
      title: '投资经理',
      domain: { id: 12, key_name: '纽约市', key_name_en: 'New York', currency: '万美元', currency_en: 'USD' },
      domains: [
        { id: 12, key_name: '纽约市', key_name_en: 'New York', currency: '万美元', currency_en: 'USD' },
        { id: 11, key_name: '远山集团', key_name_en: 'Yuanshan', currency: '万元', currency_en: 'CNY' },
      ],
      department_entity: { id: 32, key_name: '投资部', key_name_en: 'Investment' },
      department_entity_id: 32,
      mobile: '13900000002',
      time_zone: 'Asia/Shanghai',
      menu_type: '',
      defmenu: '',
      flags: { zb: 1, SYS: 0, EI: 1, board: '' },
      board: '',
      dashboard: '',
      modules: [],
      root: 0,
      super: 0,
      locale: 'zh_CN',
      choices: {},
    });
    expect(await find(token as string)).not.toBeNull();
    const site = await loadSite(house.db, KDF_N);
    const who = { subname: 'demo', username: 'zhang3' };
    const keys = await passwordKeys(primitives, PASSWORD, saltOf(primitives, site.salt, who), { N: site.N, r: 8, p: 1 });
    const message = messageOf({ op: 'Login', ...who, time: `2026-${body.time}`, random: body.random, locale: 'zh_CN', realm: REALM });
    expect(sign).toBe(signatureOf(primitives, keys.serverKey, message));
    expect(reply.setDevice).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
    const again = (await loginCall.run(
      house,
      call(null, { ...(await loginBody(house, 'zhang3')) }, { caller: { ...stranger(reply.setDevice), host: '' } }),
    )) as OpReply;
    expect(again.setDevice).toBeUndefined();
  });
  it('AUTH-03 Domain answers the title of the host, and how to prove a password; an unknown host has the defaults', async () => {
    const site = await loadSite(house.db, KDF_N);
    const auth = {
      v: 'P1',
      realm: REALM,
      salt: site.salt.toString('base64url'),
      kdf: { N: KDF_N, r: 8, p: 1 },
      now: Date.parse('2026-11-21T02:20:00Z'),
    };
    const defaults = {
      app_name: '资本性项目管理平台',
      app_name_en: 'Capital expenditure project management platform',
      copyright: '2015-2019',
    };
    expect(await data(domainCall.run(house, call(null)))).toEqual({ ...defaults, auth });
    expect(await data(domainCall.run(house, call(null, { host: "erp.local' or 1=1" })))).toEqual({ ...defaults, auth });
    expect(await data(domainCall.run(house, call(null, { host: 'ERP.local:8000' })))).toEqual({
      subname: 'demo',
      company: '远山集团',
      company_en: 'Yuanshan',
      app_name: '远山项目平台',
      app_name_en: 'Yuanshan projects',
      logo: '/logo.svg',
      copyright: '© 2026 远山集团',
      auth,
    });
  });
  it('salt and cost stay those of the first start, whatever the settings say later', async () => {
    const other = { ...house.db };
    expect(await loadSite(other, 2 ** 17)).toEqual(await loadSite(house.db, KDF_N));
  });
  it('AUTH-10 DesktopApi answers the flags of the roles', async () => {
    const session = await find(await signIn());
    expect(await data(desktopCall.run(house, call(session)))).toEqual({ zb: 1, SYS: 0, EI: 1, board: '' });
    const none = { ...session!, roles: [] };
    expect(await data(desktopCall.run(house, call(none)))).toEqual({ zb: 0, SYS: 0, EI: 0, board: '' });
  });
});
