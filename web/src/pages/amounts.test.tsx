import { readdirSync, readFileSync } from 'node:fs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { Amounts, createUnits } from '#web/fields/amounts.tsx';
import { FieldHostProvider } from '#web/fields/host.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { FORM_EN, FORM_ZH } from '#web/i18n/parts/form.ts';
import { fieldHost } from './field-host.ts';
import { Sections } from './form/content/Sections.tsx';
import { EMPTY, type FormState, reduceForm } from './form/state/form-state.ts';
import { createTyping } from './form/state/typing.ts';
import { Cards } from './list/cards/Cards.tsx';
import { Chips } from './list/filter/Chips.tsx';
import { FilterPanel } from './list/filter/FilterPanel.tsx';
import { FilterRow } from './list/filter/FilterRow.tsx';
import { columnsOf } from './list/state/columns.ts';
import { startState } from './list/state/list-state.ts';
import type { ListController } from './list/state/use-list-page.ts';
import { Head } from './list/table/Head.tsx';
import { Row } from './list/table/Row.tsx';
import { SumRow } from './list/table/SumRow.tsx';

const YUAN = { currency: '万元', currency_en: 'CNY 10,000' };
const DOLLARS = { currency: '万美元', currency_en: 'USD 10,000' };

const field = (field_name: string, key_name: string, key_name_en: string, rest: Partial<FieldDef>): FieldDef => ({
  ...{ uid: field_name, field_name, key_name, key_name_en },
  data_type: 'numeric',
  ...rest,
});
const name = field('key_name', '名称', 'Name', { data_type: 'text' });
const price = field('price', '总投资', 'Price', { length: '18,6', format: '2', money: 1, stat: 'SUM', search: 1 });
const rate = field('rate', '收益率', 'Return', { length: '8,4', format: '1', unit: '%', unit_en: '%' });
const power = field('power', '容量', 'Capacity', { length: '12,3', unit: '兆瓦', unit_en: 'MW' });
const table: TableDef = {
  ...{ uid: 't', table_name: 'plan', key_name: '计划', key_name_en: 'Plans', states: [] },
  fields: [name, price, rate, power],
  subtables: [
    {
      ...{ uid: 's', key_name: '来源', key_name_en: 'Funding', table_name: 'fund', parent_field: 'plan_entity', inline: 1 },
      check: [{ sum: 'price', equals: 'price', remark: '须相等', remark_en: 'must agree' }],
    },
  ],
};
const fund: TableDef = { ...table, table_name: 'fund', fields: [price, power], subtables: [] };
const ROW: WireRow = { id: 7, key_name: '北港', price: '1200.000000', rate: '8.2000', power: '45.000' };

