import PgBoss from 'pg-boss';
import type { Db } from '#server/db/db.ts';

/** Work that comes back by the clock; safe to run twice. `cron` is in UTC, minutes at the finest. */
export interface Tick {
  name: string;
  cron: string;
  run(): Promise<unknown>;
}

/**
 * Runs ticks on the durable queue: of several servers one runs each, and one that dies midway is followed by another. The queue
 * lives in schema pgboss of the same database, through our own pool.
 */
export async function startTicks(db: Db, ticks: readonly Tick[], troubled: (error: unknown) => void): Promise<() => Promise<void>> {
  const boss = new PgBoss({
    db: { executeSql: async (text: string, values?: unknown[]) => ({ rows: await db.query(text, values?.length ? values : undefined) }) },
    schema: 'pgboss',
  });
  boss.on('error', troubled);
  await boss.start();
  for (const tick of ticks) {
    await boss.createQueue(tick.name, { name: tick.name, policy: 'singleton', retryLimit: 2, expireInMinutes: 10 });
    await boss.work(tick.name, async () => void (await tick.run()));
    await boss.schedule(tick.name, tick.cron);
  }
  return () => boss.stop({ graceful: true, wait: true, timeout: 5000 });
}
