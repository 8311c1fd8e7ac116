import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { createUnits } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { columnsOf } from '../state/columns.ts';
import { startState } from '../state/list-state.ts';
import { withPlaces } from '../state/places.ts';
import type { ListController } from '../state/use-list-page.ts';
import { Head } from './Head.tsx';
import { Row } from './Row.tsx';
import { RowActions } from './RowActions.tsx';
import { SumRow } from './SumRow.tsx';

const field = (field_name: string, rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type: 'text' },
  ...rest,
});
const table: TableDef = {
  ...{ uid: 't', table_name: 't', key_name: '计划', key_name_en: 'Plans', states: [] },
  fields: [
    field('key_name'),
    field('price', { data_type: 'numeric', stat: 'SUM' }),
    field('roles', { data_type: 'entities', source: 'role' }),
  ],
};
const ROW = { id: 7, key_name: '北港', price: '12.00', roles: ['甲', '乙', '丙'].map((key_name, at) => ({ id: at + 1, key_name })) };
const listOf = (rest: Partial<ListController>): ListController =>
  ({
    ...{ mode: 'LIST', table, columns: columnsOf(table, rest.boxes ?? true), rows: [ROW], total: 1, totalKind: 'exact', boxes: true },
    ...{ state: startState(10), sums: { price: '12.00' }, selection: { has: () => false, rows: [] }, hand: { actionsOf: () => [] } },
    ...rest,
  }) as unknown as ListController;
const drawn = (node: ReactNode): string => renderToStaticMarkup(node);
const text = (node: ReactNode): string =>
  drawn(node)
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|');
const place = { id: 'r', index: 0, me: 1, current: false, chosen: false, top: 0, height: 36, template: '' };
const rowOf = (list: ListController) => (
  <Row
    {...place}
    {...{ table, mode: 'LIST' as const, boxes: list.boxes, hand: list.hand, row: ROW, seen: { columns: list.columns, of: null } }}
  />
);

beforeAll(() => {
  addTexts(LATER_ZH, LATER_EN);
  chooseLocale('zh_CN');
});

describe('LIST-08 boxes stand where something can be done with what is chosen', () => {
  it.each([
    [true, 1],
    [false, 0],
  ])('%s', (boxes, each) => {
    const list = listOf({ boxes });
    const count = (node: ReactNode) => drawn(node).split('type="checkbox"').length - 1;
    expect(count(rowOf(list))).toBe(each);
    expect(count(<Head list={list} columns={list.columns} template="" />)).toBe(each);
    expect(drawn(rowOf(list)).includes('aria-selected')).toBe(boxes);
  });
});

