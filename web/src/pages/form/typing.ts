import { createStore, type StoreApi } from 'zustand';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { type Form, type FormOp, isEditable, isNeeded, isOthers } from '#protocol/rules/form.ts';
import type { Turn } from '#protocol/rules/record-page.ts';
import { subtableKey } from '#protocol/rules/subtable.ts';
import { fieldsAsked } from '#web/flow/events.ts';
import { calculated, type Filler, fetchOf, formOf, rowsByTable, startingValues } from './circumstances.ts';
import { EMPTY, type FormAction, type FormDraft, type FormState, reduceForm, type Values } from './form-state.ts';
import type { SubtableForm } from './submission.ts';

/** What stands in a form, outside of React's tree: a key reaches only those who draw what it changed. */
export type FormStore = StoreApi<FormState>;

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
  /** `field` is what was typed in, where a choice copies more into the form */
  set(values: Values, field?: FieldDef): void;
  cell(sub: SubtableForm, row: string, values: Values, field?: FieldDef): void;
  addRow(sub: SubtableForm): void;
  removeRow(sub: SubtableForm, row: string): void;
  /** what was typed before, upon what is loaded now */
  restore(draft: FormDraft): void;
}

export interface TypingOn {
  table: TableDef;
  op: FormOp;
  review_state: number;
  filler: Filler;
  turn?: Turn | undefined;
  /** fields of a record, for what a choice copies; null where it cannot be read */
  read(cloud: string, id: number, fields: string): Promise<Values | null>;
}

export function createTyping(store: FormStore, on: TypingOn): Typing {
  const { table, op, review_state, filler, turn } = on;
  const apply = (action: FormAction) => store.setState((state) => withCalc(table, reduceForm(state, action), filler.today), true);
  const copyFrom = async (field: FieldDef, values: Values, take: (copied: Values) => void) => {
    const fetched = fetchOf(field);
    if (!fetched) return;
    const chosen = values[field.field_name] as { id?: number } | null;
    if (!chosen?.id) return take(fetched.values(null));
    const found = await on.read(field.source ?? '', chosen.id, fetched.fields);
    if (found) take(fetched.values(found));
  };
  return {
    ...{ store, table, op, review_state, filler, turn },
    asked: fieldsAsked(table, review_state),
    formAt: keepLast((values) => formOf(table, op, review_state, values, filler, turn)),
    set: (values, field) => {
      apply({ type: 'set', values });
      if (field) void copyFrom(field, values, (copied) => apply({ type: 'set', values: copied }));
    },
    cell: (sub, row, values, field) => {
      const key = subtableKey(sub.def);
      const computed = calculated(sub.table, { ...rowValues(store, key, row), ...values }, {}, filler.today);
      apply({ type: 'cell', sub: key, row, values: { ...values, ...computed } });
      if (field) void copyFrom(field, values, (copied) => apply({ type: 'cell', sub: key, row, values: copied }));
    },
    addRow: (sub) => apply({ type: 'add', sub: subtableKey(sub.def), values: startingValues(sub.table, filler) }),
    removeRow: (sub, row) => apply({ type: 'remove', sub: subtableKey(sub.def), row }),
    restore: (draft) => apply({ type: 'restore', draft }),
  };
}

const NONE: Values = {};

export const rowValues = (store: FormStore, sub: string, row: string): Values =>
  store.getState().subs[sub]?.find((each) => each.key === row)?.values ?? NONE;

/** The state with its calculated fields as they follow from what stands in it. */
function withCalc(table: TableDef, state: FormState, today: string): FormState {
  const after = calculated(table, state.values, rowsByTable(state), today);
  const moved = Object.entries(after).filter(([name, value]) => value !== state.values[name]);
  return moved.length > 0 ? reduceForm(state, { type: 'set', values: Object.fromEntries(moved) }) : state;
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
  error: string | undefined;
  editable: boolean;
  needed: boolean;
  /** the step opens it to another signer */
  others: boolean;
}

export function cellOf(field: FieldDef, typing: Typing, state: FormState): CellView {
  const form = typing.formAt(state.values);
  return {
    value: state.values[field.field_name],
    error: state.errors[field.field_name],
    editable: isEditable(field, form),
    needed: isNeeded(field, form) || typing.asked.has(field.field_name),
    others: isOthers(field, form),
  };
}
