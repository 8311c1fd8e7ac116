import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Locale } from '#protocol/codes.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { call } from '#web/api/call.ts';
import type { ApiError } from '#web/api/error.ts';
import { createOnce, type Once } from '#web/api/once.ts';
import { ops } from '#web/api/ops.ts';
import { sessionState } from '#web/api/session.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { today } from '#web/i18n/clock.ts';
import { say } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { withoutFollowing } from '../../form/state/follow/followed.ts';
import { complaints } from '../../form/state/sent/submission.ts';
import { createFormStore, createTyping, send, type Typing } from '../../form/state/typing.ts';
import { type Outcome, runBulk } from './run.ts';
import { bulkFields, bulkForm, type Standing, sentValues, standingOf } from './values.ts';

/** More are not chosen by hand, and each is a save of its own. */
export const MOST_RECORDS = 1000;
/** So many are read by one request. */
const READ_AT_ONCE = 500;
const NO_SUBS: readonly never[] = [];

/** What is to be written, as it is being filled in. */
export interface Filling {
  table: LoadedTable;
  cloud: string;
  /** what may be changed */
  fields: readonly FieldDef[];
  chosen: ReadonlySet<string>;
  choose(field: FieldDef, is: boolean): void;
  typing: Typing;
  /** what stands in the records */
  standing(field: FieldDef, locale: Locale): Standing;
  /** records that are done, of how many, while it runs */
  progress: { done: number; of: number } | null;
}

export interface Bulk extends Filling {
  /** the records as they are now; undefined until they are read */
  rows: readonly WireRow[] | undefined;
  error: ApiError | null;
  retry(): void;
  /** of those that were asked for: gone or out of sight */
  gone: number;
  /** those that cannot be changed now */
  closed: readonly WireRow[];
  /** those that would be changed */
  open: readonly WireRow[];
  takeOut(row: WireRow): void;
  outcomes: ReadonlyMap<number, Outcome>;
  /** the change that nobody could look at to its end: it goes on */
  goesOn: number | null;
  save(): Promise<void>;
  stop(): void;
  /** the records are being read again: what is tried again is what stands on screen */
  reading: boolean;
  /** something waits to be changed: who leaves is asked */
  isAtRisk: boolean;
}

/** One change of several records, as it was filled in: which, and what became of each. `onDone` once all are changed. */
export function useBulk(cloud: string, filled: Filled, asked: readonly number[], onDone: () => void): Bulk {
  const { table, fields, chosen, choose, typing, filler, once } = filled;
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const ids = useMemo(() => asked.filter((id) => !left.has(id)), [asked, left]);
  const { data: all, error, isFetching, refetch } = useRecords(cloud, fields, asked);
  const rows = useMemo(() => all?.filter(({ id }) => ids.includes(id)), [all, ids]);
  const run = useRunning();
  const open = useMemo(() => (rows ?? []).filter((row) => canChange(row) && run.outcomes.get(row.id)?.code !== 200), [rows, run.outcomes]);
  const save = async () => {
    if (run.progress || isFetching || !isGood(typing, chosen) || open.length === 0) return;
    const values = sentValues(table, chosen, typing.store.getState().values, filler);
    const outcomes = await run.over({ cloud, fields: values, rows: open, once });
    void invalidateTable(cloud);
    if (!outcomes) return;
    // what stands there now is read again, and shown, before it is tried again
    if (open.some(({ id }) => outcomes.get(id)?.code !== 200)) return void (await refetch());
    toast.done(say('bulk.done', { n: [...outcomes.values()].filter(({ code }) => code === 200).length }));
    onDone();
  };
  return {
    ...{ table, cloud, fields, chosen, choose, typing, rows, open, save },
    standing: (field, locale) => standingOf(field, rows ?? [], locale),
    error: all ? null : (error as ApiError | null),
    retry: () => void refetch(),
    gone: all ? asked.length - all.length : 0,
    closed: useMemo(() => (rows ?? []).filter((row) => !canChange(row) && !run.outcomes.has(row.id)), [rows, run.outcomes]),
    takeOut: ({ id }) => setLeft((now) => new Set([...now, id])),
    outcomes: run.outcomes,
    goesOn: run.goesOn,
    progress: run.progress,
    stop: run.stop,
    reading: isFetching,
    isAtRisk: run.goesOn === null && (run.progress !== null || (chosen.size > 0 && open.length > 0)),
  };
}

