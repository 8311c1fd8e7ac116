import type { SubtableDef } from '#protocol/meta/table.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { parentsOf } from '#server/access/rows.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { grantOrNull } from './stored.ts';

/** The gate of a sub-table's rows for who reads the record by `grant`: with it where they go with it, else where he may list them; null for who may not. */
export function gateBelow(access: Access, grant: Grant, sub: SubtableDef): Grant | null {
  const table = access.table(sub.table_name);
  const may = goesWith(access, table, grant.table) || access.may(table, 'List');
  return may ? grantOrNull({ access }, table, grant.op) : null;
}

const goesWith = ({ catalogue }: Access, table: ResolvedTable, parent: ResolvedTable): boolean =>
  parentsOf(catalogue, table).some((one) => one.parent.name === parent.name);
