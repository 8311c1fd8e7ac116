import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { REPORT_EN, REPORT_ZH } from '#web/i18n/parts/records/report.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import type { LoadedMeasure, LoadedReport, ReportColumn, ReportController, ReportLine } from '../use-report.ts';
import { figuresOf, groupsAt, leadsUnder, moved, onPaper, opensIn, totalLine } from './figures.ts';
import { Pivot } from './Pivot.tsx';

const paper = vi.hoisted(() => ({ is: false }));
vi.mock('#web/ui/use-media.ts', () => ({ usePhone: () => false, usePrinting: () => paper.is }));
beforeAll(() => {
  addTexts(LATER_ZH, LATER_EN);
  addTexts(REPORT_ZH, REPORT_EN);
  chooseLocale('zh_CN');
});

const TEXTS = { t: (key: string) => key, label: () => '' } as unknown as Texts;
const num: LoadedMeasure = { name: 'num', of: 'count', key_name: '数量', key_name_en: 'Number', kind: 'add' };
const rate: LoadedMeasure = { name: 'rate', calc: 'num/num', percent: 1, key_name: '率', key_name_en: 'Rate', kind: 'calc' };
const report: LoadedReport = {
  ...{
    type: 'PIVOT',
    key_name: '交叉',
    key_name_en: 'Crossed',
    left_out: [],
    sources: [{ name: 's', cloud: 'plan' }],
    searchs: { fields: [] },
  },
  targets: [
    { name: 'unit', fields: 'unit', key_name: '单位', key_name_en: 'Unit', sub: 1 },
    { name: 'kind', fields: 'kind', key_name: '类', key_name_en: 'Class' },
    { name: 'year', fields: 'day', key_name: '年', key_name_en: 'Year', type: 'DATE', periods: ['YEAR'], axis: 'column', sub: 1 },
    { name: 'side', fields: 'side', key_name: '侧', key_name_en: 'Side', axis: 'column' },
  ],
  indexs: [num, rate],
};
const key = (id: number | string | null) => ({ id, key_name: id === null ? '' : `值${id}` });
const line = (unit: number | null, kind?: number, rest: object = {}): ReportLine => ({
  ...{ depth: kind === undefined ? 1 : 2, num: 3, rate: '1' },
  keys: { unit: key(unit), ...(kind === undefined ? {} : { kind: key(kind) }) },
  ...rest,
});
const column = (year: string | null, side?: number): ReportColumn => ({
  depth: side === undefined ? 1 : 2,
  keys: { year: { id: year, key_name: year ?? '' }, ...(side === undefined ? {} : { side: key(side) }) },
});
const controlOf = (lines: readonly ReportLine[], columns: readonly ReportColumn[], rest: object = {}): ReportController =>
  ({
    ...{
      report,
      lines,
      columns,
      asked: {},
      cells: columns.map(() => ({ num: 9, rate: '1' })),
      count: lines.length,
      currency: null,
      periods: new Map(),
    },
    ...{ total: { num: 9, rate: '1' }, off: [], isBusy: false },
    ...rest,
  }) as unknown as ReportController;
const drawn = (control: ReportController): string => renderToStaticMarkup(<Pivot control={control} report={report} />);
const many = (text: string, of: string): number => text.split(of).length - 1;
const SMALL = controlOf(
  [
    line(1, undefined, {
      cells: [
        { num: 2, rate: '1' },
        { num: 3, rate: '1' },
      ],
    }),
    line(1, 5, { cells: [null, { num: 3, off: ['rate'] }] }),
  ],
  [column('2025', 7), column('2025')],
);

