import { describe, expect, test } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testSuite } from '#protocol/meta/testing-suite.ts';
import { createScope } from '../scope.ts';
import { checkLanguages } from './languages.ts';

const field = (field_name: string, data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: 'k', key_name_en: 'k', data_type },
  ...rest,
});
const table = (fields: FieldDef[], rest: Partial<TableDef> = {}): TableDef => ({
  ...{ uid: 't', table_name: 't', key_name: 't', key_name_en: 't', fields, states: [] },
  ...rest,
});
const rows = table([field('price', 'numeric'), field('word', 'text')], { table_name: 'row' });
const sub = { uid: 's', key_name: 's', key_name_en: 's', table_name: 'row', parent_field: 'p' };
const thing = table([field('kind', 'numeric'), field('state', 'int'), field('b', 'numeric')], { table_name: 'thing' });
const user = table([], { table_name: 'user' });
const check = (one: FieldDef) => {
  const of = table([field('a', 'numeric'), field('d', 'date'), field('owner', 'entity', { source: 'user' }), one], { subtables: [sub] });
  return checkLanguages(of, createScope([testSuite([of, rows, thing, user])]));
};

describe('META-01 expressions of definitions', () => {
  test.each([
    field('x', 'numeric', { calc: 'a*2+sum(row.price)' }),
    field('x', 'date', { calc: 'adddays(d,7)' }),
    field('x', 'text', { calc: "if(a>1,'big','small')" }),
    field('x', 'text', { format: '[A-Z]{2}-\\d{4}' }),
    field('x', 'numeric', { format: '2', defvalue: 1.5 }),
    field('x', 'entity', { source: 'thing', query: 'kind={a}&state=1', fetch: 'a=b' }),
    field('x', 'entity', { source: 'user', defvalue: '{user.id}' }),
    field('x', 'text', { number: 'LX-{yyyy}-{000}' }),
    field('x', 'date', { defvalue: '{today+7}' }),
    field('x', 'select', { defvalue: 1, items: [{ id: 1, key_name: 'a', key_name_en: 'a' }] }),
  ])('%j is taken', (one) => expect(check(one)).toEqual([]));

  test.each([
    ['calc', field('x', 'numeric', { calc: 'process.exit()' })],
    ['calc', field('x', 'numeric', { calc: 'while(1)' })],
    ['calc', field('x', 'numeric', { calc: `${'('.repeat(400)}1${')'.repeat(400)}` })],
    ['calc', field('x', 'numeric', { calc: 'd' })],
    ['calc', field('x', 'date', { calc: 'a+1' })],
    ['calc', field('x', 'numeric', { calc: 'sum(row.word)' })],
    ['calc', field('x', 'numeric', { calc: 'sum(user.id)' })],
    ['calc', field('x', 'numeric', { calc: 'nothing+1' })],
    ['calc', field('x', 'numeric', { calc: 'constructor' })],
    ['format', field('x', 'text', { format: '(?=a)' })],
    ['format', field('x', 'text', { format: '(a' })],
    ['query', field('x', 'entity', { source: 'thing', query: 'a=1&&b' })],
    ['fetch', field('x', 'entity', { source: 'thing', fetch: 'a=b+1' })],
    ['number', field('x', 'text', { number: 'A-{yyyy}' })],
    ['number', field('x', 'text', { number: 'A-{user.id}-{000}' })],
    ['defvalue', field('x', 'date', { defvalue: 'tomorrow' })],
    ['defvalue', field('x', 'int', { defvalue: 'process.exit()' })],
  ])('A11 A12 %s of %j is refused when it is loaded', (key, one) => {
    expect(check(one).map((problem) => problem.path)).toEqual([`fields[x].${key}`]);
  });
  test('A11 calculated fields in a circle are refused', () => {
    const circle = table([field('x', 'numeric', { calc: 'y' }), field('y', 'numeric', { calc: 'x+1' })]);
    expect(checkLanguages(circle, createScope([testSuite([circle])]))).toMatchObject([{ path: 'fields', reason: 'x needs y needs x' }]);
  });
});
