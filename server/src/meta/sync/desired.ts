import type { Catalogue, ResolvedTable } from '../catalogue.ts';
import { notesChange, reportTables } from './changes.ts';
import { columnsOf, historyColumnsOf, syncedTables } from './columns.ts';
import { keepBody } from './history.ts';
import { indexesOf, tenantColumns } from './indexes.ts';
import type { Kept } from './kept.ts';
import { constraintsOf, partName } from './parts.ts';
import { keyOf, quoted, type Schema, type Table } from './schema.ts';

/** What should stand in the database for these definitions. Pure. */
export function desiredSchema(catalogue: Catalogue, kept: Kept): Schema {
  const told = reportTables(catalogue);
  const tables = syncedTables(catalogue).flatMap((table): Table[] => {
    const columns = new Map([...columnsOf(table), ...kept.columns(table)]);
    const body = keepBody(columns).replace('%TABLE%', quoted(table.name));
    return [
      {
        schema: 'app',
        name: table.name,
        columns,
        constraints: constraintsOf(catalogue, table),
        indexes: indexesOf(table),
        keep: body,
        change: told.has(table.name) ? notesChange(table) : null,
      },
      historyTable(table, columns),
    ];
  });
  return new Map(tables.map((table) => [keyOf(table), table]));
}

/** Closed versions: by record (its history) and by the end of the version (a list as of a past time). */
function historyTable(table: ResolvedTable, columns: Table['columns']): Table {
  const key = table.tenancy === 'platform' ? '(id, valid_from)' : '(company_id, id, valid_from)';
  const ended = `USING btree (${[...tenantColumns(table), 'valid_to'].join(', ')})`;
  return {
    schema: 'hist',
    name: table.name,
    columns: historyColumnsOf(columns),
    constraints: [{ name: partName(table.name, [], 'versions'), says: `PRIMARY KEY ${key}` }],
    indexes: [{ name: partName(table.name, [], 'ended'), says: ended }],
    keep: null,
    change: null,
  };
}
