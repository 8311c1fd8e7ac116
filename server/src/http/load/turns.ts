import type { Writable } from 'node:stream';
import { Refusal } from '#protocol/codes.ts';

export interface TurnLimits {
  /** calls of one person at work at once */
  running: number;
  /** further ones that wait, and how long (milliseconds); more, and longer, is refused with 103 */
  waiting: number;
  within: number;
}
/** Who asked: destroyed, and closed, when he has hung up. */
export type Asker = Pick<Writable, 'destroyed' | 'once' | 'off'>;
/** Answers when it is this person's turn, with how to end it and whether he waited for it; 103 when too many wait already, or at once when he goes meanwhile. */
export type TakeTurn = (person: string, asker: Asker) => Promise<{ end: () => void; waited: boolean }>;

/**
 * One person's calls take turns, so that he cannot fill the pool of connections and hold up the others (R10, F3). A browser
 * sends up to six at once over HTTP/1.1: where fewer run, who works by hand waits for the quickest of them, not long.
 */
export function createTurns({ running, waiting, within }: TurnLimits): TakeTurn {
  const people = new Map<string, { running: number; queue: (() => void)[] }>();
  const end = (person: string): void => {
    const his = people.get(person)!;
    const next = his.queue.shift();
    if (next) next();
    else if (his.running > 1) his.running -= 1;
    else people.delete(person);
  };
  return async (person, asker) => {
    if (asker.destroyed) throw new Refusal(103);
    const his = people.get(person) ?? { running: 0, queue: [] };
    people.set(person, his);
    const waited = his.running >= running;
    if (!waited) his.running += 1;
    else if (his.queue.length >= waiting) throw new Refusal(103);
    else await inQueue(his.queue, within, asker);
    if (asker.destroyed) {
      end(person);
      throw new Refusal(103);
    }
    let ended = false;
    const once = () => {
      if (!ended) end(person);
      ended = true;
    };
    return { end: once, waited };
  };
}

function inQueue(queue: (() => void)[], within: number, asker: Asker): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = (): void => {
      clearTimeout(late);
      asker.off('close', leave);
    };
    const next = (): void => {
      over();
      resolve();
    };
    const leave = (): void => {
      over();
      queue.splice(queue.indexOf(next), 1);
      reject(new Refusal(103));
    };
    const late = setTimeout(leave, within);
    asker.once('close', leave);
    queue.push(next);
  });
}
