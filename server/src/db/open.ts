import type { Db } from './db.ts';
import { startEmbedded } from './launcher/embedded.ts';
import { connectionsOf } from './pool/connections.ts';
import { createDb } from './pool/pool.ts';
import { giveRights, verifyRights, verifyStanding } from './roles/grant.ts';
import { verifyDatabase, verifyMaker } from './verify.ts';

/** Who finds no free connection is told so while he still waits for an answer. */
const CONNECT_WITHIN_MS = 3_000;
/** While a process starts nobody waits, and the machine may be busy with starting. */
const START_WITHIN_MS = 30_000;
/** One works, one holds a lock beside it, one to spare. */
const OWNER_MAX = 3;

export interface OpenOptions {
  /** An outside database; the embedded one below `dataDir` when absent. */
  url?: string | undefined;
  /** The same as the role that owns it, where that is not the one that serves; the embedded one brings its own. */
  ownerUrl?: string | undefined;
  dataDir: string;
  /** How many server processes share the connections that the database has; of one tool nobody counts them. */
  processes?: number;
  say: (line: string) => void;
  /** Hears of errors of the database that the wire does not tell. */
  troubled?: (error: unknown) => void;
}

export interface OpenDatabase {
  /** As the role that serves. */
  db: Db;
  /**
   * Runs `work`, which may change tables, as their owner, on connections that are closed before this answers; then the role that serves
   * has the rights it needs on all there is, and no more, or this throws. With one role for everything, that one runs it.
   */
  asOwner<T>(work: (owner: Db, url: string) => Promise<T>): Promise<T>;
  /** The same for `work` that changes nothing: rights stay as they are too. */
  lookAsOwner<T>(work: (owner: Db) => Promise<T>): Promise<T>;
  /** Ends the embedded server too. */
  close(): Promise<void>;
}

/** Opens and checks the database of an installation. */
export async function openDatabase({ url, ownerUrl, dataDir, processes, say, troubled }: OpenOptions): Promise<OpenDatabase> {
  const embedded = url ? undefined : await startEmbedded({ dataDir, say });
  const serving = url ?? embedded!.url;
  const owning = ownerUrl ?? embedded?.ownerUrl;
  const open = (address: string, connectWithinMs: number, max?: number): Db =>
    createDb(address, { troubled, connectWithinMs, ...(max ? { max } : {}) });
  const openOwner = (address: string): Db => open(address, START_WITHIN_MS, OWNER_MAX);
  const look = open(serving, START_WITHIN_MS, 1);
  try {
    const role = await verifyDatabase(look);
    const place = await placeOf(look);
    const db = open(serving, CONNECT_WITHIN_MS, processes && (await connectionsOf(look, processes)));
    await look.close();
    const asOwner: OpenDatabase['asOwner'] = async (work) => {
      if (owning)
        return withOwner(openOwner(owning), { role, place }, async (owner) => {
          const result = await work(owner, owning);
          await giveRights(owner, role);
          await verifyRights(owner, role);
          return result;
        });
      await verifyMaker(db, 'DATABASE_URL');
      say('database: one role makes the tables and serves; two are better (DATABASE_OWNER_URL, see npm run db roles)');
      return work(db, serving);
    };
    const lookAsOwner: OpenDatabase['lookAsOwner'] = (work) =>
      owning ? withOwner(openOwner(owning), { role, place }, work) : asOwner(work);
    const close = async () => {
      await db.close();
      await embedded?.stop();
    };
    return { db, asOwner, lookAsOwner, close };
  } catch (error) {
    await look.close();
    await embedded?.stop();
    throw spoken(error);
  }
}

async function withOwner<T>(owner: Db, serves: { role: string; place: string }, work: (owner: Db) => Promise<T>): Promise<T> {
  try {
    await verifyDatabase(owner, 'DATABASE_OWNER_URL').catch((error) => {
      throw spoken(error);
    });
    if ((await placeOf(owner)) !== serves.place) throw new Error('DATABASE_OWNER_URL leads to another database than DATABASE_URL');
    await verifyMaker(owner, 'DATABASE_OWNER_URL');
    await verifyStanding(owner, serves.role);
    return await work(owner);
  } finally {
    await owner.close();
  }
}

/** The same for two addresses of one database, whatever they are called. */
async function placeOf(db: Db): Promise<string> {
  const [found] = await db.query<{ place: string }>(
    `select oid || ' ' || pg_postmaster_start_time() as place from pg_database where datname = current_database()`,
  );
  return found!.place;
}

/** A database that cannot be reached, in words for the one who starts the server; anything else as it is. */
function spoken(error: unknown): unknown {
  const reason = (error as Error).cause;
  return reason instanceof Error
    ? new Error(`The database does not answer: ${reason.message || String(Reflect.get(reason, 'code'))}`)
    : error;
}
