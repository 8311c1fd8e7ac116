import { describe, expect, it, test, vi } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { runAction } from '#web/actions/run-action.ts';
import { nav } from '#web/nav/store.ts';
import { beginning, begunBy, begunValues } from './begun-by.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const field = (field_name: string, data_type: FieldDef['data_type'], more: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, ...named, data_type },
  ...more,
});
const items = [1, 2].map((id) => ({ id, ...named }));
const tableOf = (table_name: string, fields: FieldDef[], more: Partial<LoadedTable> = {}): LoadedTable => ({
  ...{ uid: table_name, table_name, ...named, fields, states: [] },
  ...more,
});
const INTO = tableOf(
  'order',
  [
    field('fault_entity', 'entity', { source: 'fault' }),
    ...[field('word', 'text', { length: 60 }), field('kind', 'select', { items }), field('kinds', 'checkbox', { items })],
    ...[field('amount', 'numeric', { length: '12,2' }), field('count', 'int'), field('day', 'date', { defvalue: '{today+7}' })],
    ...[
      field('who', 'entity', { source: 'user' }),
      field('why', 'text', { view_where: 'kind=2' }),
      field('kept', 'text'),
      field('hid', 'text', { hidden: 1 }),
    ],
  ],
  { locked: { Add: ['kept'] } },
);
const action = (more: Partial<ActionDef>): ActionDef => ({ uid: 'fault.order', op: 'Add', ...named, cloud: 'order', ...more });
const filler = { user: { id: 7, key_name: '甲' }, today: '2026-11-28' };
const record = {
  ...{ id: 4, version: 2, key_name: '漏油', key_name_en: 'Leak', price: '12.50', n: 3, kind: { id: 2, ...named }, kinds: [{ id: 1 }] },
  ...{ who: { id: 9, key_name: '', unauthorized: 1 }, day: '2026-01-02', empty: null },
};
const begun = (more: Partial<ActionDef>) => begunValues(action(more), INTO, record, filler);

describe('META-01 what a record is begun with by an action of another (pfield, extra)', () => {
  test.each<[string, Partial<ActionDef>, object]>([
    ['nothing', {}, {}],
    ['the reference', { pfield: 'fault_entity' }, { fault_entity: { id: 4, key_name: '漏油', key_name_en: 'Leak' } }],
    [
      'values as they are',
      { extra: 'word={key_name}&kind={kind}&kinds={kinds}&day={day}' },
      { word: '漏油', kind: { id: 2, ...named }, kinds: [{ id: 1 }], day: '2026-01-02' },
    ],
    ['numbers', { extra: 'amount={price}&count={n}' }, { amount: '12.50', count: 3 }],
    ['what is written there', { extra: 'word=two words&kind=1&amount=3' }, { word: 'two words', kind: { id: 1 }, amount: '3.00' }],
    ['a text with values in it', { extra: 'word={key_name} of {n}' }, { word: '漏油 of 3' }],
    ['who adds it, and the day', { extra: 'who={user.id}&day={today}' }, { who: { id: 7, key_name: '甲' }, day: '2026-11-28' }],
    ['what another of them opens', { extra: 'kind=2&why={key_name}' }, { kind: { id: 2 }, why: '漏油' }],
  ])('%s', (_, more, values) => expect(begun(more)).toEqual(values));
  test.each<[string, Partial<ActionDef>]>([
    ['what is empty', { extra: 'word={empty}' }],
    ['what the reader does not see', { extra: 'word={secret}&who={who}' }],
    ['fields that there are not', { extra: 'ghost=1', pfield: 'ghost' }],
    ['what his rights lock, what is hidden, what is not shown', { extra: 'kept=1&hid=1&why=1' }],
    ['what the field would not take', { extra: 'amount={key_name}&kind=8&day=soon' }],
  ])('nothing of %s', (_, more) => expect(begun(more)).toEqual({}));

  it('an address names table, record and action, or nothing', () => {
    expect(begunBy({ begun_by: 'fault,4,fault.order' }, INTO)).toEqual({ cloud: 'fault', id: 4, uid: 'fault.order' });
    for (const said of [
      '',
      'fault',
      'fault,4',
      'fault,x,u',
      'fault,-1,u',
      'fault,4,',
      'a b,4,u',
      '../fault,4,u',
      `fault,${'9'.repeat(16)},u`,
    ])
      expect(begunBy({ begun_by: said }, INTO), said).toBeNull();
    expect(begunBy(undefined, INTO)).toBeNull();
    expect(begunBy({ begun_by: 'fault,4,u' }, tableOf('t', [field('begun_by', 'text')]))).toBeNull();
  });
  it('only an action that begins a record of this table is gone by', () => {
    const from = (of: ActionDef) => tableOf('fault', [], { states: [{ uid: 's', value: '1', ...named, actions: [of] }] });
    const one = action({ pfield: 'fault_entity' });
    expect(beginning(from(one), INTO, 'fault.order')).toEqual(one);
    expect(beginning(from(one), INTO, 'other')).toBeUndefined();
    expect(beginning(from(one), tableOf('site', []), 'fault.order')).toBeUndefined();
    expect(beginning(from(action({ op: 'List' })), INTO, 'fault.order')).toBeUndefined();
    expect(beginning(undefined, INTO, 'fault.order')).toBeUndefined();
  });
  it('such an action opens a new record of the other table, and its address says by which it is begun', async () => {
    const open = vi.spyOn(nav, 'open').mockReturnValue(undefined as never);
    await runAction({ action: action({ pfield: 'x' }), cloud: 'fault', rows: [{ id: 4, key_name: '' }], query: { site: '7' } });
    expect(open.mock.calls[0]!.slice(0, 2)).toEqual([{ cloud: 'order', op: 'Add', query: { begun_by: 'fault,4,fault.order' } }, named]);
    open.mockRestore();
  });
});
