import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, Person, proveChange } from '#protocol/testing-person.ts';
import { authOf } from '#server/testing-app.ts';
import { type Form, type Heard, listen, type Outside, openOutside, stranger } from '../outside.ts';

const USER = '/cloud/app/sys/user/api/UserApi';
const NEXT = 'north-7-Crane';
let it: Outside;
let live: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  it = await openOutside();
  live = await listen(it);
});
afterAll(async () => {
  await live?.close();
  await it?.close();
});

const bodyOf = async (username: string, old: string, next: string): Promise<Form> =>
  (await proveChange(await authOf(it.app.house), username, 'demo', old, next)).form;
const change = async (token: string | null, body: Form, remoteAddress = stranger()): Promise<Heard> =>
  it.say(`${USER}?op=ModifyPwd`, body, { token, remoteAddress });
const lives = async (token: string) => (await it.say('/sys?op=Counts', { _bg: '1' }, { token })).code === 200;
const opens = async (username: string, password: string): Promise<boolean> =>
  Person.signIn(it.app.server, username, 'demo', password, { auth: await authOf(it.app.house), from: stranger() }).then(
    () => true,
    () => false,
  );

test('E14 AUTH-15 a password is not changed without a session, without the old one, or to the same', async () => {
  const token = await it.signIn('member1');
  const right = await bodyOf('member1', PASSWORD, NEXT);
  expect((await change(null, right)).code).toBe(401);
  for (const name of Object.keys(right)) {
    const { [name]: _, ...rest } = right;
    expect((await change(token, rest)).code, `without ${name}`).toBe(314);
  }
  expect((await change(token, await bodyOf('member1', 'wrong-word-1', NEXT))).code).toBe(304);
  const [other, otherBody] = [await it.signIn('member2'), await bodyOf('member2', PASSWORD, NEXT)];
  expect((await change(other, right)).code, "another's session").toBe(304);
  expect((await change(token, { ...right, new_password: otherBody.new_password! })).code, "another's sealed verifier").toBe(317);
  for (const wrong of <Record<string, string>[]>[
    { new_password: 'x' },
    { new_password: `${right.new_password!.slice(0, -1)}*` },
    { locale: 'fr' },
  ])
    expect((await change(token, { ...right, ...wrong })).code, JSON.stringify(wrong)).toBe(317);
  for (const wrong of <Record<string, string>[]>[{ time: '01-01-00' }, { time: 'x' }, { random: '1' }, { random: `0${right.random}` }])
    expect((await change(token, { ...right, ...wrong })).code, JSON.stringify(wrong)).toBe(317);
  const same = await change(token, await bodyOf('member1', PASSWORD, PASSWORD));
  expect([same.code, same.remark]).toEqual([317, '$same_password']);
  expect(
    (await it.say('/sys?op=Queue', { actions: JSON.stringify([{ path: USER, op: 'ModifyPwd', ...right }]) }, { token })).rows,
  ).toMatchObject([{ code: 403 }]);
  expect(await lives(token)).toBe(true);
  expect(await opens('member1', NEXT)).toBe(false);
});

test('E14 E2 wrong old passwords lock the account as wrong sign-ins do, the right one too', async () => {
  const token = await it.signIn('legal');
  const codes: unknown[] = [];
  for (let at = 0; at < 6; at += 1) codes.push((await change(token, await bodyOf('legal', `wrong-${at}`, NEXT))).code);
  expect(codes).toEqual([304, 304, 304, 304, 304, 309]);
  expect((await change(token, await bodyOf('legal', PASSWORD, NEXT))).code).toBe(309);
  expect(await opens('legal', PASSWORD), 'nor is he let in from a strange device').toBe(false);
  expect(await lives(token)).toBe(true);
});

test('E14 E9 B26 AUTH-15 a changed password ends every session at once, its channel too, and is told to the security log', async () => {
  const [one, other] = [await it.signIn('finance'), await it.signIn('finance')];
  const { username, password } = (await it.say('/sys?op=Counts', {}, { token: other })).data!.mqtt as Record<string, string>;
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${live.port}/mqtt`, {
    username: username!,
    password: password!,
    reconnectPeriod: 0,
  });
  client.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const { form, sign } = await proveChange(await authOf(it.app.house), 'finance', 'demo', PASSWORD, NEXT);
  const from = stranger();
  const done = await change(one, form, from);
  expect(done.bytes).toBe(`{"code":"200","remark":"","data":{"sign":"${sign}"},"duration":0}`);
  await closed;
  expect([await lives(one), await lives(other)]).toEqual([false, false]);
  expect((await change(one, form)).code, 'the same again').toBe(401);
  expect([await opens('finance', PASSWORD), await opens('finance', NEXT)]).toEqual([false, true]);
  const rows = await it.sql(
    `select op, reason, actor, address, target from fw.security_log where op in ('ModifyPwd', 'Revoke') and target = 'user ' || (select id from app."user" where company_id = 1 and login_name = 'finance') order by id`,
  );
  const who = { actor: (rows[0] as { actor: number }).actor, target: (rows[0] as { target: string }).target };
  expect(rows).toEqual([
    { op: 'Revoke', reason: 'password', address: '', ...who },
    { op: 'ModifyPwd', reason: 'ok', address: from, ...who },
  ]);
  expect(it.log.join('\n')).not.toContain(form.old_password);
  expect(it.log.join('\n')).not.toContain(form.new_password);
});

test('E14 E5 of two changes at once one holds; a recorded change is worth nothing when the old password is back', async () => {
  const [one, other] = [await it.signIn('member3'), await it.signIn('member3')];
  const first = await bodyOf('member3', PASSWORD, NEXT);
  const codes = await Promise.all([change(one, first), change(other, await bodyOf('member3', PASSWORD, 'south-8-Heron'))]);
  expect(
    codes
      .map(({ code }) => String(code))
      .sort()
      .at(0),
  ).toBe('200');
  expect(codes.filter(({ code }) => String(code) === '200')).toHaveLength(1);
  const now = (await opens('member3', NEXT)) ? NEXT : 'south-8-Heron';
  const signIn = async (password: string) =>
    (await Person.signIn(it.app.server, 'member3', 'demo', password, { auth: await authOf(it.app.house), from: stranger() })).token;
  expect(String((await change(await signIn(now), await bodyOf('member3', now, PASSWORD))).code)).toBe('200');
  const again = await change(await signIn(PASSWORD), now === NEXT ? first : await bodyOf('member3', 'wrong-word-1', NEXT));
  expect([304, 317]).toContain(again.code);
  expect(await opens('member3', PASSWORD)).toBe(true);
});
