import type { Db, Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';

/** A house whose next transaction stops before the first statement that fits; `go` lets it on. */
export interface Stepped {
  house: House;
  /** resolves when the transaction stands there, with what may be asked of its connection */
  reached: Promise<Tx>;
  go(): void;
}

/** Steps one transaction by hand, Camunda style: the product has no hook, the test's database does. */
export function stopBefore(house: House, statement: RegExp): Stepped {
  let arrived: (tx: Tx) => void = () => undefined;
  let go: () => void = () => undefined;
  const reached = new Promise<Tx>((resolve) => {
    arrived = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  let stopped = false;
  const watch = (tx: Tx): Tx => ({
    query: async (text, values) => {
      if (!stopped && statement.test(text)) {
        stopped = true;
        arrived(tx);
        await gate;
      }
      return tx.query(text, values);
    },
  });
  const db: Db = { ...house.db, tx: (work) => house.db.tx((tx) => work(watch(tx))) };
  return { house: { ...house, db }, reached, go };
}

/** Resolves when so many connections of this database wait for a lock. */
export async function waiting(db: Db, count = 1): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ n: number }>(
      `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (row!.n >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Code of what came of a promise: 200 or the refusal's. */
export const codeOf = (promise: Promise<unknown>): Promise<number> =>
  promise.then(
    () => 200,
    (error) => error.code as number,
  );
