import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand';
import type { TableDef } from '#protocol/meta/table.ts';
import { FieldHostProvider } from '#web/fields/host.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { FORM_EN, FORM_ZH } from '#web/i18n/parts/form.ts';
import { fieldHost } from '../../../field-host.ts';
import { EMPTY, type FormState, reduceForm } from '../../state/form-state.ts';
import { createTyping } from '../../state/typing.ts';
import { Subtable } from '../Subtable.tsx';

const on = vi.hoisted(() => ({ paper: false }));
vi.mock('#web/ui/use-media.ts', () => ({ useMedia: () => false, usePhone: () => false, usePrinting: () => on.paper }));

const price = {
  uid: 'p',
  field_name: 'price',
  key_name: '金额',
  key_name_en: 'Price',
  data_type: 'numeric',
  length: '18,2',
  stat: 'SUM',
} as const;
const sub = { uid: 's', key_name: '来源', key_name_en: 'Funding', table_name: 'fund', parent_field: 'plan_entity', inline: 1 } as const;
const table: TableDef = { uid: 't', table_name: 'plan', key_name: '计划', key_name_en: 'Plans', states: [], fields: [], subtables: [sub] };
const fund: TableDef = { ...table, table_name: 'fund', fields: [price], subtables: [] };

function drawn(n: number, op: 'Show' | 'Modify' = 'Modify'): string {
  const rows = Array.from({ length: n }, (_, at) => ({ id: at + 1, price: '2.00' }));
  const loaded = reduceForm(EMPTY, { type: 'load', values: { id: 7 }, subs: { 'fund.plan_entity': rows } });
  const typing = createTyping(
    createStore<FormState>(() => loaded),
    {
      ...{ table, op, review_state: 1, filler: { user: { id: 1, key_name: '甲' }, today: '2026-11-29' } },
      ...{ subs: () => [], read: async () => ({}), copies: new Map() },
    },
  );
  return renderToStaticMarkup(
    <FieldHostProvider value={fieldHost}>
      <Subtable typing={typing} sub={{ def: sub, table: fund }} cloud="plan" id={7} />
    </FieldHostProvider>,
  );
}
const rowsIn = (html: string): number => html.match(/data-sub-row=/g)?.length ?? 0;

beforeAll(() => {
  addTexts(LATER_ZH, LATER_EN);
  addTexts(FORM_ZH, FORM_EN);
});
beforeEach(() => {
  on.paper = false;
});
afterAll(() => chooseLocale('zh_CN'));

describe.each([
  ['zh_CN', '来源分页'],
  ['en_US', 'Pages of Funding'],
] as const)('SUB-01 the rows of a form by pages, %s', (locale, pages) => {
  beforeAll(() => chooseLocale(locale));

  it.each(['Show', 'Modify'] as const)('%s: ten of them are drawn, and all of them are summed', (op) => {
    const html = drawn(2_000, op);
    expect(rowsIn(html)).toBe(10);
    expect(html).toContain(`aria-label="${pages}"`);
    expect(html.slice(html.indexOf('<tfoot'))).toContain('4,000.00');
    expect(html).toContain('2,000');
  });

  it('ten rows have no pages', () => {
    expect(rowsIn(drawn(10))).toBe(10);
    expect(drawn(10)).not.toContain('<nav');
    expect(rowsIn(drawn(11))).toBe(10);
    expect(drawn(11)).toContain('<nav');
  });

  it('paper has all of them, and nothing that turns', () => {
    on.paper = true;
    expect(rowsIn(drawn(123, 'Show'))).toBe(123);
    expect(drawn(123, 'Show')).not.toContain('<nav');
  });
});

it('SUB-01 the frame of more than a hundred rows is as high as the window has room', () => {
  const frame = (n: number) => /<section class="([^"]*)"/.exec(drawn(n))![1]!;
  expect(frame(100)).not.toContain('many');
  expect(frame(101)).toContain('many');
});
