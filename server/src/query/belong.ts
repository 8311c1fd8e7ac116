import { Refusal } from '#protocol/codes.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { Gate } from './gate.ts';
import { columnNamed, type Names } from './names.ts';
import { inCompany, relation } from './source.ts';
import { and, bound, type Sql, sql, TRUE } from './sql.ts';

/** Rows whose group (the definition's `group`, else the department field) is this one or, in a tree, below it. */
export function compileBelong(id: number | undefined, gate: Gate, names: Names, catalogue: Catalogue): Sql {
  if (id === undefined) return TRUE;
  const path = gate.table.def.group ?? gate.table.departmentField;
  if (!gate.table.fields.has(path)) throw new Refusal(317);
  const { sql: value, field } = names.value(path);
  const tree = field.source && catalogue.table(field.source.table);
  const parent = tree?.def.type === 'TREE' ? tree.def.parent_field : undefined;
  const top = bound(id, 'bigint');
  if (!tree || !parent) return sql`${value} = ${top}`;
  const on = and(inCompany(tree, 'd'), sql`${columnNamed('d', tree, parent)} = b.id`);
  const below = sql`with recursive b(id) as (select ${top} union select d.id from ${relation(tree)} d join b on ${on}) select id from b`;
  return sql`${value} in (${below})`;
}
