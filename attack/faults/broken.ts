import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { type Fault, type FaultPoint, injectFault } from '#server/ports/fault.ts';
import type { Random } from './play/random.ts';

/** A house with one part as a careless hand would build it: what shows that the checker sees. */
export interface Build {
  name: string;
  house: (house: House) => House;
  /** takes away what the database itself has against it */
  prepare?: string;
  /** where calls break now and then, as where a process or a connection dies */
  faults: readonly FaultPoint[];
}

const EVERYWHERE: readonly FaultPoint[] = ['save.record', 'save.rows', 'flow.moved', 'tx.commit', 'tx.committed'];

export const SOUND: Build = { name: 'the product', house: (house) => house, faults: EVERYWHERE };

export const BROKEN: readonly Build[] = [
  {
    name: 'an approval that reads, checks and writes without a lock',
    prepare: 'drop index fw.flow_log_decision, fw.flow_todo_live; alter table fw.flow_log drop constraint flow_log_pkey',
    house: (house) => on(house, { tx: (work, options) => house.db.tx((tx) => work({ query: unlocked(tx) }), options) }),
    faults: [],
  },
  {
    name: 'a save without a transaction',
    house: (house) => on(house, { tx: (work, options) => (options ? house.db.tx(work, options) : work(house.db)) }),
    faults: ['save.record', 'save.rows', 'flow.moved'],
  },
  {
    name: 'a cache that nobody empties',
    house: (house) => {
      const cache = cacheOf();
      const still: Db['tx'] = (work, options) => house.db.tx((tx) => work(options?.still ? { query: cache(tx) } : tx), options);
      return on(house, { query: cache(house.db), tx: still });
    },
    faults: [],
  },
  {
    name: 'an answer before the commit',
    house: (house) => on(house, { tx: (work, options) => early(house.db, work, options) }),
    faults: ['tx.commit'],
  },
];

const on = (house: House, db: Partial<Db>): House => ({ ...house, db: { ...house.db, ...db } });

const unlocked =
  (tx: Tx): Tx['query'] =>
  (text, values) =>
    tx.query(text.replace(' for no key update of t', ''), values);

/** Keeps what was read of shipments for as long as it lives. */
function cacheOf(): (tx: Tx) => Tx['query'] {
  const known = new Map<string, unknown[]>();
  return (tx) =>
    async <Row>(text: string, values?: readonly unknown[]) => {
      if (!/^select/i.test(text) || !text.includes('app."shipment"')) return tx.query<Row>(text, values);
      const key = text + JSON.stringify(values);
      const rows = known.get(key) ?? (await tx.query(text, values));
      known.set(key, rows);
      return structuredClone(rows) as Row[];
    };
}

/** Answers when the work is done; the commit follows, or does not. */
function early<T>(db: Db, work: (tx: Tx) => Promise<T>, options?: Parameters<Db['tx']>[1]): Promise<T> {
  return new Promise((resolve, reject) => {
    const first = async (tx: Tx) => {
      const done = await work(tx);
      resolve(done);
      await sleep(2);
    };
    db.tx(first, options).catch(reject);
  });
}

/** From now on a call breaks at one of these points, six times in a hundred. */
export function breakAt(points: readonly FaultPoint[], dice: Random): void {
  const hit: Fault = (point) => (points.includes(point) && dice.chance(6) ? Promise.reject(new Error(`fault at ${point}`)) : undefined);
  injectFault(points.length > 0 ? hit : undefined);
}
