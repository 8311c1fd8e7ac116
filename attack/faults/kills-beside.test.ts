import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { expireLate } from '#server/flow/act/clock/expire.ts';
import { auditCases } from '#server/flow/kernel/testing-replay.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { injectFault } from '#server/ports/fault.ts';
import { openSessions } from '#server/signin/testing-sessions.ts';
import { sys } from '#suites/sys/suite.ts';
import { KEYS, type Lab, openLab, serve } from './lab.ts';
import { BESIDES, type Beside, type Ground, type Stage, standing } from './play/besides.ts';
import { faultsBefore } from './play/suite.ts';
import { type ServerProcess, startServer } from './run/process.ts';

let lab: Lab;
let ground: Ground;
let here: Stage;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  lab = await openLab();
  const earlier = loadCatalogue([sys, faultsBefore]);
  const [before, now] = [await serve({ ...lab.house, catalogueOf: () => earlier }), await serve(lab.house)];
  stops.push(before.close, now.close);
  const admin = await openSessions(lab.base.serving, KEYS.pepper, { company: 1, users: [1], by: '' });
  const token: Ground['token'] = (who) => (who === 'admin' ? admin.get(1)! : lab.tokens[who]);
  ground = { db: lab.base.db, before: before.url, now: now.url, token };
  here = { url: now.url, expire: () => expireLate(lab.house, (error) => expect.unreachable(String(error))) };
  // the earlier version is published first
  await (await BESIDES[1]!.prepare(ground)).clear?.();
});
afterAll(async () => {
  injectFault();
  for (const stop of stops) await stop();
  await lab.close();
});

/** Tables of the product, each with a hash of all that lies in it: two moments are the same where these are. */
async function everything(db: Db): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('app', 'hist', 'fw')
       and tablename not in ('session', 'flow_def') order by 1`,
  );
  const hash = ({ name }: { name: string }) =>
    `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`;
  const rows = await db.query<{ name: string; hash: string }>(tables.map(hash).join(' union all '));
  return Object.fromEntries(rows.map(({ name, hash: of }) => [name, of]));
}
const changed = (from: Record<string, string>, to: Record<string, string>) => Object.keys(to).filter((name) => from[name] !== to[name]);

/** The points that it passes in this process, each with how often: `tx.begun@2` is its second time. */
async function walk(beside: Beside): Promise<string[]> {
  const { id, act, clear } = await beside.prepare(ground);
  const passed: string[] = [];
  injectFault((point) => void passed.push(point));
  await act(here);
  injectFault();
  await clear?.();
  expect(await standing(ground.db, id), beside.name).toEqual(beside.ends);
  return passed.map((point, at) => {
    const times = passed.slice(0, at + 1).filter((one) => one === point).length;
    return times === 1 ? point : `${point}@${times}`;
  });
}

/** Dies at a point, comes again, and is asked again, twice. Answers what is broken, and whether it was done before it died. */
async function dies(beside: Beside, point: string, servers: () => Promise<ServerProcess>): Promise<{ broken: string[]; isDone: boolean }> {
  const broken: string[] = [];
  const say = (text: string) => broken.push(`${beside.name}, killed at ${point}: ${text}`);
  const { id, act, clear } = await beside.prepare(ground);
  const before = await everything(ground.db);
  const first = await servers();
  await first.arm(point.replace(/@|$/, (mark) => `:exit${mark}`));
  const survived = await act(first).then(
    () => true,
    () => false,
  );
  if (survived) say('it lives');
  await (survived ? first.kill() : first.gone);
  const next = await servers();
  try {
    await rested(ground.db);
    const found = await everything(ground.db);
    const isDone = changed(before, found).length > 0;
    await act(next);
    const done = await everything(ground.db);
    if (isDone && changed(found, done).length) say(`between: what came again changed ${changed(found, done)}`);
    await act(next);
    const again = changed(done, await everything(ground.db));
    if (again.length) say(`done twice: ${again}`);
    const stands = await standing(ground.db, id);
    if (JSON.stringify(stands) !== JSON.stringify(beside.ends)) say(`it is ${JSON.stringify(stands)}`);
    return { broken, isDone };
  } finally {
    await next.kill();
    await clear?.();
  }
}

/** What the dead server had begun ends when the database notices that nobody is there. */
async function rested(db: Db): Promise<void> {
  const busy = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`;
  await expect.poll(() => db.query(busy), { timeout: 60_000, interval: 10 }).toEqual([]);
}

describe('fault 2 kill -9 in what is done beside deciding', () => {
  test.each(BESIDES)(
    'FLOW-01 $name: before or after at every point, and once',
    async (beside) => {
      const start = () => startServer({ url: lab.base.servingUrl, folder: lab.folder });
      let spare = start();
      const servers = () => {
        const one = spare;
        spare = start();
        return one;
      };
      const points = await walk(beside);
      const seen = [];
      for (const point of points) seen.push(await dies(beside, point, servers));
      await (await spare).kill();
      expect(seen.flatMap(({ broken }) => broken)).toEqual([]);
      expect(new Set(seen.map(({ isDone }) => isDone)), `neither before nor after was met at ${points}`).toEqual(new Set([false, true]));
      expect(await auditCases(lab.house, 'errand')).toEqual([]);
    },
    600_000,
  );
});
