import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Refusal } from '#protocol/codes.ts';
import { timeKey } from '#protocol/signin/freshness.ts';
import { messageOf, type PasswordKeys, passwordKeys, proofOf, saltOf } from '#protocol/signin/proof.ts';
import { rememberedKeys, veilRemembered } from '#protocol/signin/remember.ts';
import { PASSWORD } from '#protocol/testing-person.ts';
import { createCredential, verifierOf } from '../credential.ts';
import { primitives } from '../crypto.ts';
import type { SignedIn } from '../entering.ts';
import type { LoginRequest } from '../login.ts';
import { findSession } from '../session.ts';
import { loadSite } from '../site.ts';
import { sweepSignIn } from '../sweep.ts';
import { KDF_N, loginWhole as login, loginBody, REALM, stranger, type TestHouse, testHouse } from '../testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse();
});
afterAll(() => house.base.close());
beforeEach(async () => {
  house.at = new Date('2026-11-21T02:20:00Z');
  await house.db.query(`delete from fw.identity_bucket; delete from fw.address_bucket; delete from fw.device; delete from fw.remembered;
    delete from fw.session`);
});

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const later = (ms: number) => {
  house.at = new Date(house.at.getTime() + ms);
};
const who = (username: string) => ({ subname: 'demo', username });
let drawn = 2_000_000_000;

/** The body that proves `keys`, as the page would make it now. */
function bodyOf(username: string, keys: PasswordKeys, before = ''): { body: LoginRequest; message: string } {
  drawn += 1;
  const attempt = { ...who(username), random: String(drawn), locale: 'zh_CN' };
  const message = messageOf({ op: 'Login', ...attempt, time: `2026-${timeKey(house.at)}`, realm: REALM });
  return { body: { ...attempt, time: timeKey(house.at), password: before + proofOf(primitives, keys, message), remember: 1 }, message };
}
const unveiled = (keys: PasswordKeys, message: string, { remember }: SignedIn): string =>
  veilRemembered(primitives, keys.serverKey, message, remember ?? '')!;

/** Signs in by the password and is remembered; answers the value. */
async function typed(username = 'zhang3', device: string | null = null) {
  const site = await loadSite(house.db, KDF_N);
  const keys = await passwordKeys(primitives, PASSWORD, saltOf(primitives, site.salt, who(username)), { N: site.N, r: 8, p: 1 });
  const { body, message } = bodyOf(username, keys);
  const done = await login(house, body, stranger(device));
  return { value: unveiled(keys, message, done), ...done };
}
/** Signs in by a remembered value; answers the one that follows. */
async function shown(value: string, username = 'zhang3', more: Partial<LoginRequest> = {}) {
  const { selector, keys } = rememberedKeys(primitives, value)!;
  const { body, message } = bodyOf(username, keys, selector);
  const done = await login(house, { ...body, ...more }, stranger());
  return { value: done.remember ? unveiled(keys, message, done) : null, ...done };
}
const codeOf = (attempt: Promise<unknown>): Promise<number> =>
  attempt.then(
    () => 200,
    (error: Refusal) => error.code,
  );
const isLive = async (token: string) => (await findSession(house, token, { background: true })) !== null;

