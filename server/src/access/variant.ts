import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { ruleOf } from './grants/naming.ts';
import type { RoleGrant } from './grants/rights.ts';

/** What goes with List and is more than the rows as they are now. */
const BEYOND_ROWS = new Set(['History', 'Process']);

/**
 * What the grants that give an op give, with what everybody has: of a table that is everybody's to list its rows, which are each reader's own
 * (`row_where`). Through a variant: no writing but of its `writes`, and where it is everybody's no column but its
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
  if (table.def.everyone === 1 && !variant) return [...given, everybodys(table, ['List'], own)];
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

/** A role that nobody needs to be given. */
const everybodys = (table: ResolvedTable, ops: readonly string[], own: readonly RoleGrant[]): RoleGrant => ({
  group_uid: table.group,
  scope: 2,
  items: new Set(ops),
  hide_uids: new Set(own.flatMap(({ hide_uids }) => [...hide_uids])),
  readonly_uids: new Set(own.flatMap(({ readonly_uids }) => [...readonly_uids])),
});

/** All columns of the table but these, those that the variant leaves out too. */
const besides = (table: ResolvedTable, named: readonly string[]): string[] =>
  [...new Set([...table.fields.keys(), ...table.def.fields.map(({ field_name }) => field_name)])]
    .filter((name) => !named.includes(name))
    .map((name) => ruleOf(table, name));
