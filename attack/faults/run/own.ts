import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Person } from '#protocol/testing-person.ts';
import type { Db } from '#server/db/db.ts';
import { createDb } from '#server/db/pool/pool.ts';
import { type Product, serve } from './product.ts';

/** The product with a database of its own, as `npm start` leaves it: an outage is the database's own end. */
export interface Own {
  product: Product;
  /** of the person who may apply */
  token: string;
  /** Ends the database server as an administrator would (SIGINT: fast, SIGQUIT: immediate, SIGKILL). */
  end(signal: NodeJS.Signals): void;
  /** Names of records that begin so. */
  named(prefix: string): Promise<Set<string>>;
  close(): Promise<void>;
}

export async function openOwn(env: Record<string, string> = {}): Promise<Own> {
  const dataDir = mkdtempSync(join(tmpdir(), 'formwork-outage-'));
  // The embedded PostgreSQL runs as another user when this is root: he must get to his folder in it.
  chmodSync(dataDir, 0o711);
  const running: ChildProcess[] = [];
  const lock = () => readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const once = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { app } = JSON.parse(readFileSync(join(dataDir, 'keys', 'postgres.json'), 'utf8')) as { app: string };
    const db = createDb(`postgres://formwork_app:${app}@127.0.0.1:${lock()[3]}/formwork`, { max: 1 });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  const clear = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  const product = await serve({ DATABASE_URL: '', DATA_DIR: dataDir, DEMO_PASSWORD: 'Passw0rd-1', ...env }, running).catch((error) => {
    clear();
    throw error;
  });
  const { token } = await Person.signIn(product.url, 'applicant');
  return {
    product,
    token,
    end: (signal) => process.kill(Number(lock()[0]), signal),
    named: (prefix) =>
      once(async (db) => {
        const rows = await db.query<{ key_name: string }>('select key_name from app.initiation where key_name like $1', [`${prefix}%`]);
        return new Set(rows.map((row) => row.key_name));
      }),
    close: async () => {
      await product.stop('SIGINT');
      clear();
    },
  };
}
