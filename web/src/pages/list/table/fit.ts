import type { Locale } from '#protocol/codes.ts';
import { lackingTo } from '#protocol/fields/figure.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { STATE } from '#protocol/rules/list.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { Units } from '#web/fields/amounts.tsx';
import { cellValue, itemsOf, type Label, shown, shownInLine } from '#web/fields/shown.ts';
import { asChoice } from '#web/fields/values.ts';
import type { Column } from '../state/columns.ts';

let pen: CanvasRenderingContext2D | null | undefined;
let face = '';
/** what the pen writes: another font is read anew, and most cells are of one */
let font = '';

/** How much wider a bold letter is, where there is no page to measure it. */
const BOLDER = 1.06;

/** Room of a text in px at 13 px: measured in the page's font; where there is no page, 13 a Chinese letter and 7.2 any other. */
export function textWidth(text: string, isBold = false): number {
  if (typeof document === 'undefined') {
    const all = [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) < 0x2e80 ? 7.2 : 13), 0);
    return isBold ? Math.ceil(all * BOLDER) : all;
  }
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext('2d');
    face = getComputedStyle(document.body).fontFamily;
  }
  const wanted = `${isBold ? '600 ' : ''}13px ${face}`;
  if (pen && font !== wanted) pen.font = font = wanted;
  return Math.ceil(pen?.measureText(text).width ?? text.length * 13);
}

const PADDING = 17;
/** More, behind a figure. */
const APART = 12;
const SORT_MARK = 16;
const STATE_MARK = 16;
const PIPS = 62;
const BAR = 46;
/** Room for what waits for one, in words. */
const STEP = 112;
/** Words may be cut beyond this; figures, dates and numbers to call never are. */
const LONGEST_WORDS = 150;
/** What words are cut to before a list scrolls sideways. */
const SHORTEST_WORDS = 96;
const NAME = 160;
/** What a name may ask for. */
const LONGEST_NAME = 320;

/** A choice in the reader's language, else the wire's own words. */
function wordsOf(field: FieldDef, value: unknown, label: Label): string {
  const named = value !== null && typeof value === 'object' ? (value as { id?: unknown }) : null;
  const id = named ? named.id : value;
  const item = itemsOf(field).find((each) => each.id === id) ?? field.tables?.find(({ code }) => code === value);
  return item || named ? label(item ?? named) : String(value ?? '');
}

/** A figure with what it lacks behind its point. */
const whole = (figure: string, places: number | undefined): string => figure + (lackingTo(figure, places) ?? '');

/** What a cell's content needs, marks included. */
function contentWidth({ field, name, places }: Column, row: WireRow, measured: Measured, longest: number): number {
  const { label, locale, figure, rate } = measured;
  const value = cellValue(field, row, label);
  if (value === null || value === undefined) return 0;
  const isBold = measured.isBold?.(row, name) ?? false;
  const widthOf = (text: string) => textWidth(text, isBold);
  if (isOf(field.data_type, 'number')) {
    return field.ListShow === 'PROGRESS' ? BAR + widthOf(rate(field, value)) : widthOf(whole(figure(field, value), places));
  }
  if (field.data_type === 'mobile') return widthOf(shown(field, value, locale));
  const words = isOf(field.data_type, 'links', 'choices', 'mark') ? shownInLine(field, value, locale) : wordsOf(field, value, label);
  const isDate = isOf(field.data_type, 'moment');
  const room = isDate ? widthOf(words) : Math.min(widthOf(words), longest);
  if (field.ListShow === 'STAGE') return room + PIPS;
  if (name === STATE) return Math.max(room, STEP) + STATE_MARK;
  return field.ListShow === 'STATE' || field.data_type === 'icon' || isMarked(field, value) ? room + STATE_MARK : room;
}

/** Whether a choice is drawn with a mark beside its words. */
function isMarked(field: FieldDef, value: unknown): boolean {
  const look = itemsOf(field).find(({ id }) => id === asChoice(value))?.look;
  return look !== undefined && look !== 'none';
}

