import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toBase64url } from '#protocol/signin/bytes.ts';
import { codeKeys, foldCode } from '#protocol/signin/code.ts';
import { passwordKeys, proofOf, saltOf, signatureOf } from '#protocol/signin/proof.ts';
import { sealVerifier } from '#protocol/signin/sealed.ts';
import { setUpMessage } from '#protocol/signin/set-up.ts';
import { byInject, call, PASSWORD, proveSignIn } from '#protocol/testing-person.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import type { House } from '#server/meta/house.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { primitives } from '#server/signin/crypto.ts';
import { issueCode } from '#server/signin/set-up.ts';
import { loadSite } from '#server/signin/site.ts';
import { openHouse, openServer } from './compose.ts';
import { authOf, KEYS, SETTINGS } from './testing-app.ts';

const WANTED = { subname: 'acme', username: 'chief', company: '安恒集团 <b>&"', person: '林\u202e 一\u200b', random: '4294967311' };

let base: TestDatabase;
let house: House;
let app: Awaited<ReturnType<typeof openServer>>;
let now: Date;

const openOn = (db: House['db'], demo = false) =>
  openHouse({ db, clock: { now: () => now }, files: diskFiles(tmpdir()), keys: KEYS, settings: SETTINGS }, { demo, say: () => undefined });

beforeEach(async () => {
  now = new Date();
  base = await templateDatabase('empty platform', async (db) => void (await openOn(db)));
  house = { ...(await openOn(base.db)), db: base.serving };
  app = await openServer(house, { web: '/nonexistent', logger: false });
});
afterEach(async () => {
  await app.close();
  await base.close();
});

const post = (path: string, op: string, form: Record<string, string>, token = '') => call(byInject(app), path, op, form, token);
const domain = () => post('/cloud/app/apaas/account/api/AccountApi', 'Domain', {});

