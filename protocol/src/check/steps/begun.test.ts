import { describe, expect, it, test } from 'vitest';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const items = [
  { id: 1, ...named },
  { id: 2, ...named, hidden: 1 as const },
];
const ADDS = [{ uid: 'bar', value: '*', ...named, actions: [{ uid: 'add', op: 'Add', ...named }] }];
const ONE = { value: '1', ...named };
const fault = (action: Partial<ActionDef> & { op: string }, state: string) =>
  testTable('fault', {
    fields: [
      field('code', { data_type: 'text', length: 20 }),
      field('long', { data_type: 'text', length: 90 }),
      field('kind', { data_type: 'select', items }),
      field('price', { data_type: 'numeric', length: '12,4' }),
      field('files', { data_type: 'file' }),
    ],
    states: ['*', '1'].map((value) => ({
      ...{ uid: `fault.${value === '*' ? 'bar' : value}`, value, ...named },
      actions: [
        ...(value === '*' ? [{ uid: 'fault.add', op: 'Add', ...named }] : []),
        ...(value === state ? [{ uid: 'fault.act', ...named, ...action }] : []),
      ],
    })),
  });
const order = testTable('order', {
  fields: [
    field('fault_entity', { data_type: 'entity', source: 'fault' }),
    field('shut_entity', { data_type: 'entity', source: 'fault', readonly: 1 }),
    field('late_entity', { data_type: 'entity', source: 'fault', edit_state: '2' }),
    field('site_entity', { data_type: 'entity', source: 'site' }),
    field('word', { data_type: 'text', length: 30 }),
    field('kind', { data_type: 'select', items: [...items, { id: 3, ...named }] }),
    field('amount', { data_type: 'numeric', length: '12,2' }),
    field('day', { data_type: 'date' }),
    field('hid', { data_type: 'text', hidden: 1 }),
    field('papers', { data_type: 'file' }),
    field('sum', { data_type: 'numeric', length: '12,2', calc: 'amount*2' }),
  ],
  states: [...ADDS.map((one) => ({ ...one, uid: 'order.bar' })), { uid: 'order.1', ...ONE }, { uid: 'order.2', value: '2', ...named }],
  variants: [{ uid: 'order.brief', name: 'brief', fields: ['word'] }],
});
const site = testTable('site', {
  fields: [field('fault_entity', { data_type: 'entity', source: 'fault' })],
  states: [{ uid: 'site.1', ...ONE }],
});
const wrong = (action: Partial<ActionDef> & { op: string }, state = '1') =>
  checkSuites([testSuite([fault(action, state), order, site], { code: 'shop', uid: 'shop' })]).errors.map(({ path, reason }) => [
    path.replace(/^states\[.+\]\.actions\[\w+\]\./, ''),
    reason,
  ]);
const ADD = { op: 'Add', cloud: 'order', pfield: 'fault_entity' };

