import { createStore } from 'zustand';
import { type Fault, fault, isEmpty } from '#protocol/fields/kind.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { type Form, type FormOp, isEditable, isNeeded, isOthers } from '#protocol/rules/form/form.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import type { Turn } from '#protocol/rules/record-page.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { fieldsAsked } from '#web/flow/process/events.ts';
import { type Filler, formOf, plain } from './circumstances.ts';
import { type Chooser, type Copies, copiesCome, copyChosen, type ReadChosen } from './copies.ts';
import {
  cellKey,
  changedFields,
  EMPTY,
  type FormAction,
  type FormDraft,
  type FormState,
  isRowTouched,
  type LaidRow,
  reduceForm,
  type SubRow,
  standing,
  type Told,
  type Values,
  without,
} from './form-state.ts';
import { type Complaint, complaints } from './sent/submission.ts';
import { startingRow } from './starting.ts';
import type { SubtableForm } from './subtable-form.ts';
import { toldOf } from './told.ts';
import { choosing, errorsOf, type FormStore, ofRows, rowValues, settledRow, typedInto, writing } from './writing.ts';

export const createFormStore = (): FormStore => createStore<FormState>(() => EMPTY);

export const send = (store: FormStore, action: FormAction): void => store.setState((state) => reduceForm(state, action), true);

/**
 * How a form is typed in. One object as long as table, operation and state stay, so that nobody is drawn again for having it; who draws
 * something of the form listens to `store` with a selector for just that.
 */
export interface Typing {
  store: FormStore;
  table: TableDef;
  op: FormOp;
  review_state: number;
  filler: Filler;
  /** what the person decides here, and as what */
  turn: Turn | undefined;
  /** fields that a decision of this step asks for */
  asked: ReadonlySet<string>;
  /** the circumstances with these values; the same answer for the same values */
  formAt(values: Values): Form;
  /** `field` is what was typed in, where a choice copies more into the form; `brought` is what came with it and stays as it came */
  set(values: Values, field?: FieldDef, brought?: readonly string[]): void;
  cell(sub: SubtableForm, row: string, values: Values, field?: FieldDef, brought?: readonly string[]): void;
  /** what choices copy into the form has come; answers the place of a choice whose copy did not */
  copied(): Promise<string | undefined>;
  addRow(sub: SubtableForm): void;
  removeRow(sub: SubtableForm, row: string): void;
  /** values laid over rows and upon new ones, in one go; answers the keys of the rows in their order */
  lay(sub: SubtableForm, rows: readonly LaidRow[]): readonly string[];
  /** the rows of a sub-table as they stood before something was laid over them */
  unlay(sub: SubtableForm, before: Pick<FormState, 'subs' | 'errors'>): void;
  /** what was typed before, upon what is loaded now */
  restore(draft: FormDraft): void;
  /** places are left: what is wrong there is told (FORM-06) */
  leave(...places: readonly string[]): void;
  /** all that keeps the form from being sent, marked at its places; the first of it first. `complete` false lets required fields wait. */
  tell(complete: boolean): readonly Complaint[];
  /** those of these fields that stand empty and may be typed here: marked at their places, beside what is told already */
  lack(names: readonly string[]): readonly string[];
}

export interface TypingOn {
  table: TableDef;
  op: FormOp;
  review_state: number;
  filler: Filler;
  turn?: Turn | undefined;
  /** the sub-tables that stand in the form */
  subs(): readonly SubtableForm[];
  /** for what a choice copies */
  read: ReadChosen;
  /** what is on its way into the form; it outlives the circumstances */
  copies: Copies;
}

