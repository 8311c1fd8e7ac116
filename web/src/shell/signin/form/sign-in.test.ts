import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeKey } from '#protocol/signin/freshness.ts';
import { messageOf, type PasswordKeys, passwordKeys, proofHash, saltOf, signatureOf } from '#protocol/signin/proof.ts';
import { primitives, randomNumber } from '#web/proof/crypto.ts';
import { signIn } from './sign-in.ts';
import { faultsOf } from './use-sign-in.ts';

const SALT = new Uint8Array(16).map((_, at) => at);
const NOW = Date.parse('2026-11-21T02:20:00Z');
const typed = { subname: ' Demo', username: 'zhang3', password: ' Passw0rd-1 ' };
const who = { subname: 'demo', username: 'zhang3' };
const NOT = { remember: false };
const kdf = { N: 2 ** 14, r: 8, p: 1 };

let sent: { op: string; form: URLSearchParams }[];
let keys: PasswordKeys;

/** A server of two calls; `sign` is what it answers to the message. */
function serve(auth: object, sign: (message: string) => string): void {
  vi.stubGlobal('location', { host: 'erp.local' });
  vi.stubGlobal('fetch', async (url: string, init: { body: URLSearchParams }) => {
    const op = url.split('op=')[1]!;
    sent.push({ op, form: init.body });
    const about = { ...who, random: init.body.get('random') ?? '', locale: init.body.get('locale') ?? '' };
    const message = messageOf({ op: 'Login', ...about, time: `2026-${init.body.get('time')}`, realm: 'erp.local' });
    const data =
      op === 'Domain' ? { auth: { v: 'P1', realm: 'erp.local', salt: 'AAECAwQFBgcICQoLDA0ODw', kdf, now: NOW, ...auth } } : login(message);
    return new Response(JSON.stringify({ code: 200, remark: '', data, duration: 1 }));
  });
  const login = (message: string) => ({ id: 2, key_name: '张三', token: 't'.repeat(43), sign: sign(message) });
}

beforeEach(async () => {
  sent = [];
  keys = await passwordKeys(primitives, 'Passw0rd-1', saltOf(primitives, SALT, who), kdf);
});
afterEach(() => vi.unstubAllGlobals());

describe('AUTH-08 signing in', () => {
  it('sends the six fields of the payload and a proof that only the password gives, and checks who answers', async () => {
    serve({}, (message) => signatureOf(primitives, keys.serverKey, message));
    expect(await signIn(typed, NOT)).toEqual({ token: 't'.repeat(43), user: { id: 2, key_name: '张三' } });
    const { form } = sent[1]!;
    expect(Object.fromEntries(form)).toEqual({
      _os: 'web',
      ...who,
      time: timeKey(new Date(NOW)),
      random: expect.stringMatching(/^[1-9]\d{9}$/),
      locale: 'zh_CN',
      remember: '0',
      password: expect.stringMatching(/^[\w-]{43}$/),
    });
    const message = messageOf({
      op: 'Login',
      ...who,
      time: '2026-11-21-02',
      random: form.get('random')!,
      locale: 'zh_CN',
      realm: 'erp.local',
    });
    expect(proofHash(primitives, keys.storedKey, message, form.get('password')!)).toEqual(keys.storedKey);
  });
  it('a server that does not know the verifier is not believed', async () => {
    serve({}, () => 'A'.repeat(43));
    await expect(signIn(typed, NOT)).rejects.toMatchObject({ remark: '无法确认服务器身份，已停止登录' });
  });
  it.each([{ kdf: { N: 2 ** 13, r: 8, p: 1 } }, { kdf: { N: 2 ** 19, r: 8, p: 1 } }, { v: 'P0' }])(
    'nothing is proved for %j',
    async (auth) => {
      serve(auth, () => '');
      await expect(signIn(typed, NOT)).rejects.toMatchObject({ remark: '服务器给出的登录参数不安全，已停止登录' });
      expect(sent.map((call) => call.op)).toEqual(['Domain']);
    },
  );
  it('AUTH-18 no answer is a network failure, which is no 401', async () => {
    vi.stubGlobal('location', { host: 'erp.local' });
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('failed')));
    await expect(signIn(typed, NOT)).rejects.toMatchObject({ network: true, code: 0 });
  });
  it('the random number is one of 10 digits', () => {
    const drawn = new Set(Array.from({ length: 200 }, randomNumber));
    expect(drawn.size).toBe(200);
    for (const number of drawn) expect(number).toMatch(/^[1-9]\d{9}$/);
  });
});

describe('AUTH-06 what was typed', () => {
  it.each([
    [
      { subname: '', username: '', password: '' },
      { subname: 'empty', username: 'empty', password: 'empty' },
    ],
    [
      { subname: 'de', username: 'zhang-3', password: 'x' },
      { subname: 'format', username: 'format' },
    ],
    [{ subname: 'demo', username: 'zhang3', password: '  ' }, { password: 'empty' }],
    [{ subname: ' Demo ', username: '12345678901234567', password: 'x' }, { username: 'format' }],
    [typed, {}],
  ])('%j: %j', (input, faults) => expect(faultsOf(input)).toEqual(faults));
});
