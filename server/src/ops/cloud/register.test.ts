import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { concat, toBase64url } from '#protocol/signin/bytes.ts';
import { type Answered, byInject, call, PASSWORD, proveSignIn } from '#protocol/testing-person.ts';
import { openServer } from '#server/compose.ts';
import type { TestDatabase } from '#server/db/testing.ts';
import type { House } from '#server/meta/house.ts';
import { faultOf, injectFault } from '#server/ports/fault.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { verifierOf } from '#server/signin/credential.ts';
import { loadSite } from '#server/signin/site.ts';
import { authOf, demonstration, houseOf, SETTINGS } from '#server/testing-app.ts';

const LOGIN = '/cloud/hrsj/api/login/LoginApi';
const WANTED = {
  login_name: 'beacon',
  key_name: '灯塔 <b>&"\u202e集团',
  username: 'Keeper',
  person: '海 一',
  captcha: '7206',
  random: '4294967311',
  time_zone: 'Europe/Berlin',
};
type Wanted = Partial<typeof WANTED>;

const files = diskFiles(mkdtempSync(join(tmpdir(), 'formwork-register-')));
let base: TestDatabase;
let house: House;
let app: Awaited<ReturnType<typeof openServer>>;
let now = new Date();
let addresses = 0;
beforeAll(async () => {
  base = await demonstration(files);
  const made = await houseOf(base.serving, files, { now: () => now });
  house = { ...made, settings: { ...SETTINGS, registration: true, maxUsers: 3, fileMb: 500 } };
  app = await openServer(house, { web: '/nonexistent', logger: false, trustedProxies: ['127.0.0.1'] });
});
afterAll(async () => {
  await app?.close();
  await base?.close();
});

