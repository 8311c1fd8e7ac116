import { PieChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { colourOf } from '../look.ts';
import { base, type Box, type Lay, SMALL } from './engine.ts';

export { begin } from './engine.ts';

use([PieChart]);

/** Smaller, and the legend says what stands beside the parts. */
export const hasLabels = ({ width, height }: Box): boolean => width >= 440 && height >= 170;

/** One whole, a part a name: name, figure and percent stand beside it. */
export const lay: Lay = (drawing, box, look) => {
  const [one] = drawing.series;
  const isLabelled = hasLabels(box);
  const words = (place: number): string => {
    const { text = '', share = '' } = one?.points[place] ?? {};
    return [drawing.names[place], text, share].join('  ');
  };
  return {
    ...box,
    option: {
      ...base(look),
      series: [
        {
          type: 'pie',
          ...{ radius: isLabelled ? '74%' : '92%', center: ['50%', '50%'], startAngle: 90, clockwise: true },
          cursor: one?.points.some(({ opens }) => opens) ? 'pointer' : 'default',
          itemStyle: { borderColor: look.page, borderWidth: 1.5 },
          emphasis: { scale: false, itemStyle: { borderColor: look.text, borderWidth: 2 } },
          label: {
            ...{ show: isLabelled, color: look.text, fontSize: SMALL, overflow: 'none' },
            formatter: ({ dataIndex }: { dataIndex: number }) => words(dataIndex),
          },
          labelLine: { show: isLabelled, lineStyle: { color: look.quiet } },
          data: one?.points.map(({ at }, place) => {
            const color = look.colour(colourOf(place, { rest: one.rest }));
            return { value: at, name: drawing.names[place], itemStyle: { color }, emphasis: { itemStyle: { color } } };
          }),
        },
      ],
    },
  };
};
