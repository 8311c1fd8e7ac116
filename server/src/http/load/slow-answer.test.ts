import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOp } from '#protocol/ops/op.ts';
import type { House } from '#server/meta/house.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { op } from '#server/ops/op.ts';
import { createServer } from '../server.ts';
import { createAdmission } from './admission.ts';
import { PATIENCE } from './patience.ts';

const PARTS = 12;

async function* slowly(): AsyncGenerator<string> {
  for (let part = 0; part < PARTS; part += 1) {
    await sleep(100);
    yield 'x'.repeat(100);
  }
}

const download = op(
  defineOp({ path: '/app', op: 'Slow', summary: 'slow', get: true, stream: true, free: true, request: z.strictObject({}) }),
  async () => ({ stream: Readable.from(slowly()), file_name: 'a.txt', mime: 'text/plain', length: PARTS * 100, disposition: 'attachment' }),
);

let app: FastifyInstance;
beforeAll(async () => {
  const ops = indexOps([download]);
  app = await createServer({
    web: '/nonexistent',
    logger: false,
    patience: { ...PATIENCE, body: 300 },
    api: {
      ops,
      admission: createAdmission({ atWork: 12, within: 2_000 }),
      dispatch: createDispatch({} as House, ops),
      findSession: async () => null,
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

it('F4 a download may take longer than a body is waited for: a GET has none', async () => {
  const { port } = app.server.address() as AddressInfo;
  const length = await new Promise<number>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/app?op=Slow' }, async (answer) => {
      let heard = 0;
      for await (const part of answer) heard += (part as Buffer).length;
      resolve(heard);
    }).on('error', reject);
  });
  expect(length).toBe(PARTS * 100);
});
