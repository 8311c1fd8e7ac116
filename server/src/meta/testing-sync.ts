import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { migrate } from '#server/db/migrate.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import type { Catalogue } from './catalogue.ts';
import { loadCatalogue } from './load.ts';
import { metaMigrations } from './migrations.ts';

/** A database with the engine's tables of this room and two companies, 1 and 2, but no table of a definition. */
export function emptyHouse(): Promise<TestDatabase> {
  return templateDatabase('meta-empty-house', async (db) => {
    await migrate(db, [metaMigrations]);
    await db.query(`insert into fw.company (id, key, login_name, key_name, key_name_en, app_name, app_name_en)
      values (1, 'demo', 'demo', '演示', 'Demo', '演示', 'Demo'), (2, 'other', 'other', '他', 'Other', '他', 'Other')`);
  });
}

/** Definitions of a test: domains, and the tables given. */
export function catalogueOf(...tables: TableDef[]): Catalogue {
  return loadCatalogue([testSuite([testTable('domain', { tenancy: 'company' }), ...tables])]);
}

export const field = (name: string, data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldDef =>
  testField(name, { data_type, ...rest });
