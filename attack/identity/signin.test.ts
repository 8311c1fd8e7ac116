import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answered, asForm, byInject } from '#protocol/testing-person.ts';
import { openServer } from '#server/compose.ts';
import { createDb } from '#server/db/pool/pool.ts';
import { type Form, type Heard, type Outside, openOutside, stranger } from '../outside.ts';

const HOUR = 3_600_000;
let it: Outside;
beforeAll(async () => {
  it = await openOutside();
  await it.sql(`update app."user" set status = 2 where login_name = 'leader'`);
});
afterAll(() => it?.close());
beforeEach(async () => {
  it.skew = 0;
  await it.sql('delete from fw.identity_bucket');
});

const login = (body: Form, from = stranger(), headers: Record<string, string> = {}): Promise<Heard> =>
  it.say('/sys?op=Login', body, { remoteAddress: from, headers });
const wrong = (username: string, subname = 'demo') => it.app.loginBody(username, subname, 'Wr0ng-word');
/** What an attacker may compare: status, every header but the time of day, every byte. */
const seen = ({ status, headers, bytes }: Heard) => {
  const { date: _date, 'content-length': _length, ...rest } = headers;
  return { status, bytes, rest };
};

test('E1 unknown sub-account, unknown user, wrong password, a disabled user with a wrong password: the same bytes', async () => {
  const answers = await Promise.all([wrong('viewer', 'nobody9'), wrong('nobody9'), wrong('viewer'), wrong('leader')]);
  const heard: Heard[] = [];
  for (const body of answers) heard.push(await login(body));
  expect(heard[0]!.bytes).toBe('{"code":304,"remark":"","duration":0}');
  for (const one of heard) expect(seen(one)).toEqual(seen(heard[0]!));
  expect((await login(await it.app.loginBody('leader'))).code).toBe(303);
  expect((await login(await it.app.loginBody('viewer', 'other'))).code).toBe(304);
});

test.each(['president', 'nobody9'])('E2 %s: locked after five failures, right or wrong alike, free after the lock', async (username) => {
  const codes: number[] = [];
  for (let at = 0; at < 6; at += 1) codes.push((await login(await wrong(username))).code);
  expect(codes).toEqual([304, 304, 304, 304, 304, 309]);
  const [right, again] = [await login(await it.app.loginBody(username)), await login(await wrong(username))];
  expect(seen(right)).toEqual(seen(again));
  expect(right.bytes).toBe('{"code":309,"remark":"$locked","data":{"minutes":15},"duration":0}');
  it.skew = 15 * 60_000 + 1000;
  expect((await login(await it.app.loginBody(username))).code).toBe(username === 'president' ? 200 : 304);
});

test('E3 100 wrong at once from 100 addresses: exactly five are verified, the counter says exactly 100', async () => {
  const bodies = await Promise.all(Array.from({ length: 100 }, () => wrong('member1')));
  const codes = (await Promise.all(bodies.map((body) => login(body)))).map((one) => one.code).sort();
  expect(codes).toEqual([...Array(5).fill(304), ...Array(95).fill(309)]);
  expect(await it.sql('select failures, locks from fw.identity_bucket')).toEqual([{ failures: 100, locks: 1 }]);
});

test('E4 headers, case, blanks, full width and the path change no counter', async () => {
  const body = await wrong('member2');
  const spelt: Form[] = [
    { username: ' MEMBER2 ' },
    { username: 'ｍｅｍｂｅｒ２' },
    { subname: 'DEMO' },
    { subname: ' ｄｅｍｏ\t' },
    { locale: 'en_US' },
  ];
  for (const other of spelt) expect((await login({ ...body, ...other })).code).toBe(304);
  expect(await it.sql('select failures from fw.identity_bucket')).toEqual([{ failures: 5 }]);
  expect((await login(await it.app.loginBody('member2'))).code).toBe(309);
  expect((await login({ ...body, address: '9.9.9.9' })).code).toBe(317);
  for (const url of ['/SYS?op=Login', '/sys/?op=Login', '//sys?op=Login', '/sys?op=login', '/sys?op=Login&op=Login', '/%73ys/?op=Login'])
    expect((await it.say(url, body, { remoteAddress: stranger() })).code, url).toBe(403);
});

