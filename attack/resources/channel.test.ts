import { once } from 'node:events';
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
  channel = await openChannel({ verify: async (sid) => listener(sid), most: 12, mostOfOne: 3, mostUnknown: 20 });
  channel.attach(target.server);
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await channel?.close();
  await target?.close();
});

/** Whether an idle connection is taken up. */
async function open(): Promise<WebSocket | null> {
  const socket = new WebSocket(`ws://127.0.0.1:${target.port}/mqtt`, 'mqtt');
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}
const connected = (user: string): Promise<boolean> => {
  const client = mqtt.connect(`ws://127.0.0.1:${target.port}/mqtt`, { username: user, password: 'p', reconnectPeriod: 0 });
  clients.push(client);
  return new Promise((resolve) => {
    client.once('connect', () => resolve(true));
    for (const end of ['error', 'close'] as const) client.once(end, () => resolve(false));
  });
};
const calls = async () => expect((await target.say('/app?op=Page', { form: { cloud: 'project' } })).code).toBe(200);

test('F7 5,000 idle WebSocket connections: 20 are held, the rest refused before they are upgraded, calls are answered', async () => {
  const held: WebSocket[] = [];
  const openNow = () => held.filter((socket) => socket.readyState === WebSocket.OPEN);
  for (let round = 0; round < 10; round += 1) {
    const opened = await Promise.all(Array.from({ length: 500 }, open));
    held.push(...opened.filter((socket) => socket !== null));
    expect(openNow().length).toBeLessThanOrEqual(20);
  }
  expect(held.length).toBeGreaterThanOrEqual(20);
  await calls();
  expect(channel.size).toBe(0);
  const closed = Promise.all(openNow().map((socket) => once(socket, 'close')));
  for (const socket of openNow()) socket.terminate();
  await closed;
  await expect.poll(async () => connected('99'), { timeout: 120_000 }).toBe(true);
  for (const client of clients.splice(0)) client.end(true);
  await expect.poll(() => channel.size, { timeout: 120_000 }).toBe(0);
});

test('F7 signed-in connections are counted too: three of one person, twelve of all', async () => {
  const answers: [string, boolean][] = [];
  for (const user of ['1', '1', '1', '1', '2', '2', '2', '2', '3', '3', '3', '4', '4', '4', '5'])
    answers.push([user, await connected(user)]);
  expect(answers.filter(([, taken]) => !taken).map(([user]) => user)).toEqual(['1', '2', '5']);
  expect(channel.size).toBe(12);
  await calls();
});