describe('E8 AUTH-09 remember me', () => {
  it('nobody is remembered who did not ask for it', async () => {
    const done = await login(house, await loginBody(house, 'zhang3'), stranger());
    expect(done.remember).toBeUndefined();
    expect(await house.db.query('select 1 from fw.remembered')).toEqual([]);
  });
  it('a value that nobody was given, of another person, or with a bit changed is 304', async () => {
    const { value } = await typed();
    const other = `${value.slice(0, 31)}${value[31] === 'A' ? 'Q' : 'A'}`;
    expect(await codeOf(shown('AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'))).toBe(304);
    expect(await codeOf(shown(`AAAAAAAA${value.slice(8)}`))).toBe(304);
    expect(await codeOf(shown(other))).toBe(304);
    expect(await codeOf(shown(value, 'admin'))).toBe(304);
    expect(await codeOf(shown(value, 'nobody'))).toBe(304);
    expect(await codeOf(shown(value))).toBe(200);
  });
  it('what is guessed counts as failures of the account', async () => {
    const { value } = await typed();
    for (let round = 0; round < 5; round += 1) expect(await codeOf(shown(`AAAAAAAA${value.slice(8)}`))).toBe(304);
    expect(await codeOf(shown(value))).toBe(309);
  });
  it('signs in as the password does, once, and gives the value that follows', async () => {
    const first = await typed();
    const second = await shown(first.value);
    expect(await isLive(second.token)).toBe(true);
    expect(second.value).not.toBe(first.value);
    const third = await shown(second.value!);
    expect(await isLive(third.token)).toBe(true);
  });
  it('the database holds nothing that signs in, and the answer is veiled', async () => {
    const { value, remember } = await typed();
    const { selector, keys } = rememberedKeys(primitives, value)!;
    expect(remember).not.toContain(value.slice(8));
    const [row] = await house.db.query<{ selector: string; sealed: Buffer }>('select selector, sealed from fw.remembered');
    expect(row!.selector).toBe(selector);
    for (const part of [keys.storedKey, keys.serverKey, keys.clientKey]) expect(row!.sealed.includes(Buffer.from(part))).toBe(false);
  });
  it('a used value that comes again ends the family, its sessions and nobody else’s, and the security log says so', async () => {
    const first = await typed();
    const elsewhere = await typed();
    const thief = await shown(first.value, 'zhang3', { remember: 0 });
    later(11 * SECOND);
    expect(await codeOf(shown(first.value))).toBe(304);
    expect([await isLive(first.token), await isLive(thief.token), await isLive(elsewhere.token)]).toEqual([false, false, true]);
    expect(await codeOf(shown(elsewhere.value))).toBe(200);
    const told = await house.db.query(`select company_id, actor from fw.security_log where reason = 'remembered value used again'`);
    expect(told).toEqual([{ company_id: 1, actor: 2 }]);
  });
  it('what followed a value that was used twice is over too', async () => {
    const first = await typed();
    const second = await shown(first.value);
    later(11 * SECOND);
    await codeOf(shown(first.value));
    expect(await codeOf(shown(second.value!))).toBe(304);
  });
  it('E12 of two at once exactly one is let in, and it stays', async () => {
    const { value } = await typed();
    const both = await Promise.allSettled([shown(value), shown(value)]);
    const let_in = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(let_in).toHaveLength(1);
    expect(await isLive(let_in[0]!.token)).toBe(true);
    expect(await codeOf(shown(let_in[0]!.value!))).toBe(200);
  });
  it('holds for 4320 minutes from when the password was typed, however often it was used', async () => {
    const first = await typed();
    later(2 * DAY);
    const second = await shown(first.value);
    later(DAY - SECOND);
    const third = await shown(second.value!);
    later(2 * SECOND);
    expect(await codeOf(shown(third.value!))).toBe(304);
  });
  it('a new password, a role taken away, or being disabled ends it', async () => {
    const { value } = await typed();
    const site = await loadSite(house.db, KDF_N);
    const verifier = await verifierOf('demo', 'zhang3', PASSWORD, site.salt, site.N);
    const owner = { company_id: 1, id: 2, subname: 'demo', login_name: 'zhang3' };
    await house.db.tx((tx) => createCredential(tx, house.keys, owner, verifier));
    expect(await codeOf(shown(value))).toBe(304);
    const again = await typed();
    await house.db.query(`update app."user" set status = 2 where company_id = 1 and id = 2`);
    expect(await codeOf(shown(again.value))).toBe(304);
    await house.db.query(`update app."user" set status = 1 where company_id = 1 and id = 2`);
    expect(await codeOf(shown(again.value))).toBe(304);
  });
  it('a password that is typed on the same machine begins anew there; other machines remember on', async () => {
    const first = await typed();
    const other = await typed();
    const anew = await typed('zhang3', first.setDevice ?? null);
    expect(await codeOf(shown(first.value))).toBe(304);
    expect(await codeOf(shown(anew.value))).toBe(200);
    expect(await codeOf(shown(other.value))).toBe(200);
  });
  it('of eleven machines the one that was there longest is forgotten', async () => {
    const values: string[] = [];
    for (let machine = 0; machine < 11; machine += 1) {
      values.push((await typed()).value);
      later(SECOND);
    }
    expect(await codeOf(shown(values[0]!))).toBe(304);
    expect(await codeOf(shown(values[1]!))).toBe(200);
  });
  it('without asking on, the value that was used is the last', async () => {
    const { value } = await typed();
    const last = await shown(value, 'zhang3', { remember: 0 });
    expect(last.value).toBeNull();
    expect(await house.db.query('select 1 from fw.remembered where used_at is null')).toEqual([]);
  });
  it('what is over is swept a day later', async () => {
    await typed();
    await sweepSignIn(house.db, new Date(house.at.getTime() + 3.9 * DAY));
    expect(await house.db.query('select 1 from fw.remembered')).toHaveLength(1);
    await sweepSignIn(house.db, new Date(house.at.getTime() + 4.1 * DAY));
    expect(await house.db.query('select 1 from fw.remembered')).toEqual([]);
  });
});