it('LIST-04 what stays in place says where in a place of its own: its head is not moved where nothing scrolls aside', () => {
  const list = listOf({});
  const columns = list.columns.map((column) => ({ ...column, frozen: column.at === 0 }));
  const html = drawn(<Head list={list} columns={columns} template="" />);
  expect(html).toContain('style="--left:36px"');
  expect(html).not.toMatch(/style="left:|;left:/);
  // rows are many, and lie where they are unless something scrolls aside
  expect(drawn(rowOf(listOf({ columns })))).toContain('style="left:36px"');
});

it('LIST-05 the word before the sums begins over all columns, and has the room before the first figure', () => {
  const columns = columnsOf(table);
  const html = drawn(<SumRow list={listOf({})} columns={columns} template="" />);
  expect(html).toMatch(/--begins:2;--ends:3;--lead:36px;/);
  expect(html).toContain('style="grid-row:1;grid-column:3"');
});

it('LIST-05 rows and their sum stand point below point where one has more decimals than the others', () => {
  const { figure } = createUnits({ currency: null, each: false }, 'zh_CN');
  const even = columnsOf({ ...table, fields: table.fields.map((each) => ({ ...each, length: '18,6', format: '2' })) });
  const columns = withPlaces(even, [{ price: '12.0050' }, { price: '3' }], figure);
  const list = listOf({ columns });
  const lacking = (node: ReactNode) => [...drawn(node).matchAll(/data-lacking="([^"]*)"/g)].map(([, text]) => text);
  expect([lacking(rowOf(list)), lacking(<SumRow list={list} columns={columns} template="" />)]).toEqual([['0'], ['0']]);
  expect(withPlaces(even, [{ price: '12.00' }, { price: '3' }, {}], figure)).toEqual(even);
  expect(lacking(rowOf(listOf({})))).toEqual([]);
});

it('LIST-05 sums say that they follow the filter where there is one', () => {
  const said = (state: ListController['state']) => text(<SumRow list={listOf({ state })} columns={columnsOf(table)} template="" />);
  expect(said(startState(10))).not.toContain('按当前筛选');
  expect(said({ ...startState(10), keyword: '北' })).toContain('共 1 条，按当前筛选');
});

it('LIST-04 of more than two names a row says the first and how many', () => {
  expect(text(rowOf(listOf({})))).toContain('甲 等 3 个');
});

it('LIST-04 of a very wide list a cell says its place only where it does not stand behind the one before it', () => {
  const seen = (ats: readonly number[]) => {
    const list = listOf({});
    const columns = ats.map((at) => ({ ...list.columns[at % 3]!, name: `c${at}`, at, frozen: false }));
    return drawn(<Row {...place} {...{ table, mode: 'SELECT', boxes: true, hand: list.hand, row: ROW, seen: { columns, of: 40 } }} />);
  };
  const placed = (html: string) =>
    [...html.matchAll(/aria-colindex="(\d+)"(?: style="grid-column:(\d+)")?/g)].map(([, at, column]) => [at, column]);
  expect(placed(seen([0, 1, 7, 8, 20]))).toEqual([
    ['2', undefined],
    ['3', undefined],
    ['9', '9'],
    ['10', undefined],
    ['22', '22'],
  ]);
  expect(placed(seen([5, 6]))).toEqual([
    ['7', '7'],
    ['8', undefined],
  ]);
});

it('LIST-07 a draft of mine is gone on with', () => {
  const actions = [
    { uid: 'show', op: 'Show', key_name: '查看', key_name_en: 'Show' },
    { uid: 'modify', op: 'Modify', key_name: '修改', key_name_en: 'Edit' },
  ];
  const list = listOf({ hand: { actionsOf: () => actions } as unknown as ListController['hand'] });
  const step = { id: 1, look: 'draft' as const, mine: false, draft: true, holders: [] };
  expect(text(<RowActions hand={list.hand} row={ROW} step={step} />)).toContain('继续填写');
  expect(text(<RowActions hand={list.hand} row={ROW} step={{ ...step, draft: false }} />)).toContain('查看');
});

describe('LIST-04 words stand in their cell without an element of their own', () => {
  const cellOf = (def: Partial<FieldDef>, value: unknown, more: Partial<TableDef> = {}): string => {
    const of: TableDef = { ...table, fields: [field('key_name', { key_name_en: '' }), field('it', def)], ...more };
    const row = { id: 1, key_name: 'n', it: value };
    const seen = { columns: columnsOf(of).filter(({ name }) => name === 'it'), of: null };
    const html = drawn(<Row {...place} {...{ table: of, mode: 'SELECT' as const, boxes: false, hand: listOf({}).hand, row, seen }} />);
    return /<div[^>]*role="gridcell"[^>]*>.*?<\/div>/.exec(html)![0].replace(/ class="[^"]*"/g, '');
  };
  it('a text with all of it in its title, a figure and a day without, names of several as many as have room', () => {
    expect(cellOf({}, '甲 & 乙')).toBe('<div role="gridcell" title="甲 &amp; 乙">甲 &amp; 乙</div>');
    expect(cellOf({ data_type: 'numeric', length: '18,2' }, '1234.5')).toBe('<div role="gridcell">1,234.50</div>');
    expect(cellOf({ data_type: 'numeric', length: '18,2' }, null)).toBe('<div role="gridcell">–</div>');
    expect(cellOf({ data_type: 'date' }, '2026-11-29')).toBe('<div role="gridcell">2026-11-29</div>');
    const people = ['甲', '乙', '丙'].map((key_name, id) => ({ id, key_name }));
    expect(cellOf({ data_type: 'entities', source: 'role' }, people)).toMatch(
      /^<div role="gridcell" title="甲、乙、丙">甲[^<]*3[^<]*<\/div>$/,
    );
    const items = [{ id: 1, key_name: '高', key_name_en: 'High' }];
    expect(cellOf({ data_type: 'select', items }, { id: 1 })).toBe('<div role="gridcell" title="高">高</div>');
  });

  it('what is marked, linked, withheld, hidden by a rule or empty is drawn as before', () => {
    const items = [{ id: 1, key_name: '高', key_name_en: 'High', look: 'done' as const }];
    const blank: Partial<TableDef> = { styles: [{ uid: 's', target: 'Cell', field: 'it', value: 'x', style: 'blank' }] };
    for (const html of [
      cellOf({}, null),
      cellOf({ ListShow: 'TAG' }, 'x'),
      cellOf({ ListShow: 'LINK' }, 'x'),
      cellOf({ data_type: 'numeric', length: '5,2', ListShow: 'PROGRESS' }, '5'),
      cellOf({ data_type: 'select', items }, { id: 1 }),
      cellOf({ data_type: 'entity', source: 'role' }, { id: 1, unauthorized: 1, key_name: '' }),
      cellOf({}, 'x', blank),
    ])
      expect(html).toMatch(/^<div role="gridcell"><(span|div)/);
  });
});
