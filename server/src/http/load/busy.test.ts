import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOp } from '#protocol/ops/op.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { op } from '#server/ops/op.ts';
import { createServer } from '../server.ts';
import { type Admission, createAdmission } from './admission.ts';

/** What the calls at work wait for. */
let release: () => void = () => undefined;
let gate = Promise.resolve();
let atWork = 0;
const works = op(defineOp({ path: '/app', op: 'Works', summary: 'works', request: z.strictObject({}) }), async () => {
  atWork += 1;
  await gate;
  return { data: { fine: 1 } };
});
const fails = op(defineOp({ path: '/app', op: 'Fails', summary: 'fails', request: z.strictObject({}) }), async () => {
  throw new Error('no matter what');
});
const saves = op(
  defineOp({ path: '/app', op: 'Saves', summary: 'saves', writes: true, request: z.strictObject({ name: z.string() }) }),
  async () => ({}),
);
/** Who began, as they began. */
let began: string[] = [];
const knocks = op(
  defineOp({ path: '/app', op: 'Knocks', summary: 'knocks', free: true, request: z.strictObject({}) }),
  async (_, { caller, session }) => {
    began.push(session ? 'who signed in' : caller.address);
    await gate;
    return {};
  },
);
const reads = op(defineOp({ path: '/app', op: 'Reads', summary: 'reads', request: z.strictObject({}) }), async () => {
  began.push('reader');
  return {};
});

let app: FastifyInstance;
let admission: Admission;
/** Tokens of people whose sessions are alive. */
const people = new Map([
  ['a', 1],
  ['b', 2],
]);
beforeAll(async () => {
  const ops = indexOps([works, fails, saves, knocks, reads]);
  admission = createAdmission({ atWork: 1, within: 2_000 });
  const findSession = async (token: string) => {
    const id = people.get(token[0]!);
    return id ? ({ user: { id }, company: { id: 1 }, sid: token[0] } as Session) : null;
  };
  app = await createServer({
    web: '/nonexistent',
    logger: false,
    api: { ops, admission, dispatch: createDispatch({} as House, ops), findSession },
  });
});
afterAll(() => app.close());
beforeEach(() => {
  atWork = 0;
  began = [];
  gate = new Promise((resolve) => {
    release = resolve;
  });
});

const call = async (name: string, who: string, payload = '') =>
  app.inject({
    method: 'POST',
    url: `/app?op=${name}`,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', token: who.repeat(43) },
  });
/** A call that is at work until `release`. */
async function begun() {
  const answer = call('Works', 'a');
  await expect.poll(() => atWork, { interval: 5 }).toBe(1);
  return { answer };
}
const waiting = (count: number) =>
  expect.poll(() => Object.values(admission.standing()).reduce((sum, { waiting: some }) => sum + some, 0), { interval: 5 }).toBe(count);

it('R10 who is not signed in stands in no line', async () => {
  const { answer: first } = await begun();
  expect((await call('Works', 'x')).json()).toMatchObject({ code: 401 });
  release();
  await first;
});

it('R10 strangers who fill the line give way: a signed-in reader begins next, and each of their addresses has its turn', async () => {
  const knock = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/app?op=Knocks', remoteAddress, payload: {}, headers });
  const strangers = [knock('10.0.0.1')];
  await expect.poll(() => began, { interval: 5 }).toEqual(['10.0.0.1']);
  strangers.push(...Array.from({ length: 30 }, () => knock('10.0.0.1', { token: 'x'.repeat(43) })));
  await waiting(30);
  strangers.push(knock('10.0.0.2'));
  await waiting(31);
  const signedIn = [call('Reads', 'a'), knock('10.0.0.1', { token: 'b'.repeat(43) })];
  await waiting(33);
  release();
  expect((await Promise.all([...strangers, ...signedIn])).map((answer) => answer.json().code)).toEqual(Array(34).fill(200));
  expect(began.slice(0, 5)).toEqual(['10.0.0.1', 'reader', 'who signed in', '10.0.0.1', '10.0.0.2']);
});

it('R10 who cannot begin within two seconds is answered 503 with Retry-After and 103; nothing of it was done', async () => {
  const { answer: first } = await begun();
  const second = await call('Saves', 'b', 'name=x');
  expect([second.statusCode, second.headers['retry-after']]).toEqual([503, '1']);
  expect(second.json()).toMatchObject({ code: 103, remark: '$busy' });
  release();
  expect((await first).json()).toMatchObject({ code: 200, data: { fine: 1 } });
  expect((await call('Saves', 'b', 'name=x')).json()).toMatchObject({ code: 200 });
});

it('a call that fails or is refused makes way for the next', async () => {
  release();
  expect((await call('Fails', 'a')).json()).toMatchObject({ code: 306 });
  expect((await call('Saves', 'a')).json()).toMatchObject({ code: 314 });
  expect((await call('Works', 'a')).json()).toMatchObject({ code: 200 });
});

it('R7 who waited in line is asked again who he is: a session that ended meanwhile begins nothing', async () => {
  const { answer: first } = await begun();
  const second = call('Saves', 'b', 'name=x');
  await waiting(1);
  people.delete('b');
  release();
  expect((await second).json()).toMatchObject({ code: 401 });
  await first;
  people.set('b', 2);
});
