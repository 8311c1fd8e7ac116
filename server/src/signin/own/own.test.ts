import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Code, Refusal } from '#protocol/codes.ts';
import type { AuthParameters } from '#protocol/signin/proof.ts';
import { PASSWORD, proveChange } from '#protocol/testing-person.ts';
import type { Session } from '#server/meta/session.ts';
import { findSession, moveSession } from '../session.ts';
import { loadSite } from '../site.ts';
import { KDF_N, loginWhole as login, loginBody, REALM, stranger, type TestHouse, testHouse } from '../testing.ts';
import { ownLog } from './log.ts';
import { type ModifyPwdRequest, modifyPassword } from './modify-password.ts';
import { endOwnSessions, ownSessions, passwordTime } from './sessions.ts';

const NEXT = 'north-7-Crane';
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse();
});
afterAll(() => house.base.close());
beforeEach(async () => {
  house.at = new Date('2026-11-21T02:20:00Z');
  await house.base.db.query('delete from fw.identity_bucket; delete from fw.address_bucket; delete from fw.device; delete from fw.session');
});

const signIn = async (username = 'zhang3', password = PASSWORD, userAgent = EDGE): Promise<{ token: string; session: Session }> => {
  const { token } = await login(house, await loginBody(house, username, password), { ...stranger(), userAgent });
  return { token, session: (await findSession(house, token, { background: true }))! };
};
const lives = async (token: string): Promise<boolean> => (await findSession(house, token, { background: true })) !== null;

