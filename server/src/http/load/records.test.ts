import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOp } from '#protocol/ops/op.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { op } from '#server/ops/op.ts';
import { queueCall } from '#server/ops/sys/queue.ts';
import { createServer } from '../server.ts';
import { createAdmission } from './admission.ts';

/** Whose record began to be changed, as they began, and how each of them ends. */
let began: string[] = [];
let release: (() => void)[] = [];
const writing = (name: string) =>
  op(
    defineOp({
      path: '/app',
      op: name,
      summary: name,
      writes: true,
      request: z.strictObject({ cloud: z.string(), id: z.union([z.number(), z.string()]) }),
    }),
    async (_, { session, request }) => {
      began.push(`${session!.company.id} ${request.cloud} ${request.id}`);
      await new Promise<void>((resolve) => release.push(resolve));
      return {};
    },
  );
const changes = writing('Changes');
const adds = writing('Add');
const reads = op(
  defineOp({
    path: '/app',
    op: 'Reads',
    summary: 'reads',
    request: z.strictObject({ cloud: z.string(), id: z.union([z.number(), z.string()]) }),
  }),
  async () => ({ data: { fine: 1 } }),
);

let app: FastifyInstance;
async function serve(within: number): Promise<void> {
  const ops = indexOps([changes, adds, reads, queueCall]);
  app = await createServer({
    web: '/nonexistent',
    logger: false,
    api: {
      ops,
      admission: createAdmission({ atWork: 3, within }),
      dispatch: createDispatch({} as House, ops),
      findSession: async (token: string) =>
        ({ user: { id: Number(token[0]) }, company: { id: Number(token[1]) }, sid: token[0] }) as Session,
    },
  });
}
afterEach(() => app.close());
beforeEach(() => {
  began = [];
  release = [];
});

const call = (url: string, payload: Record<string, unknown>, user: number, company = 1) =>
  app.inject({ method: 'POST', url, payload, headers: { token: `${user}${company}`.padEnd(43, 'a') } });
const change = (id: unknown, user: number, company = 1, cloud = 'plan') => call('/app?op=Changes', { cloud, id }, user, company);
const codes = async (calls: ReturnType<typeof call>[]) =>
  (await Promise.all(calls)).map((told) => `${told.statusCode} ${told.json().code}${told.json().remark}`);
/** Ends each change as it begins, until all calls are answered. */
async function finish(calls: ReturnType<typeof call>[]): Promise<string[]> {
  let over = false;
  const all = codes(calls).finally(() => {
    over = true;
  });
  while (!over) {
    for (const end of release.splice(0)) end();
    await new Promise(setImmediate);
  }
  return all;
}

it('R10 changes of one record wait for one another without a place: one at a time, while others read and change other records', async () => {
  await serve(30_000);
  const same = [change(5, 1), change('5', 2), change('4,5', 3), change(5, 4, 1, 'plan[mine]'), change(5, 5)];
  await expect.poll(() => began.length, { timeout: 10_000 }).toBe(1);
  expect((await call('/app?op=Reads', { cloud: 'plan', id: 5 }, 6)).json()).toMatchObject({ code: 200 });
  const others = [change(6, 6)];
  await expect.poll(() => began.length, { timeout: 10_000 }).toBe(2);
  others.push(change(5, 7, 2));
  await expect.poll(() => began.length, { timeout: 10_000 }).toBe(3);
  expect(began).toEqual(['1 plan 5', '1 plan 6', '2 plan 5']);
  expect(await finish([...same, ...others])).toEqual(Array(7).fill('200 200'));
  expect(began.slice(3).sort()).toEqual(['1 plan 4,5', '1 plan 5', '1 plan 5', '1 plan[mine] 5']);
});

it('R10 who waits longer for a record than anybody waits is told 103 $busy, nothing of it was begun, and the next finds it free', async () => {
  await serve(300);
  const first = change(5, 1);
  await expect.poll(() => began.length, { timeout: 10_000 }).toBe(1);
  expect(await codes([change('4,5', 2)])).toEqual(['503 103$busy']);
  const queued = await call('/sys?op=Queue', { actions: [{ path: '/app', op: 'Changes', cloud: 'plan', id: 5 }] }, 3);
  expect(queued.json().rows).toEqual([expect.objectContaining({ code: 103, remark: '$busy' })]);
  expect(began).toEqual(['1 plan 5']);
  expect(await finish([first])).toEqual(['200 200']);
  expect(await finish([change('4,5', 2)])).toEqual(['200 200']);
  expect(await finish([change(4, 2)])).toEqual(['200 200']);
});

it('R10 who adds a record takes none that there is, whatever id he names', async () => {
  await serve(30_000);
  const first = change(5, 1);
  await expect.poll(() => began.length, { timeout: 10_000 }).toBe(1);
  const added = call('/app?op=Add', { cloud: 'plan', id: 5 }, 2);
  await expect.poll(() => began.length, { timeout: 10_000 }).toBe(2);
  expect(await finish([first, added])).toEqual(['200 200', '200 200']);
});

it('R10 who had a record and found no place gives it back', async () => {
  await serve(300);
  const others = [change(1, 1), change(2, 1), change(3, 1)];
  await expect.poll(() => began.length, { timeout: 10_000 }).toBe(3);
  expect(await codes([change(5, 2)])).toEqual(['503 103$busy']);
  expect(await finish(others)).toEqual(Array(3).fill('200 200'));
  expect(await finish([change(5, 2)])).toEqual(['200 200']);
});
