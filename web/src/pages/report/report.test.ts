import { describe, expect, it } from 'vitest';
import type { Locale } from '#protocol/codes.ts';
import { SHEET_TEXTS } from '#protocol/texts/sheet.ts';
import { createUnits } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { REPORT_EN, REPORT_ZH } from '#web/i18n/parts/records/report.ts';
import { textsIn } from '#web/i18n/use-text.ts';
import { menuPage } from '#web/nav/menu.ts';
import { kindOf } from '#web/router/kinds.ts';
import { type Column, columnsOf, columnText } from './beside.ts';
import { figureText, headOf, hundredfold, keyText, lineText } from './figures.ts';
import { askOf, type LoadedMeasure, type LoadedReport, listOf, type ReportLine } from './use-report.ts';

addTexts(LATER_ZH, LATER_EN);
addTexts(REPORT_ZH, REPORT_EN);
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
const sum: LoadedMeasure = {
  name: 'sum',
  of: 'sum',
  field: 'price',
  key_name: '总投资',
  key_name_en: 'Total cost',
  kind: 'add',
  field_def: money,
};
const num: LoadedMeasure = { name: 'num', of: 'count', key_name: '数量', key_name_en: 'Number', kind: 'add', unit: '个', unit_en: 'items' };
const rate: LoadedMeasure = { name: 'rate', calc: 'sum/num', percent: 1, key_name: '率', key_name_en: 'Rate', kind: 'calc' };
const report: LoadedReport = {
  ...{ key_name: '表', key_name_en: 'Report', left_out: [], sources: [{ name: 's', cloud: 'project' }] },
  searchs: {
    fields: [{ name: 'type', key_name: '类', key_name_en: 'Class', fields: 'type', op: 'in', field: { ...money, data_type: 'select' } }],
  },
  targets: [
    { name: 'a', fields: 'type', key_name: '类', key_name_en: 'Class', sub: 1 },
    { name: 'm', fields: 'day', key_name: '日', key_name_en: 'Day', type: 'DATE', periods: ['QUARTER', 'DAILY'] },
    { name: 'b', fields: 'price', key_name: '档', key_name_en: 'Band', type: 'BAND', bands: ['0', '1000'] },
  ],
  indexs: [num, sum, rate],
};
const unitsIn = (locale: 'zh_CN' | 'en_US') =>
  createUnits({ currency: { currency: '万元', currency_en: 'CNY 10,000' }, each: false }, locale);
const units = unitsIn('zh_CN');
const [zh, en] = [textsIn('zh_CN'), textsIn('en_US')];

