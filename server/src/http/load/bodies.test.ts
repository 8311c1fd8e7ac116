import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOp } from '#protocol/ops/op.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { op } from '#server/ops/op.ts';
import { createServer } from '../server.ts';
import { createAdmission } from './admission.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const text = z.strictObject({ x: z.string().default(''), tk: z.string().optional() });
let held: Promise<void> | undefined;
let begun = 0;
/** Of each look at a session, whether it keeps nobody signed in. */
const seen: boolean[] = [];
const saves = op(defineOp({ path: '/app', op: 'Saves', summary: 'saves', writes: true, request: text }), async (_, { request }) => {
  begun += 1;
  await held;
  return { data: { length: request.x.length } };
});
const greets = op(defineOp({ path: '/app', op: 'Greets', summary: 'greets', free: true, request: text }), async () => ({}));
const takes = op(defineOp({ path: '/app', op: 'Takes', summary: 'takes', upload: true, request: text }), async (_, { file }) => {
  file!.bytes.resume();
  return {};
});

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  const ops = indexOps([saves, greets, takes] as never);
  app = await createServer({
    web: '/nonexistent',
    logger: false,
    api: {
      ops,
      admission: createAdmission({ atWork: 12, within: 2_000 }),
      dispatch: createDispatch({} as House, ops),
      // who begins with x has a session no more
      findSession: async (token, { background }) => {
        seen.push(background);
        return token.startsWith('x') ? null : ({ sid: token[0], user: { id: token[0] }, company: { id: 1 } } as unknown as Session);
      },
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
  const left = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  await expect.poll(left).toBe(0);
});

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': MIB };
const FILE = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n';
interface Told {
  status: number;
  code: number;
  remark: string;
  length?: number;
  head: string;
}
/** Says a head, then perhaps a body; `heard` is the first answer. */
async function say(url: string, who: string | null, head: Record<string, string | number>, body = '') {
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const all = { host: 'x', 'content-type': FORM, ...(who === null ? {} : { token: who.repeat(43) }), ...head };
  const lines = Object.entries(all).map((pair) => pair.join(': '));
  let came = '';
  const heard = new Promise<Told>((resolve) => {
    socket.on('data', function more(part) {
      came += part;
      const cut = came.indexOf('\r\n\r\n');
      if (cut < 0 || !came.endsWith('}')) return;
      socket.off('data', more);
      const { code, remark, data } = JSON.parse(came.slice(cut + 4)) as { code: number; remark: string; data?: { length: number } };
      resolve({ status: Number(came.slice(9, 12)), code, remark, head: came.slice(0, cut), ...(data ? { length: data.length } : {}) });
    });
  });
  socket.write(`POST ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  return { socket, heard, isQuiet: () => came === '' };
}
const answered = async (...asked: Parameters<typeof say>) => {
  const { status, code } = await (await say(...asked)).heard;
  return [status, code];
};

it('F4 R10 a stranger is answered before his body is read: 401 where a session is needed, 413 where none is', async () => {
  const large = { 'content-length': MIB };
  const endless = { 'transfer-encoding': 'chunked' };
  for (const head of [large, endless, { 'content-length': 16 * KIB + 1 }, { 'content-length': 10 ** 12 }]) {
    expect(await answered('/app?op=Saves', null, head)).toEqual([200, 401]);
    expect(await answered('/app?op=Saves', 'x', head)).toEqual([200, 401]);
    expect(await answered('/app?op=Saves&tk=1', 'x', head)).toEqual([200, 401]);
    expect(await answered('/app?op=Greets', null, head)).toEqual([413, 316]);
    expect(await answered('/app?op=Greets', 'x', head)).toEqual([413, 316]);
    expect(await answered('/app?op=Nothing', null, head)).toEqual([413, 316]);
  }
});

it('what a stranger may say is read: 16 KiB of a sign-in', async () => {
  const body = `x=${'a'.repeat(16 * KIB - 2)}`;
  expect(await answered('/app?op=Greets', null, { 'content-length': body.length }, body)).toEqual([200, 200]);
});

it('a refused stranger may go on with his connection when his body is over, and sends no second request within it', async () => {
  const { socket, heard } = await say('/app?op=Saves', null, { 'content-length': 100 * KIB });
  expect((await heard).code).toBe(401);
  const inner = `POST /app?op=Greets HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`;
  socket.write(`${inner}${'a'.repeat(100 * KIB - inner.length)}`);
  socket.write(`POST /app?op=Nothing HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`);
  expect(String((await once(socket, 'data'))[0])).toContain('"code":403');
});

it('who is signed in may save two megabytes, with a length and in chunks', async () => {
  const body = `x=${'a'.repeat(2 * MIB - 2)}`;
  expect(await (await say('/app?op=Saves', 'a', { 'content-length': body.length }, body)).heard).toMatchObject({ length: 2 * MIB - 2 });
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  expect(await (await say('/app?op=Saves', 'a', { 'transfer-encoding': 'chunked' }, chunks)).heard).toMatchObject({ length: 2 * MIB - 2 });
  expect(await answered('/app?op=Saves', 'a', { 'content-length': 2 * MIB + 1 })).toEqual([413, 316]);
});

it('AUTH-12 the look at a large body keeps nobody signed in: whether a person asks stands in it', async () => {
  const body = `_bg=1&x=${'a'.repeat(20 * KIB)}`;
  seen.length = 0;
  expect(await answered('/app?op=Saves', 'a', { 'content-length': body.length }, body)).toEqual([200, 200]);
  expect(seen).toEqual([true, true]);
});

const half = { 'content-length': 2 * MIB };
const whole = `x=${'a'.repeat(2 * MIB - 2)}`;
const PATIENTLY = { timeout: 30_000 };
const under = (who: string, head: Record<string, string | number>, body = '') => say('/app?op=Saves', who, head, body);
const spoken = (those: readonly { isQuiet: () => boolean }[]) => those.filter(({ isQuiet }) => !isQuiet()).length;

it('R10 who announces bodies and sends none takes no room: a save beside is answered while they hang, and so is an upload', async () => {
  const hanging = [];
  for (const who of ['b', 'c', 'd', 'e', 'f']) {
    for (let n = 0; n < 8; n += 1) hanging.push(await under(who, half));
    hanging.push(await under(who, { 'transfer-encoding': 'chunked' }));
    for (let n = 0; n < 84; n += 1) hanging.push(await say('/app?op=Takes', who, MULTIPART));
  }
  for (const who of ['a', 'b']) expect(await answered('/app?op=Saves', who, half, whole)).toEqual([200, 200]);
  expect(await answered('/app?op=Takes', 'a', { ...MULTIPART, 'content-length': FILE.length }, FILE)).toEqual([200, 200]);
  expect(spoken(hanging)).toBe(0);
});

it('R10 one person has 16 MiB under way, of what has come: what is beyond is 503 with 103 $busy, in the middle of a body too', async () => {
  const first: Awaited<ReturnType<typeof under>>[] = [];
  for (let n = 0; n < 9; n += 1) first.push(await under('a', half, whole.slice(0, -1)));
  await expect.poll(() => spoken(first), PATIENTLY).toBe(1);
  const refused = first.find(({ isQuiet }) => !isQuiet())!;
  expect(await refused.heard).toMatchObject({ status: 503, code: 103, remark: '$busy' });
  expect((await refused.heard).head).toMatch(/retry-after: 1/);
  // what is small is not counted, and others have their own
  expect(await answered('/app?op=Saves', 'a', { 'content-length': 3 }, 'x=1')).toEqual([200, 200]);
  expect(await answered('/app?op=Saves', 'b', half, whole)).toEqual([200, 200]);
  // the connection of the refused lives on when the rest of his body has been thrown away
  refused.socket.write(`${whole.slice(-1)}POST /app?op=Nothing HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`);
  expect(String((await once(refused.socket, 'data'))[0])).toContain('"code":403');
  // one that has hung up makes room, and the others end as they began
  const left = first.filter((one) => one !== refused);
  left.pop()!.socket.destroy();
  await expect.poll(() => answered('/app?op=Saves', 'a', half, whole), PATIENTLY).toEqual([200, 200]);
  expect(spoken(left)).toBe(0);
  for (const one of left) one.socket.write(whole.slice(-1));
  for (const one of left) expect(await one.heard).toMatchObject({ status: 200, length: 2 * MIB - 2 });
});

it('R10 nobody holds more than is left for the others: however many fill the room, one more finds some', async () => {
  const begun: Awaited<ReturnType<typeof under>>[] = [];
  for (const who of 'abcdefgh') for (let n = 0; n < 8; n += 1) begun.push(await under(who, half, whole.slice(0, -1)));
  // half of it all has room, about
  await expect.poll(() => spoken(begun), PATIENTLY).toBeGreaterThanOrEqual(32);
  const small = 'x='.padEnd(100 * KIB, 'a');
  expect(await answered('/app?op=Saves', 'i', { 'content-length': small.length }, small)).toEqual([200, 200]);
});

/** Of so many saves of one person, whole ones, there is no room for one; answers the others. */
async function allButOne(many: number) {
  const all: Awaited<ReturnType<typeof under>>[] = [];
  for (let n = 0; n < many; n += 1) all.push(await under('a', half, whole));
  await expect.poll(() => spoken(all), PATIENTLY).toBe(1);
  expect((await all.find(({ isQuiet }) => !isQuiet())!.heard).status).toBe(503);
  return all.filter(({ isQuiet }) => isQuiet());
}

it('R10 what was read counts until it is answered', async () => {
  let release = (): void => undefined;
  held = new Promise((resolve) => {
    release = resolve;
  });
  const quiet = await allButOne(9);
  release();
  held = undefined;
  for (const { heard } of quiet) expect((await heard).code).toBe(200);
  expect(await answered('/app?op=Saves', 'a', half, whole)).toEqual([200, 200]);
});

it('R10 what was read counts until its work is done, though nobody hears the answer; who only waited gives his room back as he goes', async () => {
  let release = (): void => undefined;
  held = new Promise((resolve) => {
    release = resolve;
  });
  const left = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  const before = begun;
  for (let n = 0; n < 4; n += 1) await under('a', half, whole);
  await expect.poll(() => begun - before, PATIENTLY).toBe(4);
  await allButOne(5);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(left).toBe(0);
  const next = await allButOne(5);
  expect(begun - before).toBe(4);
  release();
  held = undefined;
  for (const { heard } of next) expect((await heard).code).toBe(200);
  expect(begun - before).toBe(8);
  for (let n = 0; n < 9; n += 1) expect(await answered('/app?op=Saves', 'a', half, whole)).toEqual([200, 200]);
});

it('R10 JSON of more values than any save has is 341 before it is read; as many letters of a text are a text', async () => {
  const json = (text: string) =>
    answered('/app?op=Saves', 'a', { 'content-type': 'application/json', 'content-length': text.length }, text);
  expect(await json(`{"x":[${'{},'.repeat(690_000)}{}]}`)).toEqual([200, 341]);
  expect(await json(`{"x":"${'{},'.repeat(690_000)}"}`)).toEqual([200, 200]);
});

const VALUES = `[${'{},'.repeat(99_000)}{}]`;
it.each([
  ['a body', 'application/json', `{"x":${VALUES}}`, 317],
  ['a text of a body', 'application/json', JSON.stringify({ x: ` ${VALUES}` }), 200],
  ['a field of a form', FORM, `x=${encodeURIComponent(VALUES).replaceAll('%7B%7D%2C', '{},')}`, 200],
])('R10 JSON counts by what it becomes, in %s: many small values take the room of a large body', async (_, type, body, code) => {
  let release = (): void => undefined;
  held = new Promise((resolve) => {
    release = resolve;
  });
  const send = (who: string) => say('/app?op=Saves', who, { 'content-type': type, 'content-length': body.length }, body);
  const before = begun;
  for (let n = 0; n < 4; n += 1) await say('/app?op=Saves', 'a', { 'content-length': 3 }, 'x=1');
  await expect.poll(() => begun - before, PATIENTLY).toBe(4);
  const [one, other] = [await send('a'), await send('a')];
  expect(await Promise.race([one.heard, other.heard])).toMatchObject({ status: 503, code: 103, remark: '$busy' });
  expect([one, other].filter(({ isQuiet }) => isQuiet())).toHaveLength(1);
  if (code !== 200) expect((await (await send('b')).heard).code).toBe(code);
  release();
  held = undefined;
  for (const { heard } of [one, other]) await heard;
  expect((await (await send('a')).heard).code).toBe(code);
});

it('R10 a field before a file is short, so that it needs no room; a longer one is refused, not cut', async () => {
  for (const [long, code] of [
    [1_024, 200],
    [1_025, 317],
  ] as const) {
    const body = `--x\r\ncontent-disposition: form-data; name="x"\r\n\r\n${'a'.repeat(long)}\r\n${FILE}`;
    expect(await answered('/app?op=Takes', 'a', { ...MULTIPART, 'content-length': body.length }, body)).toEqual([200, code]);
  }
});

it('F4 the body of an address that does not exist is not read', async () => {
  for (const type of ['application/json', 'text/plain', FORM])
    expect(await answered('/nowhere', null, { 'content-type': type, 'content-length': MIB })).toEqual([404, 403]);
});
