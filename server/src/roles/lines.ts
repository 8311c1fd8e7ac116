import type { Crowd } from './crowds.ts';
import type { Colleague } from './people.ts';

/** What changes for people: `more` of them gain it, `less` lose it; of rows, `most` is what one of them gains or loses at most. */
export type Line = Readonly<Record<string, unknown>> & { kind: 'flag' | 'item' | 'rows' | 'field'; more: number; less: number };

/** Notes for whom something changes. */
export type Touch = (people: readonly Colleague[]) => void;

/** How many of crowds come to have something, and to have it no more. */
export function sides<Of>(
  crowds: readonly (Pick<Crowd, 'people'> & Record<'before' | 'after', Of>)[],
  touch: Touch,
  has: (of: Of) => boolean,
): { more: number; less: number } {
  const sum = { more: 0, less: 0 };
  for (const { people, before, after } of crowds) {
    const [had, will] = [has(before), has(after)];
    if (had === will) continue;
    sum[will ? 'more' : 'less'] += people.length;
    touch(people);
  }
  return sum;
}
