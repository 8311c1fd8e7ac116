import { PieChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { base, type Lay } from './engine.ts';
import { SMALL } from './size.ts';

export { begin } from './engine.ts';

use([PieChart]);

/** Letters of a name beside a part at most: figure and percent must have room. */
const LETTERS = 18;
const short = (name = ''): string => ([...name].length > LETTERS ? `${[...name].slice(0, LETTERS - 1).join('')}…` : name);

/** One whole, a part a name: name, figure and percent stand beside it. */
export const lay: Lay = (drawing, box, look) => {
  const [one] = drawing.series;
  const isLabelled = box.hasWords;
  const words = (place: number): string => {
    const { text = '', share = '' } = one?.points[place] ?? {};
    return [short(drawing.names[place]), text, share].join('  ');
  };
  return {
    ...{ width: box.width, height: box.height },
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
            const color = look.colourOf(place, { rest: one.rest });
            return { value: at, name: drawing.names[place], itemStyle: { color }, emphasis: { itemStyle: { color } } };
          }),
        },
      ],
    },
  };
};