/** From an address that nobody used before, unless one is named. */
async function post(path: string, op: string, form: Record<string, string>, { token = '', address = '' } = {}): Promise<Answered> {
  addresses += 1;
  const from = address || `10.1.${Math.floor(addresses / 250)}.${addresses % 250}`;
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `${path}?op=${op}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': from, ...(token ? { token } : {}) },
    payload: new URLSearchParams(form).toString(),
  });
  return { ...JSON.parse(body), status: statusCode };
}

/** What the page sends. */
async function bodyOf(wanted: Wanted = {}, password = PASSWORD): Promise<Record<string, string>> {
  const all = { ...WANTED, ...wanted };
  const site = await loadSite(house.db, SETTINGS.kdfN);
  const { storedKey, serverKey } = await verifierOf(all.login_name, all.username, password, site.salt, site.N);
  return { ...all, verifier: toBase64url(concat(storedKey, serverKey)) };
}
const register = async (wanted: Wanted = {}, address = '') => post(LOGIN, 'Register', await bodyOf(wanted), { address });
const signIn = async (username: string, subname: string) =>
  post('/sys', 'Login', (await proveSignIn(await authOf(house), username, subname, PASSWORD)).form);
const count = async (of: string) => (await base.db.query<{ n: number }>(`select count(*)::int as n from ${of}`))[0]!.n;

/** What stands in each table, of the companies there were before. */
async function rowsOfOthers(): Promise<Record<string, unknown>> {
  const tables = await base.db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
      where column_name = 'company_id' and table_schema in ('app', 'fw', 'hist') and table_name not in ('security_log', 'rid')
        and (table_schema, table_name) in (select schemaname, tablename from pg_tables) order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables)
    found[name] = await base.db.query(
      `select count(*)::int as n, md5(string_agg(t::text, '' order by t::text)) as said from ${name} t where company_id <= 1000`,
    );
  return found;
}

describe('E17 AUTH-16 a company registers', () => {
  it('AUTH-16 B1 where the setting is off, and on a platform that nobody set up, there is no such op and no button', async () => {
    const shut = await openServer({ ...house, settings: SETTINGS }, { web: '/nonexistent', logger: false });
    expect(await call(byInject(shut), LOGIN, 'Register', await bodyOf(), '')).toMatchObject({ code: 403, remark: '' });
    expect((await call(byInject(shut), '/cloud/app/apaas/account/api/AccountApi', 'Domain', {}, '')).data).not.toHaveProperty('register');
    await shut.close();
    expect((await post('/cloud/app/apaas/account/api/AccountApi', 'Domain', {})).data).toMatchObject({ register: 1 });
  });

  it.each([
    [{ login_name: '' }, 314, 'login_name'],
    [{ login_name: 'ab' }, 317, 'login_name'],
    [{ login_name: '灯塔集团' }, 317, 'login_name'],
    [{ login_name: 'admin' }, 310, 'login_name'],
    [{ login_name: 'ＦｏｒｍＷｏｒｋ' }, 310, 'login_name'],
    [{ login_name: 'demo' }, 310, 'login_name'],
    [{ login_name: ' DEMO ' }, 310, 'login_name'],
    [{ key_name: ' ' }, 314, 'key_name'],
    [{ key_name: '\u2060\u200e' }, 314, 'key_name'],
    [{ key_name: '\u2800' }, 314, 'key_name'],
    [{ key_name: 'a\nb' }, 317, 'key_name'],
    [{ key_name: '集'.repeat(61) }, 316, 'key_name'],
    [{ username: '' }, 314, 'username'],
    [{ username: '张三' }, 317, 'username'],
    [{ person: '' }, 314, 'person'],
    [{ person: '\u3164' }, 314, 'person'],
    [{ person: '\u001b[31m' }, 317, 'person'],
    [{ person: 'p'.repeat(41) }, 316, 'person'],
    [{ captcha: '' }, 314, 'captcha'],
    [{ captcha: '12a4' }, 317, 'captcha'],
    [{ random: '' }, 314, 'random'],
    [{ random: '1' }, 317, 'random'],
    [{ time_zone: 'Mars/Base' }, 317, 'time_zone'],
    [{ time_zone: '+08:00' }, 317, 'time_zone'],
  ])('E17 %j is %d, said of its field, and nothing is made', async (wrong, code, field) => {
    const before = [await count('fw.company'), await count('app."user"'), await count('fw.registration')];
    expect(await register(wrong)).toMatchObject({ code, data: { field } });
    expect([await count('fw.company'), await count('app."user"'), await count('fw.registration')]).toEqual(before);
  });

  it.each(['', 'x', 'A'.repeat(85), 'A'.repeat(88), '*'.repeat(86)])('E17 the verifier %j is refused', async (verifier) => {
    expect(await post(LOGIN, 'Register', { ...(await bodyOf()), verifier })).toMatchObject({ data: { field: 'verifier' } });
  });

  it('E17 nothing that the client may not say reaches the rows: ids, roots, sizes', async () => {
    for (const name of ['id', 'user', 'max_users', 'key', 'hosts', 'role_entities'])
      expect((await post(LOGIN, 'Register', { ...(await bodyOf()), [name]: '1' })).code, name).toBe(317);
  });

  it('E17 AUTH-16 B20 it makes company, domain, department, roles, dictionaries and its administrator; nothing of another company is read or written', async () => {
    const others = await rowsOfOthers();
    expect(await register()).toMatchObject({ code: 200, data: { login_name: 'beacon', username: 'keeper' } });
    expect(await rowsOfOthers()).toEqual(others);
    const [company] = await base.db.query<{ id: number }>(
      'select id, key, key_name, time_zone, max_users, file_mb, hosts from fw.company order by id desc limit 1',
    );
    expect(company).toMatchObject({
      key: 'registered:beacon',
      key_name: '灯塔 <b>&"集团',
      time_zone: 'Europe/Berlin',
      max_users: 3,
      file_mb: 500,
      hosts: [],
    });
    expect(company!.id).toBeGreaterThan(1000);

    const signedIn = await signIn('keeper', 'beacon');
    expect(signedIn).toMatchObject({ code: 200, data: { key_name: '海 一', subname: 'beacon', root: 1, super: 0 } });
    expect(Number(signedIn.data?.id)).toBeGreaterThan(1);
    const token = String(signedIn.data?.token);
    const page = (cloud: string) => post('/app', 'Page', { cloud, rows: '100' }, { token });
    for (const cloud of ['project', 'initiation', 'message', 'todo', 'invest_subject']) expect((await page(cloud)).rows, cloud).toEqual([]);
    expect((await page('user')).rows).toMatchObject([{ login_name: 'keeper', department_entity: { key_name: '灯塔 <b>&"集团' } }]);
    expect((await page('department')).total).toBe(1);
    const own = await base.db.query<{ table: string; same: boolean }>(
      `select 'role' as table, (select array_agg(code order by code) from app."role" where company_id = $1)
         <@ (select array_agg(code) from app."role" where company_id = 1) as same
       union all select 'dict', (select array_agg(code order by code) from app."dict" where company_id = $1)
         = (select array_agg(code order by code) from app."dict" where company_id = 1 and status = 1)
       union all select 'grants', (select count(*) from fw.role_grant where company_id = $1) > 10`,
      [company!.id],
    );
    expect(own).toEqual(['role', 'dict', 'grants'].map((table) => ({ table, same: true })));
    expect((await post('/app', 'Add', { cloud: 'department', key_name: '投资部', code: '2' }, { token })).code).toBe(200);
    // what only the platform's own administrator changes stays his
    const [province] = await base.db.query<{ id: number }>('select id from app."province" limit 1');
    expect((await post('/app', 'Modify', { cloud: 'province', id: String(province!.id), key_name: 'x' }, { token })).code).toBe(312);
    expect((await post('/app', 'Get', { cloud: 'user', id: '1' }, { token })).code).toBe(315);
    expect((await signIn('admin', 'beacon')).code).toBe(304);
  });

  it('E17 the same call again, also twice at once, makes one company and is answered the same; another call for its name is 310', async () => {
    const body = await bodyOf({ login_name: 'twice' });
    const before = await count('fw.company');
    const answers = await Promise.all([post(LOGIN, 'Register', body), post(LOGIN, 'Register', body)]);
    expect(answers.map(({ code, data }) => [code, data])).toEqual(Array(2).fill([200, { login_name: 'twice', username: 'keeper' }]));
    expect((await post(LOGIN, 'Register', body)).code).toBe(200);
    expect(await count('fw.company')).toBe(before + 1);
    for (const other of [
      { ...body, person: '别人' },
      { ...body, random: '4294967312' },
      await bodyOf({ login_name: 'twice' }, 'Another-1'),
    ])
      expect(await post(LOGIN, 'Register', other)).toMatchObject({ code: 310, remark: '$register_taken', data: { field: 'login_name' } });
    expect((await signIn('keeper', 'twice')).code).toBe(200);
  });

  it('E12 of two that want one name at once one gets it, and nothing of the other stays', async () => {
    const users = await count('app."user"');
    const answers = await Promise.all(['一', '二', '三'].map((person) => register({ login_name: 'wanted', person })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 310, 310]);
    expect(await count('app."user"')).toBe(users + 1);
  });

  it('R2 E17 what breaks in the middle, or just before it is written for good, leaves nothing, and the same call makes it later', async () => {
    const [companies, seeds, roles] = [await count('fw.company'), await count('fw.seed'), await count('app."role"')];
    const body = await bodyOf({ login_name: 'broken' });
    await base.db.query(`alter table fw.credential add constraint no check (login_id <> 'broken/keeper')`);
    expect((await post(LOGIN, 'Register', body)).code).toBe(331);
    await base.db.query('alter table fw.credential drop constraint no');
    injectFault(faultOf('tx.commit:throw'));
    const answer = await post(LOGIN, 'Register', body);
    injectFault();
    expect(answer.code).not.toBe(200);
    expect([await count('fw.company'), await count('fw.seed'), await count('app."role"')]).toEqual([companies, seeds, roles]);
    expect((await post(LOGIN, 'Register', body)).code).toBe(200);
  });

  it('E17 E2 an address asks twenty times an hour and makes five companies a day; nobody else is kept out, and the refusal stands in the log', async () => {
    const address = '10.9.9.9';
    for (let at = 0; at < 5; at += 1) expect((await register({ login_name: `mine${at}` }, address)).code).toBe(200);
    expect(await register({ login_name: 'mine5' }, address)).toMatchObject({ status: 429, code: 300 });
    // over the bound no name is told either
    expect((await register({ login_name: 'demo' }, address)).status).toBe(429);
    for (let at = 0; at < 20; at += 1) expect((await register({ login_name: 'demo' }, '10.9.9.8')).code).toBe(310);
    expect((await register({ login_name: 'demo' }, '10.9.9.8')).status).toBe(429);
    expect((await register({ login_name: 'demo' })).code).toBe(310);
    const log = await base.db.query(
      `select distinct reason from fw.security_log where op = 'Register' and address like '10.9.9.%' order by 1`,
    );
    expect(log.map(({ reason }) => reason)).toEqual(['310', '429', 'ok']);
    now = new Date(now.getTime() + 24 * 3_600_000 + 1000);
    expect((await register({ login_name: 'mine5' }, address)).code).toBe(200);
  });

  it('E17 a hundred companies a day are all that come, from wherever', async () => {
    await base.db.query(
      `insert into fw.registration (company_id, message, origin, made_at) select 900000 + n, decode(md5(n::text), 'hex'), 'x', $1 from generate_series(1, 100) n`,
      [now],
    );
    expect((await register({ login_name: 'toomany' })).status).toBe(429);
    await base.db.query("delete from fw.registration where origin = 'x'");
    expect((await register({ login_name: 'toomany' })).code).toBe(200);
  });

  it('E11 E20 neither database nor log knows the password, nor the verifier as it was sent', async () => {
    const body = await bodyOf({ login_name: 'secret' });
    expect((await post(LOGIN, 'Register', body)).code).toBe(200);
    const [kept] = await base.db.query<{ text: string }>(
      `select (select string_agg(c::text, '') from fw.credential c) || (select string_agg(l::text, '') from fw.security_log l)
         || (select string_agg(r::text, '') from fw.registration r) as text`,
    );
    for (const secret of [PASSWORD, body.verifier!, Buffer.from(body.verifier!, 'base64url').subarray(0, 32).toString('hex')])
      expect(kept!.text).not.toContain(secret);
  });

  it('AUTH-16 a later start keeps what registered companies have, and brings nothing twice', async () => {
    const { openHouse } = await import('#server/compose.ts');
    const before = [await count('app."role"'), await count('app."dict"'), await count('fw.seed')];
    await openHouse({ ...house, db: base.db }, { demo: true, say: () => undefined });
    expect([await count('app."role"'), await count('app."dict"'), await count('fw.seed')]).toEqual(before);
  });
});
