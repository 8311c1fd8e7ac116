import { expect, it } from 'vitest';
import { type LedgerRow, memoryOf, NO_MEMORY } from './memory.ts';

const item = (id: number) => ({ id, key_name: `类${id}`, key_name_en: `Kind ${id}` });
const row = (of: Partial<LedgerRow>): LedgerRow => ({
  kind: 'field',
  table_uid: 't',
  uid: 'f',
  name: 'f',
  suite: 's',
  def: {},
  gone: false,
  ...of,
});

it('META-01 what other definitions know is remembered and not offered, also where a newer version still offers it', () => {
  const memory = memoryOf([row({ def: { items: [item(1), item(2)] } })]);
  expect(memory.items({ kind: 'field', table_uid: 't', uid: 'f' }, [item(1)])).toEqual([{ ...item(2), hidden: 1 }]);
  expect(memory.items({ kind: 'field', table_uid: 't', uid: 'other' }, [item(1)])).toEqual([]);
});

it('META-01 a field that is gone is called as its column is; one of which nothing but the name is known is not told of', () => {
  const known = { data_type: 'text', field_name: 'n', key_name: '名', key_name_en: 'N', uid: 'f', veiled: true };
  const memory = memoryOf([row({ name: 'n.1', def: known, gone: true }), row({ uid: 'g', gone: true }), row({ uid: 'h', def: known })]);
  expect(memory.fields('t')).toEqual([
    { def: { data_type: 'text', field_name: 'n.1', key_name: '名', key_name_en: 'N', uid: 'f' }, veiled: true },
  ]);
  expect(memory.fields('u')).toEqual([]);
  expect(NO_MEMORY.fields('t')).toEqual([]);
});
