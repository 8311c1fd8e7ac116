import { GridSimpleComponent } from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Drawing, Mark } from '../drawing.ts';
import type { Look } from '../look.ts';
import type { Box, Hears, Place, Plot, Room } from './plot.ts';
import { SMALL } from './size.ts';

use([GridSimpleComponent, SVGRenderer]);

/** A drawing laid out: as large as its box, or larger, then it scrolls. */
export interface Sheet extends Box {
  readonly option: EChartsCoreOption;
}

/** How one kind of chart is laid out. */
export type Lay = (drawing: Drawing, room: Room, look: Look) => Sheet;

/** Draws with the library into `host`. */
export function begin(host: HTMLElement, lay: Lay, hears: Hears): Plot {
  const chart = init(host, null, { renderer: 'svg', width: 1, height: 1 });
  listen(chart, hears);
  let drawn: { drawing: Drawing; room: Room } | null = null;
  return {
    draw(drawing, room, look) {
      const { option, ...size } = lay(drawing, room, look);
      chart.resize(size);
      chart.setOption(option, true);
      chart.getZr().flush();
      drawn = { drawing, room };
      return size;
    },
    mark(mark) {
      const of = { seriesIndex: drawn?.drawing.kind === 'pie' ? 0 : mark.series, dataIndex: mark.place };
      chart.dispatchAction({ type: 'highlight', ...of });
      return () => void (chart.isDisposed() || chart.dispatchAction({ type: 'downplay', ...of }));
    },
    placeOf: (mark) => drawn && placeOf(chart, drawn.drawing, drawn.room, mark),
    end: () => chart.dispose(),
  };
}

interface Heard {
  seriesIndex?: number;
  dataIndex?: number;
  event?: { offsetX: number; offsetY: number };
}

function listen(chart: EChartsType, { onHover, onPress }: Hears): void {
  const of = ({ seriesIndex, dataIndex }: Heard): Mark | null =>
    seriesIndex === undefined || dataIndex === undefined ? null : { series: seriesIndex, place: dataIndex };
  const at = ({ event }: Heard): Place => ({ x: event?.offsetX ?? 0, y: event?.offsetY ?? 0 });
  chart.on('mouseover', (heard) => onHover(of(heard as Heard), at(heard as Heard)));
  chart.on('mousemove', (heard) => onHover(of(heard as Heard), at(heard as Heard)));
  chart.on('mouseout', (heard) => onHover(null, at(heard as Heard)));
  chart.on('click', (heard) => {
    const mark = of(heard as Heard);
    if (mark) onPress(mark);
  });
}

/** Where in the sheet a figure stands; of a pie its middle. */
function placeOf(chart: EChartsType, drawing: Drawing, room: Room, { series, place }: Mark): Place | null {
  if (drawing.kind === 'pie') return { x: chart.getWidth() / 2, y: chart.getHeight() / 2 };
  const of = drawing.series[series];
  const at = of?.points[place]?.at ?? 0;
  const isUp = drawing.kind === 'line' || room.isUp;
  const whole = drawing.wholes?.[place]?.at ?? at;
  const found = chart.convertToPixel({ gridIndex: of?.panel ?? 0 }, isUp ? [place, whole] : [whole, place]) as number[] | undefined;
  return found ? { x: found[0]!, y: found[1]! } : null;
}

/** What holds for each kind: nothing moves, texts as the page has them. */
export const base = ({ font, text }: Look): EChartsCoreOption => ({
  animation: false,
  stateAnimation: { duration: 0 },
  textStyle: { fontFamily: font, fontSize: SMALL, color: text },
});
