import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Outside, openOutside, stranger } from '../outside.ts';

const USER = '/cloud/app/sys/user/api/UserApi';
let it: Outside;
beforeAll(async () => {
  it = await openOutside();
});
afterAll(() => it?.close());

const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** A sign-in on a device of this user agent; its token. */
async function on(userAgent: string, username: string): Promise<string> {
  const headers = { 'user-agent': userAgent };
  const { data } = await it.say('/sys?op=Login', await it.app.loginBody(username), { headers, remoteAddress: stranger() });
  return String(data!.token);
}
const sessions = async (token: string) => (await it.say(`${USER}?op=Sessions`, {}, { token })).rows!;
const end = async (token: string, id = '') => it.say(`${USER}?op=EndSessions`, id ? { id } : {}, { token });
const lives = async (token: string) => (await it.say('/sys?op=Counts', { _bg: '1' }, { token })).code === 200;

test('FRAME-13 E9 one sees where one is signed in, ends one of them, then all others; a switch of the domain is the same sign-in', async () => {
  const [here, phone, program] = [await on(EDGE, 'applicant'), await on(PHONE, 'applicant'), await on('', 'applicant')];
  await on(EDGE, 'finance');
  const mine = (await it.say('/sys?op=LoadNav', {}, { token: here })).data?.user as { domains: { id: number }[]; domain: { id: number } };
  const away = mine.domains.find(({ id }) => id !== mine.domain.id)!;
  const moved = String((await it.say(`${USER}?op=SetDomain`, { id: String(away.id) }, { token: here })).data!.token);
  const rows = await sessions(moved);
  expect(rows.map(({ here: is, browser, system, kind }) => [is, browser, system, kind])).toEqual([
    [1, 'Microsoft Edge', 'Windows', 'desktop'],
    expect.anything(),
    expect.anything(),
  ]);
  expect(rows.slice(1).map(({ browser, kind }) => [browser, kind])).toEqual(
    expect.arrayContaining([
      ['Safari', 'mobile'],
      ['', ''],
    ]),
  );
  for (const row of rows) expect(row.since).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

  const own = rows.find((row) => row.here === 1)!;
  expect((await end(moved, String(own.id))).code, 'what asks cannot end itself').toBe(317);
  for (const id of ['AAAAAAAAAAA', "' or 1=1--", '%']) expect((await end(moved, id)).code, id).toBe(315);
  const ofPhone = rows.find(({ kind }) => kind === 'mobile')!;
  expect((await end(moved, String(ofPhone.id))).data).toEqual({ ended: 1 });
  expect([await lives(moved), await lives(phone), await lives(program)]).toEqual([true, false, true]);
  expect((await end(moved, String(ofPhone.id))).code, 'the same again').toBe(315);
  expect((await end(moved)).data).toEqual({ ended: 1 });
  expect([await lives(moved), await lives(program)]).toEqual([true, false]);
  expect((await end(moved)).data, 'nothing is left to end').toEqual({ ended: 0 });
  expect(await sessions(moved)).toHaveLength(1);
});

test("B20 E9 nobody sees or ends another's session", async () => {
  const [mine, other] = [await on(EDGE, 'applicant'), await on(EDGE, 'finance')];
  const [{ id }] = (await sessions(other)) as [{ id: string }];
  expect((await sessions(mine)).map((row) => row.id)).not.toContain(id);
  expect((await end(mine, id)).code).toBe(315);
  await end(mine);
  expect(await lives(other)).toBe(true);
});

test('FRAME-13 E20 one reads the security log of one’s own account: who came in, who failed in one’s name, who changed what; of nobody else', async () => {
  const from = stranger();
  const token = await on(EDGE, 'member1');
  await it.say('/sys?op=Login', { ...(await it.app.loginBody('member1')), password: 'x'.repeat(43) }, { remoteAddress: from });
  await it.say('/sys?op=Login', { ...(await it.app.loginBody('member2')), password: 'x'.repeat(43) }, { remoteAddress: stranger() });
  await it.say('/app?op=Page', { cloud: 'role' }, { token });
  const { rows, total } = await it.say(`${USER}?op=SecurityLog`, {}, { token });
  expect(rows!.map(({ op, reason }) => [op, reason])).toEqual([
    ['Login', '304'],
    ['Login', 'ok'],
  ]);
  expect(rows![0]).toMatchObject({ address: from });
  expect(total).toBe(2);
  expect(Object.keys(rows![0]!).sort()).toEqual(['address', 'id', 'op', 'reason', 'said', 'time']);
  expect((await it.say(`${USER}?op=SecurityLog`, { page: '2' }, { token })).rows).toEqual([]);
  for (const page of ['0', '1001', 'x', '1;']) expect((await it.say(`${USER}?op=SecurityLog`, { page }, { token })).code, page).toBe(317);
  it.skew += 91 * 86_400_000;
  const later = await on(EDGE, 'member1');
  expect((await it.say(`${USER}?op=SecurityLog`, {}, { token: later })).total, 'after 90 days').toBe(1);
  it.skew = 0;
});
