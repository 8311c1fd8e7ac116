import { setImmediate } from 'node:timers/promises';

/** Rows after which others have their turn: some milliseconds of work. */
const SLICE = 100;

/** Rows, of which there may be thousands, with the index of each: between slices of them the process does what else waits. */
export async function* inTurns<T>(rows: readonly T[]): AsyncGenerator<[at: number, row: T]> {
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % SLICE === 0) await setImmediate();
    yield [at, row];
  }
}
