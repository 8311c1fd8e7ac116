import { type Fault, type FieldSpec, fault } from '#protocol/fields/kind.ts';
import type { FormValues } from '#protocol/rules/form/check.ts';
import { encodeForm } from '#protocol/rules/form/encode.ts';
import { type Form, isEditable } from '#protocol/rules/form/form.ts';
import { isSaidBySub } from '#protocol/rules/form/narrowed.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { cellFault, isSubtableEditable, type SubtableRows } from '#protocol/rules/form/subtable.ts';
import { checkRecord } from '#protocol/rules/form/whole.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import { soughtIn } from '#web/fields/sought.ts';
import { currencyIn, type Filler, plain, rowFormOf, specsOf } from '../circumstances.ts';
import { isSaidIn, saidOf } from '../follow/followed.ts';
import { cellKey, changedFields, changedSubs, type FormState, type SubRow, standing, submittedRows, type Values } from '../form-state.ts';
import type { SubtableForm } from '../subtable-form.ts';

export const rowSpecs = ({ def, table }: SubtableForm, currency: Currency | null): FieldSpec[] =>
  specsOf(table, currency).filter((spec) => !isSaidBySub(def, spec.def.field_name));

const readerOf = (values: Values) => (name: string) => plainFiles(values[name]);
const plainFiles = (value: unknown): unknown =>
  Array.isArray(value) && value.some((each) => typeof each?.key_name === 'string' && 'length' in each)
    ? value.map((file) => file.key_name)
    : plain(value);

export interface Complaint {
  fault: Fault;
  /** where it stands in the form: a field_name, a cell, or a sub-table as a whole */
  place: string;
  /** where it is mended, when that is another place */
  mend?: string;
}

/** Everything that keeps the form from being sent, first what is said in words (FORM-06, SUB-03); `complete` false lets required fields wait. */
export function complaints(state: FormState, form: Form, subs: readonly SubtableForm[], filler: Filler, complete: boolean): Complaint[] {
  const values: FormValues = {
    value: readerOf(state.values),
    ...(form.op === 'Review' ? { stood: readerOf(state.loaded) } : {}),
    isUploading: (name) => (state.values[name] as { uploading?: boolean } | null)?.uploading === true,
    today: filler.today,
    complete,
  };
  const currency = currencyIn(state.values, filler);
  const rows = subs.map<SubtableRows>((sub) => {
    const forms = new Map(
      standing(state, subtableKey(sub.def)).map(
        (row) => [readerOf(row.values), { ...rowFormOf(sub, form, row, filler), ...laid(row) }] as const,
      ),
    );
    return { def: sub.def, fields: rowSpecs(sub, currency), rows: [...forms.keys()], rowForm: (row) => forms.get(row)! };
  });
  const found = [
    ...notChosen(state, form, rows),
    ...checkRecord(
      { fields: specsOf(form.table, currency), form: { ...form, ...(form.op === 'Add' ? {} : laid({ id: 1, ...state })) }, values },
      rows,
    ),
  ];
  return found.map((fault) => ({ fault, place: placeOf(fault.data, state), ...mendAt(fault, state) }));
}

/** What lay in a record or a row that was saved before. */
const laid = ({ id, loaded }: { id?: number; loaded: Values }): Pick<Form, 'lay'> => (id === undefined ? {} : { lay: readerOf(loaded) });

/** What is typed into a lookup and not chosen: it would be lost, and something else saved than what stands there. */
function notChosen(state: FormState, form: Form, subs: readonly SubtableRows[]): Fault[] {
  const typedIn = (values: Values, name: string) => soughtIn(values[name]).trim();
  const own = form.table.fields.flatMap((def) => {
    const typed = typedIn(state.values, def.field_name);
    return typed && isEditable(def, form) ? [fault(305, 'fieldNotChosen', { def }, { typed })] : [];
  });
  const cells = subs
    .filter(({ def }) => isSubtableEditable(def, form))
    .flatMap((sub) =>
      standing(state, subtableKey(sub.def)).flatMap(({ values }, at) =>
        sub.fields.flatMap((field) => {
          const typed = typedIn(values, field.def.field_name);
          return typed ? [cellFault('rowNotChosen', sub, at, field, { typed })] : [];
        }),
      ),
    );
  return [...own, ...cells];
}

/** A sum is mended in the first of its cells. */
function mendAt({ text, data }: Fault, state: FormState): { mend?: string } {
  const sub = String(data.subtable ?? '');
  const [first] = standing(state, sub);
  return text === 'rowsSum' && first ? { mend: cellKey(sub, first.key, String(data.summed)) } : {};
}

/** Where a fault stands, from the browser's own checks and from the server's: a row by its id, else as the how-manieth of the new ones. */
export function placeOf({ subtable, id, added, field_name }: Readonly<Record<string, unknown>>, state: FormState): string {
  if (typeof subtable !== 'string') return String(field_name ?? '');
  const rows = standing(state, subtable);
  const row = added === undefined ? rows.find((each) => each.id === id) : rows.filter((each) => each.id === undefined)[Number(added) - 1];
  return row && (id !== undefined || added !== undefined) ? cellKey(subtable, row.key, String(field_name ?? '')) : subtable;
}

/** The fields and rows of Add or Modify: a new record sends all it may, a known one what changed (so that others' fields stay theirs). */
export function submission(
  state: FormState,
  form: Form,
  subs: readonly SubtableForm[],
  isNew: boolean,
  filler: Filler,
): Record<string, unknown> {
  const currency = currencyIn(state.values, filler);
  const encoded = encodeForm(specsOf(form.table, currency), form, readerOf(state.values));
  const { said } = state;
  const [isSaid, names] = [
    isSaidIn(form.table, said),
    saidOf(form.table, said, changedFields(state.values, state.loaded), changedSubs(state)),
  ];
  const isSent = (name: string, value: unknown) => (isNew ? isSaid(name) && (value !== '' || said?.includes(name)) : names.includes(name));
  const fields = Object.fromEntries(Object.entries(encoded).filter(([name, value]) => isSent(name, value)));
  const rows = subs
    .filter((sub) => isSubtableEditable(sub.def, form))
    .map((sub) => {
      const key = subtableKey(sub.def);
      const encode = (row: SubRow) => encodeForm(rowSpecs(sub, currency), rowFormOf(sub, form, row, filler), readerOf(row.values));
      const whole = (row: SubRow) => saidAlone(encode(row), row.id === undefined ? isSaidIn(sub.table, row.said) : () => true);
      const more = (row: SubRow, changed: readonly string[]) => saidOf(sub.table, row.said, changed);
      return [key, submittedRows(state.subs[key] ?? [], sub.def.inherit !== 0, whole, more)] as const;
    })
    .filter(([, sent]) => sent.length > 0);
  return rows.length ? { ...fields, _subtables: Object.fromEntries(rows) } : fields;
}

const saidAlone = (values: Values, isSaid: (name: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isSaid(name)));
