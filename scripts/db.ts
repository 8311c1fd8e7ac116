import { type Config, readConfig } from '#server/config.ts';
import type { Db } from '#server/db/db.ts';
import { visitEmbedded } from '#server/db/launcher/visit.ts';
import { openDatabase } from '#server/db/open.ts';
import { createDb } from '#server/db/pool/pool.ts';
import { rolesSql } from '#server/db/roles/sql.ts';
import { asWritten, installed, written } from '#server/installed.ts';
import { verifyLogs } from '#server/jobs/check-logs.ts';
import { recountSummaries } from '#server/jobs/summaries.ts';
import { keyFolder, loadKeys } from '#server/keys.ts';
import { said } from '#server/meta/load.ts';
import { describePlan } from '#server/meta/sync/apply.ts';
import { systemClock } from '#server/ports/clock.ts';
import { setMaxUsers } from '#server/signin/company/seats.ts';
import { checkKeys } from '#server/signin/key-check.ts';
import { rescueFactor, rescueLink } from '#server/signin/rescue.ts';
import { makeEngineTables, makeTables, rehearse } from '#server/tables.ts';

/**
 * `npm run db plan` prints what a start would do to the tables of the database of the settings, changes nothing, and ends with 1 where the start would end; `npm run db apply [-- --allow-destructive]` does it.
 * Both need the server to be stopped when it uses the embedded database. `npm run db log [-- DAYS]` prints the security log of the last
 * days (7), a JSON line an entry, oldest first; it needs nothing to be stopped. `npm run db roles` prints how an outside database gets the
 * two roles of the settings. For somebody whom no administrator can help, beside the running server too: `npm run db factor -- user@company`
 * takes off his second factor, `npm run db link -- user@company` prints the path of a one-time link to set a password.
 * `npm run db verify` reads the whole log of approvals, prints each case in which something was changed, left out or put in (a JSON line, its
 * first such row), counts the rows of all summaries again and prints each that differs, and ends with 1 where there is any of them.
 * `npm run db users -- company NUMBER` says how many active users a company may have, `none` takes the bound away.
 */
const [command, ...flags] = process.argv.slice(2);
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (command === 'log') return printLog(config, Number(flags[0] ?? 7));
  if (command === 'verify') return verify(config);
  if (command === 'roles') return printRoles(config);
  if (command === 'users') return boundUsers(config, flags);
  if (command === 'factor' || command === 'link') return help(config, command, flags[0] ?? '');
  if (command !== 'plan' && command !== 'apply')
    throw new Error(
      'npm run db plan, npm run db apply [-- --allow-destructive], npm run db log [-- DAYS], npm run db verify, npm run db roles, npm run db factor -- user@company, npm run db link -- user@company, or npm run db users -- company NUMBER',
    );
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
  await beside(config, async (db) => {
    for (const entry of await db.query(LOG, [days])) say(JSON.stringify(entry));
  });
}

/** Whether the log of approvals is what was written (docs/decisions/204), and summaries are what their rows are (264). */
async function verify(config: Config): Promise<void> {
  await beside(config, async (db) => {
    const found = await verifyLogs(db);
    const summaries = await recountSummaries(db);
    for (const one of [...found, ...summaries]) say(JSON.stringify(one));
    if (found.length) throw new Error(`the log of approvals was altered: ${found.length} ${found.length === 1 ? 'case' : 'cases'}`);
    const [rows] = await db.query<{ n: number }>('select count(*)::int as n from fw.flow_log');
    say(`the log of approvals is what was written: ${rows!.n} ${rows!.n === 1 ? 'row' : 'rows'}`);
    if (summaries.length) throw new Error(`summaries that are not what their rows are: ${summaries.map(({ name }) => name).join(', ')}`);
    say('summaries are what their rows are');
  });
}

/** Somebody without a way back into his account. */
async function help(config: Config, how: 'factor' | 'link', name: string): Promise<void> {
  await beside(config, async (db) => {
    if (how === 'factor') {
      await rescueFactor(db, { clock: systemClock }, name);
      return say(`${name}: no second factor any more, and signed out everywhere`);
    }
    const keys = await loadKeys(keyFolder(config), { make: false });
    await checkKeys(db, keys);
    const { link, until } = await rescueLink(db, { clock: systemClock, keys }, name);
    say(`/enter#${link}\n-- at the server's address; once, until ${until.toISOString()}`);
  });
}

/** How many active people a company may have. */
async function boundUsers(config: Config, [subname = '', said = '']: readonly string[]): Promise<void> {
  if (!subname || !/^([1-9]\d{0,4}|none)$/.test(said)) throw new Error('npm run db users -- company NUMBER: from 1 to 99999, or none');
  const most = said === 'none' ? null : Number(said);
  await beside(config, (db) => setMaxUsers(db, { clock: systemClock }, subname, most));
  say(`${subname}: ${most === null ? 'no bound' : `at most ${most} active users`}`);
}

/** On the database of the settings, as its owner where they name one, also while a server uses it. */
async function beside(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  const running = config.DATABASE_OWNER_URL ?? config.DATABASE_URL ?? (await visitEmbedded(config.DATA_DIR));
  const database = running
    ? { db: createDb(running), close: () => Promise.resolve() }
    : await openDatabase({ url: undefined, dataDir: config.DATA_DIR, say: () => undefined });
  try {
    await work(database.db);
  } finally {
    if (running) await database.db.close();
    await database.close();
  }
}

const LOG = `
select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, op, reason, company_id as company, actor, login, target, said, address, sid
from fw.security_log where at >= now() - make_interval(secs => 86400 * $1::float8) order by id`;

main().then(
  () => process.exit(0),
  (error: Error) => {
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    process.stderr.write(`${error.message}${cause}\n`);
    process.exit(1);
  },
);
