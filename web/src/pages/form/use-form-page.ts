import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Form, FormOp } from '#protocol/rules/form.ts';
import { isSubtableVisible, subtableKey } from '#protocol/rules/subtable.ts';
import type { Envelope, RowAction } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { type ApiError, asApiError, remarkOf } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { sessionState } from '#web/api/session.ts';
import { invalidateTable, useOp } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { useTables } from '#web/api/use-tables.ts';
import { today } from '#web/i18n/clock.ts';
import { useText } from '#web/i18n/use-text.ts';
import { dataLabel, type PageDescriptor } from '#web/nav/page.ts';
import { useTab, useUnsaved } from '#web/nav/use-tab.ts';
import { toast } from '#web/ui/toast.ts';
import { calculated, type Filler, fetchOf, formOf, rowsByTable, startingValues } from './circumstances.ts';
import { draftKey, dropDraft, keepDraft, readDraft } from './draft.ts';
import { EMPTY, type FormState, isDirty, reduceForm, type Values } from './form-state.ts';
import { complaint, type SubtableForm, submission } from './submission.ts';

/** Who saved meanwhile (311), so that the person can choose. */
export interface Stale {
  who: string;
  when: string;
}

export interface FormPage {
  op: FormOp;
  table: TableDef | undefined;
  subs: readonly SubtableForm[];
  form: Form | null;
  state: FormState;
  record: Values | null;
  actions: readonly RowAction[];
  loading: boolean;
  failure: ApiError | null;
  dirty: boolean;
  busy: boolean;
  stale: Stale | null;
  restored: boolean;
  filler: Filler;
  set(values: Values, field?: FieldDef): void;
  cell(sub: SubtableForm, row: string, values: Values, field?: FieldDef): void;
  addRow(sub: SubtableForm): void;
  removeRow(sub: SubtableForm, row: string): void;
  undo(): void;
  discardDraft(): void;
  /** saves; with `decision` it is submitted or decided too. Resolves with the record's id, or null when it could not be done. */
  save(decision?: Decision): Promise<number | null>;
  reload(): Promise<void>;
  /** goes on with what is typed, upon what the other has saved */
  keepMine(): Promise<void>;
}

export interface Decision {
  _event: number;
  todo?: number;
  remark?: string;
  reviewers?: readonly number[];
  copies?: readonly number[];
  attachs?: string;
  limit_time?: string;
}

