import type { FieldDef } from '#protocol/meta/field.ts';
import { parseQuery } from '#protocol/rules/query.ts';
import { fetchOf, plain } from '../circumstances.ts';
import type { Values } from '../form-state.ts';

/** A record or a row that something is put into. */
export interface Grown {
  fields: readonly FieldDef[];
  before: Values;
  now: Values;
  /** what came with the change stays as it came */
  brought: readonly string[];
  isOpen(field: FieldDef): boolean;
}

/**
 * What a change takes away (FORM-08): a choice whose `query` names a field that has another value now was made among other records. It goes, with
 * what it had copied and what was chosen by it in turn, so that the form never sends what the server refuses (315). What stands empty narrows
 * nothing: emptied, or filled for the first time, it takes nothing away. What may not be typed stays, and is told of when it is sent.
 */
export function outgrown({ fields, before, now, brought, isOpen }: Grown): Values {
  const gone: Record<string, unknown> = {};
  const isOther = (name: string) =>
    name in gone || (isFilled(before[name]) && isFilled(now[name]) && idOf(before[name]) !== idOf(now[name]));
  const isLost = (field: FieldDef) =>
    !(field.field_name in gone) &&
    !brought.includes(field.field_name) &&
    isFilled(now[field.field_name]) &&
    narrowing(field).some(isOther) &&
    isOpen(field);
  for (let lost = fields.find(isLost); lost; lost = fields.find(isLost)) {
    gone[lost.field_name] = null;
    const copied = Object.keys(fetchOf(lost)?.values(null) ?? {}).filter((name) => !brought.includes(name));
    for (const name of copied) gone[name] = null;
  }
  return gone;
}

/** Fields of the form that a choice is narrowed by. */
const narrowing = ({ query }: FieldDef): string[] =>
  ((query && parseQuery(query)) || []).flatMap(({ term }) => (term.kind === 'name' ? [term.name] : []));

const idOf = (value: unknown): string => JSON.stringify(plain(value));

function isFilled(value: unknown): boolean {
  const of = plain(value);
  return Array.isArray(of) ? of.length > 0 : of !== null && of !== undefined && of !== '';
}
