import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const batch = (rest: Partial<ActionDef> = {}): ActionDef => ({ uid: 'b', op: 'Batch', ...named, ...rest });
const modify: ActionDef = { uid: 'm', op: 'Modify', ...named };
const note = (rest: Partial<FieldDef> = {}) => field('note', { data_type: 'text', length: 20, batch: 1, ...rest });
const line = testTable('line', {});
const wrong = (fields: FieldDef[], toolbar: ActionDef[], record: ActionDef[] = [modify]) => {
  const one = testTable('thing', {
    fields,
    states: [
      { uid: 's0', value: '*', ...named, actions: toolbar },
      { uid: 's1', value: '1', ...named, actions: record },
    ],
  });
  return checkSuites([testSuite([one, line])]).errors.map(({ path, reason, mend }) => `${path}: ${reason}; ${mend}`);
};

describe('META-01 PAGES-02 a change of several records', () => {
  it('is offered over the list, of fields that somebody types in', () => {
    expect(wrong([note()], [batch()])).toEqual([]);
    expect(wrong([note({ batch: 0 })], [])).toEqual([]);
  });
  it.each<[string, FieldDef[], ActionDef[], ActionDef[] | undefined, string]>([
    ['needs a field', [note({ batch: 0 })], [batch()], undefined, 'it would change nothing'],
    ['a field needs it', [note()], [], undefined, 'has no action Batch'],
    ['stands over the list', [note()], [], [modify, batch()], "the actions of state '*'"],
    ['asks what is to be changed', [note()], [batch({ type: 'AJAX' })], undefined, 'take type out'],
    ['takes the chosen', [note()], [batch({ param: 'single' })], undefined, 'take param out'],
    ['changes its own table', [note()], [batch({ cloud: 'line' })], undefined, 'take cloud out'],
    ['is a Modify of each', [note()], [batch()], [], 'no state offers that'],
    ['nobody types in it', [note({ readonly: 1 })], [batch()], undefined, 'nobody types in it'],
    ['the engine keeps it', [note({ auto_fill: 1 })], [batch()], undefined, 'nobody types in it'],
    ['unique', [note({ unique: 1 })], [batch()], undefined, 'several records cannot have the same'],
    ['rich text', [note(), field('page', { data_type: 'html', batch: 1 })], [batch()], undefined, 'rich text is written for one record'],
    ['files', [note(), field('papers', { data_type: 'file', batch: 1 })], [batch()], undefined, 'a file belongs to one record'],
  ])('%s', (_, fields, toolbar, record, said) => {
    const found = wrong(fields, toolbar, record);
    expect(found.join('\n')).toContain(said);
    expect(found.length).toBeLessThanOrEqual(2);
  });
});
