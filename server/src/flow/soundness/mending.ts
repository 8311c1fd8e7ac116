import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { type Condition, fieldsOf } from '#protocol/rules/condition/condition.ts';
import { relatedOf } from '#protocol/rules/condition/related.ts';
import { demanding, opening, stepOf, waysOf } from './opening.ts';
import { fillings, sourcesOf } from './outcome.ts';
import type { Space } from './space/space.ts';

const fieldOf = (table: TableDef, name: string): FieldDef | undefined => table.fields.find((field) => field.field_name === name);

/** What lets somebody at a step fill a field in that it asks for; or that the applicant did. */
export function openingMend(table: TableDef, name: string, { step, event }: { step: number; event: number }): string {
  const field = fieldOf(table, name)!;
  return waysOf(opening(table, field, [step]) ?? [`take ${name} out of need_fields of event ${event}`], demanding(field));
}

/** What lets the field always name somebody who handles a step; or others stand in. */
export function manningMend(table: TableDef, step: number): string {
  const handler = stepOf(table, step)?.handler;
  const field = handler?.type === 'field' ? fieldOf(table, handler.field.split('.')[0]!) : undefined;
  return waysOf(field ? demanding(field) : null, [`give step ${step} empty: 'admin'`]);
}

/** What fills the fields that guards find empty, where the applicant can, of what is calculated those that it reads; else other guards. */
export function guardMend(table: TableDef, space: Space, guards: readonly Condition[], at: number): string {
  const looked = new Set(space.fields.map(({ def }) => def.field_name));
  const isEmpty = (name: string): boolean => looked.has(name) && space.valueAt(at, name) === null;
  const asked = [...new Set(guards.flatMap(fieldsOf))].filter(isEmpty);
  // where no record is named, its fields are empty with it
  const empty = [...new Set(asked.map((name) => (isEmpty(relatedOf(name)?.by ?? name) ? (relatedOf(name)?.by ?? name) : name)))];
  const there = empty.flatMap((name) => (relatedOf(name) ? [fillingNamed(table, name)] : []));
  const typed = empty.flatMap((name) => {
    if (relatedOf(name)) return [];
    const field = fieldOf(table, name)!;
    return field.calc === undefined ? [field] : enoughFor(table, field);
  });
  const phrases = typed.map(demanding);
  const filled = empty.length && !phrases.includes(null) ? [...phrases.flatMap((one) => one!), ...there] : null;
  return waysOf(filled, ['add an event for this data'], ['widen a guard']);
}

/** What fills a field of the record that another one names. */
function fillingNamed(table: TableDef, name: string): string {
  const { by, field } = relatedOf(name)!;
  return `give ${field} of ${fieldOf(table, by)!.source} notnull: 1`;
}

/** Typed fields with which a calculation has a value for certain, rows or not; none where it may have none all the same. */
function enoughFor(table: TableDef, field: FieldDef): FieldDef[] {
  const typed = sourcesOf(table, field).flatMap((name) => fieldOf(table, name) ?? []);
  return fillings(table, field, (name) => fieldOf(table, name) !== undefined).empty ? [] : typed;
}
