import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { createStore } from 'zustand';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { FieldHostProvider } from '#web/fields/host.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { BELOW_EN, BELOW_ZH } from '#web/i18n/parts/records/below.ts';
import { fieldHost } from '#web/pages/field-host.ts';
import { type Column, columnsOf } from '../state/columns.ts';
import { startState } from '../state/list-state.ts';
import type { ListController } from '../state/use-list-page.ts';
import { fitColumns, neededWidth } from '../table/fit.ts';
import { Head } from '../table/Head.tsx';
import { Row } from '../table/Row.tsx';
import { SumRow } from '../table/SumRow.tsx';
import { Facts } from './Facts.tsx';
import { pressedOn } from './keys.ts';
import { useOpener } from './opener.tsx';
import { Panel } from './Panel.tsx';
import { CLOSED, turned } from './stand.ts';
import { type Below, BelowProvider } from './use-below.ts';
import type { Known } from './use-values.ts';

const field = (field_name: string, rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: `${field_name} 名`, key_name_en: field_name, data_type: 'text' },
  ...rest,
});
const table: TableDef = {
  ...{ uid: 't', table_name: 't', key_name: '巡检', key_name_en: 'Visits', states: [] },
  fields: [
    field('key_name', { frozen: 1 }),
    field('hours', { data_type: 'numeric', stat: 'SUM' }),
    field('found', { data_type: 'textarea', expand: 1, english: 1 }),
    field('cost', { data_type: 'numeric', length: '8,2', unit: '元', unit_en: 'yuan', expand: 1 }),
    field('site', { data_type: 'entity', source: 's', expand: 1 }),
  ],
};
const ROW = { id: 7, key_name: '北港', hours: '2.0' } as unknown as WireRow;
const RECORD = { id: 7, found: '漏油', found_en: 'Oil leaks', cost: '12.50', site: { id: 1, key_name: '北港站' } } as unknown as WireRow;
const listOf = (rest: Partial<ListController> = {}): ListController =>
  ({
    ...{ mode: 'LIST', table, columns: columnsOf(table), rows: [ROW], total: 1, totalKind: 'exact', boxes: true, currency: null },
    ...{ state: startState(10), sums: { hours: '2.0' }, selection: { has: () => false, rows: [] }, hand: { actionsOf: () => [] } },
    ...rest,
  }) as unknown as ListController;
const belowOf = (open: readonly number[], ids = [7]): Below =>
  ({
    store: createStore(() => open.reduce(turned, CLOSED)),
    fields: [],
    ids,
    isOpen: (id: number) => open.includes(id),
  }) as unknown as Below;
const drawn = (node: ReactNode): string => renderToStaticMarkup(node);
const known = (rest: Partial<Known>): Known => ({ record: undefined, fault: null, again: () => {}, ...rest });

function Took({ of, into }: { of: readonly Column[]; into: { columns: readonly Column[] } }) {
  into.columns = useOpener(of, true);
  return null;
}

function Drawn({ list, open }: { list: ListController; open: boolean }) {
  const columns = useOpener(list.columns, list.boxes);
  const place = { id: 'r', index: 0, me: 1, current: false, chosen: false, top: 0, height: 36, template: '' };
  return (
    <BelowProvider value={belowOf(open ? [7] : [])}>
      <Head list={{ ...list, columns }} columns={columns} template="" />
      <Row {...place} {...{ table, mode: 'LIST', boxes: true, hand: list.hand, row: ROW, seen: { columns, of: null } }} expanded={open} />
      <SumRow list={{ ...list, columns }} columns={columns} template="" />
    </BelowProvider>
  );
}

beforeAll(() => {
  addTexts(LATER_ZH, LATER_EN);
  addTexts(BELOW_ZH, BELOW_EN);
  chooseLocale('zh_CN');
});

