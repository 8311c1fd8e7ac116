import fastify from 'fastify';
import { expect, it } from 'vitest';
import { diskMetrics } from './disk-metrics.ts';
import { health } from './health.ts';

async function server(
  check: () => Promise<unknown>,
  more: { strained?: () => boolean; leaving?: () => boolean; metricsKey?: string } = {},
) {
  const app = fastify();
  health({ check, ...more })(app);
  app.get('/app/:id', async () => ({}));
  await app.ready();
  return app;
}

it('/health says ok, and no more', async () => {
  const app = await server(async () => 'secret');
  const answer = await app.inject('/health');
  expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, '{"status":"ok"}', 'no-store']);
});

it('/health says 503 without the reason', async () => {
  const app = await server(async () => {
    throw new Error('password of postgres');
  });
  const answer = await app.inject('/health');
  expect([answer.statusCode, answer.body]).toEqual([503, '{"status":"unavailable"}']);
});

it('12 /health says degraded with 200 while calls are refused for want of time, 6 leaving with 503 whatever else', async () => {
  const strained = await (await server(async () => 1, { strained: () => true })).inject('/health');
  expect([strained.statusCode, strained.body]).toEqual([200, '{"status":"degraded"}']);
  const leaving = await (await server(async () => 1, { strained: () => true, leaving: () => true })).inject('/health');
  expect([leaving.statusCode, leaving.body]).toEqual([503, '{"status":"leaving"}']);
});

it('F8 /health and /metrics asked a thousand times look once', async () => {
  let looked = 0;
  const app = await server(async () => {
    looked += 1;
  });
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, at) => app.inject(at % 2 ? '/health' : '/metrics')));
  expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
  expect(looked).toBe(1);
});

it('16 /metrics tells how much room is left on the disk, and what the database refused for want of it', async () => {
  let left: { free: number } | null = { free: 5_000 };
  const metrics = diskMetrics({ room: async () => left, fullDisk: () => 3 });
  const read = async () =>
    Object.fromEntries(
      await Promise.all(
        metrics.map(async (one) => {
          const { name, values } = await one.get();
          return [name, values[0]?.value];
        }),
      ),
    );
  expect(await read()).toEqual({ disk_free_bytes: 5_000, database_disk_full_total: 3 });
  expect((await read()).database_disk_full_total).toBe(3);
  left = null;
  expect((await read()).disk_free_bytes).not.toBe(5_000);
});

const KEY = 'a-key-of-16-letters';
const OPEN = [
  ['127.0.0.1', {}],
  ['127.1.2.3', {}],
  ['::1', {}],
  ['::ffff:127.0.0.1', {}],
] as const;
const CLOSED = [
  ['10.0.0.7', {}],
  ['2001:db8::1', {}],
  ['::ffff:10.0.0.7', {}],
  ['1270.0.0.1', {}],
  // a proxy on the same machine speaks for somebody else, whoever that is
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ['127.0.0.1', { 'x-forwarded-proto': 'https' }],
  ['127.0.0.1', { 'x-real-ip': '127.0.0.1' }],
  ['::1', { forwarded: 'for=127.0.0.1' }],
  ['::1', { via: '1.1 proxy' }],
] as const;
const metricsFor = (app: Awaited<ReturnType<typeof server>>, remoteAddress: string, headers: Record<string, string>) =>
  app.inject({ url: '/metrics', remoteAddress, headers });

it('F8 /metrics is there for who asks on the machine itself, and for nobody else; /health for everybody', async () => {
  const app = await server(async () => 1);
  const nothing = (await app.inject('/nowhere')).statusCode;
  for (const [from, headers] of OPEN) expect((await metricsFor(app, from, headers)).statusCode, from).toBe(200);
  for (const [from, headers] of CLOSED) {
    for (const authorization of ['', 'Bearer ', 'Bearer undefined'])
      expect((await metricsFor(app, from, { ...headers, authorization })).statusCode, from).toBe(nothing);
    expect((await app.inject({ url: '/health', remoteAddress: from, headers })).statusCode).toBe(200);
  }
});

it('F8 with a key /metrics is there for who has it, wherever he asks from', async () => {
  const app = await server(async () => 1, { metricsKey: KEY });
  for (const [from, headers] of [...OPEN, ...CLOSED])
    expect((await metricsFor(app, from, { ...headers, authorization: `Bearer ${KEY}` })).statusCode, from).toBe(200);
  for (const [from, headers] of CLOSED)
    for (const authorization of ['', 'Bearer', `Bearer ${KEY}x`, `Bearer ${KEY.slice(1)}`, `Basic ${KEY}`, KEY])
      expect((await metricsFor(app, from, { ...headers, authorization })).statusCode, from).toBe(404);
});

it('/metrics names routes, never what was asked', async () => {
  const app = await server(async () => 1);
  await app.inject('/app/4711?op=Secret');
  await app.inject('/nowhere/4711');
  const { body, headers } = await app.inject('/metrics');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain('http_request_duration_seconds_count{route="/app/:id",status="200"} 1');
  expect(body).toContain('process_resident_memory_bytes');
  // a figure may have these digits by chance
  expect(body.replaceAll(/ \S+$/gm, '')).not.toMatch(/4711|Secret/);
});
