import type { FieldDef } from '#protocol/meta/field.ts';
import { type Condition, fieldsOf } from '#protocol/rules/condition.ts';
import type { Kind } from '#protocol/rules/condition-kind.ts';

/** Data of a record that stands for all data on which the same guards hold. Numbers and ids as texts, as on the wire. */
export type Example = Readonly<Record<string, string | null>>;

const MOST = 4096;

/** Whether a condition compares fields with constants only: then finitely many examples decide it. */
export function isDecidable(condition: Condition): boolean {
  if (condition.kind === 'and') return condition.all.every(isDecidable);
  if (condition.kind === 'or') return condition.any.every(isDecidable);
  if (condition.kind === 'empty') return true;
  const terms = condition.kind === 'in' ? condition.values : [condition.value];
  return terms.every((term) => term.kind === 'literal');
}

/**
 * One example for each region into which the constants cut the fields that the conditions read (workflow 3.1). Null when there
 * are more than 4,096: then nothing is decided.
 */
export function regionsOf(
  conditions: readonly Condition[],
  fields: ReadonlyMap<string, FieldDef>,
  kinds: (field: string) => Kind | undefined,
): Example[] | null {
  const names = [...new Set(conditions.flatMap(fieldsOf))];
  let examples: Example[] = [{}];
  for (const name of names) {
    const constants = [...new Set(conditions.flatMap((condition) => literals(condition, name)))];
    const values = representatives(fields.get(name), kinds(name) ?? 'text', constants);
    if (examples.length * values.length > MOST) return null;
    examples = examples.flatMap((example) => values.map((value) => ({ ...example, [name]: value })));
  }
  return examples;
}

function literals(condition: Condition, field: string): string[] {
  if (condition.kind === 'and') return condition.all.flatMap((one) => literals(one, field));
  if (condition.kind === 'or') return condition.any.flatMap((one) => literals(one, field));
  if (condition.kind === 'empty' || condition.field !== field) return [];
  const terms = condition.kind === 'in' ? condition.values : [condition.value];
  return terms.flatMap((term) => (term.kind === 'literal' ? [term.text] : []));
}

/** A value in each interval between the constants, each constant, and empty where the field may be. */
function representatives(field: FieldDef | undefined, kind: Kind, constants: readonly string[]): (string | null)[] {
  const empty = field?.notnull ? [] : [null];
  if (Array.isArray(field?.items)) return [...empty, ...field.items.map((item) => String(item.id))];
  if (kind === 'number') return [...empty, ...numbers(field, constants.map(Number))];
  if (kind === 'date' || kind === 'datetime') return [...empty, ...constants.flatMap(days)];
  if (kind === 'list') return [...empty, ...constants.map((id) => `,${id},`), `,${constants.join(',')},`, ',999999999,'];
  return [...empty, ...constants, `${constants.join('')}~`];
}

function numbers(field: FieldDef | undefined, constants: readonly number[]): string[] {
  const sorted = [...constants].sort((a, b) => a - b);
  const between = sorted.slice(1).map((value, at) => (value + sorted[at]!) / 2);
  const around = [(sorted[0] ?? 0) - 1, ...sorted, ...between, (sorted.at(-1) ?? 0) + 1];
  const inside = around.filter(
    (value) => (field?.min === undefined || value >= Number(field.min)) && (field?.max === undefined || value <= Number(field.max)),
  );
  return [...new Set(inside)].map(String);
}

function days(day: string): string[] {
  const at = (offset: number) => new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
  return [at(-1), day, at(1)];
}
