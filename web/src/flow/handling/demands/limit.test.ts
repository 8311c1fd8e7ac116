import { beforeAll, describe, expect, it } from 'vitest';
import { testTable } from '#protocol/meta/testing-suite.ts';
import { limitMeant } from '#protocol/rules/limit.ts';
import { acts } from '#protocol/texts/acts.ts';
import { form } from '#protocol/texts/form.ts';
import { addRemarks } from '#web/api/error.ts';
import { chooseZone } from '#web/i18n/clock.ts';
import { isUrgent, limitWrong } from './use-limit.ts';

beforeAll(() => {
  addRemarks({ ...acts, ...form });
  chooseZone('Asia/Shanghai');
});

describe('FLOW-07 a limit is judged before it is sent', () => {
  // noon in Shanghai
  const now = Date.parse('2026-11-22T04:00:00Z');
  it.each([
    ['', '加急事项请填写办理时限'],
    ['  ', '加急事项请填写办理时限'],
    ['明天', /办理时限.*格式不正确/],
    ['2036-02-30 10:00:00', '办理时限：没有这一天'],
    ['2036/2/30', '办理时限：没有这一天'],
    ['30 Feb 2036 10:00', '办理时限：没有这一天'],
    ['2036-02-20 10:75', /办理时限.*格式不正确/],
    ['2026-11-22 11:59:59', '办理时限应晚于当前时间'],
    ['2026-11-22 12:00:00', '办理时限应晚于当前时间'],
  ])('%j: %s', (typed, words) => expect(limitWrong(typed, now)).toMatch(words));
  it('what is to come will do', () => expect(limitWrong('2026-11-22 12:00:01', now)).toBeNull());
});

it('FLOW-07 which events ask for one is read of all of a name: a draft has those of state 1', () => {
  const event = (id: number, key_name: string, rest: object = {}) => ({ uid: `e${id}`, id, key_name, key_name_en: key_name, ...rest });
  const action = (value: string, ...events: object[]) => ({
    ...{ uid: `s${value}`, value, key_name: value, key_name_en: value },
    actions: [{ uid: `a${value}`, op: 'Review', key_name: 'x', key_name_en: 'x', events }],
  });
  const table = {
    ...testTable('t'),
    flow: 1,
    states: [
      action('1', event(1, '提交', { urgent: 1 })),
      action('3', event(2, '同意'), event(3, '同意', { urgent: 1 }), event(4, '退回')),
    ],
  } as ReturnType<typeof testTable>;
  const asked = (review_state: number, name: string) => isUrgent({ table, review_state }, { name });
  expect([asked(0, '提交'), asked(1, '提交'), asked(3, '同意'), asked(3, '退回'), asked(1, '同意')]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

it.each([
  ['2036-11-22', '2036-11-22 23:59:59'],
  ['2036年11月22日', '2036-11-22 23:59:59'],
  ['22 Nov 2036', '2036-11-22 23:59:59'],
  ['2036-11-22 00:00', null],
  ['2036-11-22 9:30', null],
  ['2036-02-30', null],
  ['soon', null],
])('FLOW-07 a limit typed as %j ends %s: a day alone at its end', (typed, meant) => expect(limitMeant(typed)).toBe(meant));
