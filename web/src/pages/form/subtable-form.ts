import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';

/** A sub-table with the definition of its rows. */
export interface SubtableForm {
  def: SubtableDef;
  table: TableDef;
}
