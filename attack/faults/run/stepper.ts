import { setTimeout as sleep } from 'node:timers/promises';
import type { House } from '#server/meta/house.ts';
import type { Random } from '../play/random.ts';

/** Lets several transactions run statement by statement, in an order that a seed chooses: stepped interleavings. */
export interface Stepper {
  /** The house whose transactions wait for their turn before each statement. */
  house(house: House): House;
  /** Lets one go at a time until all are through; one that waits for a lock of another is passed over. */
  run<T>(all: readonly Promise<T>[]): Promise<T[]>;
}

export function stepper(dice: Random): Stepper {
  let waiting: (() => void)[] = [];
  let stepping = true;
  const turn = () => (stepping ? new Promise<void>((go) => waiting.push(go)) : undefined);
  return {
    house: (house) => ({
      ...house,
      db: {
        ...house.db,
        tx: (work, options) =>
          house.db.tx(async (tx) => {
            const done = await work({
              query: async (text, values) => {
                await turn();
                return tx.query(text, values);
              },
            });
            await turn();
            return done;
          }, options),
      },
    }),
    run: async (all) => {
      let left = all.length;
      for (const one of all) one.then(() => (left -= 1)).catch(() => (left -= 1));
      while (left > 0) {
        // who was let go comes back for its next statement, or stands at a lock
        for (let look = 0; look < 4 && waiting.length < left; look += 1) await sleep(1);
        const next = dice.below(Math.max(1, waiting.length));
        waiting.splice(next, 1)[0]?.();
      }
      stepping = false;
      for (const go of waiting) go();
      waiting = [];
      return Promise.all(all);
    },
  };
}
