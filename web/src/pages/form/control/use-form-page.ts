import { type RefObject, useCallback, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { FormOp } from '#protocol/rules/form/form.ts';
import type { Currency, Envelope } from '#protocol/wire/envelope.ts';
import type { ApiError } from '#web/api/error.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import { useLabel, useTab, useUnsaved } from '#web/nav/use-tab.ts';
import { NOT_OPENED } from '../../not-opened.ts';
import { currencyIn } from '../state/circumstances.ts';
import { isDirty, isUploading, type Values } from '../state/form-state.ts';
import { openedName, tabNameOf } from '../state/record-name.ts';
import { submission } from '../state/sent/submission.ts';
import type { Decision } from './request.ts';
import { type Complaining, useComplaint } from './use-complaint.ts';
import { type FormDraftHandle, useFormDraft } from './use-form-draft.ts';
import { useHandedOver } from './use-handed-over.ts';
import { type Read, useRead } from './use-read.ts';
import { useSave } from './use-save.ts';
import { type Standing, useStanding } from './use-standing.ts';
import { type Circumstances, useTyping } from './use-typing.ts';
import { useWaysOut, type WaysOut } from './use-ways-out.ts';

export interface FormPage
  extends Pick<Read, 'table' | 'record' | 'actions' | 'todo' | 'closed' | 'gone' | 'against' | 'isTold'>,
    Omit<Circumstances, 'store' | 'review_state'>,
    Pick<Standing, 'stale' | 'overtaken'>,
    WaysOut {
  /** what its amounts are in: the record says, a new one is of the domain that its writer works in */
  currency: Currency | null;
  /** the record waits for the reader now */
  isMine: boolean;
  loading: boolean;
  failure: ApiError | null;
  dirty: boolean;
  busy: boolean;
  /** why the last attempt came to nothing */
  complaint: Pick<Complaining, 'said' | 'tell' | 'watch'>;
  /** it was saved, and what it became could not be read */
  unread: boolean;
  /** what is kept of what is typed, and what other windows keep */
  draft: FormDraftHandle;
  /** what stands in the form, as it would be sent now */
  data(): Record<string, unknown>;
  /** saves; with `decision` it is submitted or decided too. Resolves with the answer, or null when it could not be done: it is told why, unless `isSaid`. */
  save(decision?: Decision, isSaid?: (error: ApiError) => boolean): Promise<Envelope | null>;
  /** whether it may be sent, all that choices copy into it come; what keeps it from that is told at its places and in words */
  isReady(complete: boolean): Promise<boolean>;
  /** whether one of these fields stands empty, which is told then */
  lacks(names: readonly string[]): boolean;
}

const EDITING: ReadonlySet<FormOp> = new Set<FormOp>(['Add', 'Modify', 'Review']);

/** What tells new records of one tab apart: what they are begun for, such as a parent. */
const begunAt = (tab: string, { query }: PageDescriptor): string => (query ? `${tab} ${JSON.stringify(query)}` : tab);

/** `starting`: what a new record has beside its defaults. Everything a record page decides: what to load, what may be typed, what is sent; FormPage only draws it. */
export function useFormPage(page: PageDescriptor, sheet: RefObject<HTMLElement | null>, starting?: Values): FormPage {
  const tab = useTab();
  const read = useRead(page);
  const on = useTyping(read, page.op ?? 'Show');
  const standing = useStanding(read, on, starting);
  useTabName(read);
  const { cloud, id, table, record, subTables } = read;
  const { store, op, typing, subs, filler } = on;
  const { isLoaded, stale, overtaken, unread } = standing;
  const editing = EDITING.has(op);
  const dirty = useStore(store, isDirty) && editing;
  const uploading = useStore(store, isUploading);
  useUnsaved(uploading, uploading);
  const complaint = useComplaint(store, tab.active, op);
  const isThere = isLoaded && subTables !== undefined;
  const draft = useFormDraft({
    place: { part: 'form', cloud, id, ...(id === 0 ? { about: begunAt(tab.key, page) } : {}) },
    ...{ typing, subs, isDirty: dirty, isReady: editing && isThere },
    version: () => standing.version.current,
    standOn: standing.standOn,
  });
  const ways = useWaysOut({ read, table, on, standing, draft, complaint });
  const { mayBeSent, ...saving } = useSave({ read, on, standing, sheet, complaint, forget: draft.end });
  useHandedOver({ read, on, sheet, isDrawn: isThere && !unread, isTyped: editing, takeUp: standing.takeUp, mayBeSent });
  const data = useCallback(() => {
    const state = store.getState();
    return typing ? submission(state, typing.formAt(state.values), subs, id === 0, filler) : {};
  }, [store, typing, subs, id, filler]);
  return {
    ...{ table, record, actions: read.actions, todo: read.todo, isTold: read.isTold },
    ...{ closed: read.closed, gone: read.gone, against: read.against },
    ...{ op, typing, subs, filler, stale, overtaken, dirty, complaint, draft, data, ...saving, ...ways },
    isMine: read.turn !== undefined,
    unread: unread !== null,
    currency: id > 0 && !record ? null : currencyIn(record ?? {}, filler),
    loading: read.isPending,
    failure: read.faults.table ?? (record && !unread ? null : read.faults.record),
  };
}

/** The tab bears the record's name, also where an address opened it. */
function useTabName({ id, table, record, faults }: Read): void {
  const tab = useTab();
  useEffect(() => {
    if (record?.key_name) tab.setLabel(tabNameOf(record, table));
  }, [record, table, tab]);
  useLabel(
    useMemo(() => table && openedName(id, record, table), [id, record, table]),
    faults.table !== null || (faults.record !== null && !record),
    NOT_OPENED,
  );
}
