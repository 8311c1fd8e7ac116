import { describe, expect, it } from 'vitest';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { form as en } from '#web/i18n/en_US/form.ts';
import { form as zh } from '#web/i18n/zh_CN/form.ts';
import { insteadOf, isViewed, mayAdd, openedAs } from './opened.ts';

const acts = (...ops: string[]) => ops.map((op) => ({ uid: op, op }));
const on = (...ops: string[]) => ({ id: 7, actions: acts(...ops), known: true, looking: false });

describe('FORM-04 what a record’s page falls back to', () => {
  it.each([
    ['Modify that the record offers', 'Modify', on('Show', 'Modify'), 'Modify'],
    ['Modify that it does not offer', 'Modify', on('Show', 'Delete'), 'Show'],
    ['Review that it does not offer', 'Review', on('Show', 'Modify'), 'Show'],
    ['an op that no form has', 'Fly', on('Show', 'Modify'), 'Show'],
    ['an action that is no form', 'Delete', on('Show', 'Delete'), 'Show'],
    ['what is asked before its actions are known', 'Modify', { ...on(), known: false }, 'Modify'],
    ['Modify through somebody’s eyes', 'Modify', { ...on('Show', 'Modify'), looking: true }, 'Show'],
    ['an answer, which goes by the question', 'Reply', on('Show'), 'Reply'],
    ['a record without a number', 'Show', { ...on(), id: 0 }, 'Add'],
  ] as const)('%s', (_, asked, opening, op) => {
    expect(openedAs(asked, opening)).toBe(op);
  });

  it('a record that there is not warns of no data, another refusal in its own words', () => {
    expect([315, 312, 103, undefined].map(insteadOf)).toEqual(['form.noData', 'form.notYours', 'ui.noData', 'ui.noData']);
    expect([zh.noData, en.noData]).toEqual(['没有数据', 'No data']);
  });

  it('a record without a view action says so', () => {
    expect([isViewed(acts('Show')), isViewed(acts('Modify', 'Delete')), isViewed([])]).toEqual([true, false, false]);
    expect([zh.noView, en.noView]).toEqual(['表单未配置查看操作', 'Form is not configured with a view action']);
  });
});

it('FORM-04 a form for a new record is offered to who may add one, as his definition says', () => {
  const offers = (op: string, more: Partial<ActionDef> = {}) =>
    mayAdd({
      table_name: 'app.own',
      states: [
        { uid: 's', value: '*', key_name: '', key_name_en: '', actions: [{ uid: 'a', op, key_name: '', key_name_en: '', ...more }] },
      ],
    });
  expect([offers('Add'), offers('List'), mayAdd({ table_name: 'app.own', states: [] })]).toEqual([true, false, false]);
  const begins = (cloud: string) => offers('Add', { cloud, pfield: 'from_id' });
  expect([begins('app.own'), begins('app.other')], 'what a record begins is its own table’s').toEqual([true, false]);
});
