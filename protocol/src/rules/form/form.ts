import type { FieldSpec } from '#protocol/fields/kind.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { DESCRIBABLE, STANDARD_NAMES } from '#protocol/meta/standard.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Holds } from '../condition/holds.ts';
import { isSigners, type Signer } from '../signer.ts';
import { inStates } from '../states.ts';

/** The operations a form is opened with (FORM-02); all but the first three only read. */
export type FormOp = 'Add' | 'Modify' | 'Review' | 'Show' | 'Reply' | 'Revoke' | 'RevokeRelay' | 'Copy' | 'Print';

/** The circumstances that decide what of a form is seen and changed. */
export interface Form {
  table: TableDef;
  op: FormOp;
  /** 0 and 1 are one; a record not yet saved is in 1 */
  review_state: number;
  /** evaluates a match condition on the values as they are now */
  holds: Holds;
  /** Review: as what the person signs who has the form */
  signer?: Signer;
  /** whether rights keep the person who has the form from writing the field; absent: a definition is looked at, and nobody has it */
  locks?(field_name: string): boolean;
  /** what lay there before it was opened; absent of what is new */
  lay?: ((field_name: string) => unknown) | undefined;
  /** whether the server has kept a field of this record back, by what the person who has the form is not told */
  keeps?(field_name: string): boolean;
}

/** Whether the engine keeps the field itself: audit and standard columns, numbers, calculated and auto-filled values, headings. */
export const isComputed = (field: FieldDef): boolean =>
  (STANDARD_NAMES.has(field.field_name) && !DESCRIBABLE.has(field.field_name)) ||
  field.auto_fill === 1 ||
  field.calc !== undefined ||
  field.number !== undefined ||
  field.data_type === 'title';

/** Whether the state and the values show the field (FORM-05); `hidden` is drawn nowhere but may be filled by fetch and defaults. */
export const isShown = (field: FieldDef, form: Form): boolean =>
  inStates(field.view_state, form.review_state) && (!field.view_where || form.holds(field.view_where)) && !form.keeps?.(field.field_name);

export const isVisible = (field: FieldDef, form: Form): boolean => field.hidden !== 1 && isShown(field, form);

/**
 * FORM-05: in Review only fields whose edit_state has the state; in Add and Modify a field with edit_state in those states, any
 * other unless readonly; never what the engine keeps itself or rights keep from the person, and under way only what is this signer's
 * (edit_by). The same function bounds what the server takes, and says what it copies by itself.
 */
export const isEditable = (field: FieldDef, form: Form): boolean =>
  !form.locks?.(field.field_name) && isOpen(field, form) && isSigners(field.edit_by, form);

/** Whether the step opens the field, and to another signer than this one. */
export const isOthers = (field: FieldDef, form: Form): boolean =>
  form.op === 'Review' && isOpen(field, form) && !isSigners(field.edit_by, form);

function isOpen(field: FieldDef, form: Form): boolean {
  if (isComputed(field) || !isShown(field, form)) return false;
  if (field.edit_where && !form.holds(field.edit_where)) return false;
  if (form.op === 'Review') return field.edit_state !== undefined && inStates(field.edit_state, form.review_state);
  if (form.op !== 'Add' && form.op !== 'Modify') return false;
  return field.edit_state ? inStates(field.edit_state, form.review_state) : field.readonly !== 1;
}

/** Whether the field must be filled now (FORM-06). A secret of a record that there is already stands where nobody reads it: an empty one leaves it. */
export const isNeeded = (field: FieldDef, form: Form): boolean =>
  (field.notnull === 1 || (field.need_where !== undefined && form.holds(field.need_where))) &&
  (form.op === 'Add' || !isOf(field.data_type, 'secret'));

/** The fields of a form in order, with the specifications that `items` need. */
export type FormFields = readonly FieldSpec[];
