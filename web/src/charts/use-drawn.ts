import type { EChartsType } from 'echarts/core';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Drawing, hasWords, isUpright, type Mark, type PlotKind } from './drawing.ts';
import type { Box, begin, Lay } from './kinds/engine.ts';
import { readLook, useTheme } from './look.ts';

interface Kind {
  begin: typeof begin;
  lay: Lay;
}
/** Each kind comes when it is first drawn, and the library with the first. */
const KINDS: Readonly<Record<PlotKind, () => Promise<Kind>>> = {
  bar: () => import('./kinds/bar.ts'),
  line: () => import('./kinds/line.ts'),
  pie: () => import('./kinds/pie.ts'),
};

/** Begins to bring a kind while its figures are still on their way. */
export const bring = (kind: PlotKind): void => void KINDS[kind]().catch(() => undefined);

/** A kind once it is there; what could not be loaded is thrown to the boundary around. */
function useKind(kind: PlotKind): Kind | null {
  const [got, setGot] = useState<{ kind: PlotKind; room?: Kind; error?: unknown }>();
  useEffect(() => {
    let isLive = true;
    KINDS[kind]().then(
      (room) => isLive && setGot({ kind, room }),
      (error: unknown) => isLive && setGot({ kind, error }),
    );
    return () => {
      isLive = false;
    };
  }, [kind]);
  if (got?.kind !== kind) return null;
  if (!got.room) throw got.error;
  return got.room;
}

export interface Place {
  x: number;
  y: number;
}
interface Hears {
  onHover: (mark: Mark | null, at: Place) => void;
  onPress: (mark: Mark) => void;
}

/** Draws into `host`, as large as `box` or larger, again with each theme; answers where a mark stands. */
export function useDrawn(host: RefObject<HTMLElement | null>, drawing: Drawing, box: Box, mark: Mark | null, hears: Hears) {
  const kind = useKind(drawing.kind);
  const theme = useTheme();
  const chart = useRef<EChartsType | null>(null);
  const now = useRef(hears);
  now.current = hears;
  useLayoutEffect(() => {
    if (!kind || !host.current) return;
    const made = kind.begin(host.current, { width: 1, height: 1 });
    listen(made, now);
    chart.current = made;
    return () => {
      chart.current = null;
      made.dispose();
    };
  }, [kind, host]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a theme is read from the page
  useLayoutEffect(() => {
    if (!kind || !chart.current || box.width === 0) return;
    const { option, ...size } = kind.lay(drawing, { ...box, isUp: isUpright(drawing), hasWords: hasWords(box) }, readLook());
    chart.current.resize(size);
    chart.current.setOption(option, true);
    chart.current.getZr().flush();
    // paper is narrower than a screen: there it shrinks as a picture does
    host.current?.querySelector('svg')?.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`);
  }, [kind, host, drawing, box, theme]);
  useLayoutEffect(() => {
    if (!mark || !chart.current) return;
    const of = { seriesIndex: drawing.kind === 'pie' ? 0 : mark.series, dataIndex: mark.place };
    const drawn = chart.current;
    drawn.dispatchAction({ type: 'highlight', ...of });
    return () => void (drawn.isDisposed() || drawn.dispatchAction({ type: 'downplay', ...of }));
  }, [mark, drawing]);
  return {
    isDrawn: kind !== null && box.width > 0,
    placeOf: (of: Mark): Place | null => chart.current && placeOf(chart.current, drawing, of),
  };
}

interface Heard {
  seriesIndex?: number;
  dataIndex?: number;
  event?: { offsetX: number; offsetY: number };
}

function listen(chart: EChartsType, now: RefObject<Hears>): void {
  const of = ({ seriesIndex, dataIndex }: Heard): Mark | null =>
    seriesIndex === undefined || dataIndex === undefined ? null : { series: seriesIndex, place: dataIndex };
  const at = ({ event }: Heard): Place => ({ x: event?.offsetX ?? 0, y: event?.offsetY ?? 0 });
  chart.on('mouseover', (heard) => now.current.onHover(of(heard as Heard), at(heard as Heard)));
  chart.on('mousemove', (heard) => now.current.onHover(of(heard as Heard), at(heard as Heard)));
  chart.on('mouseout', (heard) => now.current.onHover(null, at(heard as Heard)));
  chart.on('click', (heard) => {
    const mark = of(heard as Heard);
    if (mark) now.current.onPress(mark);
  });
}

/** Where in the sheet a figure stands; of a pie its middle. */
function placeOf(chart: EChartsType, drawing: Drawing, { series, place }: Mark): Place | null {
  if (drawing.kind === 'pie') return { x: chart.getWidth() / 2, y: chart.getHeight() / 2 };
  const of = drawing.series[series];
  const at = of?.points[place]?.at ?? 0;
  const isUp = drawing.kind === 'line' || isUpright(drawing);
  const whole = drawing.wholes?.[place]?.at ?? at;
  const found = chart.convertToPixel({ gridIndex: of?.panel ?? 0 }, isUp ? [place, whole] : [whole, place]) as number[] | undefined;
  return found ? { x: found[0]!, y: found[1]! } : null;
}
