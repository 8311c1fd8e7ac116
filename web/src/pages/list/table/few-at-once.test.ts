import { describe, expect, it } from 'vitest';
import { goesOn, inTurn } from './in-turn.ts';
import { nextFew } from './pace.ts';
import { standing, wantedRows, withMore } from './use-few-at-once.ts';

const range = (startIndex: number, endIndex: number) => ({ startIndex, endIndex });

describe('LIST-04 rows of a long list are drawn a few at once', () => {
  it('first those in sight, then four more on each side a frame, until all that are to stand there do', () => {
    const [all, sight] = [range(88, 130), range(100, 118)];
    const frames = [standing(all, sight, null, 6)];
    while (frames.length < 10 && frames.at(-1)!.startIndex > 88) frames.push(withMore(all, sight, frames.at(-1)!, 6));
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
    const [all, sight] = [range(96, 138), range(108, 126)];
    const down = standing(all, sight, range(88, 130), 6);
    expect(down).toEqual(range(96, 130));
    expect(standing(all, sight, range(88, 126), 6)).toEqual(range(96, 126));
    expect(withMore(all, sight, range(96, 126), 6)).toEqual(range(96, 130));
    expect(withMore(all, sight, range(96, 126), 2)).toEqual(range(96, 128));
    expect(standing(range(80, 122), range(92, 110), range(92, 130), 6)).toEqual(range(92, 122));
  });

  it('a list that is turned faster than it is drawn comes as many rows a frame as are drawn in time, with no gap, those in sight first', () => {
    const [all, sight] = [range(14, 48), range(16, 34)];
    const first = standing(all, sight, range(0, 20), 6);
    expect(first).toEqual(range(14, 26));
    expect(withMore(all, sight, first, 6)).toEqual(first);
    const second = standing(all, sight, first, 6);
    expect(second).toEqual(range(14, 32));
    expect(standing(all, sight, second, 6)).toEqual(range(14, 34));
    expect(standing(all, sight, range(0, 20), 1)).toEqual(range(14, 21));
    const back = standing(range(4, 40), range(10, 28), range(24, 60), 6);
    expect(back).toEqual(range(18, 40));
    expect(standing(range(4, 40), range(10, 28), back, 6)).toEqual(range(12, 40));
  });

  it('where nothing of what is in sight stood there it comes from its first row on, however far it is', () => {
    expect(standing(range(488, 530), range(500, 518), range(88, 130), 6)).toEqual(range(500, 505));
    expect(standing(range(488, 530), range(500, 518), range(500, 505), 24)).toEqual(range(500, 518));
    expect(standing(range(109, 151), range(121, 139), range(88, 120), 24)).toEqual(range(121, 139));
    expect(standing(range(20, 62), range(32, 50), range(60, 100), 1)).toEqual(range(32, 32));
    expect(standing(range(69, 111), range(81, 99), range(88, 120), 24)).toEqual(range(81, 111));
  });

  it('a long task halves how many come at once, a short one doubles it, within its bounds', () => {
    expect([31, 30, 12, 11].map((ms) => nextFew(6, ms))).toEqual([3, 6, 6, 12]);
    expect([nextFew(1, 400), nextFew(24, 1)]).toEqual([1, 24]);
  });

  it('columns that come are drawn in a few rows each frame, first where they are seen, and at once in a row that comes', () => {
    const [old, seen] = [
      { columns: [], of: 40 },
      { columns: [], of: 40 },
    ];
    const rows = [5, 6, 7, 3, 4];
    const all = new Map(rows.map((row) => [row, old]));
    const told = (drawn: ReadonlyMap<number, unknown>) => [...drawn].map(([row, is]) => (is === seen ? row : -row));
    const first = inTurn(all, seen, rows, 2);
    expect(told(first)).toEqual([5, 6, -7, -3, -4]);
    const second = inTurn(first, seen, [6, 7, 8, 4, 5], 1);
    expect(told(second)).toEqual([6, 7, 8, -4, 5]);
    expect(told(inTurn(second, seen, [6, 7, 8, 4, 5], 1))).toEqual([6, 7, 8, 4, 5]);
    expect(told(inTurn(new Map(), seen, rows, 1))).toEqual(rows);
  });

  it('where the columns are others, or all are drawn as on paper, all rows have them at once', () => {
    const [old, part, whole] = [
      { columns: [], of: 40 },
      { columns: [], of: 40 },
      { columns: [], of: null },
    ];
    const [rows, columns] = [[1, 2, 3, 4], []];
    const stood = { of: columns, drawn: new Map(rows.map((row) => [row, old])) };
    const left = (seen: typeof part | typeof whole, of: never[]) =>
      [...inTurn(goesOn(stood, seen, of), seen, rows, 1).values()].filter((each) => each !== seen).length;
    expect(left(part, columns)).toBe(3);
    expect(left(part, [])).toBe(0);
    expect(left(whole, columns)).toBe(0);
  });

  it('sight that goes beyond the rows is cut to them', () => {
    expect(standing(range(0, 18), range(0, 25), null, 6)).toEqual(range(0, 18));
    expect(withMore(range(0, 18), range(2, 17), range(2, 17), 6)).toEqual(range(0, 18));
  });
});
