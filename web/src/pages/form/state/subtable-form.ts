import type { LoadedSubtable, LoadedTable } from '#protocol/rules/form/locked.ts';

/** A sub-table with the definition of its rows. */
export interface SubtableForm {
  def: LoadedSubtable;
  table: LoadedTable;
}
