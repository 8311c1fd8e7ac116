import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { Layout } from '#protocol/meta/layout.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { laidOut } from '#protocol/rules/layout.ts';
import { listAsk, shownBelow } from '#protocol/rules/list.ts';
import { filterFields } from '../filter/filter-fields.ts';
import { columnsOf } from '../state/columns.ts';
import type { ListController } from '../state/use-list-page.ts';
import { fitColumns, neededWidth } from '../table/fit.ts';
import { contentOf, draftOf, isBelow, isColumn, movedBefore, setTo, shownAs } from './draft.ts';

const field = (name: string, rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: `t.${name}`, field_name: name, key_name: name, key_name_en: name, data_type: 'text' },
  ...rest,
});
const table: LoadedTable = {
  ...{ uid: 't', table_name: 't', key_name: '计划', key_name_en: 'Plans', states: [], flow: 1 },
  fields: [
    field('code', { search: 1, frozen: 1 }),
    field('key_name', { search: 1 }),
    field('amount', { data_type: 'numeric' }),
    field('memo', { list_hidden: 1 }),
    field('secret', { hidden: 1 }),
    field('head', { data_type: 'title' }),
  ],
};
const names = (layout: Layout) => columnsOf(laidOut(table, layout), true, layout).map(({ name }) => name);
const draft = (layout: Layout = {}) => draftOf(table, laidOut(table, layout), layout);

describe('LIST-10 a list lies as its layout says', () => {
  it('without one it is as its definition', () => {
    expect(names({})).toEqual(['code', 'key_name', 'amount', 'review_state']);
    expect(laidOut(table, undefined)).toBe(table);
  });
  it('columns in its order, shown, hidden, frozen; the step of a flow among them; rows are asked for what is shown', () => {
    const layout: Layout = {
      't.memo': { list: 1, index: 0 },
      't.review_state': { list: 1, index: 1 },
      't.key_name': { list: 1, index: 2, frozen: 1 },
      't.amount': { list: 0 },
      't.code': { list: 0 },
    };
    expect(names(layout)).toEqual(['key_name', 'memo', 'review_state']);
    expect(listAsk(laidOut(table, layout)).fields).toBe('key_name,memo,review_state,review_entity');
    expect(names({ ...layout, 't.review_state': { list: 0 } })).toEqual(['key_name', 'memo']);
  });
  it('what came since stands behind; what is gone, or never has a column, does no harm', () => {
    expect(names({ 't.amount': { index: 0 }, 't.gone': { list: 1, index: 0 }, 't.secret': { list: 1 }, 't.head': { list: 1 } })).toEqual([
      'code',
      'amount',
      'key_name',
      'review_state',
    ]);
  });
  it('a layout that leaves nothing to see lays out nothing', () => {
    const none = Object.fromEntries(table.fields.map(({ uid }) => [uid, { list: 0 as const }]));
    expect(laidOut(table, none)).toBe(table);
  });
  it('a width is kept whatever stands in the column, and another column takes what is left over', () => {
    const layout: Layout = { 't.key_name': { list_width: 222 } };
    const columns = columnsOf(laidOut(table, layout), true, layout);
    const named = columns.find(({ name }) => name === 'key_name')!;
    expect(named).toMatchObject({ width: 222, set: true, grows: false });
    expect(columns.filter(({ grows }) => grows)).toHaveLength(1);
    const measured = {
      rows: [{ id: 1, key_name: '长'.repeat(60) }],
      sums: {},
      label: () => '',
      locale: 'zh_CN',
      figure: String,
      rate: String,
    };
    const needed = columns.map((column) => neededWidth(column, measured as never));
    for (const room of [200, 2_000]) expect(fitColumns(columns, needed, room).find(({ name }) => name === 'key_name')!.width).toBe(222);
  });
  it('filters are those of the definition, but for what it says of them', () => {
    const sought = (layout: Layout) =>
      filterFields({ table: laidOut(table, layout), layout, isFixed: () => false } as unknown as ListController).map(
        ({ field_name }) => field_name,
      );
    expect(sought({})).toEqual(['code', 'key_name']);
    expect(sought({ 't.code': { search: 0 }, 't.amount': { search: 1 }, 't.secret': { search: 1 } })).toEqual(['key_name', 'amount']);
  });
});

describe('LIST-10 LIST-04 what stands below its row', () => {
  const opens: LoadedTable = {
    ...table,
    fields: [...table.fields, field('found', { data_type: 'html', expand: 1 }), field('why', { expand: 1, list_hidden: 1 })],
  };
  const of = (layout: Layout) => draftOf(opens, laidOut(opens, layout), layout);
  const below = (layout: Layout) => shownBelow(laidOut(opens, layout)).map(({ field_name }) => field_name);
  it('is shown or not as a layout says, a page of text too, and never becomes a column', () => {
    expect(below({})).toEqual(['found']);
    expect(below({ 't.found': { list: 0 }, 't.why': { list: 1 } })).toEqual(['why']);
    const columns = columnsOf(laidOut(opens, { 't.why': { list: 1, index: 0 } }), true, { 't.why': { list: 1, index: 0 } });
    expect(columns.map(({ name }) => name)).toEqual(['code', 'key_name', 'amount', 'review_state']);
  });
  it('has a part of its own in the panel, which alone does not make a list', () => {
    expect(of({}).flatMap((entry) => (isBelow(entry) ? [[entry.field.field_name, entry.list]] : []))).toEqual([
      ['found', true],
      ['why', false],
    ]);
    expect(below(contentOf(shownAs(of({}), 't.found', false)))).toEqual([]);
    const alone = of({}).map((entry) => ({ ...entry, list: isBelow(entry) }));
    expect(alone.some(isColumn)).toBe(false);
    expect(laidOut(opens, contentOf(alone))).toBe(opens);
  });
});

describe('LIST-10 the panel', () => {
  it('shows what is in the list in its order, then what may be', () => {
    expect(draft().map(({ field: { field_name }, list }) => [field_name, list])).toEqual([
      ['code', true],
      ['key_name', true],
      ['amount', true],
      ['review_state', true],
      ['memo', false],
    ]);
  });
  it('says what it shows: kept and opened again it is the same', () => {
    const by = setTo(movedBefore(shownAs(draft(), 't.memo', true), 't.amount', 't.key_name'), 't.code', {
      width: 90,
      frozen: false,
      search: false,
    });
    const content = contentOf(by);
    expect(draft(content)).toEqual(by);
    expect(names(content)).toEqual(['code', 'amount', 'key_name', 'review_state', 'memo']);
  });
  it('what it does not ask for stays: import, export, sub-tables', () => {
    const before: Layout = { 't.code': { import: 0 }, 't.rows': { export: 0 } };
    expect(contentOf(draft(before), before)).toMatchObject({ 't.code': { import: 0, list: 1 }, 't.rows': { export: 0 } });
  });
  it('what is ticked comes last among the columns, what is not goes behind them; moving onto itself changes nothing', () => {
    const order = (of: ReturnType<typeof draft>) => of.map((entry) => entry.field.field_name).join();
    expect(order(shownAs(draft(), 't.memo', true))).toBe('code,key_name,amount,review_state,memo');
    expect(order(shownAs(draft(), 't.code', false))).toBe('key_name,amount,review_state,code,memo');
    expect(movedBefore(draft(), 't.code', 't.code').map((entry) => entry.field.uid)).toEqual(draft().map((entry) => entry.field.uid));
  });
});
