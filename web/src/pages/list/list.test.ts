import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { listAsk } from '#protocol/rules/list.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { createUnits } from '#web/fields/amounts.tsx';
import { cellValue } from '#web/fields/shown.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { columnsOf, columnWidth, gridTemplate, sharedUnit, tableHeight } from './state/columns.ts';
import { filterSpan, isBackwards, type ListAction, pageNumbers, reduceList, sizesOf, startState, wireFilters } from './state/list-state.ts';
import { actionIcon, actionKind, buttonWidth, fitButtons } from './state/toolbar.ts';
import { totalText } from './state/total.ts';
import { fitColumns, neededSoFar, neededWidth, textWidth } from './table/fit.ts';
import { columnsWithin } from './table/in-sight.ts';
import { boldCells, rowStyles, stepOf } from './table/row-look.ts';

const field = (field_name: string, rest: Partial<FieldDef> = {}): FieldDef => ({
  uid: field_name,
  field_name,
  key_name: field_name,
  key_name_en: field_name,
  data_type: 'text',
  ...rest,
});
const table = (fields: FieldDef[], rest: Partial<TableDef> = {}): TableDef => ({
  uid: 't',
  table_name: 't',
  key_name: 't',
  key_name_en: 't',
  fields,
  states: [],
  ...rest,
});

addTexts(LATER_ZH, LATER_EN);

describe('LIST-02 and LIST-03', () => {
  it('fewer than 3 actions are buttons whatever the room', () => {
    expect(fitButtons([100, 100], 10)).toBe(2);
  });
  it('more are inline while they and the More button fit', () => {
    expect(fitButtons([100, 100, 100], 300)).toBe(3);
    expect(fitButtons([100, 100, 100], 299)).toBe(2);
    expect(fitButtons([100, 100, 100], 274)).toBe(1);
    expect(fitButtons([100, 100, 100], 0)).toBe(0);
  });
  it('a button takes 16 a character, 30 around and 20 for an icon', () => {
    expect(buttonWidth('新建立项', true)).toBe(114);
    expect(buttonWidth('Export', false)).toBe(78);
  });
  it('icons by op, none for one that nobody knows', () => {
    const icons = ['Add', 'Print', 'Delete', 'Export', 'Import', 'Other', 'constructor'].map((op) => actionIcon({ op }));
    expect(icons).toEqual(['add', 'printer', 'close', 'export', 'import', undefined, undefined]);
  });
  it('kinds by op, the definition before them', () => {
    expect(['Add', 'Print', 'Delete', 'Export', 'Import', 'Other'].map((op) => actionKind({ op }))).toEqual([
      'primary',
      'primary',
      'warning',
      'warning',
      'success',
      'primary',
    ]);
    expect(actionKind({ op: 'Add', button: 'default' })).toBe('default');
  });
});

describe('FIELD-04 a cell in the language of its reader', () => {
  const english = (of: object | null | undefined, base = 'key_name') => {
    const texts = of as Record<string, string>;
    return texts[`${base}_en`] || texts[base] || '';
  };
  const row = { id: 1, key_name: '店', key_name_en: 'Shop', told: '买卖', told_en: 'Trade', code: 'x', code_en: 'y' } as unknown as WireRow;
  it.each([
    ['key_name', {}, 'Shop'],
    ['told', { english: 1 as const }, 'Trade'],
    ['code', {}, 'x'],
    ['none', { english: 1 as const }, undefined],
  ])('%s', (name, rest, shown) => {
    expect(cellValue({ ...field(name), ...rest }, row, english)).toBe(shown);
  });
});

describe('LIST-11', () => {
  it.each([
    [66, 'exact', '66'],
    [1010, 'exact', '1,010'],
    [1010, 'bounded', '1,000+'],
    [1000, 'bounded', '1,000+'],
    [2490, 'bounded', '2,400+'],
  ] as const)('%i rows counted, %s, read: %s', (total, totalKind, words) => {
    const t = ((_key: string, { n }: { n: string }) => n) as Texts['t'];
    expect(totalText(t, { total, totalKind })).toBe(words);
  });
});