/** As it is read: whether a line may end at a blank is not seen. */
const read = (text: string): string => text.replaceAll('\u00a0', ' ');
/** What a reader sees: texts and what stands in inputs, tags taken away. */
const seen = (node: ReactNode): string =>
  read(renderToStaticMarkup(<FieldHostProvider value={fieldHost}>{node}</FieldHostProvider>))
    .replace(/<input[^>]*?value="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|')
    .replace(/&#x27;/g, "'");

/** A list as its controller would have it. */
function listOf(rows: readonly WireRow[], rest: Partial<ListController> = {}): ListController {
  return {
    isFixed: () => false,
    ...{ cloud: 'plan', mode: 'LIST', table, columns: columnsOf(table), rows, total: rows.length, totalKind: 'exact', density: 'normal' },
    ...{ currency: YUAN, mixed: rows.some((row) => row._currency), sums: { price: '2400.000000' }, state: startState(10) },
    filtering: { fields: {}, isHalf: false },
    ...{ selection: { has: () => false, rows: [] }, boxes: true, toolbar: [], hand: { actionsOf: () => [] } },
    ...rest,
  } as unknown as ListController;
}

/** Everything that a list prints, row by row. */
function listed(list: ListController): string {
  const columns = list.columns;
  const place = { id: 'r', index: 0, current: false, chosen: false, top: 0, height: 36, template: '' };
  return seen(
    <Amounts of={list.currency} each={list.mixed}>
      <FilterRow list={list} grouping={null} />
      <Head list={list} columns={columns} template="" />
      {list.rows.map((row) => (
        <Row key={row.id} {...place} table={table} mode="LIST" boxes hand={list.hand} seen={{ columns, of: null }} row={row} me={1} />
      ))}
      <SumRow list={list} columns={columns} template="" />
      <FilterPanel list={list} />
    </Amounts>,
  );
}

/** Everything that a form prints of these fields, read and typed. */
function formed(op: 'Show' | 'Modify', subRows: readonly Record<string, unknown>[], currency = YUAN, def = table, values = ROW): string {
  const loaded = reduceForm(EMPTY, { type: 'load', values, subs: { 'fund.plan_entity': subRows } });
  const store = createStore<FormState>(() => loaded);
  const filler = { user: { id: 1, key_name: '甲' }, today: '2026-11-21' };
  const typing = createTyping(store, {
    table: def,
    op,
    review_state: 1,
    filler,
    subs: () => [],
    read: async () => ({}),
    copies: new Map(),
  });
  return seen(
    <Amounts of={currency}>
      <Sections typing={typing} subs={[{ def: table.subtables![0]!, table: fund }]} cloud="plan" id={7} />
    </Amounts>,
  );
}

beforeAll(() => {
  addTexts(LATER_ZH, LATER_EN);
  addTexts(FORM_ZH, FORM_EN);
  vi.stubGlobal('window', { innerWidth: 1440 });
});
afterAll(() => {
  chooseLocale('zh_CN');
  vi.unstubAllGlobals();
});

describe.each([
  ['zh_CN', YUAN, '万元', '万美元'],
  ['zh_CN', DOLLARS, '万美元', '万元'],
  ['en_US', YUAN, 'CNY 10,000', 'USD 10,000'],
  ['en_US', DOLLARS, 'USD 10,000', 'CNY 10,000'],
] as const)('CAPEX-08 in %s, a record in %o', (locale, currency, unit, other) => {
  const zh = locale === 'zh_CN';
  const of = (label: string, unitText: string = unit) =>
    zh ? `${label}（${unitText}）` : `${label} (${/\d/.test(unitText) ? 'unit: ' : ''}${unitText})`;
  const [total, capacity] = zh ? ['总投资', '容量'] : ['Price', 'Capacity'];
  beforeAll(() => chooseLocale(locale));

  it('a list says it in its heads, above figures and sum, and at its filters', () => {
    const text = listed(listOf([ROW], { currency }));
    expect(text).toContain(`|${of(total)}|`);
    expect(text).toContain('|1,200.00|');
    expect(text).toContain('|2,400.00|');
    expect(text).toContain('|8.2%|');
    expect(text).toContain(`|${of(capacity, zh ? '兆瓦' : 'MW')}|`);
    expect(text.split(of(total)).length - 1).toBe(2);
    expect(text).not.toContain(other);
  });

  it('a list of amounts alone says it once, above', () => {
    const columns = columnsOf({ ...table, fields: [name, price] });
    const text = listed(listOf([ROW], { currency, columns }));
    expect(text).toContain(zh ? `|金额单位：${unit}|` : `|Amount unit: ${unit}|`);
    expect(text).not.toContain(other);
  });

  it('rows of several domains each say their own, and nothing is summed', () => {
    const away = currency === YUAN ? DOLLARS : YUAN;
    const alone = (what: string) => (zh ? `|1,200.00 ${what}|` : `|1,200.00 × ${what}|`);
    const text = listed(listOf([ROW, { ...ROW, id: 8, _currency: away }], { currency, sums: {} }));
    expect(text).toContain(alone(unit));
    expect(text).toContain(alone(other));
    expect(text).not.toContain(of(total));
    expect(text).not.toContain('2,400.00');
    expect(text).not.toContain(zh ? '合计' : '|Total|');
  });

  it('a card of the phone says it beside the figure', () => {
    const away = currency === YUAN ? DOLLARS : YUAN;
    const alone = (what: string) => (zh ? `1,200.00 ${what}` : `1,200.00 × ${what}`);
    expect(seen(<Cards list={listOf([ROW], { currency })} />)).toContain(alone(unit));
    expect(seen(<Cards list={listOf([{ ...ROW, _currency: away }], { currency })} />)).toContain(alone(other));
  });

  it.each(['Show', 'Modify'] as const)('a form, %s: at its labels, its sub-table and its check', (op) => {
    const text = formed(op, [{ id: 1, price: '1200.000000', power: '3' }], currency);
    expect(text).toContain(`|${of(total)}|`);
    expect(text).toContain(zh ? `|${unit}|` : `|unit: ${unit}|`);
    expect(text).toContain(of(capacity, zh ? '兆瓦' : 'MW'));
    expect(text).toContain(op === 'Show' ? '|8.2%|' : of(zh ? '收益率' : 'Return', '%'));
    expect(text.match(/1,200\.00/g)!.length).toBeGreaterThanOrEqual(4);
    expect(text).not.toContain(other);
  });

  it('the sum in words says it with each amount, whether it agrees or not', () => {
    const alone = (figure: string) => (zh ? `${figure} ${unit}` : `${figure} × ${unit}`);
    const agrees = formed('Modify', [{ id: 1, price: '1200.000000', power: '3' }], currency);
    expect(agrees).toContain(zh ? `合计与总投资 ${alone('1,200.00')}一致` : `The total agrees with Price ${alone('1,200.00')}`);
    const differs = formed('Modify', [{ id: 1, price: '200.000000', power: '3' }], currency);
    const [all, sum, rest] = [alone('1,200.00'), alone('200.00'), alone('1,000.00')];
    expect(differs).toContain(zh ? `总投资 ${all}，合计 ${sum}，相差 ${rest}` : `Price ${all}, total ${sum}, ${rest} apart`);
  });

  it('an amount in a hint is one of the record too', () => {
    const limits = { hint: '不足 {1000} 由甲，{4999.5} 及以上由乙', hint_en: 'Below {1000} one, from {4999.5} another' };
    const units = createUnits({ currency, each: false }, locale);
    const alone = (figure: string) => (zh ? `${figure} ${unit}` : `${figure} × ${unit}`);
    const [low, high] = [alone('1,000'), alone('4,999.5')];
    expect(read(units.hintOf({ ...rate, ...limits }))).toBe(
      zh ? `不足 ${low} 由甲，${high} 及以上由乙` : `Below ${low} one, from ${high} another`,
    );
    expect(units.hintOf(price)).toBe('');
  });

  it('rows of another domain below a record: their own money, and no sum', () => {
    const away = currency === YUAN ? DOLLARS : YUAN;
    const text = formed('Show', [{ id: 1, price: '5.000000', power: '3', _currency: away }], currency);
    expect(text).toContain(zh ? `|5.00 ${other}|` : `|5.00 × ${other}|`);
    expect(text).not.toContain('|5.00|');
  });

  it('a figure that stands alone, as in the head of a record', () => {
    const units = createUnits({ currency, each: false }, locale);
    expect(read(units.alone(price, '1200'))).toBe(zh ? `1,200.00 ${unit}` : `1,200.00 × ${unit}`);
    expect(units.alone(price, null)).toBe('');
    expect(read(units.alone(field('n', '件数', 'Pieces', { data_type: 'int', unit: '件', unit_en: 'pcs' }), 12))).toBe(
      zh ? '12 件' : '12 pcs',
    );
  });
});

describe('FIELD-02 CAPEX-08 what is compared with 5,000 is never shown as it', () => {
  const sum = field('fund_total', '来源合计', 'Funded', { length: '18,6', format: '2', money: 1, calc: 'sum(fund.price)' });
  const done = field('done', '完成率', 'Done', { length: '6,2', format: '1', unit: '%', unit_en: '%', ListShow: 'PROGRESS' });
  const near: WireRow = { id: 7, key_name: '北港', price: '4999.996000', fund_total: '4999.996000', done: '99.96' };
  const wide: TableDef = { ...table, fields: [name, price, sum, done] };
  beforeAll(() => chooseLocale('zh_CN'));

  it('in a list: cells, calculated ones and rates, the sum, filters, a card', () => {
    const list = listOf([near], { table: wide, columns: columnsOf(wide), sums: { price: '4999.996000' } });
    const filtered = {
      ...list,
      state: { ...list.state, fields: { price: [null, '4999.996'], fund_total: ['4999.996', null] } },
    } as ListController;
    const text = `${listed(list)}${seen(<Cards list={list} />)}${seen(
      <QueryClientProvider client={new QueryClient()}>
        <Chips list={filtered} />
      </QueryClientProvider>,
    )}`;
    expect(text.match(/4,999\.996(?!\d)/g)).toHaveLength(6);
    expect(text).toContain('99.96%');
    expect(text).not.toMatch(/5,000|100\.0/);
  });

  it('in a form: the field, the sum that the page calculates, the rows, their total and its check', () => {
    const text = formed('Show', [{ id: 1, price: '4999.996', power: '3' }], YUAN, wide, near);
    expect(text.match(/4,999\.996(?!\d)/g)).toHaveLength(5);
    expect(text).not.toContain('5,000');
  });
});

it('where the money is not known an amount says none', () => {
  const units = createUnits({ currency: null, each: false }, 'zh_CN');
  expect([units.measured(price), units.alone(price, '5')]).toEqual(['总投资', '5.00']);
});

it('style: one place writes numbers with their units; every other asks it', () => {
  // what is typed is written by the field's decimals, without a unit
  const own = ['fields/amounts.tsx', 'fields/number.tsx'];
  const sources = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const writers = sources.filter((file) => {
    const source = readFileSync(`web/src/${file}`, 'utf8');
    return !own.includes(file) && /['"](?:unit|currency)(?:_en)?['"]|withUnit\(|decimalsOf\(/.test(source);
  });
  expect(sources.length).toBeGreaterThan(100);
  expect(writers).toEqual([]);
});
