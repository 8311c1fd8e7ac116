import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TableDef } from '#protocol/meta/table.ts';
import type { FormOp } from '#protocol/rules/form/form.ts';
import { isSubtableVisible, subtableKey } from '#protocol/rules/form/subtable.ts';
import { pinnedTable } from '#protocol/rules/pinned.ts';
import type { RecordPage } from '#protocol/rules/record-page.ts';
import type { Currency, Envelope, RowAction } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { sessionState } from '#web/api/session.ts';
import { failureOf, invalidateTable, useOp } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { useTables } from '#web/api/use-tables.ts';
import { asEntity } from '#web/fields/values.ts';
import { today } from '#web/i18n/clock.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import { useLabel, useTab, useUnsaved } from '#web/nav/use-tab.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { NOT_OPENED } from '../../not-opened.ts';
import { useFollowRecord } from '../../use-follow.ts';
import { returnTo } from '../content/focus.ts';
import { currencyIn, type Filler, startingValues } from '../state/circumstances.ts';
import type { Copies, ReadChosen } from '../state/copies.ts';
import { type FormState, isDirty, isUploading, reduceForm, typedSince, type Values } from '../state/form-state.ts';
import { openedName, tabNameOf } from '../state/record-name.ts';
import { submission } from '../state/submission.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import { createFormStore, createTyping, send, type Typing } from '../state/typing.ts';
import { takeOver } from './handed-over.ts';
import { type Complaining, useComplaint } from './use-complaint.ts';
import { type FormDraftHandle, fitting, useFormDraft } from './use-form-draft.ts';
import { type Decision, type Stale, useSave } from './use-save.ts';

export interface FormPage {
  op: FormOp;
  table: TableDef | undefined;
  subs: readonly SubtableForm[];
  /** null until the definition is known */
  typing: Typing | null;
  record: Values | null;
  /** what its amounts are in: the record says, a new one is of the domain that its writer works in */
  currency: Currency | null;
  actions: readonly RowAction[];
  /** the to-do that a decision here is of */
  todo: number | undefined;
  /** the record waits for the reader now */
  isMine: boolean;
  /** the to-do that the page was opened for is closed */
  closed: RecordPage['closed'];
  /** asks again where a refusal says that the turn is gone; whether the page itself then tells what became of it */
  isTold(error: ApiError): Promise<boolean>;
  loading: boolean;
  failure: ApiError | null;
  dirty: boolean;
  busy: boolean;
  stale: Stale | null;
  /** who saved the record before a decision in which nothing was typed: the newest stands there, and the decision was not sent */
  overtaken: Stale | null;
  /** why the last attempt came to nothing */
  complaint: Pick<Complaining, 'said' | 'tell'>;
  /** it was saved, and what it became could not be read */
  unread: boolean;
  /** what is kept of what is typed, and what other windows keep */
  draft: FormDraftHandle;
  filler: Filler;
  /** what stands in the form, as it would be sent now */
  data(): Record<string, unknown>;
  undo(): void;
  /** gives up what is typed and not saved */
  discard(): Promise<void>;
  /** saves; with `decision` it is submitted or decided too. Resolves with the answer, or null when it could not be done. */
  save(decision?: Decision): Promise<Envelope | null>;
  /** whether it may be sent, all that choices copy into it come; what keeps it from that is told at its places and in words */
  isReady(complete: boolean): Promise<boolean>;
  reload(): Promise<void>;
  /** goes on with what is typed, upon what the other has saved */
  keepMine(): Promise<void>;
}

/** Codes of a turn that is over, or is nobody's of the reader's any more. */
const GONE: ReadonlySet<number> = new Set([311, 312, 315]);