test('E4 a made-up X-Forwarded-For leaves the address what it is: 429 after thirty failures in a minute', async () => {
  const from = stranger();
  const codes: number[] = [];
  for (let at = 0; at < 32; at += 1) {
    const headers = { 'x-forwarded-for': `9.8.7.${at}`, forwarded: `for=9.8.7.${at}`, 'x-real-ip': `9.8.7.${at}` };
    codes.push((await login(await wrong(`nobody${at}`), from, headers)).status);
  }
  expect(codes).toEqual([...Array(30).fill(200), 429, 429]);
});

test('E5 a sniffed body is good once: not again, not changed, not on another node', async () => {
  const body = await it.app.loginBody('member3');
  expect((await login(body)).code).toBe(200);
  expect((await login(body)).code).toBe(401);
  const hour = new Date(Date.now() + HOUR).toISOString().slice(5, 13).replace('T', '-');
  const others: Form[] = [{ time: hour }, { random: '1234567890' }, { locale: 'en_US' }, { username: 'viewer' }, { subname: 'other' }];
  for (const other of others) {
    await it.sql('delete from fw.identity_bucket');
    expect([304, 401], JSON.stringify(other)).toContain((await login({ ...body, ...other })).code);
  }
  const db = createDb(it.app.url, { max: 2 });
  const node = await openServer({ ...it.app.house, db }, { web: '/nonexistent', logger: false });
  expect(answered(await byInject(node).send(asForm('/sys?op=Login', body))).code).toBe(401);
  await node.close();
  await db.close();
});

test('E12 one sign-in sent twice at the same moment: exactly one enters', async () => {
  const body = await it.app.loginBody('safety');
  const codes = await Promise.all(Array.from({ length: 4 }, () => login(body).then((one) => one.code)));
  expect(codes.sort()).toEqual([200, 401, 401, 401]);
});

test('E6 a time two hours off, a malformed one, a random out of range: 401, and nothing is counted as a guess', async () => {
  const body = await it.app.loginBody('safety');
  for (const hours of [-2, 2]) {
    it.skew = hours * HOUR;
    const off = await it.app.loginBody('safety');
    it.skew = 0;
    expect((await login(off)).code, `${hours} hours`).toBe(401);
  }
  for (const time of ['13-01-00', '02-30-10', '11-21-24', '1-1-1', '2026-11-21-02', '11/21/02', 'now', '11-21-02 ', '-1--1--1', '٠١-٠١-٠١'])
    expect((await login({ ...body, time })).code, time).toBe(401);
  for (const random of [
    '999999999',
    '10000000000',
    '1e9',
    '-1234567890',
    '0x49960000',
    '1234567890.5',
    ' 1234567890',
    '01234567890',
    'NaN',
    '１２３４５６７８９０',
  ])
    expect((await login({ ...body, random })).code, random).toBe(401);
  for (const field of ['time', 'random']) expect([401, 314]).toContain((await login({ ...body, [field]: '' })).code);
  const twice = `${new URLSearchParams(body)}&random=${body.random}`;
  expect((await it.say('/sys?op=Login', twice, { remoteAddress: stranger() })).code).toBe(317);
  expect(await it.sql('select * from fw.identity_bucket')).toEqual([]);
});

/** A column's value in every spelling that a dump could give it. */
function spellings(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value instanceof Date ? value.toISOString() : String(value));
  const parts = bytes.length > 32 ? [bytes, bytes.subarray(0, 32), bytes.subarray(12, 44), bytes.subarray(-32)] : [bytes];
  return parts.flatMap((part) => [part.toString('utf8'), part.toString('hex'), part.toString('base64'), part.toString('base64url')]);
}

