import { describe, expect, it } from 'vitest';
import type { ActionDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from './check.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const paste = (rest: Partial<ActionDef> = {}): ActionDef => ({ uid: 'p', op: 'Paste', ...named, ...rest });
const table = (value: string, action: ActionDef, rest: Partial<TableDef> = {}): TableDef =>
  testTable('thing', {
    ...rest,
    states: [
      { uid: 's0', value: '*', ...named, actions: value === '*' ? [action] : [] },
      { uid: 's1', value: '1', ...named, actions: value === '1' ? [action] : [] },
    ],
  });
const line = testTable('line', { fields: [field('thing', { data_type: 'entity', source: 'thing' })] });
const wrong = (one: TableDef, menus?: object) => {
  const { errors } = checkSuites([testSuite([one, line], menus)]);
  return errors.map(({ path, reason, mend }) => `${path}: ${reason}; ${mend}`);
};

describe('META-01 an action that pastes rows', () => {
  it('stands in the toolbar of a table whose records texts can make', () => {
    expect(wrong(table('*', paste(), { fields: [field('papers', { data_type: 'file' })] }))).toEqual([]);
  });
  it.each<[string, TableDef, string]>([
    ['stands on no record', table('1', paste()), 'it makes new ones'],
    ['is no call of its own', table('*', paste({ type: 'AJAX' })), 'each row is an Add'],
    ['needs no chosen records', table('*', paste({ param: 'multiple' })), 'take param out'],
    ['goes into its own table', table('*', paste({ cloud: 'line' })), 'take cloud out'],
    [
      'cannot upload',
      table('*', paste(), { fields: [field('papers', { data_type: 'file', notnull: 1 })] }),
      'papers must be filled and is uploaded',
    ],
    [
      'cannot bring rows of a record',
      table('*', paste(), {
        subtables: [{ uid: 'l', ...named, table_name: 'line', parent_field: 'thing', inline: 1, min: 1 }],
      }),
      'a record needs rows of line',
    ],
  ])('%s', (_, one, said) => {
    const found = wrong(one);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('Paste');
    expect(found[0]).toContain(said);
  });
  it('no menu opens it: it has no page', () => {
    const menus = {
      modules: [{ uid: 'm', code: 'm', ...named, flag: 'M', menus: [{ uid: 'n', ...named, type: 'TAB', cloud: 'thing', op: 'Paste' }] }],
    };
    expect(wrong(table('*', paste()), menus).join()).toContain('Paste is no op that a page has');
  });
});
