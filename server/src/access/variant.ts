import { GRANT_ITEMS, itemOf } from '#protocol/meta/ops.ts';
import type { Scope } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { ruleOf } from './grants/naming.ts';
import type { RoleGrant } from './grants/rights.ts';

/** What goes with List and is more than the rows as they are now. */
const BEYOND_ROWS = new Set(['History', 'Process']);

/**
 * What the grants that give an op give, with what everybody has: of a view that is everybody's its rows, which are each reader's own
 * (`row_where`), of a stored table his own rows with what may be done there (`everybodysItems`), and of
 * `everyone_scopes` those of his department. Through a variant: no writing but of its `writes`, and where it is everybody's no column but its
 * `fields`, an administrator neither. Everybody has its rows beside them, but what a role of his hides or locks in the group (`own`: all that
 * his roles say of it) stays so: there he has it by his other roles or not at all.
 */
export function withEverybodys(
  table: ResolvedTable,
  op: string,
  given: readonly RoleGrant[],
  own: readonly RoleGrant[],
): readonly RoleGrant[] {
  const { variant } = table;
  const item = itemOf(op);
  if (!variant && everybodysItems(table.def).some((one) => one === item || item === 'LoadTable')) {
    const scopes: Scope[] = [table.def.storage === 'view' ? 2 : 0, ...(table.def.everyone_scopes?.[item] === 1 ? [1 as const] : [])];
    return [...given, ...scopes.map((scope) => everybodys(table, everybodysItems(table.def), own, scope))];
  }
  if (!variant || (variant.everyone !== 1 && !variant.writes)) return given;
  if (variant.everyone === 1 && BEYOND_ROWS.has(op)) return [];
  const hidden = variant.everyone === 1 ? besides(table, variant.fields ?? []) : [];
  const locked = variant.writes ? besides(table, variant.writes) : [];
  return [...given, ...(variant.everyone === 1 ? [everybodys(table, variant.ops!, own)] : [])].map((part) => ({
    ...part,
    hide_uids: new Set([...part.hide_uids, ...hidden]),
    readonly_uids: new Set([...part.readonly_uids, ...locked]),
  }));
}

/** The items that everybody has on a table that is everybody's: a view is listed; of a stored one he has what it offers, on rows that he made. */
export function everybodysItems({ everyone, storage, states }: TableDef): readonly string[] {
  if (everyone !== 1) return [];
  const offered = new Set(['List', ...states.flatMap(({ actions = [] }) => actions.map(({ op }) => itemOf(op)))]);
  return storage === 'view' ? ['List'] : GRANT_ITEMS.filter((item) => offered.has(item));
}

/** A role that nobody needs to be given. */
const everybodys = (table: ResolvedTable, ops: readonly string[], own: readonly RoleGrant[], scope: Scope = 2): RoleGrant => ({
  group_uid: table.group,
  scope,
  items: new Set(ops),
  hide_uids: new Set(own.flatMap(({ hide_uids }) => [...hide_uids])),
  readonly_uids: new Set(own.flatMap(({ readonly_uids }) => [...readonly_uids])),
});

/** All columns of the table but these, those that the variant leaves out too. */
const besides = (table: ResolvedTable, named: readonly string[]): string[] =>
  [...new Set([...table.fields.keys(), ...table.def.fields.map(({ field_name }) => field_name)])]
    .filter((name) => !named.includes(name))
    .map((name) => ruleOf(table, name));
