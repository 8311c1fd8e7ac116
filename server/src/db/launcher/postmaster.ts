import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { executable } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { disarmLock, endOrphans, isPostgres, readLock } from './lock.ts';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '192MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // The log names what went wrong and never the values of a statement.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Nothing acknowledged is lost (the default), or a database that only tests use. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const FLEETING = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' };

const START_WITHIN_MS = 90_000;

export interface Running {
  pid: number;
  port: number;
  /** It ran before: a server that was killed left it behind. */
  adopted: boolean;
}

/** Sees to it that a server runs on the cluster: one that is there is taken over, a dead one's remains are cleared away. Without a wish the port is any free one. */
export async function ensureRunning(cluster: Cluster, log: string, durable: boolean, wishedPort?: number): Promise<Running> {
  const until = Date.now() + START_WITHIN_MS;
  for (let attempt = 0; ; attempt += 1) {
    const lock = readLock(cluster.home);
    if (lock && isPostgres(lock.pid)) {
      if (lock.ready && lock.port) return { pid: lock.pid, port: lock.port, adopted: true };
    } else {
      if (lock) await clearRemains(cluster.home);
      const started = await start(cluster, log, durable, wishedPort ?? (await freePort()));
      if (started) return started;
    }
    if (Date.now() > until) throw new Error(`the database does not start; the end of ${log}:\n${tail(log)}`);
    await sleep(Math.min(100 * (attempt + 1), 1000));
  }
}

async function clearRemains(home: string): Promise<void> {
  endOrphans(home);
  await disarmLock(home).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** Starts a server in its own session, so that neither Ctrl-C nor our death takes it along. Undefined: it ended at once. */
async function start(cluster: Cluster, log: string, durable: boolean, port: number): Promise<Running | undefined> {
  turnOver(log);
  const out = openSync(log, 'a', 0o600);
  const settings = { ...SETTINGS, ...(durable ? DURABLE : FLEETING), port: String(port) };
  const args = ['-D', cluster.home, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  const path = join(cluster.binaries, 'bin', executable('postgres'));
  const child = spawn(path, args, { cwd: cluster.home, env, detached: true, stdio: ['ignore', out, out], ...cluster.runner });
  closeSync(out);
  let ended: Error | true | undefined;
  child.on('error', (error) => {
    ended = error;
  });
  child.on('exit', () => {
    ended = true;
  });
  child.unref();
  const until = Date.now() + START_WITHIN_MS;
  while (!ended && Date.now() < until) {
    const lock = readLock(cluster.home);
    if (lock?.ready && lock.pid === child.pid) return { pid: lock.pid, port: lock.port, adopted: false };
    await sleep(25);
  }
  if (ended instanceof Error) throw ended;
  return undefined;
}

/** Ends a server in order: connections are closed, a checkpoint is written. */
export async function stopServer(home: string, pid: number): Promise<void> {
  if (readLock(home)?.pid !== pid || !isPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  const until = Date.now() + 60_000;
  while (isPostgres(pid) && Date.now() < until) await sleep(20);
}

/** Below the ports that systems hand to outgoing connections, so that ours is still free when the server has to come back. */
const PORTS = { from: 10_000, to: 32_000 };

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));
    if (await isFree(port)) return port;
  }
  throw new Error('no free port on 127.0.0.1');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

function turnOver(log: string): void {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 20_000_000) renameSync(log, `${log}.old`);
}

function tail(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-12).join('\n');
}
