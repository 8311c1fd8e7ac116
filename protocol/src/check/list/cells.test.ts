import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const modify: ActionDef = { uid: 'm', op: 'Modify', ...named };
const note = (rest: Partial<FieldDef> = {}) => field('note', { data_type: 'text', length: 20, editable: 1, ...rest });
const wrong = (fields: FieldDef[], record: ActionDef[] = [modify]) => {
  const one = testTable('thing', { fields, states: [{ uid: 's1', value: '1', ...named, actions: record }] });
  return checkSuites([testSuite([one])]).errors.map(({ path, reason, mend }) => `${path}: ${reason}; ${mend}`);
};

describe('META-01 LIST-04 a field that is changed in its cell', () => {
  it('is one line that somebody types in, of records that may be changed', () => {
    expect(wrong([note()])).toEqual([]);
    expect(wrong([note({ list_hidden: 1 })])).toEqual([]);
    expect(wrong([note({ editable: 0 })], [])).toEqual([]);
  });
  it.each<[string, FieldDef[], ActionDef[] | undefined, string]>([
    ['is a Modify of each row', [note()], [], 'no state offers that'],
    ['nobody types in it', [note({ readonly: 1 })], undefined, 'nobody types in it'],
    ['the engine keeps it', [note({ auto_fill: 1 })], undefined, 'nobody types in it'],
    ['has no cell', [note({ hidden: 1 })], undefined, 'it is hidden'],
    ['files', [note(), field('papers', { data_type: 'file', editable: 1 })], undefined, 'takes more room'],
    ['several lines', [note({ data_type: 'textarea' })], undefined, 'takes more room'],
    [
      'several values',
      [note(), field('kinds', { data_type: 'checkbox', items: [{ id: 1, ...named }], editable: 1 })],
      undefined,
      'takes more room',
    ],
  ])('%s', (_, fields, record, said) => {
    expect(wrong(fields, record).join('\n')).toContain(said);
  });
});
