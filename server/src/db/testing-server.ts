import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from './launcher/embedded.ts';
import { isPostgres, readLock } from './launcher/lock.ts';

/** What a test worker needs: a superuser's way in, the ordinary role that owns the databases of this run, and the one that serves them. */
export interface TestServer {
  adminUrl: string;
  role: string;
  serves: string;
  /** of both */
  password: string;
}

/**
 * vitest's global setup. PostgreSQL starts with the first test that asks for a database (a run of pure tests starts none): the
 * workers ask this process over a socket. FORMWORK_TEST_PG names an outside server to use instead, as superuser.
 */
export async function setup(): Promise<() => Promise<void>> {
  await sweep();
  const home = await mkdtemp(join(tmpdir(), `formwork-test-${process.pid}-`));
  // PostgreSQL runs as another user when this is root: he must get to his folder in it.
  await chmod(home, 0o711);
  const role = `test_${randomBytes(5).toString('hex')}`;
  let started: Promise<{ server: TestServer; stop: () => Promise<void> }> | undefined;
  const asked = createServer((_request, reply) => {
    started ??= start(home, role);
    started.then(
      ({ server }) => reply.end(JSON.stringify(server)),
      (error: Error) => reply.writeHead(500).end(error.stack),
    );
  });
  const socket = join(home, 'ask');
  await new Promise<void>((resolve) => {
    asked.listen(socket, resolve);
  });
  process.env.FORMWORK_TEST_SERVER = socket;
  return async () => {
    await closed(asked);
    await (await started?.catch(() => undefined))?.stop();
    await rm(home, { recursive: true, force: true });
  };
}

/** Ends and removes what runs left behind that were killed. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = Number(/^formwork-test-(\d+)-/.exec(name)?.[1] ?? 0);
    if (!owner || lives(owner)) continue;
    const lock = readLock(join(tmpdir(), name, 'data', 'postgres'));
    if (lock && isPostgres(lock.pid)) process.kill(lock.pid, 'SIGQUIT');
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function start(home: string, role: string): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const outside = process.env.FORMWORK_TEST_PG || undefined;
  const embedded = outside ? undefined : await startEmbedded({ dataDir: join(home, 'data'), durable: false });
  const adminUrl = outside ?? (embedded as { adminUrl: string }).adminUrl;
  const password = randomBytes(12).toString('hex');
  const serves = `${role}_app`;
  await withAdmin(adminUrl, async (admin) => {
    for (const name of [role, serves]) await admin.query(`create role ${name} login nosuperuser password '${password}'`);
  });
  const stop = async () => {
    await withAdmin(adminUrl, (admin) => dropAll(admin, role));
    await embedded?.stop();
  };
  return { server: { adminUrl, role, serves, password }, stop };
}

async function dropAll(admin: pg.Client, role: string): Promise<void> {
  const { rows } = await admin.query<{ name: string }>('select datname as name from pg_database where datname like $1', [
    `${role.replaceAll('_', '\\_')}%`,
  ]);
  for (const { name } of rows) await admin.query(`drop database if exists "${name}" with (force)`);
  await admin.query(`drop role if exists ${role}, ${role}_app`);
}

export async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
