import { createHash } from 'node:crypto';
import type { AuthParameters } from '#protocol/signin/proof.ts';
import { type Answered, byInject, call, PASSWORD, Person, peopleOf, proveSignIn, type Server } from '#protocol/testing-person.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { HandlersOf } from '#server/meta/handler.ts';
import type { House } from '#server/meta/house.ts';
import { systemClock } from '#server/ports/clock.ts';
import { toProcessLog } from '#server/signin/security-log.ts';
import { loadSite } from '#server/signin/site.ts';
import { houseFrom, openHouse, openServer, type Parts } from './compose.ts';
import { giveCredentials } from './demo.ts';
import { installed } from './installed.ts';

export const SETTINGS: House['settings'] = { realm: 'formwork', kdfN: 2 ** 12, mqttUrl: null, publicUrl: 'https://erp.example.com' };
/** Keys that a server process would take too. */
const keyOf = (name: string): Buffer => createHash('sha256').update(`test ${name}`).digest();
export const KEYS: House['keys'] = { seal: keyOf('seal'), ticket: keyOf('ticket'), channel: keyOf('channel'), pepper: keyOf('pepper') };

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
  /** Anew, in a session of his own. */
  signIn(username: string, subname?: string): Promise<Person>;
  server: Server;
  close(): Promise<void>;
}

/** What a test may put in the place of main's own. */
export interface AppOptions {
  clock?: House['clock'];
  catalogue?: Catalogue;
  handlers?: HandlersOf;
  logger?: Parameters<typeof openServer>[1]['logger'];
  ops?: Parameters<typeof openServer>[1]['ops'];
  leaving?: Parameters<typeof openServer>[1]['leaving'];
  mail?: House['mail'];
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

/** Brings a database that holds the demonstration to other definitions. */
export const standUp = (db: House['db'], files: House['files'], catalogue: Catalogue): Promise<House> =>
  openHouse(partsOf(db, files), { demo: true, say: () => undefined, catalogue });

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
  { clock, catalogue, handlers, logger = false, ops, leaving, mail }: AppOptions = {},
): Promise<TestApp> {
  const made = await houseOf(base.serving, files, clock, catalogue);
  const code = handlers ? { handlers } : {};
  const house: House = { ...made, ...code, mail, security: logger ? toProcessLog(logger) : undefined };
  await giveCredentials(house, PASSWORD);
  const app = await openServer(house, { web: '/nonexistent', logger, ...(ops ? { ops } : {}), ...(leaving ? { leaving } : {}) });
  const server = byInject(app);
  const signIn = async (username: string, subname = 'demo') =>
    Person.signIn(server, username, subname, PASSWORD, { auth: await authOf(house) });
  const person = peopleOf(signIn);
  return {
    house,
    url: base.servingUrl,
    base,
    server,
    call: async (path, op, form = {}, username = null, subname = 'demo') =>
      call(server, path, op, form, username === null ? null : (await person(username, subname)).token),
    inject: app.inject.bind(app) as TestApp['inject'],
    loginBody: async (username, subname = 'demo', password = PASSWORD) =>
      (await proveSignIn(await authOf(house), username, subname, password)).form,
    signIn,
    close: async () => {
      await app.close();
      await base.close();
    },
  };
}

/** What this house asks of a proof, read and not asked for: nothing of it is in what a test hears, and a test may move the clock. */
export async function authOf({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<AuthParameters> {
  const { salt, N } = await loadSite(db, SETTINGS.kdfN);
  return { v: 'P1', realm: SETTINGS.realm, salt: salt.toString('base64url'), kdf: { N, r: 8, p: 1 }, now: clock.now().getTime() };
}