/** The fields that one may change on several records, which of them are, what is typed, and what of it was sent and not answered. */
export type Filled = Pick<Filling, 'table' | 'fields' | 'chosen' | 'choose' | 'typing'> & { filler: Typing['filler']; once: Once };

export function useFilling(table: LoadedTable): Filled {
  const filler = useMemo(() => ({ user: sessionState().session!.user, today: today() }), []);
  const fields = useMemo(() => bulkFields(table, filler), [table, filler]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const typing = useMemo(() => typingOf(table, filler), [table, filler]);
  const [once] = useState(createOnce);
  const choose = useCallback(
    ({ field_name }: FieldDef, is: boolean) =>
      setChosen((now) => new Set(is ? [...now, field_name] : [...now].filter((name) => name !== field_name))),
    [],
  );
  return { table, fields, chosen, choose, typing, filler, once };
}

/** Every record says what may be done with it now; where that is not told the server says it. */
const canChange = ({ _actions }: WireRow): boolean => _actions === undefined || _actions.some(({ op }) => op === 'Modify');

function typingOf(written: LoadedTable, filler: Typing['filler']): Typing {
  // what follows is each record's own
  const table = withoutFollowing(written, () => true);
  const store = createFormStore();
  const typing = createTyping(store, {
    ...{ table, op: 'Modify', review_state: 1, filler, copies: new Map() },
    subs: () => NO_SUBS,
    read: async () => ({}),
  });
  send(store, { type: 'load', values: {}, subs: {} });
  return typing;
}

/** Tells what is wrong with the chosen fields; whether nothing is. */
export function isGood({ store, table, filler }: Typing, chosen: ReadonlySet<string>): boolean {
  const state = store.getState();
  const wrong = complaints(state, bulkForm(table, state.values, filler), NO_SUBS, filler, true).filter(({ place }) => chosen.has(place));
  const told = wrong.map(({ place, fault }) => [place, { code: fault.code, remark: `$${fault.text}`, data: fault.data }] as const);
  send(store, { type: 'errors', errors: Object.fromEntries([...told].reverse()) });
  return chosen.size > 0 && wrong.length === 0;
}

/** The records as they are now, in the order in which they were chosen. */
function useRecords(cloud: string, fields: readonly FieldDef[], ids: readonly number[]) {
  return useQuery({
    queryKey: ['bulk', cloud, ids],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: ids.length > 0 && ids.length <= MOST_RECORDS,
    queryFn: async ({ signal }) => {
      const found = new Map<number, WireRow>();
      const names = ['key_name', ...fields.map(({ field_name }) => field_name)].join(',');
      for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
        const value = ids.slice(at, at + READ_AT_ONCE);
        const answer = await call(ops.list, { cloud, fields: names, filters: { fields: { id: { op: 'in', value } } } }, { signal });
        for (const row of (answer.rows ?? []) as unknown as WireRow[]) found.set(row.id, row);
      }
      return ids.flatMap((id) => found.get(id) ?? []);
    },
  });
}

function useRunning() {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [progress, setProgress] = useState<Bulk['progress']>(null);
  const [goesOn, setGoesOn] = useState<number | null>(null);
  const isStopped = useRef(false);
  const stop = useCallback(() => {
    isStopped.current = true;
  }, []);
  // who leaves looks no more: what he began goes on without him
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const over = async (what: Pick<Parameters<typeof runBulk>[0], 'cloud' | 'fields' | 'rows' | 'once'>) => {
    isStopped.current = false;
    let known = outcomes;
    setProgress({ done: 0, of: what.rows.length });
    const unseen = await runBulk({
      ...what,
      isStopped: () => isStopped.current,
      isGone: () => isGone.current,
      progress: (done) => setProgress({ done, of: what.rows.length }),
      on: (some) => {
        known = new Map([...known, ...some]);
        setOutcomes(known);
      },
    });
    setProgress(null);
    setGoesOn(unseen);
    return unseen === null ? known : null;
  };
  return { outcomes, progress, goesOn, stop, over };
}

/** Names of some records, as a sentence has them. */
export const namesOf = (rows: readonly WireRow[], listed: (names: readonly string[]) => string): string => {
  const names = listed(rows.slice(0, 3).map((row) => nameOf(row)));
  return rows.length > 3 ? say('bulk.andMore', { names }) : names;
};
