import type { StoreApi } from 'zustand';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { holdsOn, recordNames } from '#protocol/rules/condition/holds.ts';
import { type FollowOn, type Left, targetsOf } from '#protocol/rules/follow/follow.ts';
import { type Form, type FormOp, isEditable } from '#protocol/rules/form/form.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { calculated, type Filler, onlookerOf, plain, rowsByName } from './circumstances.ts';
import { type Change, openIn, overwritten, settledIn } from './follow/followed.ts';
import { outgrown } from './follow/outgrown.ts';
import {
  changedFields,
  changedSubs,
  type FormAction,
  type FormState,
  isSame,
  reduceForm,
  type SubRow,
  type Told,
  type Values,
  without,
} from './form-state.ts';
import type { Complaint } from './sent/submission.ts';
import { defaultValues, givenIn } from './starting.ts';
import type { SubtableForm } from './subtable-form.ts';
import { toldOf } from './told.ts';

/** What stands in a form, outside of React's tree: a key reaches only those who draw what it changed. */
export type FormStore = StoreApi<FormState>;

/** How actions come into the form: with what follows from them, what is calculated, and what of the told is wrong still. */
export function writing(
  store: FormStore,
  on: { table: TableDef; op: FormOp; filler: Filler },
  formAt: (values: Values) => Form,
  wrongNow: (state: FormState) => readonly Complaint[],
) {
  const { table, op, filler } = on;
  const isOpen = openOn(on, formAt);
  const settle = settling(on, isOpen);
  const apply = (action: FormAction, change: Change = NOTHING, may: Guard = () => true) =>
    store.setState((state) => {
      const next = saidNow(table, state, reduceForm(state, action), action);
      const writes: FollowOn['writes'] = (def, value) => may(def) && (op !== 'Review' || isOpen(next.values)(def, value));
      const over = overwritten(table, next.said ?? [], next.values, change, { today: filler.today, rows: rowsByName(next) }, writes);
      const said = over.size > 0 ? { ...next, said: next.said!.filter((name) => !over.has(name)) } : next;
      return stillTold(state, withoutOutgrown(state, settle(said), action, change), wrongNow);
    }, true);
  /** The next state without choices that another value has taken their records from. */
  const withoutOutgrown = (state: FormState, next: FormState, action: FormAction, change: Change): FormState => {
    const brought = action.type === 'set' ? [...Object.keys(action.values), ...change.brought] : [];
    const opens = (def: FieldDef) => isOpen(next.values)(def, (name) => plain(next.values[name]));
    const gone = outgrown({ fields: table.fields, before: state.values, now: next.values, brought, isOpen: opens });
    const names = Object.keys(gone);
    if (names.length === 0) return next;
    const was = Object.fromEntries(names.map((name) => [name, next.values[name]]));
    return { ...settle(reduceForm(next, { type: 'set', values: gone })), outgrown: { ...next.outgrown, ...was } };
  };
  const setCell = (sub: SubtableForm, row: string, values: Values, change: Change, may: Guard = () => true) => {
    const key = subtableKey(sub.def);
    const before = rowIn(store.getState(), key, row);
    if (!before) return;
    const all = typedInto(sub, before, values, change, filler, may);
    const isOther = changedFields({ ...before.values, ...all.values }, before.values).length > 0;
    apply({ type: 'cell', sub: key, row, ...all }, isOther ? ofRows(sub) : NOTHING);
  };
  return { apply, setCell, settle };
}

/** At values: whether a field may be typed by what stands there then. */
const openOn =
  ({ table, filler }: { table: TableDef; filler: Filler }, formAt: (values: Values) => Form) =>
  (values: Values): Left['isOpen'] =>
  (def, value) =>
    isEditable(def, { ...formAt(values), holds: holdsOn(recordNames(table.fields), value, onlookerOf(filler)) });

/** The state with what follows from all that is another than the server has it, and what is calculated. */
function settling({ table, op, filler }: { table: TableDef; op: FormOp; filler: Filler }, isOpen: (values: Values) => Left['isOpen']) {
  let defaults: Values | undefined;
  const startOf = (state: FormState) => {
    if (op === 'Add') defaults ??= defaultValues(table, filler);
    return op === 'Add' ? defaults! : state.loaded;
  };
  return (state: FormState): FormState => {
    const { values: now, said = [] } = state;
    const left = { isNew: op === 'Add', isReview: op === 'Review', isOpen: isOpen(now), subs: changedSubs(state) };
    const values =
      targetsOf(table).size === 0
        ? NONE
        : settledIn(table, { ...left, start: startOf(state), now, said }, { today: filler.today, rows: rowsByName(state) });
    return withCalc(table, Object.keys(values).length > 0 ? reduceForm(state, { type: 'set', values }) : state, filler.today);
  };
}

/** What is put into a field is said, where something else writes it too. */
function saidNow(table: TableDef, state: FormState, next: FormState, action: FormAction): FormState {
  if (action.type !== 'set') return next;
  const names = Object.keys(action.values).filter((name) => targetsOf(table).has(name) && !state.said?.includes(name));
  return names.length > 0 ? { ...next, said: [...(state.said ?? []), ...names] } : next;
}

