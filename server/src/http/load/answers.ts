import type { ServerResponse } from 'node:http';

/** Bytes of answers that a process holds at once, being put together or not read yet: of all, and of one person. */
const MOST = { all: 192 * 2 ** 20, ofOne: 48 * 2 ** 20 };
/** Up to here an answer is not counted: calls and connections are bounded. */
const SMALL = 16 * 1024;
/** What a letter takes while it is a text. */
const LETTER = 2;

export interface Answers {
  /** Whether this person has so much of what he asked for not read yet that nothing more of his is begun. */
  isFull(person: string): boolean;
  /** So many letters were put together for an answer: they count until it has gone out, or nobody hears it. */
  hold(person: string, raw: ServerResponse, letters: number): void;
}

/** One action more may be at work when the room is full, on each connection: it is counted, never cut, since it may have written. */
export function createAnswers({ all, ofOne } = MOST): Answers {
  const people = new Map<string, number>();
  const under = new WeakMap<ServerResponse, { bytes: number }>();
  let sum = 0;
  const release = (person: string, bytes: number): void => {
    sum -= bytes;
    const left = (people.get(person) ?? 0) - bytes;
    if (left > 0) people.set(person, left);
    else people.delete(person);
  };
  const heldFor = (person: string, raw: ServerResponse): { bytes: number } => {
    const known = under.get(raw);
    if (known) return known;
    const held = { bytes: 0 };
    under.set(raw, held);
    raw.once('close', () => release(person, held.bytes));
    return held;
  };
  return {
    // nobody holds more than stays free, and who holds nothing may begin: however many fill the room, the next one is answered
    isFull: (person) => (people.get(person) ?? -1) >= Math.max(0, Math.min(ofOne, all - sum)),
    hold: (person, raw, letters) => {
      if (letters <= SMALL || raw.closed) return;
      const bytes = letters * LETTER;
      heldFor(person, raw).bytes += bytes;
      sum += bytes;
      people.set(person, (people.get(person) ?? 0) + bytes);
    },
  };
}
