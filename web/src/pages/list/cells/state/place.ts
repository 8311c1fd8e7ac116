import type { Range } from './block.ts';

/** Where the keyboard is, and from where what is chosen reaches to it. */
export interface Place {
  row: number;
  column: number;
  /** the other corner */
  from: { row: number; column: number };
}

/** Rows and columns that there are. */
export interface Extent {
  rows: number;
  columns: number;
}

const within = (value: number, count: number): number => Math.max(0, Math.min(value, count - 1));

/** A cell alone, or with `reach` all from the other corner to it. */
export function placeAt(row: number, column: number, { rows, columns }: Extent, reach?: Place): Place {
  const at = { row: within(row, rows), column: within(column, columns) };
  return { ...at, from: reach?.from ?? at };
}

export const rangeOf = ({ row, column, from }: Place): Range => ({
  top: Math.min(row, from.row),
  bottom: Math.max(row, from.row),
  left: Math.min(column, from.column),
  right: Math.max(column, from.column),
});

export interface Key {
  key: string;
  ctrl: boolean;
  shift: boolean;
}

/** Rows of a page of the sheet, by PageUp and PageDown. */
const PAGE = 10;

/** Where a key leads that walks; null: it does not. Ctrl goes to an edge, Shift takes all on the way along. */
export function walked({ key, ctrl, shift }: Key, place: Place, extent: Extent): Place | null {
  const { row, column } = place;
  const [bottom, right] = [extent.rows - 1, extent.columns - 1];
  const to = (nextRow: number, nextColumn: number) => placeAt(nextRow, nextColumn, extent, shift ? place : undefined);
  switch (key) {
    case 'ArrowUp':
      return to(ctrl ? 0 : row - 1, column);
    case 'ArrowDown':
      return to(ctrl ? bottom : row + 1, column);
    case 'ArrowLeft':
      return to(row, ctrl ? 0 : column - 1);
    case 'ArrowRight':
      return to(row, ctrl ? right : column + 1);
    case 'Home':
      return to(ctrl ? 0 : row, 0);
    case 'End':
      return to(ctrl ? bottom : row, right);
    case 'PageUp':
      return to(row - PAGE, column);
    case 'PageDown':
      return to(row + PAGE, column);
    default:
      return null;
  }
}

/** The next cell that may be typed in, before or behind, row by row; null where there is none: Tab leaves the sheet then. */
export function nextOpen(place: Place, step: 1 | -1, extent: Extent, isOpen: (row: number, column: number) => boolean): Place | null {
  const last = extent.rows * extent.columns;
  for (let at = place.row * extent.columns + place.column + step; at >= 0 && at < last; at += step) {
    const [row, column] = [Math.floor(at / extent.columns), at % extent.columns];
    if (isOpen(row, column)) return placeAt(row, column, extent);
  }
  return null;
}
