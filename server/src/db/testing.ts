import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import pg from 'pg';
import type { Db } from './db.ts';
import { createDb, type DbOptions } from './pool/pool.ts';
import { giveRights } from './roles/grant.ts';
import { hear } from './testing-heard.ts';
import { type TestServer, withAdmin } from './testing-server.ts';

/** On a machine many times slower than usual, beside others, a connection takes its time. */
const CONNECT_WITHIN_MS = 60_000;

export interface TestDatabase {
  /** As its owner, who is no superuser: for what a test prepares, changes behind the product's back and looks up afterwards. */
  url: string;
  db: Db;
  /** As the role that serves, with the rights it has in the product: for whatever the product does. */
  servingUrl: string;
  serving: Db;
  /** Closes and drops it. */
  close(): Promise<void>;
}

/** An empty database (UTF-8, C.UTF-8) of its own for one test file. */
export async function testDatabase(options?: DbOptions): Promise<TestDatabase> {
  return cloneOf(await theServer(), 'template0', options);
}

/**
 * A fresh copy of a database that `prepare` filled: prepared once per `key` and run, by whoever asks first; all others copy it.
 * The key must name what prepare does ("schema", "capex-demo"): the same key is the same content. `on` names a template that stands
 * already, on which this one is built.
 */
export async function templateDatabase(
  key: string,
  prepare: (db: Db, url: string) => Promise<void>,
  { on, ...options }: DbOptions & { on?: string } = {},
): Promise<TestDatabase> {
  const server = await theServer();
  const template = templateName(server, key);
  await withAdmin(server.adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rows } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (rows.length > 0) return;
    const half = await cloneOf(server, on ? templateName(server, on) : 'template0');
    await prepare(half.db, half.url);
    await giveRights(half.db, server.serves);
    await Promise.all([half.db.close(), half.serving.close()]);
    await admin.query(`alter database ${nameOf(half.url)} rename to ${template}`);
  });
  return cloneOf(server, template, options);
}

const templateName = (server: TestServer, key: string): string =>
  `${server.role}_t_${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;

async function cloneOf(server: TestServer, template: string, options?: DbOptions): Promise<TestDatabase> {
  const name = `${server.role}_${randomBytes(6).toString('hex')}`;
  const empty = template === 'template0' ? "encoding 'UTF8' locale 'C.UTF-8'" : '';
  await withAdmin(server.adminUrl, (admin) => admin.query(`create database ${name} owner ${server.role} template ${template} ${empty}`));
  const addressOf = (username: string): string =>
    Object.assign(new URL(server.adminUrl), { username, password: server.password, pathname: `/${name}` }).href;
  const [url, servingUrl] = [addressOf(server.role), addressOf(server.serves)];
  const patient = { max: 5, connectWithinMs: CONNECT_WITHIN_MS, ...options };
  const db = createDb(url, patient);
  const heard = hear(createDb(servingUrl, patient));
  // what a test writes behind the product's back is no other process's doing: nothing read before is believed after it
  const serving: Db = { ...heard.db, writes: () => heard.db.writes() + db.writes() };
  return {
    url,
    db,
    servingUrl,
    serving,
    close: async () => {
      const faults = await heard.unfenced(db).finally(() => Promise.all([db.close(), serving.close()]));
      await withAdmin(server.adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
      if (faults.length) throw new Error(`statements that do not say of which company their rows are:\n${faults.join('\n')}`);
    },
  };
}

function nameOf(url: string): string {
  return pg.escapeIdentifier(new URL(url).pathname.slice(1));
}

let asked: Promise<TestServer> | undefined;

/** The server of this run, for what needs a superuser. */
export function theServer(): Promise<TestServer> {
  asked ??= new Promise((resolve, reject) => {
    const socketPath = process.env.FORMWORK_TEST_SERVER;
    if (!socketPath) return reject(new Error('test databases need vitest with the global setup of vitest.config.ts'));
    const question = request({ socketPath, path: '/' }, (reply) => {
      let text = '';
      reply.on('data', (part) => {
        text += part;
      });
      reply.on('end', () => (reply.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text))));
    });
    question.on('error', reject);
    question.end();
  });
  return asked;
}
