import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '#protocol/fields/decimal.ts';
import type { ReportChart } from '#protocol/rules/report/chart.ts';
import type { PlotKind } from '#web/charts/drawing.ts';
import { createUnits } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { CHARTS_EN, CHARTS_ZH } from '#web/i18n/parts/records/charts.ts';
import { REPORT_EN, REPORT_ZH } from '#web/i18n/parts/records/report.ts';
import { textsIn } from '#web/i18n/use-text.ts';
import { figureText } from '../figures.ts';
import { type ChartedReport, drawnAs, type LoadedMeasure, type ReportLine } from '../use-report.ts';
import { added, drawnOf, MOST_PARTS, MOST_PLACES } from './series.ts';

for (const [zh, en] of [
  [LATER_ZH, LATER_EN],
  [REPORT_ZH, REPORT_EN],
  [CHARTS_ZH, CHARTS_EN],
] as const)
  addTexts(zh, en);
const zh = textsIn('zh_CN');
const units = createUnits({ currency: { currency: '万元', currency_en: 'CNY 10,000' }, each: false }, 'zh_CN');

const money = {
  uid: 'f',
  field_name: 'price',
  key_name: '总投资',
  key_name_en: 'Total',
  data_type: 'numeric',
  length: '18,6',
  format: '2',
  money: 1,
} as const;
const num: LoadedMeasure = { name: 'num', of: 'count', key_name: '数量', key_name_en: 'Number', kind: 'add' };
const sum: LoadedMeasure = {
  name: 'sum',
  of: 'sum',
  field: 'price',
  key_name: '总投资',
  key_name_en: 'Total',
  kind: 'add',
  field_def: money,
};
const rate: LoadedMeasure = { name: 'rate', calc: 'sum/num', percent: 1, key_name: '率', key_name_en: 'Rate', kind: 'calc' };
const reportOf = (chart: ReportChart): ChartedReport => ({
  ...{ key_name: '表', key_name_en: 'Report', left_out: [], sources: [{ name: 's', cloud: 'project' }], searchs: { fields: [] }, chart },
  targets: [
    { name: 'type', fields: 'type', key_name: '类', key_name_en: 'Class', sub: 1 },
    { name: 'level', fields: 'level', key_name: '级', key_name_en: 'Level' },
    { name: 'day', fields: 'day', key_name: '日', key_name_en: 'Day', type: 'DATE', periods: ['MONTH'] },
  ],
  indexs: [num, sum, rate],
});
const key = (id: number | string | null) => ({ id, key_name: id === null ? '' : typeof id === 'string' ? id : `v${id}` });
const line = (keys: Record<string, number | string | null>, figures: object): ReportLine => ({
  depth: Object.keys(keys).length,
  keys: Object.fromEntries(Object.entries(keys).map(([name, id]) => [name, key(id)])),
  ...figures,
});
const draw = (chart: ReportChart, lines: readonly ReportLine[], kind = chart.kind as PlotKind) =>
  drawnOf({ report: reportOf(chart), lines, total: { depth: 0, keys: {} }, kind, asked: {} }, zh, units);
const texts = (lines: readonly ReportLine[], measure: LoadedMeasure) => lines.map((one) => figureText(measure, one[measure.name], units));
const drawnTexts = ({ drawing }: ReturnType<typeof draw>) =>
  drawing.series.flatMap(({ points }) => points.filter(({ at }) => at !== null).map(({ text }) => text));

