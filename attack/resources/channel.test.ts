import { connect } from 'node:net';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type Channel, openChannel } from '#server/jobs/channel.ts';
import { openTarget, type Target } from '../target.ts';

let target: Target;
let channel: Channel;
const clients: MqttClient[] = [];
beforeAll(async () => {
  target = await openTarget();
  const listener = (sid: string) => ({ sid, company: 1, user: Number(sid), topic: `u${sid}@demo`, locale: 'zh_CN' as const });
  channel = await openChannel({
    verify: async (sid) => listener(sid),
    // on loopback each of 127.0.0.0/8 is an address of its own
    callerOf: ({ socket, headers }) => ({ address: String(socket.remoteAddress), device: headers['x-device']?.toString() ?? null }),
    ...{ most: 12, mostOfOne: 3, mostSilent: 30, mostSilentOfOne: 20 },
  });
  channel.attach(target.server);
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await channel?.close();
  await target?.close();
});

// an error that nobody takes ends the process: here it fails the run
test.each([
  ['another protocol', '/health', 'upgrade: h2c'],
  ['a page of another host', '/mqtt', 'upgrade: websocket\r\norigin: http://evil.example'],
  ['another address', '/x', 'upgrade: websocket'],
  ['no handshake', '/mqtt', 'upgrade: websocket\r\nsec-websocket-protocol: mqtt'],
])('R10 who asks for another protocol and is gone before the refusal ends nothing: %s', async (_, url, lines) => {
  const head = `GET ${url} HTTP/1.1\r\nhost: 127.0.0.1:${target.port}\r\nconnection: upgrade\r\n${lines}\r\n\r\n`;
  const gone = () =>
    new Promise<void>((resolve) => {
      const socket = connect(target.port, '127.0.0.1', () => socket.write(head, () => socket.resetAndDestroy()));
      socket.on('error', () => undefined).on('close', () => resolve());
    });
  for (let n = 0; n < 30; n += 1) await gone();
  expect((await target.say('/sys?op=Domain', { as: null, body: '{}' })).status).toBe(200);
});

/** Whether an idle connection is taken up. */
async function open(localAddress = '127.0.0.1', headers: Record<string, string> = {}): Promise<WebSocket | null> {
  const socket = new WebSocket(`ws://127.0.0.1:${target.port}/mqtt`, 'mqtt', { localAddress, headers });
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}
const connected = (user: string, localAddress = '127.0.0.1'): Promise<boolean> => {
  const client = mqtt.connect(`ws://127.0.0.1:${target.port}/mqtt`, {
    ...{ username: user, password: 'p', reconnectPeriod: 0, wsOptions: { localAddress } },
  });
  clients.push(client);
  return new Promise((resolve) => {
    client.once('connect', () => resolve(true));
    for (const end of ['error', 'close'] as const) client.once(end, () => resolve(false));
  });
};
const calls = async () => expect((await target.say('/app?op=Page', { form: { cloud: 'project' } })).code).toBe(200);

const isOpen = (socket: WebSocket | null) => socket?.readyState === WebSocket.OPEN;
async function end(sockets: readonly (WebSocket | null)[]): Promise<void> {
  for (const client of clients.splice(0)) client.end(true);
  for (const socket of sockets) socket?.terminate();
  await expect.poll(() => [channel.size, channel.silent], { timeout: 120_000 }).toEqual([0, 0]);
}

test('F7 5,000 idle WebSocket connections of one address: 20 are held, who comes more takes the place of the oldest, and a person of that address is let in', async () => {
  const held: (WebSocket | null)[] = [];
  for (let round = 0; round < 10; round += 1) {
    held.push(...(await Promise.all(Array.from({ length: 500 }, () => open()))));
    await expect.poll(() => channel.silent, { timeout: 120_000 }).toBeLessThanOrEqual(20);
  }
  await expect.poll(() => held.filter(isOpen).length, { timeout: 120_000 }).toBeLessThanOrEqual(20);
  await calls();
  expect(channel.size).toBe(0);
  expect(await connected('99')).toBe(true);
  expect(await connected('98', '127.0.0.2')).toBe(true);
  await end(held);
});

test('F7 silent connections of many addresses are bounded together: the busiest address gives way, and a known device to no stranger', async () => {
  const known = await Promise.all([open('127.0.0.3', { 'x-device': 'a' }), open('127.0.0.4', { 'x-device': 'a' })]);
  const few = await open('127.0.0.5');
  const many: (WebSocket | null)[] = [];
  for (let at = 0; at < 100; at += 1) many.push(await open(`127.0.1.${1 + (at % 3)}`));
  await expect.poll(() => many.filter(isOpen).length, { timeout: 120_000 }).toBe(29);
  expect([...known, few].map(isOpen)).toEqual([true, true, true]);
  expect(channel.silent).toBe(32);
  expect(await connected('97', '127.0.0.5')).toBe(true);
  const own = await Promise.all(Array.from({ length: 25 }, () => open('127.0.0.3', { 'x-device': 'a' })));
  await expect.poll(() => [...known, ...own].filter(isOpen).length, { timeout: 120_000 }).toBe(20);
  await end([...known, few, ...many, ...own]);
});

test('F7 signed-in connections are counted too: three of one person, twelve of all', async () => {
  const answers: [string, boolean][] = [];
  for (const user of ['1', '1', '1', '1', '2', '2', '2', '2', '3', '3', '3', '4', '4', '4', '5'])
    answers.push([user, await connected(user)]);
  expect(answers.filter(([, taken]) => !taken).map(([user]) => user)).toEqual(['1', '2', '5']);
  expect(channel.size).toBe(12);
  await calls();
});
