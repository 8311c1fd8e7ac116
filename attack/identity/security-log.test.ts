import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openHouse } from '#server/compose.ts';
import { sweepSecurityLog } from '#server/signin/security-log.ts';
import { type Outside, openOutside, stranger } from '../outside.ts';

let it: Outside;
let last = 0;
beforeAll(async () => {
  it = await openOutside();
});
afterAll(() => it?.close());
beforeEach(async () => {
  last = await it.one('select coalesce(max(id), 0)::int from fw.security_log');
  it.log.length = 0;
});

type Entry = Record<'op' | 'reason' | 'login' | 'target' | 'said' | 'address' | 'sid', string> & {
  company: number | null;
  actor: number | null;
};
const entries = () =>
  it.sql<Entry>(
    'select op, reason, company_id as company, actor, login, target, said, address, sid from fw.security_log where id > $1 order by id',
    [last],
  );
const lines = () => it.log.map((line) => JSON.parse(line)).filter((line) => line.msg === 'security');
const USER = '/cloud/app/sys/user/api/UserApi';
const idOf = (login: string) => it.one(`select id from app."user" where company_id = 1 and login_name = $1`, [login]);

test('G8 a day of one person: in, another domain, a refusal, out; each with actor, op, target, reason, address and session', async () => {
  const from = stranger();
  const actor = await idOf('applicant');
  const { data } = await it.say('/sys?op=Login', await it.app.loginBody('applicant'), { remoteAddress: from });
  const token = String(data!.token);
  const [{ sid } = { sid: '' }] = await it.sql<{ sid: string }>('select sid from fw.session where user_id = $1 order by created desc', [
    actor,
  ]);
  expect((await it.say('/app?op=Page', { cloud: 'role' }, { token, remoteAddress: from })).code).toBe(312);
  expect((await it.say('/sys?op=LoadTable', { key_name: 'pg_shadow' }, { token, remoteAddress: from })).code).toBe(312);
  const moved = await it.say(`${USER}?op=SetDomain`, { id: '1' }, { token, remoteAddress: from });
  await it.say('/sys?op=Logout', {}, { token: String(moved.data!.token), remoteAddress: from });
  const who = { company: 1, actor, login: '', target: '', said: '', address: from, sid };
  const [, , , , out] = await entries();
  expect(await entries()).toEqual([
    { ...who, op: 'Login', reason: 'ok', login: 'applicant@demo' },
    { ...who, op: '/app?op=Page', reason: '312', target: 'role' },
    { ...who, op: '/sys?op=LoadTable', reason: '312', target: 'pg_shadow' },
    { ...who, op: 'SetDomain', reason: 'ok', target: 'domain 1' },
    { ...who, op: 'Logout', reason: 'ok', sid: out!.sid },
  ]);
  expect(lines().map(({ security }) => security)).toEqual(await entries());
});

test('G8 failures: wrong password, unknown person, locked, over the limit; a flood behind the limit writes nothing more', async () => {
  const from = stranger();
  const fail = async (username: string) =>
    it.say('/sys?op=Login', { ...(await it.app.loginBody(username)), password: 'x'.repeat(43) }, { remoteAddress: from });
  for (let at = 0; at < 6; at += 1) await fail('member1');
  await fail('nobody1');
  expect((await entries()).map(({ op, reason, login, actor }) => [op, reason, login, actor])).toEqual([
    ...Array(5).fill(['Login', '304', 'member1@demo', null]),
    ['Login', '309', 'member1@demo', null],
    ['Login', '304', 'nobody1@demo', null],
  ]);
  for (let at = 0; at < 40; at += 1) await fail(`nobody${at + 2}`);
  const all = await entries();
  expect(all.map(({ reason }) => reason).filter((reason) => reason === '429')).toHaveLength(1);
  expect(all).toHaveLength(31);
});

test('E20 what is typed in the place of a name and can be none is not kept: it may be a password', async () => {
  for (const typed of ['My-Secret.Pass!', 'correct horse battery', '张三密码', 'p'.repeat(17)])
    await it.say('/sys?op=Login', { ...(await it.app.loginBody('member2')), username: typed }, { remoteAddress: stranger() });
  expect((await entries()).map(({ reason, login }) => [reason, login])).toEqual(Array(4).fill(['304', '']));
});

test('G8 refusals of one person are bounded, and the last one says so; another person is still heard', async () => {
  for (let at = 0; at < 40; at += 1) expect((await it.as('viewer', '/app?op=Page', { cloud: `nothing${at}` })).code).toBe(312);
  await it.as('member3', '/app?op=Page', { cloud: 'nothing' });
  const refused = (await entries()).filter(({ op }) => op === '/app?op=Page');
  expect(refused).toHaveLength(21);
  expect(refused[19]!.reason).toBe('312, and no more of these for ten minutes');
  const later = await it.as('viewer', '/sys?op=Queue', { actions: JSON.stringify([{ path: '/app', op: 'Page', cloud: 'x' }]) });
  expect((later.rows as { code: number }[])[0]!.code).toBe(312);
  expect((await entries()).filter(({ op }) => op === '/app?op=Page')).toHaveLength(21);
  it.skew += 10 * 60_000;
  await it.as('viewer', '/sys?op=Queue', { actions: JSON.stringify([{ path: '/app', op: 'Page', cloud: 'y' }]) });
  expect((await entries()).at(-1)).toMatchObject({ op: '/app?op=Page', reason: '312', target: 'y' });
});

