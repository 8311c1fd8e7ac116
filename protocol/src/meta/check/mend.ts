import type { TableDef } from '../table.ts';
import { instead } from './problem.ts';
import type { Scope } from './scope.ts';

/** How to mend a name that nothing has: what comes closest, else what there is. */
export function unknown(name: string, known: Iterable<string>, what: string): string {
  const names = [...new Set(known)];
  const shown = names.length > 12 ? `${names.slice(0, 12).join(', ')} …` : names.join(', ');
  return instead(name, names) || `${what}: ${shown || 'there is none yet'}`;
}

/** How to mend a field's name that the table does not have. */
export const fieldMend = (scope: Scope, table: TableDef, name: string): string =>
  unknown(name, scope.columns(table).keys(), `fields of ${table.table_name}`);

/** How to mend a choice that there is not: the ids, each with its name. */
export const choiceMend = (items: readonly { id: number; key_name: string }[]): string => {
  const said = items.slice(0, 12).map((item) => `${item.id}${item.key_name ? ` (${item.key_name})` : ''}`);
  return `write the id of a choice: ${said.join(', ')}${items.length > said.length ? ' …' : ''}`;
};
