import type { SubtableDef } from '#protocol/meta/table.ts';
import type { RowOp } from '#protocol/rules/form/locked.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { and, bound, compile, type Sql, sql } from '#server/query/sql.ts';
import { byId, readRows, type Stored } from '../../row/stored.ts';
import { isOwn } from '../../row/subtable.ts';
import type { Values } from '../../row/values.ts';
import type { Target, Work } from '../../row/work.ts';
import { demandNone } from '../parse.ts';
import { type Asked, narrowed } from './fitting.ts';

/** What of a sub-table that is saved is asked here. */
interface Binding {
  def: SubtableDef;
  target: Pick<Target, 'table'>;
  changes: readonly { op: RowOp; stored: Stored | null }[];
}

const isBinding = (def: SubtableDef): boolean => !isOwn(def) && def.query !== undefined;

/**
 * Rows that the form of a record binds are such as its sub-table takes (`query`), by the record as it comes to stand; what is bound to it already
 * stays, whatever it has become (docs/decisions/296). 315 else, at the sub-table.
 */
export async function checkBound(work: Work, { def, target, changes }: Binding, record: number | null, after: Values): Promise<void> {
  if (work.engine || !isBinding(def)) return;
  // a new record has none that it could go on with
  const isOnes = (stored: Stored) => record !== null && stored.values[def.parent_field] === record;
  const ids = changes.flatMap(({ op, stored }) => (op === 'Bind' && !isOnes(stored!) ? [stored!.id] : []));
  if (ids.length === 0) return;
  const fits = narrowed(work, def.query, target.table, after);
  const outside = and(inCompany(target.table, 'e'), sql`e.id = any(${bound(ids, 'bigint[]')})`, sql`(${fits}) is not true`);
  const { text, values } = compile(sql`select 1 from ${relation(target.table)} e where ${outside} limit 1`, work.access.asker);
  const table = { zh_CN: def.key_name, en_US: def.key_name_en };
  if ((await work.tx.query(text, values)).length > 0)
    demandNone([{ code: 315, text: 'rowsBeyond', data: { table, subtable: subtableKey(def) } }]);
}

/** A field of a row that is written in this save: as it comes to lie, and not as it lies. */
const lying =
  (row: Values) =>
  ({ name, storage }: ResolvedField): Sql =>
    sql`${bound(row[name] ?? null, storage as 'text')}`;

/** Sub-tables that bind rows of a table and say which, by the field that binds: known as long as the table's definition lives. */
const places = new WeakMap<ResolvedTable, ReadonlyMap<string, { parent: ResolvedTable; def: SubtableDef }>>();

function placesOf(work: Work, table: ResolvedTable) {
  const known = places.get(table);
  if (known) return known;
  const found = work.access.catalogue
    .tables()
    .flatMap((parent) =>
      parent.subtables
        .filter((def) => def.table_name === table.name && isBinding(def))
        .map((def) => [def.parent_field, { parent, def }] as const),
    );
  const all = new Map(found);
  places.set(table, all);
  return all;
}

/** The same of a row that is bound by a save of its own, as in the list of a tab: what is to be asked of each field that names a record anew. */
export async function boundAnew(work: Work, table: ResolvedTable, changes: Values, before: Values, after: Values): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const [name, { parent, def }] of work.engine ? [] : placesOf(work, table)) {
    const id = changes[name];
    if (typeof id !== 'number' || id === before[name]) continue;
    const [record] = await readRows(work, parent, byId(id), 1);
    if (!record) continue;
    const fits = narrowed(work, def.query, table, record.values, lying(after));
    asked.push({ field: table.fields.get(name)!, ids: [id], found: sql`select count(*) from (select 1 where ${fits}) taken` });
  }
  return asked;
}

/**
 * A row that comes into the form of a record: the record is one that the row's own field lets be chosen (`query`), by both as they come to stand.
 */
export function fitsRecord(work: Work, field: ResolvedField, record: Values, row: Values): Asked[] {
  const table = work.access.catalogue.table(field.source!.table);
  if (work.engine || !field.def.query || !table) return [];
  const fits = narrowed(work, field.def.query, table, row, lying(record));
  return [{ field, ids: [0], found: sql`select count(*) from (select 1 where ${fits}) taken` }];
}
