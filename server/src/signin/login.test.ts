import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal, TooManyRequests } from '#protocol/codes.ts';
import { PASSWORD } from '#protocol/testing-person.ts';
import { createDb } from '#server/db/pool/pool.ts';
import { deviceOf } from './attempts/device.ts';
import type { LoginCaller } from './entering.ts';
import type { LoginRequest } from './login.ts';
import { findSession } from './session.ts';
import { loginWhole as login, loginBody, stranger, type TestHouse, testHouse, watched } from './testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse();
});
afterAll(() => house.base.close());
beforeEach(async () => {
  house.at = new Date('2026-11-21T02:20:00Z');
  await house.db.query('delete from fw.identity_bucket; delete from fw.address_bucket; delete from fw.device');
});

const MINUTE = 60_000;
const later = (minutes: number) => {
  house.at = new Date(house.at.getTime() + minutes * MINUTE);
};
/** Answer of one attempt: 200, the code of the refusal, or 429. */
async function attempt(body: LoginRequest, caller: LoginCaller = stranger(), at: TestHouse = house): Promise<number> {
  try {
    await login(at, body, caller);
    return 200;
  } catch (error) {
    if (error instanceof TooManyRequests) return 429;
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe('E1 strangers learn nothing', () => {
  it('E1 AUTH-17 unknown sub-account, unknown user, wrong password, disabled with a wrong password: the same answer by the same statements', async () => {
    const bodies = [
      await loginBody(house, 'zhang3', PASSWORD, 'nobody'),
      await loginBody(house, 'nobody'),
      await loginBody(house, 'zhang3', 'wrong'),
      await loginBody(house, 'gone', 'wrong'),
      await loginBody(house, '张三'),
      { ...(await loginBody(house, 'zhang3')), password: 'x' },
    ];
    const seen: unknown[] = [];
    for (const body of bodies) {
      const { house: spied, said } = watched(house);
      const refused = await login(spied, body, stranger()).catch((error: Refusal) => error);
      seen.push([JSON.stringify({ ...(refused as Refusal) }), said]);
    }
    expect(seen[0]).toEqual([
      JSON.stringify({ ...new Refusal(304) }),
      [
        expect.stringContaining('address_bucket'),
        expect.stringContaining('identity_bucket'),
        expect.stringContaining('credential'),
        expect.stringContaining('security_log'),
      ],
    ]);
    for (const other of seen) expect(other).toEqual(seen[0]);
  });
  it('AUTH-17 303 disabled only after the proof, 305 without a domain likewise', async () => {
    expect(await attempt(await loginBody(house, 'gone'))).toBe(303);
    expect(await attempt(await loginBody(house, 'nodomain'))).toBe(305);
    expect(await attempt(await loginBody(house, 'nodomain', 'wrong'))).toBe(304);
  });
  it("B20 a user of another company has no account under this one's name", async () => {
    expect(await attempt(await loginBody(house, 'admin2'))).toBe(304);
    expect(await attempt(await loginBody(house, 'admin2', PASSWORD, 'other'))).toBe(200);
  });
  it('a renamed user or company cannot sign in until the password is set anew', async () => {
    await house.db.query(`update app."user" set login_name = 'zhang33' where id = 2`);
    expect(await attempt(await loginBody(house, 'zhang3'))).toBe(304);
    expect(await attempt(await loginBody(house, 'zhang33'))).toBe(304);
    await house.db.query(`update app."user" set login_name = 'zhang3' where id = 2`);
    expect(await attempt(await loginBody(house, 'zhang3'))).toBe(200);
  });
});

describe('E2 E3 lock-out', () => {
  it.each(['zhang3', 'nobody'])('E2 %s is locked after five failures, right password or not, and free after the lock', async (name) => {
    const codes: number[] = [];
    for (let round = 0; round < 6; round += 1) codes.push(await attempt(await loginBody(house, name, 'wrong')));
    expect(codes).toEqual([304, 304, 304, 304, 304, 309]);
    expect(await attempt(await loginBody(house, name))).toBe(309);
    later(14);
    expect(await attempt(await loginBody(house, name))).toBe(309);
    later(2);
    expect(await attempt(await loginBody(house, name))).toBe(name === 'zhang3' ? 200 : 304);
  });
  it('E2 the second lock lasts 30 minutes, all further ones 60', async () => {
    const waits: number[] = [];
    for (let lock = 0; lock < 4; lock += 1) {
      for (let round = 0; round < 5; round += 1) await attempt(await loginBody(house, 'nobody', 'wrong'));
      const refused = await login(house, await loginBody(house, 'nobody', 'wrong'), stranger()).catch((error: Refusal) => error);
      waits.push((refused as Refusal).data.minutes as number);
      later(61);
    }
    expect(waits).toEqual([15, 30, 60, 60]);
  });
  it('E3 of 100 wrong ones at once exactly five are verified', async () => {
    const body = await loginBody(house, 'zhang3', 'wrong');
    const codes = await Promise.all(Array.from({ length: 100 }, () => attempt(body)));
    expect(codes.filter((code) => code === 304)).toHaveLength(5);
    expect(codes.filter((code) => code === 309)).toHaveLength(95);
    const [bucket] = await house.db.query('select failures from fw.identity_bucket');
    expect(bucket).toEqual({ failures: 100 });
  });
  it('E4 case, space and full width are one identity', async () => {
    const codes: number[] = [];
    for (const name of ['zhang3', 'ZHANG3', ' zhang3', 'ｚｈａｎｇ３', 'Zhang3 ', 'zhang3'])
      codes.push(await attempt(await loginBody(house, name, 'wrong')));
    expect(codes).toEqual([304, 304, 304, 304, 304, 309]);
  });
  it('a success forgives the failures before it', async () => {
    for (let round = 0; round < 4; round += 1) await attempt(await loginBody(house, 'zhang3', 'wrong'));
    expect(await attempt(await loginBody(house, 'zhang3'))).toBe(200);
    expect(await attempt(await loginBody(house, 'zhang3', 'wrong'))).toBe(304);
    expect(await house.db.query('select failures from fw.identity_bucket')).toEqual([{ failures: 1 }]);
  });
  it('a device on which he signed in is not locked out by strangers, and has five failures of its own', async () => {
    const { setDevice } = await login(house, await loginBody(house, 'zhang3'), stranger());
    for (let round = 0; round < 6; round += 1) await attempt(await loginBody(house, 'zhang3', 'wrong'));
    expect(await attempt(await loginBody(house, 'zhang3'))).toBe(309);
    expect(await attempt(await loginBody(house, 'zhang3'), stranger(setDevice))).toBe(200);
    const codes: number[] = [];
    for (let round = 0; round < 6; round += 1) codes.push(await attempt(await loginBody(house, 'zhang3', 'wrong'), stranger(setDevice)));
    expect(codes).toEqual([304, 304, 304, 304, 304, 309]);
  });
  it('a device of one account, or a forged one, gives no guesses at another', async () => {
    const { setDevice } = await login(house, await loginBody(house, 'admin'), stranger());
    const forged = `${'A'.repeat(22)}.${'A'.repeat(43)}`;
    expect(deviceOf(house.keys.pepper, setDevice!)).toHaveLength(22);
    expect(deviceOf(house.keys.pepper, forged)).toBeNull();
    for (let round = 0; round < 5; round += 1) await attempt(await loginBody(house, 'zhang3', 'wrong'));
    for (const device of [setDevice!, forged]) expect(await attempt(await loginBody(house, 'zhang3', 'wrong'), stranger(device))).toBe(309);
  });
});

describe('limits by address', () => {
  it('429 after 30 failures a minute from one address, whoever is asked for, with the seconds to wait', async () => {
    const caller = stranger();
    const codes: number[] = [];
    for (let round = 0; round < 30; round += 1) codes.push(await attempt(await loginBody(house, `user${100 + round}`), caller));
    expect(new Set(codes)).toEqual(new Set([304]));
    const refused = await login(house, await loginBody(house, 'zhang3'), caller).catch((error) => error);
    expect(refused).toBeInstanceOf(TooManyRequests);
    expect(refused).toMatchObject({ code: 300, status: 429, retryAfter: 60 });
    const { house: spied, said } = watched(house);
    await attempt(await loginBody(house, 'zhang3'), caller);
    expect(await attempt(await loginBody(house, 'zhang3'), stranger())).toBe(200);
    expect(await attempt(await loginBody(house, 'zhang3'), caller, spied)).toBe(429);
    expect(await attempt(await loginBody(house, 'zhang3'), caller, spied)).toBe(429);
    expect(said).toEqual([expect.stringContaining('address_bucket'), expect.stringContaining('security_log')]);
    later(2);
    expect(await attempt(await loginBody(house, 'zhang3'), caller)).toBe(200);
  });
  it('E3 R10 strangers behind an address keep nobody out who signed in there before; his device has thirty failures too', async () => {
    const { address } = stranger();
    const device = { ...stranger(), address };
    const { setDevice } = await login(house, await loginBody(house, 'zhang3'), device);
    const own = { ...device, device: setDevice! };
    for (let round = 0; round < 30; round += 1)
      expect(await attempt(await loginBody(house, `user${100 + round}`), { ...stranger(), address })).toBe(304);
    expect(await attempt(await loginBody(house, 'zhang3'), { ...stranger(), address })).toBe(429);
    expect(await attempt(await loginBody(house, 'zhang3'), own)).toBe(200);
    for (let round = 0; round < 30; round += 1) expect(await attempt(await loginBody(house, `user${200 + round}`), own)).toBe(304);
    expect(await attempt(await loginBody(house, 'zhang3'), own)).toBe(429);
    // a cookie that was made up is none
    expect(
      await attempt(await loginBody(house, 'zhang3'), {
        ...own,
        device: `${setDevice!.slice(0, -1)}${setDevice!.endsWith('A') ? 'B' : 'A'}`,
      }),
    ).toBe(429);
  });
  it('R10 who makes himself many devices has three hundred failures a minute with all of them', async () => {
    const { address } = stranger();
    const codes: number[] = [];
    for (let many = 0; many < 11; many += 1) {
      const { setDevice } = await login(house, await loginBody(house, 'zhang3'), { ...stranger(), address });
      for (let round = 0; round < 30; round += 1)
        codes.push(await attempt(await loginBody(house, `user${many * 30 + round}`), { ...stranger(), address, device: setDevice! }));
    }
    expect([codes.indexOf(429), codes.slice(0, 300).every((code) => code === 304)]).toEqual([300, true]);
  });
  it('E3 R10 who uses up the room for devices of an address keeps nobody there from his own account on his own device', async () => {
    const { address } = stranger();
    const own = async (user: string) => {
      const { setDevice } = await login(house, await loginBody(house, user), { ...stranger(), address });
      return { ...stranger(), address, device: setDevice! };
    };
    const his = await own('admin');
    for (let many = 0; many < 11; many += 1) {
      const device = await own('zhang3');
      for (let round = 0; round < 30; round += 1) await attempt(await loginBody(house, `user${many * 30 + round}`), device);
    }
    // who is full keeps no room: what strangers have behind the address is used up too
    for (let round = 0; round < 30; round += 1) await attempt(await loginBody(house, `user${400 + round}`), { ...stranger(), address });
    for (const device of [his, his, his]) expect(await attempt(await loginBody(house, 'admin'), device)).toBe(200);
    expect(await attempt(await loginBody(house, 'zhang3'), his)).toBe(429);
    // his own guesses at his own account end where they did
    const codes: number[] = [];
    for (let round = 0; round < 31; round += 1) codes.push(await attempt(await loginBody(house, 'admin', 'wrong'), his));
    expect(
      codes
        .map((code, at) => [at, code])
        .filter(([, code]) => code !== 304)
        .slice(0, 1),
    ).toEqual([[5, 309]]);
    expect(codes.at(-1)).toBe(429);
  });
  it('the first success of another account on a known device does not count, for the device or for those of its address', async () => {
    const { address } = stranger();
    const { setDevice } = await login(house, await loginBody(house, 'zhang3'), { ...stranger(), address });
    expect(await attempt(await loginBody(house, 'admin'), { ...stranger(), address, device: setDevice! })).toBe(200);
    expect(await house.db.query('select count(*)::int as keys, sum(count)::int as counted from fw.address_bucket')).toEqual([
      { keys: expect.toSatisfy((keys: number) => keys >= 6), counted: 0 },
    ]);
  });
  it('successes do not count', async () => {
    const caller = stranger();
    for (let round = 0; round < 35; round += 1) expect(await attempt(await loginBody(house, 'zhang3'), caller)).toBe(200);
  });
});

describe('E5 E6 E7 what was sniffed or dumped opens nothing', () => {
  it('E5 a body is good once, on this node, another, and after a restart', async () => {
    const body = await loginBody(house, 'zhang3');
    expect(await attempt(body)).toBe(200);
    expect(await attempt(body)).toBe(401);
    const other = createDb(house.base.url);
    expect(await attempt(body, stranger(), Object.assign(Object.create(house), { db: other }))).toBe(401);
    await other.close();
    later(60);
    expect(await attempt(body)).toBe(401);
    later(120);
    expect(await attempt(body)).toBe(401);
    house.at = new Date('2027-11-21T02:20:00Z');
    expect(await attempt(body)).toBe(304);
  });
  it('E5 two at once: one enters', async () => {
    const body = await loginBody(house, 'zhang3');
    const codes = await Promise.all([attempt(body), attempt(body), attempt(body)]);
    expect(codes.sort()).toEqual([200, 401, 401]);
  });
  it.each([
    ['time', '11-21-01'],
    ['random', '4294967311'],
    ['locale', 'en_US'],
    ['username', 'admin'],
    ['subname', 'other'],
  ])('E5 with another %s it proves nothing', async (field, value) => {
    const body = await loginBody(house, 'zhang3');
    expect(await attempt({ ...body, [field]: value })).toBe(304);
  });
  it.each([
    ['time', '11-21-00'],
    ['time', '11-21-04'],
    ['time', '2026-11-21-02'],
    ['time', ''],
    ['random', '999999999'],
    ['random', '10000000000'],
    ['random', '1e9'],
    ['random', '4294967311.0'],
  ])('E6 %s %j is 401', async (field, value) => {
    const body = await loginBody(house, 'zhang3');
    expect(await attempt({ ...body, [field]: value })).toBe(401);
  });
  it('E6 a locale that is none is 317', async () => {
    expect(await attempt({ ...(await loginBody(house, 'zhang3')), locale: '\ud800' })).toBe(317);
  });
  it('E7 R8 no column of a dump serves as password or token, nor does the md5 of the password', async () => {
    const { token } = await login(house, await loginBody(house, 'zhang3'), stranger());
    const rows = await house.db.query<Record<string, unknown>>(
      `select k.*, s.*, encode(k.sealed, 'hex') as hex from fw.credential k, fw.session s where k.user_id = 2 and s.user_id = 2`,
    );
    const columns = Object.values(rows[0]!).flatMap((value) =>
      Buffer.isBuffer(value)
        ? [value.toString('base64url'), value.toString('hex'), value.subarray(0, 32).toString('base64url')]
        : [String(value)],
    );
    const tried = [...columns, createHash('md5').update(PASSWORD).digest('hex'), PASSWORD, token];
    const codes = new Set<number>();
    for (const password of tried) {
      await house.db.query('delete from fw.identity_bucket');
      codes.add(await attempt({ ...(await loginBody(house, 'zhang3')), password }));
      if (password !== token) expect(await findSession(house, password, { background: true })).toBeNull();
    }
    expect([...codes]).toEqual([304]);
  });
  it('E7 a credential moved to another user opens nothing', async () => {
    await house.db.query('update fw.credential c set sealed = k.sealed from fw.credential k where c.user_id = 3 and k.user_id = 2');
    await expect(login(house, await loginBody(house, 'gone'), stranger())).rejects.toThrow(/authenticate/);
  });
  it('E11 the token has 43 characters and stands nowhere in the database', async () => {
    const tokens = new Set<string>();
    for (let round = 0; round < 20; round += 1) tokens.add((await login(house, await loginBody(house, 'zhang3'), stranger())).token);
    expect(tokens.size).toBe(20);
    const dump = JSON.stringify(await house.db.query(`select s::text from fw.session s`));
    for (const token of tokens) {
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(dump).not.toContain(token);
      expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
  });
});
