import { readFileSync } from 'node:fs';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { crowd } from './play/crowd.ts';
import { type Balancer, openBalancer } from './run/balancer.ts';
import { openSite, type Product, type Site, until } from './run/product.ts';

// Several starts of the whole product: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 600_000 });

let site: Site;
let balancer: Balancer | undefined;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => balancer?.close());
afterAll(() => site?.close());

/** All that was acknowledged is there, and nothing else of the crowd. */
async function inTheDatabase(): Promise<Set<string>> {
  const rows = await site.sql<{ key_name: string }>(`select key_name from app.initiation where key_name like 'crowd %'`);
  await site.sql(`delete from fw.rid`);
  return new Set(rows.map((row) => row.key_name));
}
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

describe('fault 6 stopping and replacing under load', () => {
  test('fault 6 two servers behind a balancer are replaced one after the other: no call fails, nothing acknowledged is missing', async () => {
    // who leaves says so as long before as a balancer may need to hear of it, on a slow machine too
    const start = () => site.start({ LEAVE_SECONDS: '3' });
    const old = await Promise.all([start(), start()]);
    balancer = await openBalancer(old.map((one) => one.url));
    const token = await site.signIn(old[0]!, 'applicant');
    const people = crowd(balancer.url, token, 4);
    await people.acknowledged(10);
    const serving: Product[] = [...old];
    for (const at of [0, 1]) {
      const next = await start();
      const left = serving[at]!;
      serving[at] = next;
      await balancer.serve([...serving, left].map((one) => one.url));
      expect(await left.stop()).toBe(0);
      await balancer.serve(serving.map((one) => one.url));
      await people.acknowledged(10);
    }
    const met = await people.over();
    expect(met.failed).toEqual([]);
    expect(await inTheDatabase()).toEqual(new Set(met.acknowledged));
    for (const one of serving) expect(await one.stop('SIGINT')).toBe(0);
  });

  test('fault 6 19 WORKERS=2: a message reaches listeners at either process; SIGHUP replaces both and no call fails; one killed is replaced', async () => {
    const team = await site.start({ WORKERS: '2' });
    const live = await listeners(team, 'depthead', 6);
    await live.allHear();
    const people = crowd(team.url, await site.signIn(team, 'applicant'), 4);
    await people.acknowledged(10);
    const before = childrenOf(team.pid);
    expect(before).toHaveLength(2);
    team.child.kill('SIGHUP');
    await until(
      async () => team.said(),
      (said) => said.includes('all server processes are new'),
    );
    await people.acknowledged(10);
    const after = childrenOf(team.pid);
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    const met = await people.over();
    expect(met.failed).toEqual([]);
    const named = await inTheDatabase();
    expect(met.acknowledged.filter((name) => !named.has(name))).toEqual([]);
    expect(await live.allMoved()).toBe(true);
    await live.allHear();
    await live.close();

    process.kill(after[0]!, 'SIGKILL');
    await until(
      async () => childrenOf(team.pid),
      (pids) => pids.length === 2 && !pids.includes(after[0]!),
    );
    expect(team.said()).toContain(`server process ${after[0]} ended (SIGKILL): starting another`);
    expect((await fetch(`${team.url}/health`)).status).toBe(200);
    const last = childrenOf(team.pid);
    expect(await team.stop()).toBe(0);
    expect(last.filter(lives)).toEqual([]);
  });
});

/** So many connections of one person's live channel. */
async function listeners(team: Product, who: string, count: number) {
  const token = await site.signIn(team, who);
  const { username, password, topic } = (await team.call('/sys?op=Counts', {}, token)).data!.mqtt as Record<string, string>;
  const heard = new Set<number>();
  const clients = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const client = mqtt.connect(`${team.url.replace('http', 'ws')}/mqtt`, { username, password: password!, reconnectPeriod: 100 });
      client.on('message', () => heard.add(at));
      client.on('error', () => undefined);
      await client.subscribeAsync(topic!, { qos: 1 });
      return client;
    }),
  );
  const moved = clients.map((client) => new Promise<true>((resolve) => client.once('close', () => resolve(true))));
  const tell = () =>
    site.sql(
      `insert into fw.outbox (company_id, user_id, kind, payload)
       select company_id, id, 'todo', '{"cloud": "initiation", "id": 1, "key_name": "x"}' from app."user" where company_id = 1 and login_name = $1`,
      [who],
    );
  return {
    /** Told until all have heard: who has just come back subscribes a moment later. */
    allHear: async () => {
      heard.clear();
      await until(
        async () => {
          await tell();
          return heard.size;
        },
        (size) => size === count,
      );
    },
    allMoved: async () => (await Promise.all(moved)).every(Boolean),
    close: () => Promise.all(clients.map((client) => client.endAsync(true))),
  };
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
