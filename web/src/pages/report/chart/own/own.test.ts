import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Decimal } from '#protocol/fields/decimal.ts';
import type { ReportChart } from '#protocol/rules/report/chart.ts';
import type { PlotKind } from '#web/charts/drawing.ts';
import { createUnits } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { CHARTS_EN, CHARTS_ZH } from '#web/i18n/parts/records/charts.ts';
import { REPORT_EN, REPORT_ZH } from '#web/i18n/parts/records/report.ts';
import { textsIn } from '#web/i18n/use-text.ts';
import type { ChartedReport, LoadedMeasure, ReportLine } from '../../use-report.ts';
import { OWN } from './own.ts';

vi.mock(import('#web/i18n/clock.ts'), async (original) => ({ ...(await original()), today: () => '2026-02-10' }));

const zh = textsIn('zh_CN');
const units = createUnits({ currency: { currency: '万元', currency_en: 'CNY 10,000' }, each: false }, 'zh_CN');
const field_def = {
  uid: 'f',
  field_name: 'price',
  key_name: '额',
  key_name_en: 'Sum',
  data_type: 'numeric',
  length: '18,2',
  format: '2',
} as const;
const sum = (name: string, key_name: string): LoadedMeasure => ({
  ...{ name, of: 'sum', field: 'price', key_name, key_name_en: name, kind: 'add', field_def },
});
const rate: LoadedMeasure = { name: 'rate', calc: 'done/plan', percent: 1, key_name: '率', key_name_en: 'Rate', kind: 'calc' };
const run = (name: string, of: string, key_name: string): LoadedMeasure => ({
  ...{ name, run: of, key_name, key_name_en: name, kind: 'run', field_def },
});
const reportOf = (chart: ReportChart): ChartedReport => ({
  ...{ key_name: '表', key_name_en: 'Report', left_out: [], sources: [{ name: 's', cloud: 'project' }], searchs: { fields: [] }, chart },
  targets: [{ name: 'day', fields: 'day', key_name: '月', key_name_en: 'Month', type: 'DATE', periods: ['MONTH'], fill: 1 }],
  indexs: [sum('plan', '计划'), sum('done', '完成'), rate, run('plan_run', 'plan', '累计计划'), run('done_run', 'done', '累计完成')],
});
const line = (month: string | null, figures: object): ReportLine => ({
  ...{ depth: 1, keys: { day: { id: month, key_name: month ?? '' } }, ...figures },
});
const drawn = (chart: ReportChart, total: object, lines: readonly ReportLine[] = []) =>
  OWN[chart.kind as PlotKind]!(
    { report: reportOf(chart), lines, total: { depth: 0, keys: {}, ...total }, kind: chart.kind as PlotKind, asked: {} },
    zh,
    units,
  );
const textsOf = ({ drawing }: ReturnType<typeof drawn>) => drawing.series.map(({ points }) => points.map(({ text }) => text));

beforeAll(() => {
  addTexts(REPORT_ZH, REPORT_EN);
  addTexts(CHARTS_ZH, CHARTS_EN);
});

describe('PAGES-07 a gauge', () => {
  const chart: ReportChart = { kind: 'gauge', y: ['done', 'plan'], full: 'plan', bounds: ['0.6', '0.9'] };
  it('tells a figure as a part of another, exactly, and between which bounds it stands', () => {
    const of = drawn(chart, { plan: '800.00', done: '578.00' });
    expect(of.drawing.dial).toEqual({
      ...{ part: 0.7225, text: '72.3%', zone: '60% 至 90%' },
      bounds: [
        { at: 0.6, text: '60%' },
        { at: 0.9, text: '90%' },
      ],
    });
    expect(textsOf(of)).toEqual([['578.00', '800.00']]);
    expect(of.drawing.sentence).toBe('仪表盘：完成、计划。完成 578.00，为计划的 72.3%。处于 60% 至 90%。');
    expect(of.at({ series: 0, place: 0 })).toMatchObject({ measure: { name: 'done' }, keys: [] });
    expect([of.at({ series: 0, place: 1 })?.measure.name, of.at({ series: 0, place: 2 })]).toEqual(['plan', null]);
  });
  it.each([
    ['a bound holds itself', { plan: '10', done: '6' }, '60%', '60% 至 90%'],
    ['below every bound', { plan: '10', done: '5.99' }, '59.9%', '60% 以下'],
    ['beyond the whole', { plan: '10', done: '12' }, '120%', '90% 及以上'],
    ['less than nothing', { plan: '10', done: '-1' }, '−10%', '60% 以下'],
    ['of a whole below 0', { plan: '-10', done: '-9' }, '90%', '90% 及以上'],
    ['18 digits', { plan: '999999999999999999.99', done: '999999999999999999.98' }, '100%', '90% 及以上'],
    ['nothing of something', { plan: '10', done: '0' }, '0%', '60% 以下'],
    ['0 of 0', { plan: '0.00', done: '0.00' }, '–', ''],
    ['more of 0', { plan: '0.00', done: '1.00' }, '计划外', ''],
    ['empty', { plan: '10', done: null }, '–', ''],
    ['of nothing', { plan: null, done: '10' }, '–', ''],
    ['nothing at all', {}, '–', ''],
  ])('%s', (_, total, text, zone) => {
    expect(drawn(chart, total).drawing.dial).toMatchObject({ text, zone });
  });
  it('a rate says its part itself, and off plan too', () => {
    const of = (total: object) => drawn({ kind: 'gauge', y: ['rate'] }, total).drawing;
    expect([of({ rate: '0.5' }).dial, of({ rate: '0.5' }).sentence]).toEqual([
      { part: 0.5, text: '50%', bounds: [], zone: '' },
      '仪表盘：率。率 50%。',
    ]);
    expect(of({ rate: null, off: ['rate'] }).dial?.text).toBe('计划外');
  });
});

