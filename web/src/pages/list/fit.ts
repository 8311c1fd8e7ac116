import type { FieldDef } from '#protocol/meta/field.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { Units } from '#web/fields/amounts.tsx';
import { type Column, STATE } from './columns.ts';

let pen: CanvasRenderingContext2D | null | undefined;

/** Room of a text in px at 13 px: measured in the page's font; where there is no page, 13 a Chinese letter and 7.2 any other. */
export function textWidth(text: string): number {
  if (typeof document === 'undefined') return [...text].reduce((all, letter) => all + (letter.charCodeAt(0) < 0x2e80 ? 7.2 : 13), 0);
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext('2d');
    if (pen) pen.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  }
  return Math.ceil(pen?.measureText(text).width ?? text.length * 13);
}

const PADDING = 17;
const SORT_MARK = 16;
const STATE_MARK = 16;
const PIPS = 62;
const BAR = 46;
/** Room for what waits for one, in words. */
const STEP = 112;
/** Words may be cut beyond this; figures and dates never are. */
const LONGEST_WORDS = 150;
const NAME = 160;

type Label = (def: object | null | undefined) => string;

/** A choice in the reader's language, else the wire's own words. */
function wordsOf(field: FieldDef, value: unknown, label: Label): string {
  const named = value !== null && typeof value === 'object' ? (value as { id?: unknown }) : null;
  const id = named ? named.id : value;
  const item = Array.isArray(field.items) ? field.items.find((each) => each.id === id) : undefined;
  return item || named ? label(item ?? named) : String(value ?? '');
}

/** What a cell's content needs, marks included. */
function contentWidth({ field, name }: Column, row: WireRow, label: Label, figure: Units['figure']): number {
  const value = name === 'key_name' ? label(row) : row[name];
  if (value === null || value === undefined) return 0;
  if (field.data_type === 'numeric' || field.data_type === 'int') {
    const figures = textWidth(figure(field, value));
    return field.ListShow === 'PROGRESS' ? BAR + textWidth('100.0%') : figures;
  }
  const words = wordsOf(field, value, label);
  const room = Math.min(textWidth(words), LONGEST_WORDS);
  if (field.ListShow === 'STAGE') return room + PIPS;
  if (name === STATE) return Math.max(room, STEP) + STATE_MARK;
  return field.ListShow === 'STATE' ? room + STATE_MARK : room;
}

/** What a list's columns need is measured with its rows, its sums and the words of its reader. */
export interface Measured {
  rows: readonly WireRow[];
  sums: Readonly<Record<string, unknown>>;
  label: Label;
  figure: Units['figure'];
}

/** What a column needs over these rows: its figures whole, its words up to 150 px. The growing one asks for little. */
export function neededWidth(column: Column, { rows, sums, label, figure }: Measured): number {
  if (column.grows) return Math.min(NAME, column.width);
  const heading = (textWidth(label(column.field)) * 12) / 13 + (column.sortable ? SORT_MARK : 0);
  const total = sums[column.name] === undefined ? '' : figure(column.field, sums[column.name]);
  const content = Math.max(textWidth(total) * 1.06, ...rows.map((row) => contentWidth(column, row, label, figure)));
  return Math.ceil(Math.max(heading, content, 40) + PADDING);
}

/** What columns need on this page, and on those before it: a list does not change its columns because one turns a page or its order. */
export const neededSoFar = (needed: readonly number[], before: readonly number[] | undefined): readonly number[] =>
  needed.map((width, at) => Math.max(width, before?.[at] ?? 0));

/**
 * The columns in `room` px: as declared, or as wide as they need where that is more; where they do not fit, each gives of what it
 * does not need, so that a list scrolls sideways only when its content is wider than the sheet.
 */
export function fitColumns(columns: readonly Column[], needed: readonly number[], room: number): readonly Column[] {
  const wide = columns.map((column, at) => (column.grows ? column.width : Math.max(column.width, needed[at]!)));
  const over = sum(wide) - room;
  const slack = sum(wide) - sum(needed);
  const share = room <= 0 || over <= 0 || slack <= 0 ? 0 : Math.min(1, over / slack);
  let left = columns[0]?.left ?? 0;
  return columns.map((column, at) => {
    const width = Math.floor(wide[at]! - (wide[at]! - needed[at]!) * share);
    const fitted = { ...column, width, left };
    left += column.frozen ? width : 0;
    return fitted;
  });
}

const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0);
