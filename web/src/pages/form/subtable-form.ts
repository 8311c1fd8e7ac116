import type { LoadedSubtable, LoadedTable } from '#protocol/rules/locked.ts';

/** A sub-table with the definition of its rows. */
export interface SubtableForm {
  def: LoadedSubtable;
  table: LoadedTable;
}