describe('LIST-04', () => {
  it.each([
    [{}, 100],
    [{ list_width: 30 }, 300],
    [{ list_width: 31 }, 31],
    [{ list_width: 12, sortable: 1 }, 144],
    [{ sortable: 1 }, 124],
  ] as const)('width of %o is %i', (def, width) => {
    expect(columnWidth(def)).toBe(width);
  });
  it('titles, hidden and list_hidden fields are no columns; frozen ones stand first at the left edge', () => {
    const columns = columnsOf(
      table([
        field('t', { data_type: 'title' }),
        field('a'),
        field('b', { hidden: 1 }),
        field('c', { list_hidden: 1 }),
        field('d', { frozen: 1, list_width: 12 }),
        field('e', { frozen: 1 }),
      ]),
    );
    expect(columns.map(({ name, left, frozen }) => [name, left, frozen])).toEqual([
      ['d', 36, true],
      ['e', 156, true],
      ['a', 256, false],
    ]);
  });
  it('the name takes the room that is left, numbers stand right', () => {
    const columns = columnsOf(table([field('code'), field('key_name', { list_width: 300 }), field('n', { data_type: 'numeric' })]));
    expect(gridTemplate(columns, true, 116)).toBe('36px 100px minmax(240px, 1fr) 100px 116px');
    expect(columns.map((column) => column.align)).toEqual(['left', 'left', 'right']);
  });
  it('a flow table says its step, and asks for who holds it', () => {
    const flow = table([field('a')], { flow: 1, styles: [{ uid: 's', field: 'x', value: '1', style: 'off', target: 'ROW' }] });
    expect(columnsOf(flow).map((column) => column.name)).toEqual(['a', 'review_state']);
    expect(listAsk(flow).fields).toBe('key_name,a,review_state,x,review_entity');
  });
  it('a unit that all amounts share stands once', () => {
    const { unitOf } = createUnits({ currency: { currency: '万美元', currency_en: 'USD 10,000' }, each: false }, 'zh_CN');
    const money = { data_type: 'numeric', money: 1 } as const;
    const power = { data_type: 'numeric', unit: '兆瓦', unit_en: 'MW' } as const;
    const shared = (...fields: FieldDef[]) => sharedUnit(columnsOf(table(fields)), unitOf);
    expect(shared(field('a', money), field('b', money), field('c', { data_type: 'numeric', unit: '%' }))).toEqual({
      unit: '万美元',
      money: true,
    });
    expect(shared(field('a', power), field('b', power))).toEqual({ unit: '兆瓦', money: false });
    expect(shared(field('a', money), field('b', power))).toBeNull();
    expect(shared(field('a'))).toBeNull();
  });
});

