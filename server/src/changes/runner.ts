import type { House } from '#server/meta/house.ts';
import { type PersonOf, turnOnce } from './run.ts';

/** Without a word that there is something: what another process left is found by the clock. */
const EVERY_MS = 2_000;
/** What is being saved when the server stops has so long; what does not come to its end was not done. */
const LEAVE_MS = 2_000;

/** Does changes of many records beside the calls, one transaction after the other, so that one connection is theirs in each process. Answers how to stop. */
export async function startChanges(house: House, personOf: PersonOf, troubled: (error: unknown) => void): Promise<() => Promise<void>> {
  let stopped = false;
  let asked = false;
  let running: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    try {
      while (!stopped && (await turnOnce(house, personOf, troubled)));
    } catch (error) {
      troubled(error);
    }
  };
  const turn = (): void => {
    if (stopped) return;
    asked = running !== null;
    running ??= work().finally(() => {
      running = null;
      if (asked) turn();
    });
  };
  const unlisten = await house.db.listen('fw_change', turn);
  const timer = setInterval(turn, EVERY_MS).unref();
  turn();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await unlisten();
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, LEAVE_MS).unref())]);
  };
}
