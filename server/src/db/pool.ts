import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Refusal } from '#protocol/codes.ts';
import { faultPoint } from '#server/ports/fault.ts';
import type { Db, Tx } from './db.ts';
import { openListener } from './listener.ts';
import { type StatementNames, statementNames } from './names.ts';
import { types } from './parsers.ts';
import { isOutdatedPlan, isTransient, refusalOf } from './refuse.ts';
import { encodeValues } from './values.ts';

export interface DbOptions {
  /** Connections at most (10). Who waits longer than `connectWithinMs` (5,000) for one is refused with 103. */
  max?: number;
  connectWithinMs?: number;
  /** A statement that runs longer (30,000) is refused with 103. */
  statementWithinMs?: number;
  /** A lock that is not had by then (3,000) is refused with 103. */
  lockWithinMs?: number;
  /** Hears of each error of the database that became 331 or 103, for the log. */
  troubled?: (error: unknown) => void;
}

const RETRIES = 5;

/** Opens the database. Nothing is connected until the first statement. */
export function createDb(url: string, options: DbOptions = {}): Db {
  const settings: pg.PoolConfig = {
    connectionString: url,
    types,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.connectWithinMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'formwork',
    options: sessionOptions(options),
  };
  const pool = new pg.Pool(settings);
  pool.on('error', (error) => options.troubled?.(error));
  // A checked-out connection that breaks between two statements tells nobody else; the next statement fails by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const names = statementNames();
  const refuse = (error: unknown): Refusal => {
    const refusal = refusalOf(error);
    if (isOutdatedPlan(error)) names.renew();
    if (refusal.cause && !isTransient(error) && (refusal.code === 331 || refusal.code === 103)) options.troubled?.(refusal.cause);
    return refusal;
  };
  const run: Run = (client, text, values) => runOn(client, text, values, names, refuse);
  const listener = openListener(settings);

  return {
    query: (text, values) => again(() => run(pool, text, values)),
    tx: (work) => again(() => transaction(pool, work, run, refuse)),
    listen: (channel, heard) => listener.listen(channel, heard),
    close: async () => {
      await listener.close();
      await pool.end();
    },
  };
}

function sessionOptions(options: DbOptions): string {
  const wanted = {
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    statement_timeout: options.statementWithinMs ?? 30_000,
    lock_timeout: options.lockWithinMs ?? 3_000,
    idle_in_transaction_session_timeout: 60_000,
  };
  return Object.entries(wanted)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

type Refuse = (error: unknown) => Refusal;
type Run = <Row>(client: pg.Pool | pg.PoolClient, text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Without values the text may hold several statements; with values it is one, whatever it says. */
async function runOn<Row>(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[] | undefined,
  names: StatementNames,
  refuse: Refuse,
): Promise<Row[]> {
  const sent = values && encodeValues(values);
  try {
    const result = await (sent
      ? client.query({ name: names.of(text), text, values: sent, queryMode: 'extended' } as pg.QueryConfig)
      : client.query(text));
    return (Array.isArray(result) ? result.at(-1) : result).rows;
  } catch (error) {
    throw refuse(error);
  }
}

async function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, run: Run, refuse: Refuse): Promise<T> {
  const client = await pool.connect().catch((error) => {
    throw refuse(error);
  });
  let open = true;
  const tx: Tx = {
    query: (text, values) => {
      if (!open) throw new Error('this transaction is over: its statements belong inside `work`');
      return run(client, text, values);
    },
  };
  let broken = false;
  try {
    await run(client, 'begin');
    await faultPoint('tx.begun');
    const result = await work(tx);
    open = false;
    await faultPoint('tx.commit');
    await commit(client, refuse);
    await faultPoint('tx.committed');
    return result;
  } catch (error) {
    open = false;
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** A transaction in which a statement failed answers COMMIT with ROLLBACK: that is no success, even when `work` went on. */
async function commit(client: pg.PoolClient, refuse: Refuse): Promise<void> {
  const { command } = await client.query('commit').catch((error) => {
    throw refuse(error);
  });
  if (command !== 'COMMIT') throw new Refusal(331);
}

async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (let round = 0; ; round += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (round >= RETRIES || !isTransient(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** round);
    }
  }
}
