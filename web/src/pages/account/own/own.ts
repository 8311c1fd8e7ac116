import { typedValue } from '#protocol/fields/fields.ts';
import { type FieldSpec, isEmpty } from '#protocol/fields/kind.ts';
import { checkForm } from '#protocol/rules/form/check.ts';
import { isEditable } from '#protocol/rules/form/form.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { RowAction } from '#protocol/wire/envelope.ts';
import { asText } from '#web/fields/values.ts';
import { type Filler, formOf, specsOf } from '../../form/state/circumstances.ts';
import type { Told, Values } from '../../form/state/form-state.ts';
import { toldOf } from '../../form/state/told.ts';

/** What a person typed of himself, by field name. */
type Typed = Readonly<Record<string, string>>;

const formOn = (table: LoadedTable, row: Values, filler: Filler) => formOf(table, 'Modify', 1, row, filler);

/** The fields of one's own record that one may change: the definition and one's roles say which. */
export function openFields(table: LoadedTable, row: Values, filler: Filler): FieldSpec[] {
  const mayChange = ((row._actions ?? []) as readonly RowAction[]).some(({ op }) => op === 'Modify');
  const form = formOn(table, row, filler);
  return mayChange ? specsOf(table, null).filter(({ def }) => isEditable(def, form)) : [];
}

/** As the wire writes what was typed; an empty line takes the value away. */
export const valuesOf = (fields: readonly FieldSpec[], typed: Typed): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.def.field_name, typedValue(field, typed[field.def.field_name] ?? '')]));

/** Why it would not be taken, by field: what the server would say. */
export function faultsIn(
  table: LoadedTable,
  row: Values,
  filler: Filler,
  fields: readonly FieldSpec[],
  typed: Typed,
): Record<string, Told> {
  const values: Values = { ...row, ...valuesOf(fields, typed) };
  const found = checkForm(fields, formOn(table, values, filler), {
    value: (name) => values[name],
    today: filler.today,
    complete: true,
  });
  return Object.fromEntries(found.map((fault) => [String(fault.data.field_name), toldOf(fault)]));
}

/** Fields that are another value now than when one began to type, with what stands there; '' where nothing does. */
export function changedSince(fields: readonly FieldSpec[], begun: Values, now: Values): Record<string, string> {
  const text = (values: Values, name: string) => (isEmpty(values[name]) ? '' : asText(values[name]));
  return Object.fromEntries(
    fields.flatMap(({ def: { field_name } }) =>
      text(begun, field_name) === text(now, field_name) ? [] : [[field_name, text(now, field_name)]],
    ),
  );
}