test('E7 R8 no column of a dump, nor a hash of the password, serves as password, token, device or ticket', async () => {
  const token = await it.signIn('finance');
  const tables = [
    'fw.credential',
    'fw.session',
    'fw.device',
    'fw.login_used',
    'fw.remembered',
    'fw.factor',
    'fw.factor_ticket',
    'fw.recovery_code',
    'fw.signin_site',
    'fw.identity_bucket',
    'fw.address_bucket',
  ];
  const rows = (await Promise.all(tables.map((table) => it.sql(`select * from ${table} limit 3`)))).flat();
  const md5 = createHash('md5').update('Passw0rd-1').digest();
  const hashes = [md5, createHash('sha256').update('Passw0rd-1').digest(), createHash('sha256').update(token).digest()];
  const loot = new Set([...rows.flatMap((row) => Object.values(row)), ...hashes, 'Passw0rd-1'].flatMap(spellings));
  loot.delete(token);
  expect(loot.size).toBeGreaterThan(200);
  const printable = (text: string) => /^[\x20-\x7e]{1,100}$/.test(text);
  for (const one of [...loot].filter(printable)) {
    expect((await it.say('/sys?op=Counts', {}, { token: one })).code).toBe(401);
    expect((await it.say(`/app?op=Preview&key_name=x&tk=${encodeURIComponent(one)}`, {}, { method: 'GET' })).code).toBe(401);
  }
  const body = await it.app.loginBody('finance');
  for (const one of [...loot].filter((text) => text.length === 43 || text.length === 32)) {
    await it.sql('delete from fw.identity_bucket');
    expect((await login({ ...body, random: '5555555555', password: one }, stranger(), { cookie: `fw_device=${one}` })).code).toBe(304);
  }
});

test('E10 a token counts in its header only: not in the address, a cookie, a body, twice, or a megabyte long', async () => {
  const token = await it.signIn('legal');
  expect((await it.say('/sys?op=Counts', {}, { token })).code).toBe(200);
  const elsewhere: [string, Form, Record<string, string>][] = [
    [`/sys?op=Counts&token=${token}`, {}, {}],
    ['/sys?op=Counts', { token }, {}],
    ['/sys?op=Counts', {}, { cookie: `token=${token}; fw_device=${token}` }],
    ['/sys?op=Counts', {}, { authorization: `Bearer ${token}` }],
    ['/sys?op=Counts', {}, { token: `${token}, ${token}` }],
    ['/sys?op=Counts', {}, { token: ` ${token}x` }],
    ['/sys?op=Counts', {}, { token: token.repeat(25_000) }],
    ['/sys?op=Counts', {}, { token: token.toUpperCase() }],
  ];
  for (const [url, form, headers] of elsewhere)
    expect((await it.say(url, form, { headers })).bytes, url.slice(0, 40)).toMatch(
      /^\{"code":401,"remark":"(\$notSignedIn)?","duration":0\}$/,
    );
});

test('E18 a foreign Host changes no word of an answer and leads nowhere', async () => {
  const url = '/cloud/app/apaas/account/api/AccountApi?op=Domain';
  const plain = await it.say(url);
  const own = (heard: Heard) => ({ ...heard.data, auth: { ...(heard.data?.auth as object), now: 0 } });
  const evil = ['evil.example', 'evil.example:8000', 'localhost@evil.example', '"><script>', "' or 1=1--"];
  for (const host of evil) {
    const headers = { host, 'x-forwarded-host': host, origin: 'https://evil.example' };
    for (const heard of [await it.say(url, {}, { headers }), await it.say(url, { host })]) {
      expect(own(heard)).toEqual(own(plain));
      expect(`${heard.bytes}${JSON.stringify(heard.headers)}`).not.toMatch(/evil|<script|location/i);
    }
  }
  for (const path of ['/', '//evil.example/', '/\\evil.example', '/sys?op=Login&redirect=https://evil.example'])
    expect((await it.say(path, {}, { method: 'GET', headers: { host: 'evil.example' } })).headers.location).toBeUndefined();
});
