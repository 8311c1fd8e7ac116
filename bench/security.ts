import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openTarget, type Target } from '../attack/target.ts';
import { setup } from '../server/src/db/testing-server.ts';

const ROUNDS = 5;
const CALLS = 40;

/** `npm run bench security`: what docs/security.md states as a time, five rounds each, median and spread in milliseconds. */
export async function securityBench(): Promise<string> {
  const stop = await setup();
  try {
    const target = await openTarget();
    const rows: string[] = [];
    for (const [id, what, goal, measure] of MEASURES) {
      const rounds: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(target));
      rounds.sort((a, b) => a - b);
      const [least, median, most] = [rounds[0]!, rounds[Math.floor(ROUNDS / 2)]!, rounds.at(-1)!];
      rows.push(`| ${id} | ${what} | ${goal} | ${median.toFixed(0)} | ${least.toFixed(0)} to ${most.toFixed(0)} |`);
    }
    await target.close();
    return ['| id | what | goal, ms | median | spread |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
  } finally {
    await stop();
  }
}

type Measure = (target: Target) => Promise<number>;
const MEASURES: readonly (readonly [string, string, string, Measure])[] = [
  ['A1', 'hostile order, slowest of 40', '300', (target) => slowest(target, { sort: [['id;select pg_sleep(5)--', 'asc']] })],
  ['A5', '200 % as keyword, slowest of 40', '300', (target) => slowest(target, { key_word: '%'.repeat(200) })],
  ['A5', '% and _ as filter, slowest of 40', '300', (target) => slowest(target, { fields: { key_name: '%_'.repeat(100) } })],
  ['G3', 'probe beside 40 hostile calls, p99', '300', (target) => beside(target, () => hostile(target))],
  ['A23', 'event loop while 20 MB, a million keys, 100,000 levels come, worst', '200', lag],
];

const page = (target: Target, filters: unknown, as = 'applicant') =>
  target.say('/app?op=Page', { as, form: { cloud: 'project', filters: JSON.stringify(filters) } });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function slowest(target: Target, filters: unknown): Promise<number> {
  let worst = 0;
  for (let call = 0; call < CALLS; call += 1) worst = Math.max(worst, await timed(() => page(target, filters)));
  return worst;
}

async function hostile(target: Target): Promise<void> {
  await Promise.all(Array.from({ length: CALLS }, (_, at) => page(target, { key_word: '%'.repeat(200 - at) }, 'admin')));
}

async function beside(target: Target, work: () => Promise<void>): Promise<number> {
  let over = false;
  const all = work().finally(() => {
    over = true;
  });
  const probes: number[] = [];
  do probes.push(await timed(() => page(target, {}, 'viewer')));
  while (!over);
  await all;
  return probes.sort((a, b) => a - b)[Math.floor(probes.length * 0.99)]!;
}

async function lag(target: Target): Promise<number> {
  const head = (type: string, text: string) =>
    `POST /app?op=Page HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
  const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`)}}`;
  const bodies = [
    head('application/x-www-form-urlencoded', `x=${'a'.repeat(20 * 2 ** 20)}`),
    head('application/json', keys(1_000_000)),
    head('application/json', keys(150_000)),
    head('application/json', `{"filters":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  ].map((text) => Buffer.from(text));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  for (const body of bodies) await target.raw(body, 500);
  delay.disable();
  return delay.max / 1e6;
}
