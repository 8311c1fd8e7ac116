import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDb } from '#server/db/pool/pool.ts';
import { type Own, openOwn } from './run/own.ts';
import { openSite, type Product, type Site, until } from './run/product.ts';

vi.setConfig({ testTimeout: 600_000 });

const list = { cloud: 'initiation', rows: '5', fields: 'key_name' };

describe('fault 7 the database stops and comes back', () => {
  let own: Own;
  beforeAll(async () => {
    own = await openOwn();
  });
  afterAll(() => own?.close());

  test('fault 7 fast and immediate: refused with 103 meanwhile, nothing acknowledged is lost, and the same server goes on', async () => {
    const { product, token } = own;
    const acknowledged = new Set<string>();
    const answers: string[] = [];
    let going = true;
    const writer = async (who: number) => {
      for (let at = 0; going; at += 1) {
        const name = `outage ${who} ${at}`;
        const form = { cloud: 'initiation', key_name: name, est_price: '300', _rid: crypto.randomUUID() };
        const { status, code } = await product.call('/app?op=Add', form, token);
        answers.push(`${status} ${code}`);
        if (code === 200) acknowledged.add(name);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const writers = Promise.all([0, 1, 2].map(writer));
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      const before = acknowledged.size;
      await until(
        async () => acknowledged.size,
        (size) => size > before + 5,
      );
      const since = answers.length;
      own.end(signal);
      await until(
        async () => answers.slice(since),
        (told) => told.includes('200 103'),
      );
      const known = acknowledged.size;
      await until(
        async () => acknowledged.size,
        (size) => size > known + 5,
      );
    }
    going = false;
    await writers;
    expect([...new Set(answers)].sort()).toEqual(['200 103', '200 200']);
    const there = await own.named('outage ');
    expect([...acknowledged].filter((name) => !there.has(name))).toEqual([]);
    expect((await fetch(`${product.url}/health`)).status).toBe(200);
  });
});

describe('the database is slow', () => {
  let site: Site;
  let product: Product;
  let token: string;
  /** One person's calls take turns: it takes several to fill the connections. */
  let tokens: string[];
  beforeAll(async () => {
    site = await openSite();
    product = await site.start();
    tokens = await Promise.all(['applicant', 'depthead', 'investmgr', 'finance'].map((name) => site.signIn(product, name)));
    token = tokens[0]!;
  });
  afterAll(async () => {
    await product?.stop('SIGINT');
    await site?.close();
  });
  const page = () => product.call('/app?op=Page', list, token).then(({ code }) => code);
  const health = async () => {
    const answer = await fetch(`${product.url}/health`);
    return `${answer.status} ${((await answer.json()) as { status: string }).status}`;
  };
  const times = <T>(count: number, ask: () => Promise<T>) => Promise.all(Array.from({ length: count }, ask));

  test('fault 12 13 a locked table: who asks for it gets 103, all connections taken, and yet sessions and health are answered', async () => {
    expect(await health()).toBe('200 ok');
    const holder = createDb(site.ownerUrl, { max: 1 });
    let release: () => void = () => undefined;
    let locked: () => void = () => undefined;
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const holding = holder.tx(async (tx) => {
      await tx.query('lock table app.initiation in access exclusive mode');
      locked();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    await isLocked;
    let going = true;
    const codes = new Set<number>();
    const callers = Promise.all(
      tokens.flatMap((one) =>
        times(5, async () => {
          while (going) codes.add((await product.call('/app?op=Page', list, one)).code);
        }),
      ),
    );
    await until(
      () => site.sql(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      (rows) => rows.length === 10,
    );
    expect((await product.call('/app?op=Page', list, 'x'.repeat(43))).code).toBe(401);
    expect((await health()).slice(0, 3)).toBe('200');
    going = false;
    await callers;
    expect(codes).toEqual(new Set([103]));
    await until(health, (said) => said === '200 degraded');
    release();
    await holding;
    await holder.close();
    await until(page, (code) => code === 200);
    expect(new Set(await times(40, page))).toEqual(new Set([200]));
  });

  test('fault 13 many writers at once on a few connections: each is answered, none waits for another connection of its own', async () => {
    const add = () =>
      product
        .call('/app?op=Add', { cloud: 'initiation', key_name: 'many', est_price: '300', _rid: crypto.randomUUID() }, token)
        .then(({ code }) => code);
    const codes = new Set(await times(60, add));
    codes.delete(103);
    expect(codes).toEqual(new Set([200]));
    expect(await add()).toBe(200);
  });

  test('fault 12 one process of the database is stopped: one caller waits for it, all others are answered', async () => {
    await times(20, page);
    const [idle] = await site.sql<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'formwork' and state = 'idle' and pid <> pg_backend_pid()
       and query like '%initiation%' order by state_change desc limit 1`,
    );
    process.kill(idle!.pid, 'SIGSTOP');
    try {
      const answered: number[] = [];
      const all = times(16, () => page().then((code) => answered.push(code)));
      await until(
        async () => answered.length,
        (count) => count >= 15,
      );
      expect(new Set(answered)).toEqual(new Set([200]));
      expect((await health()).slice(0, 3)).toBe('200');
      process.kill(idle!.pid, 'SIGCONT');
      await all;
      expect(answered).toHaveLength(16);
      expect(await page()).toBe(200);
    } finally {
      process.kill(idle!.pid, 'SIGCONT');
    }
  });
});
