import { join } from 'node:path';
import { pino } from 'pino';
import { openHouse, openServer } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import type { Db } from './db/db.ts';
import { startEmbedded } from './db/launcher/embedded.ts';
import { createDb } from './db/pool.ts';
import { loadKeys } from './keys.ts';
import { systemClock } from './ports/clock.ts';
import { diskFiles } from './ports/files-disk.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Starts everything that an installation needs, says where it is, and stops it in order on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.LOG_LEVEL });
  const database = await openDatabase(config);
  const house = await openHouse(
    {
      db: database.db,
      clock: systemClock,
      files: diskFiles(join(config.DATA_DIR, 'files')),
      keys: await loadKeys(join(config.DATA_DIR, 'keys')),
      settings: { realm: 'formwork', kdfN: 2 ** 15, mqttUrl: config.MQTT_URL ?? null },
    },
    say,
  );
  const server = await openServer(house, { web: join(process.cwd(), 'dist', 'web'), logger: log });
  const url = await server.listen({ port: config.PORT, host: config.HOST });
  say(`Formwork is at ${url}`);
  const stop = async () => {
    await server.close();
    await database.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** The database of the settings: an outside one, or our own below DATA_DIR. */
async function openDatabase(config: Config): Promise<{ db: Db; close: () => Promise<void> }> {
  if (config.DATABASE_URL) {
    const db = createDb(config.DATABASE_URL);
    return { db, close: () => db.close() };
  }
  const embedded = await startEmbedded({ dataDir: config.DATA_DIR, say });
  const db = createDb(embedded.url);
  return {
    db,
    close: async () => {
      await db.close();
      await embedded.stop();
    },
  };
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
