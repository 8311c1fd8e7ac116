import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { parseBlock } from '#protocol/rules/sheet/block.ts';
import { type LayingOn, layBlock } from './laid-block.ts';
import { cellValue, nameCells, type Unclear } from './named-cells.ts';
import { createFormStore, createTyping, send } from './typing.ts';

const field = (field_name: string, key_name: string, more: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name, key_name_en: `${field_name} en`, data_type: 'text' },
  ...more,
});
const ITEM = field('item', '项目', { notnull: 1 });
const QTY = field('qty', '数量', { data_type: 'int', defvalue: 1, max: 99 });
const SUM = field('sum', '金额', { data_type: 'numeric', length: '18,2', calc: 'qty*2' });
const WHO = field('who', '经办人', { data_type: 'entity', source: 'user' });
const open = { added: true, standing: true };
const shut = { added: false, standing: false };
const COLUMNS = [ITEM, QTY, SUM, WHO].map((def) => ({ spec: { def }, open: def === SUM ? shut : open }));
const row = (key: string, id?: number) => ({ key, ...(id === undefined ? {} : { id }), values: {}, loaded: {} });
const lay = (text: string, on: Partial<LayingOn> = {}) =>
  layBlock(parseBlock(text), { columns: COLUMNS, rows: [row('r1', 1), row('n2')], at: { row: 0, column: 0 }, room: 10, ...on });

describe('rows laid over a sub-table', () => {
  it('SUB-01 from a cell to the right and downwards, upon new rows where the others end', () => {
    expect(lay('a\t1\nb\t2\nc\t', { at: { row: 1, column: 0 } })).toEqual({
      rows: [{ key: 'n2', values: { item: 'a', qty: '1' } }, { values: { item: 'b', qty: '2' } }, { values: { item: 'c' } }],
      ...{ closed: [], beyond: 0, over: 0 },
    });
  });
  it('SUB-01 an empty cell empties what stands there', () => {
    expect(lay('\t5').rows).toEqual([{ key: 'r1', values: { item: null, qty: '5' } }]);
  });
  it('SUB-02 what may not be typed is passed over and said; so is what has no column', () => {
    expect(lay('1\t2\t甲\tmore', { at: { row: 0, column: 1 } })).toEqual({
      rows: [{ key: 'r1', values: { qty: '1', who: { sought: '甲' } } }],
      ...{ closed: ['sum'], beyond: 1, over: 0 },
    });
    const added = COLUMNS.map((column) => ({ ...column, open: { added: true, standing: false } }));
    expect(lay('a\nb', { columns: added }).rows).toEqual([
      { key: 'r1', values: {} },
      { key: 'n2', values: { item: 'b' } },
    ]);
  });
  it('SUB-03 no row beyond the most that there may be, and none where none may be added', () => {
    const five = 'a\nb\nc\nd\ne';
    expect([lay(five, { room: 1 }), lay(five, { room: 0 })].map(({ rows, over }) => [rows.length, over])).toEqual([
      [3, 2],
      [2, 3],
    ]);
    expect(lay(five, { room: -1 }).rows).toHaveLength(2);
  });
  it('SUB-01 a heading goes by names, whatever the cell', () => {
    expect(lay('数量\t项目\n3\ta', { at: { row: 1, column: 3 } }).rows).toEqual([{ key: 'n2', values: { qty: '3', item: 'a' } }]);
  });
});

const ROWS = { uid: 'l', table_name: 'line', key_name: '行', key_name_en: 'Line', fields: [ITEM, QTY, SUM, WHO], states: [] };
const SUB = {
  def: { uid: 's', key_name: '行', key_name_en: 'Line', table_name: 'line', parent_field: 'head', inline: 1 as const },
  table: ROWS as unknown as TableDef,
};
const KEY = 'line.head';

