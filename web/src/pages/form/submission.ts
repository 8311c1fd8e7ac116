import type { Fault, FieldSpec } from '#protocol/fields/kind.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { checkForm, type FormValues } from '#protocol/rules/check.ts';
import { encodeForm } from '#protocol/rules/encode.ts';
import type { Form } from '#protocol/rules/form.ts';
import { checkSubtable, isSubtableEditable, subtableKey } from '#protocol/rules/subtable.ts';
import { type Filler, formOf, plain, specsOf } from './circumstances.ts';
import { cellKey, changedFields, type FormState, standing, submittedRows, type Values } from './form-state.ts';

/** A sub-table with the definition of its rows. */
export interface SubtableForm {
  def: SubtableDef;
  table: TableDef;
}

export const rowSpecs = ({ def, table }: SubtableForm): FieldSpec[] =>
  specsOf(table).filter((spec) => spec.def.field_name !== def.parent_field);

const readerOf = (values: Values) => (name: string) => plainFiles(values[name]);
const plainFiles = (value: unknown): unknown =>
  Array.isArray(value) && value.some((each) => typeof each?.key_name === 'string' && 'length' in each)
    ? value.map((file) => file.key_name)
    : plain(value);

export interface Complaint {
  fault: Fault;
  /** where it stands in the form: a field_name or a cell */
  place: string;
}

/** The first thing that keeps the form from being sent (FORM-06, SUB-03); `complete` false lets required fields wait. */
export function complaint(
  state: FormState,
  form: Form,
  subs: readonly SubtableForm[],
  filler: Filler,
  complete: boolean,
): Complaint | null {
  const values: FormValues = {
    value: readerOf(state.values),
    isUploading: (name) => (state.values[name] as { uploading?: boolean } | null)?.uploading === true,
    today: filler.today,
    complete,
  };
  const wrong = checkForm(specsOf(form.table), form, values);
  if (wrong) return { fault: wrong, place: String(wrong.data.field_name ?? '') };
  for (const sub of subs) {
    const key = subtableKey(sub.def);
    const rows = standing(state, key);
    const rowForm = () => formOf(sub.table, form.op === 'Review' ? 'Review' : 'Modify', form.review_state, {}, filler);
    const found = checkSubtable(
      { def: sub.def, fields: rowSpecs(sub), rows: rows.map((row) => readerOf(row.values)) },
      form,
      rowForm,
      values,
    );
    if (found) return { fault: found, place: placeOf(found, key, rows) };
  }
  return null;
}

function placeOf(fault: Fault, sub: string, rows: readonly { key: string }[]): string {
  const row = typeof fault.data.row === 'number' ? rows[fault.data.row - 1] : undefined;
  return row ? cellKey(sub, row.key, String(fault.data.field_name ?? '')) : sub;
}

/** The fields and rows of Add or Modify: a new record sends all it may, a known one what changed (so that others' fields stay theirs). */
export function submission(
  state: FormState,
  form: Form,
  subs: readonly SubtableForm[],
  isNew: boolean,
  filler: Filler,
): Record<string, unknown> {
  const encoded = encodeForm(specsOf(form.table), form, readerOf(state.values));
  const changed = new Set(isNew ? Object.keys(encoded) : changedFields(state.values, state.loaded));
  const fields = Object.fromEntries(Object.entries(encoded).filter(([name, value]) => changed.has(name) && !(isNew && value === '')));
  const rows = subs
    .filter((sub) => isSubtableEditable(sub.def, form))
    .map((sub) => {
      const key = subtableKey(sub.def);
      const rowForm = formOf(sub.table, 'Modify', 1, {}, filler);
      const encode = (values: Values) => encodeForm(rowSpecs(sub), rowForm, readerOf(values));
      return [key, submittedRows(state.subs[key] ?? [], sub.def.inherit !== 0, encode)] as const;
    })
    .filter(([, sent]) => sent.length > 0);
  return rows.length ? { ...fields, _subtables: Object.fromEntries(rows) } : fields;
}
