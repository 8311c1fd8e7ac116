import { Refusal } from '#protocol/codes.ts';
import type { Catalogue, ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { Gate } from './gate.ts';
import { columnNamed, type Names } from './names.ts';
import { inCompany, relation } from './source.ts';
import { and, bound, type Sql, sql, TRUE } from './sql.ts';

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

/** Rows whose group (the definition's first, else the department field) is this one or, in a tree, below it. */
export function compileBelong(id: number | undefined, gate: Gate, names: Names, catalogue: Catalogue): Sql {
  if (id === undefined) return TRUE;
  const path = gate.table.def.group?.split(',')[0] ?? gate.table.departmentField;
  if (!gate.table.fields.has(path)) throw new Refusal(317);
  const { sql: value, field, kind } = names.value(path);
  const tree = treeOf(field, catalogue);
  if (tree) return inBranch(value, kind === 'list', tree, id);
  const one = bound(id, 'bigint');
  return kind === 'list' ? sql`${value} @> array[${one}]` : sql`${value} = ${one}`;
}

/** Rows that name this node of the tree that `path` refers to, or one below it; 317 for what refers to no tree. */
export function compileBelow(path: string, id: unknown, names: Names, catalogue: Catalogue): Sql {
  const { sql: value, field, kind } = names.value(path);
  const tree = treeOf(field, catalogue);
  if (!tree || Array.isArray(id) || !/^[1-9]\d{0,14}$/.test(String(id))) throw new Refusal(317);
  return inBranch(value, kind === 'list', tree, Number(id));
}

function inBranch(value: Sql, isList: boolean, { table, parent }: Tree, id: number): Sql {
  const on = and(inCompany(table, 'd'), sql`${columnNamed('d', table, parent)} = b.id`);
  const top = bound(id, 'bigint');
  const branch = sql`with recursive b(id) as (select ${top} union select d.id from ${relation(table)} d join b on ${on}) select id from b`;
  return isList ? sql`${value} && array(${branch})` : sql`${value} in (${branch})`;
}
