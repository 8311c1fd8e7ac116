import { isOf } from '#protocol/meta/data-types.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { knownView, OWN, TEAM } from '#protocol/rules/view.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { readView, type View, type ViewContent, type ViewRange, type Views } from '#protocol/wire/view.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { namesOf } from './names.ts';

/** A row of `define`; with a name it is a view. */
export interface LaidRow {
  id: number;
  version: number;
  key_name: string | null;
  range: number;
  content: string;
  locked: number | null;
  is_default: number | null;
  create_entity: number | null;
}

/** A view that a reader may have, and what stands in it that its rights do not decide. */
interface Offered {
  view: View;
  owner: number | null;
  /** records by their table that its filters name, where somebody else wrote them */
  named: ReadonlyMap<string, readonly number[]>;
}

/**
 * The views of a list that a reader has (docs/decisions/233): his own, his department's, his company's. What he does not see is left out of
 * columns, order and groups; a view of others that is filtered by it, or by a record that he may not see, is none for him: neither its name nor
 * its rows would be what it says.
 */
export async function viewsFor(
  house: House,
  access: Access,
  table: ResolvedTable,
  definition: LoadedTable,
  rows: readonly LaidRow[],
): Promise<Views> {
  const offered = rows.flatMap((row) => offeredOf(access, table, definition, row));
  const seen = await recordsSeen(house, access, offered);
  const told = offered.filter(({ named }) => [...named].every(([source, ids]) => ids.every((id) => seen(source, id))));
  const keepers = told.flatMap(({ view, owner }) => (view.range === TEAM && owner !== access.session.user.id ? [owner] : []));
  const people = keepers.length > 0 ? await namesOf(house.db, access, 'user', keepers) : new Map();
  const { department, root } = access.session;
  return {
    rows: told.map(({ view, owner }) => {
      const by = keepers.includes(owner) ? people.get(owner ?? 0) : undefined;
      return by ? { ...view, by: { key_name: by.key_name, ...(by.key_name_en ? { key_name_en: by.key_name_en } : {}) } } : view;
    }),
    ...(department ? { team: 1 as const } : {}),
    ...(root ? { shares: 1 as const } : {}),
  };
}

function offeredOf(access: Access, table: ResolvedTable, definition: LoadedTable, row: LaidRow): Offered[] {
  const said = readView(row.content);
  if (!said) return [];
  const { user, root } = access.session;
  const range = row.range as ViewRange;
  const owns = range === OWN || root || (range === TEAM && row.create_entity === user.id);
  const edits = owns || (range === TEAM && row.locked !== 1);
  const { content, partial } = knownView(definition, said);
  if (partial && !owns) return [];
  return [
    {
      owner: row.create_entity,
      named: row.create_entity === user.id ? new Map() : recordsNamed(table, definition, content),
      view: {
        ...{ id: row.id, version: row.version, key_name: row.key_name ?? '', range, content },
        ...(row.locked === 1 ? { locked: 1 as const } : {}),
        ...(row.is_default === 1 ? { is_default: 1 as const } : {}),
        ...(edits ? { edits: 1 as const } : {}),
        ...(owns ? { owns: 1 as const } : {}),
        ...(partial ? { partial: 1 as const } : {}),
      },
    },
  ];
}

/** Records by their table that filters on references name. */
function recordsNamed(
  table: ResolvedTable,
  { fields }: LoadedTable,
  { filters = {} }: ViewContent,
): ReadonlyMap<string, readonly number[]> {
  const named = new Map<string, number[]>();
  for (const field of fields) {
    const source = table.fields.get(field.field_name)?.source?.table;
    const filter = filters[field.uid];
    if (!source || filter === undefined || !isOf(field.data_type, 'link', 'links')) continue;
    named.set(source, [...(named.get(source) ?? []), ...idsOf(filter)]);
  }
  return named;
}

/** Ids as filters list them: one, several, `,1,2,`. */
function idsOf(filter: FieldFilter): number[] {
  if (filter !== null && typeof filter === 'object' && !Array.isArray(filter))
    return filter.value === undefined ? [] : [filter.value].flat().flatMap(idsOf);
  return [filter]
    .flat()
    .flatMap((value) => String(value ?? '').split(','))
    .filter((text) => /^\d{1,15}$/.test(text))
    .map(Number);
}

/** Whether the reader sees a record that a view names: one statement a table, and none where nothing is named. */
async function recordsSeen(house: House, access: Access, offered: readonly Offered[]): Promise<(source: string, id: number) => boolean> {
  const wanted = new Map<string, Set<number>>();
  for (const { named } of offered) for (const [source, ids] of named) wanted.set(source, new Set([...(wanted.get(source) ?? []), ...ids]));
  const seen = new Map<string, ReadonlySet<number>>();
  for (const [source, ids] of wanted) seen.set(source, new Set((await namesOf(house.db, access, source, [...ids])).keys()));
  return (source, id) => seen.get(source)?.has(id) === true;
}
