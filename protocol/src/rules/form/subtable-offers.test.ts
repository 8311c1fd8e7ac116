import { expect, it } from 'vitest';
import { testField as field, testTable } from '#protocol/meta/testing-suite.ts';
import { offersOf } from './subtable.ts';

it('SUB-02 what a row begins of another table is no offer to add rows', () => {
  const named = { key_name: '名', key_name_en: 'Name' };
  const begins = { uid: 'b', op: 'Add', ...named, cloud: 'order', pfield: 'row_entity' };
  const rows = testTable('row', {
    fields: [field('top', { data_type: 'entity', source: 'top' })],
    states: [{ uid: 's', value: '1', ...named, actions: [{ uid: 'm', op: 'Modify', ...named }, begins] }],
  });
  expect(offersOf({ uid: 'x', ...named, table_name: 'row', parent_field: 'top' }, rows).map(({ op }) => op)).toEqual(['Modify']);
});
