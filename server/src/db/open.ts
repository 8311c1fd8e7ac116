import type { Db } from './db.ts';
import { startEmbedded } from './launcher/embedded.ts';
import { createDb } from './pool.ts';
import { verifyDatabase } from './verify.ts';

/** Who finds no free connection is told so while he still waits for an answer. */
const CONNECT_WITHIN_MS = 3_000;

/** Connections of each of so many server processes: together they leave room in PostgreSQL's usual hundred. */
export const connectionsOf = (processes: number): number => Math.max(2, Math.min(10, Math.floor(60 / processes)));

export interface OpenOptions {
  /** An outside database; the embedded one below `dataDir` when absent. */
  url?: string | undefined;
  dataDir: string;
  /** Of this process at most. */
  connections?: number;
  say: (line: string) => void;
  /** Hears of errors of the database that the wire does not tell. */
  troubled?: (error: unknown) => void;
}

/** Opens and checks the database of an installation. `close` ends the embedded server too. */
export async function openDatabase({
  url,
  dataDir,
  connections,
  say,
  troubled,
}: OpenOptions): Promise<{ db: Db; close: () => Promise<void> }> {
  const embedded = url ? undefined : await startEmbedded({ dataDir, say });
  const db = createDb(url ?? embedded!.url, { troubled, connectWithinMs: CONNECT_WITHIN_MS, ...(connections ? { max: connections } : {}) });
  const close = async () => {
    await db.close();
    await embedded?.stop();
  };
  try {
    await verifyDatabase(db);
  } catch (error) {
    await close();
    const reason = (error as Error).cause;
    throw reason instanceof Error
      ? new Error(`The database does not answer: ${reason.message || String(Reflect.get(reason, 'code'))}`)
      : error;
  }
  return { db, close };
}
