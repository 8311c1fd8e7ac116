import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { LoadedSubtable } from '#protocol/rules/form/locked.ts';
import { rowsName, subtableKey } from '#protocol/rules/form/rows-name.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { asEntity } from '#web/fields/values.ts';
import { useText } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { type FormState, isDirty, reduceForm, typedSince, type Values } from '../state/form-state.ts';
import { startingRow, startingValues } from '../state/starting.ts';
import { send } from '../state/typing.ts';
import { fitting } from './use-form-draft.ts';
import type { Read } from './use-read.ts';
import type { Circumstances } from './use-typing.ts';

/** Who saved meanwhile (311), so that the person can choose. */
export interface Stale {
  who: EntityValue | null;
  when: string;
}

/** What stands in the form, beside the record as the server has it. */
export interface Standing {
  isLoaded: boolean;
  /** the record's version that the form stands upon */
  version: RefObject<number | undefined>;
  /** somebody saved the record while something was typed upon an older version */
  stale: Stale | null;
  /** who saved the record before a decision in which nothing was typed: the newest stands there, and the decision was not sent */
  overtaken: Stale | null;
  /** what was saved, while what it became could not be read */
  unread: FormState | null;
  /** Puts what was typed since `since` stood there upon what stands there now, as far as it may still be typed. */
  takeUp(now: FormState, since: FormState): void;
  /** Takes the record as it was read; what is typed stays upon it, as far as `mine` keeps it. Who saved after that reading is told by the next save. */
  put(data: Values, mine: (now: FormState) => FormState): void;
  /** Takes the record as the server has it now; what was typed since `since` stays. Answers whether it came. */
  renew(since?: (now: FormState) => FormState): Promise<boolean>;
  /** after a save */
  reload(sent: FormState): Promise<void>;
  /** A save that came too late: where nothing was typed there is nothing to choose, but to look at what stands there now and decide again. */
  late(by: Stale): void;
  /** what was put back was typed upon this version */
  standOn(version: number | undefined): void;
  /** another attempt begins */
  forgetOvertaken(): void;
}

/** Keeps what stands in the form beside what the server has: what is typed stays while it may be typed, and who else saved is told. */
export function useStanding(read: Read, on: Circumstances, starting?: Values): Standing {
  const { record, ask } = read;
  const { store, op, review_state } = on;
  const [stale, setStale] = useState<Stale | null>(null);
  const [overtaken, setOvertaken] = useState<Stale | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [unread, setUnread] = useState<FormState | null>(null);
  const version = useRef<number | undefined>(undefined);
  const takeUp = useTakeUp(on);
  useNewRecord(read, on, setLoaded, starting);

  const { load, loadOver } = useLoading(read, on, { version, unread, takeUp, setStale, setUnread, setLoaded });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what may be done now is another thing
  useEffect(() => setOvertaken(null), [op, review_state]);

  const renew: Standing['renew'] = async (since) => {
    const data = await ask();
    if (!data) return false;
    if (since) loadOver(data, since);
    else load(data);
    return true;
  };
  return {
    ...{ isLoaded, version, stale, overtaken, unread, takeUp, renew },
    put: (data, mine) => {
      const now = mine(store.getState());
      load(data);
      takeUp(now, reduceForm(now, { type: 'undo' }));
    },
    reload: async (sent) => {
      if (!(await renew(() => sent))) setUnread(sent);
    },
    late: (by) => {
      if (isDirty(store.getState())) return setStale(by);
      setOvertaken(by);
      void renew();
    },
    standOn: (typedOn) => {
      if (typedOn === undefined || typedOn === version.current) return;
      version.current = typedOn;
      if (record) setStale(savedBy(record));
    },
    forgetOvertaken: () => setOvertaken(null),
  };
}

interface Loading extends Pick<Standing, 'version' | 'unread' | 'takeUp'> {
  setStale(by: Stale | null): void;
  setUnread(sent: FormState | null): void;
  setLoaded(is: boolean): void;
}

