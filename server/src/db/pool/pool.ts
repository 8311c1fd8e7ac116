import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Refusal } from '#protocol/codes.ts';
import { faultPoint } from '#server/ports/fault.ts';
import type { Db, Tx, TxOptions } from '../db.ts';
import { openListener } from '../listener.ts';
import { isFull, isLate, isLost, isOutdatedPlan, isSilence, isSlow, isTransient, refusalOf } from '../refuse.ts';
import { encodeValues } from '../values.ts';
import { cut, type Lane, openLane } from './lane.ts';
import { runNamed } from './named-query.ts';
import { type StatementNames, statementNames } from './names.ts';
import { type Begin, beginWith } from './opening.ts';
import { types } from './parsers.ts';

export interface DbOptions {
  /** Connections at most (10). Who waits longer than `connectWithinMs` (5,000) for one is refused with 103. */
  max?: number;
  connectWithinMs?: number;
  /** A statement that runs longer (30,000) is refused with 103. */
  statementWithinMs?: number;
  /** A lock that is not had by then (3,000) is refused with 103. */
  lockWithinMs?: number;
  /** Where no answer came this long after the statement's own limit (5,000), its connection is given up: refused with 103. */
  silentWithinMs?: number;
  /** Connections that only `front` takes (3), and how long one of its statements may take (3,000). */
  frontMax?: number;
  frontWithinMs?: number;
  /** Hears of each error of the database that became 331 or 103, for the log. */
  troubled?: (error: unknown) => void;
}

const FRONT = 3;
/** What a process may hold beside `max`: those of `front`, the one that listens, the one that asks whether the network lives. */
export const BESIDE = FRONT + 2;

const RETRIES = 5;
const STRAINED_MS = 10_000;
const FULL_TOLD_MS = 60_000;
/** The longest that a timer knows: 24 days. */
const NO_LIMIT = 2_147_483_647;

/** Opens the database. Nothing is connected until the first statement. */
export function createDb(url: string, options: DbOptions = {}): Db {
  const { max = 10, statementWithinMs = 30_000, silentWithinMs = 5_000, frontWithinMs = 3_000 } = options;
  const settings = (within: number): pg.PoolConfig => ({
    connectionString: url,
    types,
    connectionTimeoutMillis: options.connectWithinMs ?? 5_000,
    query_timeout: within + silentWithinMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'formwork',
    options: sessionOptions({ ...options, statementWithinMs: within }),
  });
  const lane = openLane({ ...settings(statementWithinMs), max }, options.troubled);
  const frontLane = openLane(
    { ...settings(frontWithinMs), max: options.frontMax ?? FRONT, application_name: 'formwork front' },
    options.troubled,
  );
  const names = statementNames();
  let writes = 0;
  const wrote = () => {
    writes += 1;
  };
  const probe = prober(settings(0), silentWithinMs, () => {
    lane.renew();
    frontLane.renew();
  });
  const troubles = watchTroubles({ told: options.troubled, outdated: () => names.renew(), silence: probe });
  const { refuse } = troubles;
  const run: Run = (client, text, values, how) => runOn(client, { text, values, how }, names, refuse, wrote);
  const quietly: Run = (client, text, values, how) => runOn(client, { text, values, how }, names, refuse, () => undefined);
  const short = (error: unknown) => (isSlow(error) ? refusalOf(error) : refuse(error));
  // what only reads is no write, whatever its statements are called
  const runs =
    ({ within, still }: TxOptions): Run =>
    (client, text, values, how) =>
      runOn(client, { text, values, how }, names, within === undefined ? refuse : short, still ? () => undefined : wrote);
  const listener = openListener({ ...settings(0), query_timeout: undefined }, { silent: probe });

  return {
    query: (text, values) => again(() => single(lane, run, refuse, text, values)),
    tx: (work, options = {}) =>
      again(() => transaction(lane, work, runs(options), refuse, options).finally(options.still ? undefined : wrote)),
    front: { query: (text, values) => again(() => single(frontLane, run, refuse, text, values)) },
    aside: { query: (text, values) => again(() => single(lane, quietly, refuse, text, values)) },
    connections: max,
    fullDisk: troubles.fullDisk,
    strained: troubles.strained,
    writes: () => writes,
    listen: (channel, heard) => listener.listen(channel, heard),
    close: async () => {
      await listener.close();
      await Promise.all([lane.end(), frontLane.end()]);
    },
  };
}

