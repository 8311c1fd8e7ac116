import { pairsIn } from '#protocol/meta/action.ts';
import type { SubtableDef } from '#protocol/meta/table.ts';
import { fieldsOf } from '#protocol/rules/condition/condition.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { relatedOf } from '#protocol/rules/condition/related.ts';
import { readClosely } from '#protocol/rules/follow/order.ts';
import type { LoadedSubtable, RowOffer, RowOp } from '#protocol/rules/form/locked.ts';
import { givenTo } from '#protocol/rules/form/narrowed.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { offersOf } from '#protocol/rules/form/subtable.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { columnNamed } from '#server/query/names.ts';
import { and, bound, type Sql, sql } from '#server/query/sql.ts';
import { grantOrNull, lockStanding, type Standing } from './stored.ts';
import type { Work } from './work.ts';

/** Of rows that name a record, those that stand in its sub-table. */
export const standsIn = (table: ResolvedTable, def: SubtableDef, alias: string): Sql =>
  and(
    ...Object.entries(givenTo(def, table.def)).map(
      ([name, is]) => sql`${columnNamed(alias, table, name)} = ${bound(is, typeof is === 'number' ? 'bigint' : 'text')}`,
    ),
  );

/** Rows that belong to their record and go with it; others are bound to it and live on. */
export const isOwn = (def: SubtableDef): boolean => def.inherit !== 0;

export const ITEM: Readonly<Record<RowOp, 'Add' | 'Modify' | 'Delete'>> = {
  ...{ Add: 'Add', Modify: 'Modify', Bind: 'Modify', Unbind: 'Modify', Delete: 'Delete' },
};

/** Rows that live on their own, or under a permission of their own: each asks for the caller's right to it. */
export const isApart = (def: SubtableDef, rows: ResolvedTable, parent: ResolvedTable): boolean =>
  !isOwn(def) || rows.permission !== parent.permission;

/** What a row operation asks of a row that has rights of its own. */
export const OWN_OPS = ['Show', 'Modify', 'Delete'];

/** The rows that stand in a sub-table of a record, where they were locked and read with those of others; null: its save locks them itself. */
export type RowsOf = (def: SubtableDef, id: number) => Promise<readonly Standing[] | null>;

/** Locks the rows that stand in a sub-table of these records and reads them in order of id, with the caller's rights on each where they have their own. */
export function lockRowsOf(
  work: Work,
  parent: ResolvedTable,
  def: SubtableDef,
  ids: readonly number[],
  limit?: number,
): Promise<Standing[]> {
  const rows = work.access.catalogue.table(def.table_name);
  if (!rows || ids.length === 0) return Promise.resolve([]);
  const names = columnNamed('t', rows, def.parent_field);
  const [id, ...more] = ids;
  const of = more.length === 0 ? sql`${names} = ${bound(id, 'bigint')}` : sql`${names} = any(${bound(ids, 'bigint[]')})`;
  const own = !work.engine && isApart(def, rows, parent);
  return lockStanding(work, rows, and(of, standsIn(rows, def, 't')), null, own ? OWN_OPS : [], limit);
}

/** A sub-table as the forms of this reader show it: what its rows offer to him, of those with rights of their own as far as he has them. */
export function loadedSubtable(access: Access, parent: ResolvedTable, def: SubtableDef): LoadedSubtable {
  const rows = access.table(def.table_name);
  const show = access.rules.grant(rows, 'Show');
  const offers = offersOf(def, rows.def).map((offer) => toldOffer(offer, (name) => show?.leaves(name) === true));
  const told = withQuery(access, rows, withSums(access, parent, def));
  if (!isApart(def, rows, parent)) return { ...told, offers };
  return { ...told, own: 1, offers: offers.filter(({ op }) => grantOrNull({ access }, rows, ITEM[op])) };
}

/** Without what its rows are asked that he does not see: the server asks it all the same. */
function toldOffer({ where, ...offer }: RowOffer, own: (name: string) => boolean): RowOffer {
  const isTold = where !== undefined && fieldsOf(parseCondition(where)).every((name) => !relatedOf(name) && own(name));
  return isTold ? { ...offer, where } : offer;
}

/** Whether a reader is shown a sub-table at all: the list of a tab finds its rows by what he sees of them. */
export function showsRows(access: Access, def: SubtableDef): boolean {
  if (def.inline === 1 || def.query === undefined || !isOwn(def)) return true;
  const show = access.rules.grant(access.table(def.table_name), 'Show');
  return pairsIn(def.query).every(({ name }) => show?.leaves(name));
}

/** With what its rows are found by, as far as he sees that of rows: the server finds and gives the rest all the same. */
function withQuery(access: Access, rows: ResolvedTable, sub: SubtableDef): SubtableDef {
  // what narrows a choice is told as a field's is (read/told)
  if (!isOwn(sub)) return sub;
  const { query, ...def } = sub;
  const show = access.rules.grant(rows, 'Show');
  const told = pairsIn(query ?? '').filter(({ name }) => show?.leaves(name));
  return told.length > 0 ? { ...def, query: told.map(({ name, value }) => `${name}=${value}`).join('&') } : def;
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

/** Whose rows a definition speaks of by this name. */
export const rowsNamed = (access: Access, parent: ResolvedTable, name: string): ResolvedTable =>
  access.table(parent.subtables.find((def) => rowsName(def) === name)?.table_name ?? name);

/** Whether a reader sees a field of rows on all of them, whatever they hold, and what it is calculated from. */
export function seesRows(access: Access, parent: ResolvedTable, name: string, field: string): boolean {
  const rows = rowsNamed(access, parent, name);
  const grant = access.rules.grant(rows, 'Show');
  const apart = parent.subtables.some((def) => rowsName(def) === name && isApart(def, rows, parent));
  if (!grant || (apart && !grant.scopes.includes(2))) return false;
  return [...readClosely(rows.def.fields, [field])].every(
    (one) => !one.includes('.') && grant.leaves(one) && grant.sees(one, 't') === true,
  );
}