describe('a list that is wider than its sheet', () => {
  const label = (def: object | null | undefined) => String((def as { key_name_en?: string })?.key_name_en ?? '');
  const columns = columnsOf(
    table([field('key_name', { list_width: 300 }), field('a', { list_width: 200 }), field('n', { data_type: 'numeric', list_width: 120 })]),
  );
  const need = (...widths: number[]) => widths.map((whole) => ({ whole, least: Math.min(whole, 96) }));
  it('keeps the declared widths where they fit', () => {
    expect(fitColumns(columns, need(160, 80, 100), 560).map((column) => column.width)).toEqual([240, 200, 120]);
  });
  it('takes from each what it does not need, and never more', () => {
    const needed = [160, 80, 100].map((whole) => ({ whole, least: whole }));
    expect(fitColumns(columns, needed, 450).map((column) => column.width)).toEqual([200, 140, 110]);
    expect(fitColumns(columns, needed, 100).map((column) => column.width)).toEqual([160, 80, 100]);
  });
  it('cuts words before it scrolls sideways, and no further than can be read', () => {
    const needed = [
      { whole: 160, least: 160 },
      { whole: 167, least: 113 },
      { whole: 100, least: 100 },
    ];
    const widths = (room: number) => fitColumns(columns, needed, room).map((column) => column.width);
    expect(widths(427)).toEqual([160, 167, 100]);
    expect(widths(400)).toEqual([160, 140, 100]);
    expect(widths(380)).toEqual([160, 120, 100]);
  });
  it('quality: what is wider than its sheet all the same ends it with a whole column: no figure is cut among its digits', () => {
    const needed = [160, 80, 100].map((whole) => ({ whole, least: whole }));
    const widths = (room: number) => fitColumns(columns, needed, room).map((column) => column.width);
    expect(widths(339)).toEqual([259, 80, 100]);
    expect(widths(240)).toEqual([160, 80, 100]);
    expect(widths(239)).toEqual([239, 80, 100]);
    expect(widths(159)).toEqual([160, 80, 100]);
  });
  it('quality: a name has the room that the others do not need, before they have what they declare', () => {
    const needed = [
      { whole: 300, least: 160 },
      { whole: 180, least: 96 },
      { whole: 100, least: 100 },
    ];
    const widths = (room: number) => fitColumns(columns, needed, room).map((column) => column.width);
    expect(widths(580)).toEqual([300, 180, 100]);
    expect(widths(500)).toEqual([220, 180, 100]);
    expect(widths(440)).toEqual([160, 180, 100]);
    expect(widths(400)).toEqual([160, 140, 100]);
  });
  it('quality: what a name needs is its words, up to what a line can be read in', () => {
    const { figure, rate } = createUnits({ currency: null, each: false }, 'en_US');
    const needed = (key_name_en: string) =>
      neededWidth(columns[0]!, { rows: [{ id: 1, key_name_en } as WireRow], sums: {}, label, locale: 'en_US', figure, rate });
    expect(needed('n').whole).toBe(160);
    expect(needed('North Harbour terminal: crane')).toEqual({ whole: 226, least: 160 });
    expect(needed('n'.repeat(200)).whole).toBe(337);
  });
  it('gives a column what it needs beyond its declared width, from the name', () => {
    expect(fitColumns(columns, need(160, 250, 100), 560).map((column) => column.width)).toEqual([200, 250, 110]);
  });
  it('LIST-04 does not change its columns because one turns a page: what was needed before stays', () => {
    expect(neededSoFar(need(90, 120, 40), undefined)).toEqual(need(90, 120, 40));
    expect(neededSoFar(need(70, 130, 40), need(90, 120, 40))).toEqual(need(90, 130, 40));
  });
  it('LIST-04 names of several records need the room of their words, of more than two of the first and how many', () => {
    const [, column] = columnsOf(table([field('key_name'), field('of', { data_type: 'entities', source: 'role' })]));
    const { figure, rate } = createUnits({ currency: null, each: false }, 'zh_CN');
    const of = ['值班长助理', '出纳', '处长'].map((key_name, at) => ({ id: at + 1, key_name }));
    const needed = (n: number) =>
      neededWidth(column!, { rows: [{ id: 1, of: of.slice(0, n) } as WireRow], sums: {}, label, locale: 'zh_CN', figure, rate }).whole;
    expect([0, 1, 2, 3].map(needed)).toEqual([57, 82, 121, 137]);
  });
  it('LIST-04 a choice that is drawn with a mark needs the room of it', () => {
    const [marked, plain] = (['done', 'none'] as const).map((look) => {
      const items = [{ id: 1, key_name: '启用', key_name_en: 'In general use', look }];
      const [, column] = columnsOf(table([field('key_name'), field('status', { data_type: 'radio', items })]));
      const { figure, rate } = createUnits({ currency: null, each: false }, 'zh_CN');
      return neededWidth(column!, { rows: [{ id: 1, status: { id: 1 } }], sums: {}, label, locale: 'zh_CN', figure, rate }).whole;
    });
    expect(marked! - plain!).toBe(16);
  });
  it('does not cut a number to call', () => {
    const [, column] = columnsOf(table([field('key_name'), field('mobile', { data_type: 'mobile' })]));
    const { figure, rate } = createUnits({ currency: null, each: false }, 'zh_CN');
    const rows = [{ id: 1, mobile: '13800002601' }];
    const { least } = neededWidth(column!, { rows, sums: {}, label, locale: 'zh_CN', figure, rate });
    expect(least).toBeGreaterThan(textWidth('138 0000 2601'));
  });
  it('does not cut figures', () => {
    const row = { id: 1, n: '12345678.5' };
    const { figure, rate } = createUnits({ currency: null, each: false }, 'en_US');
    const needed = (at: number, ...rows: WireRow[]) => neededWidth(columns[at]!, { rows, sums: {}, label, locale: 'en_US', figure, rate });
    expect(needed(2, row).least).toBeGreaterThan(textWidth('12,345,678.50'));
    expect(needed(2, row).whole).toBeLessThan(150);
    const [bar] = columnsOf(table([field('n', { data_type: 'numeric', length: '6,2', ListShow: 'PROGRESS', frozen: 1 }), field('a')]));
    const wide = (n: string) => neededWidth(bar!, { rows: [{ id: 1, n }], sums: {}, label, locale: 'en_US', figure, rate }).least;
    expect(wide('99.96')).toBeGreaterThan(textWidth('99.96%') + 40);
    expect(needed(1, { id: 1, a: '字'.repeat(200) })).toEqual({ whole: 167, least: 113 });
  });
});