describe('PAGES-07 what a report shows', () => {
  it('a figure is written as its field is, in parts of 100 where it says so', () => {
    expect(figureText(sum, '1234567.100000', units)).toBe('1,234,567.10');
    expect(figureText(num, 12345, units)).toBe('12,345');
    expect(figureText(rate, '0.78142', units)).toBe('78.1%');
    expect(figureText(rate, '-0.0005', units)).toBe('−0.1%');
    expect(figureText(sum, null, units)).toBe('–');
    expect(figureText({ ...rate, percent: 0 }, '2.5', units)).toBe('2.50');
    expect([headOf(sum, zh, units), headOf(num, zh, units), headOf(num, en, unitsIn('en_US'))]).toEqual([
      '总投资（万元）',
      '数量（个）',
      'Number (items)',
    ]);
  });
  it('a hundredfold is exact for any length', () => {
    expect(['0.7814207651', '12', '0.005', '-1.5', '123456789012345678.123'].map(hundredfold)).toEqual([
      ...['78.14207651', '1200', '0.5', '-150', '12345678901234567812.3'],
    ]);
  });
  it('a line is called by what it stands for, at the top of a page with what it stands under', () => {
    const line = {
      depth: 3,
      keys: { a: { id: 1, key_name: 'A类' }, m: { id: '2026-Q1', key_name: '2026-Q1' }, b: { id: 2, key_name: '', from: '1000' } },
    } as unknown as ReportLine;
    expect(lineText(line, report, false, zh)).toBe('2026 年第 1 季度 / 1,000 及以上');
    expect(lineText(line, report, true, en)).toBe('A类 / Q1 2026 / 1,000 and above');
    expect(lineText({ ...line, rest: 1 }, report, true, zh)).toBe('其余');
    expect(keyText({ id: null, key_name: '' }, report.targets[0]!, zh)).toBe('未填或无权查看');
    expect(keyText({ id: 0, key_name: '', to: '0' }, report.targets[2]!, en)).toBe('below 0');
    expect(keyText({ id: 1, key_name: '', from: '0', to: '1000' }, report.targets[2]!, en)).toBe('0 to below 1,000');
  });
  it('the address says what is asked; what nobody would have written is passed over', () => {
    const view = { filters: '{"type":{"op":"in","value":[1]},"ghost":1}', period: 'DAILY', value: '2026-02', sort: '-sum' };
    const fields = { type: { op: 'in', value: [1] } };
    expect(askOf(report, view)).toEqual({ fields, period: 'DAILY', value: '2026-02', sort: '-sum' });
    expect(askOf(report, { filters: '[1', period: 'WEEK', value: '2026-13', sort: 'ghost' })).toEqual({ fields: {} });
  });
  it('a figure leads to the list that it counts', () => {
    expect(listOf({ report, asked: { fields: { type: 3 } } }, [1, '2026-Q1'], sum)).toEqual({
      cloud: 'project',
      fields: { type: { all: [3, { op: '=', value: 1 }] }, day: ['2026-01-01', '2026-03-31'] },
    });
    expect(listOf({ report, asked: {} }, [], rate)).toBeNull();
    const through = { ...report, targets: [{ ...report.targets[0]!, fields: 'project_entity.type' }] };
    expect(listOf({ report: through, asked: {} }, [1], num)).toBeNull();
  });
  it('compared, a figure has what it was, how much more it is with its sign, and the rate; a share stands alone', () => {
    const share: LoadedMeasure = { name: 'part', share: 'sum', percent: 1, key_name: '占比', key_name_en: 'Share', kind: 'share' };
    expect(columnsOf(sum, true).map(({ end }) => end)).toEqual(['', '_c', '_d', '_r']);
    expect([columnsOf(sum, false), columnsOf(share, true)].map((all) => all.length)).toEqual([1, 1]);
    const [, was, more, ratio] = columnsOf(sum, true) as [Column, Column, Column, Column];
    expect(columnText(was, '12.5', units, zh)).toBe('12.50');
    expect(['12.5', '-12.5', '0.00', null].map((value) => columnText(more, value, units, zh))).toEqual(['+12.50', '−12.50', '0.00', '–']);
    expect(['0.5', '-0.0825', '0', null].map((value) => columnText(ratio, value, units, zh))).toEqual(['+50.0%', '−8.3%', '0.0%', '–']);
    const points = columnsOf(rate, true)[2]!;
    expect([zh, en].map((texts) => columnText(points, '0.0251', units, texts))).toEqual(['+2.5 个百分点', '+2.5 pp']);
    expect(columnText(columnsOf(num, true)[2]!, 3, units, zh)).toBe('+3');
  });
  it('a comparison stands in the address as far as there are days to compare', () => {
    const compared = { ...report, compare: ['year'] as const };
    const of = (view: Record<string, string>) => askOf({ ...compared, compare: [...compared.compare] }, view).compare;
    expect(of({ compare: 'year', value: '2026', period: 'QUARTER' })).toBe('year');
    expect([of({ compare: 'last', value: '2026' }), of({ compare: 'year' }), of({ compare: 'year', value: '0001' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const beside = { report: { ...report, compare: ['year' as const] }, asked: { value: '2026', compare: 'year' as const } };
    expect(listOf(beside, [1, '2026-Q1'], sum, true)?.fields.day).toEqual({
      all: [
        ['2025-01-01', '2025-12-31'],
        ['2025-01-01', '2025-03-31'],
      ],
    });
  });
  it('no figure of a report without drill leads anywhere', () => {
    expect(listOf({ report: { ...report, drill: 0 }, asked: {} }, [], num)).toBeNull();
  });
  it('an entry of a menu opens it', () => {
    const page = menuPage({
      uid: 'm',
      key_name: '表',
      key_name_en: 'Report',
      type: 'TAB',
      cloud: 'project',
      url: '/report/project_by_class',
    });
    expect(page).toEqual({ cloud: 'project_by_class', mode: 'REPORT' });
    expect(kindOf(page)).toBe('report');
  });
  it('the file that is taken away calls things as the page does', () => {
    const page = { zh_CN: REPORT_ZH.report, en_US: REPORT_EN.report } as Record<Locale, Record<string, string>>;
    const same = ['none', 'under', 'least', 'between', 'quarter', 'total', 'rest', 'off'] as const;
    for (const locale of ['zh_CN', 'en_US'] as const)
      for (const name of same) expect(SHEET_TEXTS[name][locale].replaceAll(/<(\{\w+\})>/g, '$1'), name).toBe(page[locale][name]);
  });
});
