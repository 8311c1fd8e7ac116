import { connectionsOf } from './connections.ts';
import type { Db } from './db.ts';
import { startEmbedded } from './launcher/embedded.ts';
import { createDb } from './pool.ts';
import { verifyDatabase } from './verify.ts';

/** Who finds no free connection is told so while he still waits for an answer. */
const CONNECT_WITHIN_MS = 3_000;

export interface OpenOptions {
  /** An outside database; the embedded one below `dataDir` when absent. */
  url?: string | undefined;
  dataDir: string;
  /** How many server processes share the connections that the database has; of one tool nobody counts them. */
  processes?: number;
  say: (line: string) => void;
  /** Hears of errors of the database that the wire does not tell. */
  troubled?: (error: unknown) => void;
}

/** Opens and checks the database of an installation. `close` ends the embedded server too. */
export async function openDatabase({
  url,
  dataDir,
  processes,
  say,
  troubled,
}: OpenOptions): Promise<{ db: Db; close: () => Promise<void> }> {
  const embedded = url ? undefined : await startEmbedded({ dataDir, say });
  const open = (max?: number): Db =>
    createDb(url ?? embedded!.url, { troubled, connectWithinMs: CONNECT_WITHIN_MS, ...(max ? { max } : {}) });
  const look = open(1);
  try {
    await verifyDatabase(look);
    const db = open(processes && (await connectionsOf(look, processes)));
    await look.close();
    const close = async () => {
      await db.close();
      await embedded?.stop();
    };
    return { db, close };
  } catch (error) {
    await look.close();
    await embedded?.stop();
    const reason = (error as Error).cause;
    throw reason instanceof Error
      ? new Error(`The database does not answer: ${reason.message || String(Reflect.get(reason, 'code'))}`)
      : error;
  }
}
