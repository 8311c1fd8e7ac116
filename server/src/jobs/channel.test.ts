import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect as connectTcp, createServer as createTcp } from 'node:net';
import { Aedes } from 'aedes';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Refusal } from '#protocol/codes.ts';
import { giveRights } from '#server/db/roles/grant.ts';
import { theServer } from '#server/db/testing.ts';
import { withAdmin } from '#server/db/testing-server.ts';
import { decideRecord } from '#server/flow/act/decide.ts';
import { application, type FlowLab, openFlowLab } from '#server/flow/act/testing.ts';
import type { Session } from '#server/meta/session.ts';
import { type Channel, openChannel } from './channel.ts';
import { channelPassword, isChannelPassword, topicOf } from './credentials.ts';
import { forwardOnce, startForward } from './forward.ts';
import { type Cursor, cursorNow, readOutbox, sweepOutbox } from './outbox.ts';
import { relayOnce } from './relay.ts';
import { remindLate } from './remind.ts';
import { makeQueues, startTicks } from './ticks.ts';

let lab: FlowLab;
let server: Server;
let channel: Channel;
let depthead: Session;
let applicant: Session;
const live = new Map<string, Session>();
/** what happens once while a session is read */
let reading: (() => Promise<void>) | null = null;
/** whose seats were looked at, to find a person's */
const looked: string[] = [];
const clients: MqttClient[] = [];

beforeAll(async () => {
  lab = await openFlowLab();
  depthead = await lab.as('depthead');
  applicant = await lab.as('applicant');
  for (const session of [depthead, applicant]) live.set(session.sid, session);
  channel = await openChannel({
    callerOf: () => ({ address: '127.0.0.1', device: null }),
    verify: async (sid, password) => {
      const session = live.get(sid);
      const meanwhile = reading;
      reading = null;
      await meanwhile?.();
      if (!session || !isChannelPassword(lab.house.keys.channel, sid, session.user.id, password)) return null;
      const listener = { sid, company: session.company.id, topic: topicOf(session), locale: session.locale };
      return {
        ...listener,
        get user() {
          looked.push(sid);
          return session.user.id;
        },
      };
    },
  });
  server = createServer();
  channel.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await channel.close();
  server.closeAllConnections();
  server.close();
  await lab.close();
});

const passwordOf = (session: Session) => channelPassword(lab.house.keys.channel, session.sid, session.user.id);
function connect(username: string, password: string, rest: mqtt.IClientOptions = {}): MqttClient {
  const { port } = server.address() as AddressInfo;
  const client = mqtt.connect(`ws://127.0.0.1:${port}/mqtt`, { username, password, reconnectPeriod: 0, ...rest });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}
const happened = (client: MqttClient | WebSocket, event: 'connect' | 'open' | 'close') =>
  new Promise<void>((resolve) => (client as WebSocket).once(event, () => resolve()));
const heard = (client: MqttClient) =>
  new Promise<Record<string, unknown>>((resolve) => client.once('message', (_, payload) => resolve(JSON.parse(payload.toString()))));
async function opened(session: Session): Promise<MqttClient> {
  const client = connect(session.sid, passwordOf(session));
  await happened(client, 'connect');
  return client;
}

