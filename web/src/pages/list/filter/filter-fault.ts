import { type Fault, fault } from '#protocol/fields/kind.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { writingFault } from '#protocol/rules/form/check.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { soughtIn } from '#web/fields/sought.ts';

/** Why a filter cannot be asked for: one of its ends is no value of the field, or what is typed there is not chosen. An instant is filtered by its days. */
export function filterFault(field: FieldDef, filter: FieldFilter | undefined): Fault | null {
  const typed = soughtIn(filter).trim();
  if (typed !== '') return fault(305, 'fieldNotChosen', { def: field }, { typed });
  if (!Array.isArray(filter)) return null;
  const def: FieldDef = field.data_type === 'datetime' ? { ...field, data_type: 'date' } : field;
  const ends = filter.filter((end) => end !== null && end !== undefined && end !== '');
  return ends.map((end) => writingFault({ def }, String(end))).find((fault) => fault !== null) ?? null;
}
