import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { CHARTS_EN, CHARTS_ZH } from '#web/i18n/parts/records/charts.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import css from './Chart.module.css';
import { type Drawing, hasWords, type Mark, moved, pointAt } from './drawing.ts';
import { colourOf, seriesColour } from './look.ts';
import { useBox } from './use-box.ts';
import { type Place, useDrawn } from './use-drawn.ts';

addTexts(CHARTS_ZH, CHARTS_EN);

/**
 * A drawing in the box around it, a widget as well as a page. It is one stop of the keyboard, named by its result: arrows move a mark that is read
 * out, Enter opens what it counts, Escape leaves it.
 */
export function Chart({ drawing, onOpen }: { drawing: Drawing; onOpen: (mark: Mark) => void }) {
  const texts = useText();
  const [scroller, host] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const box = useBox(scroller);
  const [mark, setMark] = useState<Mark | null>(null);
  const [hover, setHover] = useState<{ mark: Mark; at: Place } | null>(null);
  const open = (of: Mark) => pointAt(drawing, of)?.opens && onOpen(of);
  const drawn = useDrawn(host, drawing, box, mark, {
    onHover: (of, at) => setHover(of && pointAt(drawing, of) ? { mark: of, at } : null),
    onPress: open,
  });
  // another drawing has other figures
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn anew has no mark
  useEffect(() => {
    setMark(null);
    setHover(null);
  }, [drawing]);
  const press = (event: KeyboardEvent) => {
    const next = moved(drawing, mark, event.key);
    if (next) {
      intoSight(scroller.current, drawn.placeOf(next));
      setMark(next);
    } else if (mark && event.key === 'Enter') open(mark);
    else if (mark && event.key === 'Escape') setMark(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shown = hover ?? (mark && { mark, at: drawn.placeOf(mark) ?? { x: 0, y: 0 } });
  const point = mark && pointAt(drawing, mark);
  return (
    <div className={css.chart}>
      <Legend drawing={drawing} isNamed={!hasWords(box)} />
      <div
        ref={scroller}
        className={css.scroller}
        role="application"
        aria-roledescription={texts.t('charts.chart')}
        aria-label={`${drawing.sentence} ${texts.t('charts.keys')}`}
        aria-busy={!drawn.isDrawn}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move its mark
        tabIndex={0}
        onKeyDown={press}
        onBlur={() => setMark(null)}
        onScroll={() => setHover(null)}
      >
        <div ref={host} data-sheet="" aria-hidden="true" className={css.host} />
      </div>
      <span className="sr" role="status">
        {mark && point ? `${wordsOf(drawing, mark, texts)}${point.opens ? texts.t('charts.enter') : ''}` : ''}
      </span>
      {shown && <Tip at={shown.at} words={wordsOf(drawing, shown.mark, texts)} scroller={scroller.current} />}
    </div>
  );
}

/** A figure in words: what it stands for, its series where there are several, what it is. */
export function wordsOf(drawing: Drawing, mark: Mark, { t }: Texts): string {
  const point = pointAt(drawing, mark);
  if (!point) return '';
  const places = { name: drawing.names[mark.place] ?? '', series: drawing.series[mark.series]?.name ?? '', figure: point.text };
  const said = t(drawing.series.length > 1 ? 'charts.figureOf' : 'charts.figure', places);
  return point.share === undefined ? said : t('charts.shared', { said, share: point.share });
}

/** px around the mark that stay in sight */
const AROUND = 40;

function intoSight(box: HTMLElement | null, at: Place | null): void {
  if (!box || !at) return;
  const { x, y } = at;
  const near = (to: number, from: number, room: number) =>
    to - AROUND < from ? to - AROUND : to + AROUND > from + room ? to + AROUND - room : from;
  box.scrollTo(near(x, box.scrollLeft, box.clientWidth), near(y, box.scrollTop, box.clientHeight));
}

/** Half of what a tip is wide at least. */
const HALF = 70;

function Tip({ at, words, scroller }: { at: Place; words: string; scroller: HTMLElement | null }) {
  const [left, top] = [at.x - (scroller?.scrollLeft ?? 0), at.y - (scroller?.scrollTop ?? 0)];
  const width = scroller?.clientWidth ?? 0;
  const inside = Math.min(Math.max(left, HALF), Math.max(HALF, width - HALF));
  return (
    <div className={css.tip} aria-hidden="true" style={{ left: inside, top: (scroller?.offsetTop ?? 0) + Math.max(top, 0) }}>
      {words}
    </div>
  );
}

/** What the colours stand for; of a small pie with the figures that have no room beside its parts. */
function Legend({ drawing, isNamed }: { drawing: Drawing; isNamed: boolean }) {
  const { kind, series, names } = drawing;
  if (kind === 'pie' && !isNamed) return null;
  if (kind !== 'pie' && series.length < 2) return null;
  const parts =
    kind === 'pie'
      ? names.map((name, at) => ({
          name: [name, series[0]?.points[at]?.text, series[0]?.points[at]?.share].join(' '),
          token: colourOf(at),
          dash: false,
        }))
      : series.map((one, at) => ({ name: one.name, token: seriesColour(series, at), dash: one.dash }));
  return (
    <ul className={css.legend} data-legend="">
      {parts.map(({ name, token, dash }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be called alike
        <li key={at} title={name}>
          <i className={dash ? `${css.swatch} ${css.dash}` : css.swatch} style={{ color: `var(${token})` }} aria-hidden="true" />
          <span className="ellipsis">{name}</span>
        </li>
      ))}
    </ul>
  );
}