test('G8 what is refused of several is written as what is refused alone: one line a call with the ids of it, also within a Queue', async () => {
  const [actor, other] = [await idOf('admin'), await idOf('legal')];
  const act = (op: string, id: string) => it.as('admin', `${USER}?op=${op}`, { id });
  expect((await act('Invite', `,${actor},${other},`)).code).toBe(343);
  const refused = (await entries()).filter(({ op }) => op.startsWith('/'));
  expect(refused).toMatchObject([{ op: `${USER}?op=Invite`, reason: '312', actor, target: String(actor) }]);
  expect(lines().filter(({ security }) => security.reason === '312')).toHaveLength(1);
  const queued = { path: USER, op: 'Disable', id: `,${actor},987654321,` };
  const told = await it.as('admin', '/sys?op=Queue', { actions: JSON.stringify([queued]) });
  expect((told.rows as { code: number }[])[0]!.code).toBe(300);
  const later = (await entries()).filter(({ op }) => op.startsWith('/')).slice(1);
  expect(later.map(({ op, reason, target }) => [op, reason, target])).toEqual([[`${USER}?op=Disable`, '312', String(actor)]]);
  // what is refused for another reason is no matter of rights
  expect((await act('ResetFactor', `,${other},987654321,`)).code).toBe(300);
  expect((await entries()).filter(({ op }) => op.startsWith('/'))).toHaveLength(2);
});

test('G8 B26 a revoked session is written once however often it asks, and who was revoked and why', async () => {
  const token = await it.signIn('tech');
  const id = await idOf('tech');
  await it.sql('update app."user" set status = 2 where id = $1', [id]);
  for (let at = 0; at < 3; at += 1) expect((await it.say('/sys?op=Counts', {}, { token })).code).toBe(401);
  await it.sql('update app."user" set status = 1 where id = $1', [id]);
  await it.sql('update app."user" set role_entities = role_entities[1:1], modify_entity = 1 where id = $1', [id]);
  expect((await entries()).slice(1).map(({ op, reason, actor, target }) => [op, reason, actor, target])).toEqual([
    ['Revoke', 'disabled', null, `user ${id}`],
    ['Session', 'revoked', id, ''],
    ['Revoke', 'role', null, `user ${id}`],
  ]);
  await it.say('/sys?op=Counts', {}, { token: 'A'.repeat(43) });
  expect(await entries()).toHaveLength(4);
});

test('A21 line feeds, escapes and direction marks in names, agents and targets: one JSON line an entry, none of them in it', async () => {
  const evil = 'a\r\n{"level":60}\u001b[2J\u202e\u2028';
  const token = String(
    (await it.say('/sys?op=Login', await it.app.loginBody('legal'), { headers: { 'user-agent': 'x\u001b[31m' } })).data!.token,
  );
  await it.say('/app?op=Get', { cloud: evil + 'x'.repeat(500), id: '7' }, { token });
  const entry = (await entries()).at(-1)!;
  expect(entry.target).toMatch(/^a\?\?\{"level":60\}\?\[2J\?\?x+$/);
  expect(entry.target.length).toBe(120);
  for (const line of it.log) expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
  expect(lines()).toHaveLength((await entries()).length);
});

test('E15 a start with the keys of another database is written down', async () => {
  const { catalogueOf: _, ...parts } = { ...it.app.house, db: it.app.base.db };
  const keys = { ...parts.keys, pepper: Buffer.alloc(32, 9) };
  await expect(openHouse({ ...parts, keys }, { demo: true, say: () => undefined })).rejects.toThrow(/pepper/);
  expect(await entries()).toMatchObject([{ op: 'Start', reason: 'keys of another database', target: 'pepper' }]);
});

test('G8 nobody changes the log: no update, no truncate, no delete of what is younger than thirty days; the sweep takes what is old', async () => {
  await it.sql(`insert into fw.security_log (at, login, op, target, reason, address, sid)
    values (now() - interval '200 days', '', 'old', '', '', '', ''), (now() - interval '100 days', '', 'middle', '', '', '', '')`);
  for (const text of [`update fw.security_log set reason = 'ok'`, 'truncate fw.security_log', 'delete from fw.security_log'])
    await expect(it.sql(text)).rejects.toMatchObject({ code: 331 });
  expect(await sweepSecurityLog(it.app.house.db, new Date(), 180)).toBe(1);
  expect(await sweepSecurityLog(it.app.house.db, new Date(), 1)).toBe(1);
  expect(await it.one('select count(*)::int from fw.security_log where op in ($1, $2)', ['old', 'middle'])).toBe(0);
});
