import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Form } from '../form/form.ts';
import { isBlock, parseBlock } from './block.ts';
import { readCell } from './cell.ts';
import { assignColumn, matchColumns, sheetFields } from './columns.ts';

const field = (field_name: string, key_name: string, key_name_en: string, more: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name, key_name_en, data_type: 'text' },
  ...more,
});
const NAME = field('key_name', '姓名', 'Name');
const LOGIN = field('login_name', '登录账号', 'Sign-in name');
const PAY = field('pay', '工资', 'Pay', { data_type: 'numeric', length: '18,2', unit: '元', unit_en: 'CNY' });
const FIELDS = [NAME, LOGIN, PAY];

describe('rows of a spreadsheet', () => {
  it.each([
    ['nothing', '', []],
    [
      'empty rows at the end are none',
      'a\tb\r\n1\t2\r\n\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['blanks around a cell are none, empty cells and rows between stay', ' a \t\tc\n\n d', [['a', '', 'c'], [''], ['d']]],
    ['a quoted cell holds tabs, breaks and quotes', '"a\nb ""c"""\td\n"e\tf"', [['a\nb "c"', 'd'], ['e\tf']]],
    ['a quote that needs none is a letter', '"a"\t6" pipe\t"b', [['"a"', '6" pipe', '"b']]],
    ['an old line break', 'a\rb', [['a'], ['b']]],
    ['markup is text', '<b>x</b>\t=1+1', [['<b>x</b>', '=1+1']]],
  ])('FIELD-01 %s', (_, text, rows) => {
    expect(parseBlock(text)).toEqual(rows);
  });
  it('FIELD-01 whatever cells are copied come back', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', '"', '\t', '\n', '1', '，') })
      .map((text) => text.trim())
      .filter((text) => !text.startsWith('"') || /[\t\n]/.test(text));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const written = rows.map((row) => row.map(quoted).join('\t')).join('\n');
        const last = rows.findLastIndex((row) => row.some((text) => text !== ''));
        expect(parseBlock(written)).toEqual(rows.slice(0, last + 1));
      }),
    );
  });
  it('FIELD-01 a great many quotes take no longer than their letters', () => {
    const began = performance.now();
    parseBlock('"""\n'.repeat(100_000));
    parseBlock(`${'"a\t'.repeat(100_000)}`);
    expect(matchColumns(parseBlock('a\n'.repeat(250_000)), FIELDS).fields).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
  it('SUB-01 one cell is typed, more than one is a block', () => {
    expect(['a', 'a\r\n', 'a\tb', 'a\nb'].map(isBlock)).toEqual([false, false, true, true]);
  });
});