/** What a list's columns need is measured with its rows, its sums and the words of its reader. */
export interface Measured {
  rows: readonly WireRow[];
  sums: Readonly<Record<string, unknown>>;
  label: Label;
  locale: Locale;
  figure: Units['figure'];
  rate: Units['rate'];
  /** whether a cell is drawn bold; absent: none is */
  isBold?: ((row: WireRow, name: string) => boolean) | undefined;
}

/** What a column needs over these rows: its figures whole, its words up to `longest` px. */
function neededFor(column: Column, measured: Measured, longest: number): number {
  const { rows, sums, label, figure } = measured;
  const heading = (textWidth(label(column.field)) * 12) / 13 + (column.sortable ? SORT_MARK : 0);
  const total = sums[column.name] === undefined ? '' : whole(figure(column.field, sums[column.name]), column.places);
  const content = Math.max(textWidth(total, true), ...rows.map((row) => contentWidth(column, row, measured, longest)));
  return Math.ceil(Math.max(heading, content, 40) + PADDING + (column.apart ? APART : 0));
}

/** Room of a column in px: `whole` for its words up to 150 px, of the growing one up to 320; `least` where its words are cut as short as can be read. */
export interface Needed {
  whole: number;
  least: number;
}

export function neededWidth(column: Column, measured: Measured): Needed {
  if (column.set) return { whole: column.width, least: column.width };
  if (!column.grows) return { whole: neededFor(column, measured, LONGEST_WORDS), least: neededFor(column, measured, SHORTEST_WORDS) };
  const least = Math.min(NAME, column.width);
  const words = measured.rows.map((row) => contentWidth(column, row, measured, LONGEST_NAME));
  return { whole: Math.ceil(Math.max(least - PADDING, ...words) + PADDING), least };
}

/** What columns need on this page, and on those before it: a list does not change its columns because one turns a page or its order. */
export const neededSoFar = (needed: readonly Needed[], before: readonly Needed[] | undefined): readonly Needed[] =>
  needed.map(({ whole, least }, at) => ({
    whole: Math.max(whole, before?.[at]?.whole ?? 0),
    least: Math.max(least, before?.[at]?.least ?? 0),
  }));

/**
 * The columns in `room` px: as declared, or as wide as they need where that is more; where they do not fit, each gives of what it
 * does not need, then the name is cut, then other words, so that a list scrolls sideways only when what is left is wider than the sheet.
 */
export function fitColumns(columns: readonly Column[], needed: readonly Needed[], room: number): readonly Column[] {
  const growing = columns.findIndex((column) => column.grows);
  const least = needed.map((each) => each.least);
  const others = sum(needed.map((each, at) => (at === growing ? 0 : each.whole)));
  const whole = needed.map((each, at) =>
    at === growing && room > 0 ? Math.max(each.least, Math.min(each.whole, room - others)) : each.whole,
  );
  const declared = columns.map((column, at) => Math.max(column.width, whole[at]!));
  const fits = sum(whole) <= room || room <= 0;
  const widths = fits ? narrowed(declared, whole, room) : wholeAtEdge(narrowed(whole, least, room), growing, room);
  let left = columns[0]?.left ?? 0;
  return columns.map((column, at) => {
    const fitted = { ...column, width: widths[at]!, left };
    left += column.frozen ? fitted.width : 0;
    return fitted;
  });
}

/** Where a list scrolls sideways, the growing column takes what is left beside the last that fits: none is cut at the edge, a figure least of all. */
function wholeAtEdge(widths: readonly number[], growing: number, room: number): readonly number[] {
  let end = 0;
  const edges = widths.map((width) => (end += width));
  if (end <= room) return widths;
  const seen = edges.filter((edge) => edge <= room).length;
  return growing >= 0 && growing < seen ? widths.map((width, at) => (at === growing ? width + room - edges[seen - 1]! : width)) : widths;
}

/** Widths that fit into the room: what is too much is taken from each by its share of what it has above `least`. */
function narrowed(widths: readonly number[], least: readonly number[], room: number): readonly number[] {
  const over = sum(widths) - room;
  const slack = sum(widths) - sum(least);
  const share = room <= 0 || over <= 0 || slack <= 0 ? 0 : Math.min(1, over / slack);
  return widths.map((width, at) => Math.floor(width - (width - least[at]!) * share));
}

const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0);
