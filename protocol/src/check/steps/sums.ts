import type { FieldDef } from '#protocol/meta/field.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { readClosely } from '#protocol/rules/follow/order.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { inStates, isFirst } from '#protocol/rules/states.ts';
import { below, type Report } from '../problem.ts';
import { edgesOf, wayTo } from './balance.ts';

/**
 * A sum of rows is asked where they are open. What it must equal may be typed elsewhere too only where each way from there to the end passes a
 * step that opens the rows: else a record would be approved whose rows do not add up.
 */
export function checkSums(table: TableDef, report: Report): void {
  if (table.flow !== 1) return;
  const edges = edgesOf(table);
  const steps = table.states.filter(({ value }) => value !== '*').map(({ value, end }) => ({ at: Number(value), end }));
  const passing = steps.flatMap(({ at, end }) => (end === 'pass' ? [at] : []));
  const ending = edges.filter(({ to }) => to.some((step) => passing.includes(step))).map(({ id }) => id);
  for (const subtable of table.subtables ?? [])
    for (const { equals } of subtable.check ?? []) {
      const names = readClosely(table.fields, [equals]);
      const typed = table.fields.filter(({ field_name }) => names.has(field_name));
      const asked = new Set(edges.filter(({ from }) => opensRows(subtable, from)).map(({ id }) => id));
      for (const { at } of steps) {
        const field = opensRows(subtable, at) ? undefined : typed.find((one) => opensField(one, at));
        const way = field && (passing.includes(at) ? [] : wayTo(edges, [at], ending, asked));
        if (way) below(report, `subtables[${subtable.table_name}].check`)('equals', saidOf(field, equals, at, way), mendOf(field, at));
      }
    }
}

const saidOf = ({ field_name }: FieldDef, equals: string, at: number, way: readonly number[]): string =>
  `step ${at} opens ${field_name}${field_name === equals ? '' : `, of which ${equals} is calculated,`} and not the rows, and ${
    way.length > 0 ? `event ${way.join(', ')} leads from there to the end` : 'is the end itself'
  }: nobody would ask whether they add up`;

const mendOf = ({ field_name }: FieldDef, at: number): string =>
  `name ${at} in edit_state of the sub-table too, or leave it out of edit_state of ${field_name}`;

/** Whether some signer of the step may change rows (rules/form/subtable.ts). */
const opensRows = ({ readonly, view_state, edit_state }: SubtableDef, step: number): boolean =>
  readonly !== 1 && inStates(view_state, step) && isNamed(edit_state, step, true);

/** Whether some signer of the step may type the field (rules/form/form.ts). */
const opensField = (field: FieldDef, step: number): boolean =>
  !isComputed(field) && inStates(field.view_state, step) && isNamed(field.edit_state, step, field.readonly !== 1);

/** Without a list the applicant has it, and no step of a signer. */
const isNamed = (list: string | undefined, step: number, ofApplicant: boolean): boolean =>
  list === undefined ? isFirst(step) && ofApplicant : inStates(list, step);