function opened() {
  const store = createFormStore();
  const typing = createTyping(store, {
    ...{ table: { ...ROWS, table_name: 'head', fields: [] } as unknown as TableDef, op: 'Modify' as const, review_state: 1 },
    ...{ filler: { user: { id: 1, key_name: '甲' }, today: '2026-11-23' }, read: async () => ({}), subs: () => [SUB], copies: new Map() },
  } as Parameters<typeof createTyping>[1]);
  send(store, { type: 'load', values: {}, subs: { [KEY]: [{ id: 7, item: 'x', qty: '4', sum: '8.00' }] } });
  return { store, typing };
}

describe('a form that rows are laid into', () => {
  it('SUB-01 calculates them, begins new ones with their defaults, and tells what is wrong only where it was laid', () => {
    const { store, typing } = opened();
    const keys = typing.lay(SUB, [{ key: 'r7', values: { qty: '5' } }, { values: { item: 'b' } }, { values: { qty: '12,5x' } }]);
    expect(keys).toEqual(['r7', 'n1', 'n2']);
    expect(store.getState().subs[KEY]!.map(({ values }) => values)).toEqual([
      { id: 7, item: 'x', qty: '5', sum: '10.00' },
      { item: 'b', qty: 1, sum: '2.00' },
      { qty: '12,5x', sum: null },
    ]);
    typing.leave(`${KEY}/n2/qty`, `${KEY}/r7/qty`);
    expect(Object.keys(store.getState().errors)).toEqual([`${KEY}/n2/qty`]);
  });
});

describe('FIELD-05 records that cells name', () => {
  const people = new Map([
    ['甲', [{ id: 1, key_name: '甲' }]],
    ['乙', [{ id: 2, key_name: '乙' }]],
    [
      '丙',
      [
        { id: 3, key_name: '丙' },
        { id: 4, key_name: '丙' },
      ],
    ],
  ]);
  async function named(def: FieldDef, texts: readonly string[], called = async () => people as typeof people) {
    const rows = texts.map((text) => ({ [def.field_name]: cellValue({ def }, text) }) as Record<string, unknown>);
    const unclear: [string, Unclear][] = [];
    const asked: (readonly string[])[] = [];
    const cells = rows.map((values) => ({
      field: def,
      values: () => values,
      put: (value: unknown) => {
        values[def.field_name] = value;
      },
    }));
    await nameCells(
      cells,
      (_, words) => {
        asked.push(words);
        return called();
      },
      (_, word, why) => unclear.push([word, why]),
    );
    return { values: rows.map((values) => values[def.field_name]), unclear, asked };
  }
  it('one is taken, none and several stay as they were written and are told', async () => {
    const { values, unclear, asked } = await named(WHO, ['甲', '丁', '丙', '甲', '']);
    expect(values).toEqual([{ id: 1, key_name: '甲' }, { sought: '丁' }, { sought: '丙' }, { id: 1, key_name: '甲' }, null]);
    expect(unclear).toEqual([
      ['丁', 'none'],
      ['丙', 'several'],
    ]);
    expect(asked).toEqual([['甲', '丁', '丙']]);
  });
  it('of several names those that are known are taken, the others wait', async () => {
    const { values } = await named({ ...WHO, data_type: 'entities' }, ['乙、甲，丁', '乙;乙']);
    expect(values).toEqual([[{ id: 2, key_name: '乙' }, { id: 1, key_name: '甲' }, { sought: '丁' }], [{ id: 2, key_name: '乙' }]]);
  });
  it('where nobody could be asked everything stays as it was written', async () => {
    const { values, unclear } = await named(WHO, ['甲'], () => Promise.reject(new Error('away')));
    expect([values, unclear]).toEqual([[{ sought: '甲' }], [['甲', 'failed']]]);
  });
  it('a choice that there is not stays as it was written', () => {
    const def = field('state', '状态', { data_type: 'radio' });
    const items = [{ id: 1, key_name: '好', key_name_en: 'Good' }];
    expect(['好', '坏'].map((text) => cellValue({ def, items }, text))).toEqual([{ id: 1 }, { sought: '坏' }]);
  });
});
