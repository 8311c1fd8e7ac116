import { describe, expect, it } from 'vitest';
import { allTurned, areOpen, CLOSED, grown, roomOf, turned } from './stand.ts';

describe('LIST-04 rows that are opened', () => {
  it('several may be, and each is closed again', () => {
    const both = turned(turned(CLOSED, 1), 2);
    expect([...both.open]).toEqual([1, 2]);
    expect([...turned(both, 1).open]).toEqual([2]);
    expect([...CLOSED.open]).toEqual([]);
  });
  it('all of a page open at once, and close where all are; those of another page stay', () => {
    const one = turned(turned(CLOSED, 9), 2);
    const all = allTurned(one, [1, 2, 3]);
    expect([...all.open].toSorted()).toEqual([1, 2, 3, 9]);
    expect(areOpen(one, [1, 2, 3])).toBe(false);
    expect(areOpen(all, [1, 2, 3])).toBe(true);
    expect(areOpen(all, [])).toBe(false);
    expect([...allTurned(all, [1, 2, 3]).open]).toEqual([9]);
  });
  it('take the room that they were drawn in, others that of the average, closed ones none', () => {
    const open = turned(turned(turned(CLOSED, 1), 2), 3);
    expect(roomOf(open, 1)).toBe(72);
    const drawn = grown(grown(open, 1, 40), 2, 61);
    expect([1, 2, 3, 4].map((id) => roomOf(drawn, id))).toEqual([40, 61, 51, 0]);
    expect(roomOf(turned(drawn, 1), 1)).toBe(0);
    // the same height lays nothing out anew
    expect(grown(drawn, 1, 40)).toBe(drawn);
  });
});
