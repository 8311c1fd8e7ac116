import { amountOf, Decimal, NUMBER } from '#protocol/fields/decimal.ts';
import { type Fault, type FieldSpec, fault, fieldLabel, isEmpty, type Label } from '#protocol/fields/kind.ts';
import { isFromRecord } from '#protocol/meta/action.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { madeOnce } from '../once.ts';
import { isSigners } from '../signer.ts';
import { inStates, isFirst } from '../states.ts';
import { rulesBroken } from './between.ts';
import { calculatedFault } from './calc-fault.ts';
import { CONTENT_CHECKS, type FormValues, layBefore } from './check.ts';
import { type Form, type FormFields, isEditable, isNeeded, isVisible } from './form.ts';
import { type LoadedSubtable, type LoadedTable, locksOf, type RowOffer, type RowOp } from './locked.ts';
import { subtableKey } from './rows-name.ts';

export const isSubtableVisible = (sub: SubtableDef, form: Form): boolean => sub.hidden !== 1 && inStates(sub.view_state, form.review_state);

/** SUB-02: only when the parent is being edited; then per edit_state and edit_by, else under flow only in state 1. */
export const isSubtableEditable = (sub: SubtableDef, form: Form): boolean => isOpen(sub, form) && isSigners(sub.edit_by, form);

/** Whether the step opens its rows, and to another signer than this one. */
export const isSubtableOthers = (sub: SubtableDef, form: Form): boolean =>
  form.op === 'Review' && isOpen(sub, form) && !isSigners(sub.edit_by, form);

