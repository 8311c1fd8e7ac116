import type { BoardWidgetDef } from '#protocol/meta/board/board.ts';
import type { BoardLayer } from '#protocol/wire/board.ts';

type At = BoardWidgetDef['at'];
type Placed = Pick<BoardWidgetDef, 'uid' | 'at'>;
interface Sheet<W extends Placed> {
  columns: readonly string[];
  rows: readonly string[];
  widgets: readonly W[];
}

/** Whether a screen has the columns of the definition, or one or two in which parts follow each other. */
export type Form = 'wide' | 'narrow';
export const WIDE = '(min-width: 1200px)';

/** All parts in the order in which their reader meets them on such a screen: his own, else that of the definition. A part that he has not put anywhere stands behind the one that is before it there. */
export function ordered<W extends Placed>(widgets: readonly W[], layer: BoardLayer, form: Form): W[] {
  const first = form === 'wide' ? [...widgets].sort(({ at: [c1, r1] }, { at: [c2, r2] }) => r1 - r2 || c1 - c2) : [...widgets];
  const said = layer[form] ?? [];
  const known = said.flatMap((uid) => widgets.find((one) => one.uid === uid) ?? []);
  if (known.length === 0) return first;
  first.forEach((widget, at) => {
    if (!known.includes(widget)) known.splice(at === 0 ? 0 : known.indexOf(first[at - 1]!) + 1, 0, widget);
  });
  return known;
}

/**
 * The board as its reader has it: without what he hid, in his order. On a wide screen a part of an order of his own takes the first room in which
 * it fits, as large as the definition has it, and what a hidden part leaves its neighbours take.
 */
export function arranged<W extends Placed>(sheet: Sheet<W>, layer: BoardLayer, form: Form): Sheet<W> {
  const hidden = new Set(layer.hidden);
  const isShown = ({ uid }: Placed) => !hidden.has(uid);
  if (form === 'narrow') return { ...sheet, widgets: ordered(sheet.widgets, layer, form).filter(isShown) };
  const isMoved = (layer.wide ?? []).length > 0;
  if (!isMoved && sheet.widgets.every(isShown)) return sheet;
  const all = isMoved ? packed(ordered(sheet.widgets, layer, form), sheet.columns.length) : sheet.widgets;
  const rows = isMoved ? rowsOf(all, sheet) : sheet.rows;
  return grown({ columns: sheet.columns, rows, widgets: all.filter(isShown) });
}

const endOf = (at: At): number => at[1] + at[3] - 1;
const meets = ([c, r, w, h]: At, [c2, r2, w2, h2]: At): boolean => c < c2 + w2 && c2 < c + w && r < r2 + h2 && r2 < r + h;

/** One after the other in the first room, from above and from the left. */
function packed<W extends Placed>(widgets: readonly W[], columns: number): W[] {
  const done: W[] = [];
  for (const widget of widgets) {
    const [, , asked, high] = widget.at;
    const wide = Math.min(asked, columns);
    const fits = Array.from({ length: columns - wide + 1 }, (_, at) => at + 1);
    for (let row = 1, at: At | undefined; !at; row += 1) {
      at = fits.map((column): At => [column, row, wide, high]).find((one) => !done.some((other) => meets(one, other.at)));
      if (at) done.push({ ...widget, at });
    }
  }
  return done;
}

/** How high rows are whose parts have changed: as the row of the definition asked that has the most of its own in them. */
function rowsOf<W extends Placed>(packs: readonly W[], { rows, widgets }: Sheet<W>): string[] {
  const was = (uid: string): At => widgets.find((one) => one.uid === uid)!.at;
  return Array.from({ length: Math.max(...packs.map(({ at }) => endOf(at))) }, (_, index) => {
    const own = packs.filter(({ at }) => at[1] === index + 1 && at[3] === 1).map(({ uid }) => rows[was(uid)[1] - 1]!);
    return own.sort((one, other) => weight(other) - weight(one))[0] ?? 'auto';
  });
}

/** A share of what is left before what is as high as its content, that before so many points. */
const weight = (size: string): number => (size.endsWith('fr') ? 1e6 : size === 'auto' ? 1e5 : 0) + (Number.parseFloat(size) || 0);

/** Rows in which nothing stands are none; room that is left is its neighbours', beside it before those above and below. */
function grown<W extends Placed>({ columns, rows, widgets }: Sheet<W>): Sheet<W> {
  const isHeld = (row: number) => widgets.some(({ at }) => at[1] <= row && row <= endOf(at));
  const kept = rows.map((_, at) => at + 1).filter(isHeld);
  const places = widgets.map(({ at: [c, r, w, h] }): At => {
    const own = kept.filter((row) => r <= row && row < r + h);
    return [c, kept.indexOf(own[0]!) + 1, w, own.length];
  });
  const isFree = (strip: At, by: number) =>
    strip[0] >= 1 &&
    strip[1] >= 1 &&
    strip[0] + strip[2] - 1 <= columns.length &&
    endOf(strip) <= kept.length &&
    !places.some((other, at) => at !== by && meets(strip, other));
  for (const way of ['right', 'left', 'down', 'up'] as const) {
    places.forEach((_, at) => {
      while (isFree(stripOf(places[at]!, way), at)) places[at] = larger(places[at]!, way);
    });
  }
  return { columns, rows: kept.map((row) => rows[row - 1]!), widgets: widgets.map((widget, at) => ({ ...widget, at: places[at]! })) };
}

type Way = 'right' | 'left' | 'down' | 'up';
/** The cells along one side. */
const stripOf = ([c, r, w, h]: At, way: Way): At =>
  (({ right: [c + w, r, 1, h], left: [c - 1, r, 1, h], down: [c, r + h, w, 1], up: [c, r - 1, w, 1] }) as Record<Way, At>)[way];
const larger = ([c, r, w, h]: At, way: Way): At =>
  (({ right: [c, r, w + 1, h], left: [c - 1, r, w + 1, h], down: [c, r, w, h + 1], up: [c, r - 1, w, h + 1] }) as Record<Way, At>)[way];
