import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import pg from 'pg';
import { installedBinaries } from './binaries.ts';
import { isPostgres, readLock } from './lock.ts';
import type { Runner } from './runner.ts';

/** A delivered product in a folder of its own: the launcher in one file and the package with the programs. */
export interface House {
  root: string;
  dataDir: string;
  sharedHome: string;
  native: string;
  /** Starts a server process; answers when it serves, throws with its error output when it does not. */
  serve(as?: Runner): Promise<Served>;
  /** Kills what still runs and removes the folder. */
  raze(): Promise<void>;
}

export interface Served {
  /** as the owner */
  url: string;
  servingUrl: string;
  adminUrl: string;
  adopted: boolean;
  said: string[];
  process: ChildProcess;
  /** Runs one statement on a connection of its own. */
  query<Row = Record<string, unknown>>(text: string): Promise<Row[]>;
  /** Ends the server in order. */
  end(): Promise<void>;
  /** Kills the server process as a power cut would. */
  kill(): Promise<void>;
}

interface Building {
  /** Who owns the folder; the one who runs the tests when absent. */
  owner?: Runner;
  /** Only its owner may enter. */
  closed?: boolean;
  /** A copy of the programs of its own, to be spoiled. */
  own?: boolean;
}

let host: Promise<string> | undefined;

/** The launcher in one file; made once for all houses of a test file. */
function bundled(): Promise<string> {
  host ??= build({
    entryPoints: [join(import.meta.dirname, 'testing-host.ts')],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    banner: { js: "import { createRequire as cr } from 'node:module'; const require = cr(import.meta.url);" },
    logLevel: 'error',
  }).then(({ outputFiles }) => outputFiles[0]!.text);
  return host;
}

export async function makeHouse({ owner, closed, own }: Building = {}): Promise<House> {
  const root = mkdtempSync(join(tmpdir(), 'formwork-house-'));
  chmodSync(root, closed ? 0o700 : 0o755);
  const sharedHome = mkdtempSync(join(tmpdir(), 'formwork-shared-'));
  chmodSync(sharedHome, 0o755);
  const home = dirname(installedBinaries().native);
  const place = join(root, home.slice(home.lastIndexOf('node_modules')));
  mkdirSync(dirname(place), { recursive: true });
  if (own || closed) cpSync(home, place, { recursive: true, verbatimSymlinks: true });
  else symlinkSync(home, place);
  writeFileSync(join(root, 'host.mjs'), await bundled());
  if (owner) chownSync(root, owner.uid, owner.gid);
  const dataDir = join(root, 'data');
  const running: ChildProcess[] = [];
  return {
    root,
    dataDir,
    sharedHome,
    native: join(place, 'native'),
    serve: (as) => serve([join(root, 'host.mjs'), dataDir, sharedHome], running, as),
    raze: async () => {
      for (const child of running) child.kill('SIGKILL');
      killPostgres(dataDir);
      for (const folder of [root, sharedHome]) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

async function serve(args: string[], running: ChildProcess[], as?: Runner): Promise<Served> {
  const child = spawn(process.execPath, args, { cwd: '/', stdio: 'pipe', ...as });
  running.push(child);
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  });
  let trouble = '';
  child.stderr.on('data', (part) => {
    trouble += part;
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (part) => resolve(String(part)));
    child.on('close', () => reject(new Error(trouble)));
  });
  const served = JSON.parse(line) as Pick<Served, 'url' | 'servingUrl' | 'adminUrl' | 'adopted' | 'said'>;
  return {
    ...served,
    process: child,
    query: (text) => query(served.url, text),
    end: async () => {
      child.stdin.end();
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export async function query<Row>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The postmaster of a data folder, while one runs. */
export function postmaster(dataDir: string): number | undefined {
  const lock = readLock(join(dataDir, 'postgres'));
  return lock && isPostgres(lock.pid) ? lock.pid : undefined;
}

export function killPostgres(dataDir: string): void {
  const pid = postmaster(dataDir);
  if (pid) process.kill(pid, 'SIGKILL');
}

export function statusOf(pid: number, name: string): string | undefined {
  return new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
}

/** A user that is neither root nor the one PostgreSQL is handed to: uid 1000 where it has a passwd entry, as on most machines. */
export function anotherUser(): Runner {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map((parts) => ({ name: parts[0], uid: Number(parts[2]), gid: Number(parts[3]) }));
  const found = users.find((user) => user.uid === 1_000) ?? users.find((user) => user.name === 'nobody');
  if (!found) throw new Error('this machine has no ordinary user');
  return { uid: found.uid, gid: found.gid };
}

export function realHome(dataDir: string): string {
  return realpathSync(join(dataDir, 'postgres'));
}
