import { createStore, type StoreApi } from 'zustand';
import type { FieldDef } from '#protocol/meta/field.ts';
import { calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { isComputed, isEditable } from '#protocol/rules/form/form.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { fitting } from '../../../form/control/use-form-draft.ts';
import { type Filler, formOf } from '../../../form/state/circumstances.ts';
import { changedFields, isDirty, isSame, type Sent, type Values } from '../../../form/state/form-state.ts';
import { createFormStore, createTyping, send, type Typing } from '../../../form/state/typing.ts';

/** A row that is typed in: the form of its record, upon the record as it was read last. */
export interface RowEdit {
  id: number;
  typing: Typing;
  record: WireRow;
  /** what somebody else saved in fields that are typed here too: it is chosen before the row is saved */
  theirs: Values;
}

/** What was typed into a row, and what had stood there. */
export interface KeptRow {
  id: number;
  was: Values;
  mine: Values;
  /** where somebody else saved something too, and it is not chosen yet */
  open?: readonly string[];
  sent?: Sent;
}
export interface CellsDraft {
  rows: readonly KeptRow[];
}

/** What one step changed, by record: what had been typed there before. */
type Step = ReadonlyMap<number, Values>;

export interface SheetState {
  edits: ReadonlyMap<number, RowEdit>;
  /** what was kept, until its records are read */
  kept: readonly KeptRow[];
  steps: readonly Step[];
  /** values that were kept and may not be typed any more, with rows that are gone */
  lost: number;
  /** grows with every key in any row */
  tick: number;
}

export interface Change {
  record: WireRow;
  values: Values;
}

/** What is typed into the cells of a list, row by row, until it is saved. */
export interface Sheet {
  store: StoreApi<SheetState>;
  cloud: string;
  table: LoadedTable;
  filler: Filler;
  /** whether the cell of a record may be typed in */
  isOpen(field: FieldDef, record: WireRow): boolean;
  valuesOf(record: WireRow): Values;
  /** one step; further changes of the same `turn`, such as keys in one cell, belong to it */
  change(changes: readonly Change[], turn?: object): void;
  /** takes back the last step; false where there is none */
  undo(): boolean;
  /** records as they are now; what is typed stays upon them, and who changed the same is told. `gone`: ids that were asked for and are no more */
  renew(records: readonly WireRow[], gone?: readonly number[]): void;
  /** takes what somebody else saved, or stays with what is typed here */
  choose(id: number, name: string, whose: 'mine' | 'theirs'): void;
  /** rows that are saved, or given up */
  drop(ids: readonly number[]): void;
  draft(): CellsDraft | null;
  restore(draft: CellsDraft): void;
}

const NO_SUBS: readonly never[] = [];
const EMPTY: SheetState = { edits: new Map(), kept: [], steps: [], lost: 0, tick: 0 };

/** Everybody to whom a record may be changed has its Modify; where that is not told the server says it. */
const mayModify = ({ _actions }: WireRow): boolean => _actions === undefined || _actions.some(({ op }) => op === 'Modify');

const stateOf = (record: WireRow): number => Number((record.review_state as { id?: number } | null | undefined)?.id ?? 1);

/** The rows that are typed in, and how they come and go. */
interface Core {
  store: StoreApi<SheetState>;
  put(next: Partial<SheetState>): void;
  editOf(id: number): RowEdit | undefined;
  place(edit: RowEdit): void;
  begin(record: WireRow): RowEdit;
  drop(ids: readonly number[]): void;
}

function createCore(table: LoadedTable, filler: Filler): Core {
  const store = createStore<SheetState>(() => EMPTY);
  const put = (next: Partial<SheetState>) => store.setState((state) => ({ ...state, ...next }));
  const editOf = (id: number) => store.getState().edits.get(id);
  const place = (edit: RowEdit) => put({ edits: new Map([...store.getState().edits, [edit.id, edit]]) });
  return {
    ...{ store, put, editOf, place },
    begin: (record) => {
      const known = editOf(record.id);
      if (known) return known;
      const edit = { id: record.id, record, theirs: {}, typing: typingOf(table, record, filler) };
      edit.typing.store.subscribe(() => store.setState((state) => ({ ...state, tick: state.tick + 1 })));
      place(edit);
      return edit;
    },
    drop: (ids) => {
      const { edits, steps } = store.getState();
      const without = <V>(map: ReadonlyMap<number, V>) => new Map([...map].filter(([id]) => !ids.includes(id)));
      put({ edits: without(edits), steps: steps.map(without).filter((step) => step.size > 0) });
    },
  };
}

export function createSheet(cloud: string, declared: LoadedTable, filler: Filler): Sheet {
  const table = withoutRows(declared);
  const core = createCore(table, filler);
  const { store, put, editOf, place, begin, drop } = core;
  let turnNow: object | undefined;
  return {
    ...{ store, cloud, table, filler, drop },
    valuesOf: (record) => editOf(record.id)?.typing.store.getState().values ?? record,
    isOpen: (field, record) => isOpenIn(field, record, editOf(record.id), table, filler),
    change: (changes, turn) => {
      const isNew = turn === undefined || turn !== turnNow;
      turnNow = turn;
      const all = changes.map(({ record, values }) => [begin(record), values] as const);
      if (isNew) put({ steps: [...store.getState().steps, new Map(all.map(([edit]) => [edit.id, typedIn(edit)]))] });
      for (const [edit, values] of all) setIn(edit, values);
    },
    undo: () => {
      turnNow = undefined;
      return undone(core);
    },
    renew: (records, gone = []) => renewAll(core, records, gone),
    choose: (id, name, whose) => {
      const edit = editOf(id);
      if (!edit) return;
      const { [name]: chosen, ...others } = edit.theirs;
      turnNow = undefined;
      place({ ...edit, theirs: others });
      if (whose === 'mine') return;
      put({ steps: [...store.getState().steps, new Map([[id, typedIn(edit)]])] });
      setIn(edit, { [name]: chosen });
    },
    draft: () => draftOf(store.getState()),
    restore: ({ rows }) => put({ ...EMPTY, kept: rows }),
  };
}

function undone({ store, put, editOf, place }: Core): boolean {
  const { steps } = store.getState();
  const last = steps.at(-1);
  if (!last) return false;
  put({ steps: steps.slice(0, -1) });
  for (const [id, before] of last) {
    const edit = editOf(id);
    if (!edit) continue;
    layBack(edit, before);
    place({ ...edit, theirs: stillTyped(edit) });
  }
  return true;
}

/** Records as they are now, under what is typed and upon what was kept; rows that are gone are lost. */
function renewAll({ store, put, editOf, place, begin, drop }: Core, records: readonly WireRow[], gone: readonly number[]): void {
  for (const record of records) {
    const edit = editOf(record.id);
    if (edit && edit.record !== record && versionOf(record) >= versionOf(edit.record)) place(renewed(edit, record));
  }
  const { kept, edits } = store.getState();
  const found = kept.flatMap((row) => records.find(({ id }) => id === row.id) ?? []);
  const isGone = ({ id }: { id: number }) => gone.includes(id);
  const lostRows = [...kept, ...edits.values()].filter(isGone);
  if (kept.length > 0) put({ kept: kept.filter((row) => !isGone(row) && !found.some(({ id }) => id === row.id)) });
  if (lostRows.length > 0) drop(lostRows.map(({ id }) => id));
  let lost = lostRows.length;
  for (const record of found) {
    const taken = takeUp(begin(record), kept.find(({ id }) => id === record.id)!);
    place(taken.edit);
    lost += taken.lost;
  }
  if (lost > 0) put({ lost: store.getState().lost + lost });
}

const versionOf = ({ version }: WireRow): number => Number(version ?? 0);

/** The definition as it holds of a record whose rows are not there: what is reckoned of them stays as it is. */
function withoutRows(table: LoadedTable): LoadedTable {
  const ofRows = ({ calc }: FieldDef) => calc !== undefined && calcNamesOf(parseCalc(calc)).some((name) => name.includes('.'));
  if (!table.fields.some(ofRows)) return table;
  return {
    ...table,
    fields: table.fields.map((field) => {
      if (!ofRows(field)) return field;
      const { calc: _, ...others } = field;
      return { ...others, readonly: 1 };
    }),
  };
}

function typingOf(table: LoadedTable, record: WireRow, filler: Filler): Typing {
  const store = createFormStore();
  const typing = createTyping(store, {
    ...{ table, op: 'Modify', review_state: stateOf(record), filler, copies: new Map() },
    subs: () => NO_SUBS,
    read: async (cloud, id, fields) => (await call(ops.get, { cloud, id, fields })).data ?? {},
  });
  send(store, { type: 'load', values: record, subs: {} });
  return typing;
}

/** What the definition opens in cells, of a record that may be changed, where rules and rights leave it open with these values. */
function isOpenIn(field: FieldDef, record: WireRow, edit: RowEdit | undefined, table: LoadedTable, filler: Filler): boolean {
  if (field.editable !== 1 || !mayModify(edit?.record ?? record)) return false;
  const form = edit ? edit.typing.formAt(edit.typing.store.getState().values) : formOf(table, 'Modify', stateOf(record), record, filler);
  return isEditable(field, form);
}

/** Values laid into a row; a choice that copies more into it goes by itself. What is wrong there is told. */
function setIn({ typing }: RowEdit, values: Values): void {
  const copying = typing.table.fields.filter((field) => field.fetch !== undefined && Object.hasOwn(values, field.field_name));
  const names = new Set(copying.map(({ field_name }) => field_name));
  const others = Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
  for (const field of copying) typing.set({ [field.field_name]: values[field.field_name] }, field);
  if (Object.keys(others).length > 0) typing.set(others);
}

/** What somebody typed into a row, or what followed from that; not what is reckoned. */
export function typedIn({ typing }: Pick<RowEdit, 'typing'>): Values {
  const { values, loaded } = typing.store.getState();
  const reckoned = new Set(typing.table.fields.filter(isComputed).map(({ field_name }) => field_name));
  return Object.fromEntries(
    changedFields(values, loaded)
      .filter((name) => !reckoned.has(name))
      .map((name) => [name, values[name]]),
  );
}

/** The row as it stood with this typed into it; what is wrong then is told. */
function layBack({ typing }: RowEdit, typed: Values): void {
  send(typing.store, { type: 'undo' });
  typing.restore({ values: typed, subs: {} });
  typing.leave(...Object.keys(typed));
}

/** Of what somebody else saved: where something else is typed still. */
function stillTyped(edit: RowEdit): Values {
  const typed = typedIn(edit);
  return Object.fromEntries(Object.entries(edit.theirs).filter(([name]) => Object.hasOwn(typed, name)));
}

/** What is typed, upon the record as it is now. */
function renewed(edit: RowEdit, record: WireRow): RowEdit {
  const { store } = edit.typing;
  const { loaded, sent } = store.getState();
  const typed = typedIn(edit);
  const met = Object.keys(typed).filter((name) => !isSame(record[name], typed[name]));
  const theirs = met.filter((name) => Object.hasOwn(edit.theirs, name) || !isSame(record[name], loaded[name]));
  send(store, { type: 'load', values: record, subs: {}, isFresh: true });
  edit.typing.restore({ values: Object.fromEntries(met.map((name) => [name, typed[name]])), subs: {}, ...(sent ? { sent } : {}) });
  return { ...edit, record, theirs: Object.fromEntries(theirs.map((name) => [name, record[name]])) };
}

/** What was kept, upon the record as it is now, as far as it may still be typed. */
function takeUp(edit: RowEdit, { was, mine, open = [], sent }: KeptRow): { edit: RowEdit; lost: number } {
  const { typing, record } = edit;
  const met = Object.fromEntries(Object.entries(mine).filter(([name, value]) => !isSame(record[name], value)));
  const { draft, lost } = fitting({ values: met, subs: {}, ...(sent ? { sent } : {}) }, typing, NO_SUBS);
  typing.restore(draft);
  const names = Object.keys(draft.values);
  typing.leave(...names);
  const theirs = names.filter((name) => open.includes(name) || !isSame(record[name], was[name]));
  return { edit: { ...edit, theirs: Object.fromEntries(theirs.map((name) => [name, record[name]])) }, lost };
}

export const dirtyRows = ({ edits }: Pick<SheetState, 'edits'>): readonly RowEdit[] =>
  [...edits.values()].filter(({ typing }) => isDirty(typing.store.getState()));

function draftOf(state: SheetState): CellsDraft | null {
  const typed = dirtyRows(state).map((edit): KeptRow => {
    const mine = typedIn(edit);
    const { loaded, sent } = edit.typing.store.getState();
    const was = Object.fromEntries(Object.keys(mine).map((name) => [name, loaded[name]]));
    const open = Object.keys(edit.theirs);
    return { id: edit.id, was, mine, ...(open.length > 0 ? { open } : {}), ...(sent ? { sent } : {}) };
  });
  const rows = [...state.kept, ...typed];
  return rows.length > 0 ? { rows } : null;
}
