import { randomBytes } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byInject, Person } from '#protocol/testing-person.ts';
import { openServer } from '#server/compose.ts';
import { createCredential, verifierOf } from '#server/signin/credential.ts';
import { loadSite } from '#server/signin/site.ts';
import { listen, type Outside, openOutside, upload } from '../outside.ts';

const MINUTE = 60_000;
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

interface Held {
  who: { id: number; company_id: number };
  token: string;
  /** address of a file of his own, with a ticket */
  file: string;
  channel: { username: string; password: string };
  client: MqttClient;
  closed: Promise<void>;
}

function connect(channel: Held['channel']): MqttClient {
  const client = mqtt.connect(`ws://127.0.0.1:${live.port}/mqtt`, { ...channel, reconnectPeriod: 0 });
  client.on('error', () => undefined);
  return client;
}
const answerOf = (client: MqttClient): Promise<'connect' | 'close'> =>
  new Promise((resolve) => {
    client.once('connect', () => resolve('connect'));
    client.once('close', () => resolve('close'));
  });

async function uploaded(token: string): Promise<string> {
  const told = await upload(it, token, { cloud: 'initiation', field: 'proposal' }, 'a.txt', 'secret');
  expect(told.code, told.bytes).toBe(200);
  return String(told.data?.url);
}

/** A session with everything that can be had of it: the token, a file's ticket, the channel and a connection to it. */
async function held(username = 'applicant'): Promise<Held> {
  const token = await it.signIn(username);
  const counts = await it.say('/sys?op=Counts', {}, { token });
  const channel = counts.data?.mqtt as Held['channel'];
  const client = connect(channel);
  expect(await answerOf(client)).toBe('connect');
  const [who] = await it.sql<Held['who']>('select id, company_id from app."user" where login_name = $1', [username]);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  return { who: who!, token, file: await uploaded(token), channel, client, closed };
}
async function works({ token, file, channel }: Held): Promise<string> {
  const client = connect(channel);
  const said = await answerOf(client);
  client.end(true);
  const get = await it.say(file, {}, { method: 'GET' });
  return `token ${(await it.say('/sys?op=Counts', { _bg: '1' }, { token })).code}, file ${get.bytes === 'secret' ? 200 : get.code}, channel ${said}`;
}
const ALL = 'token 200, file 200, channel connect';
const NONE = 'token 401, file 401, channel close';

const ENDS: Record<string, (of: Held) => Promise<unknown>> = {
  'signing out': ({ token }) => it.say('/sys?op=Logout', {}, { token }),
  'disabling the user': ({ who }) => it.sql('update app."user" set status = 2 where id = $1', [who.id]),
  'taking a role away': ({ who }) => it.sql('update app."user" set role_entities = role_entities[1:1] where id = $1', [who.id]),
  'deleting a role of his': () => it.sql(`update app."role" set deleted_time = now() where company_id = 1 and code = 'applicant'`),
  'a new password': ({ who }) =>
    it.app.house.db.tx(async (tx) => {
      const { salt, N } = await loadSite(tx, it.app.house.settings.kdfN);
      const verifier = await verifierOf('demo', 'applicant', 'An0ther-word', salt, N);
      await createCredential(tx, it.app.house.keys, { ...who, subname: 'demo', login_name: 'applicant' }, verifier);
    }),
};

async function restored(): Promise<void> {
  it.skew = 0;
  const { house } = it.app;
  const { salt, N } = await loadSite(house.db, house.settings.kdfN);
  await it.sql(`update app."role" set deleted_time = null where company_id = 1 and code = 'applicant'`);
  const [who] = await it.sql<Held['who']>(`update app."user" set status = 1 where login_name = 'applicant' returning id, company_id`);
  await it.sql(
    `update app."user" u set role_entities = array(select id from app."role" r where r.company_id = u.company_id and code in ('staff', 'applicant')) where id = $1`,
    [who!.id],
  );
  const verifier = await verifierOf('demo', 'applicant', 'Passw0rd-1', salt, N);
  await house.db.tx((tx) => createCredential(tx, house.keys, { ...who!, subname: 'demo', login_name: 'applicant' }, verifier));
}

test.each(Object.keys(ENDS))(
  'E9 B26 %s ends token, file ticket and channel, also of other devices, and closes what is open',
  async (how) => {
    const [one, other] = [await held(), await held()];
    expect(await works(one)).toBe(ALL);
    await ENDS[how]!(one);
    await one.closed;
    expect(await works(one)).toBe(NONE);
    if (how === 'signing out') {
      expect(await works(other)).toBe(ALL);
      other.client.end(true);
    } else {
      await other.closed;
      expect(await works(other)).toBe(NONE);
    }
    await restored();
    expect(await works(one), 'given back, what was taken').toBe(NONE);
  },
);

