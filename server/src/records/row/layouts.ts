import type { KeptLayout, Layouts } from '#protocol/meta/layout.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { knownLayout } from '#protocol/rules/layout.ts';
import { readLayout } from '#protocol/wire/layout.ts';
import type { Access } from '#server/access/access.ts';
import { listUid, type ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { type LaidRow, viewsFor } from './views.ts';

/**
 * The layouts and views of a table's lists that a reader has, of his company, his department and his own, as far as the definition that he may read
 * has their fields. They come with the definition, in one statement; a list asks for none.
 */
export async function laidFor(
  house: House,
  access: Access,
  table: ResolvedTable,
  definition: LoadedTable,
): Promise<Pick<LoadedTable, 'layouts' | 'views'>> {
  if (!access.catalogue.table('define')) return { layouts: {} };
  const { company, user, department } = access.session;
  const rows = await house.db.query<LaidRow>(LAID, [company.id, listUid(table), user.id, department?.id ?? null]);
  const [layouts, views] = [rows.filter((row) => !row.key_name), rows.filter((row) => row.key_name)];
  return { layouts: layoutsOf(access, table, definition, layouts), views: await viewsFor(house, access, table, definition, views) };
}

function layoutsOf(access: Access, table: ResolvedTable, definition: LoadedTable, rows: readonly LaidRow[]): Layouts {
  const { root } = access.session;
  const kept = (range: number, changes: boolean): KeptLayout | undefined => {
    const row = rows.find((each) => each.range === range);
    const content = row && readLayout(row.content);
    return content ? { content: knownLayout(definition, content), ...(changes ? { id: row.id, version: row.version } : {}) } : undefined;
  };
  const [own, shared] = [kept(0, true), kept(1, root)];
  const source = table.variant ? { source: table.variant.uid } : {};
  return { ...source, ...(own ? { own } : {}), ...(shared ? { company: shared } : {}), ...(root ? { shares: 1 as const } : {}) };
}

const LAID = `select d.id, d.version, d."key_name", d."range"::int as "range", d."content", d."locked"::int as "locked", d."is_default"::int as "is_default",
  d.create_entity
from app."define" d
where d.company_id = $1 and d."source" = $2 and d.deleted_time is null
  and (d."range" = 1 or (d."range" = 0 and d.create_entity = $3) or (d."range" = 2 and d.create_department = $4))
order by d."key_name", d.id`;
