import { type Config, readConfig } from '#server/config.ts';
import { visitEmbedded } from '#server/db/launcher/visit.ts';
import { openDatabase } from '#server/db/open.ts';
import { createDb } from '#server/db/pool/pool.ts';
import { rolesSql } from '#server/db/roles/sql.ts';
import { asWritten, installed, written } from '#server/installed.ts';
import { said } from '#server/meta/load.ts';
import { describePlan } from '#server/meta/sync/apply.ts';
import { makeEngineTables, makeTables, rehearse } from '#server/tables.ts';

/**
 * `npm run db plan` prints what a start would do to the tables of the database of the settings, changes nothing, and ends with 1 where the start would end; `npm run db apply [-- --allow-destructive]` does it.
 * Both need the server to be stopped when it uses the embedded database. `npm run db log [-- DAYS]` prints the security log of the last
 * days (7), a JSON line an entry, oldest first; it needs nothing to be stopped. `npm run db roles` prints how an outside database gets the
 * two roles of the settings.
 */
const [command, ...flags] = process.argv.slice(2);
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (command === 'log') return printLog(config, Number(flags[0] ?? 7));
  if (command === 'roles') return printRoles(config);
  if (command !== 'plan' && command !== 'apply')
    throw new Error('npm run db plan, npm run db apply [-- --allow-destructive], npm run db log [-- DAYS], or npm run db roles');
  const catalogue = installed(config.SUITES);
  const database = await openDatabase({
    url: config.DATABASE_URL,
    ownerUrl: config.DATABASE_OWNER_URL,
    dataDir: config.DATA_DIR,
    say,
    troubled: (error) => say(String(error)),
  });
  try {
    if (command === 'plan') {
      const [served] = await database.db.query(SERVED);
      const { steps, plan, refused, warned } = await database.lookAsOwner((owner) => rehearse(owner, catalogue, !served));
      for (const step of steps) say(`-- engine step ${step}`);
      say(describePlan(plan));
      if (served) say('-- not tried out: a server uses this database; with it stopped, what rows refuse is found as well');
      for (const problem of written(warned, catalogue)) say(`-- a start would say:\n${said(problem)}`);
      const why = refused.map((error) => (asWritten(error, catalogue) as Error).message);
      if (why.length) throw new Error(`a start would end here:\n${why.join('\n')}`);
      return;
    }
    const plan = await database.asOwner(async (owner) => {
      await makeEngineTables(owner);
      return makeTables(owner, catalogue, {
        allowDestructive: flags.includes('--allow-destructive'),
        warn: (problem) => say(written([problem], catalogue).map(said).join('')),
      });
    });
    say(describePlan(plan));
  } finally {
    await database.close();
  }
}

function printRoles({ DATABASE_URL, DATABASE_OWNER_URL }: Config): void {
  if (!DATABASE_URL) throw new Error('npm run db roles: the embedded database has its two roles already; set DATABASE_URL');
  say(rolesSql(DATABASE_URL, DATABASE_OWNER_URL));
}

/** Every server listens; who only looks does not. */
const SERVED = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'formwork listen' limit 1`;

async function printLog(config: Config, days: number): Promise<void> {
  if (!(days > 0)) throw new Error('npm run db log [-- DAYS]: how many days is a number above 0');
  const running = config.DATABASE_URL ?? (await visitEmbedded(config.DATA_DIR));
  const database = running
    ? { db: createDb(running), close: () => Promise.resolve() }
    : await openDatabase({ url: undefined, dataDir: config.DATA_DIR, say: () => undefined });
  try {
    for (const entry of await database.db.query(LOG, [days])) say(JSON.stringify(entry));
  } finally {
    if (running) await database.db.close();
    await database.close();
  }
}

const LOG = `
select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, op, reason, company_id as company, actor, login, target, address, sid
from fw.security_log where at >= now() - make_interval(secs => 86400 * $1::float8) order by id`;

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