/** Puts each reading of the record into the form, as far as nothing is typed there. */
function useLoading({ record, readAt }: Read, { store, op }: Circumstances, on: Loading) {
  const { version, unread, takeUp, setStale, setUnread, setLoaded } = on;
  const load = useCallback(
    (data: Values, isFresh = false) => {
      version.current = data.version as number | undefined;
      send(store, { type: 'load', values: data, subs: (data._subtables ?? {}) as Record<string, Values[]>, isFresh });
      setStale(null);
      setUnread(null);
      setLoaded(true);
    },
    [store, version, setStale, setUnread, setLoaded],
  );
  /** the record as the server has it now; what was typed since `since` stays */
  const loadOver = useCallback(
    (data: Values, since: (now: FormState) => FormState) => {
      const now = store.getState();
      load(data);
      takeUp(now, since(now));
    },
    [store, load, takeUp],
  );
  const loadedAt = useRef(0);
  useEffect(() => {
    if (!record || loadedAt.current === readAt) return;
    const first = loadedAt.current === 0;
    loadedAt.current = readAt;
    if (unread) return loadOver(record, () => unread);
    // what is typed stays while it may be typed; where it may not any more it is kept as a draft, and the record is shown
    if (first || !isDirty(store.getState()) || op === 'Show') load(record, !first);
    else if (record.version !== version.current) setStale(savedBy(record));
  }, [record, readAt, load, loadOver, unread, store, op, version, setStale]);
  return { load, loadOver };
}

function useTakeUp({ store, typing, subs }: Circumstances): Standing['takeUp'] {
  const { t } = useText();
  return useCallback(
    (now, since) => {
      const typed = typing && typedSince(now, since, store.getState());
      if (!typed) return;
      const { draft: fit, lost } = fitting(typed, typing, subs);
      typing.restore(fit);
      if (lost > 0) toast.info(t('form.draftPartly', { n: lost }));
    },
    [store, typing, subs, t],
  );
}

/** A new record starts with its defaults, and its sub-tables with the rows that they need; so it does anew while nothing is typed. */
function useNewRecord(
  { id, table, inline, subTables }: Read,
  { store, filler }: Circumstances,
  setLoaded: (is: boolean) => void,
  starting?: Values,
): void {
  useEffect(() => {
    // a definition that has become another one takes nothing of what is typed
    if (!table || id > 0 || subTables === undefined || isDirty(store.getState())) return;
    const { _subtables, ...begun } = starting ?? {};
    const copied = (_subtables ?? {}) as Readonly<Record<string, readonly Values[]>>;
    const rowsOf = (sub: LoadedSubtable, at: number) =>
      copied[subtableKey(sub)]?.map((row) => startingRow({ def: sub, table: subTables[at]! }, filler, row)) ??
      firstRows(sub.min, startingRow({ def: sub, table: subTables[at]! }, filler));
    const subs = inline.map((sub, at) => [sub, rowsOf(sub, at)] as const);
    const rows: Record<string, Values[]> = {};
    for (const [sub, some] of subs) rows[rowsName(sub)] = [...(rows[rowsName(sub)] ?? []), ...(some as Values[])];
    send(store, {
      type: 'load',
      values: startingValues(table, filler, begun, rows),
      subs: Object.fromEntries(subs.map(([sub, some]) => [subtableKey(sub), some])),
      said: Object.keys(begun),
      saidRows: Object.fromEntries(Object.entries(copied).map(([key, some]) => [key, some.map((row) => Object.keys(row))])),
    });
    setLoaded(true);
  }, [table, id, subTables, inline, filler, store, setLoaded, starting]);
}

const firstRows = (min: number | undefined, values: Values): Values[] => Array.from({ length: min ?? 0 }, () => values);

/** Who saved the record as it stands. */
const savedBy = ({ modify_entity, modify_time, create_entity, create_time }: Values): Stale => ({
  who: asEntity(modify_entity ?? create_entity),
  when: String(modify_time ?? create_time ?? ''),
});