describe('E19 the channel tells nobody anything but his own', () => {
  it.each([
    ['anonymous', '', ''],
    ['an unknown session', 'nobody', 'x'],
    ["another's password", 'test-1-3', 'applicant'],
  ])('refuses %s', async (_, username, password) => {
    const client = connect(username, password === 'applicant' ? passwordOf(applicant) : password);
    await happened(client, 'close');
    expect(client.connected).toBe(false);
  });

  it('R10 keeps no socket of who is refused before he is one of the channel, and does not hang up', async () => {
    const { port } = server.address() as AddressInfo;
    const count = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));
    await expect.poll(count).toBe(0);
    const socket = connectTcp({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
    socket.write('GET /other HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    const [told] = await once(socket, 'data');
    expect(String(told)).toContain('404 Not Found');
    await expect.poll(count).toBe(0);
    socket.destroy();
  });

  it('R7 a session that ends while a connection proves that it is its own gets no seat', async () => {
    const sid = depthead.sid;
    reading = async () => {
      // read as it lives; it ends, and the word of that comes, before the answer does
      live.delete(sid);
      await channel.recheck((listener) => listener.sid === sid);
    };
    const client = connect(sid, passwordOf(depthead));
    await Promise.race([happened(client, 'close'), happened(client, 'connect')]);
    live.set(sid, depthead);
    expect(channel.isListening(1, depthead.user.id)).toBe(false);
    expect(client.connected).toBe(false);
  });

  it('refuses a session that would outlive its connection', async () => {
    const client = connect(depthead.sid, passwordOf(depthead), { clean: false, clientId: 'stays' });
    await happened(client, 'close');
    expect(channel.isListening(1, depthead.user.id)).toBe(false);
  });

  it.each(['#', '+', '+/#', '$SYS/#', 'applicant@demo', '$share/g/depthead@demo'])('disconnects who subscribes %s', async (topic) => {
    const client = await opened(depthead);
    client.subscribe(topic, () => undefined);
    await happened(client, 'close');
  });

  it('disconnects who publishes, a megabyte too; the broker lives on', async () => {
    for (const payload of ['x', 'x'.repeat(1024 * 1024)]) {
      const client = await opened(depthead);
      client.publish('depthead@demo', payload);
      await happened(client, 'close');
    }
    expect((await opened(applicant)).connected).toBe(true);
  });

  it('F7 disconnects who begins a packet longer than anybody needs, before it is there', async () => {
    for (const head of [
      [0x30, 0xff, 0xff, 0xff, 0x7f],
      [0x82, 0x81, 0x20],
    ]) {
      const client = await opened(depthead);
      const closed = happened(client, 'close');
      client.stream.write(Buffer.from(head));
      await closed;
    }
    expect((await opened(applicant)).connected).toBe(true);
  });

  it('F7 disconnects who sends more packets than a page does, and reads none of those that are too many', async () => {
    const client = await opened(depthead);
    let answers = 0;
    const hundred = new Promise<void>((resolve) =>
      client.on('packetreceive', ({ cmd }) => {
        if (cmd === 'pingresp') answers += 1;
        if (answers === 100) resolve();
      }),
    );
    const pings = (count: number) => client.stream.write(Buffer.alloc(2 * count, Buffer.from([0xc0, 0])));
    pings(100);
    await hundred;
    const closed = happened(client, 'close');
    pings(30_000);
    await closed;
    expect(answers).toBe(100);
    expect((await opened(applicant)).connected).toBe(true);
  });

  it.each<[string, (web: WebSocket) => void]>([
    ['messages that hold nothing', (web) => web.send('')],
    ['signs of life', (web) => web.ping()],
    ['answers to none', (web) => web.pong()],
    ['pieces of a message without an end', (web) => web.send(Buffer.alloc(1), { fin: false })],
  ])('F7 disconnects who sends %s without end, before he says who he is', async (_, send) => {
    const web = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`, 'mqtt');
    web.on('error', () => undefined);
    await happened(web, 'open');
    const closed = happened(web, 'close');
    for (let n = 0; n < 1_000; n += 1) send(web);
    await closed;
    expect((await opened(applicant)).connected).toBe(true);
  });

  it('F7 who confirms a thousand messages that were told at once stays', async () => {
    const client = await opened(depthead);
    await client.subscribeAsync(topicOf(depthead), { qos: 1 });
    let count = 0;
    const all = new Promise<void>((resolve) =>
      client.on('message', () => {
        count += 1;
        if (count === 1000) resolve();
      }),
    );
    for (let n = 0; n < 1000; n += 1) channel.send(1, depthead.user.id, () => ({ title: '', content: '', data: { n } }));
    await all;
    const answer = new Promise<void>((resolve) => client.on('packetreceive', ({ cmd }) => cmd === 'pingresp' && resolve()));
    client.stream.write(Buffer.from([0xc0, 0]));
    await answer;
    expect(client.connected).toBe(true);
    client.end(true);
  });

  it('a message to one person looks at no seat of another', async () => {
    const [mine, others] = [await opened(applicant), await opened(depthead)];
    looked.length = 0;
    expect(channel.isListening(1, applicant.user.id)).toBe(true);
    expect(channel.send(1, applicant.user.id, () => ({ title: '', content: '', data: {} }))).toBeGreaterThan(0);
    expect(looked).toEqual([]);
    for (const client of [mine, others]) {
      const closed = happened(client, 'close');
      client.end(true);
      await closed;
    }
  });

  it('B20 a topic of another company is not mine, whatever I am called', async () => {
    const client = await opened(depthead);
    client.subscribe('depthead@other', () => undefined);
    await happened(client, 'close');
  });

  it('ends the connection of a session that was revoked', async () => {
    const client = await opened(applicant);
    live.delete(applicant.sid);
    await channel.recheck((listener) => listener.sid === applicant.sid);
    if (client.connected) await happened(client, 'close');
    live.set(applicant.sid, applicant);
    expect(channel.isListening(1, applicant.user.id)).toBe(false);
  });
});

/** What can be sent, once it is so many: the database's own housekeeping holds it back for a moment too. */
const readable = (from: Cursor, least: number, db = lab.house.db) =>
  vi.waitFor(
    async () => {
      const rows = await readOutbox(db, from);
      expect(rows.length).toBeGreaterThanOrEqual(least);
      return rows;
    },
    { timeout: 120_000, interval: 20 },
  );

describe('live counts come out of the outbox', () => {
  it('a decision reaches the next handler: badge, title in his language, where it opens', async () => {
    const client = await opened(depthead);
    await client.subscribeAsync(topicOf(depthead), { qos: 1 });
    const from = await cursorNow(lab.house.db);
    const table = lab.house.catalogueOf(null).table('initiation')!;
    const { id } = await decideRecord(lab.house, applicant, table, { event: 11, ...application('100') });
    await readable(from, 1);
    const message = heard(client);
    const place = await relayOnce(lab.house, channel, from);
    expect(await message).toEqual({
      title: '新的待办',
      content: expect.stringContaining('物流枢纽'),
      data: { kind: 'counts', todo: 1, answer: 0, read: 0, notices: 0, about: 'todo', cloud: 'initiation', id },
    });
    expect(await readOutbox(lab.house.db, place)).toEqual([]);
  });

  it('FRAME-11 follows the language of a session whose person chooses another, on the connection that is open', async () => {
    const client = await opened(depthead);
    await client.subscribeAsync(topicOf(depthead), { qos: 1 });
    live.set(depthead.sid, { ...depthead, locale: 'en_US' });
    await channel.recheck((listener) => listener.sid === depthead.sid);
    live.set(depthead.sid, depthead);
    const message = heard(client);
    channel.send(1, depthead.user.id, (locale) => ({ title: locale, content: '', data: {} }));
    expect((await message).title).toBe('en_US');
    await channel.recheck((listener) => listener.sid === depthead.sid);
  });

  it('24 a slow transaction is not passed over, and what is not sent is sent again', async () => {
    const from = await cursorNow(lab.house.db);
    const put = (tx: { query: FlowLab['house']['db']['query'] }, user: number) =>
      tx.query(`insert into fw.outbox (company_id, user_id, kind) values (1, $1, 'counts')`, [user]);
    await lab.house.db.tx(async (slow) => {
      await put(slow, 101);
      await put(lab.house.db, 102);
      expect(await readOutbox(lab.house.db, from)).toEqual([]);
    });
    const rows = await readable(from, 2);
    expect(rows.map((row) => row.user_id).sort()).toEqual([101, 102]);
    expect(await readOutbox(lab.house.db, from)).toEqual(rows);
    await sweepOutbox(lab.house.db, new Date(Date.now() + 2 * 86_400_000), {
      forwarded: false,
      warn: (error) => expect.unreachable(error.message),
    });
    expect(await readOutbox(lab.house.db, from)).toEqual([]);
  });
});

describe('what a place waits for', () => {
  /** With no session but those of the role that serves: of the owner's it sees nothing. */
  let lab: FlowLab;
  beforeAll(async () => {
    lab = await openFlowLab();
  });
  afterAll(() => lab.close());
  const put = () => lab.house.db.query(`insert into fw.outbox (company_id, user_id, kind) values (1, 103, 'counts')`);
  const newest = async () =>
    (await lab.house.db.query<{ tx: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as tx'))[0]!.tx;
  /** While somebody else's transaction, which has written, stays open. */
  const beside = async (database: string, work: () => Promise<void>) => {
    const { adminUrl } = await theServer();
    await withAdmin(Object.assign(new URL(adminUrl), { pathname: database }).href, async (stranger) => {
      await stranger.query('begin');
      await stranger.query('select pg_current_xact_id()');
      await work();
      await stranger.query('rollback');
    });
  };

  it('24 a transaction in another database of the server keeps nothing back', async () => {
    await beside(new URL((await theServer()).adminUrl).pathname, async () => {
      const from = await cursorNow(lab.house.db);
      await put();
      expect((await readable(from, 1, lab.house.db)).map((row) => row.user_id)).toEqual([103]);
      expect(BigInt((await cursorNow(lab.house.db)).tx)).toBeLessThanOrEqual(BigInt(await newest()));
    });
  });

  it("24 one in this database whose transactions one may not see is waited for with the server's oldest", async () => {
    const from = await cursorNow(lab.house.db);
    await beside(new URL(lab.base.url).pathname, async () => {
      await put();
      expect(await readOutbox(lab.house.db, from)).toEqual([]);
    });
    expect((await readable(from, 1, lab.house.db)).map((row) => row.user_id)).toEqual([103]);
  });
});

describe('an outside broker by MQTT_URL', () => {
  it("24 FRAME-11 gets everybody's messages in the language that he chose, once it is there; what failed is sent again", async () => {
    await lab.house.db.query(`insert into fw.choice (company_id, user_id, name, value) values (1, $1, 'locale', 'en_US')`, [
      depthead.user.id,
    ]);
    await lab.house.db.query(`update fw.outbox_place set tx = pg_snapshot_xmin(pg_current_snapshot()), id = 0`);
    const table = lab.house.catalogueOf(null).table('initiation')!;
    await decideRecord(lab.house, applicant, table, { event: 11, ...application('200') });
    await expect(forwardOnce(lab.house, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    const foreign = await Aedes.createBroker();
    const outside = createTcp(foreign.handle);
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
    const url = `mqtt://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    const ear = await mqtt.connectAsync(url);
    await ear.subscribeAsync('#');
    const heard = new Promise<string[]>((resolve) =>
      ear.on('message', (topic, payload) => {
        const { title } = JSON.parse(payload.toString());
        if (title) resolve([topic, title]);
      }),
    );
    const stop = startForward(lab.house, url, () => undefined, 20);
    expect(await heard).toEqual(['depthead@demo', 'New to-do']);
    await stop();
    await ear.endAsync(true);
    await new Promise<void>((resolve) => foreign.close(resolve));
    outside.close();
  });
});

describe('what waits for an outside broker', () => {
  const DAY = 86_400_000;
  const said: string[] = [];
  const sweep = (after: number, most?: number) =>
    sweepOutbox(lab.house.db, new Date(Date.now() + after), {
      forwarded: true,
      ...(most === undefined ? {} : { most }),
      warn: ({ message }) => said.push(message),
    });
  const left = async () =>
    (await lab.base.db.query<{ user_id: number }>('select user_id from fw.outbox order by tx, id')).map((row) => row.user_id);
  const put = (...users: number[]) =>
    Promise.all(
      users.map((user) => lab.house.db.query(`insert into fw.outbox (company_id, user_id, kind) values (1, $1, 'counts')`, [user])),
    );
  /** All that is there has been told up to the person's message. */
  const toldTo = (user: number) =>
    lab.base.db.query(`update fw.outbox_place p set tx = o.tx, id = o.id from fw.outbox o where p.name = 'mqtt' and o.user_id = $1`, [
      user,
    ]);
  beforeEach(async () => {
    said.length = 0;
    await lab.base.db.query('delete from fw.outbox');
    for (const user of [201, 202, 203]) await put(user);
  });

  it('24 is kept until the broker has it, and the operator hears that it waits; what it has had goes after a day', async () => {
    await toldTo(202);
    expect(await sweep(DAY - 3_600_000)).toBe(0);
    expect(await sweep(DAY + 3_600_000)).toBe(2);
    expect(await left()).toEqual([203]);
    expect(said).toEqual(Array(2).fill(expect.stringMatching(/MQTT_URL has not taken the messages since 20\d\d-/)));
    await toldTo(203);
    said.length = 0;
    expect(await sweep(DAY + 3_600_000)).toBe(1);
    expect(said).toEqual([]);
  });

  it('24 a broker that never comes back does not fill the disk: what is a week old, and what is too much, is given up with a warning', async () => {
    await toldTo(201);
    expect(await sweep(60_000, 1)).toBe(1);
    expect([await left(), said]).toEqual([[201, 203], [expect.stringMatching(/: 1 messages to it were given up/)]]);
    expect(await sweep(8 * DAY)).toBe(2);
    expect([await left(), said.length]).toEqual([[], 2]);
  });
});

describe('FLOW-07 reminders by the clock', () => {
  it('a limit that has passed reminds once', async () => {
    const due = await lab.house.db.query(
      `update fw.flow_todo set limit_time = '2026-11-22T00:00:00Z' where review_entity = $1 and review_state = 2 returning id`,
      [depthead.user.id],
    );
    expect(await remindLate(lab.house.db, new Date('2026-11-21T23:00:00Z'))).toBe(0);
    expect(await remindLate(lab.house.db, new Date('2026-11-22T01:00:00Z'))).toBe(due.length);
    expect(await remindLate(lab.house.db, new Date('2026-11-22T02:00:00Z'))).toBe(0);
  });

  it('a tick lies on the durable queue and runs from there', async () => {
    let ran: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      ran = resolve;
    });
    const errors: unknown[] = [];
    await makeQueues(lab.base.db, ['remind']);
    await giveRights(lab.base.db, new URL(lab.base.servingUrl).username);
    const stop = await startTicks(lab.house.db, [{ name: 'remind', cron: '* * * * *', run: async () => ran() }], (error) =>
      errors.push(error),
    );
    const [schedule] = await lab.base.db.query(`select name, cron from pgboss.schedule`);
    expect(schedule).toEqual({ name: 'remind', cron: '* * * * *' });
    await lab.base.db.query(`insert into pgboss.job (name) values ('remind')`);
    await done;
    await stop();
    expect(errors).toEqual([]);
  });

  it.each([
    ['it went well', async () => undefined],
    ['it failed', () => Promise.reject(new Error('it failed'))],
  ])('a database that does not take that a tick has ended (%s) is told, and ends nothing', async (_, run) => {
    const lost = new Refusal(103);
    const unheard: unknown[] = [];
    const hear = (error: unknown) => unheard.push(error);
    process.on('unhandledRejection', hear);
    const { db } = lab.house;
    const query: typeof db.query = (text, ...rest) =>
      /completed_on = now|'failed'/.test(text) ? Promise.reject(lost) : db.query(text, ...rest);
    let told: (error: unknown) => void = () => undefined;
    const heard = new Promise((resolve) => {
      told = resolve;
    });
    const stop = await startTicks({ ...db, query }, [{ name: 'remind', cron: '* * * * *', run }], told);
    try {
      await lab.base.db.query(`delete from pgboss.job where name = 'remind'`);
      await lab.base.db.query(`insert into pgboss.job (name) values ('remind')`);
      expect(await heard).toBe(lost);
      await new Promise((resolve) => setImmediate(resolve));
      expect(unheard).toEqual([]);
    } finally {
      process.off('unhandledRejection', hear);
      await stop();
    }
  });
});
