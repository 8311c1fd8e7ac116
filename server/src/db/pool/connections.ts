import type { Db } from '../db.ts';
import { BESIDE } from './pool.ts';

const MOST = 10;
const LEAST = 2;
/** For what is no server process: the guard of the embedded database, a backup, somebody who looks. */
const SPARE = 10;

/**
 * How many connections the calls of each of so many server processes may take, so that the database holds all of them, and one
 * process more while they are replaced. Throws where it does not hold even the least.
 */
export async function connectionsOf(db: Pick<Db, 'query'>, workers: number): Promise<number> {
  const [held] = await db.query<{ most: number; kept: number }>(
    `select current_setting('max_connections')::int as most,
      current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) as kept`,
  );
  const { most, kept } = held!;
  const processes = workers > 1 ? workers + 1 : 1;
  const each = Math.floor((most - kept - SPARE) / processes) - BESIDE;
  if (each >= LEAST) return Math.min(MOST, each);
  const needed = processes * (LEAST + BESIDE) + SPARE + kept;
  throw new Error(`The database's max_connections is ${most}, WORKERS=${workers} needs ${needed}: raise it, or set fewer WORKERS.`);
}
