import type { TodoItem } from '../todo-item.ts';

/** What is done to all that are chosen: sent on, back to their applicants, or refused for good. */
export type Way = 'agree' | 'home' | 'refuse';

/** What became of a row, in the words that stand in it. */
export type Result =
  | { kind: 'queued' | 'working' | 'stopped' }
  /** decided; decided by somebody else meanwhile; not decided, and could be tried again; a person must look at it */
  | { kind: 'done' | 'gone' | 'failed' | 'person'; words: string };

export type Results = ReadonlyMap<number, Result>;

/** What began with a press: its rows stay where they are until it is left. */
export interface Batch {
  way: Way;
  rows: readonly TodoItem[];
  results: Results;
  isRunning: boolean;
}

/** What is tried again with one key: what failed, and what was not begun. */
export const isOpen = (result: Result | undefined): boolean => result?.kind === 'failed' || result?.kind === 'stopped';

/** Rows that can still be chosen: not what is over. */
export const hasBox = (result: Result | undefined): boolean => result?.kind !== 'done' && result?.kind !== 'gone';

export interface Tally {
  all: number;
  over: number;
  left: number;
  done: number;
  failed: number;
  person: number;
  gone: number;
  stopped: number;
}

/** How many of those that were begun stand where. */
export function tallyOf(results: Results): Tally {
  const kinds = [...results.values()].map(({ kind }) => kind);
  const of = (...wanted: readonly Result['kind'][]) => kinds.filter((kind) => wanted.includes(kind)).length;
  const counts = { done: of('done'), failed: of('failed'), person: of('person'), gone: of('gone'), stopped: of('stopped') };
  const left = of('queued');
  return { all: kinds.length, over: kinds.length - left - of('working', 'stopped'), left, ...counts };
}