/** Everything a record page decides: what to load, what may be typed, what is sent; FormPage only draws it. */
export function useFormPage(page: PageDescriptor): FormPage {
  const cloud = page.cloud ?? '';
  const id = page.id ?? 0;
  const { t, label, locale } = useText();
  const tab = useTab();
  const { table, query: tableQuery } = useTable(cloud);
  const inline = useMemo(() => (table?.subtables ?? []).filter((sub) => sub.inline === 1 && sub.hidden !== 1), [table]);
  const subTables = useTables(inline.map((sub) => sub.table_name));
  const subs = useMemo<SubtableForm[]>(
    () => (subTables ? inline.map((def, at) => ({ def, table: subTables[at]! })) : []),
    [inline, subTables],
  );
  const show = useOp(ops.show, { cloud, id }, { enabled: id > 0, fresh: 0 });
  const record = (show.data?.data ?? null) as Values | null;
  const actions = (record?._actions ?? []) as RowAction[];
  const [state, dispatch] = useReducer(reduceForm, EMPTY);
  const [busy, setBusy] = useState(false);
  const [stale, setStale] = useState<Stale | null>(null);
  const [restored, setRestored] = useState(false);
  const version = useRef<number | undefined>(undefined);
  const rid = useRef<string | null>(null);
  const filler = useMemo<Filler>(() => ({ user: sessionState().session!.user, today: today() }), []);
  const op = opOf(page.op ?? 'Show', id, actions, record !== null);
  const review_state = Number((record?.review_state as { id?: number } | undefined)?.id ?? 1);
  const draft = draftKey(cloud, tab.key);

  useEffect(() => {
    if (!table || id > 0 || subTables === undefined) return;
    dispatch({
      type: 'load',
      values: startingValues(table, filler),
      subs: Object.fromEntries(inline.map((sub, at) => [subtableKey(sub), firstRows(sub.min, startingValues(subTables[at]!, filler))])),
    });
    const kept = readDraft(draft);
    if (kept) {
      dispatch({ type: 'restore', draft: kept });
      setRestored(true);
    }
  }, [table, id, subTables, inline, filler, draft]);

  const load = useCallback((data: Values) => {
    version.current = data.version as number | undefined;
    dispatch({ type: 'load', values: data, subs: (data._subtables ?? {}) as Record<string, Values[]> });
    setStale(null);
  }, []);
  const loadedAt = useRef(0);
  useEffect(() => {
    if (!record || loadedAt.current === show.dataUpdatedAt) return;
    const first = loadedAt.current === 0;
    loadedAt.current = show.dataUpdatedAt;
    if (first || !isDirty(state)) load(record);
  }, [record, show.dataUpdatedAt, load, state]);
  const turned = useRef(tab.turn);
  useEffect(() => {
    if (turned.current === tab.turn) return;
    turned.current = tab.turn;
    if (id > 0) void show.refetch();
  }, [tab.turn, id, show.refetch]);

  useEffect(() => {
    const name = typeof record?.key_name === 'string' ? record.key_name : '';
    if (name) tab.setLabel(dataLabel(name));
  }, [record?.key_name, tab]);

  const editing = op === 'Add' || op === 'Modify' || op === 'Review';
  const dirty = editing && isDirty(state);
  useUnsaved(dirty);
  useEffect(() => {
    if (id > 0 || !dirty) return;
    const timer = setTimeout(() => keepDraft(draft, { values: state.values, subs: state.subs }), 400);
    return () => clearTimeout(timer);
  }, [id, dirty, draft, state.values, state.subs]);

  const form = table ? formOf(table, op, review_state, state.values, filler) : null;
  const visibleSubs = form ? subs.filter((sub) => isSubtableVisible(sub.def, form)) : [];

  const withCalc = (next: FormState): Values => (table ? calculated(table, next.values, rowsByTable(next), filler.today) : {});
  const apply = (action: Parameters<typeof reduceForm>[1]) => {
    rid.current = null;
    dispatch(action);
    const after = withCalc(reduceForm(state, action));
    const moved = Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== state.values[name]));
    if (Object.keys(moved).length > 0) dispatch({ type: 'set', values: moved });
  };

  const copyFrom = async (field: FieldDef, values: Values, take: (copied: Values) => void) => {
    const fetched = fetchOf(field);
    if (!fetched) return;
    const chosen = values[field.field_name] as { id?: number } | null;
    if (!chosen?.id) return take(fetched.values(null));
    const answer = await call(ops.get, { cloud: field.source ?? '', id: chosen.id, fields: fetched.fields }).catch(() => null);
    if (answer?.data) take(fetched.values(answer.data));
  };

  const send = async (decision?: Decision): Promise<Envelope> => {
    rid.current ??= newRid();
    const fields = submission(state, form!, visibleSubs, id === 0, filler);
    const { todo, _event, remark, reviewers, copies, ...rest } = decision ?? {};
    const decided = decision
      ? {
          _event,
          ...(todo ? { todo } : {}),
          ...(remark ? { remark } : {}),
          ...(reviewers?.length ? { reviewers: `,${reviewers.join(',')},` } : {}),
          ...(copies?.length ? { copies: `,${copies.join(',')},` } : {}),
          ...rest,
        }
      : {};
    const request = { ...fields, ...decided, cloud, _rid: rid.current };
    return id === 0
      ? call(ops.add, request)
      : call(ops.modify, { ...request, id, ...(version.current ? { version: version.current } : {}) });
  };

  const refused = (error: ApiError) => {
    if (error.code === 311 && typeof error.data.modify_time === 'string') {
      const who = error.data.modify_entity as { key_name?: string } | undefined;
      return setStale({ who: who?.key_name ?? '', when: error.data.modify_time });
    }
    const name = error.data.field_name ?? error.data.field;
    if (typeof name === 'string' && table?.fields.some((field) => field.field_name === name))
      dispatch({ type: 'errors', errors: { [name]: error.remark } });
    toast.error(error.remark, error.rows.length ? { lines: error.rows.map((row) => String(row.remark ?? '')) } : {});
  };

  const save = async (decision?: Decision): Promise<number | null> => {
    if (!form || busy) return null;
    // a draft is submitted from where it is looked at too; what is missing is typed on its page
    const asTyped = op === 'Show' && table ? formOf(table, 'Modify', review_state, state.values, filler) : form;
    const wrong = complaint(state, asTyped, visibleSubs, filler, decision !== undefined || table?.flow !== 1);
    if (wrong) {
      const text = remarkOf({ code: wrong.fault.code, remark: `$${wrong.fault.text}`, data: { ...wrong.fault.data } });
      dispatch({ type: 'errors', errors: { [wrong.place]: text } });
      toast.error(text);
      if (op === 'Show') tab.replace({ cloud, op: 'Modify', id }, dataLabel(String(state.values.key_name ?? '')));
      else focusPlace(wrong.place);
      return null;
    }
    setBusy(true);
    try {
      const answer = await send(decision);
      rid.current = null;
      dropDraft(draft);
      setRestored(false);
      dispatch({ type: 'load', values: state.values, subs: {} });
      const saved = Number(answer.data?.id ?? id);
      if (id > 0) await show.refetch().then(({ data }) => data?.data && load(data.data));
      void invalidateTable(cloud);
      return saved;
    } catch (error) {
      refused(asApiError(error));
      return null;
    } finally {
      setBusy(false);
    }
  };

  return {
    op,
    table,
    subs: visibleSubs,
    form,
    state,
    record,
    actions,
    loading: tableQuery.isPending || subTables === undefined || (id > 0 && show.isPending),
    failure: tableQuery.error ?? (record ? null : show.error),
    dirty,
    busy,
    stale,
    restored,
    filler,
    set: (values, field) => {
      apply({ type: 'set', values });
      if (field) void copyFrom(field, values, (copied) => dispatch({ type: 'set', values: copied }));
    },
    cell: (sub, row, values, field) => {
      const key = subtableKey(sub.def);
      const rowNow = (state.subs[key] ?? []).find((each) => each.key === row);
      const computed = calculated(sub.table, { ...rowNow?.values, ...values }, {}, filler.today);
      apply({ type: 'cell', sub: key, row, values: { ...values, ...computed } });
      if (field) void copyFrom(field, values, (copied) => dispatch({ type: 'cell', sub: key, row, values: copied }));
    },
    addRow: (sub) => apply({ type: 'add', sub: subtableKey(sub.def), values: startingValues(sub.table, filler) }),
    removeRow: (sub, row) => apply({ type: 'remove', sub: subtableKey(sub.def), row }),
    undo: () => {
      dispatch({ type: 'undo' });
      dropDraft(draft);
      setRestored(false);
      toast.info(t('form.undone'));
    },
    discardDraft: () => {
      dropDraft(draft);
      setRestored(false);
      dispatch({ type: 'undo' });
    },
    save,
    reload: async () => {
      const { data } = await show.refetch();
      if (data?.data) load(data.data);
    },
    keepMine: async () => {
      const answer = await call(ops.show, { cloud, id });
      version.current = Number(answer.data?.version);
      setStale(null);
      toast.info(t('form.keptMine', { name: label(table), locale }));
    },
  };
}

/** What can really be done: without the action a page falls back to looking (FORM-04). */
function opOf(asked: string, id: number, actions: readonly RowAction[], known: boolean): FormOp {
  if (id === 0) return 'Add';
  if ((asked === 'Modify' || asked === 'Review') && (!known || actions.some((action) => action.op === asked))) return asked;
  return 'Show';
}

const firstRows = (min: number | undefined, values: Values): Values[] => Array.from({ length: min ?? 0 }, () => values);

/** Brings what is wrong before the person's eyes. */
function focusPlace(place: string): void {
  requestAnimationFrame(() => {
    const found = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`);
    found?.scrollIntoView({ block: 'center' });
    found?.querySelector<HTMLElement>('input, textarea, [tabindex="0"], button')?.focus();
  });
}
