import { expect, it } from 'vitest';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { handlers, installed } from '#server/installed.ts';
import { checkCode } from './check-code.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const shop = (action: Partial<ActionDef>) =>
  testSuite(
    [
      testTable('work_order', {
        fields: [],
        states: [{ uid: 'bar', value: '*', ...named, actions: [{ uid: 'a', op: 'Call', ...named, ...action }] }],
      }),
    ],
    { code: 'shop', uid: 'shop' },
  );
const code = new Map([['shop', { close: { each: async () => undefined }, total: { all: async () => undefined } }]]);
const at = { file: 'suites/shop/tables/work-order.ts', path: 'states[*].actions[Call].code' };

it('META-01 a Call whose handler the suite’s code does not have is refused: file, path, reason, mend', () => {
  for (const [action, reason, mend] of [
    [{ code: 'clos' }, 'there is no handler clos', 'did you mean close? Write it in suites/shop/server/actions.ts'],
    [{ code: 'constructor' }, 'there is no handler constructor', 'Write it in suites/shop/server/actions.ts'],
    [
      { code: 'close', param: 'none' as const },
      'the handler close is for each record, and the action takes none',
      'write all instead of each in suites/shop/server/actions.ts, or another param',
    ],
  ] as const)
    expect(checkCode([shop(action)], code)).toEqual([{ ...at, reason, mend }]);
  expect(checkCode([shop({ code: 'close' })], new Map())).toMatchObject([at]);
  expect(checkCode([shop({ code: 'close' }), shop({ code: 'total', param: 'none' })], code)).toEqual([]);
});

it('META-01 of several records one file is given: a handler for each of them is refused where that is looked at', () => {
  const preview = { preview: 1 as const };
  for (const action of [{ code: 'close' }, { code: 'close', param: 'single' as const }, { code: 'total', param: 'multiple' as const }])
    expect(checkCode([shop({ ...action, ...preview })], code), JSON.stringify(action)).toEqual([]);
  expect(checkCode([shop({ code: 'close', param: 'multiple', ...preview })], code)).toEqual([
    {
      ...at,
      path: 'states[*].actions[Call].preview',
      reason: 'the handler close is for each record, and one file is given of all that the action takes',
      mend: "write all instead of each in suites/shop/server/actions.ts, or param: 'single'",
    },
  ]);
});

it('META-01 the code of the samples is found beside its suite, and has what they name', () => {
  expect(Object.keys(handlers().get('sample') ?? {})).toEqual(['finish', 'alike', 'paper', 'materials', 'reopen', 'begin']);
  expect(() => installed(['sample'])).not.toThrow();
});
