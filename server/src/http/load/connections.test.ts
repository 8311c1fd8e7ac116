import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openChannel } from '#server/jobs/channel.ts';
import type { House } from '#server/meta/house.ts';
import { createDispatch } from '#server/ops/dispatch.ts';
import { createServer, type ServerOptions } from '../server.ts';
import { createAdmission } from './admission.ts';
import { PATIENCE } from './patience.ts';

let app: FastifyInstance;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** Of eight connections in all, an address has two. */
async function serve(options: Partial<ServerOptions> = {}): Promise<void> {
  const ops = new Map();
  const admission = createAdmission({ atWork: 12, within: 2_000 });
  const api = { ops, admission, dispatch: createDispatch({} as House, ops), findSession: async () => null };
  app = await createServer({ web: '/nonexistent', logger: false, mostConnections: 8, api, ...options });
  app.get('/here', async () => 'here');
  await app.listen({ port: 0, host: '0.0.0.0' });
}
const port = () => (app.server.address() as AddressInfo).port;
/** A connection from one of the addresses of this machine, when the server has seen it. */
async function connected(localAddress: string): Promise<Socket> {
  const socket = connect({ port: port(), host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  socket.resume();
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}
const gone = (socket: Socket) => expect.poll(() => socket.closed, { timeout: 20_000, interval: 5 }).toBe(true);
/** Whether the server answers on this connection. */
async function answers(socket: Socket): Promise<boolean> {
  socket.write('GET /here HTTP/1.1\r\nhost: x\r\n\r\n');
  const answered = once(socket, 'data').then(([bytes]) => String(bytes).startsWith('HTTP/1.1 200'));
  return Promise.race([answered, once(socket, 'close').then(() => false)]);
}

it('F7 R10 one address has a quarter of the connections: what it opens beyond them is cut at once, others are served', async () => {
  await serve();
  const flood = [await connected('127.0.0.2'), await connected('127.0.0.2')];
  for (let more = 0; more < 20; more += 1) await gone(await connected('127.0.0.2'));
  expect(await answers(await connected('127.0.0.3'))).toBe(true);
  for (const socket of flood) expect(await answers(socket)).toBe(true);
});

it('F7 who closes a connection may open another', async () => {
  await serve();
  const [first] = [await connected('127.0.0.2'), await connected('127.0.0.2')];
  await gone(await connected('127.0.0.2'));
  first.destroy();
  await expect
    .poll(async () => {
      const next = await connected('127.0.0.2');
      const served = await answers(next);
      if (!served) next.destroy();
      return served;
    })
    .toBe(true);
  await gone(await connected('127.0.0.2'));
});

it('F7 a proxy that is trusted has all of the connections, and no more than all', async () => {
  await serve({ trustedProxies: ['127.0.0.2'] });
  const through = [];
  for (let at = 0; at < 8; at += 1) through.push(await connected('127.0.0.2'));
  for (const socket of through) expect(await answers(socket)).toBe(true);
  await gone(await connected('127.0.0.2'));
});

it('F7 what a stranger says of proxies spares him nothing: the address of the connection counts', async () => {
  await serve({ trustedProxies: ['127.0.0.9'] });
  const said = 'GET /here HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 127.0.0.9\r\n\r\n';
  for (let at = 0; at < 2; at += 1) {
    const socket = await connected('127.0.0.2');
    socket.write(said);
    await once(socket, 'data');
  }
  await gone(await connected('127.0.0.2'));
});

it('F7 a live channel is one of the connections of its address', async () => {
  await serve();
  const channel = await openChannel({ verify: async () => null, callerOf: () => ({ address: '', device: null }) });
  channel.attach(app.server);
  const live = Array.from({ length: 2 }, () => new WebSocket(`ws://127.0.0.1:${port()}/mqtt`, 'mqtt', { localAddress: '127.0.0.2' }));
  await Promise.all(live.map((socket) => once(socket, 'open')));
  await gone(await connected('127.0.0.2'));
  expect(await answers(await connected('127.0.0.3'))).toBe(true);
  await channel.close();
});

it('F4 R10 who connects and says nothing is cut when he would have had to say what he wants; who has asked stays', async () => {
  await serve({ patience: { ...PATIENCE, head: 300 } });
  const asked = await connected('127.0.0.2');
  expect(await answers(asked)).toBe(true);
  const silent = [await connected('127.0.0.3'), await connected('127.0.0.3')];
  for (const socket of silent) await gone(socket);
  expect(await answers(asked)).toBe(true);
});
