import type { StoreApi } from 'zustand';
import type { FieldDef } from '#protocol/meta/field.ts';
import { calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { readsRows } from '#protocol/rules/follow/assignments.ts';
import { targetsOf } from '#protocol/rules/follow/follow.ts';
import { isComputed, isEditable } from '#protocol/rules/form/form.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { fitting } from '../../../form/control/use-form-draft.ts';
import { type Filler, formOf } from '../../../form/state/circumstances.ts';
import { isSaidIn, withoutFollowing } from '../../../form/state/follow/followed.ts';
import { changedFields, isSame, type Values } from '../../../form/state/form-state.ts';
import { send } from '../../../form/state/typing.ts';
import { type Core, createCore, EMPTY_SHEET, type KeptRow, NO_SUBS, type RowEdit, type SheetState, type Step, stateOf } from './core.ts';

export interface CellsDraft {
  rows: readonly KeptRow[];
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
  /** whether the cell of a record may be typed in: what the definition opens in cells, of a record that may be changed here */
  isOpen(field: FieldDef, record: WireRow): boolean;
  valuesOf(record: WireRow): Values;
  /** one step; further changes of the same `turn`, such as keys in one cell, belong to it. Without a turn what is wrong then is told. */
  change(changes: readonly Change[], turn?: object): void;
  /** tells what is wrong in these cells */
  tell(changes: readonly Change[]): void;
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

/** `mayModify`: whether a record may be changed here at all. */
export function createSheet(cloud: string, declared: LoadedTable, filler: Filler, mayModify: (record: WireRow) => boolean): Sheet {
  const table = withoutRows(declared);
  const core = createCore(table, filler);
  const { store, now, put, atOnce, editOf, place, begin, drop } = core;
  // goes on as long as its step is the last one
  let last: { turn: object; step: Step } | undefined;
  return {
    ...{ store, cloud, table, filler, drop },
    valuesOf: (record) => editOf(record.id)?.typing.store.getState().values ?? record,
    isOpen: (field, record) => {
      const edit = editOf(record.id);
      return field.editable === 1 && mayModify(edit?.record ?? record) && isOpenIn(field, record, edit, table, filler);
    },
    change: (changes, turn) =>
      atOnce(() => {
        const edits = begin(changes.map(({ record }) => record));
        const { steps } = now();
        if (turn === undefined || last?.turn !== turn || last.step !== steps.at(-1)) {
          const step: Step = new Map(edits.map((edit) => [edit.id, typedIn(edit)]));
          put({ steps: [...steps, step] });
          last = turn && { turn, step };
        }
        for (const [at, { values }] of changes.entries()) setIn(edits[at]!, values);
        if (turn === undefined) tellAt(core, changes);
      }),
    tell: (changes) => atOnce(() => tellAt(core, changes)),
    undo: () => atOnce(() => undone(core)),
    renew: (records, gone = []) => atOnce(() => renewAll(core, records, gone)),
    choose: (id, name, whose) =>
      atOnce(() => {
        const edit = editOf(id);
        if (!edit) return;
        const { [name]: chosen, ...others } = edit.theirs;
        place([{ ...edit, theirs: others }]);
        if (whose === 'mine') return;
        put({ steps: [...now().steps, new Map([[id, typedIn(edit)]])] });
        setIn(edit, { [name]: chosen });
      }),
    draft: () => draftOf(store.getState()),
    restore: ({ rows }) => put({ ...EMPTY_SHEET, kept: rows }),
  };
}

function undone({ now, put, editOf, place }: Core): boolean {
  const { steps } = now();
  const last = steps.at(-1);
  if (!last) return false;
  put({ steps: steps.slice(0, -1) });
  const edits = [...last.keys()].flatMap((id) => editOf(id) ?? []);
  for (const edit of edits) layBack(edit, last.get(edit.id)!);
  place(edits.map((edit) => ({ ...edit, theirs: stillTyped(edit) })));
  return true;
}

/** What is wrong in these cells. */
function tellAt({ editOf }: Core, changes: readonly Change[]): void {
  for (const { record, values } of changes) editOf(record.id)?.typing.leave(...Object.keys(values));
}

/** Records as they are now, under what is typed and upon what was kept; rows that are gone are lost. */
function renewAll({ now, put, editOf, place, begin, drop }: Core, records: readonly WireRow[], gone: readonly number[]): void {
  place(
    records.flatMap((record) => {
      const edit = editOf(record.id);
      return edit && edit.record !== record && versionOf(record) >= versionOf(edit.record) ? [renewed(edit, record)] : [];
    }),
  );
  const { kept, edits } = now();
  const byId = new Map(kept.map((row) => [row.id, row]));
  const found = records.filter(({ id }) => byId.has(id));
  const foundIds = new Set(found.map(({ id }) => id));
  const isGone = ({ id }: { id: number }) => gone.includes(id);
  const lostRows = [...kept, ...edits.values()].filter(isGone);
  if (kept.length > 0) put({ kept: kept.filter((row) => !isGone(row) && !foundIds.has(row.id)) });
  if (lostRows.length > 0) drop(lostRows.map(({ id }) => id));
  const taken = begin(found).map((edit) => takeUp(edit, byId.get(edit.id)!));
  place(taken.map(({ edit }) => edit));
  const lost = taken.reduce((sum, each) => sum + each.lost, lostRows.length);
  if (lost > 0) put({ lost: now().lost + lost });
}

const versionOf = ({ version }: WireRow): number => Number(version ?? 0);

/** The definition as it holds of a record whose rows are not there: what is reckoned of them stays as it is, and what follows by them is the server's. */
function withoutRows(written: LoadedTable): LoadedTable {
  const table = withoutFollowing(written, readsRows);
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

/** Where rules and rights leave a field open with these values. */
function isOpenIn(field: FieldDef, record: WireRow, edit: RowEdit | undefined, table: LoadedTable, filler: Filler): boolean {
  const form = edit ? edit.typing.formAt(edit.typing.store.getState().values) : formOf(table, 'Modify', stateOf(record), record, filler);
  return isEditable(field, form);
}

/** Values laid into a row; a choice that copies more into it goes by itself. What is wrong there is told. */
function setIn({ typing }: RowEdit, values: Values): void {
  const copying = typing.table.fields.filter((field) => field.fetch !== undefined && Object.hasOwn(values, field.field_name));
  const names = new Set(copying.map(({ field_name }) => field_name));
  const others = Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
  const brought = Object.keys(values);
  for (const field of copying) typing.set({ [field.field_name]: values[field.field_name] }, field, brought);
  if (Object.keys(others).length > 0) typing.set(others, undefined, brought);
}

/** What somebody typed into a row; what followed from that, or is reckoned, is worked out again. */
function typedIn({ typing }: Pick<RowEdit, 'typing'>): Values {
  const { values, loaded, said = [] } = typing.store.getState();
  const isSaid = isSaidIn(typing.table, said);
  const reckoned = new Set(typing.table.fields.filter(isComputed).map(({ field_name }) => field_name));
  const names = new Set([...changedFields(values, loaded), ...said].filter((name) => !reckoned.has(name) && isSaid(name)));
  return Object.fromEntries([...names].map((name) => [name, values[name]]));
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
  // what somebody said of a target stays said, though the record has it by now
  const kept = Object.keys(typed).filter((name) => met.includes(name) || targetsOf(edit.typing.table).has(name));
  edit.typing.restore({ values: Object.fromEntries(kept.map((name) => [name, typed[name]])), subs: {}, ...(sent ? { sent } : {}) });
  return { ...edit, record, theirs: Object.fromEntries(theirs.map((name) => [name, record[name]])) };
}

/** What was kept, upon the record as it is now, as far as it may still be typed. */
function takeUp(edit: RowEdit, { was, mine, open = [], sent }: KeptRow): { edit: RowEdit; lost: number } {
  const { typing, record } = edit;
  const met = Object.fromEntries(
    Object.entries(mine).filter(([name, value]) => !isSame(record[name], value) || targetsOf(typing.table).has(name)),
  );
  const { draft, lost } = fitting({ values: met, subs: {}, ...(sent ? { sent } : {}) }, typing, NO_SUBS);
  typing.restore(draft);
  const names = Object.keys(draft.values);
  typing.leave(...names);
  const theirs = names.filter((name) => open.includes(name) || !isSame(record[name], was[name]));
  return { edit: { ...edit, theirs: Object.fromEntries(theirs.map((name) => [name, record[name]])) }, lost };
}

export const dirtyRows = ({ edits, dirty }: Pick<SheetState, 'edits' | 'dirty'>): readonly RowEdit[] =>
  [...edits.values()].filter(({ id }) => dirty.has(id));

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
