import type { Value } from '#protocol/fields/kind.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Access } from '../access.ts';
import { guardDepartment } from './department.ts';
import type { Guard, Writing } from './guard.ts';
import { guardRole } from './role.ts';
import { guardUser } from './user.ts';

/** What is written of a row by a person, as the hand of the save says it: the values that change. */
export interface Written {
  act: Writing['act'];
  /** null: a new row */
  id: number | null;
  changes: Readonly<Record<string, Value>>;
}

/** Tables whose rows say what people may do, by uid. */
const GUARDED: ReadonlyMap<string, Guard> = new Map([
  ['sys.user', guardUser],
  ['sys.role', guardRole],
  ['sys.department', guardDepartment],
]);

/**
 * Refuses (312) what would give somebody more than who writes it has, lock him out, or leave a company without an administrator. Asked
 * for every row that a person writes, also in a sub-table; what a flow or a seed writes was decided elsewhere.
 */
export async function demandGiving(tx: Writing['tx'], access: Access, table: ResolvedTable, written: Written): Promise<void> {
  const guard = GUARDED.get(table.def.uid);
  if (guard) await guard({ tx, access, table, ...written });
}
