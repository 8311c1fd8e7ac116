import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { REPORT_EN, REPORT_ZH } from '#web/i18n/parts/records/report.ts';
import { textsIn } from '#web/i18n/use-text.ts';
import { keysOf, recordsOf } from '../../board/counted/figures.tsx';
import { placesOf } from '../chart/places.ts';
import { keyText } from '../figures.ts';
import { isWhole, type LoadedMeasure, type LoadedReport, listOf, type ReportController, type ReportLine } from '../use-report.ts';
import { deedOf, isOpen, type Opened, shownOf, standing, type TreeLine, treeOf } from './nodes.ts';
import { Tree } from './Tree.tsx';

const paper = vi.hoisted(() => ({ is: false }));
vi.mock('#web/ui/use-media.ts', () => ({ usePhone: () => false, usePrinting: () => paper.is }));
beforeAll(() => {
  addTexts(LATER_ZH, LATER_EN);
  addTexts(REPORT_ZH, REPORT_EN);
  chooseLocale('zh_CN');
});

const num: LoadedMeasure = { name: 'num', of: 'count', key_name: '数量', key_name_en: 'Number', kind: 'add' };
const rate: LoadedMeasure = { name: 'rate', calc: 'num/num', percent: 1, key_name: '率', key_name_en: 'Rate', kind: 'calc' };
const report: LoadedReport = {
  ...{ type: 'TREE', key_name: '树', key_name_en: 'Tree', left_out: [], sources: [{ name: 's', cloud: 'plan' }], searchs: { fields: [] } },
  targets: [{ name: 'unit', fields: 'unit', key_name: '单位', key_name_en: 'Unit' }],
  indexs: [num, rate],
};
const line = (depth: number, id: number | null, rest: object = {}): ReportLine => ({
  ...{ depth, num: 3, rate: '1', keys: { unit: { id, key_name: id === null ? '' : `单位${id}` } } },
  ...rest,
});
const own = (depth: number, id: number): ReportLine =>
  line(depth, id, { keys: { unit: { id, key_name: `单位${id}`, own: 1 } }, off: ['rate'] });
//  1 ─ itself, 2 ─ itself, 3    4    none
const LINES = [line(1, 1), own(2, 1), line(2, 2), own(3, 2), line(3, 3), line(1, 4), line(1, null)];
const controlOf = (lines: readonly ReportLine[]): ReportController =>
  ({
    ...{
      report,
      lines,
      asked: {},
      count: lines.length,
      currency: null,
      periods: new Map(),
      total: { num: 9, rate: '1' },
      off: [],
      isBusy: false,
      compared: null,
    },
  }) as unknown as ReportController;
const drawn = (lines = LINES): string => renderToStaticMarkup(<Tree control={controlOf(lines)} report={report} />);
const words = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|');
const many = (text: string, of: string): number => text.split(of).length - 1;

describe('PAGES-07 A11Y a tree on the screen', () => {
  it('stands as a tree in columns, open at its top, each line with how far down it stands and whether it is open', () => {
    const html = drawn();
    expect(html).toMatch(/<table role="treegrid" tabindex="0" aria-label="树，按方向键移动，左右键收起或展开，按回车查看明细"/);
    expect(words(html)).toContain(
      '|单位|数量|率|单位1|3|100.0%|单位1（本级）|3|计划外|单位2|3|100.0%|单位4|3|100.0%|未填或无权查看|3|100.0%|合计|9|100.0%|',
    );
    expect(many(html, 'aria-expanded="true"')).toBe(1);
    expect(many(html, 'aria-expanded="false"')).toBe(1);
    expect(html.match(/aria-level="\d"/g)).toEqual([1, 2, 2, 1, 1, 1].map((level) => `aria-level="${level}"`));
    expect(html).toContain('每一行都含其全部下级。 “（本级）”只含直接属于该节点的记录。');
    expect(drawn([line(1, 1), line(2, 2)])).not.toContain('只含直接属于');
    expect(many(html, 'data-at=""')).toBe(1);
  });
  it('paper has all of it; a tree without anything below says nothing of it', () => {
    paper.is = true;
    expect(words(drawn())).toContain('单位2（本级）|3|计划外|单位3|3|100.0%');
    paper.is = false;
    expect(drawn([line(1, 4), line(1, null)])).not.toContain('每一行都含其全部下级');
    expect(words(drawn([]))).toContain('合计|9');
  });
  it('a node by its list, alone by its list, and the empty one by its own', () => {
    const of = (key: number | null) => listOf(controlOf([]), [key], num)?.fields.unit;
    expect([of(2), of(-2), of(null)]).toEqual([{ op: 'below', value: 2 }, { op: '=', value: 2 }, { op: 'empty' }]);
    const english = textsIn('en_US');
    expect(keyText({ id: 1, key_name: '单位', key_name_en: 'Unit', own: 1 }, report.targets[0]!, english)).toBe('Unit itself');
  });
});

