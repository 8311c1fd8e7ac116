import { Agent, get } from 'node:http';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { depart, type Leaving, lastAnswers } from './leave.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterEach(() => agent.destroy());

/** A server whose `/slow` answers when told. */
async function server() {
  const leaving: Leaving = { begun: false };
  const app = fastify({ return503OnClosing: true });
  lastAnswers(leaving)(app);
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    app.get('/slow', async () => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      return 'late';
    });
  });
  app.get('/', async () => 'now');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const leave = (how: Partial<Parameters<typeof depart>[1]>, stopped = async () => {}) => {
    leaving.begun = true;
    return depart(app.server, { noticeMs: 0, accepting: false, withinMs: 60_000, ...how }, stopped);
  };
  return { url, asked, leave, answer: () => answer() };
}

/** What came back, or the error's code; `kept`: on a connection that is used again. */
function ask(url: string, kept = false): Promise<[number | string, string?]> {
  return new Promise((resolve) => {
    get(url, { ...(kept ? { agent } : { agent: false }) }, (answer) => {
      answer.resume().on('end', () => resolve([answer.statusCode!, answer.headers.connection]));
    }).on('error', (error: NodeJS.ErrnoException) => resolve([error.code ?? error.message]));
  });
}

it('6 a request under way is answered, and told that the connection ends; nobody else gets in', async () => {
  const { url, asked, leave, answer } = await server();
  const slow = ask(`${url}/slow`);
  await asked;
  const left = leave({});
  expect(await ask(url)).toEqual(['ECONNREFUSED']);
  answer();
  expect(await slow).toEqual([200, 'close']);
  expect(await left).toBe(true);
});

it('6 while it gives notice it takes calls as ever', async () => {
  const { url, leave } = await server();
  const left = leave({ noticeMs: 3_000, accepting: true });
  expect(await ask(url)).toEqual([200, 'close']);
  expect(await left).toBe(true);
  expect(await ask(url)).toEqual(['ECONNREFUSED']);
});

it('6 a kept connection is not cut while it gives notice: its next request is answered, as its last', async () => {
  const { url, leave } = await server();
  expect(await ask(url, true)).toEqual([200, 'keep-alive']);
  const left = leave({ noticeMs: 20_000 });
  expect(await ask(url, true)).toEqual([200, 'close']);
  // Nobody is left, so it ends long before its notice does.
  expect(await left).toBe(true);
});

it('6 what does not finish in time is cut off, and said', async () => {
  const { url, asked, leave } = await server();
  const slow = ask(`${url}/slow`);
  await asked;
  expect(await leave({ withinMs: 50 })).toBe(false);
  expect(await slow).toEqual(['ECONNRESET']);
});

it('6 what fails beside the requests is heard at once, and cuts none of them off', async () => {
  const { url, asked, leave, answer } = await server();
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  process.on('unhandledRejection', hear);
  const slow = ask(`${url}/slow`);
  await asked;
  const left = leave({}, () => Promise.reject(new Error('jobs')));
  expect(await ask(url)).toEqual(['ECONNREFUSED']);
  answer();
  expect(await slow).toEqual([200, 'close']);
  expect(await left).toBe(false);
  process.off('unhandledRejection', hear);
  expect(unheard).toEqual([]);
});
