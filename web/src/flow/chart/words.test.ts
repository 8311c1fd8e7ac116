import { describe, expect, it } from 'vitest';
import { testField as field } from '#protocol/meta/testing-suite.ts';
import type { Said } from '#protocol/rules/chart.ts';
import { createUnits } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { CHART_EN, CHART_ZH } from '#web/i18n/parts/chart.ts';
import { textsIn } from '#web/i18n/use-text.ts';
import { inWords, valuesInWords } from './words.ts';

addTexts(LATER_ZH, LATER_EN);
addTexts(CHART_ZH, CHART_EN);

const fields = [
  field('cost', { key_name: '金额', key_name_en: 'Cost', data_type: 'numeric', length: '18,2', money: 1 }),
  field('limit', { key_name: '限额', key_name_en: 'Limit', data_type: 'numeric', length: '18,2', money: 1 }),
  field('kind', {
    key_name: '类别',
    key_name_en: 'Kind',
    data_type: 'select',
    items: [
      { id: 1, key_name: '境内', key_name_en: 'Home' },
      { id: 2, key_name: '境外', key_name_en: 'Abroad' },
    ],
  }),
  field('marks', {
    key_name: '标记',
    key_name_en: 'Marks',
    data_type: 'checkbox',
    items: [{ id: 3, key_name: '紧急', key_name_en: 'Urgent' }],
  }),
  field('unit', { key_name: '部门', key_name_en: 'Unit', data_type: 'entity', source: 'department' }),
  field('begin', { key_name: '开始', key_name_en: 'Begin', data_type: 'date' }),
  field('cause', { key_name: '原因', key_name_en: 'Cause', data_type: 'text' }),
];
const values = { cost: '8640.000000', kind: { id: 2, key_name: '境外' }, unit: null, begin: '2027-01-01' };
const told = (said: Said, locale: 'zh_CN' | 'en_US' = 'zh_CN') => {
  const units = createUnits({ currency: { currency: '万元', currency_en: 'CNY' }, each: false }, locale);
  const telling = { fields, values, units, texts: textsIn(locale) };
  // an amount and its unit stay together on a line
  return [inWords(said, telling), valuesInWords(said, telling)].map((words) => words.replaceAll('\u00a0', ' '));
};
type Compare = Extract<Said, { kind: 'compare' }>;
const compare = (name: string, op: Compare['op'], to: Compare['to']): Compare => ({ kind: 'compare', field: name, op, to, holds: 1 });
const all = (...of: Said[]): Said => ({ kind: 'and', of, holds: 1 });
const any = (...of: Said[]): Said => ({ kind: 'or', of, holds: 1 });
const HIDDEN: Said = { kind: 'hidden', holds: null };

describe('FLOW-10 a condition in the words of its reader', () => {
  it.each<[Said, string, string]>([
    [compare('cost', '>=', { value: '5000' }), '金额 ≥ 5,000 万元', 'Cost ≥ 5,000 CNY'],
    [compare('cost', '<', { value: '0.5' }), '金额 < 0.5 万元', 'Cost < 0.5 CNY'],
    [
      all(compare('cost', '>=', { value: '1000' }), compare('cost', '<', { value: '5000' })),
      '金额 ≥ 1,000 万元且 < 5,000 万元',
      'Cost ≥ 1,000 CNY and < 5,000 CNY',
    ],
    [
      all(compare('cost', '>', { value: '1' }), compare('begin', '<', { days: 0 })),
      '金额 > 1 万元且开始 < 当天',
      'Cost > 1 CNY and Begin < the same day',
    ],
    [compare('cost', '>', { field: 'limit' }), '金额 > 限额', 'Cost > Limit'],
    [compare('kind', '=', { value: { id: 2 } }), '类别为境外', 'Kind is Abroad'],
    [compare('kind', '!=', { value: { id: 1 } }), '类别不为境内', 'Kind is not Home'],
    [compare('marks', '=', { value: { id: 3 } }), '标记为紧急', 'Marks is Urgent'],
    [compare('cause', 'like', { value: '漏水' }), '原因包含“漏水”', 'Cause contains “漏水”'],
    [compare('unit', '=', { user: 'department_entity' }), '部门为办理人所在部门', 'Unit is the department of whoever decides'],
    [compare('begin', '<', { days: 0 }), '开始 < 当天', 'Begin < the same day'],
    [compare('begin', '<=', { days: 30 }), '开始 ≤ 当天后 30 天', 'Begin ≤ 30 days later'],
    [compare('begin', '>=', { days: -1 }), '开始 ≥ 当天前 1 天', 'Begin ≥ 1 day before'],
    [{ kind: 'empty', field: 'begin', empty: true, holds: 0 }, '开始为空', 'Begin is empty'],
    [{ kind: 'empty', field: 'begin', empty: false, holds: 0 }, '开始不为空', 'Begin is not empty'],
    [
      { kind: 'in', field: 'kind', to: [{ value: { id: 1 } }, { value: { id: 2 } }], holds: 1 },
      '类别为境内、境外之一',
      'Kind is one of Home, Abroad',
    ],
    [HIDDEN, '按您无权查看的字段', 'by a field that you may not see'],
    [all(HIDDEN, HIDDEN), '按您无权查看的字段', 'by a field that you may not see'],
    [
      all(compare('kind', '=', { value: { id: 2 } }), any(HIDDEN, compare('cost', '>', { value: '9' }))),
      '类别为境外且（按您无权查看的字段或金额 > 9 万元）',
      'Kind is Abroad and (by a field that you may not see or Cost > 9 CNY)',
    ],
  ])('%j', (said, zh, en) => {
    expect([told(said)[0], told(said, 'en_US')[0]]).toEqual([zh, en]);
  });

  it('says what the record has of what a condition speaks of, once each, and nothing of what is hidden', () => {
    expect(told(all(compare('cost', '>=', { value: '1' }), compare('cost', '<', { field: 'limit' }), HIDDEN))[1]).toBe(
      '金额 8,640.00 万元、限额 空',
    );
    expect(told(compare('kind', '=', { value: { id: 1 } }), 'en_US')[1]).toBe('Kind Abroad');
    expect(told(HIDDEN)[1]).toBe('');
  });

  it('a record that the reader may not see has no name here either', () => {
    expect(told(compare('unit', '=', { value: { id: 0, unauthorized: 1 } }))[0]).toBe('部门为无权查看数据');
  });
});
