import { BarChart } from 'echarts/charts';
import { use } from 'echarts/core';
import type { Drawing, Point, Series } from '../drawing.ts';
import type { Look } from '../look.ts';
import { fits, turnedAxes, uprightAxes } from './axes.ts';
import { base, type Lay } from './engine.ts';
import { SMALL } from './size.ts';

export { begin } from './engine.ts';

use([BarChart]);

/** px that a bar and the room around a place take */
const [COLUMN, ROW, AROUND] = [18, 16, 12];
/** px of a place at least, whatever stands there */
const [COLUMN_LEAST, ROW_LEAST] = [40, 28];

/** Columns, or rows where there are many names: they begin at 0, and what is split is laid on each other. */
export const lay: Lay = (drawing, box, look) => {
  const beside = drawing.wholes
    ? 1
    : Math.max(...drawing.panels.map((_, panel) => drawing.series.filter((one) => one.panel === panel).length));
  const { isUp } = box;
  const printed = drawing.wholes ?? drawing.series.flatMap(({ points }) => points);
  const axes = isUp
    ? uprightAxes(drawing, box, look, Math.max(COLUMN_LEAST, beside * COLUMN + AROUND))
    : turnedAxes(
        drawing,
        box,
        look,
        Math.max(ROW_LEAST, beside * ROW + AROUND),
        printed.map(({ text }) => text),
      );
  const isPrinted = !isUp || fits(printed, axes.step / beside);
  const series = drawing.series.map((one, at) => barsOf(drawing, one, at, look, isUp, isPrinted));
  return { width: axes.width, height: axes.height, option: { ...base(look), ...axes.option, series } };
};

function barsOf({ series, wholes }: Drawing, one: Series, at: number, look: Look, isUp: boolean, isPrinted: boolean) {
  const colour = look.seriesColour(series, at);
  const isLast = at === series.length - 1;
  // of what is split only the whole is printed, at the end of the last part
  const printed: readonly Pick<Point, 'at' | 'text'>[] = isPrinted ? (wholes ? (isLast ? wholes : []) : one.points) : [];
  return {
    type: 'bar',
    ...{ xAxisIndex: one.panel, yAxisIndex: one.panel, name: one.name },
    ...(wholes ? { stack: 'whole' } : {}),
    ...{ barMaxWidth: 30, barGap: '12%', barCategoryGap: '32%' },
    cursor: one.points.some(({ opens }) => opens) ? 'pointer' : 'default',
    itemStyle: one.dash
      ? { color: 'transparent', borderColor: colour, borderType: 'dashed', borderWidth: 1.5 }
      : { color: colour, ...(wholes ? { borderColor: look.page, borderWidth: 0.5 } : { borderRadius: 2 }) },
    emphasis: { itemStyle: { ...(one.dash ? {} : { color: colour }), borderColor: look.text, borderWidth: 2, borderType: 'solid' } },
    label: {
      show: printed.length > 0,
      color: look.text,
      fontSize: SMALL,
      formatter: ({ dataIndex }: { dataIndex: number }) => printed[dataIndex]?.text ?? '',
    },
    data: one.points.map((point, place) => {
      const of = printed[place]?.at ?? point.at;
      // where there is no last part, its place holds the text
      const value = wholes && isLast && of !== null ? (point.at ?? 0) : point.at;
      const ends = of !== null && of < 0 ? (isUp ? 'bottom' : 'left') : isUp ? 'top' : 'right';
      return { value, label: { position: ends } };
    }),
  };
}
