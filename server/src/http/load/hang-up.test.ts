import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOp } from '#protocol/ops/op.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { type Op, op } from '#server/ops/op.ts';
import { queueCall } from '#server/ops/sys/queue.ts';
import { createServer } from '../server.ts';
import { createAdmission, type Rank } from './admission.ts';
import type { Leaving } from './leave.ts';

const named = (name: string, writes: boolean) =>
  defineOp({ path: '/app', op: name, summary: name, writes, request: z.strictObject({ note: z.string().optional() }) });
let held: Promise<void>;
let release = (): void => undefined;
let atWork = 0;
let came = 0;
let done: string[] = [];
let ranks: Rank[] = [];
const leaving: Leaving = { begun: false };

const holds = op(named('Holds', true), async () => {
  atWork += 1;
  await held;
  atWork -= 1;
  return {};
});
const writes = op(named('Writes', true), async (_, { request, session }) => {
  done.push(`${session.sid} ${request.note ?? ''}`);
  return {};
});
/** More than all buffers between hold, and four of them no more than one person may leave unread. */
const answersMuch = op(named('AnswersMuch', false), async () => ({ data: { much: 'x'.repeat(5.9 * 2 ** 20) } }));
const sent: Readable[] = [];
const streams = op({ ...named('Streams', false), stream: true }, async () => {
  atWork += 1;
  await held;
  const stream = Readable.from(['x'.repeat(100)]);
  sent.push(stream);
  return { stream, file_name: 'a', mime: 'text/plain', length: 100, disposition: 'attachment' };
});
const reads = op(named('Reads', false), async () => ({}));

