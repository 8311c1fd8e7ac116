import type { Layout } from '#protocol/meta/layout.ts';
import { showsAny, stateUid } from '#protocol/rules/layout.ts';
import { MOST_LAID } from '#protocol/wire/layout.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
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
