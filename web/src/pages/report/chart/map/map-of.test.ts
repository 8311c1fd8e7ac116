import { describe, expect, it } from 'vitest';
import type { MapPlace } from '#protocol/rules/report/map.ts';
import { createUnits } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { CHARTS_EN, CHARTS_ZH } from '#web/i18n/parts/records/charts.ts';
import { REPORT_EN, REPORT_ZH } from '#web/i18n/parts/records/report.ts';
import { textsIn } from '#web/i18n/use-text.ts';
import { type ChartedReport, type LoadedMeasure, type ReportLine, wired } from '../../use-report.ts';
import { isMapped } from '../ReportChart.tsx';
import { listedOf, mapOf } from './map-of.ts';
import { partsAsk } from './Parts.tsx';

for (const [zh, en] of [
  [LATER_ZH, LATER_EN],
  [REPORT_ZH, REPORT_EN],
  [CHARTS_ZH, CHARTS_EN],
] as const)
  addTexts(zh, en);
const [zh, en] = [textsIn('zh_CN'), textsIn('en_US')];
const unitsIn = (locale: 'zh_CN' | 'en_US') =>
  createUnits({ currency: { currency: '万元', currency_en: 'CNY 10,000' }, each: false }, locale);
const units = unitsIn('zh_CN');

const num: LoadedMeasure = { name: 'num', of: 'count', key_name: '项目数', key_name_en: 'Projects', kind: 'add' };
const sum: LoadedMeasure = {
  ...{ name: 'sum', of: 'sum', field: 'price', key_name: '总投资', key_name_en: 'Total', kind: 'add' },
  field_def: {
    uid: 'f',
    field_name: 'price',
    key_name: '总投资',
    key_name_en: 'Total',
    data_type: 'numeric',
    length: '18,6',
    format: '2',
    money: 1,
  },
};
const rate: LoadedMeasure = { name: 'rate', calc: 'sum/num', percent: 1, key_name: '率', key_name_en: 'Rate', kind: 'calc' };
const reportOf = (y: readonly string[], rest: Partial<ChartedReport> = {}): ChartedReport => ({
  ...{
    key_name: '表',
    key_name_en: 'Report',
    left_out: [],
    sources: [{ name: 's', cloud: 'project', where: 'state!=6' }],
    searchs: { fields: [] },
  },
  chart: { kind: 'map', x: 'area', y, place: { row: 'r', col: 'c' } },
  targets: [
    { name: 'area', fields: 'area_entity', key_name: '地区', key_name_en: 'Region' },
    { name: 'type', fields: 'type', key_name: '类', key_name_en: 'Class' },
    { name: 'day', fields: 'day', key_name: '日', key_name_en: 'Day', type: 'DATE', periods: ['MONTH'] },
  ],
  indexs: [num, sum, rate],
  ...rest,
});
const place = (id: number, row: number, col: number, rest: Partial<MapPlace> = {}): MapPlace => ({
  id,
  key_name: `省份${id}号`,
  row,
  col,
  ...rest,
});
const line = (id: number | null, figures: object): ReportLine => ({
  depth: 1,
  keys: { area: { id, key_name: id === null ? '' : `省份${id}号` } },
  ...figures,
});
const PLACES = [place(1, 1, 1, { short: '苏', short_en: 'JS', key_name_en: 'Jiangsu' }), place(2, 1, 2), place(3, 1, 2), place(4, 2, 1)];
const LINES = [
  line(1, { num: 24, sum: '148300.000000' }),
  line(2, { num: 3, sum: null, rate: '0.5' }),
  line(3, { num: 2, sum: '1', rate: '0.5' }),
  line(null, { num: 5, sum: '2.5' }),
];
const map = (y: readonly string[], rest?: Partial<ChartedReport>, lines = LINES, locale: 'zh_CN' | 'en_US' = 'zh_CN') =>
  mapOf({ report: reportOf(y, rest), lines, places: PLACES, asked: {} }, locale, locale === 'zh_CN' ? zh : en, unitsIn(locale));

