import { expect, it } from 'vitest';
import type { TableDef } from '#protocol/meta/table.ts';
import { titled } from './record-name.ts';

const TABLE = {
  table_name: 'plan',
  key_name: '计划',
  key_name_en: 'Plans',
  english_name: 'name_en',
  fields: [],
  states: [],
} as never as TableDef;
const said = (record: Record<string, unknown>, locale: 'zh_CN' | 'en_US', table = TABLE) => [...titled(record, table, locale)];

it('FORM-01 the title says the number and the name in the language on screen: only those need not be read once more', () => {
  const record = { key_name: '北港', name_en: 'North Port', code: 'LX-1' };
  expect(said(record, 'zh_CN')).toEqual(['key_name', 'code']);
  expect(said(record, 'en_US')).toEqual(['name_en', 'code']);
  expect(said({ ...record, name_en: '' }, 'en_US')).toEqual(['key_name', 'code']);
  expect(said({ key_name: '', code: null }, 'zh_CN')).toEqual([]);
  const { english_name: _, ...plain } = TABLE;
  expect(said({ key_name: '甲', key_name_en: 'A' }, 'en_US', plain as TableDef)).toEqual([]);
});
