import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { chooseLocale } from '#web/i18n/locale.ts';
import { textsIn } from '#web/i18n/use-text.ts';
import { Chart, wordsOf } from './Chart.tsx';
import type { Drawing } from './drawing.ts';

const points = [
  { at: 1, text: '1.00', opens: true },
  { at: 2, text: '2.00', opens: false },
];
const drawing: Drawing = {
  ...{ kind: 'bar', names: ['<img onerror=alert(1)>', '乙'], inOrder: false, panels: [{ percent: false }], sentence: '柱形图：甲最高。' },
  series: [
    { name: '计划', points, dash: true, rest: false, panel: 0 },
    { name: '完成', points, dash: false, rest: false, panel: 0 },
  ],
};
const drawn = (of: Drawing) => renderToStaticMarkup(<Chart drawing={of} onOpen={() => {}} />);

describe('PAGES-07 A11Y a chart', () => {
  beforeAll(() => chooseLocale('zh_CN'));
  it('is one stop of the keyboard, named by its result, with a place where its mark is read out', () => {
    const html = drawn(drawing);
    expect(html.match(/tabindex="0"/gi)).toHaveLength(1);
    expect(html).toMatch(/role="application"[^>]*aria-label="柱形图：甲最高。/);
    expect(html).toMatch(/<span class="sr" role="status"><\/span>/);
    expect(html).toMatch(/aria-hidden="true"[^>]*data-sheet|data-sheet=""[^>]*aria-hidden="true"/);
  });
  it('says what its colours stand for where there are several, of a small pie also its figures', () => {
    expect([...drawn(drawing).matchAll(/<span class="ellipsis">([^<]*)</g)].map(([, name]) => name)).toEqual(['计划', '完成']);
    expect(drawn({ ...drawing, series: drawing.series.slice(0, 1) })).not.toContain('data-legend');
    const pie = {
      ...drawing,
      kind: 'pie' as const,
      series: [{ ...drawing.series[1]!, points: points.map((one) => ({ ...one, share: '50.0%' })) }],
    };
    expect(drawn(pie)).toContain('乙 2.00 50.0%');
    expect(drawn(pie)).toContain('&lt;img onerror=alert(1)&gt; 1.00 50.0%');
  });
  it('reads a figure out with what it stands for', () => {
    const zh = textsIn('zh_CN');
    expect(wordsOf(drawing, { series: 1, place: 1 }, zh)).toBe('乙，完成：2.00');
    expect(wordsOf({ ...drawing, series: drawing.series.slice(0, 1) }, { series: 0, place: 1 }, zh)).toBe('乙：2.00');
    expect(wordsOf(drawing, { series: 7, place: 0 }, zh)).toBe('');
  });
});
