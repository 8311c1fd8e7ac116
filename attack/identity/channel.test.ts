import { execFile } from 'node:child_process';
import { connect as connectTcp } from 'node:net';
import { promisify } from 'node:util';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { listen, type Outside, openOutside } from '../outside.ts';
import { has } from '../tools.ts';

let it: Outside;
let live: Awaited<ReturnType<typeof listen>>;
const clients: MqttClient[] = [];
beforeAll(async () => {
  it = await openOutside();
  live = await listen(it);
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await live?.close();
  await it?.close();
});

interface Seat {
  username: string;
  password: string;
  topic: string;
}
const seatOf = async (username: string, subname = 'demo'): Promise<Seat> => {
  const told = await it.say('/sys?op=Counts', {}, { token: await it.signIn(username, subname) });
  return told.data?.mqtt as Seat;
};
function connect(options: IClientOptions): MqttClient {
  const client = mqtt.connect(`ws://127.0.0.1:${live.port}/mqtt`, { reconnectPeriod: 0, ...options });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}
const answerOf = (client: MqttClient): Promise<'connect' | 'close'> =>
  new Promise((resolve) => {
    client.once('connect', () => resolve('connect'));
    client.once('close', () => resolve('close'));
  });
const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));
async function alive(): Promise<void> {
  const seat = await seatOf('viewer');
  const client = connect(seat);
  expect(await answerOf(client)).toBe('connect');
  const granted = await client.subscribeAsync(seat.topic, { qos: 1 });
  expect(granted[0]!.qos).toBe(1);
  client.end(true);
}

test('E19 nobody without the password of a session of his own: anonymous, made-up, mixed, from another company', async () => {
  const [mine, theirs, abroad] = [await seatOf('applicant'), await seatOf('depthead'), await seatOf('admin2', 'other')];
  const wrong: IClientOptions[] = [
    {},
    { username: mine.username },
    { username: mine.username, password: '' },
    { username: 'applicant', password: 'Passw0rd-1' },
    { username: mine.username, password: theirs.password },
    { username: theirs.username, password: mine.password },
    { username: abroad.username, password: mine.password },
    { username: "' or 1=1--", password: "' or 1=1--" },
    { username: mine.username, password: mine.password.toLowerCase() },
    { ...mine, clean: false, clientId: 'stays' },
  ];
  for (const options of wrong) expect(await answerOf(connect(options)), JSON.stringify(options)).toBe('close');
  await alive();
});

test('E19 B20 a subscription to anything but the own topic is refused, and hears nothing', async () => {
  const [seat, abroad] = [await seatOf('applicant'), await seatOf('admin2', 'other')];
  const others = [
    '#',
    '+',
    '+@demo',
    '$SYS/#',
    'depthead@demo',
    abroad.topic,
    'applicant@other',
    `${seat.topic}/#`,
    `$share/g/${seat.topic}`,
    '',
  ];
  for (const topic of others) {
    const client = connect(seat);
    await answerOf(client);
    const told = await Promise.race([
      client.subscribeAsync(topic, { qos: 1 }).then((granted) => granted[0]?.qos ?? 128),
      closed(client).then(() => 128),
    ]).catch(() => 128);
    expect(told, topic).toBe(128);
    client.end(true);
  }
  await alive();
});

test('E19 who publishes anywhere is disconnected, and the message reaches nobody', async () => {
  const [seat, victim] = [await seatOf('applicant'), await seatOf('depthead')];
  const listener = connect(victim);
  await answerOf(listener);
  await listener.subscribeAsync(victim.topic, { qos: 1 });
  const heard: string[] = [];
  listener.on('message', (_, payload) => heard.push(payload.toString()));
  for (const topic of [victim.topic, seat.topic, 'x', '$SYS/broker/clients']) {
    const client = connect(seat);
    await answerOf(client);
    const gone = closed(client);
    client.publish(topic, 'CANARY-forged', { qos: 1 }, () => undefined);
    await gone;
  }
  const large = connect(seat);
  await answerOf(large);
  const gone = closed(large);
  large.publish(seat.topic, 'x'.repeat(1024 * 1024), { qos: 0 }, () => undefined);
  await gone;
  const willed = connect({ ...seat, will: { topic: victim.topic, payload: Buffer.from('CANARY-will'), qos: 0, retain: false } });
  await answerOf(willed);
  willed.stream.destroy();
  await closed(willed);
  await alive();
  expect(heard).toEqual([]);
});

test("E19 who says the client id of another closes nobody's channel but his own", async () => {
  const [victim, other, attacker] = [await seatOf('depthead'), await seatOf('depthead'), await seatOf('applicant')];
  const clientId = 'web-1234567890';
  const mine = connect({ ...victim, clientId });
  expect(await answerOf(mine)).toBe('connect');
  await mine.subscribeAsync(victim.topic, { qos: 1 });
  let gone = false;
  mine.once('close', () => {
    gone = true;
  });
  for (const [seat, id] of [
    [attacker, clientId],
    [attacker, `${victim.username} ${clientId}`],
    [other, clientId],
  ] as const)
    expect(await answerOf(connect({ ...seat, clientId: id }))).toBe('connect');
  expect(await answerOf(connect({ username: victim.username, password: attacker.password, clientId }))).toBe('close');
  expect(await answerOf(connect({ username: `${victim.username} ${clientId}`, password: attacker.password, clientId: '' }))).toBe('close');
  // it still answers, so it was not closed
  await mine.subscribeAsync(victim.topic, { qos: 1 });
  expect([mine.connected, gone]).toEqual([true, false]);
  // his own page that comes back takes the place that it left
  const closes = closed(mine);
  const back = connect({ ...victim, clientId });
  expect(await answerOf(back)).toBe('connect');
  await closes;
  await back.subscribeAsync(victim.topic, { qos: 1 });
});

test('E19 malformed packets end their own connection only', async () => {
  const packets = [
    Buffer.alloc(64, 0xff),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x7f]),
    Buffer.from([0x00, 0x00]),
    Buffer.from([0x82, 0x00]),
  ];
  for (const packet of packets) {
    const socket = new WebSocket(`ws://127.0.0.1:${live.port}/mqtt`, 'mqtt');
    await new Promise((resolve) => socket.once('open', resolve));
    const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    socket.send(packet);
    await gone;
  }
  await alive();
});

test('E19 there is no channel but /mqtt: another address or a plain connection is ended', async () => {
  for (const path of ['/mqtt2', '/', '/sys', '/mqtt/../app']) {
    const socket = new WebSocket(`ws://127.0.0.1:${live.port}${path}`, 'mqtt');
    await new Promise<void>((resolve) => socket.once('error', () => resolve()));
  }
  const plain = connectTcp(live.port, '127.0.0.1');
  plain.on('error', () => undefined);
  plain.resume();
  const ended = new Promise<void>((resolve) => plain.once('close', () => resolve()));
  plain.write(Buffer.from([0x10, 0x0c, 0, 4, 77, 81, 84, 84, 4, 2, 0, 60, 0, 0]));
  await ended;
  await alive();
});

test.runIf(has('mosquitto-clients'))('E19 mosquitto_sub, which speaks TCP, finds no MQTT on the port of the server', async () => {
  const { username, password, topic } = await seatOf('applicant');
  const args = ['-h', '127.0.0.1', '-p', String(live.port), '-u', username, '-P', password, '-t', topic, '-W', '3', '-C', '1'];
  await expect(promisify(execFile)('mosquitto_sub', args, { timeout: 20_000 })).rejects.toMatchObject({ code: expect.any(Number) });
});