export function createTyping(store: FormStore, on: TypingOn): Typing {
  const { table, op, review_state, filler, turn } = on;
  const formAt = keepLast((values: Values) => formOf(table, op, review_state, values, filler, turn));
  const wrongNow = (state: FormState, complete = true) => complaints(state, formAt(state.values), on.subs(), filler, complete);
  const { apply, setCell, settle } = writing(store, on, formAt, wrongNow);
  const fail = (place: string, fault: Fault) => store.setState((state) => failedAt(state, place, fault), true);
  const copy = (chooser: Chooser, before: unknown) => copyChosen(on.copies, chooser, before, on.read);
  return {
    ...{ store, table, op, review_state, filler, turn },
    asked: fieldsAsked(table, review_state),
    formAt,
    set: (values, field, brought = []) => {
      const now = () => store.getState().values;
      const before = field && now()[field.field_name];
      const into = choosing(now, field, brought);
      const put = (some: Values) => into(some, (change, may) => apply({ type: 'set', values: some }, change, may));
      put(values);
      if (!field) return;
      const place = field.field_name;
      copy({ place, field, now, put, fail: (choice) => fail(place, fault(305, 'fieldNotCopied', { def: field }, { choice })) }, before);
    },
    cell: (sub, row, values, field, brought = []) => {
      const key = subtableKey(sub.def);
      const now = () => rowValues(store, key, row);
      const before = field && now()[field.field_name];
      const into = choosing(now, field, brought);
      const put = (some: Values) => into(some, (change, may) => setCell(sub, row, some, change, may));
      put(values);
      if (!field) return;
      const place = cellKey(key, row, field.field_name);
      const at = () => standing(store.getState(), key).findIndex((each) => each.key === row) + 1;
      const told = (choice: EntityValue) => fault(305, 'rowNotCopied', { def: field }, { choice, row: at() });
      copy({ place, field, now, put, fail: (choice) => fail(place, told(choice)) }, before);
    },
    copied: () => copiesCome(on.copies),
    addRow: (sub) => apply({ type: 'add', sub: subtableKey(sub.def), values: startingRow(sub, filler) }, ofRows(sub)),
    removeRow: (sub, row) => apply({ type: 'remove', sub: subtableKey(sub.def), row }, ofRows(sub)),
    restore: (draft) => {
      send(store, { type: 'restore', draft });
      store.setState((state) => toldAtAll(settle(withRowsSettled(state, on.subs(), filler)), typedPlaces(draft), wrongNow), true);
    },
    lay: (sub, rows) => {
      apply({ type: 'lay', sub: subtableKey(sub.def), rows: rows.map((row) => withRowValues(store, sub, row, filler)) }, ofRows(sub));
      return laidKeys(store, sub, rows);
    },
    unlay: (sub, before) => apply({ type: 'unlay', sub: subtableKey(sub.def), before }, ofRows(sub)),
    leave: (...places) => store.setState((state) => toldAt(state, places, wrongNow(state)), true),
    tell: (complete) => {
      const wrong = wrongNow(store.getState(), complete);
      send(store, { type: 'errors', errors: errorsOf(wrong) });
      return wrong;
    },
    lack: (names) => lackIn(store, table.fields, names, formAt),
  };
}

/** Marks those of the named fields that stand empty and may be typed; answers which. */
function lackIn(store: FormStore, fields: readonly FieldDef[], names: readonly string[], formAt: (values: Values) => Form): string[] {
  const { values, errors } = store.getState();
  const form = formAt(values);
  const empty = fields.filter((def) => names.includes(def.field_name) && isEditable(def, form) && isEmpty(plain(values[def.field_name])));
  const told = empty.map((def) => [def.field_name, { ...toldOf(fault(305, 'fieldEmpty', { def })), byServer: true as const }]);
  if (told.length > 0) send(store, { type: 'errors', errors: { ...errors, ...Object.fromEntries(told) } });
  return empty.map((def) => def.field_name);
}

/** What a choice could not bring is told where it was made, until something else is chosen there. */
const failedAt = (state: FormState, place: string, fault: Fault): FormState => ({
  ...state,
  left: place,
  errors: { ...state.errors, [place]: { ...toldOf(fault), byServer: true } },
});