/** Everything a record page decides: what to load, what may be typed, what is sent; FormPage only draws it. */
export function useFormPage(page: PageDescriptor, sheet: RefObject<HTMLElement | null>): FormPage {
  const cloud = page.cloud ?? '';
  const id = page.id ?? 0;
  const { t, label, locale } = useText();
  const tab = useTab();
  const { table: definition, query: tableQuery } = useTable(cloud);
  const inline = useMemo(() => (definition?.subtables ?? []).filter((sub) => sub.inline === 1 && sub.hidden !== 1), [definition]);
  const subTables = useTables(inline.map((sub) => sub.table_name));
  const asked = Number(page.query?.todo) || undefined;
  const show = useOp(ops.show, { cloud, id, ...(asked ? { todo: asked } : {}) }, { enabled: id > 0, fresh: 0 });
  const record = (show.data?.data ?? null) as Values | null;
  const { pinned, turn, closed } = (record?.page ?? {}) as Partial<RecordPage>;
  const table = useMemo(() => (definition && pinned ? pinnedTable(definition, pinned) : definition), [definition, pinned]);
  const actions = (record?._actions ?? []) as RowAction[];
  const [store] = useState(createFormStore);
  const [copies] = useState<Copies>(() => new Map());
  const [stale, setStale] = useState<Stale | null>(null);
  const [overtaken, setOvertaken] = useState<Stale | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  /** as it was saved, while it could not be read since */
  const [unread, setUnread] = useState<FormState | null>(null);
  const version = useRef<number | undefined>(undefined);
  const filler = useMemo<Filler>(() => ({ user: sessionState().session!.user, today: today() }), []);
  const op = opOf(page.op ?? 'Show', id, actions, record !== null);
  const review_state = Number((record?.review_state as { id?: number } | undefined)?.id ?? 1);
  const standing = useRef<readonly SubtableForm[]>([]);
  const typing = useMemo(
    () => (table ? createTyping(store, { table, op, review_state, filler, turn, read, copies, subs: () => standing.current }) : null),
    [store, table, op, review_state, filler, turn, copies],
  );
  const subs = useMemo<SubtableForm[]>(() => {
    if (!subTables || !typing) return [];
    const form = typing.formAt(store.getState().values);
    return inline.map((def, at) => ({ def, table: subTables[at]! })).filter((sub) => isSubtableVisible(sub.def, form));
  }, [inline, subTables, typing, store]);
  standing.current = subs;

  useEffect(() => {
    if (!table || id > 0 || subTables === undefined) return;
    send(store, {
      type: 'load',
      values: startingValues(table, filler),
      subs: Object.fromEntries(inline.map((sub, at) => [subtableKey(sub), firstRows(sub.min, startingValues(subTables[at]!, filler))])),
    });
    setLoaded(true);
  }, [table, id, subTables, inline, filler, store]);

  const load = useCallback(
    (data: Values, isFresh = false) => {
      version.current = data.version as number | undefined;
      send(store, { type: 'load', values: data, subs: (data._subtables ?? {}) as Record<string, Values[]>, isFresh });
      setStale(null);
      setUnread(null);
      setLoaded(true);
    },
    [store],
  );
  /** Puts what was typed since `since` stood there upon what stands there now, as far as it may still be typed. */
  const takeUp = useCallback(
    (now: FormState, since: FormState) => {
      const typed = typing && typedSince(now, since, store.getState());
      if (!typed) return;
      const { draft: fit, lost } = fitting(typed, typing, subs);
      typing.restore(fit);
      if (lost > 0) toast.info(t('form.draftPartly', { n: lost }));
    },
    [store, typing, subs, t],
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
    if (!record || loadedAt.current === show.dataUpdatedAt) return;
    const first = loadedAt.current === 0;
    loadedAt.current = show.dataUpdatedAt;
    if (unread) return loadOver(record, () => unread);
    // what is typed stays while it may be typed; where it may not any more it is kept as a draft, and the record is shown
    if (first || !isDirty(store.getState()) || op === 'Show') load(record, !first);
    else if (record.version !== version.current) setStale(savedBy(record));
  }, [record, show.dataUpdatedAt, load, loadOver, unread, store, op]);
  useFollowRecord(cloud, id);

  useEffect(() => {
    if (record?.key_name) tab.setLabel(tabNameOf(record, table));
  }, [record, table, tab]);
  useLabel(
    useMemo(() => table && openedName(id, record, table), [id, record, table]),
    tableQuery.error !== null,
    NOT_OPENED,
  );

  const editing = op === 'Add' || op === 'Modify' || op === 'Review';
  const dirty = useStore(store, isDirty) && editing;
  const uploading = useStore(store, isUploading);
  useUnsaved(uploading, uploading);
  const complaint = useComplaint(store, tab.active, op);
  const draft = useFormDraft({
    place: { part: 'form', cloud, id, ...(id === 0 ? { about: tab.key } : {}) },
    ...{ typing, subs, isDirty: dirty, isReady: editing && isLoaded && subTables !== undefined },
    version: () => version.current,
    standOn: (typedOn) => {
      if (typedOn === undefined || typedOn === version.current) return;
      version.current = typedOn;
      if (record) setStale(savedBy(record));
    },
  });
  /** Takes the record as the server has it now; what was typed since `since` stays. Answers whether it came. */
  const renew = async (since?: (now: FormState) => FormState): Promise<boolean> => {
    const { data, isSuccess } = await show.refetch();
    if (!isSuccess || !data.data) return false;
    if (since) loadOver(data.data, since);
    else load(data.data);
    return true;
  };
  const reload = async (sent: FormState) => {
    if (!(await renew(() => sent))) setUnread(sent);
  };
  const isTold = async ({ code, data: { stale: isStale } }: ApiError): Promise<boolean> => {
    if (id === 0 || isStale === 1 || !GONE.has(code)) return false;
    const since = Date.now();
    const { data } = await show.refetch();
    void invalidateTable(cloud, since);
    return Boolean((data?.data?.page as Partial<RecordPage> | undefined)?.closed);
  };
  const discard = async () => {
    draft.end();
    send(store, { type: 'undo' });
    // it stood upon an older version
    if (stale) await renew();
  };
  /** The newest, of the two ways that the banner offers; where it does not come all stays as it is. */
  const settle = async (since?: (now: FormState) => FormState): Promise<boolean> => {
    const came = await renew(since);
    if (!came && stale) complaint.tell(t('form.notRenewed'));
    return came;
  };
  /** A save that came too late: where nothing was typed there is nothing to choose, but to look at what stands there now and decide again. */
  const late = (by: Stale) => {
    if (isDirty(store.getState())) return setStale(by);
    setOvertaken(by);
    void renew();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what may be done now is another thing
  useEffect(() => setOvertaken(null), [op, review_state]);
  const edit = () => tab.turnTo({ cloud, op: 'Modify', id }, tabNameOf(store.getState().values, table), 'push');
  const saving = { cloud, id, typing, subs, sheet, version, late, isTold, edit, complaint, forget: draft.end };
  const { busy, save: saveOnce, mayBeSent, isReady } = useSave({ ...saving, ...(id > 0 ? { reload } : {}) });
  const save: FormPage['save'] = (decision) => {
    setOvertaken(null);
    return saveOnce(decision);
  };
  const isDrawn = isLoaded && subTables !== undefined && !unread;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form stands there
  useEffect(() => {
    const handed = isDrawn ? takeOver(cloud, id) : undefined;
    if (!handed) return;
    const { now, since } = handed.typed ?? {};
    // where nothing can be typed any more it is said, and not kept for a day when it can
    if (now && since && !editing && typedSince(now, since, store.getState())) toast.info(t('form.typedLate'));
    if (!editing) return;
    if (now && since) takeUp(now, since);
    if (handed.isAsked) mayBeSent(true);
    else returnTo(sheet.current, handed);
  }, [isDrawn, editing, cloud, id]);

  const data = useCallback(() => {
    const state = store.getState();
    return typing ? submission(state, typing.formAt(state.values), subs, id === 0, filler) : {};
  }, [store, typing, subs, id, filler]);

  return {
    todo: turn?.todo ?? asked,
    isMine: turn !== undefined,
    closed,
    isTold,
    ...{ op, table, subs, typing, record, actions, dirty, busy, stale, overtaken, draft, filler, data, save, isReady, complaint },
    unread: unread !== null,
    currency: id > 0 && !record ? null : currencyIn(record ?? {}, filler),
    loading: tableQuery.isPending || subTables === undefined || (id > 0 && show.isPending),
    failure: failureOf(tableQuery).error ?? (record && !unread ? null : show.error),
    undo: () => {
      void discard();
      toast.info(t('form.undone'));
    },
    discard,
    reload: async () => {
      if ((await settle(unread ? () => unread : undefined)) && !unread) draft.end();
    },
    keepMine: async () => {
      if (await settle((now) => reduceForm(now, { type: 'undo' }))) toast.info(t('form.keptMine', { name: label(table), locale }));
    },
  };
}

const read: ReadChosen = async (cloud, id, fields) => (await call(ops.get, { cloud, id, fields })).data ?? {};

/** Who saved the record as it stands. */
const savedBy = ({ modify_entity, modify_time, create_entity, create_time }: Values): Stale => ({
  who: asEntity(modify_entity ?? create_entity),
  when: String(modify_time ?? create_time ?? ''),
});

/** What can really be done: without the action a page falls back to looking (FORM-04). */
function opOf(asked: string, id: number, actions: readonly RowAction[], known: boolean): FormOp {
  if (id === 0) return 'Add';
  if ((asked === 'Modify' || asked === 'Review') && (!known || actions.some((action) => action.op === asked))) return asked;
  return 'Show';
}

const firstRows = (min: number | undefined, values: Values): Values[] => Array.from({ length: min ?? 0 }, () => values);