describe('LIST-06 and LIST-07', () => {
  const styled = table([field('s')], {
    flow: 1,
    styles: [
      { uid: '1', field: 's', value: '5,6', style: 'off', target: 'ROW' },
      { uid: '2', field: 's', value: '6', style: 'late', target: 'ROW' },
      { uid: '4', field: 'plain', value: '0', style: 'blank', target: 'Cell' },
      { uid: '3', field: 'n', value: '7', style: 'strong', target: 'Cell' },
    ],
    states: [{ uid: 'x', value: '2', key_name: '审', key_name_en: 'R', look: 'flow' }],
  });
  it('styles by value of a field, the first rule that holds', () => {
    expect(rowStyles(styled, { id: 1, s: { id: 6 }, plain: 1 })).toEqual({ row: 'off', cells: {} });
    expect(rowStyles(styled, { id: 1, s: 1, n: '7', plain: 1 })).toEqual({ row: null, cells: { n: 'strong' } });
    const plain = [{ id: 0 }, null, { id: 1 }].map((value) => rowStyles(styled, { id: 1, plain: value, n: 7 }).cells);
    expect(plain).toEqual([{ plain: 'blank', n: 'strong' }, { plain: 'blank', n: 'strong' }, { n: 'strong' }]);
  });
  it('LIST-04 a figure that a rule makes bold has the room of bold figures', () => {
    const def = table([field('key_name'), field('n', { data_type: 'numeric' })], {
      styles: [{ uid: 'y', field: 's', value: '1', style: 'strong', target: 'ROW' }],
    });
    const [, column] = columnsOf(def);
    const { figure, rate } = createUnits({ currency: null, each: false }, 'zh_CN');
    const label = () => '';
    const needed = (s: string) => {
      const rows = [{ id: 1, s, n: '123456789.25' }];
      return neededWidth(column!, { rows, sums: {}, label, locale: 'zh_CN', figure, rate, isBold: boldCells(def) }).least;
    };
    expect(needed('1') - needed('2')).toBeGreaterThanOrEqual(4);
    expect(boldCells(table([field('key_name')]))).toBeUndefined();
  });
  it('says who holds a record, and whether that is me', () => {
    const row = { id: 1, review_state: { id: 2 }, review_entity: [{ id: 4, key_name: 'Chen' }] };
    expect(stepOf(styled, row, 9)).toEqual({ id: 2, look: 'flow', mine: false, draft: false, holders: [{ id: 4, key_name: 'Chen' }] });
    expect(stepOf(styled, { ...row, review_entity: ',3,9,' }, 9)).toEqual({ id: 2, look: 'mine', mine: true, draft: false, holders: [] });
  });
  it('a draft of mine waits for nobody; what came back to me waits for me', () => {
    const draft = { id: 1, review_state: { id: 1 }, review_entity: ',9,' };
    const drafts = { ...styled, states: [{ uid: 'y', value: '1', key_name: '草稿', key_name_en: 'Draft', look: 'draft' as const }] };
    expect(stepOf(drafts, draft, 9)).toMatchObject({ look: 'draft', mine: false, draft: true });
    const back = { ...draft, _returned: { id: 3, key_name: '郑岚' } } as unknown as WireRow;
    expect(stepOf(drafts, back, 9)).toMatchObject({ look: 'mine', mine: true, draft: false });
  });
});

describe('LIST-09', () => {
  it.each([
    [1501, 6],
    [1500, 8],
    [1001, 8],
    [1000, 12],
  ])('at %i px a filter takes %i of 24', (width, span) => {
    expect(filterSpan(width)).toBe(span);
  });
  it('where the table says how many stand beside each other, each takes its part of 24, whatever the window', () => {
    for (const width of [1600, 1200, 800]) expect([1, 2, 4, 6].map((columns) => filterSpan(width, columns))).toEqual([24, 12, 6, 4]);
  });
  it.each([
    [['2', '10'], false],
    [['10', '2'], true],
    [['2026-02-01', '2026-01-31'], true],
    [['5', null], false],
    [{ op: 'in', value: [1] }, false],
  ] as const)('%o is backwards: %s', (filter, backwards) => {
    expect(isBackwards(filter as never)).toBe(backwards);
  });
});

