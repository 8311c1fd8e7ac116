import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Logger, pino } from 'pino';
import { rulePasswords } from '#protocol/fields/password.ts';
import { depart, type Leaving } from '#server/http/load/leave.ts';
import { programOf } from '#server/meta/once/program.ts';
import { houseFrom, openHouse, openJobs, openServer, type Parts } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import type { Db } from './db/db.ts';
import { startEmbedded } from './db/launcher/embedded.ts';
import { type OpenDatabase, openDatabase } from './db/open.ts';
import { demoLines } from './demo.ts';
import { installed } from './installed.ts';
import { keyFolder, loadKeys } from './keys.ts';
import type { Catalogue } from './meta/catalogue.ts';
import type { House } from './meta/house.ts';
import { systemClock } from './ports/clock.ts';
import { faultOf, injectFault } from './ports/fault.ts';
import { diskFiles } from './ports/files-disk.ts';
import { stopOnSignal } from './signals.ts';
import { isSealed } from './signin/key-check.ts';
import { toProcessLog } from './signin/security-log.ts';
import { issueCode } from './signin/set-up.ts';
import { stopTimes } from './stop-times.ts';
import { type Leave, openTeam, type Part, type Ready } from './team.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const PROGRAM = programOf(import.meta.url);
const BOTH = ['SIGTERM', 'SIGINT'] as const;

interface Serving {
  url: string;
  /** How to sign in, where a start has something to say about it. */
  lines: string[];
  /** Ends it so that no caller notices; answers whether all went in order. `hurried`: nobody waits for balancers. */
  leave(how: Leave['leave']): Promise<boolean>;
}