test('E9 30 minutes without a person end all of it; a page that only polls keeps nobody signed in', async () => {
  const one = await held();
  for (let at = 0; at < 6; at += 1) {
    // the real clock goes on too: a minute is left for a slow machine
    it.skew += 5 * MINUTE - 10_000;
    expect((await it.say('/sys?op=Counts', { _bg: '1' }, { token: one.token })).code).toBe(200);
  }
  it.skew = 30 * MINUTE + 1000;
  expect(await works(one)).toBe(NONE);
  await it.sql(`select pg_notify('fw_session', $1)`, [one.channel.username]);
  await one.closed;
  it.skew = 0;
});

test('E9 who is at work stays, to the twelfth hour and no further', async () => {
  const one = await held();
  for (let at = 0; at < 28; at += 1) {
    it.skew += 25 * MINUTE;
    expect((await it.say('/sys?op=Active', {}, { token: one.token })).code, `${at}`).toBe(200);
  }
  it.skew = 12 * 60 * MINUTE - MINUTE;
  expect((await it.say('/sys?op=Active', {}, { token: one.token })).code).toBe(200);
  it.skew = 12 * 60 * MINUTE + 1000;
  expect(await works(one)).toBe(NONE);
  one.client.end(true);
  it.skew = 0;
});

test('E9 B21 a domain switch gives a new token; the old one, its ticket and channel live 30 seconds on', async () => {
  const one = await held();
  const mine = (await it.say('/sys?op=LoadNav', {}, { token: one.token })).data?.user as { domains: { id: number }[] };
  const moved = await it.say('/cloud/app/sys/user/api/UserApi?op=SetDomain', { id: String(mine.domains[1]!.id) }, { token: one.token });
  expect(moved.code).toBe(200);
  expect(moved.data?.token).not.toBe(one.token);
  it.skew = 31_000;
  expect(await works(one)).toBe(NONE);
  expect((await it.say('/sys?op=Counts', {}, { token: String(moved.data?.token) })).code).toBe(200);
  one.client.end(true);
  it.skew = 0;
});

test('B26 a user who is disabled, deleted or out of his domain, a role or a grant that is taken away: the next request knows', async () => {
  let token = await it.signIn('finance');
  const page = async () => (await it.say('/app?op=Page', { cloud: 'project' }, { token })).code;
  const becomes = async (code: number) => {
    // a session may be kept for a moment; what ends it is heard, not waited for
    for (let told = await page(); told !== code; told = await page()) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  expect(await page()).toBe(200);
  const [before] = await it.sql<{ id: number; role_entities: number[]; domain_entities: number[] }>(
    `select id, role_entities, domain_entities from app."user" where login_name = 'finance'`,
  );
  const changes: [string, unknown, unknown][] = [
    ['status', 2, 1],
    ['deleted_time', '2026-01-01', null],
    ['domain_entities', [], before!.domain_entities],
    ['role_entities', [], before!.role_entities],
  ];
  for (const [column, then, back] of changes) {
    await it.sql(`update app."user" set ${column} = $2 where id = $1`, [before!.id, then]);
    await becomes(401);
    await it.sql(`update app."user" set ${column} = $2 where id = $1`, [before!.id, back]);
    await becomes(401);
    token = await it.signIn('finance');
    expect(await page()).toBe(200);
  }
  const role = await it.one(`select id from app."role" where company_id = 1 and code = 'finance'`);
  await it.sql(`update app."role" set deleted_time = now() where id = $1`, [role]);
  await becomes(401);
  token = await it.signIn('finance');
  expect(await page()).toBe(312);
  await it.sql(`update app."role" set deleted_time = null where id = $1`, [role]);
  await becomes(200);
});

test('E15 tickets and channel passwords die with the keys that made them; a session needs no key', async () => {
  const one = await held();
  one.client.end(true);
  const keys = { ...it.app.house.keys, ticket: randomBytes(32), channel: randomBytes(32) };
  const node = await openServer({ ...it.app.house, keys }, { web: '/nonexistent', logger: false });
  const counts = (await new Person(byInject(node), one.token).call('/sys', 'Counts')) as unknown as {
    code: number;
    data: { mqtt: Held['channel'] };
  };
  expect([counts.code, counts.data.mqtt.username]).toEqual([200, one.channel.username]);
  expect(counts.data.mqtt.password).not.toBe(one.channel.password);
  expect(JSON.parse((await node.inject({ method: 'GET', url: one.file })).body).code).toBe(401);
  await node.close();
});
