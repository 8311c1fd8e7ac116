import { createStore, type StoreApi } from 'zustand';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import type { Filler } from '../../../form/state/circumstances.ts';
import type { ReadChosen } from '../../../form/state/copies.ts';
import { isDirty, type Sent, type Values } from '../../../form/state/form-state.ts';
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

/** What one step changed, by record: what had been typed there before. */
export type Step = ReadonlyMap<number, Values>;

export interface SheetState {
  edits: ReadonlyMap<number, RowEdit>;
  /** those of them that differ from their records */
  dirty: ReadonlySet<number>;
  /** what was kept, until its records are read */
  kept: readonly KeptRow[];
  steps: readonly Step[];
  /** values that were kept and may not be typed any more, with rows that are gone */
  lost: number;
  /** grows with every key in any row */
  tick: number;
}

export const EMPTY_SHEET: SheetState = { edits: new Map(), dirty: new Set(), kept: [], steps: [], lost: 0, tick: 0 };

/** The rows that are typed in, and how they come and go. */
export interface Core {
  store: StoreApi<SheetState>;
  /** the state, also amid what is done at once */
  now(): SheetState;
  put(next: Partial<SheetState>): void;
  /** does something to many rows: who listens hears of it once, at its end */
  atOnce<R>(work: () => R): R;
  editOf(id: number): RowEdit | undefined;
  place(edits: readonly RowEdit[]): void;
  /** the rows of records, in their order */
  begin(records: readonly WireRow[]): RowEdit[];
  drop(ids: readonly number[]): void;
}

export const stateOf = (record: WireRow): number => Number((record.review_state as { id?: number } | null | undefined)?.id ?? 1);

export const NO_SUBS: readonly never[] = [];

export function createCore(table: LoadedTable, filler: Filler): Core {
  const store = createStore<SheetState>(() => EMPTY_SHEET);
  const read = readEachOnce();
  let held: SheetState | null = null;
  const now = () => held ?? store.getState();
  const put = (next: Partial<SheetState>) => {
    const state = { ...now(), ...next };
    if (held) held = state;
    else store.setState(state, true);
  };
  const editOf = (id: number) => now().edits.get(id);
  const place = (edits: readonly RowEdit[]) => put({ edits: new Map([...now().edits, ...edits.map((edit) => [edit.id, edit] as const)]) });
  const made = (record: WireRow): RowEdit => {
    const { id } = record;
    const typing = typingOf(table, record, filler, read);
    // what comes late into a row that is dropped is nobody's
    typing.store.subscribe(
      (state) => editOf(id)?.typing === typing && put({ dirty: marked(now().dirty, id, isDirty(state)), tick: now().tick + 1 }),
    );
    return { id, record, theirs: {}, typing };
  };
  return {
    ...{ store, now, put, editOf, place },
    atOnce: (work) => {
      if (held) return work();
      held = store.getState();
      try {
        return work();
      } finally {
        const state = held;
        held = null;
        store.setState(state, true);
      }
    },
    begin: (records) => {
      const fresh = records.filter(({ id }) => !editOf(id));
      if (fresh.length > 0) place(fresh.map(made));
      return records.map(({ id }) => editOf(id)!);
    },
    drop: (ids) => {
      const gone = new Set(ids);
      const { edits, steps, dirty } = now();
      put({
        edits: without(edits, gone),
        dirty: new Set([...dirty].filter((id) => !gone.has(id))),
        steps: steps.map((step) => without(step, gone)).filter((step) => step.size > 0),
      });
    },
  };
}

/** The same map where it has none of these. */
function without<V>(map: ReadonlyMap<number, V>, gone: ReadonlySet<number>): ReadonlyMap<number, V> {
  return [...map.keys()].some((id) => gone.has(id)) ? new Map([...map].filter(([id]) => !gone.has(id))) : map;
}

function marked(ids: ReadonlySet<number>, id: number, is: boolean): ReadonlySet<number> {
  if (ids.has(id) === is) return ids;
  return is ? new Set([...ids, id]) : new Set([...ids].filter((each) => each !== id));
}

function typingOf(table: LoadedTable, record: WireRow, filler: Filler, read: ReadChosen): Typing {
  const store = createFormStore();
  const typing = createTyping(store, {
    ...{ table, op: 'Modify', review_state: stateOf(record), filler, copies: new Map(), read },
    subs: () => NO_SUBS,
  });
  send(store, { type: 'load', values: record, subs: {} });
  return typing;
}

/** One record that is chosen in many rows at once is asked for once. */
function readEachOnce(): ReadChosen {
  const going = new Map<string, Promise<Values>>();
  return (cloud, id, fields) => {
    const key = JSON.stringify([cloud, id, fields]);
    const known = going.get(key);
    if (known) return known;
    const read = call(ops.get, { cloud, id, fields }).then(({ data }): Values => data ?? {});
    const end = () => going.delete(key);
    going.set(key, read);
    read.then(end, end);
    return read;
  };
}
