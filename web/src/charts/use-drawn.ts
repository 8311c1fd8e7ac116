import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Drawing, hasWords, isUpright, type Mark, type PlotKind } from './drawing.ts';
import type { Begin, Box, Hears, Place, Plot } from './kinds/plot.ts';
import { readLook, seriesColour, useTheme } from './look.ts';

export type { Place } from './kinds/plot.ts';

/** What is laid out is begun as its kind is. */
const of =
  <L>({ begin, lay }: { begin: (host: HTMLElement, lay: L, hears: Hears) => Plot; lay: L }): Begin =>
  (host, hears) =>
    begin(host, lay, hears);

/** Each kind comes when it is first drawn, and the library with the first that needs it. */
const KINDS: Readonly<Record<PlotKind, () => Promise<Begin>>> = {
  bar: () => import('./kinds/bar.ts').then(of),
  line: () => import('./kinds/line.ts').then(of),
  pie: () => import('./kinds/pie.ts').then(of),
  gauge: () => import('./own/gauge.ts').then(of),
  curve: () => import('./own/curve.ts').then(of),
  waterfall: () => import('./own/waterfall.ts').then(of),
};

/** Begins to bring a kind while its figures are still on their way. */
export const bring = (kind: PlotKind): void => void KINDS[kind]().catch(() => undefined);

/** A kind once it is there; what could not be loaded is thrown to the boundary around. */
function useKind(kind: PlotKind): Begin | null {
  const [got, setGot] = useState<{ kind: PlotKind; begin?: Begin; error?: unknown }>();
  useEffect(() => {
    let isLive = true;
    KINDS[kind]().then(
      (begin) => isLive && setGot({ kind, begin }),
      (error: unknown) => isLive && setGot({ kind, error }),
    );
    return () => {
      isLive = false;
    };
  }, [kind]);
  if (got?.kind !== kind) return null;
  if (!got.begin) throw got.error;
  return got.begin;
}

/** Draws into `host`, as large as `box` or larger, again with each theme; answers where a mark stands. */
export function useDrawn(host: RefObject<HTMLElement | null>, drawing: Drawing, box: Box, mark: Mark | null, hears: Hears) {
  const begin = useKind(drawing.kind);
  const theme = useTheme();
  const plot = useRef<Plot | null>(null);
  const now = useRef(hears);
  now.current = hears;
  useLayoutEffect(() => {
    if (!begin || !host.current) return;
    const made = begin(host.current, {
      onHover: (of, at) => now.current.onHover(of, at),
      onPress: (of) => now.current.onPress(of),
    });
    plot.current = made;
    return () => {
      plot.current = null;
      made.end();
    };
  }, [begin, host]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a theme is read from the page
  useLayoutEffect(() => {
    if (!begin || !plot.current || box.width === 0) return;
    const inks = drawing.series.map((_, at) => seriesColour(drawing.series, at));
    const size = plot.current.draw(drawing, { ...box, isUp: isUpright(drawing), hasWords: hasWords(box), inks }, readLook());
    // paper is narrower than a screen: there it shrinks as a picture does
    host.current?.querySelector('svg')?.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`);
  }, [begin, host, drawing, box, theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn anew is marked anew
  useLayoutEffect(() => (mark && plot.current ? plot.current.mark(mark) : undefined), [mark, drawing]);
  return {
    isDrawn: begin !== null && box.width > 0,
    placeOf: (of: Mark): Place | null => plot.current?.placeOf(of) ?? null,
  };
}