/** What the set-up page sends. */
async function setUpBody(code: string, wanted: Partial<typeof WANTED> = {}, password = PASSWORD): Promise<Record<string, string>> {
  const all = { ...WANTED, ...wanted };
  const site = await loadSite(house.db, SETTINGS.kdfN);
  const own = await passwordKeys(primitives, password, saltOf(primitives, site.salt, all), { N: site.N, r: 8, p: 1 });
  const keys = codeKeys(primitives, 'set-up', foldCode(code) ?? '');
  const message = setUpMessage({ ...all, realm: SETTINGS.realm });
  return { ...all, proof: proofOf(primitives, keys, message), verifier: sealVerifier(primitives, keys.clientKey, message, own) };
}
const setUp = async (code: string, wanted: Partial<typeof WANTED> = {}) => post('/sys', 'SetUp', await setUpBody(code, wanted));
const rows = async (table: string) => (await house.db.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n;

describe('E15 the first administrator', () => {
  it('E15 without the code, with another, or with the last start’s: 301, and nothing is made', async () => {
    const first = (await issueCode(house))!;
    const second = (await issueCode(house))!;
    expect(second).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){4}$/);
    for (const code of [first, '', 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA']) expect((await setUp(code)).code).toBe(301);
    expect([await rows('fw.company'), await rows('app."user"'), await rows('fw.credential')]).toEqual([0, 0, 0]);
    expect((await domain()).data?.set_up).toBe(1);
  });

  it('E15 E2 no number of wrong codes shuts anybody out, 24 hours end it; a restart gives another', async () => {
    const code = (await issueCode(house))!;
    for (let at = 0; at < 12; at += 1) expect((await setUp('')).code).toBe(301);
    now = new Date(now.getTime() + 24 * 3_600_000 + 1);
    expect(await setUp(code)).toMatchObject({ code: 309, remark: '$set_up_over' });
    expect((await setUp((await issueCode(house))!)).code).toBe(200);
  });

  it.each([
    [{ subname: 'a' }, 317, 'subname'],
    [{ subname: '' }, 314, 'subname'],
    [{ username: '张三' }, 317, 'username'],
    [{ company: ' ' }, 314, 'company'],
    [{ company: ' x' }, 317, 'company'],
    [{ company: 'a\nb' }, 317, 'company'],
    [{ company: '集'.repeat(61) }, 316, 'company'],
    [{ person: '\u001b[31m' }, 317, 'person'],
    [{ person: 'p'.repeat(41) }, 316, 'person'],
    [{ random: '1' }, 317, 'random'],
  ])('E17 %j is %d, and the code stays good', async (wrong, code, field) => {
    const right = (await issueCode(house))!;
    expect(await setUp(right, wrong)).toMatchObject({ code, data: { field } });
    expect(await house.db.query('select one from fw.set_up_code')).toEqual([{ one: true }]);
  });

  it('E5 a recorded call with one name or one bit changed is worth nothing', async () => {
    const body = await setUpBody((await issueCode(house))!);
    for (const field of ['subname', 'username', 'company', 'person'])
      expect((await post('/sys', 'SetUp', { ...body, [field]: `${body[field]}x` })).code).toBe(301);
    const verifier = `${body.verifier![0] === 'A' ? 'B' : 'A'}${body.verifier!.slice(1)}`;
    expect(await post('/sys', 'SetUp', { ...body, verifier })).toMatchObject({ code: 317, data: { field: 'verifier' } });
    expect((await post('/sys', 'SetUp', { ...body, proof: toBase64url(Buffer.alloc(32)) })).code).toBe(301);
    expect(await rows('app."user"')).toBe(0);
  });

  it('E15 B9 the right code makes company, domain, department and user 1 with the root role; signing in works; then the op is gone', async () => {
    const code = (await issueCode(house))!;
    const body = await setUpBody(code.toLowerCase().replaceAll('-', ' '));
    const answer = await post('/sys', 'SetUp', body);
    expect(answer.code).toBe(200);
    const message = setUpMessage({ ...WANTED, realm: SETTINGS.realm });
    expect(answer.data).toEqual({ sign: signatureOf(primitives, codeKeys(primitives, 'set-up', foldCode(code)!).serverKey, message) });
    expect((await domain()).data).not.toHaveProperty('set_up');
    expect(await issueCode(house)).toBeNull();

    const signedIn = await post('/sys', 'Login', (await proveSignIn(await authOf(house), 'chief', 'acme', PASSWORD)).form);
    expect(signedIn).toMatchObject({
      code: 200,
      data: {
        id: 1,
        key_name: '林 一',
        subname: 'acme',
        root: 1,
        super: 1,
        domain: { key_name: WANTED.company },
        flags: { zb: 1, SYS: 1 },
      },
    });
    const token = String(signedIn.data?.token);
    const list = await post('/app', 'Page', { cloud: 'user' }, token);
    expect(list.rows).toHaveLength(1);
    expect(list.rows![0]).toMatchObject({ id: 1, login_name: 'chief', department_entity: { key_name: WANTED.company } });
    for (const cloud of ['project', 'initiation', 'message', 'todo'])
      expect((await post('/app', 'Page', { cloud }, token)).rows).toEqual([]);
    const department = await post('/app', 'Add', { cloud: 'department', key_name: '投资部', code: '2' }, token);
    expect(department.code).toBe(200);
  });

  it('E12 of two at once exactly one wins, and nothing of the other stays', async () => {
    const code = (await issueCode(house))!;
    const answers = await Promise.all([
      setUp(code),
      setUp(code, { subname: 'other', username: 'second' }),
      setUp(code, { person: '第三' }),
    ]);
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 311, 311]);
    expect([await rows('fw.company'), await rows('app."user"'), await rows('fw.credential'), await rows('app."domain"')]).toEqual([
      1, 1, 1, 1,
    ]);
  });

  it('E15 the same call again, as after a lost answer, is answered the same and makes nothing; for a day, and over a restart', async () => {
    const body = await setUpBody((await issueCode(house))!);
    const [first, twin] = await Promise.all([post('/sys', 'SetUp', body), post('/sys', 'SetUp', body)]);
    expect(first).toMatchObject({ code: 200, data: { sign: expect.any(String) } });
    expect(twin.data).toEqual(first.data);
    expect(await issueCode(house)).toBeNull();
    expect((await post('/sys', 'SetUp', body)).data).toEqual(first.data);
    expect([await rows('fw.company'), await rows('app."user"'), await rows('fw.credential')]).toEqual([1, 1, 1]);
    now = new Date(now.getTime() + 24 * 3_600_000 + 1);
    expect(await post('/sys', 'SetUp', body)).toMatchObject({ code: 403, remark: '' });
    await issueCode(house);
    expect(await rows('fw.set_up_code')).toBe(0);
  });

  it('E15 who proves the used code is told what it made; to all others the op is gone', async () => {
    const code = (await issueCode(house))!;
    const body = await setUpBody(code);
    expect((await post('/sys', 'SetUp', body)).code).toBe(200);
    const told = { code: 311, remark: '$set_up_used', data: { subname: 'acme', username: 'chief' } };
    expect(await setUp(code, { person: '第三' })).toMatchObject(told);
    expect(await post('/sys', 'SetUp', await setUpBody(code, { random: '4294967312' }, 'Another-1'))).toMatchObject(told);
    const strangers: Record<string, string>[] = [
      {},
      { subname: 'second' },
      { ...body, company: 'x' },
      { ...body, proof: toBase64url(Buffer.alloc(32)) },
    ];
    for (const stranger of strangers) expect(await post('/sys', 'SetUp', stranger)).toMatchObject({ code: 403, remark: '' });
    expect((await setUp('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')).code).toBe(403);
  });

  it('E2 after the set-up too an address has thirty tries a minute, then none reaches the database; the honest repeat is answered', async () => {
    const body = await setUpBody((await issueCode(house))!);
    const first = await post('/sys', 'SetUp', body);
    for (let at = 0; at < 30; at += 1) expect((await post('/sys', 'SetUp', { ...body, company: 'x' })).code).toBe(403);
    expect((await post('/sys', 'SetUp', { ...body, company: 'x' })).status).toBe(429);
    const asked = [vi.spyOn(house.db, 'query'), vi.spyOn(house.db.front, 'query'), vi.spyOn(house.db, 'tx')];
    for (const call of [{ ...body, company: 'x' }, body]) expect((await post('/sys', 'SetUp', call)).status).toBe(429);
    for (const spy of asked) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    now = new Date(now.getTime() + 61_000);
    expect((await post('/sys', 'SetUp', body)).data).toEqual(first.data);
  });

  it('R2 what fails midway leaves nothing behind, and the code stays good', async () => {
    const code = (await issueCode(house))!;
    await base.db.query(`alter table fw.credential add constraint no check (login_id <> 'acme/chief')`);
    expect((await setUp(code)).code).toBe(331);
    expect([await rows('fw.company'), await rows('app."user"'), await rows('app."role"')]).toEqual([0, 0, 0]);
    await base.db.query('alter table fw.credential drop constraint no');
    expect((await setUp(code)).code).toBe(200);
  });

  it('E11 E20 the database knows neither the code nor the password', async () => {
    const code = (await issueCode(house))!;
    const kept = JSON.stringify(await house.db.query(`select encode(sealed, 'hex') as sealed from fw.set_up_code`));
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const secret of [
      code,
      code.replaceAll('-', ''),
      hex(code),
      Buffer.from(codeKeys(primitives, 'set-up', foldCode(code)!).storedKey).toString('hex'),
    ])
      expect(kept).not.toContain(secret);
  });

  it('the demonstration is not poured over a platform of one’s own', async () => {
    expect((await setUp((await issueCode(house))!)).code).toBe(200);
    await expect(openOn(base.db, true)).rejects.toThrow(/DEMO=0/);
    expect(await rows('fw.company')).toBe(1);
  });

  it('the demonstration’s server is not open for it', async () => {
    await house.db.query(`insert into fw.company (id, key, login_name, key_name, key_name_en) values (7, 'x', 'xyz', 'x', 'x');
      insert into app."user" (company_id, id, key_name, login_name, status, deleted_time) values (7, 9, 'x', 'gone', 1, now())`);
    expect(await issueCode(house)).toBeNull();
    expect((await setUp('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')).code).toBe(403);
  });
});