/** What the rules tell of places; what the server told stays until it is typed over. */
const toldAt = (state: FormState, places: readonly string[], wrong: readonly Complaint[]): FormState =>
  places.reduce((now, place) => toldAtOne(now, place, wrong), state);

function toldAtOne(state: FormState, place: string, wrong: readonly Complaint[]): FormState {
  const now = errorsOf(wrong.filter((each) => each.place === place));
  const before = state.errors[place];
  if (!now[place] && (!before || before.byServer)) return state;
  return { ...state, left: place, errors: { ...without(state.errors, [place]), ...now } };
}

/** Where a draft has something that was typed: what is wrong there was told before, and is told again. */
const typedPlaces = (draft: FormDraft): readonly string[] => [
  ...Object.keys(draft.values),
  ...Object.entries(draft.subs).flatMap(([sub, rows]) =>
    rows.flatMap(({ key, values, loaded }) => changedFields(values, loaded).map((name) => cellKey(sub, key, name))),
  ),
];

/** Told of many places at once, of none of them as the one that was left last. */
function toldAtAll(state: FormState, places: readonly string[], wrongNow: (state: FormState) => readonly Complaint[]): FormState {
  const { left: _, ...told } = toldAt(state, places, places.length > 0 ? wrongNow(state) : []);
  return told;
}

/** What is laid over a row, with what a new one begins with, what follows and what is calculated of it. */
function withRowValues(store: FormStore, sub: SubtableForm, { key, values }: LaidRow, filler: Filler): LaidRow {
  const row = key === undefined ? undefined : store.getState().subs[subtableKey(sub.def)]?.find((each) => each.key === key);
  if (key === undefined || !row) return { values: startingRow(sub, filler, values), said: Object.keys(values) };
  const change = { fields: changedFields({ ...row.values, ...values }, row.values), brought: Object.keys(values) };
  return { key, ...typedInto(sub, row, values, change, filler) };
}

/** The keys of rows that were laid, in their order: new ones stand last. */
function laidKeys(store: FormStore, { def }: SubtableForm, rows: readonly LaidRow[]): readonly string[] {
  const all = store.getState().subs[subtableKey(def)] ?? [];
  const fresh = all.slice(all.length - rows.filter((row) => row.key === undefined).length).map((row) => row.key);
  return rows.map((row) => row.key ?? fresh.shift()!);
}

/** The state with what follows and is calculated in the rows that differ from the server's: somebody else may have changed the other half of it. */
function withRowsSettled(state: FormState, subs: readonly SubtableForm[], filler: Filler): FormState {
  const rows = subs.map((sub) => {
    const key = subtableKey(sub.def);
    const all = state.subs[key] ?? [];
    const settled = (row: SubRow) => ({ ...row, values: { ...row.values, ...settledRow(sub, row, filler) } });
    return [key, all.map((row) => (isRowTouched(row) ? settled(row) : row))] as const;
  });
  return { ...state, subs: { ...state.subs, ...Object.fromEntries(rows) } };
}

function keepLast<A extends object, R>(compute: (from: A) => R): (from: A) => R {
  let last: { from: A; answer: R } | undefined;
  return (from) => {
    if (last?.from !== from) last = { from, answer: compute(from) };
    return last.answer;
  };
}

/** All of a form that one field's cell draws. */
export interface CellView {
  value: unknown;
  error: Told | undefined;
  editable: boolean;
  needed: boolean;
  /** what another value took out of it */
  outgrown: unknown;
  /** the step opens it to another signer */
  others: boolean;
}

export function cellOf(field: FieldDef, typing: Typing, state: FormState): CellView {
  const form = typing.formAt(state.values);
  return {
    value: state.values[field.field_name],
    error: state.errors[field.field_name],
    outgrown: state.outgrown?.[field.field_name],
    editable: isEditable(field, form),
    needed: isNeeded(field, form) || typing.asked.has(field.field_name),
    others: isOthers(field, form),
  };
}