const ADMISSION = createAdmission({ atWork: 12, within: 2_000 });
let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  const ops = indexOps([holds, writes, reads, answersMuch, streams, queueCall] as unknown as readonly Op[]);
  app = await createServer({
    web: '/nonexistent',
    logger: false,
    api: {
      ops,
      leaving,
      admission: {
        ...ADMISSION,
        enter: (rank, ...how) => {
          ranks.push(rank);
          return ADMISSION.enter(rank, ...how);
        },
      },
      dispatch: createDispatch({} as House, ops),
      findSession: async (token) => {
        came += 1;
        return { sid: token[0], user: { id: token[0] }, company: { id: 1 } } as unknown as Session;
      },
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());
beforeEach(() => {
  leaving.begun = false;
  [atWork, came, done, ranks] = [0, 0, [], []];
  held = new Promise((resolve) => {
    release = resolve;
  });
});

const headers = (who: string) => ({ 'content-type': 'application/x-www-form-urlencoded', token: who.repeat(43) });
const call = async (url: string, who: string, form: Record<string, string> = {}) => {
  const answer = await app.inject({ method: 'POST', url, headers: headers(who), payload: new URLSearchParams(form).toString() });
  return answer.json() as { code: number; rows: { code: number; remark: string }[] };
};
const queued = (...names: string[]) => ({ actions: JSON.stringify(names.map((name) => ({ path: '/app', op: name }))) });

/** Asks over a socket of its own; answers how to hang up, which is over when the server has seen it. */
async function asked(url: string, who: string, form: Record<string, string> = {}): Promise<() => Promise<void>> {
  const accepted = once(app.server, 'connection');
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  const [seen] = await accepted;
  const body = new URLSearchParams(form).toString();
  const lines = Object.entries({ host: 'x', ...headers(who), 'content-length': String(body.length) }).map((pair) => pair.join(': '));
  socket.write(`POST ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  return async () => {
    const closed = new Promise((resolve) => seen.once('close', resolve));
    socket.destroy();
    await closed;
  };
}

it('F3 who hangs up keeps his turn until his work is done: asking and hanging up puts no more to work at once', async () => {
  const hangUps: (() => Promise<void>)[] = [];
  for (let n = 0; n < 4; n += 1) hangUps.push(await asked('/app?op=Holds', 'a'));
  await expect.poll(() => atWork).toBe(4);
  for (const hangUp of hangUps) await hangUp();
  const fifth = call('/app?op=Writes', 'a');
  expect((await call('/app?op=Writes', 'b')).code).toBe(200);
  expect(done).toEqual(['b ']);
  release();
  expect((await fifth).code).toBe(200);
});

it('F3 who does not read his answer keeps his turn until it is out, or he is gone', async () => {
  const hangUps: (() => Promise<void>)[] = [];
  for (let n = 0; n < 4; n += 1) hangUps.push(await asked('/app?op=AnswersMuch', 'a'));
  await expect.poll(() => ranks.length).toBe(4);
  const fifth = call('/app?op=Writes', 'a');
  expect((await call('/app?op=Writes', 'b')).code).toBe(200);
  expect(done).toEqual(['b ']);
  await hangUps[0]!();
  expect((await fifth).code).toBe(200);
  for (const hangUp of hangUps.slice(1)) await hangUp();
});

it('F3 who hangs up while he waits for his turn leaves the queue at once, and begins nothing', async () => {
  const hangUps: (() => Promise<void>)[] = [];
  for (let n = 0; n < 4; n += 1) hangUps.push(await asked('/app?op=Holds', 'a'));
  await expect.poll(() => atWork).toBe(4);
  for (let n = 0; n < 60; n += 1) hangUps.push(await asked('/app?op=Writes', 'a', { note: 'gone' }));
  await expect.poll(() => came).toBe(64);
  expect((await call('/app?op=Writes', 'a')).code).toBe(103);
  for (const hangUp of hangUps) await hangUp();
  const last = call('/app?op=Writes', 'a', { note: 'stays' });
  expect((await call('/app?op=Writes', 'b')).code).toBe(200);
  release();
  expect((await last).code).toBe(200);
  expect(done).toEqual(['b ', 'a stays']);
});

it('R10 who hangs up in the line of calls begins nothing', async () => {
  const places = await Promise.all(Array.from({ length: 12 }, () => ADMISSION.enter('save')));
  const hangUp = await asked('/app?op=Writes', 'a');
  await expect.poll(() => ADMISSION.standing().save.waiting).toBe(1);
  await hangUp();
  for (const { end } of places) end();
  expect((await call('/app?op=Writes', 'b')).code).toBe(200);
  expect(done).toEqual(['b ']);
});

it('F4 a file that was opened for somebody who hung up meanwhile is closed', async () => {
  const hangUp = await asked('/app?op=Streams', 'a');
  await expect.poll(() => atWork).toBe(1);
  await hangUp();
  release();
  await expect.poll(() => sent.map(({ destroyed }) => destroyed)).toEqual([true]);
});

it('F3 a Queue whose caller has hung up begins none of its actions any more', async () => {
  const hangUp = await asked('/sys?op=Queue', 'a', queued('Writes', 'Holds', 'Writes', 'Writes'));
  await expect.poll(() => atWork).toBe(1);
  await hangUp();
  release();
  expect((await call('/app?op=Writes', 'b')).code).toBe(200);
  expect(done).toEqual(['a ', 'b ']);
});

it('F3 a Queue ends before its next action when the server stops: the others are answered 103 $busy', async () => {
  const answer = call('/sys?op=Queue', 'a', queued('Holds', 'Writes', 'Writes'));
  await expect.poll(() => atWork).toBe(1);
  leaving.begun = true;
  release();
  const { code, rows } = await answer;
  expect(code).toBe(200);
  expect(rows).toEqual([{ code: 200, remark: '' }, ...Array(2).fill({ code: 103, remark: '$busy', data: {} })]);
  expect(done).toEqual([]);
});

it('R10 each action of a Queue stands in the line by its own rank, the Queue itself does not', async () => {
  release();
  const { rows } = await call('/sys?op=Queue', 'a', queued('Reads', 'Writes', 'Nothing', 'Reads'));
  expect(rows.map(({ code }) => code)).toEqual([200, 200, 403, 200]);
  expect(ranks).toEqual(['read', 'save', 'read']);
  ranks = [];
  await call('/sys?op=Queue', 'a', { ...queued('Reads', 'Writes'), _bg: '1' });
  expect(ranks).toEqual(['poll', 'poll']);
});

it('R10 an action that cannot begin in time is answered 103 $busy, those after it have their own chance', async () => {
  release();
  const places = await Promise.all(Array.from({ length: 12 }, () => ADMISSION.enter('poll')));
  const answer = call('/sys?op=Queue', 'a', queued('Writes', 'Reads'));
  await expect.poll(() => ADMISSION.standing().save.refused, { timeout: 10_000 }).toBe(1);
  for (const { end } of places) end();
  const { rows } = await answer;
  expect(rows[0]).toMatchObject({ code: 103, remark: '$busy' });
  expect(rows[1]).toMatchObject({ code: 200 });
  expect(done).toEqual([]);
});
