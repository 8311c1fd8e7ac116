import type { Holds, Said, SaidTerm } from '#protocol/rules/chart.ts';
import { type Condition, fieldsOf, type Term } from '#protocol/rules/condition/condition.ts';
import { evaluateCondition } from '#protocol/rules/condition/condition-evaluate.ts';
import type { Names } from '#protocol/rules/condition/condition-kind.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { GuardFacts } from '../definition/definition.ts';

/** What a condition is told with. */
export interface Telling {
  names: Names;
  facts: GuardFacts;
  /** a field that the reader sees on this record; undefined for any other */
  field(name: string): ResolvedField | undefined;
  /** a record that a condition names by its id, as far as he sees it */
  named(source: string, id: number): unknown;
}

/**
 * A condition for its reader, each part with whether it holds as the values stand. Of what he may not read nothing is left: no name, no
 * value, and not whether it holds, nor whether the whole does where that hangs on it.
 */
export function sayCondition(condition: Condition, telling: Telling): Said {
  if (condition.kind === 'and') return together('and', condition.all, telling);
  if (condition.kind === 'or') return together('or', condition.any, telling);
  if (!fieldsOf(condition).every((name) => telling.field(name))) return { kind: 'hidden', holds: null };
  const { field } = condition;
  const holds: Holds = isOfWho(condition) ? null : evaluateCondition(condition, on(telling)) ? 1 : 0;
  if (condition.kind === 'empty') return { kind: 'empty', field, empty: condition.empty, holds };
  const term = (one: Term) => sayTerm(telling, field, one);
  return condition.kind === 'in'
    ? { kind: 'in', field, to: condition.values.map(term), holds }
    : { kind: 'compare', field, op: condition.op, to: term(condition.value), holds };
}

const on = ({ names, facts }: Telling) => ({
  names,
  value: (field: string) => facts.data[field],
  today: facts.today,
  user: facts.user,
});

function together(kind: 'and' | 'or', parts: readonly Condition[], telling: Telling): Said {
  const of = parts.map((part) => sayCondition(part, telling));
  // one part decides the whole, whatever the others are
  const decides: Holds = kind === 'and' ? 0 : 1;
  const each = of.map(({ holds }) => holds);
  const holds = each.includes(decides) ? decides : each.includes(null) ? null : kind === 'and' ? 1 : 0;
  return { kind, of, holds };
}

/** Whether it hangs on who decides, whom nobody knows yet. */
function isOfWho(condition: Exclude<Condition, { kind: 'and' | 'or' }>): boolean {
  if (condition.kind === 'empty') return false;
  const terms = condition.kind === 'in' ? condition.values : [condition.value];
  return terms.some(({ kind }) => kind === 'user');
}

function sayTerm({ field, named }: Telling, name: string, term: Term): SaidTerm {
  if (term.kind === 'field') return { field: term.field };
  if (term.kind === 'user') return { user: term.name };
  if (term.kind === 'today') return { days: term.days };
  const of = field(name)!;
  if (of.source) return { value: named(of.source.table, Number(term.text)) };
  return { value: of.items ? { id: Number(term.text) } : term.text };
}

/** The records that a condition names by their ids, by the table that they are of. */
export function namedIn(condition: Condition, field: Telling['field']): { source: string; id: number }[] {
  if (condition.kind === 'and') return condition.all.flatMap((one) => namedIn(one, field));
  if (condition.kind === 'or') return condition.any.flatMap((one) => namedIn(one, field));
  const source = field(condition.field)?.source?.table;
  if (condition.kind === 'empty' || !source) return [];
  const terms = condition.kind === 'in' ? condition.values : [condition.value];
  return terms.flatMap((term) => (term.kind === 'literal' ? [{ source, id: Number(term.text) }] : []));
}
