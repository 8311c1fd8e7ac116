import { type DataType, dataType, UNORDERED } from '#protocol/meta/data-types.ts';
import type { RuleDef, TableDef } from '#protocol/meta/table.ts';
import { type Condition, ConditionError, fieldsOf, type Term } from '#protocol/rules/condition/condition.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { fieldMend } from '../mend.ts';
import { below, type Report, unique } from '../problem.ts';
import type { Scope } from '../scope.ts';

/**
 * Rules of a table (docs/decisions/237): one without `unique` stands between fields of the record that somebody may mend; of one with it the
 * database keeps an index, so that its condition is one that an index can have. That a condition can be read, and knows its names, is
 * `conditions.ts`.
 */
export function checkRules(scope: Scope, table: TableDef, report: Report): void {
  for (const rule of table.rules ?? []) {
    const at = below(report, `rules[${rule.uid}]`);
    if (rule.unique === undefined) checkBetween(table, rule, at);
    else checkUnique(scope, table, { ...rule, unique: rule.unique }, at);
    if (table.storage === 'view') at('where', 'nobody saves a record of a view', 'take the rule out');
  }
}

/** null where it cannot be read, which is told elsewhere. */
function readable(where: string | undefined): Condition | null {
  try {
    return parseCondition(where ?? '');
  } catch (error) {
    if (error instanceof ConditionError) return null;
    throw error;
  }
}

function checkBetween(table: TableDef, { where }: RuleDef, report: Report): void {
  if (where === undefined) report('where', 'it asks nothing', 'write where: what must hold, such as end>={begin}, or unique: the fields');
  const condition = where === undefined ? null : readable(where);
  if (!condition) return;
  const named = fieldsOf(condition).map((name) => table.fields.find(({ field_name }) => field_name === name));
  if (speaksOfUser(condition))
    report(
      'where',
      'it speaks of who saves: a rule holds of a record, whoever saves it',
      'write edit_where on the field, or a guard on an event',
    );
  if (named.includes(undefined))
    report(
      'where',
      'it speaks of a column that the engine keeps',
      'name fields of this table: what one is told of one must be able to mend',
    );
  else if (!named.some((field) => field && !isComputed(field)))
    report('where', 'nobody types in any of its fields, so that nobody could mend it', 'name a field that is typed in');
}

const speaksOfUser = (condition: Condition): boolean => termsOf(condition).some(({ kind }) => kind === 'user');

function termsOf(condition: Condition): readonly Term[] {
  if (condition.kind === 'and') return condition.all.flatMap(termsOf);
  if (condition.kind === 'or') return condition.any.flatMap(termsOf);
  if (condition.kind === 'empty') return [];
  return condition.kind === 'in' ? condition.values : [condition.value];
}

function checkUnique(scope: Scope, table: TableDef, rule: RuleDef & { unique: string }, report: Report): void {
  const names = rule.unique.split(',');
  for (const name of names) {
    const column = scope.columns(table).get(name);
    if (!column) report('unique', `unknown field ${name}`, fieldMend(scope, table, name));
    else if (UNORDERED.includes(column.data_type))
      report('unique', `${name}, a ${column.data_type}, cannot be unique`, 'name fields of one short value');
  }
  unique(
    names,
    (name) => name,
    (again) => report('unique', `${again} stands twice`, 'name each field once'),
  );
  const condition = readable(rule.where);
  const parts = condition?.kind === 'and' ? condition.all : condition ? [condition] : [];
  const known = (name: string) => scope.columns(table).get(name)?.data_type;
  for (const part of parts.filter((one) => fieldsOf(one).every(known) && !isIndexable(known, one)))
    report('where', `an index cannot ask ${fieldsOf(part).join(', ')} this`, INDEXABLE);
}

const INDEXABLE =
  'join by & comparisons of a choice, a reference, a whole number or review_state with whole numbers (status=1, kind in (1,2)), and questions whether a field is empty';

function isIndexable(typeOf: (name: string) => DataType | undefined, condition: Condition): boolean {
  if (condition.kind === 'and' || condition.kind === 'or') return false;
  const type = typeOf(condition.field)!;
  const { storage } = dataType(type);
  if (condition.kind === 'empty') return storage !== 'none' && !UNORDERED.includes(type);
  if (condition.field !== 'review_state' && storage !== 'bigint') return false;
  if (condition.kind === 'compare' && condition.op === 'like') return false;
  return termsOf(condition).every((term) => term.kind === 'literal' && /^\d{1,9}$/.test(term.text.trim()));
}