function isOpen(sub: SubtableDef, form: Form): boolean {
  if (sub.readonly === 1 || !inStates(sub.view_state, form.review_state)) return false;
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
export const offersOf = (sub: SubtableDef, rows: TableDef): readonly RowOffer[] => offersWith(sub)(rows);

const offersWith = madeOnce((sub: SubtableDef) => madeOnce((rows: TableDef) => offersBy(sub, rows)));

function offersBy(sub: SubtableDef, rows: TableDef): readonly RowOffer[] {
  const listed = rows.states.filter((state) => state.value === '1' || state.value === '*').flatMap((state) => state.actions ?? []);
  const writing = listed.filter((action) => ['Add', 'Modify', 'Delete'].includes(action.op) && !isFromRecord(action));
  // a row that must name its record is taken to another one, never from all of them
  const stays = rows.fields.some((field) => field.field_name === sub.parent_field && field.notnull === 1);
  return rowOps(sub).flatMap((op): RowOffer[] => {
    if (op === 'Unbind' && stays) return [];
    const plain = op === 'Bind' ? 'Add' : op === 'Unbind' ? 'Delete' : op;
    if (writing.length === 0) return [{ op }];
    return writing.filter((action) => action.op === plain).map(({ valid_state, where }) => ({ op, valid_state, where }));
  });
}

/** What the rows offer in a form. A reader's own definition says what is offered to him; of his rows' it does not hold the actions that he lacks. */
export function subtableActions(sub: LoadedSubtable, rows: TableDef, form: Form): readonly RowOp[] {
  if (!isSubtableEditable(sub, form)) return [];
  return rowOps(sub).filter((op) => offersIn(sub, rows, form, op).length > 0);
}

const offersIn = (sub: LoadedSubtable, rows: TableDef, form: Form, op: RowOp): RowOffer[] =>
  (sub.offers ?? offersOf(sub, rows)).filter((offer) => offer.op === op && inStates(offer.valid_state, form.review_state));

/** Whether a row that stands takes it: what its state asks of it counts in the form of its record too. `holds` asks of the row as it lies. */
export const rowTakes = (sub: LoadedSubtable, rows: TableDef, form: Form, op: RowOp, holds: Form['holds']): boolean =>
  offersIn(sub, rows, form, op).some(({ where }) => !where || holds(where));

/** The form of one row for a reader: of a new one (Add) or one that stands, by the rows' right to that where they have their own, else by the record's. */
export const rowForm = (
  sub: LoadedSubtable,
  rows: LoadedTable,
  form: Form,
  row: Pick<Form, 'review_state' | 'holds' | 'keeps'> & { op: 'Add' | 'Modify' },
): Form => ({
  ...row,
  table: rows,
  locks: subtableActions(sub, rows, form).includes(row.op) ? locksOf(rows, sub.own === 1 ? row.op : form.op) : () => true,
});

/** The rows as they will stand: deleted and unbound ones left out. */
export interface SubtableRows {
  def: SubtableDef;
  /** fields of the sub-table's table in order, without the parent field */
  fields: FormFields;
  rows: readonly FormValues['value'][];
  /** the circumstances of one row */
  rowForm(row: FormValues['value']): Form;
  /** those that the person does not see: they count, and nothing is told of them */
  unseen?: ReadonlySet<FormValues['value']>;
  /** whether the person sees both sides of a sum; absent: he does */
  seesSum?(sum: SumDef): boolean;
}

/** What rows have to add up to. */
type SumDef = NonNullable<SubtableDef['check']>[number];

/** The record that the rows belong to. */
export interface Parent {
  fields: FormFields;
  form: Form;
  values: FormValues;
}

const placed = (text: string, sub: SubtableDef, data: Record<string, unknown>): Fault => ({
  code: 301,
  text,
  data: { table: { zh_CN: sub.key_name, en_US: sub.key_name_en }, subtable: subtableKey(sub), ...data },
});

/**
 * SUB-03: all that is wrong with a sub-table, code 301: too few rows, then row by row and field by field what is empty or wrong, then too many
 * rows, then sums that do not add up to the parent's field (unless a cell that they count is wrong itself). A cell is named by its row
 * and `field_name`. A sum of which the person does not see all is refused too, without figures or names (docs/decisions/250).
 */
export function checkSubtable(sub: SubtableRows, parent: Parent): Fault[] {
  const { def, rows, rowForm } = sub;
  const { form, values } = parent;
  if (!isSubtableVisible(def, form) || !isSubtableEditable(def, form)) return [];
  const few = values.complete && def.min !== undefined && rows.length < def.min;
  const many = def.max !== undefined && rows.length > def.max;
  const formOfRow = (of: Form): Form => ({ ...of, lay: layBefore(of, form, values) });
  const cells = rows.flatMap((value, at) =>
    isUnseen(sub, value) ? [] : checkRow(sub, formOfRow(rowForm(value)), { ...values, value }, at),
  );
  return [
    ...(few ? [placed('rowsTooFew', def, { bound: def.min })] : []),
    ...cells,
    ...(many ? [placed('rowsTooMany', def, { bound: def.max })] : []),
    ...(values.complete ? checkSums(sub, parent, new Set(cells.map((cell) => cell.data.field_name))) : []),
  ];
}

/** Texts of cells, by the text of the same fault in a form. */
const ROW_TEXTS: Readonly<Record<string, string>> = {
  rowEmpty: 'rowEmpty',
  fieldNumber: 'rowNumber',
  fieldInteger: 'rowInteger',
  fieldMax: 'rowMax',
  fieldMin: 'rowMin',
  fieldTooLong: 'rowTooLong',
  fieldMoment: 'rowMoment',
  fieldNoDay: 'rowNoDay',
  fieldDecimals: 'rowDecimals',
  fieldDigits: 'rowDigits',
  calcDigits: 'rowCalcDigits',
};

const isUnseen = ({ unseen }: SubtableRows, row: FormValues['value']): boolean => unseen?.has(row) === true;

/** Which row: counted from 1 for a person, among those that he sees; by `id` where it is saved, else the how-manieth of those that are not, for the form it is typed in. */
function placeOf(sub: SubtableRows, at: number): { row: number; id?: unknown; added?: number } {
  const { rows, unseen } = sub;
  const id = rows[at]!('id');
  const row = unseen?.size ? rows.slice(0, at + 1).filter((one) => !isUnseen(sub, one)).length : at + 1;
  return isEmpty(id) ? { row, added: addedIn(rows)[at]! } : { row, id };
}

/** How many up to each row are not saved; counted once for all that is wrong with them. */
const added = new WeakMap<SubtableRows['rows'], readonly number[]>();
function addedIn(rows: SubtableRows['rows']): readonly number[] {
  const known = added.get(rows);
  if (known) return known;
  let many = 0;
  const counted = rows.map((value) => (isEmpty(value('id')) ? ++many : many));
  added.set(rows, counted);
  return counted;
}

function checkRow(sub: SubtableRows, form: Form, values: FormValues, at: number): Fault[] {
  const cells = sub.fields.flatMap((field) => {
    const value = values.value(field.def.field_name);
    if (field.def.calc !== undefined) return toldOf(sub, at, field, calculatedFault(field, value, values.today));
    const open = isVisible(field.def, form) && isEditable(field.def, form);
    return open ? toldOf(sub, at, field, checkCell(field, value, form, values)) : [];
  });
  const broken = values.complete ? rulesBroken(sub.fields, form, cells) : [];
  return [...cells, ...broken.map(({ field, rule }) => cellFault('rowRule', sub, at, field, { rule }))];
}

const toldOf = (sub: SubtableRows, at: number, field: FieldSpec, found: Fault | null): Fault[] =>
  found ? [cellFault(ROW_TEXTS[found.text] ?? 'rowFormat', sub, at, field, found.data)] : [];

/** FORM-08: calculated cells alone, whoever writes the rows and whether a form shows them or not. */
export const calculatedCells = (sub: SubtableRows, today: string): Fault[] =>
  sub.rows.flatMap((value, at) =>
    (isUnseen(sub, value) ? [] : sub.fields)
      .filter(({ def }) => def.calc !== undefined)
      .flatMap((field) => toldOf(sub, at, field, calculatedFault(field, value(field.def.field_name), today))),
  );

/** A fault of one cell: a row of a sub-table, and a field there. */
export const cellFault = (text: string, sub: SubtableRows, at: number, field: FieldSpec, data: Fault['data']): Fault =>
  placed(text, sub.def, { ...data, field_name: field.def.field_name, field: cellLabel(sub.def, field), ...placeOf(sub, at) });

function checkCell(field: FieldSpec, value: unknown, form: Form, values: FormValues): Fault | null {
  if (isEmpty(value)) return values.complete && isNeeded(field.def, form) ? fault(301, 'rowEmpty', field) : null;
  for (const check of CONTENT_CHECKS) {
    const found = check(field, value, values, form.lay);
    if (found) return found;
  }
  return null;
}

function cellLabel(sub: SubtableDef, field: FieldSpec): Label {
  const label = fieldLabel(field);
  return { zh_CN: `${sub.key_name}－${label.zh_CN}`, en_US: `${sub.key_name_en}-${label.en_US}` };
}

function checkSums(sub: SubtableRows, { form, values, ...parent }: Parent, wrong: ReadonlySet<unknown>): Fault[] {
  const { def, fields, rows } = sub;
  const named = (specs: FormFields, name: string) => specs.find((field) => field.def.field_name === name);
  return (def.check ?? []).flatMap((check) => {
    const { sum, equals, remark, remark_en } = check;
    const total = rows.reduce((all, value) => all.plus(decimalOf(value(sum))), new Decimal(0));
    const wanted = decimalOf(values.value(equals));
    if (wrong.has(sum) || total.eq(wanted)) return [];
    if (sub.unseen?.size || sub.seesSum?.(check) === false) return [placed('rowsSumUnseen', def, {})];
    const goal =
      named(parent.fields, equals) ??
      named(
        form.table.fields.map((each) => ({ def: each })),
        equals,
      );
    const shown = { sum: shownBy(named(fields, sum), total), expected: shownBy(goal, wanted) };
    const figures = { total: total.toFixed(), equals: wanted.toFixed(), ...shown };
    return [placed('rowsSum', def, { remark: { zh_CN: remark, en_US: remark_en }, ...figures, summed: sum, field_name: equals })];
  });
}

const shownBy = (field: FieldSpec | undefined, value: Decimal): Label | string =>
  field ? amountOf(value.toFixed(), field) : value.toFixed();

const decimalOf = (value: unknown): Decimal => new Decimal(NUMBER.test(String(value)) ? String(value) : 0);
