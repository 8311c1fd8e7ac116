import type { Tree } from '../belong.ts';
import type { NameGate, Reader } from '../gate.ts';
import { columnNamed, columnOf } from '../names.ts';
import { inCompany, relation } from '../source.ts';
import { aliasName, and, NONE, type Sql, sql, whole } from '../sql.ts';

/** The tree in which keys stand, as far as the reader may name its nodes. */
export interface Branches {
  /** what it is called in the statement */
  readonly name: Sql;
  /** each node with its way from the top, itself last, of so many nodes at most: what stands deeper has that of the last of them */
  readonly rows: Sql;
}

/**
 * A node whose parent the reader may not name stands at the top for him, as a branch goes no further (belong.ts): where it stands is not told. Nodes
 * are reached from the top alone, so that what stands in a circle, or below one, is not there, and the walk ends.
 */
export function branchesOf(called: string, { table, parent }: Tree, seen: NameGate, most: number): Branches {
  const nodes = sql`select d.id, ${columnNamed('d', table, parent)} as up from ${relation(table)} d where ${and(inCompany(table, 'd'), seen.rows('d'))}`;
  const top = sql`select id, array[id] from v where not exists (select 1 from v n where n.id = v.up)`;
  const path = sql`case when cardinality(w.path) < ${whole(most)} then w.path || v.id else w.path end`;
  const next = sql`select v.id, ${path} from v join w on v.up = w.id`;
  const walk = sql`with recursive v as materialized (${nodes}), w(id, path) as (${top} union all ${next}) select id, path from w`;
  return { name: aliasName(called), rows: sql`${aliasName(called)}(id, path) as materialized (${walk})` };
}

/** The node at a depth above one, itself where it stands there; less than 0 where it stands above that depth, or nowhere: then for itself alone. */
export const tierOf = (way: Sql, tier: number, node: Sql): Sql =>
  sql`coalesce(case when cardinality(${way}.path) < ${whole(tier)} then - ${way}.path[cardinality(${way}.path)] else ${way}.path[${whole(tier)}] end, - ${node})`;

/** All of which a row is: each node above its own, that one, and, less than 0, that one alone. */
export const nodesOf = (way: Sql, most: number, node: Sql): Sql =>
  sql`case when ${node} is null then array[null]::bigint[] when ${way}.id is null then array[- ${node}]
    when cardinality(${way}.path) < ${whole(most)} then ${way}.path || - ${node} else ${way}.path end`;

/** The node that a key is of. */
export const ofNode = (key: Sql): Sql => sql`abs(${key})`;

const PINYIN: Sql = sql` collate "zh-x-icu"`;

/** By what nodes beside each other stand in order: the fields that their table says, of those whose fields the reader sees. */
export function nodesBy({ table }: Tree, reader: Reader, alias: string): readonly Sql[] {
  const gate = reader.gate(table.name);
  const by: Sql[] = [];
  for (const step of (table.def.order ?? '').split(',').filter(Boolean)) {
    const field = table.fields.get(step.replace(/^-/, ''));
    if (!field || field.storage === 'none' || field.def.data_type === 'entity' || gate?.sees(field.name, alias) !== true) break;
    const value = sql`case when ${gate.rows(alias)} then ${columnOf(alias, field)} end${field.storage === 'text' ? PINYIN : NONE}`;
    by.push(step.startsWith('-') ? sql`${value} desc nulls last` : value);
  }
  return by;
}
