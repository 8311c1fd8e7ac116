import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { TEAM } from '#protocol/rules/view.ts';
import type { View, ViewRange, Views } from '#protocol/wire/view.ts';
import type { Access } from '#server/access/access.ts';
import { type Told, toldOf } from '#server/access/giving/told.ts';
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

/**
 * The views of a list that a reader has (docs/decisions/233): his own, his department's, his company's, as far as he is told of them. What he does
 * not see is left out of columns, order and groups.
 */
export async function viewsFor(
  house: House,
  access: Access,
  table: ResolvedTable,
  definition: LoadedTable,
  rows: readonly LaidRow[],
): Promise<Views> {
  const told = await toldOf(house.db, access, table, definition, rows);
  const { department, root, user } = access.session;
  const keepers = told.flatMap(({ row }) => (row.range === TEAM && row.create_entity !== user.id ? [row.create_entity] : []));
  const people = keepers.length > 0 ? await namesOf(house.db, access, 'user', keepers) : new Map();
  return {
    rows: told.map((one) => {
      const view = viewOf(one);
      const by = keepers.includes(one.row.create_entity) ? people.get(one.row.create_entity ?? 0) : undefined;
      return by ? { ...view, by: { key_name: by.key_name, ...(by.key_name_en ? { key_name_en: by.key_name_en } : {}) } } : view;
    }),
    ...(department ? { team: 1 as const } : {}),
    ...(root ? { shares: 1 as const } : {}),
  };
}

function viewOf({ row, owns, content, partial }: Told<LaidRow>): View {
  const edits = owns || (row.range === TEAM && row.locked !== 1);
  return {
    ...{ id: row.id, version: row.version, key_name: row.key_name ?? '', range: row.range as ViewRange, content },
    ...(row.locked === 1 ? { locked: 1 as const } : {}),
    ...(row.is_default === 1 ? { is_default: 1 as const } : {}),
    ...(edits ? { edits: 1 as const } : {}),
    ...(owns ? { owns: 1 as const } : {}),
    ...(partial ? { partial: 1 as const } : {}),
  };
}