interface TroubleOptions {
  told: DbOptions['troubled'];
  /** a table has changed under a statement that was prepared */
  outdated(): void;
  silence(): void;
}

/** Turns what goes wrong into refusals, and keeps what it says of how the database does. */
function watchTroubles({ told, outdated, silence }: TroubleOptions): Pick<Db, 'fullDisk' | 'strained'> & { refuse: Refuse } {
  let strainedAt = Number.NEGATIVE_INFINITY;
  let full = 0;
  let toldFullAt = Number.NEGATIVE_INFINITY;
  const refuse = (error: unknown): Refusal => {
    const refusal = refusalOf(error);
    if (isOutdatedPlan(error)) outdated();
    if (isLate(error) || isFull(error)) strainedAt = performance.now();
    if (isFull(error)) {
      full += 1;
      // the log may lie on the same disk
      if (performance.now() - toldFullAt < FULL_TOLD_MS) return refusal;
      toldFullAt = performance.now();
    }
    if (isSilence(error)) silence();
    if (refusal.cause && !isTransient(error) && (refusal.code === 331 || refusal.code === 103)) told?.(refusal.cause);
    return refusal;
  };
  return { refuse, fullDisk: () => full, strained: () => performance.now() - strainedAt < STRAINED_MS };
}

/**
 * Asks the database on a connection of its own, one question at a time; `away` is called when nothing comes back: then what was sent on
 * the other connections will not be answered either, and they may never tell.
 */
function prober(settings: pg.ClientConfig, withinMs: number, away: () => void): () => void {
  let asking = false;
  const ask = async (): Promise<void> => {
    const client = new pg.Client({ ...settings, connectionTimeoutMillis: withinMs, query_timeout: withinMs });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
    } catch (error) {
      if (isSilence(error)) away();
    } finally {
      cut(client);
      asking = false;
    }
  };
  return () => {
    if (asking) return;
    asking = true;
    void ask();
  };
}

