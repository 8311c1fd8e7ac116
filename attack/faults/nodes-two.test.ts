import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openSite, type Product, type Site, until } from './run/product.ts';
import { type Cable, openProxy } from './run/proxy.ts';

// Two servers, and a network that says nothing: each refusal takes as long as a server waits for its database.
vi.setConfig({ testTimeout: 600_000 });

let site: Site;
let cable: Cable;
/** `far` reaches the database by a cable that a test may hold. */
let near: Product;
let far: Product;
beforeAll(async () => {
  site = await openSite();
  cable = await openProxy(site.url);
  [near, far] = await Promise.all([site.start(), site.start({}, cable.through(site.url))]);
});
afterAll(async () => {
  await Promise.all([near?.stop('SIGINT'), far?.stop('SIGINT')]);
  await cable?.close();
  await site?.close();
});

const list = { cloud: 'initiation', rows: '1' };
const page = (product: Product, token: string) => product.call('/app?op=Page', list, token).then(({ code }) => code);
/** What everybody is told within a second; with room for a busy machine, but before the minute in which all is looked at again anyway. */
const SOON = 50_000;
const both = async (token: string, code: number): Promise<void> => {
  await Promise.all(
    [near, far].map((one) =>
      until(
        () => page(one, token),
        (found) => found === code,
        SOON,
      ),
    ),
  );
};
const setUser = (login: string, column: 'status' | 'role_entities', value: unknown) =>
  site.sql(`update app."user" set ${column} = $2 where company_id = 1 and login_name = $1`, [login, value]);

/** A live channel at `product` of this session; `closed` resolves when it is ended. */
async function channel(product: Product, token: string) {
  const { username, password } = (await product.call('/sys?op=Counts', {}, token)).data!.mqtt as Record<string, string>;
  const client = await mqtt.connectAsync(`${product.url.replace('http', 'ws')}/mqtt`, {
    username,
    password: password!,
    reconnectPeriod: 0,
  });
  client.on('error', () => undefined);
  const closed = new Promise<true>((resolve) => client.once('close', () => resolve(true)));
  return { sid: username!, client, closed };
}

describe('fault 19 two servers on one database', () => {
  test('fault 19 a sign-in counts at both, and is refused at both when it is played again', async () => {
    const body = await site.body('finance');
    const first = await near.call('/sys?op=Login', body);
    expect(first.code).toBe(200);
    expect(await page(far, String(first.data?.token))).toBe(200);
    expect((await far.call('/sys?op=Login', body)).code).toBe(401);
    expect((await near.call('/sys?op=Login', body)).code).toBe(401);
  });

  test('fault 19 a sign-out at one is a sign-out at the other, its live channel too', async () => {
    const token = await site.signIn(near, 'legal');
    await both(token, 200);
    const live = await channel(far, token);
    expect((await near.call('/sys?op=Logout', {}, token)).code).toBe(200);
    await both(token, 401);
    expect(await live.closed).toBe(true);
  });

  test('fault 19 who is disabled, and whose role is taken away, is refused at both, hears nothing any more, and signs in anew when it is given back', async () => {
    const [before] = await site.sql<{ role_entities: number[] }>(
      `select role_entities from app."user" where company_id = 1 and login_name = 'tech'`,
    );
    for (const [column, then, back] of [
      ['role_entities', [], before!.role_entities],
      ['status', 0, 1],
    ] as const) {
      const token = await site.signIn(near, 'tech');
      await both(token, 200);
      const live = [await channel(near, token), await channel(far, token)];
      await setUser('tech', column, then);
      await both(token, 401);
      await until(
        async () => live.filter(({ client }) => client.connected).length,
        (count) => count === 0,
        SOON,
      );
      await setUser('tech', column, back);
      await both(token, 401);
    }
  });

  test('fault 19 many sign-in guesses are counted together', async () => {
    const wrong = { ...(await site.body('safety')), password: 'A'.repeat(43) };
    const codes: number[] = [];
    for (let at = 0; at < 7; at += 1) codes.push((await (at % 2 ? near : far).call('/sys?op=Login', wrong)).code);
    expect(codes).toEqual([304, 304, 304, 304, 304, 309, 309]);
  });
});

describe('fault 21 a notice is lost', () => {
  const LISTENERS = `application_name = 'formwork listen' and datname = current_database()`;
  test('fault 21 the listening connections are killed with the notice: both look again at everything, and hear the next one', async () => {
    const [gone, stays] = [await site.signIn(near, 'vicepres'), await site.signIn(near, 'president')];
    const [lost, kept] = await Promise.all([channel(far, gone), channel(far, stays)]);
    // Nobody is told of this end: as if the notice had been on the connection that broke.
    await site.sql('delete from fw.session where sid = $1', [lost.sid]);
    const listeners = async () => (await site.sql(`select 1 from pg_stat_activity where ${LISTENERS}`)).length;
    await until(listeners, (count) => count === 2);
    const killed = await site.sql(`select pid, pg_terminate_backend(pid) from pg_stat_activity where ${LISTENERS}`);
    expect(killed).toHaveLength(2);
    expect(await lost.closed).toBe(true);
    expect(kept.client.connected).toBe(true);
    await both(gone, 401);
    await until(listeners, (count) => count === 2);
    expect((await near.call('/sys?op=Logout', {}, stays)).code).toBe(200);
    expect(await kept.closed).toBe(true);
  });
});

describe('fault 20 a server is cut off from its database', () => {
  test('fault 20 nothing is answered from memory, others go on, and it is back by itself with what changed meanwhile', async () => {
    const [token, other] = [await site.signIn(near, 'member1'), await site.signIn(near, 'member2')];
    await both(token, 200);
    await both(other, 200);
    cable.stall(true);
    const during: number[] = [];
    const held = until(
      async () => {
        during.push((await far.call('/app?op=Page', list, token)).code);
        return during.length;
      },
      (count) => count === 2,
    );
    await setUser('member1', 'role_entities', []);
    await until(
      () => page(near, token),
      (code) => code === 401,
      SOON,
    );
    expect(await page(near, other)).toBe(200);
    await held;
    expect(during.filter((code) => code !== 103)).toEqual([]);
    expect((await fetch(`${far.url}/health`)).status).toBe(503);
    // What was sent meanwhile never arrives: the far end of each connection is gone for good.
    cable.cutAll();
    cable.stall(false);
    await until(
      () => page(far, other),
      (code) => code === 200,
    );
    expect(await page(far, token)).toBe(401);
    await until(
      async () => (await fetch(`${far.url}/health`)).status,
      (status) => status === 200,
    );
  });
});
