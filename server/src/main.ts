import { join } from 'node:path';
import { pino } from 'pino';
import { openHouse, openJobs, openServer } from './compose.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import { demoPassword, giveCredentials } from './demo.ts';
import { loadKeys } from './keys.ts';
import type { House } from './meta/house.ts';
import { systemClock } from './ports/clock.ts';
import { faultOf, injectFault } from './ports/fault.ts';
import { diskFiles } from './ports/files-disk.ts';
import { isSealed } from './signin/key-check.ts';
import { issueCode } from './signin/set-up.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Starts everything that an installation needs, says where it is, and stops it in order on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.LOG_LEVEL });
  if (config.FAULT) injectFault(faultOf(config.FAULT));
  const database = await openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    say,
    troubled: (err) => log.error({ err }, 'database'),
  });
  try {
    const keyFolder = join(config.DATA_DIR, 'keys');
    const house = await openHouse(
      {
        db: database.db,
        clock: systemClock,
        files: diskFiles(join(config.DATA_DIR, 'files')),
        keys: await loadKeys(config.KEYS_DIR ?? keyFolder, { make: !(await isSealed(database.db)) }),
        settings: { realm: 'formwork', kdfN: 2 ** 15, mqttUrl: config.MQTT_URL ?? null },
      },
      { demo: config.DEMO, say },
    );
    const signIns = config.DEMO ? await openDemo(house, keyFolder, config.DEMO_PASSWORD) : [];
    const server = await openServer(house, {
      web: join(process.cwd(), 'dist', 'web'),
      logger: log,
      trustedProxies: config.TRUSTED_PROXIES,
    });
    const stopJobs = await openJobs(house, server.server, (err) => log.error({ err }, 'jobs'));
    const url = await server.listen({ port: config.PORT, host: config.HOST });
    for (const line of [`Formwork is at ${url}`, ...signIns, ...setUpLines(url, await issueCode(house))]) say(line);
    const stop = async () => {
      await stopJobs();
      await server.close();
      await database.close();
      process.exit(0);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Passwords for the demonstration's people; answers the lines that say how to sign in. */
async function openDemo(house: House, folder: string, wanted: string | undefined): Promise<string[]> {
  const password = await demoPassword(folder, wanted);
  const names = await giveCredentials(house, password);
  return [...names].map(([subname, users]) => `sign in: sub-account ${subname}, password ${password}, users ${users.join(', ')}`);
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