describe('META-01 what an action begins a record of another table with: pfield, extra', () => {
  it('a reference, values of the record, of the definition, of who adds it and of the day are sound', () => {
    for (const extra of [undefined, 'word={code}&kind=1&day={today}', 'kind={kind}', 'word=of {code}', 'amount=1.5 & word = two words'])
      expect(wrong({ ...ADD, ...(extra ? { extra } : {}) }), extra).toEqual([]);
    expect(wrong({ op: 'Add', cloud: 'order', extra: 'word={code}' })).toEqual([]);
    expect(wrong({ ...ADD, type: 'MODEL', url: '/main/list/order', where: 'kind=1', valid_state: '1' })).toEqual([]);
  });

  test.each<[Partial<ActionDef> & { op: string }, string, string, string?]>([
    [{ op: 'Modify', pfield: 'fault_entity' }, 'pfield', 'Modify opens no form of a new record'],
    [{ op: 'Show', extra: 'word=1' }, 'extra', 'Show opens no form of a new record'],
    [{ op: 'Call', code: 'x', extra: 'word=1' }, 'extra', 'Call opens no form of a new record'],
    [{ op: 'Add', cloud: 'order' }, 'cloud', 'a list adds records of its own', '*'],
    [{ ...ADD, cloud: undefined }, 'pfield', 'fault.fault_entity is no entity field of fault'],
    [ADD, 'pfield', 'over the list it is of no record', '*'],
    [{ op: 'Add', extra: 'code={code}' }, 'extra', 'over the list it is of no record', '*'],
    [{ op: 'Add', extra: 'kind=1' }, 'extra', 'over the list it is of no record', '*'],
    [{ op: 'Add', cloud: 'order', extra: 'word=1' }, 'extra', 'it begins with nothing of the record that offers it'],
    [{ ...ADD, param: 'single' }, 'param', 'it is begun from the one record that offers it'],
    [{ ...ADD, type: 'AJAX' }, 'type', 'it opens a form'],
    [{ ...ADD, cloud: 'order[brief]' }, 'cloud', 'order[brief] is a variant, and a new record is one of the table'],
    [{ ...ADD, cloud: 'site' }, 'cloud', 'the list of site adds no records'],
    [{ ...ADD, pfield: 'site_entity' }, 'pfield', 'order.site_entity is no entity field of fault'],
    [{ ...ADD, pfield: 'ghost' }, 'pfield', 'order.ghost is no entity field of fault'],
    [{ ...ADD, pfield: 'shut_entity' }, 'pfield', 'nobody types shut_entity in a new record of order'],
    [{ ...ADD, pfield: 'late_entity' }, 'pfield', 'nobody types late_entity in a new record of order'],
    [{ ...ADD, extra: '&' }, 'extra', 'it says nothing'],
    [{ ...ADD, extra: 'word=' }, 'extra', 'word begins with nothing'],
    [{ ...ADD, extra: 'ghost=1' }, 'extra', 'order has no field ghost'],
    [{ ...ADD, extra: 'id=1' }, 'extra', 'order has no field id'],
    [{ ...ADD, extra: 'fault_entity=1' }, 'extra', 'fault_entity refers to the record already'],
    [{ ...ADD, extra: 'word=1&word=2' }, 'extra', 'word stands twice'],
    [{ ...ADD, extra: 'word={ghost}' }, 'extra', 'unknown field {ghost}'],
    [{ ...ADD, extra: 'hid={code}' }, 'extra', 'nobody types hid in a new record of order'],
    [{ ...ADD, extra: 'sum=1' }, 'extra', 'nobody types sum in a new record of order'],
    [{ ...ADD, extra: 'word={long}' }, 'extra', '{long} cannot always be written into order.word: 90 characters do not fit into 30'],
    [{ ...ADD, extra: 'amount={price}' }, 'extra', '{price} cannot always be written into order.amount: 4 decimals do not fit into 2'],
    [{ ...ADD, extra: 'amount={code}' }, 'extra', '{code} cannot always be written into order.amount: a text does not fit into a numeric'],
    [{ ...ADD, extra: 'amount=much' }, 'extra', '"much" is no value of order.amount'],
    [{ ...ADD, extra: 'site_entity=7' }, 'extra', 'site_entity is a record, and its id is another in each installation'],
    [{ ...ADD, extra: 'kind=9' }, 'extra', '"9" is no value of order.kind'],
    [{ ...ADD, extra: 'kind=2' }, 'extra', '2 is a choice of kind that is offered no more'],
    [{ ...ADD, extra: 'word=a {kind}' }, 'extra', '{kind}, a select, is a number inside of a text'],
  ])('%o is refused at %s: %s', (action, key, reason, state = '1') => {
    expect(wrong(action, state)).toContainEqual([key, reason]);
  });

  it('files are not begun with, and what is begun decides nothing', () => {
    expect(wrong({ ...ADD, extra: 'papers={files}' })).toContainEqual(['extra', 'nobody types papers in a new record of order']);
    const events = [{ uid: 'e', id: 9, ...named, next_state: 1 }];
    expect(wrong({ ...ADD, events })).toContainEqual(['events', 'it decides nothing']);
  });
});
