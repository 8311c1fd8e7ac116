import { describe, expect, test } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
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
const items = [{ id: 1, key_name: 'a', key_name_en: 'a' }];
const rows = table([field('price', 'numeric')], { table_name: 'row' });
const tabbed = table([field('price', 'numeric')], { table_name: 'tab' });
const user = table([], { table_name: 'user' });
const sub = (table_name: string, rest: Partial<SubtableDef> = {}): SubtableDef => ({
  ...{ uid: table_name, key_name: 's', key_name_en: 's', table_name, parent_field: 'p' },
  ...rest,
});
const FIELDS = [
  ...[field('a', 'numeric'), field('n', 'int'), field('d', 'date'), field('at', 'datetime'), field('w', 'text'), field('long', 'textarea')],
  ...[field('kind', 'select', { items }), field('many', 'checkbox', { items }), field('owner', 'entity', { source: 'user' })],
  ...[field('sum', 'numeric', { calc: 'a*2' }), field('no', 'text', { number: 'A-{000}' }), field('auto', 'text', { auto_fill: 1 })],
  ...[field('head', 'title'), field('secret', 'password'), field('papers', 'file'), field('mail', 'email')],
];
const INLINE = sub('row', { inline: 1 });
const told = (more: { x?: FieldDef; table?: Partial<TableDef>; sub?: SubtableDef }) => {
  const of = table([...FIELDS, ...(more.x ? [more.x] : [])], { subtables: [more.sub ?? INLINE, sub('tab')], tabs: 1, ...more.table });
  return checkLanguages(of, createScope([testSuite([of, rows, tabbed, user])]));
};
const changing = (onchange: string) => told({ x: field('x', 'int', { onchange }) });

describe('FORM-08 lists of assignments are checked when they are loaded', () => {
  test.each([
    'a=x*2',
    "a=x;n=if(x>1,1,0);d=adddays({today},x);w='a;b';long=w;at=d",
    'kind=if(x>1,1,1)',
    'n=x>1',
    'a=sum(row.price)+count(row)',
    'w=if(empty(owner),no,w)',
  ])('%s is taken', (onchange) => expect(changing(onchange)).toEqual([]));

  test.each([
    ['process.exit()', 'is no target=expression'],
    ['while(1)', 'is no target=expression'],
    ['a=process.exit()', 'an operator expected'],
    ['a=while(1)', 'unknown function while'],
    [`a=${'('.repeat(400)}1${')'.repeat(400)}`, 'too many brackets'],
    ['', 'is no target=expression'],
    ['a=1;', 'is no target=expression'],
    ['a=1;a=2', 'a stands twice'],
    ['nothing=1', 'unknown field nothing'],
    ['a=nothing', 'unknown field nothing'],
    ['remark=w', 'unknown field remark'],
    ['x=1', 'x would change itself'],
    ['sum=1', 'sum is filled by the engine (calc)'],
    ['no=w', 'no is filled by the engine (number)'],
    ['auto=w', 'auto is filled by the engine (auto_fill)'],
    ['head=w', 'head is filled by the engine (a title)'],
    ['secret=w', 'no expression gives a password for secret'],
    ['papers=w', 'no expression gives a file for papers'],
    ['many=1', 'no expression gives a checkbox for many'],
    ['mail=w', 'no expression gives a email for mail'],
    ['owner=1', 'no expression gives a record for owner'],
    ['a=d', 'gives a date, the field is numeric'],
    ['d=a', 'gives a number, the field is date'],
    ["kind='a'", 'gives a text, the field is select'],
    ['a=sum(tab.price)', 'tab.price stands in a tab'],
    ['a=sum(user.age)', 'unknown sub-table field user.age'],
  ])('A11 %s is refused: %s', (onchange, reason) => {
    const found = changing(onchange);
    expect(found.map(({ path }) => path)).toEqual(['fields[x].onchange']);
    expect(found[0]!.reason).toContain(reason);
    expect(found[0]!.mend).not.toBe('');
  });

  test.each([
    ['calc', field('x', 'int', { calc: 'n', onchange: 'a=1' })],
    ['number', field('x', 'text', { number: 'B-{000}', onchange: 'a=1' })],
    ['a password', field('x', 'password', { onchange: 'a=1' })],
    ['a title', field('x', 'title', { onchange: 'a=1' })],
  ])('a field that nobody types, or reads, changes nothing: %s', (what, x) => {
    expect(told({ x }).map(({ path, reason }) => [path, reason.includes(`(${what})`)])).toEqual([['fields[x].onchange', true]]);
  });
  test('A11 fields that change each other in a circle are refused, with the way', () => {
    const others = (fields: FieldDef[]) => told({ table: { fields: [...FIELDS, ...fields] } }).map(({ path, reason }) => [path, reason]);
    const circle = [field('x', 'int', { onchange: 'y=1' }), field('y', 'int', { onchange: 'x=1' })];
    expect(others(circle)).toEqual([['fields', 'x goes by y goes by x']]);
    const reading = [field('x', 'int', { onchange: 'a=d1' }), field('y', 'int', { onchange: 'd2=a' })];
    const between = [field('d1', 'numeric', { calc: 'd2+1' }), field('d2', 'numeric')];
    expect(others([...reading, ...between])).toEqual([['fields', 'x goes by y goes by x']]);
  });
  test('onload and the onchange of a sub-table are lists of the same kind', () => {
    const wrong = (more: Parameters<typeof told>[0]) => told(more).map(({ path, reason }) => [path, reason]);
    expect(told({ table: { onload: 'd={today};a=n' }, sub: sub('row', { inline: 1, onchange: 'a=sum(row.price);n=count(row)' }) })).toEqual(
      [],
    );
    expect(wrong({ table: { onload: 'd=a' } })).toEqual([['onload', 'd=a: gives a number, the field is date']]);
    expect(wrong({ table: { onload: 'while(1)' } })[0]![0]).toBe('onload');
    expect(wrong({ sub: sub('row', { inline: 1, onchange: 'sum=1' }) })).toEqual([
      ['subtables[row].onchange', 'sum is filled by the engine (calc)'],
    ]);
    expect(wrong({ sub: sub('row', { inline: 1, onchange: 'price=1' }) })).toEqual([['subtables[row].onchange', 'unknown field price']]);
    expect(wrong({ sub: sub('row', { onchange: 'a=1' }) })).toEqual([
      ['subtables[row].onchange', 'rows in a tab are saved one by one, and no form runs it'],
    ]);
  });
});