describe('what a list asks for', () => {
  const made = (...actions: ListAction[]) => actions.reduce(reduceList, startState(10));
  it('LIST-11 begins with 10 rows; an unknown size is not taken', () => {
    expect(startState(10).rows).toBe(10);
    expect(startState(7).rows).toBe(10);
    expect(startState(50).rows).toBe(50);
    expect([30, 500, 1000, 40].map((rows) => startState(rows).rows)).toEqual([30, 500, 1000, 10]);
  });
  it('LIST-11 offers what its table says, else 10, 20, 50 and 100, and what it has', () => {
    expect([sizesOf(undefined, 10), sizesOf(table([]), 30), sizesOf(table([], { page_sizes: [10, 30, 1000] }), 10)]).toEqual([
      [10, 20, 50, 100],
      [10, 20, 30, 50, 100],
      [10, 30, 1000],
    ]);
  });
  it('narrowing goes back to page 1 and forgets the exact total', () => {
    const state = made({ type: 'page', page: 5 }, { type: 'exact' }, { type: 'keyword', keyword: ' 三峡 ' });
    expect(state).toMatchObject({ page: 1, exact: false, keyword: '三峡' });
    expect(made({ type: 'page', page: 5 }, { type: 'filter', fields: { a: 1 } }).page).toBe(1);
  });
  it('sorting goes up, down, and away', () => {
    const sort: ListAction = { type: 'sort', field: 'a' };
    expect([made(sort), made(sort, sort), made(sort, sort, sort)].map((state) => state.sort)).toEqual([['a', 'asc'], ['a', 'desc'], null]);
    expect(made(sort, { type: 'sort', field: 'b' }).sort).toEqual(['b', 'asc']);
  });
  it('another size keeps the first row in sight', () => {
    expect(made({ type: 'page', page: 5 }, { type: 'rows', rows: 20 }).page).toBe(3);
  });
  it('a jump to nonsense goes to page 1', () => {
    expect(made({ type: 'page', page: Number.NaN }).page).toBe(1);
    expect(made({ type: 'page', page: -3 }).page).toBe(1);
  });
  it('what the page itself narrows cannot be taken away', () => {
    const state = made({ type: 'filter', fields: { a: 1, p: 9 } }, { type: 'sort', field: 'a' });
    expect(wireFilters(state, { p: 4 })).toEqual({ fields: { a: 1, p: 4 }, sort: [['a', 'asc']] });
    expect(wireFilters(made({ type: 'filter', fields: { a: 1 } }, { type: 'reset' }))).toBeUndefined();
  });
});

it.each([
  [1, 1, [1]],
  [1, 4, [1, 2, 3, 4]],
  [2, 4, [1, 2, 3, 4]],
  [1, 3, [1, 2, 3]],
  [5, 10, [1, 0, 4, 5, 6, 0, 10]],
  [3, 10, [1, 2, 3, 4, 0, 10]],
  [10, 10, [1, 0, 9, 10]],
] as const)('LIST-11 at page %i of %i shows %o, 0 for a gap', (page, last, numbers) => {
  expect(pageNumbers(page, last)).toEqual(numbers);
});

it('LIST-12 the height of a table in a dialog', () => {
  expect([200, 300, 301, 900].map(tableHeight)).toEqual([500, 500, 101, 700]);
});

describe('quality: what a very wide list draws', () => {
  const wide = columnsOf(
    table(Array.from({ length: 10 }, (_, at) => field(`c${at}`, { list_width: 100, ...(at === 9 ? { frozen: 1 } : {}) }))),
  );
  const drawn = (from: number, to: number) => columnsWithin(wide, 36, from, to).map(({ name }) => name);
  it('the columns in sight, those cut by an edge, and the frozen ones wherever it stands', () => {
    expect(wide[0]!.name).toBe('c9');
    expect(drawn(-400, 250)).toEqual(['c9', 'c0', 'c1']);
    expect(drawn(436, 640)).toEqual(['c9', 'c3', 'c4', 'c5']);
    expect(wide.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe('quality: a column of words behind one of figures stands off from it', () => {
  const columns = columnsOf(
    table([field('a'), field('n', { data_type: 'numeric' }), field('d', { data_type: 'date' }), field('m', { data_type: 'numeric' })]),
  );
  it('by 12 px more than others, which it also needs', () => {
    expect(columns.map(({ apart }) => apart)).toEqual([false, false, true, false]);
    const measured = { rows: [], sums: {}, label: () => 'xx', locale: 'en_US' as const, figure: () => '', rate: () => '' };
    expect(neededWidth(columns[2]!, measured).whole - neededWidth({ ...columns[2]!, apart: false }, measured).whole).toBe(12);
  });
});
