import type { Label } from '#protocol/fields/kind.ts';
import type { Condition, Term } from '#protocol/rules/condition/condition.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import type { ResolvedTable } from './catalogue.ts';
import { partName } from './sync/parts.ts';
import { quoted } from './sync/schema.ts';

/** What only one live record of a tenant may say. */
export interface UniqueKey {
  /** of its index in the database */
  name: string;
  fields: readonly string[];
  /** of the records for which this holds; absent: of all */
  where?: string;
  /** what a rule says to whom it stops */
  said?: Label;
}

/** The unique keys of a table: of single fields, of lists of fields, and of its rules. */
export function uniqueKeys({ name, fields, def }: Pick<ResolvedTable, 'name' | 'fields' | 'def'>): UniqueKey[] {
  const single = [...fields.values()].filter((field) => field.def.unique).map((field) => [field.name]);
  const plainly = [...single, ...(def.unique ?? [])].map((names) => ({ name: partName(name, names, 'unique'), fields: names }));
  const ruled = (def.rules ?? []).flatMap(({ uid, unique, where, key_name, key_name_en }): UniqueKey[] => {
    if (unique === undefined) return [];
    const said = { zh_CN: key_name, en_US: key_name_en };
    return [{ name: partName(name, [uid.replaceAll('-', '_')], 'unique'), fields: unique.split(','), ...(where ? { where } : {}), said }];
  });
  return [...plainly, ...ruled];
}

/**
 * The condition of a unique rule as PostgreSQL prints it in an index, so that what stands can be compared with what should. Loading has checked
 * that it joins by & comparisons of whole numbers, and questions whether a field is empty (protocol/src/check/languages/between.ts).
 */
export function indexWhere(table: Pick<ResolvedTable, 'fields'>, where: string | undefined): string {
  const condition = parseCondition(where ?? '');
  const all = condition.kind === 'and' ? condition.all : [condition];
  return ['(deleted_time IS NULL)', ...all.map((one) => comparison(table, one))].join(' AND ');
}

function comparison({ fields }: Pick<ResolvedTable, 'fields'>, condition: Condition): string {
  if (condition.kind === 'and' || condition.kind === 'or') throw new Error('a unique rule has no alternatives');
  const name = quoted(condition.field);
  if (condition.kind === 'empty') return `(${name} IS ${condition.empty ? '' : 'NOT '}NULL)`;
  const long = fields.get(condition.field)?.storage === 'bigint';
  if (condition.kind === 'in')
    return `(${name} = ANY (ARRAY[${condition.values.map((term) => (long ? `(${textOf(term)})::bigint` : textOf(term))).join(', ')}]))`;
  return `(${name} ${condition.op === '!=' ? 'IS DISTINCT FROM' : condition.op} ${textOf(condition.value)})`;
}

function textOf(term: Term): string {
  if (term.kind !== 'literal' || !/^\d{1,9}$/.test(term.text.trim())) throw new Error('a unique rule compares whole numbers');
  return String(Number(term.text.trim()));
}
