import { Refusal } from '#protocol/codes.ts';
import { Busy } from './admission.ts';
import { type Asker, createTurns } from './turns.ts';

/** After something that took the loop, its person's next one waits so many times as long as it took. */
const REST = 3;
/** Of one person: how many wait for their turn, and how long (milliseconds). */
const WAITING = { running: 1, waiting: 60, within: 20_000 };

/** Does `work`, which takes the loop while it runs, when it is its person's turn; Busy where that does not come, and nothing was begun. */
export type Paced = <T>(person: string, asker: Asker, work: () => T) => Promise<T>;

/**
 * What one person has done on the loop before his call has a place in the line goes one after the other, with a rest between: however many
 * bodies he sends at once, most of the loop is left to the others (F3).
 */
export function createPace(now = () => performance.now()): Paced {
  const take = createTurns(WAITING);
  return async (person, asker, work) => {
    const { end } = await take(person, asker).catch((error: unknown) => {
      throw error instanceof Refusal ? new Busy() : error;
    });
    const from = now();
    try {
      return work();
    } finally {
      const rest = REST * (now() - from);
      if (rest < 1) end();
      else setTimeout(end, rest).unref();
    }
  };
}
