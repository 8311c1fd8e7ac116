import type { KeptLayout, Layouts } from '#protocol/meta/layout.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { knownLayout } from '#protocol/rules/layout.ts';
import { readLayout } from '#protocol/wire/layout.ts';
import type { Access } from '#server/access/access.ts';
import { listUid, type ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';

interface Row {
  id: number;
  version: number;
  range: number;
  content: string;
}

/**
 * The layouts of a table's lists that a reader has, of his company and his own, as far as the definition that he may read has their fields. They come with
 * the definition, in one statement; a list asks for none.
 */
export async function layoutsFor(house: House, access: Access, table: ResolvedTable, definition: LoadedTable): Promise<Layouts> {
  if (!access.catalogue.table('define')) return {};
  const { company, user, root } = access.session;
  const rows = await house.db.query<Row>(LAYOUTS, [company.id, listUid(table), user.id]);
  const kept = (range: number, changes: boolean): KeptLayout | undefined => {
    const row = rows.find((each) => each.range === range);
    const content = row && readLayout(row.content);
    return content ? { content: knownLayout(definition, content), ...(changes ? { id: row.id, version: row.version } : {}) } : undefined;
  };
  const [own, shared] = [kept(0, true), kept(1, root)];
  const source = table.variant ? { source: table.variant.uid } : {};
  return { ...source, ...(own ? { own } : {}), ...(shared ? { company: shared } : {}), ...(root ? { shares: 1 as const } : {}) };
}

const LAYOUTS = `select d.id, d.version, d."range"::int as "range", d."content" from app."define" d
where d.company_id = $1 and d."source" = $2 and (d."range" = 1 or (d."range" = 0 and d.create_entity = $3)) and d.deleted_time is null`;
