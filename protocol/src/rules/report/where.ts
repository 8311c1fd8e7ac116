import { type Condition, ConditionError } from '#protocol/rules/condition/condition.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import type { FieldFilter, OneFilter } from '#protocol/wire/filters.ts';

/** One thing that is asked of a field, as a list's filters ask it. */
export type Asked = readonly [path: string, filter: OneFilter];

/**
 * What a condition of a report asks, as filters of a list: so that the list that a figure leads to is filtered by just what the figure counted.
 * Comparisons of fields with values, joined by &; anything else is a ConditionError.
 */
export const askedBy = (where: string | undefined): readonly Asked[] => (where === undefined ? [] : ofCondition(parseCondition(where)));

function ofCondition(condition: Condition): readonly Asked[] {
  if (condition.kind === 'and') return condition.all.flatMap(ofCondition);
  if (condition.kind === 'or') return beyond('|');
  if (condition.kind === 'empty') return [[condition.field, { op: condition.empty ? 'empty' : 'filled' }]];
  const texts = (condition.kind === 'in' ? condition.values : [condition.value]).map((term) =>
    term.kind === 'literal' ? term.text : beyond(term.kind === 'field' ? `{${term.field}}` : 'what differs by who looks, or when'),
  );
  return [[condition.field, condition.kind === 'in' ? { op: 'in', value: texts } : { op: condition.op, value: texts[0]! }]];
}

const beyond = (what: string): never => {
  throw new ConditionError(`a report compares fields with values: ${what} is no filter of a list`);
};

/** By field what is asked of it, all at once. */
export function merged(asked: readonly Asked[]): Record<string, FieldFilter> {
  const by = new Map<string, OneFilter[]>();
  for (const [path, filter] of asked) by.set(path, [...(by.get(path) ?? []), filter]);
  return Object.fromEntries([...by].map(([path, all]) => [path, all.length === 1 ? all[0]! : { all }]));
}