describe('PAGES-07 a waterfall', () => {
  const steps: ReportChart = { kind: 'waterfall', y: ['plan', 'done', 'plan'] };
  it('shows wholes, and between them what each has more, exactly and signed', () => {
    const of = drawn(steps, { plan: '999999999999999.30', done: '999999999999999.10' });
    expect(of.drawing.names).toEqual(['计划', '完成较计划', '完成', '计划较完成', '计划']);
    expect(textsOf(of)).toEqual([['999,999,999,999,999.30', '−0.20', '999,999,999,999,999.10', '+0.20', '999,999,999,999,999.30']]);
    expect(of.drawing.bars!.map((bar) => bar?.is)).toEqual(['whole', 'fall', 'whole', 'rise', 'whole']);
    expect([0, 1, 2].map((place) => of.at({ series: 0, place })?.measure.name)).toEqual(['plan', undefined, 'done']);
    expect(of.ask.targets).toEqual([]);
    expect(of.drawing.sentence).toBe('瀑布图：计划、完成、计划。从计划 999,999,999,999,999.30 到计划 999,999,999,999,999.30。');
  });
  it('what is empty has no bar, nor has what it differs by; no change is a line', () => {
    const of = drawn(steps, { plan: '1.00', done: null });
    expect(of.drawing.bars!.map((bar) => bar && [bar.from, bar.to])).toEqual([[0, 1], null, null, null, [0, 1]]);
    expect(textsOf(of)).toEqual([['1.00', '–', '–', '–', '1.00']]);
    expect(drawn(steps, { plan: '1.00', done: '1.00' }).drawing.bars![1]).toEqual({ from: 1, to: 1, is: 'rise' });
    expect(drawn(steps, {}).drawing.sentence).toContain('没有可画的数据');
  });
  it('along a target each begins where the one before it ended, up to the whole, and all negative goes down', () => {
    const along: ReportChart = { kind: 'waterfall', x: 'day', y: ['done'] };
    const lines = [line('2026-01', { done: '-5.00' }), line('2026-02', { done: null }), line('2026-03', { done: '-2.50' })];
    const of = drawn(along, { done: '-7.50' }, lines);
    expect(of.drawing.names).toEqual(['2026-01', '2026-02', '2026-03', '合计']);
    expect(textsOf(of)).toEqual([['−5.00', '–', '−2.50', '−7.50']]);
    expect(of.drawing.bars).toEqual([
      { from: 0, to: -5, is: 'fall' },
      null,
      { from: -5, to: -7.5, is: 'fall' },
      { from: 0, to: -7.5, is: 'whole' },
    ]);
    expect([0, 3].map((place) => of.at({ series: 0, place })?.keys)).toEqual([['2026-01'], []]);
    expect(drawn(along, {}, []).drawing.names).toEqual([]);
  });
  it('Q10 whatever the figures, the last bar ends where the whole does', () => {
    const amounts = fc.array(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(amounts, (figures) => {
        const lines = figures.map((cents, at) =>
          line(`2026-${String(at + 1).padStart(2, '0')}`, { done: new Decimal(cents).div(100).toFixed(2) }),
        );
        const whole = new Decimal(figures.reduce((all, one) => all + one, 0)).div(100).toFixed(2);
        const { bars } = drawn({ kind: 'waterfall', x: 'day', y: ['done'] }, { done: whole }, lines).drawing;
        expect(bars!.at(-2)!.to).toBe(Number(whole));
        for (const [at, bar] of bars!.slice(1, -1).entries()) expect(bar!.from).toBe(bars![at]!.to);
      }),
    );
  });
});

describe('PAGES-07 a curve', () => {
  const chart: ReportChart = { kind: 'curve', x: 'day', y: ['plan_run', 'done_run'], dash: ['plan_run'] };
  const lines = [
    line('2026-01', { plan_run: '10.00', done_run: '8.00' }),
    line('2026-02', { plan_run: '30.00', done_run: '20.00' }),
    line('2026-03', { plan_run: '60.00', done_run: null }),
  ];
  it('ends with the month in which one looks, and says what all stand at there', () => {
    const of = drawn(chart, {}, lines);
    expect(of.drawing.now).toEqual({ place: 1, said: '截至 2026-02' });
    expect(textsOf(of)).toEqual([
      ['10.00', '30.00', '60.00'],
      ['8.00', '20.00', '–'],
    ]);
    expect(of.drawing.series.map(({ dash }) => dash)).toEqual([true, false]);
    expect(of.drawing.sentence).toContain('截至 2026-02：累计计划 30.00、累计完成 20.00。');
  });
  it('what is over, or has not begun, has no such mark; what has no day is on no curve', () => {
    expect(drawn(chart, {}, lines.slice(0, 1)).drawing.now).toBeUndefined();
    expect(drawn(chart, {}, lines.slice(2)).drawing.now).toBeUndefined();
    expect(drawn(chart, {}, [...lines, line(null, { plan_run: null, done_run: null })]).drawing.names).toHaveLength(3);
    expect(drawn(chart, {}, [line('2026-01', {})]).drawing.sentence).toContain('没有可画的数据');
  });
});
