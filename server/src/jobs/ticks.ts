import PgBoss from 'pg-boss';
import type { Db } from '#server/db/db.ts';

/** Work that comes back by the clock; safe to run twice. `cron` is in UTC, minutes at the finest. */
export interface Tick {
  name: string;
  cron: string;
  run(): Promise<unknown>;
}

/** The queue of pg-boss on which its clock lays what is due; it asks for it at each start. */
const OF_THE_CLOCK = '__pgboss__send-it';
const LOCK_KEY = 7_041_781;

/** Statements that say of a job how it ended. pg-boss waits for none of them: one that fails would end the process. */
const ENDS_A_JOB = /COUNT\(\*\) FROM results\s*$/i;

/**
 * The durable queue in schema pgboss of the same database, through our own pool. Where the database does not take that a job has ended,
 * that is told to `troubled`, and the job runs again when its time is over: it may.
 */
function bossOn(db: Db, options: PgBoss.ConstructorOptions, troubled?: (error: unknown) => void): PgBoss {
  const executeSql = async (text: string, values?: unknown[]) => {
    try {
      return { rows: await db.query(text, values?.length ? values : undefined) };
    } catch (error) {
      if (!troubled || !ENDS_A_JOB.test(text)) throw error;
      troubled(error);
      return { rows: [{ count: 0 }] };
    }
  };
  return new PgBoss({ ...options, db: { executeSql }, schema: 'pgboss' });
}

/**
 * Makes or brings up to date the durable queue and a queue a name, each a table of its own: for the owner of the tables, before
 * anybody starts ticks. Servers that start together wait for each other.
 */
export function makeQueues(owner: Db, names: readonly string[]): Promise<void> {
  return owner.tx(
    async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
      const boss = bossOn(owner, { supervise: false, schedule: false });
      await boss.start();
      await boss.createQueue(OF_THE_CLOCK);
      for (const name of names) await boss.createQueue(name, { name, policy: 'singleton', retryLimit: 2, expireInMinutes: 10 });
      await boss.stop({ graceful: false });
    },
    { patient: true },
  );
}

/** Runs ticks on their queues: of several servers one runs each, and one that dies midway is followed by another. */
export async function startTicks(db: Db, ticks: readonly Tick[], troubled: (error: unknown) => void): Promise<() => Promise<void>> {
  const boss = bossOn(db, { migrate: false }, troubled);
  boss.on('error', troubled);
  await boss.start();
  for (const tick of ticks) {
    await boss.work(tick.name, async () => void (await tick.run()));
    await boss.schedule(tick.name, tick.cron);
  }
  return () => boss.stop({ graceful: true, wait: true, timeout: 5000 });
}