function sessionOptions(options: DbOptions): string {
  const wanted = {
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    // a statement begins with the few rows it is about and joins names to them: to weigh the order of fourteen names takes ten times as long
    join_collapse_limit: 3,
    statement_timeout: options.statementWithinMs ?? 30_000,
    lock_timeout: options.lockWithinMs ?? 3_000,
    idle_in_transaction_session_timeout: 60_000,
  };
  return Object.entries(wanted)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

type Refuse = (error: unknown) => Refusal;
interface How {
  /** takes the place of the connection's own limit of silence */
  within?: number;
  /** the transaction that begins with this statement */
  begin?: Begin;
}
type Run = <Row>(client: pg.PoolClient, text: string, values?: readonly unknown[], how?: How) => Promise<Row[]>;

/** Without values the text may hold several statements; with values it is one, whatever it says. */
async function runOn<Row>(
  client: pg.PoolClient,
  { text, values, how = {} }: { text: string; values: readonly unknown[] | undefined; how: How | undefined },
  names: StatementNames,
  refuse: Refuse,
  wrote: () => void,
): Promise<Row[]> {
  const sent = values && encodeValues(values);
  const limit = how.within === undefined ? {} : { query_timeout: how.within };
  const config = (
    sent ? { name: names.of(text), text, values: sent, queryMode: 'extended', ...limit } : { text, ...limit }
  ) as pg.QueryConfig;
  try {
    const result = await (how.begin ? beginWith(client, how.begin, config) : sent ? runNamed(client, names, config) : client.query(config));
    const last: pg.QueryResult<Row & pg.QueryResultRow> = Array.isArray(result) ? result.at(-1) : result;
    if (Array.isArray(result) || (last.command !== 'SELECT' && last.rowCount !== 0)) wrote();
    return last.rows;
  } catch (error) {
    wrote();
    throw refuse(error);
  }
}

async function taken(lane: Lane, refuse: Refuse): Promise<pg.PoolClient> {
  return lane.connect().catch((error) => {
    throw refuse(error);
  });
}

/** One statement on a connection of the lane; a refused one leaves the connection as good as it was, a lost one does not. */
async function single<Row>(lane: Lane, run: Run, refuse: Refuse, text: string, values?: readonly unknown[]): Promise<Row[]> {
  const client = await taken(lane, refuse);
  let broken = false;
  try {
    return await run<Row>(client, text, values);
  } catch (error) {
    broken = isLost(error);
    throw error;
  } finally {
    giveBack(client, broken);
  }
}

function giveBack(client: pg.PoolClient, broken: boolean): void {
  if (broken) cut(client);
  client.release(broken);
}

const PATIENT = 'begin; set local statement_timeout = 0; set local lock_timeout = 0';
const STILL = 'begin isolation level repeatable read read only';
const beginOf = ({ patient, still, within, planned }: TxOptions): Begin => {
  const texts = [
    patient ? PATIENT : still ? STILL : 'begin',
    ...(within === undefined ? [] : [`set local statement_timeout = ${Math.ceil(within)}`]),
    ...(planned ? ['set local plan_cache_mode = force_generic_plan'] : []),
  ];
  return { text: texts.join('; '), state: 'waits' };
};

/** BEGIN goes with the first statement, and where there is none it is never sent. */
async function transaction<T>(lane: Lane, work: (tx: Tx) => Promise<T>, run: Run, refuse: Refuse, options: TxOptions): Promise<T> {
  const client = await taken(lane, refuse);
  const begin = beginOf(options);
  let over = false;
  const statements = within(client, run, begin, options.patient ? { within: NO_LIMIT } : {});
  const underWay = new Set<Promise<unknown>>();
  const tx: Tx = {
    query: <Row>(text: string, values?: readonly unknown[]) => {
      if (over) throw new Error('this transaction is over: its statements belong inside `work`');
      const asked = statements.query<Row>(text, values);
      underWay.add(asked);
      const done = () => void underWay.delete(asked);
      asked.then(done, done);
      return asked;
    },
  };
  // one that `work` did not wait for may wait for BEGIN itself: behind COMMIT or ROLLBACK it would be a transaction of its own
  const settled = async () => {
    if (underWay.size > 0) await Promise.allSettled(underWay);
  };
  let broken = false;
  try {
    if (!options.still) await faultPoint('tx.begun');
    const result = await work(tx);
    over = true;
    await settled();
    if (!options.still) await faultPoint('tx.commit');
    if (begin.state !== 'waits') await commit(client, refuse);
    if (!options.still) await faultPoint('tx.committed');
    return result;
  } catch (error) {
    over = true;
    broken = isLost(error) || !(await settled().then(() => rolledBack(client, begin)));
    throw error;
  } finally {
    giveBack(client, broken);
  }
}

/** The statements of a transaction; none runs where BEGIN was refused. */
function within(client: pg.PoolClient, run: Run, begin: Begin, how: How): Tx {
  let first: Promise<unknown> = Promise.resolve();
  const next = async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    if (begin.state === 'sent') await first;
    if (begin.state !== 'open') throw new Refusal(103);
    return run<Row>(client, text, values, how);
  };
  return {
    query: <Row>(text: string, values?: readonly unknown[]) => {
      if (begin.state !== 'waits') return next<Row>(text, values);
      const opening = run<Row>(client, text, values, { ...how, begin });
      first = opening.catch(() => undefined);
      return opening;
    },
  };
}

/** Not asked of a connection that is lost: it would wait behind what never comes, and the server rolls back by itself. */
async function rolledBack(client: pg.PoolClient, begin: Begin): Promise<boolean> {
  if (begin.state === 'waits') return true;
  return client.query('rollback').then(
    () => true,
    () => false,
  );
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
