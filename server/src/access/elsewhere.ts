import { toolbarActions } from '#protocol/rules/actions.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Access } from './access.ts';

/** Whether the reader may do this in the other table that an action opens; a record is added only where its own list offers that. */
export function mayElsewhere(access: Access, op: string, cloud: string): boolean {
  const table = access.catalogue.table(cloud);
  return table !== undefined && access.may(table, op) && (op !== 'Add' || offersAdd(access, table));
}

/** Whether the list of a table offers its reader to add records. */
export const offersAdd = (access: Access, table: ResolvedTable): boolean =>
  toolbarActions(table.def, (op) => access.may(table, op)).some(({ op }) => op === 'Add');
