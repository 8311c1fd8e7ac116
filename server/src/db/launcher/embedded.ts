import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, openCluster, type Passwords, separatePasswords } from './cluster.ts';
import { ensureRunning, type Running, stopServer } from './postmaster.ts';

/** Held by the one server that uses a data folder; its connection ends with the process, whatever kills it. */
const GUARD_KEY = 7_041_776;
const GUARD_WITHIN_MS = 5_000;
/** A server that recovers from a crash takes no connection for a while. */
const CONNECT_WITHIN_MS = 60_000;
const NOT_YET = ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

export interface EmbeddedOptions {
  /** The folder that holds the cluster (`postgres`), its passwords (`keys`) and its log. */
  dataDir: string;
  /** False for tests only: what is written may be lost when the machine stops. */
  durable?: boolean;
  say?: (line: string) => void;
  /** Where root keeps cluster and programs when the data folder is closed to the user that PostgreSQL runs as. */
  sharedHome?: string;
  /** Called when the server died and could not be brought back. */
  lost?: (reason: Error) => void;
}

export interface Embedded {
  /** The database `formwork` as the role that serves, and as its owner; neither is a superuser. */
  url: string;
  ownerUrl: string;
  /** The maintenance database as superuser. */
  adminUrl: string;
  adopted: boolean;
  /** Ends the server in order. */
  stop(): Promise<void>;
}

/** Serves the embedded PostgreSQL of a data folder, and brings it back when it dies. A folder in use by another server is refused. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const say = options.say ?? (() => undefined);
  const cluster = await openCluster(options.dataDir, options.sharedHome ?? '/var/lib/formwork', say);
  let { running, guard } = await hold(cluster, options);
  const passwords = await separatePasswords(options.dataDir, cluster.passwords);
  await makeRoles(guard, passwords);
  await makeDatabase(guard);
  let stopping = false;
  let reviving: Promise<void> | undefined;

  const revive = async () => {
    say('the database stopped: starting it again');
    ({ running, guard } = await hold(cluster, options, running.port));
    watch();
  };
  const watch = () => {
    guard.on('end', () => {
      if (!stopping) reviving = revive().catch(options.lost ?? fail);
    });
  };
  watch();

  return {
    url: address(running, ROLES.app, passwords.app, 'formwork'),
    ownerUrl: address(running, ROLES.owner, passwords.owner, 'formwork'),
    adminUrl: address(running, 'postgres', cluster.passwords.superuser, 'postgres'),
    adopted: running.adopted,
    stop: async () => {
      stopping = true;
      await reviving;
      await guard.end().catch(() => undefined);
      await stopServer(cluster.home, running.pid);
    },
  };
}

function fail(reason: Error): void {
  throw reason;
}

function address(running: Running, user: string, password: string, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${running.port}/${database}`;
}

interface Held {
  running: Running;
  guard: pg.Client;
}

/**
 * Sees to it that the folder is served and takes its guard. What runs is looked at anew before each attempt: a server that is just
 * dying still looks alive.
 */
async function hold(cluster: Cluster, { dataDir, durable = true }: EmbeddedOptions, port?: number): Promise<Held> {
  const begun = Date.now();
  let ours: number | undefined;
  for (;;) {
    const running = await ensureRunning(cluster, join(dataDir, 'postgres.log'), durable, port);
    if (!running.adopted) ours = running.pid;
    const url = address(running, 'postgres', cluster.passwords.superuser, 'postgres');
    const guard = new pg.Client({ connectionString: url, keepAlive: true });
    guard.on('error', () => undefined);
    const answer = await tryGuard(guard, running.port, cluster.home);
    if (answer === 'held') return { running: { ...running, adopted: running.pid !== ours }, guard };
    await guard.end().catch(() => undefined);
    const waited = Date.now() - begun;
    if (answer === 'taken' && waited > GUARD_WITHIN_MS)
      throw new Error(`another server uses the data folder ${dataDir}: stop it first, or set another DATA_DIR`);
    if (answer instanceof Error && (waited > CONNECT_WITHIN_MS || !isNotYet(answer))) throw answer;
    await sleep(100);
  }
}

function isNotYet(error: Error & { code?: string }): boolean {
  return NOT_YET.includes(String(error.code)) || error.message.startsWith('Connection terminated');
}

/** Connects with the password that only this folder knows, checks that the server serves this folder, and asks for the guard. */
async function tryGuard(client: pg.Client, port: number, home: string): Promise<'held' | 'taken' | Error> {
  try {
    await client.connect();
    const { rows } = await client.query<{ home: string; held: boolean }>(
      "select current_setting('data_directory') as home, pg_try_advisory_lock($1) as held",
      [GUARD_KEY],
    );
    const found = rows[0];
    if (!found || (await realpath(found.home).catch(() => found.home)) !== home) return new Error(`port ${port} serves another database`);
    return found.held ? 'held' : 'taken';
  } catch (error) {
    return error as Error;
  }
}

/** The owner keeps the name that he had when he was the only one. */
export const ROLES = { owner: 'formwork', app: 'formwork_app' } as const;

/** The file of the passwords is right: whatever a crash or a restored folder left of the roles is brought to it. */
async function makeRoles(admin: pg.Client, passwords: Passwords): Promise<void> {
  for (const [key, role] of Object.entries(ROLES) as [keyof typeof ROLES, string][]) {
    const { rows } = await admin.query('select 1 from pg_roles where rolname = $1', [role]);
    const verb = rows.length > 0 ? 'alter' : 'create';
    await admin.query(
      `${verb} role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${passwords[key]}'`,
    );
  }
}

async function makeDatabase(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query("select 1 from pg_database where datname = 'formwork'");
  if (rows.length === 0) await admin.query(`create database formwork owner ${ROLES.owner} template template0 encoding 'UTF8'`);
}
