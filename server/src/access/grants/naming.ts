import { STANDARD_NAMES } from '#protocol/meta/standard.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';

/**
 * A field as a role's rules name it, for life: the uid of its table and its own. A standard column has the same one in every version, whether
 * the definition describes it or not.
 */
export const ruleOf = (table: ResolvedTable, name: string): string => fieldRule(table.def.uid, uidOf(table, name));

/** No uid has a colon. */
export const fieldRule = (table: string, field: string): string => `${table}:${field}`;

export const standardUid = (name: string): string | undefined => (STANDARD_NAMES.has(name) ? `std.${name}` : undefined);

function uidOf(table: ResolvedTable, name: string): string {
  const own = () => table.fields.get(name)?.def ?? table.def.fields.find(({ field_name }) => field_name === name);
  return standardUid(name) ?? (own() ?? table.former.get(name)?.def)?.uid ?? '';
}

/** The tables of a permission group. */
export const tablesIn = (catalogue: Catalogue, group: string): ResolvedTable[] =>
  catalogue.tables().filter((table) => table.group === group);

/** What these names of a suite mean in a group: `mobile` is the field of every table that has it, `user.mobile` that of one. */
export function rulesNamed(catalogue: Catalogue, group: string, names: readonly string[]): string[] {
  const found = tablesIn(catalogue, group).flatMap((table) =>
    [...table.fields.keys()]
      .filter((name) => names.includes(name) || names.includes(`${table.name}.${name}`))
      .map((name) => ruleOf(table, name)),
  );
  return [...new Set(found)];
}

/** What groups and fields are called now, in lines for who runs the house; what no definition knows stays as it is. */
export interface Called {
  group(uid: string): string;
  field(rule: string, group: string): string;
}

export const calledIn = (catalogue: Catalogue): Called => ({
  group: (uid) => catalogue.tableOf(uid)?.name ?? uid,
  field: (rule, group) => {
    const table = catalogue.tableOf(rule.split(':')[0]!);
    const name = table && [...table.fields.keys()].find((one) => ruleOf(table, one) === rule);
    if (!name) return rule;
    return table.def.uid === group ? name : `${table.name}.${name}`;
  },
});
