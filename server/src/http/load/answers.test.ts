import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOp } from '#protocol/ops/op.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { op } from '#server/ops/op.ts';
import { queueCall } from '#server/ops/sys/queue.ts';
import { createServer } from '../server.ts';
import { createAdmission } from './admission.ts';
import { createAnswers } from './answers.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

describe('what is held of answers', () => {
  const connection = () => Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse & EventEmitter;

  it('counts two bytes a letter, until the answer has gone out; what is small is not counted', () => {
    const answers = createAnswers({ all: 10 * MIB, ofOne: MIB });
    const one = connection();
    for (let n = 0; n < 1_000; n += 1) answers.hold('a', connection(), 16 * KIB);
    expect(answers.isFull('a')).toBe(false);
    answers.hold('a', one, 256 * KIB);
    answers.hold('a', one, 256 * KIB - 1);
    expect(answers.isFull('a')).toBe(false);
    answers.hold('a', one, 16 * KIB + 1);
    expect(answers.isFull('a')).toBe(true);
    expect(answers.isFull('b')).toBe(false);
    one.emit('close');
    expect(answers.isFull('a')).toBe(false);
  });

  it('counts nothing for a connection that is gone: nobody would give it back', () => {
    const answers = createAnswers({ all: 10 * MIB, ofOne: MIB });
    const gone = Object.assign(connection(), { closed: true });
    answers.hold('a', gone, 5 * MIB);
    expect(answers.isFull('a')).toBe(false);
  });

  it('nobody holds more than stays free for the others: however many fill the room, one more finds some', () => {
    const answers = createAnswers({ all: 8 * MIB, ofOne: 4 * MIB });
    const people = [...'abcdefgh'];
    let all = 0;
    for (const who of people)
      do {
        answers.hold(who, connection(), 64 * KIB);
        all += 128 * KIB;
      } while (!answers.isFull(who));
    expect(all).toBeLessThan(9 * MIB);
    expect(people.map(answers.isFull)).toEqual(people.map(() => true));
    expect(answers.isFull('i')).toBe(false);
  });
});

const large = op(
  defineOp({ path: '/app', op: 'Large', summary: 'large', request: z.strictObject({ letters: z.number() }) }),
  async (_, { request }) => ({ data: { text: 'a'.repeat(request.letters) } }),
);

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  const ops = indexOps([large, queueCall] as never);
  app = await createServer({
    web: '/nonexistent',
    logger: false,
    api: {
      ops,
      admission: createAdmission({ atWork: 12, within: 2_000 }),
      dispatch: createDispatch({} as House, ops),
      findSession: async (token) => ({ sid: token[0], user: { id: token[0] }, company: { id: 1 } }) as unknown as Session,
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
});
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(async () => codeOf(await call('a', 'Large', { letters: 1 })), { timeout: 10_000 }).toBe('200 200');
});

const call = (who: string, name: string, form: Record<string, unknown>, path = '/app') =>
  app.inject({ method: 'POST', url: `${path}?op=${name}`, payload: form, headers: { token: who.repeat(43) } });
const codeOf = (told: Awaited<ReturnType<typeof call>>) => `${told.statusCode} ${told.json().code}${told.json().remark}`;
/** Asks over a connection of his own, and reads none of the answer. */
async function unread(who: string, name: string, form: Record<string, unknown>, path = '/app'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.pause();
  const body = JSON.stringify(form);
  const head = `host: x\r\ntoken: ${who.repeat(43)}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
  socket.write(`POST ${path}?op=${name} HTTP/1.1\r\n${head}\r\n\r\n${body}`);
  return socket;
}

it('R10 answers that nobody reads: who leaves 48 MiB of them lying is told 103 $busy (503), others are answered, and so is he when he read', async () => {
  // four turns of a person: one and three are enough
  for (let n = 0; n < 3; n += 1) await unread('a', 'Large', { letters: 9 * MIB });
  const his = () => call('a', 'Large', { letters: 1 });
  await expect.poll(async () => codeOf(await his()), { timeout: 10_000 }).toBe('503 103$busy');
  expect((await his()).headers['retry-after']).toBe('1');
  expect(codeOf(await call('b', 'Large', { letters: MIB }))).toBe('200 200');
  for (const socket of sockets) socket.resume();
  await expect.poll(async () => codeOf(await his()), { timeout: 10_000 }).toBe('200 200');
});

it('R10 a Queue begins no action more when its answers fill what one person may hold: 103 $busy in its row', async () => {
  const actions = Array(6).fill({ path: '/app', op: 'Large', letters: 8 * MIB });
  const { rows } = (await call('a', 'Queue', { actions }, '/sys')).json() as { rows: { code: number; remark: string }[] };
  expect(rows.map(({ code, remark }) => `${code}${remark}`)).toEqual(['200', '200', '200', '103$busy', '103$busy', '103$busy']);
});