/** One server process; `prepares` the database, unless another one of its team has done so. */
async function serve(config: Config, { prepares }: { prepares: boolean }): Promise<Serving> {
  const log = pino({ level: config.LOG_LEVEL });
  rulePasswords(config.PASSWORD_RULE);
  if (config.FAULT) injectFault(faultOf(config.FAULT));
  const noted = PROGRAM ? { folder: config.DATA_DIR, program: PROGRAM } : undefined;
  const catalogue = installed(config.SUITES, prepares ? say : undefined, noted);
  const database = await openDatabase({
    url: config.DATABASE_URL,
    ownerUrl: config.DATABASE_OWNER_URL,
    dataDir: config.DATA_DIR,
    processes: config.WORKERS,
    say,
    troubled: (err) => log.error({ err }, 'database'),
  });
  try {
    const house = prepares
      ? await prepared(config, database, catalogue, log)
      : await houseFrom(await partsOn(config, database.db, { makeKeys: false, log }), catalogue);
    const signIns = prepares && config.DEMO ? await demoLines(house, join(config.DATA_DIR, 'keys'), config.DEMO_PASSWORD) : [];
    const { url, leave } = await openDoors(config, house, log);
    const lines = prepares ? [...signIns, ...setUpLines(url, await issueCode(house))] : [];
    return {
      url,
      lines,
      leave: async (how) => {
        const inOrder = await leave(how);
        await database.close();
        return inOrder;
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function partsOn(config: Config, db: Db, { makeKeys, log }: { makeKeys: boolean; log: Logger }): Promise<Parts> {
  return {
    db,
    clock: systemClock,
    files: diskFiles(join(config.DATA_DIR, 'files')),
    keys: await loadKeys(keyFolder(config), { make: makeKeys }),
    settings: {
      realm: 'formwork',
      kdfN: 2 ** 15,
      mqttUrl: config.MQTT_URL ?? null,
      refusedFiles: config.REFUSED_FILES,
      mostWaiting: config.UPLOADS_MB * 2 ** 20,
      mostStored: config.COMPANY_FILES_MB * 2 ** 20,
      registration: config.REGISTRATION,
      maxUsers: config.MAX_USERS,
      fileMb: config.REGISTERED_FILES_MB,
      apps: { ios: config.APP_IOS, android: config.APP_ANDROID },
      map: { tiles: config.MAP === 'tiles', review: config.MAP_REVIEW_NUMBER },
      publicUrl: config.PUBLIC_URL,
    },
    mail: await mailerOf(config),
    security: toProcessLog(log),
  };
}

/** Its library is loaded only where there is a mail server. */
async function mailerOf({ SMTP_URL: url, MAIL_FROM: from }: Config): Promise<Parts['mail']> {
  return url && from ? (await import('./ports/mail-smtp.ts')).smtpMailer({ url, from }) : undefined;
}

/** The house of the process that brings the database up to date, as its owner. */
async function prepared(config: Config, database: OpenDatabase, catalogue: Catalogue, log: Logger): Promise<House> {
  const made = await database.asOwner(async (owner) =>
    openHouse(await partsOn(config, owner, { makeKeys: !(await isSealed(owner)), log }), {
      demo: config.DEMO,
      say,
      catalogue,
      program: PROGRAM,
    }),
  );
  return { ...made, db: database.db };
}

/** Opens a house to callers, and its jobs. */
async function openDoors(config: Config, house: House, log: Logger): Promise<Omit<Serving, 'lines'>> {
  const leaving: Leaving = { begun: false };
  const server = await openServer(house, {
    web: join(process.cwd(), 'dist', 'web'),
    locale: config.LOCALE,
    logger: log,
    trustedProxies: config.TRUSTED_PROXIES,
    leaving,
    metricsKey: config.METRICS_KEY,
  });
  const troubled = (err: unknown): void => log.error({ err }, 'jobs');
  const stopJobs = await openJobs(house, server.server, troubled, {
    securityLogDays: config.SECURITY_LOG_DAYS,
    trustedProxies: config.TRUSTED_PROXIES,
  });
  const url = await server.listen({ port: config.PORT, host: config.HOST });
  const leave: Serving['leave'] = async ({ accepting, hurried }) => {
    leaving.begun = true;
    const { notice, finish } = stopTimes(hurried ? 0 : config.LEAVE_SECONDS);
    const inOrder = await depart(server.server, { noticeMs: notice, accepting, withinMs: finish }, () =>
      stopJobs().catch((err) => {
        troubled(err);
        throw err;
      }),
    );
    await server.close();
    return inOrder;
  };
  return { url, leave };
}

/** The only process: database, server, jobs. */
async function alone(config: Config): Promise<void> {
  const { url, lines, leave } = await serve(config, { prepares: true });
  for (const line of [`Formwork is at ${url}`, ...lines]) say(line);
  stopOnSignal(
    [...BOTH, 'SIGHUP'],
    (signal) => leave({ accepting: true, hurried: signal !== 'SIGTERM' }),
    stopTimes(config.LEAVE_SECONDS).whole,
  );
}

/** The first of several: it holds the embedded database and the port, the others do the work. */
async function lead(config: Config): Promise<void> {
  const within = stopTimes(config.LEAVE_SECONDS);
  const embedded = config.DATABASE_URL ? undefined : await startEmbedded({ dataDir: config.DATA_DIR, say });
  try {
    const team = await openTeam({
      size: config.WORKERS,
      program: fileURLToPath(import.meta.url),
      // only the one that changes tables learns how; an empty setting counts as absent
      env: (part) => ({
        DATABASE_URL: config.DATABASE_URL ?? embedded!.url,
        DATABASE_OWNER_URL: (part === 'first' && (config.DATABASE_OWNER_URL ?? embedded?.ownerUrl)) || '',
        FORMWORK_PART: part,
      }),
      say,
      leaveWithinMs: within.process,
    });
    for (const line of [`Formwork is at ${team.url}`, ...team.lines]) say(line);
    const stop = async (hurried: boolean): Promise<boolean> => {
      const inOrder = await team.stop(hurried);
      await embedded?.stop();
      return inOrder;
    };
    stopOnSignal(BOTH, (signal) => stop(signal !== 'SIGTERM'), within.whole, team.kill);
    // To a program in a terminal it says that the terminal is gone; to a service that something new is to be loaded.
    process.on('SIGHUP', () => void (process.stdin.isTTY ? process.kill(process.pid, 'SIGTERM') : team.roll()));
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** One of several, told by the first when to go; of the signals of a terminal, which reach all at once, it hears none. */
async function follow(config: Config, part: Part): Promise<void> {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const { url, lines, leave } = await serve(config, { prepares: part === 'first' });
  stopOnSignal(['SIGTERM'], () => leave({ accepting: false, hurried: false }), stopTimes(config.LEAVE_SECONDS).process);
  process.on('message', (said: Partial<Leave>) => {
    if (said.leave)
      void leave(said.leave).then(
        (inOrder) => process.exit(inOrder ? 0 : 1),
        () => process.exit(1),
      );
  });
  process.send?.({ ready: { url, lines } } satisfies Ready);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const part = process.env.FORMWORK_PART as Part | undefined;
  if (part && process.send) return follow(config, part);
  return config.WORKERS > 1 ? lead(config) : alone(config);
}

/** How an empty platform gets its first administrator. The code stands in the log and nowhere else. */
function setUpLines(url: string, code: string | null): string[] {
  return code
    ? [
        `Nobody can sign in yet. Make the first administrator at ${url}/setup with this one-time code (24 hours, until the next start):`,
        code,
      ]
    : [];
}

/** What went wrong at start, and what to do about it where that is known. */
function reasonOf(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code === 'EADDRINUSE') return `Port ${error.port} is in use: stop what holds it, or start with another PORT.`;
  return error.cause instanceof Error ? `${error.message}\n${error.cause.message}` : error.message;
}

main().catch((error: Error) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
});
