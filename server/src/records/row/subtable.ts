import type { SubtableDef } from '#protocol/meta/table.ts';
import type { LoadedSubtable, RowOp } from '#protocol/rules/form/locked.ts';
import { offersOf } from '#protocol/rules/form/subtable.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { grantOrNull } from './stored.ts';

/** Rows that belong to their record and go with it; others are bound to it and live on. */
export const isOwn = (def: SubtableDef): boolean => def.inherit !== 0;

export const ITEM: Readonly<Record<RowOp, 'Add' | 'Modify' | 'Delete'>> = {
  ...{ Add: 'Add', Modify: 'Modify', Bind: 'Modify', Unbind: 'Modify', Delete: 'Delete' },
};

/** Rows that live on their own, or under a permission of their own: each asks for the caller's right to it. */
export const isApart = (def: SubtableDef, rows: ResolvedTable, parent: ResolvedTable): boolean =>
  !isOwn(def) || rows.permission !== parent.permission;

/** A sub-table as the forms of this reader show it: what its rows offer to him, of those with rights of their own as far as he has them. */
export function loadedSubtable(access: Access, parent: ResolvedTable, def: SubtableDef): LoadedSubtable {
  const rows = access.table(def.table_name);
  const offers = offersOf(def, rows.def);
  const told = withSums(access, parent, def);
  if (!isApart(def, rows, parent)) return { ...told, offers };
  return { ...told, own: 1, offers: offers.filter(({ op }) => grantOrNull({ access }, rows, ITEM[op])) };
}

/** With the sums that he could reckon himself. */
function withSums(access: Access, parent: ResolvedTable, { check = [], ...def }: SubtableDef): SubtableDef {
  const seen = check.filter((sum) => seesSum(access, parent, def, sum));
  return seen.length > 0 ? { ...def, check: seen } : def;
}

/**
 * Whether a reader sees both sides of a sum on whatever rows, and all the rows that it counts: to anybody else its figures would tell what is
 * hidden from him (docs/decisions/250).
 */
export function seesSum(
  access: Access,
  parent: ResolvedTable,
  def: SubtableDef,
  { sum, equals }: NonNullable<SubtableDef['check']>[number],
): boolean {
  const rows = access.table(def.table_name);
  const [ofParent, ofRows] = [parent, rows].map((table) => access.rules.grant(table, 'Show'));
  if (!ofParent?.leaves(equals) || !ofRows?.leaves(sum)) return false;
  return !isApart(def, rows, parent) || ofRows.scopes.includes(2);
}