async function body(old: string, next: string, username = 'zhang3'): Promise<ModifyPwdRequest> {
  const { salt, N } = await loadSite(house.db, KDF_N);
  const kdf = { N, r: 8, p: 1 };
  const auth: AuthParameters = { v: 'P1', realm: REALM, salt: salt.toString('base64url'), kdf, now: house.at.getTime() };
  return (await proveChange(auth, username, 'demo', old, next)).form;
}
const change = (session: Session, request: ModifyPwdRequest): Promise<Code> =>
  modifyPassword(house, session, request, stranger()).then(
    (): Code => 200,
    (error: unknown): Code => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

describe('AUTH-15 E14 a changed password', () => {
  it('E14 a wrong old one, one of somebody else, a verifier of another proof and what is malformed change nothing', async () => {
    const { token, session } = await signIn();
    const right = await body(PASSWORD, NEXT);
    expect(await change(session, await body('wrong-word-1', NEXT))).toBe(304);
    expect(await change((await signIn('admin')).session, right)).toBe(304);
    const other = await body(PASSWORD, NEXT);
    for (const wrong of [
      { new_password: other.new_password },
      { new_password: 'x' },
      { time: '01-01-00' },
      { random: '1' },
      { locale: 'fr' },
    ])
      expect(await change(session, { ...right, ...wrong }), JSON.stringify(wrong)).toBe(317);
    expect(await lives(token)).toBe(true);
    expect(await change(session, right)).toBe(200);
    await change((await signIn('zhang3', NEXT)).session, await body(NEXT, PASSWORD));
  });
  it('E14 equal to the old one is refused, and counts for no wrong one', async () => {
    const { session } = await signIn();
    for (let at = 0; at < 6; at += 1) {
      const refused = await modifyPassword(house, session, await body(PASSWORD, PASSWORD), stranger()).catch((error: Refusal) => error);
      expect(refused).toMatchObject({ code: 317, remark: '$same_password', data: { field: 'new_password' } });
    }
  });
  it('E14 E2 wrong ones lock as at sign-in, then the right one is refused too', async () => {
    const { session } = await signIn();
    const codes: Code[] = [];
    for (let at = 0; at < 6; at += 1) codes.push(await change(session, await body(`wrong-word-${at}`, NEXT)));
    expect([...codes, await change(session, await body(PASSWORD, NEXT))]).toEqual([304, 304, 304, 304, 304, 309, 309]);
    await expect(signIn()).rejects.toMatchObject({ code: 309 });
  });
  it('E14 E9 B26 ends every session, opens with the new one alone, and is worth nothing when it is sent again', async () => {
    const [one, other] = [await signIn(), await signIn('zhang3', PASSWORD, PHONE)];
    const bystander = await signIn('admin');
    const request = await body(PASSWORD, NEXT);
    house.at = new Date(house.at.getTime() + 60_000);
    expect(await change(one.session, request)).toBe(200);
    expect([await lives(one.token), await lives(other.token), await lives(bystander.token)]).toEqual([false, false, true]);
    await expect(signIn()).rejects.toMatchObject({ code: 304 });
    const again = await signIn('zhang3', NEXT);
    expect(await change(again.session, request)).toBe(304);
    // back to the old one: the recorded call proves it again, and is known
    expect(await change(again.session, await body(NEXT, PASSWORD))).toBe(200);
    const back = await signIn();
    expect(await change(back.session, request)).toBe(317);
    expect(await lives(back.token)).toBe(true);
  });
  it('E14 of two at once one holds', async () => {
    const [one, other] = [await signIn(), await signIn()];
    const codes = await Promise.all([
      change(one.session, await body(PASSWORD, NEXT)),
      change(other.session, await body(PASSWORD, 'south-8-Heron')),
    ]);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    const now = codes[0] === 200 ? NEXT : 'south-8-Heron';
    expect(await change((await signIn('zhang3', now)).session, await body(now, PASSWORD))).toBe(200);
  });
  it('G8 the security log has it, and why the sessions ended', async () => {
    const { session } = await signIn();
    const [{ last }] = (await house.base.db.query<{ last: number }>('select coalesce(max(id), 0) as last from fw.security_log')) as [
      { last: number },
    ];
    await change(session, await body(PASSWORD, NEXT));
    const rows = await house.base.db.query('select op, reason, actor, target, login from fw.security_log where id > $1 order by id', [
      last,
    ]);
    expect(rows).toEqual([
      { op: 'Revoke', reason: 'password', actor: 2, target: 'user 2', login: '' },
      { op: 'ModifyPwd', reason: 'ok', actor: 2, target: 'user 2', login: 'zhang3@demo' },
    ]);
    expect(await change((await signIn('zhang3', NEXT)).session, await body(NEXT, PASSWORD))).toBe(200);
  });
});

describe('FRAME-13 E9 where one is signed in', () => {
  it('a sign-in is one row, in whatever domain it works now; the one that asks comes first', async () => {
    const here = await signIn();
    house.at = new Date(house.at.getTime() + 60_000);
    const [phone] = [await signIn('zhang3', PASSWORD, PHONE), await signIn('admin')];
    await signIn('zhang3', PASSWORD, '');
    const moved = (await moveSession(house, here.session, here.token, 11))!;
    const session = (await findSession(house, moved, { background: true }))!;
    const rows = await ownSessions(house, session);
    expect(rows.map(({ here: is, browser, system, kind }) => [is, browser, system, kind]).slice(0, 1)).toEqual([
      [1, 'Microsoft Edge', 'Windows', 'desktop'],
    ]);
    expect(
      rows
        .slice(1)
        .map(({ browser, kind }) => [browser, kind])
        .sort(),
    ).toEqual([
      ['', ''],
      ['Safari', 'mobile'],
    ]);
    expect(rows[0]).toMatchObject({ since: '2026-11-21 10:20:00', seen: '2026-11-21 10:21:00' });
    expect(await passwordTime(house, session)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

    await expect(endOwnSessions(house, session, rows[0]!.id, '10.0.0.1')).rejects.toMatchObject({ code: 317 });
    await expect(endOwnSessions(house, session, 'AAAAAAAAAAA', '10.0.0.1')).rejects.toMatchObject({ code: 315 });
    const ofPhone = rows.find(({ kind }) => kind === 'mobile')!;
    expect(await endOwnSessions(house, session, ofPhone.id, '10.0.0.1')).toBe(1);
    expect([await lives(phone.token), await lives(moved)]).toEqual([false, true]);
    expect(await endOwnSessions(house, session, '', '10.0.0.1')).toBe(1);
    expect(await endOwnSessions(house, session, '', '10.0.0.1')).toBe(0);
    expect(await ownSessions(house, session)).toHaveLength(1);
    expect(await lives(moved)).toBe(true);
  });
  it("B20 another's is neither seen nor ended", async () => {
    const [mine, other] = [await signIn(), await signIn('admin')];
    const [row] = await ownSessions(house, other.session);
    await expect(endOwnSessions(house, mine.session, row!.id, '10.0.0.1')).rejects.toMatchObject({ code: 315 });
    await endOwnSessions(house, mine.session, '', '10.0.0.1');
    expect(await lives(other.token)).toBe(true);
    expect(await ownSessions(house, mine.session)).toHaveLength(1);
  });
  it('a session that is over is none', async () => {
    await signIn();
    house.at = new Date(house.at.getTime() + 31 * 60_000);
    expect(await ownSessions(house, (await signIn()).session)).toHaveLength(1);
  });
});

describe("FRAME-13 one's own security log", () => {
  it('has what one did, what was tried in one’s name and what was done to one; of nobody else, no further than 90 days, 20 a page', async () => {
    house.at = new Date('2027-06-01T02:00:00Z');
    const other = await signIn('admin');
    await expect(signIn('zhang3', 'wrong')).rejects.toMatchObject({ code: 304 });
    const { session } = await signIn();
    const told = async (page = 1) => ownLog(house, session, page);
    expect((await told()).rows.map(({ op, reason }) => [op, reason])).toEqual([
      ['Login', 'ok'],
      ['Login', '304'],
    ]);
    expect((await told()).rows[0]).toMatchObject({ time: '2027-06-01 10:00:00' });
    expect((await ownLog(house, other.session, 1)).rows).toHaveLength(1);
    await house.base.db.query(
      `insert into fw.security_log (at, company_id, actor, login, op, target, reason, address, sid)
       select $1, 1, 1, '', 'Revoke', 'user 2', 'role', '10.9.9.9', '' from generate_series(1, 25)`,
      [house.at],
    );
    const { rows, total } = await told();
    expect([rows.length, total, rows[0]!.op, rows[0]!.address]).toEqual([20, 27, 'Revoke', '']);
    expect((await told(2)).rows).toHaveLength(7);
    expect(await told(3)).toEqual({ rows: [], total: 27 });
    house.at = new Date('2027-08-31T02:00:00Z');
    expect((await told()).total).toBe(0);
  });
});