/** A row with what is typed into it, what follows from that and what is calculated: what is written, and all that is said then. */
export function typedInto(
  sub: SubtableForm,
  row: SubRow,
  values: Values,
  change: Change,
  filler: Filler,
  may: Guard = () => true,
): { values: Values; said?: readonly string[] } {
  const { table } = sub;
  const now = { ...row.values, ...values };
  const all = [...new Set([...(row.said ?? []), ...Object.keys(values).filter((name) => targetsOf(table).has(name))])];
  const over = overwritten(table, all, now, change, { today: filler.today }, may);
  const said = all.filter((name) => !over.has(name));
  const settled = (at: Values): Values => ({ ...at, ...settledRow(sub, { ...row, values: { ...row.values, ...at }, said }, filler) });
  const put = settled(values);
  const gone = outgrown({
    ...{ fields: table.fields, before: row.values, now: { ...row.values, ...put }, brought: [...Object.keys(values), ...change.brought] },
    isOpen: (def) => rowOpen(table, row, filler)(def, (name) => plain({ ...row.values, ...put }[name])),
  });
  return { ...(row.said || said.length > 0 ? { said } : {}), values: Object.keys(gone).length > 0 ? settled({ ...put, ...gone }) : put };
}

/** What follows in a row from all that is another than the server has it, and what is calculated of it. */
export function settledRow(sub: SubtableForm, row: Pick<SubRow, 'id' | 'values' | 'loaded' | 'said'>, filler: Filler): Values {
  const { table } = sub;
  const isNew = row.id === undefined;
  const start = isNew ? { ...defaultValues(table, filler), ...givenIn(sub) } : row.loaded;
  const standing = { start, now: row.values, said: row.said ?? [], isNew, isReview: false, isOpen: rowOpen(table, row, filler) };
  const follows = settledIn(table, standing, { today: filler.today });
  return { ...follows, ...calculated(table, { ...row.values, ...follows }, {}, filler.today) };
}

function rowOpen(table: TableDef, { id, values }: Pick<SubRow, 'id' | 'values'>, filler: Filler): Left['isOpen'] {
  const review_state = Number((values.review_state as { id?: number } | null | undefined)?.id ?? 1);
  return openIn(table, id === undefined ? 'Add' : 'Modify', review_state, filler);
}

/** Which targets are written. */
type Guard = (def: FieldDef) => boolean;

export const NOTHING: Change = { fields: [], brought: [] };

/** Rows came, went or changed. */
export const ofRows = ({ def }: SubtableForm): Change =>
  def.onchange === undefined ? NOTHING : { fields: [], sub: subtableKey(def), brought: [] };

/**
 * What follows from values that are put one after the other: what was typed, then what the choice copies. With each copy follows also what the choice
 * itself changes, which may read what was copied, where nobody has typed meanwhile.
 */
export function choosing(now: () => Values, field: FieldDef | undefined, brought: readonly string[]) {
  let stood: Values | undefined;
  return (some: Values, put: (change: Change, may: Guard) => void): void => {
    const [before, since] = [now(), stood];
    const also = since && field ? [field.field_name] : [];
    const fields = [...changedFields({ ...before, ...some }, before), ...also];
    put(
      { fields, brought: [...brought, ...Object.keys(some)] },
      ({ field_name }) => !since || isSame(before[field_name], since[field_name]),
    );
    stood = now();
  };
}

/** The first that is told of each place. */
export const errorsOf = (wrong: readonly Complaint[]): FormState['errors'] =>
  Object.fromEntries([...wrong].reverse().map(({ place, fault }) => [place, toldOf(fault)]));

/** Of what the rules had told before a key, what is still wrong after it: mending a field may mend another. */
function stillTold(before: FormState, next: FormState, wrongNow: (state: FormState) => readonly Complaint[]): FormState {
  const told = Object.keys(before.errors).filter((place) => !before.errors[place]!.byServer);
  if (told.length === 0) return next;
  const wrong = errorsOf(wrongNow(next).filter(({ place }) => told.includes(place)));
  const kept = Object.entries(wrong).map(([place, now]) => [place, isSameTold(now, before.errors[place]!) ? before.errors[place]! : now]);
  return { ...next, errors: { ...without(next.errors, told), ...Object.fromEntries(kept) } };
}

/** So that who draws it is not drawn again. */
const isSameTold = (one: Told, other: Told): boolean =>
  one.remark === other.remark && JSON.stringify(one.data) === JSON.stringify(other.data);

/** The state with its calculated fields as they follow from what stands in it. */
export function withCalc(table: TableDef, state: FormState, today: string): FormState {
  const after = calculated(table, state.values, rowsByName(state), today);
  const moved = Object.entries(after).filter(([name, value]) => value !== state.values[name]);
  return moved.length > 0 ? reduceForm(state, { type: 'set', values: Object.fromEntries(moved) }) : state;
}

const NONE: Values = {};

const rowIn = (state: FormState, sub: string, row: string): SubRow | undefined => state.subs[sub]?.find((each) => each.key === row);

export const rowValues = (store: FormStore, sub: string, row: string): Values => rowIn(store.getState(), sub, row)?.values ?? NONE;
