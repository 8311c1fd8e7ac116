import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { fetchersOf } from '../fetchers.ts';
import { isSum, type Source, sourcesOf } from '../outcome.ts';
import { hasZero, NOUGHT, typedRange } from './bounds.ts';

/** What calculated fields are made of, as far as it is looked at: whether it is filled. */
export interface Sources {
  /** those that have no values of their own in the data */
  names: readonly Source[];
  /** which of them stands for a source, beside those that everybody fills and empties as this one */
  standing(source: Source): Source;
}

/** Sources of sums that are alike are one: of which one is enough, it only matters whether any is filled. */
export function sourcesFor(table: TableDef, played: readonly FieldDef[]): Sources {
  const calculated = played.filter((field) => field.calc !== undefined);
  const own = new Set(played.map((field) => field.field_name));
  const all = [...new Set(calculated.flatMap((field) => sourcesOf(table, field)))].filter((name) => !own.has(name));
  const areSums = calculated.every((field) => isSum(table, field));
  const first = new Map<string, Source>();
  const stands = new Map<Source, Source>();
  for (const name of all) {
    const field = table.fields.find((one) => one.field_name === name);
    const readers = calculated.filter((one) => sourcesOf(table, one).includes(name)).map((one) => one.field_name);
    const key = areSums && field && mayBeZero(field) ? JSON.stringify([profileOf(table, field), readers]) : name;
    first.set(key, first.get(key) ?? name);
    stands.set(name, first.get(key)!);
  }
  return { names: [...first.values()], standing: (source) => stands.get(source) ?? source };
}

/** Beside others it is nothing where it is empty, as where it is 0; of one that cannot be 0 it matters whether it is filled. */
const mayBeZero = (field: FieldDef): boolean => hasZero(typedRange(field) ?? NOUGHT);

/** What decides who fills a field, and who empties it. */
function profileOf(table: TableDef, field: FieldDef): unknown[] {
  const { edit_state, edit_by, edit_where, view_state, view_where, need_where, notnull, readonly, hidden, defvalue } = field;
  const start = defvalue === undefined || defvalue === '';
  return [edit_state, edit_by, edit_where, view_state, view_where, need_where, notnull, readonly, hidden, start, fetchersOf(table, field)];
}
