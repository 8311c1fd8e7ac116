import { type Pinned, pinnedField, pinnedTable } from '#protocol/rules/pinned.ts';
import type { ResolvedTable } from './catalogue.ts';

/** A table as a record's running case knows it: its steps, and what shows and opens in them, as they were published under `pin`. */
export function underCase(table: ResolvedTable, pin: number, pinned: Pinned): ResolvedTable {
  const fields = [...table.fields].map(
    ([name, field]) => [name, Object.freeze({ ...field, def: pinnedField(field.def, pinned) })] as const,
  );
  return Object.freeze({ ...table, def: pinnedTable(table.def, pinned), fields: new Map(fields), pin });
}
