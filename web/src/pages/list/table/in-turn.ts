import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import type { Column } from '../state/columns.ts';
import type { Seen } from './in-sight.ts';
import { usePace } from './pace.ts';

/** What each row draws, by its number. */
type Drawn = ReadonlyMap<number, Seen>;
/** The columns of a list, and what was drawn of them. */
interface Stood {
  of: readonly Column[];
  drawn: Drawn;
}

/**
 * Columns that come into sight come to a few rows in each frame, in the order of `rows`, so that no turn of the wheel draws them all at once.
 * Where the columns themselves are others (`of`), or all are drawn, all rows have them at once: so have their heads.
 */
export function useInTurn(seen: Seen, of: readonly Column[], rows: readonly number[]): Drawn {
  const [turn, next] = useReducer((turns: number) => turns + 1, 0);
  const before = useRef<Stood>({ of, drawn: new Map() });
  const few = usePace(turn);
  const drawn = inTurn(goesOn(before.current, seen, of), seen, rows, few.current);
  useLayoutEffect(() => {
    before.current = { of, drawn };
  });
  useEffect(() => {
    if ([...drawn.values()].every((each) => each === seen)) return;
    const frame = requestAnimationFrame(next);
    return () => cancelAnimationFrame(frame);
  });
  return drawn;
}

/** What of it goes on standing until its turn comes: nothing where the columns are others, or all are drawn. */
export const goesOn = (stood: Stood, seen: Seen, of: readonly Column[]): Drawn =>
  seen.of !== null && stood.of === of ? stood.drawn : new Map();

/** What each of the rows draws now: `few` of those that drew other columns draw `seen`, and all that come. */
export function inTurn(before: Drawn, seen: Seen, rows: readonly number[], few: number): Drawn {
  let left = few;
  return new Map(
    rows.map((row) => {
      const had = before.get(row) ?? seen;
      if (had !== seen) left -= 1;
      return [row, left < 0 ? had : seen];
    }),
  );
}
