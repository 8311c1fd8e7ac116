import type { Tree } from '../belong.ts';
import { pinyin } from '../by-name.ts';
import type { NameGate, Reader } from '../gate.ts';
import { columnNamed, columnOf } from '../names.ts';
import { inCompany, relation } from '../source.ts';
import { aliasName, and, type Sql, sql, whole } from '../sql.ts';

/** The tree in which keys stand, as far as the reader may name its nodes. */
export interface Branches {
  /** what it is called in the statement */
  readonly name: Sql;
  /** of each node (`id`) what it is told under (`key`): a node, less than 0 for it alone; of a tree all of these, each with the node above it (`up`) */
  readonly rows: Sql;
}

/** Each node under the one above it that stands at a depth; under itself, alone, where it stands above that depth. */
export function tierOf(called: string, tree: Tree, seen: NameGate, tier: number): Branches {
  const key = sql`case when cardinality(w.path) < ${whole(tier)} then - w.path[cardinality(w.path)] else w.path[${whole(tier)}] end`;
  return {
    name: aliasName(called),
    rows: sql`${aliasName(called)}(id, key) as materialized (${waysOf(tree, seen, tier)} select w.id, ${key} from w)`,
  };
}

/** Each node under all that stand above it, itself, and itself alone; what stands deeper than that goes is the last of them. */
export function nodesOf(called: string, tree: Tree, seen: NameGate, most: number): Branches {
  const keys = sql`case when cardinality(w.path) < ${whole(most)} then w.path || - w.id else w.path end`;
  const each = sql`unnest(${keys}, (null::bigint || w.path)[1:${whole(most)}]) e(key, up)`;
  const rows = sql`${waysOf(tree, seen, most)} select w.id, e.key, e.up from w cross join lateral ${each}`;
  return { name: aliasName(called), rows: sql`${aliasName(called)}(id, key, up) as materialized (${rows})` };
}

/**
 * `w`: each node with its way from the top, itself last, of so many nodes at most; what stands deeper has that of the last of them. A node whose parent
 * the reader may not name stands at the top for him, as a branch goes no further (belong.ts): where it stands is not told. Nodes are reached from the
 * top alone, so that what stands in a circle, or below one, is not there, and the walk ends.
 */
function waysOf({ table, parent }: Tree, seen: NameGate, most: number): Sql {
  const where = and(inCompany(table, 'd'), seen.rows('d'));
  const nodes = sql`select d.id, ${columnNamed('d', table, parent)} as up from ${relation(table)} d where ${where}`;
  const top = sql`select id, array[id] from v where not exists (select 1 from v n where n.id = v.up)`;
  const path = sql`case when cardinality(w.path) < ${whole(most)} then w.path || v.id else w.path end`;
  const next = sql`select v.id, ${path} from v join w on v.up = w.id`;
  return sql`with recursive v as materialized (${nodes}), w(id, path) as (${top} union all ${next})`;
}

/** The node that a key is of. */
export const ofNode = (key: Sql): Sql => sql`abs(${key})`;

/** By what nodes beside each other stand in order: the fields that their table says, of those whose fields the reader sees. */
export function nodesBy({ table }: Tree, reader: Reader, alias: string): readonly Sql[] {
  const gate = reader.gate(table.name);
  const by: Sql[] = [];
  for (const step of (table.def.order ?? '').split(',').filter(Boolean)) {
    const field = table.fields.get(step.replace(/^-/, ''));
    if (!field || field.storage === 'none' || field.def.data_type === 'entity' || gate?.sees(field.name, alias) !== true) break;
    const seen = sql`case when ${gate.rows(alias)} then ${columnOf(alias, field)} end`;
    const value = field.storage === 'text' ? pinyin(seen) : seen;
    by.push(step.startsWith('-') ? sql`${value} desc nulls last` : value);
  }
  return by;
}
