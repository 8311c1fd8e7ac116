import { describe, expect, it, test } from 'vitest';
import type { ActionDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const table = (action: Partial<ActionDef> & { op: string }, state = '1', rest: Partial<TableDef> = {}): TableDef =>
  testTable('order', {
    fields: [
      field('code', { data_type: 'text', length: 20 }),
      field('text', { data_type: 'html' }),
      field('files', { data_type: 'file' }),
      field('kind', { data_type: 'select', items: [{ id: 1, ...named }] }),
    ],
    states: ['*', '1'].map((value) => ({
      ...{ uid: `order.${value === '*' ? 'bar' : value}`, value, ...named },
      actions: value === state ? [{ uid: 'order.act', ...named, ...action }] : [],
    })),
    ...rest,
  });
const other = testTable('other', { fields: [], states: [{ uid: 'other.1', value: '1', ...named }] });
const wrong = (...of: Parameters<typeof table>) => checkSuites([testSuite([table(...of), other], { code: 'shop', uid: 'shop' })]).errors;
const CALL = { op: 'Call', code: 'close' };
const HTTP = { op: 'Open', type: 'HTTP' as const, url: 'https://h/{code}' };
const AURL = { op: 'Open', type: 'AURL' as const, url: '/main/list/order' };

describe('META-01 actions that carry what they do: code, url, action_param, type', () => {
  it('a Call with a handler, an Open with an address are sound, in the list and on a record', () => {
    for (const state of ['*', '1'])
      for (const action of [
        CALL,
        { ...CALL, preview: 1 as const },
        { ...HTTP, preview: 0 as const },
        { ...CALL, type: 'AJAX' as const, param: 'multiple' as const, action_param: 'a=1 & b=two', where: 'kind=1', valid_state: '1' },
        HTTP,
        { ...HTTP, url: '/print/{id}', action_param: 'kind={kind.key_name}' },
        { ...AURL, action_param: 'kind={kind}' },
        { ...AURL, url: '/main/form/order/Show/{id}' },
        { ...AURL, url: '/main/todo' },
        { op: 'Modify', url: '/main/list/order' },
      ])
        expect(wrong(action, state), JSON.stringify(action)).toEqual([]);
    expect(wrong({ ...CALL, param: 'none' }, '*')).toEqual([]);
  });

  test.each<[Partial<ActionDef> & { op: string }, string, string, RegExp?]>([
    [{ op: 'Call' }, 'code', 'a Call names the handler that does it'],
    [{ ...CALL, code: 'a b' }, 'code', 'a Call names the handler that does it'],
    [{ ...CALL, type: 'HTTP' }, 'type', 'a Call is sent and answered'],
    [{ ...CALL, url: '/x' }, 'url', 'a Call opens no address'],
    [{ ...CALL, cloud: 'other' }, 'cloud', 'it is done to records of the list that offers it'],
    [{ ...CALL, param: 'none' }, 'param', 'in the state of a record it is done to that record'],
    [{ ...CALL, action_param: 'a={code}' }, 'action_param', 'the handler has the record itself'],
    [{ ...CALL, action_param: 'a b=1' }, 'action_param', 'a b is no name of a value'],
    [{ op: 'Open', url: '/x' }, 'type', 'an Open says what its address is'],
    [{ ...HTTP, type: 'AJAX' }, 'type', 'an Open says what its address is'],
    [{ ...HTTP, url: undefined }, 'url', 'nothing is no address that an action may open'],
    [{ ...HTTP, url: 'javascript:alert(1)' }, 'url', 'javascript:alert(1) is no address that an action may open'],
    [{ ...HTTP, url: 'https://{code}/x' }, 'url', 'https://{code}/x is no address that an action may open'],
    [{ ...HTTP, url: 'http://h/x' }, 'url', 'http://h/x is no address that an action may open'],
    [{ ...HTTP, param: 'multiple' }, 'param', 'one address is opened, of one record'],
    [{ ...HTTP, code: 'x' }, 'code', 'an Open has no handler'],
    [{ ...HTTP, cloud: 'other' }, 'cloud', 'its address says where it leads'],
    [{ ...HTTP, url: 'https://h/{codes}' }, 'url', 'unknown field codes', /code/],
    [{ ...HTTP, url: 'https://h/{text}' }, 'url', 'text, a html, is nothing that an address says'],
    [{ ...HTTP, action_param: 'f={files}' }, 'url', 'files, a file, is nothing that an address says'],
    [{ ...HTTP, url: 'https://h/{code.key_name}' }, 'url', '{code.key_name} leads to nothing'],
    [{ ...AURL, url: 'https://h/x' }, 'url', 'https://h/x is no page of this product'],
    [{ ...AURL, url: '/main/list/orders' }, 'url', 'unknown table orders', /order/],
    [{ op: 'Show', url: '/x' }, 'url', 'Show does what its op says'],
    [{ op: 'Delete', url: '/main/todo' }, 'url', 'Delete does what its op says'],
    [{ op: 'Modify', url: 'https://h/x' }, 'url', 'https://h/x is no page of this product'],
    [{ op: 'Modify', url: '/main/list/orders' }, 'url', 'unknown table orders', /order/],
    [{ op: 'Modify', url: '/main/form/order/Show/{id}' }, 'url', 'what follows a tab is a page of no record'],
    [{ op: 'Show', code: 'x' }, 'code', 'Show does what its op says'],
    [{ op: 'Modify', action_param: 'a=1' }, 'action_param', 'Modify does what its op says'],
    [{ op: 'Show', preview: 1 }, 'preview', 'Show gives no file'],
    [{ ...HTTP, preview: 1 }, 'preview', 'Open gives no file'],
    [{ op: 'Show', type: 'AURL' }, 'type', 'Show opens no address'],
  ])('%o is refused at %s: %s', (action, key, reason, mend = /./) => {
    const found = wrong(action);
    expect(found).toMatchObject([{ file: 'suites/shop/tables/order.ts', path: `states[1].actions[${action.op}].${key}`, reason }]);
    expect(found[0]!.mend).toMatch(mend);
  });

  it('an address of no record names none of its fields, and nothing is run on a view', () => {
    expect(wrong({ ...HTTP, param: 'none' }, '*')).toMatchObject([{ path: 'states[*].actions[Open].url' }]);
    expect(wrong(CALL, '1', { storage: 'view' }).map(({ reason }) => reason)).toContain('a view is only read');
  });
});
