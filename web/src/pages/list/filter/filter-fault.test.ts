import { expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import { seekingFilter } from '#web/fields/sought.ts';
import { filterFault } from './filter-fault.ts';

const FIELD: FieldDef = {
  uid: 'p',
  field_name: 'province',
  key_name: '省份',
  key_name_en: 'Province',
  data_type: 'entity',
  source: 'province',
};

it('LIST-09 FIELD-05 a name that is typed into a filter and not chosen is a fault, with or without others chosen', () => {
  for (const ids of [[], [32]]) {
    expect(filterFault(FIELD, seekingFilter(ids, ' 浙 '))).toMatchObject({ text: 'fieldNotChosen', data: { typed: '浙' } });
    expect(filterFault(FIELD, seekingFilter(ids, ''))).toBeNull();
  }
});
