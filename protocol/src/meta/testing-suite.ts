import type { FieldDef } from './field.ts';
import type { SuiteDef } from './suite.ts';
import type { TableDef } from './table.ts';

/** A field of a test; `uid` follows the name. */
export function testField(field_name: string, rest: Partial<FieldDef> & Pick<FieldDef, 'data_type'>): FieldDef {
  return { uid: field_name, field_name, key_name: `字段 ${field_name}`, key_name_en: `Field ${field_name}`, ...rest };
}

/** A table of a test with state 1 and no fields unless given. */
export function testTable(table_name: string, rest: Partial<TableDef> = {}): TableDef {
  return {
    uid: table_name,
    table_name,
    key_name: `表 ${table_name}`,
    key_name_en: `Table ${table_name}`,
    fields: [],
    states: [{ uid: 's1', value: '1', key_name: '正常', key_name_en: 'Normal' }],
    ...rest,
  };
}

/** A suite of a test around its tables. */
export function testSuite(tables: TableDef[], rest: Partial<SuiteDef> = {}): SuiteDef {
  return {
    uid: 'suite.test',
    code: 'test',
    version: '1.0.0',
    key_name: '测试',
    key_name_en: 'Test',
    requires: [],
    modules: [],
    dicts: [],
    roles: [],
    tables,
    seed: [],
    ...rest,
  };
}
