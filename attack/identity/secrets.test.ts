import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '#server/signin/crypto.ts';
import { type Outside, openOutside, stranger, upload } from '../outside.ts';

let it: Outside;
/** Everything of the run that must stay between a person's browser and the server's memory, by what it is. */
const secrets = new Map<string, string>();
beforeAll(async () => {
  it = await openOutside();
  await aDay();
});
afterAll(() => it?.close());

/** A day of ordinary and of hostile calls, whose secrets are kept. */
async function aDay(): Promise<void> {
  for (const username of ['applicant', 'depthead', 'investmgr', 'admin']) {
    const body = await it.app.loginBody(username);
    const told = await it.say('/sys?op=Login', body, { remoteAddress: stranger(), headers: { 'user-agent': `test\r\n${username}` } });
    const token = String(told.data?.token);
    secrets
      .set(`proof of ${username}`, body.password!)
      .set(`token of ${username}`, token)
      .set(`sign of ${username}`, String(told.data?.sign));
    secrets.set(`device of ${username}`, String(told.headers['set-cookie']).split(';')[0]!.split('=')[1]!.split('.')[1]!);
    const counts = await it.say('/sys?op=Counts', {}, { token });
    secrets.set(`channel of ${username}`, (counts.data!.mqtt as { password: string }).password);
    const calls: [string, Record<string, string>][] = [
      ['/app?op=Page', { cloud: 'project' }],
      ['/app?op=Page', { cloud: 'nothing', filters: '{"sort":[["x","y"]]}' }],
      ['/app?op=Get', { cloud: 'initiation', id: '1' }],
      ['/app?op=Show', { cloud: 'initiation', id: '1' }],
      ['/app?op=Add', { cloud: 'initiation', key_name: 'a day', department_entity: '', password: 'CANARY-typed-pw' }],
      ['/sys?op=Queue', { actions: JSON.stringify([{ path: '/sys', op: 'Login', password: body.password }]) }],
      [`/sys?op=LoadNav&token=${token}`, { token }],
    ];
    for (const [url, form] of calls) await it.say(url, form, { token });
    if (username === 'applicant') {
      const file = await upload(it, token, { cloud: 'initiation', field: 'proposal' }, 'a\r\nb.txt', 'secret text');
      const ticket = /tk=([\w-]{38})/.exec(String(file.data?.url))![1]!;
      secrets.set('ticket', ticket);
      await it.say(String(file.data?.url), {}, { method: 'GET' });
      await it.say(`${file.data?.url}x`, {}, { method: 'GET' });
    }
    const moved = await it.say('/cloud/app/sys/user/api/UserApi?op=SetDomain', { id: '1' }, { token });
    secrets.set(`second token of ${username}`, String(moved.data?.token));
    await it.say('/sys?op=Login', { ...body, password: 'A'.repeat(43) }, { remoteAddress: stranger() });
    await it.say('/sys?op=Login', body, { remoteAddress: stranger() });
    await it.say('/sys?op=Login', '{"username":', { headers: { 'content-type': 'application/json' } });
  }
  secrets.set('password', 'Passw0rd-1').set('typed password', 'CANARY-typed-pw');
  for (const [name, key] of Object.entries(it.app.house.keys)) secrets.set(`key ${name}`, key.toString('latin1'));
}

/** How a secret may hide: as it is, as its bytes, in the encodings that bytes are written in, or hashed without a key. */
function disguises(secret: string): string[] {
  const raw = Buffer.from(secret, 'latin1');
  const hash = (name: string) => createHash(name).update(secret).digest('hex');
  return [
    secret,
    raw.toString('hex'),
    ...(/^[\w-]{21,}$/.test(secret) ? [Buffer.from(secret, 'base64url').toString('hex')] : []),
    raw.toString('base64').replace(/=+$/, ''),
    ...(secret === 'Passw0rd-1' ? [hash('md5'), hash('sha1'), hash('sha256')] : []),
  ];
}
function found(text: string): string[] {
  return [...secrets].flatMap(([name, secret]) => (disguises(secret).some((one) => text.includes(one)) ? [name] : []));
}

test('E11 10,000 tokens: all different, 43 characters of 64, no position that says more than another', () => {
  const tokens = new Set(Array.from({ length: 10_000 }, () => newToken(Buffer.alloc(32, 7))));
  expect(tokens.size).toBe(10_000);
  const counts = Array.from({ length: 42 }, () => new Map<string, number>());
  for (const token of tokens) {
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    for (const [at, count] of counts.entries()) count.set(token[at]!, (count.get(token[at]!) ?? 0) + 1);
  }
  // 156 of each letter are expected at each place; 256 would be eight standard deviations away
  for (const count of counts) expect([count.size, Math.max(...count.values()) < 256]).toEqual([64, true]);
});

test('E11 R8 a dump of every table holds no token, proof, ticket, password or key', async () => {
  const tables = await it.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(30);
  expect(secrets.size).toBeGreaterThan(20);
  for (const { name } of tables) {
    const rows = await it.sql<{ row: string }>(`select t::text as row from ${name} t`);
    expect(found(rows.map((one) => one.row).join('\n')), name).toEqual([]);
  }
});

test('E11 E20 the log of the day, to its finest level, names no secret and holds one line for each event', () => {
  expect(found(it.log.join('\n'))).toEqual([]);
  for (const line of it.log) expect(line.trim().split('\n')).toHaveLength(1);
});

test('E20 a fault of ours is logged without the request, and told without a reason', async () => {
  const token = await it.signIn('viewer');
  const whole = it.app.house.db.query;
  secrets.set('token of viewer', token).set('typed in a fault', 'CANARY-in-fault');
  it.app.house.db.query = (async (text: string, values?: unknown[]) => {
    if (text.includes('app."project"')) throw new Error('planted');
    return whole(text, values);
  }) as never;
  const told = await it.say('/app?op=Page', { cloud: 'project', filters: '{"key_word":"CANARY-in-fault"}' }, { token });
  it.app.house.db.query = whole;
  expect(told.bytes).toBe('{"code":306,"remark":"","duration":0}');
  expect(it.log.join('\n')).toContain('planted');
  expect(found(it.log.join('\n'))).toEqual([]);
});
