import { conditionsOf } from '#protocol/check/languages/conditions.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Condition, Term } from '#protocol/rules/condition/condition.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { parseQuery } from '#protocol/rules/query.ts';
import type { Catalogue } from '../catalogue.ts';

/** Where a definition goes by a choice: the field whose choice it is. */
export interface NamedAt {
  table: TableDef;
  field: FieldDef;
}

/** Fields of the installed definitions that take their choices from a dictionary. */
export const fieldsOf = (catalogue: Catalogue, code: string): NamedAt[] =>
  catalogue.tables().flatMap(({ def: table }) => table.fields.filter(({ items }) => items === code).map((field) => ({ table, field })));

/**
 * The first field by whose choice `number` some definition goes: a condition (of a guard, a field, a variant, rows), a look, a default, a
 * write-back, the query of a reference or of a sub-table. It would go by what nobody can choose any more. Undefined where none names it.
 */
export function namedAt(catalogue: Catalogue, code: string, number: number): NamedAt | undefined {
  const wanted = String(number);
  return fieldsOf(catalogue, code).find(({ table, field }) => {
    const name = field.field_name;
    const isIt = (text: string) => text.split(',').some((one) => one.trim() === wanted);
    if (field.defvalue !== undefined && isIt(String(field.defvalue))) return true;
    if ((table.styles ?? []).some((style) => style.field === name && isIt(style.value))) return true;
    if (
      [...conditionsOf(table)].some(([, where]) => where !== undefined && where !== '' && literals(parseCondition(where), name).some(isIt))
    )
      return true;
    return catalogue.tables().some((other) => writes(other.def, table, name).some(isIt) || queries(other.def, table, name).some(isIt));
  });
}

/** What a condition compares a field with, of what it writes down. */
function literals(condition: Condition, field: string): string[] {
  if (condition.kind === 'and') return condition.all.flatMap((one) => literals(one, field));
  if (condition.kind === 'or') return condition.any.flatMap((one) => literals(one, field));
  if (condition.kind === 'empty' || condition.field !== field) return [];
  const terms: readonly Term[] = condition.kind === 'in' ? condition.values : [condition.value];
  return terms.flatMap((term) => (term.kind === 'literal' ? [term.text] : []));
}

/** What the write-backs of a table put into a field of another. */
const writes = (from: TableDef, into: TableDef, field: string): string[] =>
  (from.write_back ?? [])
    .flatMap((back) => [{ table: back.table, values: [back.values] }, ...(back.rows ?? [])])
    .filter(({ table }) => table === into.table_name)
    .flatMap(({ values }) => values.flatMap((one) => (one[field] === undefined ? [] : [String(one[field])])));

/** What the references of a table to another, and its sub-tables of such rows, narrow one of its fields to. */
const queries = (from: TableDef, to: TableDef, field: string): string[] =>
  [...from.fields, ...(from.subtables ?? []).map(({ table_name, query }) => ({ source: table_name, query }))]
    .filter(({ source, query }) => query !== undefined && source?.split('[')[0] === to.table_name)
    .flatMap(({ query }) => parseQuery(query!) ?? [])
    .flatMap(({ name, term }) => (name === field && term.kind === 'literal' ? [term.text] : []));
