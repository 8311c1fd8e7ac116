import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answered, answered, asForm, byAddress } from '#protocol/testing-person.ts';
import { has } from '../tools.ts';
import { openSite, type Product, type Site, until } from './run/product.ts';

vi.setConfig({ testTimeout: 600_000 });
const faketime = has('faketime');
const HOUR = 3_600_000;

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

describe('fault 18 the clock of the server jumps', () => {
  let product: Product;
  let durations: number[] = [];
  beforeAll(async () => {
    if (!faketime) return;
    await setClock(0);
    product = await site.start({
      LD_PRELOAD: '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
      FAKETIME_TIMESTAMP_FILE: join(site.folder, 'clock'),
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
  });
  afterAll(() => product?.stop('SIGINT'));

  async function setClock(hours: number): Promise<void> {
    await writeFile(join(site.folder, 'clock.new'), `${hours < 0 ? '-' : '+'}${Math.abs(hours) * 3600}`);
    await rename(join(site.folder, 'clock.new'), join(site.folder, 'clock'));
  }
  const call = async (path: string, form: Record<string, string>, token?: string) => {
    const heard = await byAddress(product.url).send(asForm(path, { _os: 'web', ...form }, token));
    const told = answered(heard) as Answered & { duration: number; rows?: { id: number }[] };
    durations.push(told.duration);
    return told;
  };
  const login = async (hours: number, username = 'applicant') => call('/sys?op=Login', await site.body(username, hours * HOUR));
  const add = async (token: string, name: string) =>
    Number(
      (await call('/app?op=Add', { cloud: 'initiation', key_name: name, est_price: '300', _rid: crypto.randomUUID() }, token)).data?.id,
    );
  /** Within the half second for which a session is believed (docs/decisions/040), which no jump of the clock prolongs. */
  const refused = (token: string) =>
    until(
      async () => (await page(token)).code,
      (code) => code === 401,
      60_000,
    );
  const page = (token: string) => call('/app?op=Page', { cloud: 'initiation', rows: '4', fields: 'key_name' }, token);

  test.runIf(faketime)(
    'fault 18 ids and order follow the sequence, sessions and the time key the clock, and none outlives a jump',
    async () => {
      durations = [];
      const first = String((await login(0)).data?.token);
      const ids = [await add(first, 'at first')];
      for (const hours of [2, -2, -24, 24]) {
        await setClock(hours);
        // Who signs in must mean the server's hour; a session of another time is none.
        expect((await login(0, 'finance')).code).toBe(401);
        await refused(first);
        const signedIn = await login(hours);
        expect(signedIn.code).toBe(200);
        const token = String(signedIn.data?.token);
        ids.push(await add(token, `at ${hours}`));
        const newest = (await page(token)).rows!.map((row) => row.id);
        expect(newest[0]).toBe(ids.at(-1));
        await setClock(0);
        await refused(token);
        expect((await page(first)).code).toBe(200);
      }
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
      expect(durations.filter((duration) => !(duration >= 0 && duration < 120_000))).toEqual([]);
    },
  );

  test.runIf(faketime)('fault 18 a lock made by a clock that ran ahead ends when the clock is right again', async () => {
    await setClock(24);
    const wrong = { ...(await site.body('legal', 24 * HOUR)), password: 'A'.repeat(43) };
    for (let at = 0; at < 6; at += 1) expect((await call('/sys?op=Login', wrong)).code).toBe(at < 5 ? 304 : 309);
    await setClock(0);
    expect((await login(0, 'legal')).code).toBe(200);
  });
});

describe('fault 40 the host stands elsewhere', () => {
  const HOSTS = [
    { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' },
    { TZ: 'America/New_York', LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' },
    { TZ: 'Asia/Shanghai', LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8' },
  ];
  test('fault 40 servers in New York, Shanghai and Greenwich store and answer the same bytes', async () => {
    const hosts = await Promise.all(HOSTS.map((host) => site.start(host)));
    const token = await site.signIn(hosts[0]!, 'admin');
    const reader = String((await hosts[0]!.call('/cloud/app/sys/user/api/UserApi?op=SetDomain', { id: '2' }, token)).data?.token);
    const calls: [string, Record<string, string>][] = [
      ['/app?op=Page', { cloud: 'city_project_report', rows: '50', page: '3' }],
      ['/app?op=Page', { cloud: 'project', rows: '20', page: '2', filters: JSON.stringify({ sort: [['key_name', 'desc']] }) }],
      ['/app?op=Page', { cloud: 'user', rows: '50', filters: JSON.stringify({ sort: [['key_name', 'asc']] }) }],
      ['/app?op=Page', { cloud: 'department', rows: '50' }],
      ['/sys?op=LoadTable', { cloud: 'project' }],
      ['/app?op=Page', { cloud: 'nothing' }],
    ];
    for (const [path, form] of calls) {
      const said = await Promise.all(hosts.map(async (host) => (await host.call(path, form, reader)).text));
      expect(said[0]!.length).toBeGreaterThan(20);
      expect(said[1], `${path} ${form.cloud}`).toBe(said[0]);
      expect(said[2], `${path} ${form.cloud}`).toBe(said[0]);
    }
    const writer = await site.signIn(hosts[1]!, 'applicant');
    const stored: unknown[] = [];
    for (const [at, host] of hosts.entries()) {
      const form = { cloud: 'initiation', key_name: `zone ${at}`, est_price: '300', plan_begin: '2026-03-08', plan_end: '2026-11-01' };
      const id = String((await host.call('/app?op=Add', form, writer)).data?.id);
      const seen = await Promise.all(hosts.map(async (one) => (await one.call('/app?op=Get', { cloud: 'initiation', id }, writer)).text));
      expect(seen[1]).toBe(seen[0]);
      expect(seen[2]).toBe(seen[0]);
      stored.push(
        ...(await site.sql(
          "select plan_begin, plan_end, create_time > now() - interval '10 minutes' and create_time <= now() + interval '1 minute' as recent from app.initiation where id = $1",
          [Number(id)],
        )),
      );
    }
    expect(stored).toEqual(hosts.map(() => ({ plan_begin: '2026-03-08', plan_end: '2026-11-01', recent: true })));
    await Promise.all(hosts.map((host) => host.stop('SIGINT')));
  });
});
