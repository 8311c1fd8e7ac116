import { describe, expect, it } from 'vitest';
import { standing, wantedRows, withMore } from './use-few-at-once.ts';

const range = (startIndex: number, endIndex: number) => ({ startIndex, endIndex });

describe('LIST-04 rows of a long list are drawn a few at once', () => {
  it('first those in sight, then four more on each side a frame, until all that are to stand there do', () => {
    const all = range(88, 130);
    const frames = [standing(all, range(100, 118), null)];
    while (frames.length < 10 && frames.at(-1)!.startIndex > 88) frames.push(withMore(all, frames.at(-1)!));
    expect(frames).toEqual([range(100, 118), range(96, 122), range(92, 126), range(88, 130)]);
  });

  it('more stand ahead than behind, whichever way the list goes, and none beyond its ends', () => {
    const ends = (startIndex: number, endIndex: number, isBack: boolean) => {
      const rows = wantedRows({ startIndex, endIndex, count: 1000 }, isBack);
      expect(rows).toEqual(Array.from({ length: rows.length }, (_, at) => rows[0]! + at));
      return [rows[0], rows.at(-1)];
    };
    expect(ends(100, 118, false)).toEqual([98, 130]);
    expect(ends(100, 118, true)).toEqual([88, 120]);
    expect(ends(0, 18, true)).toEqual([0, 20]);
    expect(ends(981, 999, false)).toEqual([979, 999]);
  });

  it('a turn of the wheel: what stands there stays, what left goes, and what comes is drawn after it', () => {
    const down = standing(range(96, 138), range(108, 126), range(88, 130));
    expect(down).toEqual(range(96, 130));
    expect(withMore(range(96, 138), down)).toEqual(range(96, 134));
    expect(standing(range(80, 122), range(92, 110), range(88, 130))).toEqual(range(88, 122));
  });

  it('what is in sight is there at once, however far it is, and with no gap between', () => {
    expect(standing(range(488, 530), range(500, 518), range(88, 130))).toEqual(range(500, 518));
    expect(standing(range(109, 151), range(121, 139), range(88, 120))).toEqual(range(109, 139));
    expect(standing(range(69, 111), range(81, 99), range(88, 120))).toEqual(range(81, 111));
    expect(standing(range(20, 62), range(32, 50), range(60, 100))).toEqual(range(32, 50));
  });

  it('sight that goes beyond the rows is cut to them', () => {
    expect(standing(range(0, 18), range(0, 25), null)).toEqual(range(0, 18));
    expect(withMore(range(0, 18), range(2, 17))).toEqual(range(0, 18));
  });
});
