import { LineChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { uprightAxes } from './axes.ts';
import { base, type Lay } from './engine.ts';
import { SMALL } from './size.ts';

export { begin } from './engine.ts';

use([LineChart]);

/** px between two points at least */
const LEAST = 12;
/** Lines are told apart by more than their colour. */
const SIGNS = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect'] as const;
/** px that a printed figure needs */
const PRINTED = 64;

/** A line a series, a point a figure; where there is none the line is broken. */
export const lay: Lay = (drawing, box, look) => {
  const axes = uprightAxes(drawing, box, look, LEAST);
  const isPrinted = drawing.series.length === 1 && axes.step >= PRINTED;
  return {
    ...{ width: axes.width, height: axes.height },
    option: {
      ...base(look),
      ...axes.option,
      series: drawing.series.map((one, at) => {
        const colour = look.seriesColour(drawing.series, at);
        return {
          type: 'line',
          ...{ xAxisIndex: one.panel, yAxisIndex: one.panel, name: one.name },
          ...{ symbol: SIGNS[at % SIGNS.length], symbolSize: 7, showAllSymbol: true },
          cursor: one.points.some(({ opens }) => opens) ? 'pointer' : 'default',
          lineStyle: { color: colour, width: 2, type: one.dash ? 'dashed' : 'solid' },
          itemStyle: { color: colour },
          emphasis: { scale: 1.6, lineStyle: { width: 2 }, itemStyle: { color: colour, borderColor: look.text, borderWidth: 2 } },
          label: {
            ...{ show: isPrinted, position: 'top', color: look.text, fontSize: SMALL },
            formatter: ({ dataIndex }: { dataIndex: number }) => one.points[dataIndex]?.text ?? '',
          },
          data: one.points.map(({ at: value }) => value),
        };
      }),
    },
  };
};
