import { Decimal, NUMBER } from '#protocol/fields/decimal.ts';
import { type Fault, type FieldSpec, fault, fieldLabel, isEmpty } from '#protocol/fields/kind.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { CONTENT_CHECKS, type FormValues } from './check.ts';
import { type Form, type FormFields, isEditable, isNeeded, isVisible } from './form.ts';
import { isSigners } from './signer.ts';
import { inStates, isFirst } from './states.ts';

export type RowOp = 'Add' | 'Modify' | 'Bind' | 'Delete' | 'Unbind';

/** How `_subtables` names a sub-table: `<table>.<parent_field>`. */
export const subtableKey = (sub: SubtableDef): string => `${sub.table_name}.${sub.parent_field}`;

export const isSubtableVisible = (sub: SubtableDef, form: Form): boolean => sub.hidden !== 1 && inStates(sub.view_state, form.review_state);

/** SUB-02: only when the parent is being edited; then per edit_state and edit_by, else under flow only in state 1. */
export function isSubtableEditable(sub: SubtableDef, form: Form): boolean {
  if (sub.readonly === 1 || !inStates(sub.view_state, form.review_state) || !isSigners(sub.edit_by, form)) return false;
  if (form.op === 'Review') return sub.edit_state !== undefined && inStates(sub.edit_state, form.review_state);
  if (form.op !== 'Add' && form.op !== 'Modify') return false;
  return sub.edit_state ? inStates(sub.edit_state, form.review_state) : form.table.flow !== 1 || isFirst(form.review_state);
}

/** What a row may take: rows of an inherited sub-table are added and deleted, others bound and unbound; both are modified. */
export const rowOps = (sub: SubtableDef): readonly RowOp[] =>
  sub.inherit === 0 ? ['Bind', 'Modify', 'Unbind'] : ['Add', 'Modify', 'Delete'];

/**
 * Which of Add (Bind), Modify, Delete (Unbind) the rows offer: the sub-table's own state 1 lists its actions (none listed: all);
 * an action's valid_state names states of the parent.
 */
export function subtableActions(sub: SubtableDef, rows: TableDef, form: Form): readonly RowOp[] {
  if (!isSubtableEditable(sub, form)) return [];
  const listed = rows.states.filter((state) => state.value === '1' || state.value === '*').flatMap((state) => state.actions ?? []);
  const writing = listed.filter((action) => ['Add', 'Modify', 'Delete'].includes(action.op));
  return rowOps(sub).filter((op) => {
    const plain = op === 'Bind' ? 'Add' : op === 'Unbind' ? 'Delete' : op;
    const named = writing.filter((action) => action.op === plain);
    return named.length === 0 ? writing.length === 0 : named.some((action) => inStates(action.valid_state, form.review_state));
  });
}

/** The rows as they will stand: deleted and unbound ones left out. */
export interface SubtableRows {
  def: SubtableDef;
  /** fields of the sub-table's table in order, without the parent field */
  fields: FormFields;
  rows: readonly FormValues['value'][];
}

const placed = (code: 301, text: string, sub: SubtableDef, data: Record<string, unknown>): Fault => ({
  code,
  text,
  data: { table: { zh_CN: sub.key_name, en_US: sub.key_name_en }, subtable: subtableKey(sub), ...data },
});

/**
 * SUB-03: the first failure of a sub-table, code 301: too few rows, then row by row and field by field what is empty or wrong,
 * then too many rows, then sums that do not add up to the parent's field.
 */
export function checkSubtable(
  sub: SubtableRows,
  form: Form,
  rowForm: (row: FormValues['value']) => Form,
  parent: FormValues,
): Fault | null {
  const { def, rows } = sub;
  if (!isSubtableVisible(def, form) || !isSubtableEditable(def, form)) return null;
  if (parent.complete && def.min !== undefined && rows.length < def.min) return placed(301, 'rowsTooFew', def, { bound: def.min });
  for (const [at, value] of rows.entries()) {
    const found = checkRow(sub, rowForm(value), { ...parent, value });
    if (found) return placed(301, found.text, def, { ...found.data, row: at + 1 });
  }
  if (def.max !== undefined && rows.length > def.max) return placed(301, 'rowsTooMany', def, { bound: def.max });
  return parent.complete ? checkSums(sub, parent) : null;
}

/** Texts of cells, by the text of the same fault in a form. */
const ROW_TEXTS: Readonly<Record<string, string>> = {
  rowEmpty: 'rowEmpty',
  fieldNumber: 'rowNumber',
  fieldInteger: 'rowInteger',
  fieldMax: 'rowMax',
  fieldMin: 'rowMin',
  fieldTooLong: 'rowTooLong',
};

function checkRow(sub: SubtableRows, form: Form, values: FormValues): { text: string; data: Record<string, unknown> } | null {
  for (const field of sub.fields.filter(({ def }) => isVisible(def, form) && isEditable(def, form))) {
    const value = values.value(field.def.field_name);
    const found = checkCell(field, value, form, values);
    if (found) return { text: ROW_TEXTS[found.text] ?? 'rowFormat', data: { ...found.data, field: cellLabel(sub.def, field) } };
  }
  return null;
}

function checkCell(field: FieldSpec, value: unknown, form: Form, values: FormValues): Fault | null {
  if (isEmpty(value)) return values.complete && isNeeded(field.def, form) ? fault(301, 'rowEmpty', field) : null;
  for (const check of CONTENT_CHECKS) {
    const found = check(field, value, values);
    if (found) return found;
  }
  return null;
}

function cellLabel(sub: SubtableDef, field: FieldSpec): { zh_CN: string; en_US: string } {
  const label = fieldLabel(field);
  return { zh_CN: `${sub.key_name}-${label.zh_CN}`, en_US: `${sub.key_name_en}-${label.en_US}` };
}

function checkSums({ def, rows }: SubtableRows, parent: FormValues): Fault | null {
  for (const { sum, equals, remark, remark_en } of def.check ?? []) {
    const total = rows.reduce((all, value) => all.plus(decimalOf(value(sum))), new Decimal(0));
    const wanted = decimalOf(parent.value(equals));
    if (!total.eq(wanted)) {
      const text = { zh_CN: remark, en_US: remark_en };
      return placed(301, 'rowsSum', def, { remark: text, total: total.toFixed(), equals: wanted.toFixed(), field_name: equals });
    }
  }
  return null;
}

const decimalOf = (value: unknown): Decimal => new Decimal(NUMBER.test(String(value)) ? String(value) : 0);
