import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { House } from '#server/meta/house.ts';
import { createDispatch } from '#server/ops/dispatch.ts';
import { createServer } from '../server.ts';
import { createAdmission } from './admission.ts';

let app: FastifyInstance;
let begun: string[] = [];
let release = (): void => undefined;
let held: Promise<void>;
const files: Readable[] = [];
beforeAll(async () => {
  const ops = new Map();
  const admission = createAdmission({ atWork: 12, within: 2_000 });
  const api = { ops, admission, dispatch: createDispatch({} as House, ops), findSession: async () => null };
  app = await createServer({ web: '/nonexistent', logger: false, api });
  app.get('/quick/:n', async ({ params }) => {
    begun.push((params as { n: string }).n);
    return 'quick';
  });
  app.get('/held', async () => {
    begun.push('held');
    await held;
    return 'held';
  });
  app.addContentTypeParser('text/plain', (_, payload, done) => done(null, payload));
  app.post('/body', async ({ body }) => {
    let came = 0;
    for await (const part of body as Readable) came += (part as Buffer).length;
    return `got ${came}`;
  });
  app.get('/file', (_, reply) => {
    const file = new Readable({ read: () => file.push(Buffer.alloc(64 * 1024)) });
    files.push(file);
    return reply.send(file);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
beforeEach(() => {
  begun = [];
  held = new Promise((resolve) => {
    release = resolve;
  });
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
async function opened(): Promise<Socket> {
  const socket = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}
/** All that comes until the server ends the connection. */
const heard = async (socket: Socket): Promise<string> => {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await once(socket, 'end');
  return Buffer.concat(parts).toString();
};

it('F7 R10 what comes before the answer to what came before it waits its turn, unbegun; each is answered, in order', async () => {
  const socket = await opened();
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  socket.write(get('/held') + Array.from({ length: 8 }, (_, n) => get(`/quick/${n}`)).join(''));
  await expect.poll(() => begun).toEqual(['held']);
  release();
  await expect
    .poll(() =>
      Buffer.concat(parts)
        .toString()
        .match(/held|quick/g),
    )
    .toEqual(['held', ...Array(8).fill('quick')]);
  expect(begun).toEqual(['held', ...Array.from({ length: 8 }, (_, n) => String(n))]);
  socket.write(get('/quick/after'));
  await expect.poll(() => begun.at(-1)).toBe('after');
  socket.destroy();
});

it('F7 R10 where more wait than anybody sends, the connection ends with the answer that is under way, which comes whole', async () => {
  const socket = await opened();
  const all = heard(socket);
  socket.write(get('/held') + Array.from({ length: 2_000 }, (_, n) => get(`/quick/${n}`)).join(''));
  await expect.poll(() => begun).toEqual(['held']);
  socket.write(get('/quick/more'));
  release();
  const said = await all;
  expect(said.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(said).toMatch(/^HTTP\/1\.1 200 .*held$/is);
  expect(begun).toEqual(['held']);
});

it('F7 a call whose body comes behind an answer is read whole', async () => {
  const socket = await opened();
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  const body = 'x'.repeat(500_000);
  socket.write(
    `${get('/held')}POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}${get('/quick/last')}`,
  );
  await expect.poll(() => begun).toEqual(['held']);
  release();
  await expect
    .poll(() =>
      Buffer.concat(parts)
        .toString()
        .match(/held|quick|got \d+/g),
    )
    .toEqual(['held', 'got 500000', 'quick']);
  socket.destroy();
});

it('F7 R10 who asks for files by the thousand, reads none and goes leaves no file open', async () => {
  const socket = await opened();
  socket.write(get('/file').repeat(2_000));
  await expect.poll(() => files.length).toBe(1);
  const one = await opened();
  one.write(get('/quick/1'));
  await once(one, 'data');
  expect(files).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => files[0]!.destroyed).toBe(true);
  one.destroy();
});

it('who asks one thing after the other keeps his connection', async () => {
  const socket = await opened();
  for (let n = 0; n < 50; n += 1) {
    socket.write(get(`/quick/${n}`));
    const [part] = await once(socket, 'data');
    expect(String(part)).toMatch(/^HTTP\/1\.1 200 .*connection: keep-alive.*quick$/is);
  }
  expect(begun).toHaveLength(50);
  socket.destroy();
});
