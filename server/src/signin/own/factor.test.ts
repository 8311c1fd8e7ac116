import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recoveryCodes, unveil } from '#protocol/signin/factor.ts';
import { primitives } from '../crypto.ts';
import { CLEAR, codeOf, digitsOf, Hand, STEP } from '../factor/testing.ts';
import { stranger, type TestHouse, testHouse } from '../testing.ts';
import { beginFactor, confirmFactor, endFactor, ownFactor } from './factor.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse();
});
afterAll(() => house.base.close());
beforeEach(async () => {
  house.at = new Date('2026-11-21T02:20:00Z');
  await house.base.db.query(CLEAR);
});

const { later, keysOf, proving, half, asked, answer, inside, begun, setUp, own } = new Hand(() => house);

describe("one's own second factor", () => {
  it('is begun with the password only; a wrong one counts as at sign-in', async () => {
    const session = await inside();
    expect(await ownFactor(house, session)).toEqual({ on: 0, since: '', left: 0, demanded: 0 });
    for (let round = 0; round < 5; round += 1) expect(await codeOf(begun(session, 'zhang3', { password: 'wrong-word-1' }))).toBe(304);
    expect(await codeOf(begun(session))).toBe(309);
  });
  it('a proof for one thing is none for another, and none a second time', async () => {
    const session = await inside();
    const keys = await keysOf('zhang3');
    const { form } = proving('BeginFactor', 'zhang3', keys);
    expect(await codeOf(endFactor(house, session, form, stranger()))).toBe(304);
    expect(await codeOf(beginFactor(house, session, form, stranger()))).toBe(200);
    expect(await codeOf(beginFactor(house, session, form, stranger()))).toBe(317);
    for (const bad of [{ time: '01-01-00' }, { random: '1' }, { locale: 'fr' }])
      expect(await codeOf(beginFactor(house, session, { ...form, ...bad }, stranger())), JSON.stringify(bad)).toBe(317);
  });
  it('holds when a code of it was confirmed, within ten minutes, and not before', async () => {
    const session = await inside();
    expect(await codeOf(confirmFactor(house, session, '123456', stranger())), 'nothing was begun').toBe(311);
    const made = await begun(session);
    expect((await half()).done).toHaveProperty('token');
    expect(await codeOf(confirmFactor(house, session, '000000', stranger()))).toBe(301);
    expect(await codeOf(confirmFactor(house, session, made.codes[0]!, stranger()))).toBe(301);
    later(10 * 60_000);
    expect(await codeOf(confirmFactor(house, session, digitsOf(made.secret, house.at), stranger())), 'over').toBe(311);
    const again = await begun(session);
    expect(await codeOf(confirmFactor(house, session, digitsOf(made.secret, house.at), stranger())), 'of the one before').toBe(301);
    expect(await codeOf(confirmFactor(house, session, digitsOf(again.secret, house.at), stranger()))).toBe(200);
    expect(await ownFactor(house, session)).toMatchObject({ on: 1, since: '2026-11-21 10:30:00', left: 10 });
  });
  it('E9 is not confirmed after what ended the session, nor by guessing', async () => {
    house.at = new Date('2026-12-25T02:20:00Z');
    const session = await inside();
    const made = await begun(session);
    await house.base.db.query("select fw.end_sessions(1, 2, 'administrator')");
    expect(await codeOf(confirmFactor(house, session, digitsOf(made.secret, house.at), stranger()))).toBe(401);
    const anew = await inside();
    await begun(anew);
    const told = new Set<number>();
    for (let round = 0; round < 12; round += 1) told.add(await codeOf(confirmFactor(house, anew, '000000', stranger())));
    expect([...told]).toEqual([301, 300]);
  });
  it('new recovery codes end those before; another device ends the one before with its codes', async () => {
    const first = await setUp();
    const { by, done } = await own('RecoveryCodes', first.session, first.codes[1]!);
    const codes = recoveryCodes(primitives, unveil(primitives, by.serverKey, by.message, (await done).recovery!, 32)!);
    expect(await codeOf(answer((await asked()).ticket, first.codes[0]!))).toBe(301);
    expect(await codeOf(answer((await asked()).ticket, codes[0]!))).toBe(200);
    const second = await begun(first.session, 'zhang3', { code: codes[2]! });
    await confirmFactor(house, first.session, digitsOf(second.secret, house.at), stranger());
    later(2 * STEP);
    expect(await codeOf(answer((await asked()).ticket, first.now()))).toBe(301);
    expect(await codeOf(answer((await asked()).ticket, codes[1]!))).toBe(301);
    expect(await codeOf(answer((await asked()).ticket, second.codes[0]!))).toBe(200);
  });
  it('is taken off with the password and a code, and then the password is all again', async () => {
    const { session, codes } = await setUp();
    expect(await codeOf((await own('EndFactor', session, codes[0]!, 'wrong-word-1')).done)).toBe(304);
    expect(await codeOf((await own('EndFactor', session, codes[0]!)).done)).toBe(200);
    expect((await half()).done).toHaveProperty('token');
    expect(await house.db.query('select 1 from fw.recovery_code')).toEqual([]);
    expect(await codeOf((await own('EndFactor', session, '')).done), 'there is none').toBe(311);
    expect(await codeOf((await own('RecoveryCodes', session, '')).done)).toBe(311);
  });
  it('AUTH-01 a session and the password neither replace nor end it nor draw codes: a code of it is spent too', async () => {
    const { session, codes, now } = await setUp();
    const each = [
      (code: string) => begun(session, 'zhang3', { code }),
      async (code: string) => (await own('RecoveryCodes', session, code)).done,
      async (code: string) => (await own('EndFactor', session, code)).done,
    ];
    for (const act of each) {
      expect(await codeOf(act(''))).toBe(314);
      for (const wrong of ['000000', 'ABCDE-12345', '12', "' or 1=1"]) expect(await codeOf(act(wrong)), wrong).toBe(301);
    }
    expect(await ownFactor(house, session)).toMatchObject({ on: 1, left: 10 });
    const used = now();
    expect(await codeOf(begun(session, 'zhang3', { code: used }))).toBe(200);
    expect(await codeOf(begun(session, 'zhang3', { code: used })), 'used').toBe(301);
    expect(await codeOf(answer((await asked()).ticket, used)), 'used for that, no more at sign-in').toBe(301);
    expect(await codeOf(begun(session, 'zhang3', { code: codes[0]! }))).toBe(200);
    expect(await ownFactor(house, session)).toMatchObject({ on: 1, left: 9 });
  });
  it('E2 thirty wrong codes in a day are all, though the password is right each time; a right one takes nothing', async () => {
    house.at = new Date('2026-12-22T02:20:00Z');
    const { session, codes } = await setUp();
    expect(await codeOf(begun(session, 'zhang3', { code: codes[0]! }))).toBe(200);
    const told: number[] = [];
    for (let round = 0; round < 31; round += 1) told.push(await codeOf(begun(session, 'zhang3', { code: '000000' })));
    expect(told.slice(0, 30).every((code) => code === 301)).toBe(true);
    expect(told[30]).toBe(300);
    expect(await codeOf(begun(session, 'zhang3', { code: codes[1]! }))).toBe(300);
  });
  it('B20 is nobody else’s: a proof with another’s session, and another’s factor', async () => {
    const { codes } = await setUp();
    const other = await inside('admin');
    const { form } = proving('EndFactor', 'zhang3', await keysOf('zhang3'));
    expect(await codeOf(endFactor(house, other, form, stranger()))).toBe(304);
    expect(await ownFactor(house, other)).toMatchObject({ on: 0 });
    await setUp('admin');
    expect(await codeOf(answer((await asked('admin')).ticket, codes[0]!))).toBe(301);
  });
});