const amount = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((units) => {
  const digits = (units < 0n ? -units : units).toString().padStart(7, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
});
const cells = (parts: number) =>
  fc.uniqueArray(fc.record({ level: fc.integer({ min: 1, max: 5 }), type: fc.integer({ min: 1, max: parts }), sum: amount }), {
    ...{ minLength: 1, maxLength: 40 },
    selector: ({ level, type }) => `${level} ${type}`,
  });

describe('PAGES-07 Q1 what is drawn is what the lines say', () => {
  it('each figure of each line stands there once, text for text, whatever is drawn', () => {
    fc.assert(
      fc.property(cells(MOST_PARTS), fc.constantFrom('bar' as const, 'line' as const), (found, kind) => {
        const lines = found.map(({ level, type, sum: value }) => line({ level, type }, { num: 1, sum: value }));
        const drawn = draw({ kind, x: 'level', y: ['sum'], split: 'type' }, lines);
        expect(drawnTexts(drawn).sort()).toEqual(texts(lines, sum).sort());
      }),
    );
  });
  it('the smaller parts are one, and bars as a whole add up to what the lines do, exactly', () => {
    fc.assert(
      fc.property(cells(12), (found) => {
        const lines = found.map(({ level, type, sum: value }) => line({ level, type }, { num: 1, sum: value }));
        const { drawing } = draw({ kind: 'bar', x: 'level', y: ['sum'], split: 'type' }, lines);
        expect(drawing.series.length).toBeLessThanOrEqual(MOST_PARTS);
        const of = (level: string) => lines.filter(({ keys }) => keys.level?.key_name === level).map((one) => String(one.sum));
        const exact = (values: readonly string[]) => values.reduce((all, value) => all.plus(value), new Decimal(0)).toFixed(6);
        for (const [place, name] of drawing.names.entries())
          expect(drawing.wholes?.[place]?.text).toBe(figureText(sum, exact(of(name)), units));
      }),
    );
  });
  it('parts of a pie add up to 100.0, and are told with name, figure and percent', () => {
    const lines = [line({ level: 1 }, { sum: '1.00' }), line({ level: 2 }, { sum: '1.00' }), line({ level: 3 }, { sum: '1.00' })];
    const { drawing, note } = draw({ kind: 'pie', x: 'level', y: ['sum'] }, lines);
    expect([drawing.kind, note, drawing.names]).toEqual(['pie', null, ['v1', 'v2', 'v3']]);
    expect(drawing.series[0]!.points.map(({ text, share }) => `${text} ${share}`)).toEqual(['1.00 33.4%', '1.00 33.3%', '1.00 33.3%']);
  });
  it.each<[string, object[]]>([
    ['a seventh part', Array.from({ length: 7 }, () => ({ sum: '1.00' }))],
    ['a negative part', [{ sum: '5.00' }, { sum: '-0.01' }]],
    ['an empty part', [{ sum: '5.00' }, { sum: null }]],
    ['nothing but zeros', [{ sum: '0.00' }]],
  ])('%s is no pie: bars are drawn, and it is said', (_, figures) => {
    const lines = figures.map((one, at) => line({ level: at + 1 }, one));
    const drawn = draw({ kind: 'bar', PIE: 1, x: 'level', y: ['sum'], split: 'type' }, lines, 'pie');
    expect([drawn.drawing.kind, drawn.note]).toEqual(['bar', { is: 'noPie' }]);
    expect(drawn.drawing.names).toHaveLength(figures.length);
    expect(drawn.drawing.wholes).toBeUndefined();
  });
});

describe('PAGES-07 how it is drawn', () => {
  it('the reader switches where the report lets him, and the address says it', () => {
    const chart = { kind: 'bar', PIE: 1, x: 'level', y: ['num'] } as const;
    const as = (said: string | undefined, of: ReportChart = chart) => drawnAs(reportOf(of), said === undefined ? {} : { chart: said });
    expect([as(undefined), as('pie'), as('none'), as('map'), as('pie', { ...chart, PIE: undefined } as never)]).toEqual([
      'bar',
      'pie',
      'none',
      'bar',
      'bar',
    ]);
    expect(drawnAs({}, { chart: 'pie' })).toBe('none');
  });
  it('figures of two units stand in two panels, parts of 100 as such', () => {
    const lines = [line({ level: 1 }, { num: 2, sum: '10.00', rate: '0.5' })];
    const { drawing } = draw({ kind: 'bar', x: 'level', y: ['sum', 'rate'], dash: ['sum'] }, lines);
    expect(drawing.panels).toEqual([{ percent: false }, { percent: true }]);
    expect(drawing.series.map(({ name, panel, dash, points }) => [name, panel, dash, points[0]!.text])).toEqual([
      ['总投资（万元）', 0, true, '10.00'],
      ['率', 1, false, '50.0%'],
    ]);
  });
  it('months without rows stand between the others; what has no day comes last', () => {
    const lines = [line({ day: '2025-11' }, { num: 1 }), line({ day: '2026-02' }, { num: 2 }), line({ day: null }, { num: 3 })];
    const { drawing } = draw({ kind: 'line', x: 'day', y: ['num'] }, lines);
    expect(drawing.inOrder).toBe(true);
    expect(drawing.names).toEqual(['2025-11', '2025-12', '2026-01', '2026-02', '未填或无权查看']);
    expect(drawing.series[0]!.points.map(({ at }) => at)).toEqual([1, null, null, 2, 3]);
  });
  it('subtotals are not drawn, the rest is but leads nowhere; what is off plan is said and has no place', () => {
    const lines = [
      line({ level: 1 }, { num: 7, sum: '1.00' }),
      line({ level: 1, type: 2 }, { num: 4, sum: '1.00', rate: null, off: ['rate'] }),
    ];
    const split = draw({ kind: 'bar', x: 'level', y: ['num'], split: 'type' }, lines);
    expect(drawnTexts(split)).toEqual(['4']);
    expect(split.at({ series: 0, place: 0 })).toEqual({ line: lines[1], measure: num, keys: [1, 2] });
    expect(split.at({ series: 9, place: 0 })).toBeNull();
    const cut = draw({ kind: 'bar', x: 'level', y: ['num'] }, [lines[0]!, { depth: 1, keys: {}, rest: 1, num: 3 }]);
    expect(cut.drawing.names).toEqual(['v1', '其余']);
    expect(cut.drawing.series[0]!.points.map(({ opens }) => opens)).toEqual([true, false]);
    const off = draw({ kind: 'bar', x: 'level', y: ['rate'] }, [{ ...lines[0]!, rate: null, off: ['rate'] }]);
    expect(off.drawing.series[0]!.points).toEqual([{ at: null, text: '计划外', opens: false }]);
  });
  it('its result is told in one sentence', () => {
    const lines = [line({ level: 1 }, { sum: '10.00' }), line({ level: 2 }, { sum: '1234.50' })];
    expect(draw({ kind: 'bar', x: 'level', y: ['sum'] }, lines).drawing.sentence).toBe(
      '柱形图：总投资（万元），按级，共 2 项。最高的是v2，1,234.50。',
    );
    expect(draw({ kind: 'bar', x: 'level', y: ['sum'] }, []).drawing.sentence).toContain('没有可画的数据');
  });
  it('two hundred places are drawn, and it is said that there are more', () => {
    const lines = Array.from({ length: MOST_PLACES + 3 }, (_, at) => line({ level: at + 1 }, { num: 1 }));
    const { drawing, note } = draw({ kind: 'bar', x: 'level', y: ['num'] }, lines);
    expect([drawing.names.length, note]).toEqual([MOST_PLACES, { is: 'cut', all: MOST_PLACES + 3 }]);
  });
  it('counts are laid together as counts, sums with all their decimals, nothing as nothing', () => {
    expect([
      added([1, 2, null]),
      added(['0.1', '0.20', undefined]),
      added([null]),
      added(['999999999999999999.000001', '0.000001']),
    ]).toEqual([...[3, '0.30', null, '999999999999999999.000002']]);
  });
});
