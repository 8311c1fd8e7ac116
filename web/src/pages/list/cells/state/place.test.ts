import { expect, it } from 'vitest';
import { nextOpen, placeAt, rangeOf, walked } from './place.ts';

const extent = { rows: 4, columns: 3 };
const press = (key: string, rest: { ctrl?: boolean; shift?: boolean } = {}, from = placeAt(1, 1, extent)) => {
  const to = walked({ key, ctrl: false, shift: false, ...rest }, from, extent);
  return to && [to.row, to.column];
};

it('SUB-04 keys walk over the cells and stop at the edges', () => {
  expect(press('ArrowDown')).toEqual([2, 1]);
  expect(press('ArrowLeft', { ctrl: true })).toEqual([1, 0]);
  expect(press('ArrowDown', { ctrl: true })).toEqual([3, 1]);
  expect(press('Home')).toEqual([1, 0]);
  expect(press('End', { ctrl: true })).toEqual([3, 2]);
  expect(press('PageDown')).toEqual([3, 1]);
  expect(press('ArrowUp', {}, placeAt(0, 0, extent))).toEqual([0, 0]);
  expect(press('a')).toBeNull();
});

it('Shift takes all on the way along', () => {
  const down = walked({ key: 'ArrowDown', ctrl: false, shift: true }, placeAt(1, 1, extent), extent)!;
  const both = walked({ key: 'ArrowLeft', ctrl: false, shift: true }, down, extent)!;
  expect(rangeOf(both)).toEqual({ top: 1, bottom: 2, left: 0, right: 1 });
  expect(rangeOf(walked({ key: 'ArrowUp', ctrl: false, shift: false }, both, extent)!)).toEqual({ top: 1, bottom: 1, left: 0, right: 0 });
});

it('Tab goes to the next cell that may be typed in, over the ends of rows, and leaves behind the last', () => {
  const isOpen = (_: number, column: number) => column === 1;
  const from = placeAt(1, 1, extent);
  const next = nextOpen(from, 1, extent, isOpen)!;
  expect([next.row, next.column]).toEqual([2, 1]);
  const before = nextOpen(from, -1, extent, isOpen)!;
  expect([before.row, before.column]).toEqual([0, 1]);
  expect(nextOpen(placeAt(3, 1, extent), 1, extent, isOpen)).toBeNull();
});
