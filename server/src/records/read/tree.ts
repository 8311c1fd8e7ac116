import { Refusal } from '#protocol/codes.ts';
import type { treeOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { EntityValue, Reply, WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter, Filters } from '#protocol/wire/filters.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import type { Statement } from '#server/query/sql.ts';
import { HIT, HITS, HOLDS, prepareChildren, prepareWay, prepareWays } from '#server/query/tree/nodes.ts';
import type { Row } from '../row/present.ts';
import { readGroup } from './group.ts';
import { keptFor } from './list-statements.ts';
import { presentRows, readingOf, readRows } from './page.ts';
import { listFields } from './shown.ts';
import { type View, viewOf } from './view.ts';

/** Nodes of one answer; of those that are looked for, and of the levels above them. */
const MOST_NODES = 5000;
const MOST_FOUND = 200;
const MOST_LEVELS = 100;

type TreeAsk = Pick<RequestOf<typeof treeOp>, 'id' | 'filters' | 'fields' | 'holds' | 'way'>;
/** Who reads which tree, with which fields. */
interface Reader {
  house: House;
  access: Access;
  grant: Grant;
  fields: string;
  parent: string;
}
interface Nodes {
  rows: WireRow[];
  total: number;
  data?: Reply['data'];
}

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
  const read = ask.way === 1 ? readWays : ask.id === undefined ? readWhole : readChildren;
  const { rows, data, total } = await read({ house, access, grant, fields, parent }, ask);
  const above = aboveBy(parent);
  const parents = ask.id === undefined ? rooted(rows, above) : undefined;
  const told = rows.map(({ holds, ...row }) => ({
    ...row,
    parent_id: (parents ? parents.get(row.id) : above(row)) ?? null,
    ...(ask.holds === 1 ? { holds: holds ?? 0 } : {}),
  }));
  return { ...(data && Object.keys(data).length > 0 ? { data } : {}), rows: told as WireRow[], total, total_kind: 'exact' };
}

const aboveBy =
  (parent: string) =>
  (row: WireRow): number | null =>
    (row[parent] as EntityValue | null)?.id || null;

async function readWhole({ house, access, grant, fields }: Reader, ask: TreeAsk): Promise<Nodes> {
  const reading = readingOf(access, grant, ask.filters ? { filters: ask.filters } : {});
  const { rows, data } = await readRows(house, access, grant, reading, { limit: MOST_NODES + 1, offset: 0, fields });
  if (rows.length > MOST_NODES) throw new Refusal(341);
  const held = ask.holds === 1 ? await heldBy(house, access, grant, rows, ask.filters) : undefined;
  return { rows: rows.map((row) => ({ ...row, holds: held?.get(row.id) })), total: rows.length, ...(data ? { data } : {}) };
}

/** The children that the reader may know of: a parent that he may not see is none, its children stand at the top. One statement. */
async function readChildren(reader: Reader, ask: TreeAsk): Promise<Nodes> {
  const { access, grant, parent } = reader;
  const id = ask.id!;
  if (!/^(0|[1-9]\d{0,14})$/.test(id)) throw new Refusal(317);
  const { [parent]: _, ...others } = ask.filters?.fields ?? {};
  const reading = readingOf(access, grant, { filters: { ...ask.filters, fields: others } });
  const what = `children ${id === '0' ? 'of none' : 'of one'}${ask.holds === 1 ? ', held' : ''}`;
  const view = viewOf(access, grant, 'list', reader.fields);
  const plan = { ...reading, ...view, parent, ...(ask.holds === 1 ? { holds: reading } : {}) };
  const statement = keptFor(view, reading.filters, () => prepareChildren(plan, id === '0', MOST_NODES + 1), what);
  const { nodes, data } = await readNodes(reader, view, statement(access.asker, Number(id)));
  if (nodes.length > MOST_NODES) throw new Refusal(341);
  return { rows: nodes.map(({ wired }) => wired), total: nodes.length, ...(data ? { data } : {}) };
}

/** What is looked for, and all that stands above it as far as the reader sees. One statement. */
async function readWays(reader: Reader, ask: TreeAsk): Promise<Nodes> {
  const view = viewOf(reader.access, reader.grant, 'list', reader.fields);
  const { nodes, data } = await readNodes(reader, view, waysOf(reader, view, ask));
  const rows = nodes.map(({ row, wired }) => (row[HIT] === null ? wired : { ...wired, found: 1 }));
  const hits = nodes.filter(({ row }) => row[HIT] !== null).length;
  const more = Number(nodes[0]?.row[HITS] ?? 0) > MOST_FOUND ? { more: 1 } : {};
  return { rows, total: hits, data: { ...data, ...more } };
}

/** The way to one record, which is asked for most, is put together once for all records. */
function waysOf({ access, grant, parent }: Reader, view: View, ask: TreeAsk): Statement {
  const one = onlyId(ask.filters);
  const reading = readingOf(access, grant, ask.filters && one === undefined ? { filters: ask.filters } : {});
  const plan = { ...reading, ...view, parent, ...(ask.holds === 1 ? { holds: readingOf(access, grant, {}) } : {}) };
  const held = ask.holds === 1 ? ', held' : '';
  if (one !== undefined) return keptFor(view, {}, () => prepareWay(plan, MOST_LEVELS), `way${held}`)(access.asker, one);
  return keptFor(view, reading.filters, () => prepareWays(plan, MOST_FOUND, MOST_LEVELS), `ways${held}`)(access.asker);
}

/** The record that filters ask for, where they ask for nothing else. */
function onlyId(filters: Filters = {}): number | undefined {
  const { fields = {}, ...others } = filters;
  const { id, ...rest } = fields;
  const alone = [...Object.values(others), ...Object.values(rest)].every((one) => one === undefined);
  return alone && typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined;
}

/** Runs a statement of nodes; what stands below each comes with it. */
async function readNodes({ house, access, grant }: Reader, view: View, { text, values }: Statement) {
  const rows = await house.db.query<Row>(text, values);
  const { wired, currency } = await presentRows(house, access, grant, view, rows);
  const nodes = rows.map((row, at) => ({ row, wired: { ...wired[at]!, holds: row[HOLDS] } }));
  return { nodes, ...(currency ? { data: { _currency: currency } } : {}) };
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
