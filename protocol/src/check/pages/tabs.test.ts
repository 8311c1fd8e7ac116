import { describe, expect, it } from 'vitest';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const visits = (rest: Partial<SubtableDef> = {}): SubtableDef => ({
  ...{ uid: 'v', ...named, table_name: 'visit', parent_field: 'site_entity' },
  ...rest,
});
const site = (rest: Partial<TableDef>) => testTable('site', { subtables: [visits()], tabs: 1, ...rest });
const visit = (parent = {}, ops = ['Add']) =>
  testTable('visit', {
    fields: [field('site_entity', { data_type: 'entity', source: 'site', ...parent })],
    states: [
      { uid: 'visit.s0', value: '*', ...named, actions: ops.map((op) => ({ uid: `visit.${op}`, op, ...named })) },
      { uid: 'visit.s1', value: '1', ...named, actions: [] },
    ],
  });
const wrong = (parent: TableDef, rows = visit()) =>
  checkSuites([testSuite([parent, rows])]).errors.map(({ path, reason, mend }) => `${path}: ${reason}; ${mend}`);

describe('PAGES-01 sub-tables in tabs', () => {
  it('stand beside the form where the table has tabs; a hidden one needs none', () => {
    expect(wrong(site({}))).toEqual([]);
    expect(wrong(testTable('site', { subtables: [visits({ hidden: 1 })] }))).toEqual([]);
    expect(wrong(site({}), visit({ hidden: 1 }, []))).toEqual([]);
    expect(wrong(site({ subtables: [visits({ readonly: 1 })] }), visit({ readonly: 1 }))).toEqual([]);
  });
  it.each<[string, TableDef, string]>([
    ['rows that stand nowhere', testTable('site', { subtables: [visits()] }), 'subtables[visit].inline: its rows stand nowhere'],
    ['tabs of which there is none', site({ subtables: [visits({ inline: 1 })] }), 'tabs: no sub-table stands in a tab'],
    ['tabs of which none is seen', site({ subtables: [visits({ hidden: 1 })] }), 'tabs: no sub-table stands in a tab'],
    [
      'a number of rows that one save has',
      site({ subtables: [visits({ min: 1 })] }),
      'so min does nothing; take min out (min: 0 where visit itself has one), or write inline: 1',
    ],
    ['a heading beside the form', site({ subtables: [visits({ under: 'field' })] }), 'so under does nothing'],
    ['rows of a step', site({ subtables: [visits({ edit_state: '1' })] }), 'so edit_state does nothing'],
  ])('%s: refused', (_, parent, said) => {
    expect(wrong(parent).join('\n')).toContain(said);
  });
  it.each(['hidden', 'readonly'])('what is added there must be able to name its record (%s)', (key) => {
    expect(wrong(site({}), visit({ [key]: 1 })).join('\n')).toContain(
      `which nobody can fill in (${key}); take ${key} out of visit.site_entity`,
    );
  });
});

describe('META-01 the page beside rows: url', () => {
  const at = (url: string) => wrong(site({ subtables: [visits({ url })] })).join('\n');
  it('is one of this product, with values of the record', () => {
    expect(at('/main/list/visit?site_entity={id}')).toBe('');
    expect(at('/main/report/visits?site_entity={id}&name={key_name}')).toBe('');
  });
  it.each([
    ['https://elsewhere/{id}', 'subtables[visit].url: https://elsewhere/{id} is no page of this product'],
    ['javascript:alert(1)', 'is no page of this product'],
    ['//elsewhere/main/list', 'is no page of this product'],
    ['/main/list/visits', 'subtables[visit].url: unknown table visits'],
    ['/main/list/visit?x={nothing}', 'subtables[visit].url: unknown field nothing'],
  ])('%s: refused', (url, said) => {
    expect(at(url)).toContain(said);
  });
});
