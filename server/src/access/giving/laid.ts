import type { Layout } from '#protocol/meta/layout.ts';
import { showsAny, stateUid } from '#protocol/rules/layout.ts';
import { MOST_LAID } from '#protocol/wire/layout.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import { onField, type Writing } from './guard.ts';

/** Columns of fields that the writer sees, one at least in the list. */
export function demandLaid(writing: Writing, table: ResolvedTable, content: Layout): void {
  if (Object.keys(content).length > MOST_LAID) throw onField(writing, 341, 'layoutMany', 'content', { most: MOST_LAID });
  const fields = seenBy(writing, table);
  const known = new Set([...fields.map(({ uid }) => uid), ...table.subtables.map(({ uid }) => uid), stateUid(table.def)]);
  if (Object.keys(content).some((uid) => !known.has(uid))) throw onField(writing, 317, 'layoutField', 'content');
  if (!showsAny({ fields }, content)) throw onField(writing, 305, 'layoutEmpty', 'content');
}

/** The definition's fields as far as the list has them and the writer sees them. */
export function seenBy({ access }: Writing, table: ResolvedTable) {
  const grant = access.grant(table, 'LoadTable');
  return table.def.fields.filter(({ field_name }) => table.fields.has(field_name) && grant.sees(field_name, 't') !== false);
}

/** The table or variant of a uid, where the writer may list it: unknown reads like forbidden. */
export function sourceOf(writing: Writing, uid: string): ResolvedTable {
  const table = listedBy(writing, uid);
  if (!table) throw onField(writing, 312, 'layoutSource', 'source');
  return table;
}

export function listedBy({ access }: Pick<Writing, 'access'>, uid: string): ResolvedTable | undefined {
  const table = access.catalogue.tableOf(uid) ?? variantOf(access.catalogue, uid);
  return table && access.rules.grant(table, 'LoadTable') ? table : undefined;
}

function variantOf(catalogue: Catalogue, uid: string): ResolvedTable | undefined {
  const named = catalogue.tables().flatMap(({ def }) => (def.variants ?? []).map((variant) => ({ def, variant })));
  const found = named.find(({ variant }) => variant.uid === uid);
  return found && catalogue.table(`${found.def.table_name}[${found.variant.name}]`);
}
