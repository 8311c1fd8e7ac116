import { Refusal } from '#protocol/codes.ts';
import type { treeOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { EntityValue, Reply, WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter, Filters } from '#protocol/wire/filters.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { readGroup } from './group.ts';
import { readingOf, readRows } from './page.ts';
import { listFields } from './shown.ts';

/** Nodes of one answer; of those that are looked for, and of the levels above them. */
const MOST_NODES = 5000;
const MOST_FOUND = 200;
const MOST_LEVELS = 100;

type TreeAsk = Pick<RequestOf<typeof treeOp>, 'id' | 'filters' | 'fields' | 'holds' | 'way'>;
/** Reads nodes by filters, at most so many, with what their place needs. */
type ReadNodes = (filters: Filters | undefined, limit: number) => ReturnType<typeof readRows>;

/**
 * Nodes with `parent_id`: all levels, the children of one node (0: the roots), or what the filters find with the way to it. A node whose parent
 * is not among the reader's rows stands at the top, and so does one node of a circle, so that whoever draws the tree ends (A9). Over 5,000
 * nodes: 341.
 */
export async function readTree(house: House, access: Access, grant: Grant, ask: TreeAsk): Promise<Reply> {
  const parent = grant.table.def.parent_field;
  if (grant.table.def.type !== 'TREE' || !parent) throw new Refusal(317);
  if (ask.way === 1 && ask.id !== undefined) throw new Refusal(317, '', { field: 'way' });
  const fields = [...new Set([...listFields(grant, ask.fields).map((field) => field.name), parent])].join(',');
  const read: ReadNodes = (filters, limit) =>
    readRows(house, access, grant, readingOf(access, grant, filters ? { filters } : {}), { limit, offset: 0, fields });
  const above = (row: WireRow): number | null => (row[parent] as EntityValue | null)?.id || null;
  const { rows, data, total } = await (ask.way === 1 ? readWays(read, above, ask.filters) : readLevels(read, parent, ask));
  const parents = ask.id === undefined ? rooted(rows, above) : new Map(rows.map((row) => [row.id, above(row)]));
  const held = ask.holds === 1 ? await heldBy(house, access, grant, rows, ask.way === 1 ? undefined : ask.filters) : null;
  return {
    ...(data && Object.keys(data).length > 0 ? { data } : {}),
    rows: rows.map((row) => ({ ...row, parent_id: parents.get(row.id) ?? null, ...(held ? { holds: held.get(row.id) ?? 0 } : {}) })),
    total,
    total_kind: 'exact',
  };
}

interface Nodes {
  rows: WireRow[];
  total: number;
  data?: Reply['data'];
}

async function readLevels(read: ReadNodes, parent: string, ask: TreeAsk): Promise<Nodes> {
  const { rows, data } = await read(filtersBelow(ask.id, parent, ask.filters), MOST_NODES + 1);
  if (rows.length > MOST_NODES) throw new Refusal(341);
  return { rows, total: rows.length, ...(data ? { data } : {}) };
}

/** What is looked for, and all that stands above it as far as the reader sees, a statement a level. */
async function readWays(read: ReadNodes, above: (row: WireRow) => number | null, filters: Filters | undefined): Promise<Nodes> {
  const found = await read(filters, MOST_FOUND + 1);
  const hits = found.rows.slice(0, MOST_FOUND);
  const known = new Map<number, WireRow>(hits.map((row) => [row.id, { ...row, found: 1 }]));
  const beyond = (rows: readonly WireRow[]) => [...new Set(rows.map(above))].filter((id) => id !== null && !known.has(id));
  let ids = beyond(hits);
  for (let level = 0; ids.length > 0 && level < MOST_LEVELS; level += 1) {
    const { rows } = await read({ fields: { id: { op: 'in', value: ids } } }, ids.length);
    for (const row of rows) known.set(row.id, row);
    ids = beyond(rows);
  }
  const more = found.rows.length > MOST_FOUND ? { more: 1 } : {};
  return { rows: [...known.values()], total: hits.length, data: { ...found.data, ...more } };
}

/** How many of what the reader sees, and the filters leave, stand directly below each of these nodes. */
async function heldBy(
  house: House,
  access: Access,
  grant: Grant,
  rows: readonly WireRow[],
  filters: Filters | undefined,
): Promise<ReadonlyMap<number | null, number>> {
  if (rows.length === 0) return new Map();
  const parent = grant.table.def.parent_field!;
  const below: FieldFilter = { op: 'in', value: rows.map(({ id }) => id) };
  const counted = await readGroup(house, access, grant, {
    field: parent,
    filters: { ...filters, fields: { ...filters?.fields, [parent]: below } },
  });
  return new Map((counted.rows as unknown as { id: number | null; num: number }[]).map(({ id, num }) => [id, num]));
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
