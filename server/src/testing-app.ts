import { createHash } from 'node:crypto';
import { foldName, foldPassword } from '#protocol/signin/names.ts';
import { messageOf, passwordKeys, proofOf, saltOf } from '#protocol/signin/proof.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { systemClock } from '#server/ports/clock.ts';
import { primitives } from '#server/signin/crypto.ts';
import { toProcessLog } from '#server/signin/security-log.ts';
import { loadSite } from '#server/signin/site.ts';
import { houseFrom, openHouse, openServer, type Parts } from './compose.ts';
import { giveCredentials } from './demo.ts';
import { installed } from './installed.ts';

const PASSWORD = 'Passw0rd-1';
export const SETTINGS: House['settings'] = { realm: 'formwork', kdfN: 2 ** 12, mqttUrl: null };
/** Keys that a server process would take too. */
const keyOf = (name: string): Buffer => createHash('sha256').update(`test ${name}`).digest();
export const KEYS: House['keys'] = { seal: keyOf('seal'), ticket: keyOf('ticket'), channel: keyOf('channel'), pepper: keyOf('pepper') };

export interface Answered {
  status: number;
  code: number;
  remark: string;
  data?: Record<string, unknown>;
  rows?: Record<string, unknown>[];
  total?: number;
  [more: string]: unknown;
}

export interface TestApp {
  house: House;
  /** Of the database, for a second server on it. */
  url: string;
  base: TestDatabase;
  /** One call as it stands on the wire: form-encoded, with this person's token where one is named. */
  call(path: string, op: string, form?: Record<string, string>, username?: string | null, subname?: string): Promise<Answered>;
  inject: Awaited<ReturnType<typeof openServer>>['inject'];
  /** What the sign-in page sends now, each time anew. */
  loginBody(username: string, subname?: string, password?: string): Promise<Record<string, string>>;
  /** The token of a new session of this person. */
  signIn(username: string, subname?: string): Promise<string>;
  close(): Promise<void>;
}

/** What a test may put in the place of main's own. */
export interface AppOptions {
  clock?: House['clock'];
  catalogue?: Catalogue;
  logger?: Parameters<typeof openServer>[1]['logger'];
  ops?: Parameters<typeof openServer>[1]['ops'];
  leaving?: Parameters<typeof openServer>[1]['leaving'];
}

const partsOf = (db: Parts['db'], files: House['files'], clock: House['clock'] = systemClock): Parts => ({
  db,
  clock,
  files,
  keys: KEYS,
  settings: SETTINGS,
});

/** The house of a test on a database that holds the demonstration, or what these other definitions made. */
export const houseOf = (db: House['db'], files: House['files'], clock?: House['clock'], catalogue = installed()): Promise<House> =>
  houseFrom(partsOf(db, files, clock), catalogue);

/** Key of the template that holds the demonstration, for those built on it. */
export const DEMONSTRATION = 'demonstration';

/** A copy of the demonstration; everybody's password is known to `serve`. */
export const demonstration = (files: House['files']): Promise<TestDatabase> =>
  templateDatabase(DEMONSTRATION, async (db) => {
    const house = await openHouse(partsOf(db, files), { demo: true, say: () => undefined });
    await giveCredentials(house, PASSWORD);
  });

/** The whole server on a copy of the demonstration, without a port: what main composes, less the jobs. */
export async function testApp(files: House['files'], options: AppOptions = {}): Promise<TestApp> {
  return serve(await demonstration(files), files, options);
}

/** A house on a database that `demonstration` made, or that a test made of it. People who came since get the password too. */
export async function serve(
  base: TestDatabase,
  files: House['files'],
  { clock, catalogue, logger = false, ops, leaving }: AppOptions = {},
): Promise<TestApp> {
  const house: House = { ...(await houseOf(base.serving, files, clock, catalogue)), security: logger ? toProcessLog(logger) : undefined };
  await giveCredentials(house, PASSWORD);
  const app = await openServer(house, { web: '/nonexistent', logger, ...(ops ? { ops } : {}), ...(leaving ? { leaving } : {}) });
  const tokens = new Map<string, Promise<string>>();
  const post = async (path: string, op: string, form: Record<string, string>, token?: string): Promise<Answered> => {
    const answer = await app.inject({
      method: 'POST',
      url: `${path}?op=${op}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(token ? { token } : {}) },
      payload: new URLSearchParams({ _os: 'web', ...form }).toString(),
    });
    return { ...JSON.parse(answer.body), status: answer.statusCode };
  };
  const signIn = async (username: string, subname = 'demo') => {
    const answer = await post('/sys', 'Login', await loginBody(house, username, subname));
    return String(answer.data?.token);
  };
  const tokenOf = (username: string, subname: string) => {
    const key = `${subname}/${username}`;
    const known = tokens.get(key) ?? signIn(username, subname);
    tokens.set(key, known);
    return known;
  };
  return {
    house,
    url: base.servingUrl,
    base,
    call: async (path, op, form = {}, username = null, subname = 'demo') =>
      post(path, op, form, username === null ? undefined : await tokenOf(username, subname)),
    inject: app.inject.bind(app) as TestApp['inject'],
    loginBody: (username, subname = 'demo', password = PASSWORD) => loginBody(house, username, subname, password),
    signIn,
    close: async () => {
      await app.close();
      await base.close();
    },
  };
}

/** What the sign-in page sends. */
export async function loginBody(house: House, username: string, subname: string, password = PASSWORD): Promise<Record<string, string>> {
  const site = await loadSite(house.db, SETTINGS.kdfN);
  const who = { subname: foldName(subname), username: foldName(username) };
  const keys = await passwordKeys(primitives, foldPassword(password), saltOf(primitives, site.salt, who), { N: site.N, r: 8, p: 1 });
  const now = house.clock.now().toISOString();
  const time = now.slice(5, 13).replace('T', '-');
  const random = String(1_000_000_000 + Math.floor(Math.random() * 8_999_999_999));
  const message = messageOf({ op: 'Login', ...who, time: `${now.slice(0, 4)}-${time}`, random, locale: 'zh_CN', realm: SETTINGS.realm });
  return { ...who, password: proofOf(primitives, keys, message), random, time, locale: 'zh_CN' };
}
