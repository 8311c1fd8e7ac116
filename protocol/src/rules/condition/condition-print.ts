import type { Condition, Term } from './condition.ts';

/** A value that may stand without quotes, also inside a list. */
const BARE = /^[^\s&|()'{},=<>](?:[^&|()'{},]*[^\s&|()'{},])?$/;

/** The shortest text that `parseCondition` reads back as the same condition. */
export function printCondition(condition: Condition): string {
  if (condition.kind === 'and')
    return condition.all.map((one) => (one.kind === 'or' ? `(${printCondition(one)})` : printCondition(one))).join('&');
  if (condition.kind === 'or') return condition.any.map(printCondition).join('|');
  if (condition.kind === 'empty') return `${condition.field} is ${condition.empty ? '' : 'not '}empty`;
  if (condition.kind === 'in') return `${condition.field} in (${condition.values.map(printTerm).join(',')})`;
  const op = condition.op === 'like' ? ' like ' : condition.op;
  return `${condition.field}${op}${printTerm(condition.value)}`;
}

function printTerm(term: Term): string {
  if (term.kind === 'field') return `{${term.field}}`;
  if (term.kind === 'user') return `{user.${term.name}}`;
  if (term.kind === 'today') return `{today${term.days === 0 ? '' : `${term.days > 0 ? '+' : ''}${term.days}`}}`;
  return BARE.test(term.text) ? term.text : `'${term.text.replaceAll("'", "''")}'`;
}
