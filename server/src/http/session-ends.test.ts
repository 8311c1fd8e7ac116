import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOp } from '#protocol/ops/op.ts';
import { queueOp } from '#protocol/ops/sys.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { type Op, op } from '#server/ops/op.ts';
import { queueCall } from '#server/ops/sys/queue.ts';
import { createAdmission } from './load/admission.ts';
import { createServer } from './server.ts';

const named = (name: string) => defineOp({ path: '/app', op: name, summary: name, writes: true, request: z.strictObject({}) });
let live = true;
let asked = 0;
let done: string[] = [];
let release = (): void => undefined;
let held: Promise<void>;

const holds = op(named('Holds'), async () => {
  await held;
  return {};
});
const writes = op(named('Writes'), async () => {
  done.push('written');
  return {};
});
const ends = op(named('Ends'), async () => {
  live = false;
  return {};
});

let app: FastifyInstance;
beforeAll(async () => {
  const ops = indexOps([holds, writes, ends, queueCall] as unknown as readonly Op[]);
  app = await createServer({
    web: '/nonexistent',
    logger: false,
    api: {
      ops,
      admission: createAdmission({ atWork: 12, within: 2_000 }),
      dispatch: createDispatch({} as House, ops),
      findSession: async () => {
        asked += 1;
        return live ? ({ sid: 's', user: { id: 7 }, company: { id: 1 } } as Session) : null;
      },
    },
  });
});
afterAll(() => app.close());
beforeEach(() => {
  [live, asked, done] = [true, 0, []];
  held = new Promise((resolve) => {
    release = resolve;
  });
});
const call = async (url: string, form: Record<string, string> = {}) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', token: 'a'.repeat(43) };
  const answer = await app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(form).toString() });
  return answer.json() as { code: number; rows: { code: number }[] };
};

it('E9 a call that waited for its turn does nothing when its session ended meanwhile: 401', async () => {
  const first = [1, 2, 3, 4].map(() => call('/app?op=Holds'));
  const fifth = call('/app?op=Writes');
  await expect.poll(() => asked).toBe(5);
  live = false;
  release();
  for (const one of first) expect((await one).code).toBe(200);
  expect((await fifth).code).toBe(401);
  expect(done).toEqual([]);
});

it('E9 what a Queue has still to do when its session ends is not done: 401 each', async () => {
  const actions = ['Writes', 'Ends', 'Writes', 'Writes'].map((name) => ({ path: '/app', op: name }));
  const told = await call(`${queueOp.path}?op=${queueOp.op}`, { actions: JSON.stringify(actions) });
  expect(told.rows.map((row) => row.code)).toEqual([200, 200, 401, 401]);
  expect(done).toEqual(['written']);
});
