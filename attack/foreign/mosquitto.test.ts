import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openJobs } from '#server/compose.ts';
import { knownRecords, submitted } from '../input/corpus.ts';
import { openTarget, type Target } from '../target.ts';
import { has } from '../tools.ts';
import { openBridge } from './bridge.ts';

let target: Target;
let stopJobs: () => Promise<void>;
let bridge: Awaited<ReturnType<typeof openBridge>>;
beforeAll(async () => {
  target = await openTarget();
  stopJobs = await openJobs(target.house, target.server, () => undefined);
  bridge = await openBridge(target.port);
});
afterAll(async () => {
  await bridge?.close();
  await stopJobs?.();
  await target?.close();
});

interface Seat {
  username: string;
  password: string;
  topic: string;
}
const seatOf = async (who: string) => (await target.say('/sys?op=Counts', { as: who })).data!.mqtt as Seat;

/** For what hangs: a message waits for every transaction of the database server, other tests' too. */
const SECONDS = 170;

/** Debian's mosquitto_sub for some seconds: what it printed, a line a message, and a promise of its first line. */
function listenAs(seat: Seat, topic: string, seconds: number) {
  const args = [
    '-h',
    '127.0.0.1',
    '-p',
    String(bridge.port),
    '-u',
    seat.username,
    '-P',
    seat.password,
    '-t',
    topic,
    '-q',
    '1',
    '-W',
    String(seconds),
    '-d',
  ];
  // line by line, not when its buffer is full
  const child = spawn('stdbuf', ['-oL', 'mosquitto_sub', ...args]);
  let said = '';
  const wants: [RegExp, () => void][] = [];
  const hear = (part: Buffer) => {
    said += part;
    for (const [pattern, done] of wants) if (pattern.test(said)) done();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(said)));
  const saying = (pattern: RegExp) =>
    Promise.race([new Promise<void>((resolve) => (pattern.test(said) ? resolve() : wants.push([pattern, resolve]))), ended]);
  return { saying, ended, stop: () => child.kill() };
}

test.runIf(has('mosquitto-clients'))('E19 mosquitto_sub, a client by others, hears its own topic and nothing of anybody else', async () => {
  const [head, stranger] = [await seatOf('depthead'), await seatOf('viewer')];
  const own = listenAs(head, head.topic, SECONDS);
  const spies = ['#', head.topic, '+'].map((topic) => listenAs(stranger, topic, SECONDS));
  const nobody = listenAs({ ...head, password: stranger.password }, head.topic, SECONDS);
  await own.saying(/SUBACK/);
  await submitted(target, await knownRecords(target));
  await own.saying(/PUBLISH/);
  for (const each of [own, ...spies, nobody]) each.stop();
  expect(await own.ended).toMatch(new RegExp(`received PUBLISH .*'${head.topic}'`));
  for (const spy of spies) expect(await spy.ended).not.toMatch(/PUBLISH|Subscribed \(mid: 1\): [01]/);
  expect(await nobody.ended).toMatch(/not authori[sz]ed|Connection (Refused|error)|CONNACK \([45]\)/i);
});