/** As spreadsheets copy a cell. */
const quoted = (text: string): string => (/[\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

describe('columns', () => {
  it.each([
    ['names of either language in any order', 'pay\t姓名\n1\t甲', true, ['pay', 'key_name']],
    ['stars, units and case say nothing', 'NAME *\t工资（元）\n甲\t1', true, ['key_name', 'pay']],
    ['nor does the width of letters', 'ＰＡＹ（ＣＮＹ）\tＮａｍｅ＊\n1\t甲', true, ['pay', 'key_name']],
    ['a name that is none goes nowhere', '姓名\t备注2\n甲\tx', true, ['key_name', null]],
    ['no heading: the order of the form', '甲\tjia\t1\tmore', false, ['key_name', 'login_name', 'pay', null]],
    ['one word of three that is a name is no heading', '姓名\tjia\t1', false, ['key_name', 'login_name', 'pay']],
    ['the same name twice is taken once', '姓名\t姓名\n甲\t乙', true, ['key_name', null]],
  ])('FIELD-01 %s', (_, text, hasHead, fields) => {
    expect(matchColumns(parseBlock(text), FIELDS)).toEqual({ hasHead, fields });
  });
  it('FIELD-01 a person says it otherwise; a field stands in one column', () => {
    const block = parseBlock('姓名\tjia');
    expect(matchColumns(block, FIELDS, false)).toEqual({ hasHead: false, fields: ['key_name', 'login_name'] });
    expect(assignColumn({ hasHead: false, fields: ['key_name', 'login_name'] }, 1, 'key_name')).toEqual({
      hasHead: false,
      fields: [null, 'key_name'],
    });
  });
  it('FORM-05 fields that texts can fill: nothing computed, hidden, locked, read-only or uploaded; what depends on values is each row’s', () => {
    const more = [
      field('no', '号', 'No', { number: { prefix: 'A' } } as unknown as Partial<FieldDef>),
      field('sum', '和', 'Sum', { data_type: 'numeric', length: '9,2', calc: 'pay*2' }),
      field('hid', '隐', 'Hidden', { hidden: 1 }),
      field('fix', '定', 'Fixed', { readonly: 1 }),
      field('head', '头', 'Head', { data_type: 'title' }),
      field('papers', '件', 'Papers', { data_type: 'file' }),
      field('lock', '锁', 'Locked'),
      field('why', '因', 'Why', { view_where: 'pay>5', edit_where: 'pay>6' }),
    ];
    const table = { fields: [...FIELDS, ...more] } as unknown as TableDef;
    const form: Form = { table, op: 'Add', review_state: 1, holds: () => false, locks: (name) => name === 'lock' };
    expect(sheetFields(form).map(({ field_name }) => field_name)).toEqual(['key_name', 'login_name', 'pay', 'why']);
  });
});

describe('cells', () => {
  const items = [
    { id: 1, key_name: '是', key_name_en: 'Yes', code: 'Y' },
    { id: 2, key_name: '否', key_name_en: 'No', code: 'N' },
    { id: 3, key_name: '旧', key_name_en: 'Old', hidden: 1 as const },
  ];
  const of = (data_type: FieldDef['data_type'], more: Partial<FieldDef> = {}) => ({
    def: field('x', '某', 'Some', { data_type, ...more }),
    items,
  });
  it.each([
    ['FIELD-02 an amount with separators in full-width digits', of('numeric', { length: '18,2' }), '１,２００.5', '1200.50', []],
    ['FIELD-02 what is no amount stays as it was written', of('numeric', { length: '18,2' }), '约12', '约12', []],
    ['FIELD-03 a day of a usual form', of('date'), '2026年1月5日', '2026-01-05', []],
    ['FIELD-03 of which day it is nobody knows', of('date'), '1/5/2026', '1/5/2026', []],
    ['FIELD-09 a mobile as on a card', of('mobile'), '+86 138-0000-2617', '13800002617', []],
    ['FIELD-01 an empty cell', of('text'), '  ', null, []],
    ['FIELD-04 a choice by its name', of('radio'), '否', { id: 2 }, []],
    ['FIELD-04 by its English name', of('select'), 'yes', { id: 1 }, []],
    ['FIELD-04 in letters of another width', of('select'), 'ＹＥＳ', { id: 1 }, []],
    ['FIELD-04 by its code in full width', of('select'), 'ｎ', { id: 2 }, []],
    ['FIELD-04 by its code', of('select'), 'n', { id: 2 }, []],
    ['FIELD-04 by its number', of('select'), '1', { id: 1 }, []],
    ['FIELD-04 one that is offered no more is none', of('select'), '旧', null, ['旧']],
    ['FIELD-04 several choices', of('checkbox'), '是、No；也许', [{ id: 1 }, { id: 2 }], ['也许']],
    ['FIELD-05 a record is asked for', of('entity', { source: 'user' }), ' 张三 ', null, ['张三']],
    ['FIELD-05 several records, each once', of('entities', { source: 'role' }), '甲，乙、甲;丙', [], ['甲', '乙', '丙']],
  ])('%s', (_, spec, text, value, open) => {
    expect(readCell(spec, text)).toEqual({ value, open });
  });
});
