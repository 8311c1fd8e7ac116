import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { listAsk, shownBelow, shownInList } from '#protocol/rules/list.ts';
import { checkSuites } from '../check.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const name = field('key_name', { data_type: 'text', length: 20 });
const items = [{ id: 1, ...named }];
const of = (rest: Partial<FieldDef>) => field('f', rest as Partial<FieldDef> & Pick<FieldDef, 'data_type'>);
const wrong = (...fields: FieldDef[]) =>
  checkSuites([testSuite([testTable('thing', { fields: [name, ...fields] })])]).errors.map(
    ({ path, reason, mend }) => `${path}: ${reason}; ${mend}`,
  );

describe('META-01 LIST-04 a field that stands below its row', () => {
  it.each<Partial<FieldDef>>([
    { data_type: 'textarea' },
    { data_type: 'html', list_hidden: 1 },
    { data_type: 'image' },
    { data_type: 'select', items },
    { data_type: 'text', search: 1, batch: 0 },
  ])('may be $data_type', (rest) => {
    expect(wrong(of({ ...rest, expand: 1 }))).toEqual([]);
  });
  it.each<[string, Partial<FieldDef>, string]>([
    ['a heading', { data_type: 'title' }, 'expand: no list shows a title'],
    ['a secret', { data_type: 'password' }, 'expand: no list shows a password'],
    ['what is hidden', { data_type: 'text', hidden: 1 }, 'expand: it is hidden'],
    ['what stays in its place', { data_type: 'text', frozen: 1 }, 'frozen: the field has no column (expand), so frozen does nothing'],
    ['a width', { data_type: 'text', list_width: 10 }, 'list_width: the field has no column'],
    ['an order', { data_type: 'text', sortable: 1 }, 'sortable: the field has no column'],
    ['a sum', { data_type: 'int', stat: 'SUM' }, 'stat: the field has no column'],
    ['a cell that is typed in', { data_type: 'text', editable: 1 }, 'editable: the field has no column'],
    ['how a cell is drawn', { data_type: 'text', ListShow: 'TAG' }, 'ListShow: the field has no column'],
  ])('%s', (_, rest, said) => {
    expect(wrong(of({ ...rest, expand: 1 })).join('\n')).toContain(`fields[f].${said}`);
    expect(wrong(of({ ...rest, expand: 0 })).join('\n')).not.toContain('expand');
  });
  it('the name has a column, and something has', () => {
    const told = checkSuites([testSuite([testTable('thing', { fields: [{ ...name, expand: 1 }] })])]).errors.map(({ reason }) => reason);
    expect(told).toEqual([
      'it is what a row is called',
      'all that the list shows stands below its rows (expand), and none is left to open',
    ]);
  });
  it('is no column, is not read with the rows, and is left out where the list does not show it', () => {
    const fields = [name, of({ data_type: 'html', expand: 1 }), field('g', { data_type: 'text', expand: 1, list_hidden: 1 })];
    const table = testTable('thing', { fields });
    expect(shownInList(table).map(({ field_name }) => field_name)).toEqual(['key_name']);
    expect(shownBelow(table).map(({ field_name }) => field_name)).toEqual(['f']);
    expect(listAsk(table)).toEqual({ fields: 'key_name' });
  });
});

describe('META-01 LIST-09 a filter of several values', () => {
  it.each<Partial<FieldDef>>([
    { data_type: 'select', items },
    { data_type: 'radio', items },
    { data_type: 'checkbox', items },
    { data_type: 'entity', source: 'thing' },
    { data_type: 'entities', source: 'thing' },
  ])('is one of $data_type', (rest) => {
    for (const SearchShow of ['MULTIPLE', 'AUTO', 'NONE'] as const) expect(wrong(of({ ...rest, search: 1, SearchShow }))).toEqual([]);
  });
  it.each(['text', 'int', 'date', 'icon'] as const)('a %s has one by its type', (data_type) => {
    expect(wrong(of({ data_type, search: 1, SearchShow: 'MULTIPLE' })).join()).toContain(
      `fields[f].SearchShow: several values are chosen of a choice or a reference, and the field is a ${data_type}`,
    );
    expect(wrong(of({ data_type, search: 1, SearchShow: 'AUTO' }))).toEqual([]);
  });
});

describe('META-01 FIELD-08 a file that is seen in its record', () => {
  it.each(['file', 'image', 'video', 'media'] as const)('is of a %s', (data_type) => {
    expect(wrong(of({ data_type, preview: 1 }))).toEqual([]);
  });
  it.each<[Partial<FieldDef>, string]>([
    [{ data_type: 'text' }, 'preview: only files are shown in the record'],
    [{ data_type: 'html' }, 'preview: only files are shown in the record'],
    [{ data_type: 'file', hidden: 1 }, 'preview: it is hidden, so that no record shows it'],
  ])('%o', (rest, said) => {
    expect(wrong(of({ ...rest, preview: 1 })).join()).toContain(`fields[f].${said}`);
    expect(wrong(of({ ...rest, preview: 0 }))).toEqual([]);
  });
});