describe('LIST-04 a row that can be opened', () => {
  it.each([
    [false, '展开北港', '展开本页全部行', 'false'],
    [true, '收起北港', '收起本页全部行', 'true'],
  ])('says so, and so does the head: open %s', (open, one, all, expanded) => {
    const html = drawn(<Drawn list={listOf()} open={open} />);
    for (const name of [one, all]) expect(html).toMatch(new RegExp(`<button[^>]*aria-expanded="${expanded}"[^>]*aria-label="${name}"`));
    expect(html).toMatch(new RegExp(`role="row"[^>]*aria-expanded="${expanded}"`));
    // the head's is reached by Tab, those of the rows by the list's own keys
    expect(html).toMatch(new RegExp(`tabindex="-1"[^>]*aria-label="${one}"`));
    expect(html).not.toMatch(/tabindex="-1"[^>]*本页全部行/);
    // below names, not below the marks
    expect(html).toMatch(/style="--begins:3;[^>]*>合计/);
  });
  it('its mark is a column of a fixed width before the others, which stays where they scroll', () => {
    const took: { columns: readonly Column[] } = { columns: [] };
    drawn(<Took of={listOf().columns} into={took} />);
    const { columns } = took;
    expect(columns.map(({ name, at }) => [name, at])).toEqual([
      ['', 0],
      ['key_name', 1],
      ['hours', 2],
    ]);
    const measured = { rows: [ROW], sums: {}, label: () => '', locale: 'zh_CN', figure: String, rate: String } as never;
    const fitted = fitColumns(
      columns,
      columns.map((column) => neededWidth(column, measured)),
      900,
    );
    expect(fitted[0]).toMatchObject({ width: 32, frozen: true, left: 36 });
    // a frozen column stands behind it
    expect(fitted[1]!.left).toBe(68);
  });
});

describe('LIST-04 what stands below it', () => {
  const facts = (rest: Partial<Known>, list = listOf()) => drawn(<Facts list={list} fields={table.fields.slice(2)} known={known(rest)} />);
  const words = (html: string) => html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');
  it('is each field with its label, as a form that is read has it', () => {
    expect(words(facts({ record: RECORD }))).toBe('|found 名|漏油|cost 名（元）|12.50|site 名|北港站|');
    chooseLocale('en_US');
    expect(words(facts({ record: RECORD }))).toContain('|Oil leaks|');
    chooseLocale('zh_CN');
  });
  it('a reference leads to its record, but not where one is chosen', () => {
    const site = [{ ...field('site', { data_type: 'entity', source: 's', expand: 1 }), leads: 1 }];
    const led = (mode: ListController['mode']) =>
      drawn(
        <FieldHostProvider value={fieldHost}>
          <Facts list={listOf({ mode })} fields={site} known={known({ record: RECORD })} />
        </FieldHostProvider>,
      );
    expect(led('LIST')).toMatch(/<button[^>]*>北港站/);
    for (const mode of ['SELECT', 'MULTI'] as const) expect(led(mode)).toMatch(/<span[^>]*>北港站/);
  });
  it('is one cell as wide as all columns of the list', () => {
    const below = { ...belowOf([7]), known: () => known({ record: RECORD }) } as Below;
    const of = { row: ROW, below, level: 2, top: 0, room: 900, onHeight: () => {}, onLeave: () => {} };
    const spans = (boxes: boolean) =>
      /role="gridcell" aria-colspan="(\d+)"/.exec(drawn(<Panel id="r" list={listOf({ boxes })} {...of} />))?.[1];
    // those of the list, that of its actions, that by which rows are chosen
    expect([spans(true), spans(false)]).toEqual([2, 1].map((more) => String(listOf().columns.length + more)));
  });
  it('says that it is being read, why it could not be, and that it is gone', () => {
    expect(facts({})).toContain('aria-busy="true"');
    const html = facts({ fault: '服务器忙' });
    expect(html).toContain('role="alert"');
    expect(words(html)).toBe('|未能读取：服务器忙|重试|');
    expect(words(facts({ record: null }))).toBe('|这条记录已不存在，或您无权查看|');
  });
});

describe('LIST-04 by keys', () => {
  const pressed = (key: string, isOpen: boolean) => {
    const turn: number[] = [];
    let prevented = false;
    const did = pressedOn({ key, preventDefault: () => (prevented = true) } as never, 7, 'r', {
      isOpen: () => isOpen,
      turn: (id) => turn.push(id),
    });
    expect(prevented).toBe(did);
    return did ? turn : null;
  };
  it('right opens, left closes, others are the list’s', () => {
    expect(pressed('ArrowRight', false)).toEqual([7]);
    expect(pressed('ArrowLeft', true)).toEqual([7]);
    expect(pressed('ArrowLeft', false)).toBeNull();
    expect(pressed('ArrowDown', true)).toBeNull();
    expect(pressed('Enter', true)).toBeNull();
  });
});