describe('PAGES-07 nodes of a tree elsewhere', () => {
  it('a tree and a pivot are walked through as one, other reports page by page', () => {
    expect((['TABLE', 'REPORT', 'PIVOT', 'TREE'] as const).filter((type) => isWhole({ ...report, type }))).toEqual(['PIVOT', 'TREE']);
  });
  it('in a chart and on a board a node alone is another than with all below it', () => {
    const texts = textsIn('zh_CN');
    const places = placesOf(report, { targets: ['unit'] }, [line(1, 5), { ...own(1, 5) }], texts);
    expect(places.map(({ key, name }) => [key, name])).toEqual([
      [5, '单位5'],
      [-5, '单位5（本级）'],
    ]);
    expect([keysOf({ id: 5, key_name: '', own: 1 }), keysOf({ id: 5, key_name: '' }), keysOf(undefined)]).toEqual([[-5], [5], null]);
    expect(recordsOf({ report, asked: {} }, [-5])?.fields).toEqual({ unit: { op: '=', value: 5 } });
  });
});

describe('PAGES-07 A11Y the keys of a tree', () => {
  const tree = treeOf(LINES, report.targets);
  const none: Opened = { by: new Map() };
  const keysOf = (lines: readonly TreeLine[]) => lines.map(({ key }) => key);
  const size = (shown: readonly TreeLine[]) => ({ rows: shown.length + 1, columns: 3 });
  const press = (key: string, row: number, column: number, opened = none, far = false) => {
    const shown = shownOf(tree, opened);
    return deedOf(key, far, [row, column], shown, opened, size(shown));
  };

  it('lines know what stands above them, also where a page begins below it', () => {
    expect(tree.map(({ over }) => over?.key)).toEqual([undefined, '1', '1', '2', '2', undefined, undefined]);
    expect(tree.map(({ holds }) => holds)).toEqual([true, false, true, false, false, false, false]);
    const cut = treeOf(LINES.slice(4), report.targets);
    expect(cut.map(({ over }) => over?.key)).toEqual([undefined, undefined, undefined]);
    expect(keysOf(shownOf(cut, none))).toEqual(['3', '4', 'null']);
  });
  it('right opens, then goes into the figures; left comes back, closes, then goes to the line above', () => {
    expect(press('ArrowRight', 2, 0)).toEqual({ turn: tree[2], open: true });
    expect(press('ArrowRight', 0, 0)).toEqual({ to: [0, 1] });
    expect(press('ArrowRight', 1, 0)).toEqual({ to: [1, 1] });
    expect(press('ArrowLeft', 0, 1)).toEqual({ to: [0, 0] });
    expect(press('ArrowLeft', 0, 0)).toEqual({ turn: tree[0], open: false });
    expect(press('ArrowLeft', 2, 0)).toEqual({ to: [0, 0] });
    expect(press('ArrowLeft', 3, 0)).toBeUndefined();
    // the total is below all lines, and nothing is above it
    expect(press('ArrowLeft', 5, 0)).toEqual({ to: [5, 0] });
    expect(press('*', 0, 0)).toEqual({ all: true });
    expect(press('a', 0, 0)).toBeUndefined();
  });
  it('up, down and the ends go over what is shown, the total last', () => {
    expect(press('ArrowDown', 4, 0)).toEqual({ to: [5, 0] });
    expect(press('ArrowDown', 5, 0)).toEqual({ to: [5, 0] });
    expect(press('End', 0, 0, none, true)).toEqual({ to: [5, 2] });
    expect(press('Home', 5, 2, none, true)).toEqual({ to: [0, 0] });
  });
  it('what is closed takes what stands below it away, and the keyboard with it', () => {
    expect(keysOf(shownOf(tree, none))).toEqual(['1', '-1', '2', '4', 'null']);
    const all: Opened = { by: new Map(), rest: true };
    expect(shownOf(tree, all)).toHaveLength(LINES.length);
    const closed: Opened = { by: new Map([['1', false]]), rest: true };
    expect(keysOf(shownOf(tree, closed))).toEqual(['1', '4', 'null']);
    expect(isOpen(all, tree[1]!)).toBe(false);
    expect(standing(tree, shownOf(tree, all), '3')).toBe(4);
    expect(standing(tree, shownOf(tree, none), '3')).toBe(2);
    expect(standing(tree, shownOf(tree, closed), '3')).toBe(0);
    expect(standing(tree, shownOf(tree, none), 'ghost')).toBe(0);
  });
});