describe('CAPEX-02 PAGES-07 a report on a map', () => {
  it('it is one where its reader was told the places, else it has bars', () => {
    expect([{ places: PLACES }, { places: [] }, undefined].map((map) => isMapped('map', map))).toEqual([true, false, false]);
    expect(isMapped('bar', { places: PLACES })).toBe(false);
  });
  it('each place has a tile, with its figure or without; of two on one tile the first stands there', () => {
    expect(map(['num']).tiles.map(({ id, short, at, brief, opens }) => [id, short, at, brief, opens])).toEqual([
      [1, '苏', 24, '24', true],
      [2, '省份2', 3, '3', true],
      [4, '省份4', null, '', false],
    ]);
  });
  it('it is told in words with every figure that it shows, in both languages', () => {
    const { tiles, sentence } = map(['num', 'sum']);
    expect(tiles.map(({ said }) => said)).toEqual([
      '省份1号：24，总投资（万元） 148,300.00',
      '省份2号：3，总投资（万元） –',
      '省份4号：无数据',
    ]);
    expect(sentence).toBe('地图：项目数、总投资（万元），按地区，共 2 项。最高的是省份1号，24。');
    const told = map(['num'], {}, LINES, 'en_US');
    expect([told.tiles[0]!.short, told.tiles[0]!.said, told.tiles[2]!.said, told.sentence]).toEqual([
      ...['JS', 'Jiangsu: 24', '省份4号: no figures', 'Map: Projects by Region, 2 in all. The highest is Jiangsu with 24.'],
    ]);
  });
  it('a figure that is too long for its tile stands there short, and whole in words', () => {
    const [tile] = map(['sum']).tiles;
    expect([tile!.brief, tile!.text, tile!.said]).toEqual(['14.8万', '148,300.00', '省份1号：148,300.00']);
    expect(map(['sum'], {}, LINES, 'en_US').tiles[0]!.brief).toBe('148K');
    expect(map(['rate'], {}, [line(1, { rate: '12.34567' })]).tiles[0]!.brief).toBe('1,234.6%');
  });
  it('what is off, empty or led nowhere opens nothing; where parts follow, a place opens them', () => {
    const off = map(['rate'], {}, [line(1, { rate: null, off: ['rate'] })]).tiles[0]!;
    expect([off.at, off.text, off.opens]).toEqual([null, zh.t('report.off'), false]);
    expect(map(['num'], { drill: 0 }).tiles.map(({ opens }) => opens)).toEqual([false, false, false]);
    expect(map(['rate'], { drill: { path: ['area', 'type'] } }, [line(1, { rate: '1' })]).tiles.map(({ opens }) => opens)).toEqual([
      true,
      false,
      false,
    ]);
  });
  it('no line of the others stands on a tile', () => {
    expect(map(['num'], {}, [{ ...line(1, { num: 7 }), rest: 1 }]).tiles[0]!.at).toBeNull();
  });
});

describe('CAPEX-02 PAGES-07 the list beside a map', () => {
  const listed = (most: number, lines: readonly ReportLine[] = LINES, y = ['num', 'sum', 'rate']) =>
    listedOf({ report: reportOf(y), lines, asked: { targets: ['area'] } }, most, zh, units);
  it('has the largest first, what has no place too, and the others added up, exactly', () => {
    expect(listed(4).map(({ name }) => name)).toEqual(['省份1号', zh.t('report.none'), '省份2号', '省份3号']);
    const [, none, others] = listed(3);
    expect([none!.key, others!.key, others!.name]).toEqual([null, undefined, '其余 2 项']);
    expect(others!.figures.map(({ text, list }) => [text, list])).toEqual([
      ['5', null],
      ['1.00', null],
      ['–', null],
    ]);
  });
  it('each figure opens the list that it counts', () => {
    expect(listed(4)[0]!.figures.map(({ list }) => list)).toEqual([
      { cloud: 'project', fields: { state: { op: '!=', value: '6' }, area_entity: { op: '=', value: 1 } } },
      { cloud: 'project', fields: { state: { op: '!=', value: '6' }, area_entity: { op: '=', value: 1 } } },
      null,
    ]);
    expect(listed(4)[2]!.figures[1]!.list).toBeNull();
  });
  it('what a cut report left out is among the others', () => {
    const cut = [...LINES.slice(0, 2), { ...line(null, { num: 7, sum: '9' }), keys: {}, rest: 1 as const }];
    expect(listed(3, cut).map(({ key, name, figures }) => [key, name, figures[0]!.text])).toEqual([
      [1, '省份1号', '24'],
      [2, '省份2号', '3'],
      [undefined, zh.t('report.rest'), '7'],
    ]);
    expect(listed(2, cut)[1]!.figures[0]!.text).toBe('10');
  });
});

it('CAPEX-02 what stands under a place is asked with its key, the largest first, days in their order', () => {
  const report = reportOf(['num']);
  const asked = { fields: { unit: 3 }, sort: 'area' };
  expect(partsAsk(report, asked, 'type', 7)).toEqual({ ...asked, targets: ['type'], within: { area: 7 }, sort: '-num' });
  expect(wired(partsAsk(report, asked, 'type', 7))).toMatchObject({ targets: 'type', within: { area: 7 } });
  expect(partsAsk(report, asked, 'day', null)).toEqual({ ...asked, targets: ['day'], within: { area: null }, sort: 'day' });
  const share = reportOf(['part'], { indexs: [{ name: 'part', share: 'num', key_name: '占', key_name_en: 'Part', kind: 'share' }] });
  expect(partsAsk(share, {}, 'type', 7).sort).toBe('type');
});