describe('PAGES-07 a pivot on the screen', () => {
  it('stands as a grid with the heads of both axes, subtotals and totals', () => {
    const html = drawn(SMALL);
    expect(html).toMatch(
      /<div role="grid" tabindex="0" aria-label="交叉，按方向键移动，按回车查看明细" aria-rowcount="6" aria-colcount="7"/,
    );
    const text = html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');
    expect(text).toBe(
      '|单位 / 类|2025|合计|值7|小计|数量|率|数量|率|数量|率|值1|2|100.0%|3|100.0%|3|100.0%|值5|3|计划外|3|100.0%|合计|9|100.0%|9|100.0%|9|100.0%|',
    );
    expect(many(html, 'data-at')).toBe(1);
    expect(html).toContain('aria-activedescendant');
  });

  it('says its rows, heads and figures by role, with where each stands, how far it spans, and with room for what is not drawn', () => {
    const said = (html: string) =>
      [...html.matchAll(/role="(\w+)"([^>]*)/g)].map(([, role, rest]) => {
        const of = (name: string) => new RegExp(`${name}="(\\d+)"`).exec(rest!)?.[1] ?? '';
        return [role, of('aria-rowindex'), of('aria-colindex'), of('aria-colspan'), of('aria-rowspan')].join(' ').trim();
      });
    const all = said(drawn(SMALL));
    expect(all.filter((one) => one.startsWith('columnheader')).slice(0, 5)).toEqual([
      ...['columnheader  1  3', 'columnheader  2 4', 'columnheader  6 2 2', 'columnheader  2 2', 'columnheader  4 2'],
    ]);
    expect(all.filter((one) => one.startsWith('row ')).map((one) => one.slice(4))).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(all.filter((one) => one === 'rowgroup')).toHaveLength(3);
    expect(all.filter((one) => one === 'rowheader  1')).toHaveLength(3);
    expect(all.filter((one) => one.startsWith('gridcell')).map((one) => one.slice(10))).toEqual(
      Array.from({ length: 18 }, (_, at) => String(2 + (at % 6))),
    );
    expect(drawn(SMALL)).not.toMatch(/<t[rdh]|<table/);
  });

  it('on paper is a table whose heads span, of the same roles', () => {
    paper.is = true;
    const html = drawn(SMALL);
    paper.is = false;
    expect(html).toMatch(/<table role="grid".*<thead role="rowgroup".*<tbody role="rowgroup".*<tfoot role="rowgroup"/);
    expect(html).toMatch(/<th role="columnheader" aria-colindex="1"[^>]* colSpan="1" rowSpan="3">/i);
    expect(many(html, '<td role="gridcell"')).toBe(18);
    expect(html).not.toMatch(/aria-(col|row)span|aria-hidden/);
  });

  it('on paper fills the sheet, and with fewer columns left its part of the last', () => {
    paper.is = true;
    const years = Array.from({ length: 5 }, (_, at) => column(String(2020 + at)));
    const html = drawn(controlOf([line(1, 5, { cells: years.map(() => ({ num: 1, rate: '1' })) })], years));
    paper.is = false;
    expect([...html.matchAll(/<table[^>]*width:(\d+)%/g)].map(([, share]) => share)).toEqual(['100', '60']);
  });

  it('lines without any value, and names of any length, are told whole in their titles', () => {
    const long = '很长的名字'.repeat(200);
    const html = drawn(
      controlOf([line(null), { ...line(2), keys: { unit: { id: 2, key_name: long } } }], [column(null)], { cells: [null], total: {} }),
    );
    expect(html).toContain('未填或无权查看');
    expect(many(html, `title="${long}"`)).toBe(1);
  });

  it('of 200 lines and 50 columns only what is in sight is in the page (the DOM is bounded)', () => {
    const columns = Array.from({ length: 50 }, (_, at) => column('2025', at));
    const cells = columns.map(() => ({ num: 1, rate: '1' }));
    const small = many(
      drawn(
        controlOf(
          Array.from({ length: 200 }, (_, at) => line(at, 1, { cells })),
          columns,
        ),
      ),
      'role="gridcell"',
    );
    expect(small).toBeGreaterThan(100);
    expect(small).toBeLessThan(700);
    // twice as large in each way it is no larger
    const twice = [...columns, ...columns.map((_, at) => column('2026', at))];
    const wide = controlOf(
      Array.from({ length: 400 }, (_, at) => line(at, 1, { cells: [...cells, ...cells] })),
      twice,
    );
    expect(many(drawn(wide), 'role="gridcell"')).toBe(small);
  });

  it('heads of equal values stand as one above their columns, each of its own after another', () => {
    const figures = figuresOf([column('2025', 1), column('2025', 2), column('2025'), column(null, 1), column(null)], report);
    const spans = (level: number) =>
      groupsAt(figures, report.targets.slice(2), level).map(({ first, span }) => [first.column?.keys.year?.id, first.place, span]);
    expect(spans(0)).toEqual([
      ['2025', 0, 6],
      [null, 6, 4],
      [undefined, 10, 2],
    ]);
    expect(spans(1).map(([, , span]) => span)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  it('arrows, Home, End and pages move within it, and nothing else does', () => {
    const size = { rows: 30, columns: 8 };
    const to = (pressed: string, at: [number, number] = [5, 3], far = false) => moved(pressed, far, at, size);
    expect(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].map((one) => to(one))).toEqual([
      [4, 3],
      [6, 3],
      [5, 2],
      [5, 4],
    ]);
    expect([to('Home'), to('End'), to('Home', [5, 3], true), to('End', [5, 3], true)]).toEqual([
      [5, 0],
      [5, 7],
      [0, 0],
      [29, 7],
    ]);
    expect([to('PageUp'), to('PageDown'), to('PageDown', [25, 0]), to('ArrowLeft', [0, 0])]).toEqual([
      [0, 3],
      [15, 3],
      [29, 0],
      [0, 0],
    ]);
    expect([to('a'), to('Enter'), to('constructor')]).toEqual([undefined, undefined, undefined]);
  });

  const is = (value: number) => ({ op: '=', value });
  it('each figure leads to what it counts: of its line and its column, of a subtotal, of the total; an empty one nowhere', () => {
    const figures = figuresOf(SMALL.columns, report);
    const fields = (row: number, place: number) =>
      leadsUnder(SMALL, report, [...SMALL.lines, totalLine(SMALL)][row], figures[place], TEXTS).map(({ list }) => list.fields)[0];
    expect(fields(0, 0)).toEqual({ unit: is(1), day: ['2025-01-01', '2025-12-31'], side: is(7) });
    expect(fields(1, 2)).toEqual({ unit: is(1), kind: is(5), day: ['2025-01-01', '2025-12-31'] });
    expect(fields(1, 4)).toEqual({ unit: is(1), kind: is(5) });
    expect(fields(2, 2)).toEqual({ day: ['2025-01-01', '2025-12-31'] });
    expect(fields(2, 4)).toEqual({});
    // what is reckoned leads to what it is made of
    expect(fields(0, 1)).toEqual(fields(0, 0));
    // nothing stands there; beyond it
    expect([fields(1, 0), fields(9, 0), fields(0, 9)]).toEqual([undefined, undefined, undefined]);
    const opens = opensIn(SMALL);
    expect([opens(num, 2, 2), opens(num, 0, 0), opens(rate, 0, 0)]).toEqual([true, true, true]);
    expect(opensIn(SMALL)({ ...rate, calc: '1' }, 0, 0)).toBe(false);
    expect(opensIn({ ...SMALL, report: { ...report, drill: 0 } })(num, 0, 0)).toBe(false);
  });

  it('paper has all figures, whole columns on each sheet', () => {
    const sheets = (count: number, each: number) => onPaper(count, each).map(({ from, to }) => [from, to]);
    expect(sheets(18, 3)).toEqual([
      [0, 6],
      [6, 12],
      [12, 18],
    ]);
    expect(sheets(10, 1)).toEqual([
      [0, 8],
      [8, 10],
    ]);
    expect(sheets(40, 20)).toEqual([
      [0, 20],
      [20, 40],
    ]);
  });
});
