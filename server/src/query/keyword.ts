import type { DataType } from '#protocol/meta/field.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { Gate } from './gate.ts';
import type { Names } from './names.ts';
import { and, bound, column, or, type Sql, sql, TRUE } from './sql.ts';

/** Types whose text a keyword search can cover; META's `keywords` column holds the same fields. */
const SEARCHED = new Set<DataType>(['text', 'telephone', 'mobile', 'email', 'textarea', 'address', 'html', 'markdown']);

export const searchedFields = (table: ResolvedTable): ResolvedField[] =>
  [...table.fields.values()].filter((field) => field.def.search === 1 && SEARCHED.has(field.def.data_type));

/**
 * Rows that contain the keyword. Two characters and more: anywhere, by the bigram index; one character: at the beginning of the
 * keywords only (decisions 25), which `isPrefixOnly` tells the reader. Where a searched field is hidden from him, on some rows
 * or all, the columns that he does see are searched instead of `keywords`, so that no row is found by what he may not read.
 */
export function compileKeyword(keyWord: string | undefined, gate: Gate, names: Names): Sql {
  const needle = (keyWord ?? '').trim().toLowerCase();
  if (needle === '') return TRUE;
  const part = bound(needle, 'text');
  const all = column('t', 'keywords');
  const found = isPrefixOnly(needle)
    ? sql`starts_with(${all}, ${part})`
    : and(sql`fw.bigrams(${all}) @> fw.bigrams(${part})`, sql`strpos(${all}, ${part}) > 0`);
  const fields = searchedFields(gate.table);
  if (fields.every((field) => gate.sees(field.name, 't') === true)) return found;
  const seen = fields.filter((field) => gate.sees(field.name, 't') !== false).map((field) => names.raw(field));
  return and(found, or(...seen.map((value) => sql`strpos(lower(${value}), ${part}) > 0`)));
}

/** One character has no bigram. */
export const isPrefixOnly = (keyWord: string | undefined): boolean => [...(keyWord ?? '').trim()].length === 1;
