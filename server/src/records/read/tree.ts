import { Refusal } from '#protocol/codes.ts';
import type { treeOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { EntityValue, Reply, WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter, Filters } from '#protocol/wire/filters.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { readingOf, readRows } from './page.ts';
import { listFields } from './shown.ts';

const MOST_NODES = 5000;

/**
 * Nodes with `parent_id`: all levels, or the children of one node (0: the roots). A node whose parent is not among the reader's
 * rows stands at the top, and so does one node of a circle, so that whoever draws the tree ends (A9). Over 5,000 nodes: 341.
 */
export async function readTree(
  house: House,
  access: Access,
  grant: Grant,
  ask: Pick<RequestOf<typeof treeOp>, 'id' | 'filters' | 'fields'>,
): Promise<Reply> {
  const parent = grant.table.def.parent_field;
  if (grant.table.def.type !== 'TREE' || !parent) throw new Refusal(317);
  const reading = readingOf(access, grant, { filters: filtersBelow(ask.id, parent, ask.filters) });
  const fields = [...new Set([...listFields(grant, ask.fields).map((field) => field.name), parent])].join(',');
  const { rows, ...told } = await readRows(house, access, grant, reading, { limit: MOST_NODES + 1, offset: 0, fields });
  if (rows.length > MOST_NODES) throw new Refusal(341);
  const above = (row: WireRow): number | null => (row[parent] as EntityValue | null)?.id || null;
  const parents = ask.id === undefined ? rooted(rows, above) : new Map(rows.map((row) => [row.id, above(row)]));
  return {
    ...told,
    rows: rows.map((row) => ({ ...row, parent_id: parents.get(row.id) ?? null })),
    total: rows.length,
    total_kind: 'exact',
  };
}

/** The children that the reader may know of: a parent that he may not see is none, its children stand at the top. */
function filtersBelow(id: string | undefined, parent: string, filters: Filters | undefined): Filters | undefined {
  if (id === undefined) return filters;
  if (!/^(0|[1-9]\d{0,14})$/.test(id)) throw new Refusal(317);
  const below: FieldFilter = id === '0' ? { op: 'empty' } : { op: '=', value: id };
  return { ...filters, fields: { ...filters?.fields, [parent]: below } };
}

/** Each node's parent among these nodes; following them always ends at null. */
export function rooted<Node extends { id: number }>(
  nodes: readonly Node[],
  above: (node: Node) => number | null,
): Map<number, number | null> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number | null>();
  for (const start of nodes) {
    const way = new Set<number>();
    for (let node: Node | undefined = start; node && !parents.has(node.id); ) {
      way.add(node.id);
      const up: number | null = above(node);
      const known = up !== null && byId.has(up) && !way.has(up) ? up : null;
      parents.set(node.id, known);
      node = known === null ? undefined : byId.get(known);
    }
  }
  return parents;
}
