import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { CHARTS_EN, CHARTS_ZH } from '#web/i18n/parts/records/charts.ts';
import { useText } from '#web/i18n/use-text.ts';
import { useTheme } from '../look.ts';
import { mapLook } from './ink.ts';
import css from './MapSheet.module.css';
import { layOf, type Mapped, movedOn } from './mapped.ts';
import { Shapes } from './Shapes.tsx';
import { layShapes, shapedOf, useShapes } from './shapes.ts';
import { Tiles } from './Tiles.tsx';

addTexts(CHARTS_ZH, CHARTS_EN);

interface SheetProps {
  mapped: Mapped;
  /** what there is for it, px; `height` null: it may be as high as it likes */
  room: { width: number; height: number | null };
  /** it is drawn with shapes, where its places have them */
  shapes: boolean;
  /** the number under which they were reviewed, in words; '' for none */
  review: string;
  /** the tile that is looked at beside the map */
  chosen: number | null;
  /** what Enter does with a tile that opens */
  hint: string;
  onOpen: (id: number) => void;
  /** Escape where nothing is marked: what stands above this map */
  onUp?: (() => void) | undefined;
  /** one came here by a press on another map */
  takesFocus?: boolean;
}

const readTheme = () => {
  const style = getComputedStyle(document.documentElement);
  return mapLook((token) => style.getPropertyValue(token).trim());
};

/**
 * A map of shapes or tiles, each with its figure. It is one stop of the keyboard, named by its result: arrows mark the neighbour in that
 * direction, which is read out, Enter opens it, Escape leaves it.
 */
export function MapSheet({ mapped, room, shapes, review, chosen, hint, onOpen, onUp, takesFocus = false }: SheetProps) {
  const { t } = useText();
  const { book, shaped, drawn, tiled, tiles } = useSheets({ mapped, room, shapes, review });
  const sheet = drawn ?? tiled;
  const scroller = useRef<HTMLDivElement>(null);
  useFocusAtFirst(scroller, takesFocus);
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a theme is read from the page
  const look = useMemo(readTheme, [theme]);
  const [mark, setMark] = useState<number | null>(null);
  const [hover, setHover] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn anew has no mark
  useEffect(() => {
    setMark(null);
    setHover(null);
  }, [tiles]);
  const tileOf = (id: number | null) => tiles.find((one) => one.id === id);
  const open = (id: number | null) => tileOf(id)?.opens && onOpen(id!);
  const press = (event: KeyboardEvent) => {
    const next = movedOn(tiles, mark, event.key);
    if (next !== undefined) setMark(next);
    else if (mark !== null && event.key === 'Enter') open(mark);
    else if (mark !== null && event.key === 'Escape') setMark(null);
    else if (onUp && event.key === 'Escape') onUp();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const marked = tileOf(mark);
  const shown = tileOf(hover) ?? marked;
  useIntoSight(scroller, marked && sheet.cornerOf(marked), sheet.size);
  return (
    <div className={css.map}>
      <div
        ref={scroller}
        className={css.scroller}
        role="application"
        aria-roledescription={t('charts.map')}
        aria-busy={book === undefined}
        aria-label={`${mapped.sentence} ${t('charts.mapKeys')}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move its mark
        tabIndex={0}
        onKeyDown={press}
        onBlur={() => setMark(null)}
        onClick={(event) => open(idUnder(event))}
        onMouseMove={(event) => setHover(idUnder(event))}
        onMouseLeave={() => setHover(null)}
      >
        <div data-sheet="" aria-hidden="true" className={css.host}>
          {book && shaped && drawn && <Shapes {...{ book, look, chosen, mark }} tiles={shaped} sheet={drawn} foot={review} />}
          {book !== undefined && !shaped && <Tiles {...{ tiles, look, chosen, mark }} sheet={tiled} />}
        </div>
      </div>
      <span className="sr" role="status">
        {marked ? `${marked.said}${marked.opens ? hint : ''}` : ''}
      </span>
      {shown && <Tip at={sheet.cornerOf(shown)} size={sheet.size} words={shown.said} scroller={scroller.current} />}
    </div>
  );
}

/** What is drawn: shapes once they are there (`book` undefined: on their way), else tiles. */
function useSheets({ mapped, room: { width, height }, shapes, review }: Pick<SheetProps, 'mapped' | 'room' | 'shapes' | 'review'>) {
  const book = useShapes(mapped.tiles, shapes);
  const shaped = useMemo(() => (book ? shapedOf(mapped.tiles, book) : null), [mapped, book]);
  const tiled = useMemo(() => layOf(mapped.tiles, { width, height }), [mapped, width, height]);
  const drawn = useMemo(
    () => (book && shaped ? layShapes(book, { width, height }, review !== '') : null),
    [book, shaped, width, height, review],
  );
  return { book, shaped, drawn, tiled, tiles: shaped ?? mapped.tiles };
}

const idUnder = ({ target }: MouseEvent): number | null => {
  const id = target instanceof Element ? target.closest('[data-tile]')?.getAttribute('data-tile') : null;
  return id ? Number(id) : null;
};

/** Takes the focus once, where it begins. */
function useFocusAtFirst(box: React.RefObject<HTMLDivElement | null>, takes: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (takes) box.current?.focus({ preventScroll: true });
  }, []);
}

/** Scrolls as far as it takes to see the mark. */
function useIntoSight(scroller: React.RefObject<HTMLDivElement | null>, corner: { x: number; y: number } | undefined, size: number): void {
  const { x, y } = corner ?? {};
  useEffect(() => {
    const box = scroller.current;
    if (!box || x === undefined || y === undefined) return;
    const near = (to: number, from: number, room: number) => (to < from ? to : to + size > from + room ? to + size - room : from);
    box.scrollTo(near(x, box.scrollLeft, box.clientWidth), near(y, box.scrollTop, box.clientHeight));
  }, [scroller, x, y, size]);
}

interface TipProps {
  at: { x: number; y: number };
  size: number;
  words: string;
  scroller: HTMLElement | null;
}

/** Half of what a tip is wide at least. */
const HALF = 80;

function Tip({ at, size, words, scroller }: TipProps) {
  const width = scroller?.clientWidth ?? 0;
  const left = at.x + size / 2 - (scroller?.scrollLeft ?? 0);
  const inside = Math.min(Math.max(left, HALF), Math.max(HALF, width - HALF));
  return (
    <div className={css.tip} aria-hidden="true" style={{ left: inside, top: Math.max(at.y - (scroller?.scrollTop ?? 0), 0) }}>
      {words}
    </div>
  );
}
