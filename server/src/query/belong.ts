import { Refusal } from '#protocol/codes.ts';
import type { Catalogue, ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { Gate, Reader } from './gate.ts';
import { columnNamed, type Names } from './names.ts';
import { inCompany, relation } from './source.ts';
import { and, bound, FALSE, type Sql, sql, TRUE } from './sql.ts';

/** A table whose rows form a tree, and the field by which they do. */
export interface Tree {
  table: ResolvedTable;
  parent: string;
}

/** The tree that a field refers to; undefined where it refers to none. */
export function treeOf(field: ResolvedField, catalogue: Catalogue): Tree | undefined {
  const table = field.source && catalogue.table(field.source.table);
  const parent = table?.def.type === 'TREE' ? table.def.parent_field : undefined;
  return table && parent ? { table, parent } : undefined;
}

/** What a branch is read with: the definitions, and what else the reader may see. */
export interface Trees {
  readonly catalogue: Catalogue;
  readonly reader: Reader;
}

/** Rows whose group (the definition's first, else the department field) is this one or, in a tree, below it. */
export function compileBelong(id: number | undefined, gate: Gate, names: Names, trees: Trees): Sql {
  if (id === undefined) return TRUE;
  const path = gate.table.def.group?.split(',')[0] ?? gate.table.departmentField;
  if (!gate.table.fields.has(path)) throw new Refusal(317);
  const { sql: value, field, kind } = names.value(path);
  const tree = treeOf(field, trees.catalogue);
  if (tree) return inBranch(value, kind === 'list', tree, [id], trees.reader);
  const one = bound(id, 'bigint');
  return kind === 'list' ? sql`${value} @> array[${one}]` : sql`${value} = ${one}`;
}

/** Rows that name this node, or one of these, of the tree that `path` refers to, or one below it; 317 for what refers to no tree. */
export function compileBelow(path: string, id: unknown, names: Names, trees: Trees): Sql {
  const { sql: value, field, kind } = names.value(path);
  const tree = treeOf(field, trees.catalogue);
  const ids = [id].flat();
  if (!tree || !ids.every((one) => /^[1-9]\d{0,14}$/.test(String(one)))) throw new Refusal(317);
  return inBranch(value, kind === 'list', tree, ids.map(Number), trees.reader);
}

/** A branch goes as far as the reader may name its nodes: what lies below one that he may not see does not tell him where that stands. */
function inBranch(value: Sql, isList: boolean, { table, parent }: Tree, ids: readonly number[], reader: Reader): Sql {
  const seen = reader.names(table.name);
  if (!seen) return FALSE;
  const own = and(inCompany(table, 'd'), sql`d.id = any(${bound(ids, 'bigint[]')})`, seen.rows('d'));
  const next = and(inCompany(table, 'd'), sql`${columnNamed('d', table, parent)} = b.id`, seen.rows('d'));
  const from = sql`${relation(table)} d`;
  const branch = sql`with recursive b(id) as (select d.id from ${from} where ${own} union select d.id from ${from} join b on ${next}) select id from b`;
  return isList ? sql`${value} && array(${branch})` : sql`${value} in (${branch})`;
}
