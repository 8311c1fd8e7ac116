import { type RefObject, useRef, useState } from 'react';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { type ApiError, asApiError, remarkOf } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { toast } from '#web/ui/toast.ts';
import { formOf } from './circumstances.ts';
import type { FormState } from './form-state.ts';
import { complaints, type SubtableForm, submission } from './submission.ts';
import { send, type Typing } from './typing.ts';

/** Who saved meanwhile (311), so that the person can choose. */
export interface Stale {
  who: string;
  when: string;
}

export interface Decision {
  _event: number;
  todo?: number;
  /** the log row that a return goes to */
  back_id?: number;
  /** whether required fields must be filled: not to send it back, nor to end it */
  whole: boolean;
  remark?: string;
  reviewers?: readonly number[];
  copies?: readonly number[];
  attachs?: string;
  limit_time?: string;
}

interface SaveOn {
  cloud: string;
  id: number;
  typing: Typing | null;
  subs: readonly SubtableForm[];
  /** the record's version that the form stands upon */
  version: RefObject<number | undefined>;
  setStale(stale: Stale): void;
  /** goes to where what is missing can be typed */
  edit(): void;
  /** after a save: there is no draft any more */
  forget(): void;
  /** takes the record as the server has it now; a new record has none */
  reload?(): Promise<void>;
}

/** Checks, sends, and says what was refused; a failed save keeps every value. */
export function useSave({ cloud, id, typing, subs, version, setStale, forget, edit, reload }: SaveOn) {
  const [busy, setBusy] = useState(false);
  const ridOf = useRid();

  const request = (state: FormState, decision?: Decision): Promise<Envelope> => {
    const { formAt, filler } = typing!;
    const fields = submission(state, formAt(state.values), subs, id === 0, filler);
    const content = { ...fields, ...(decision ? asSent(decision) : {}), cloud };
    if (id === 0) return call(ops.add, { ...content, _rid: ridOf(content) });
    const change = { ...content, id, ...(version.current ? { version: version.current } : {}) };
    return call(ops.modify, { ...change, _rid: ridOf(change) });
  };

  const refused = (error: ApiError) => {
    if (error.code === 311 && error.data.stale === 1) {
      const { who = '', when = '' } = error.data as Partial<Stale>;
      return setStale({ who, when });
    }
    const { table, store } = typing!;
    const name = error.data.field_name ?? error.data.field;
    if (typeof name === 'string' && table.fields.some((field) => field.field_name === name)) {
      send(store, { type: 'errors', errors: { [name]: error.remark } });
      focusPlace(name);
    }
    toast.error(error.remark, error.rows.length ? { lines: error.rows.map((row) => String(row.remark ?? '')) } : {});
  };

  const save = async (decision?: Decision): Promise<Envelope | null> => {
    if (!typing || busy) return null;
    const { store, formAt, filler, table, op, review_state } = typing;
    const state = store.getState();
    // a draft is submitted from where it is looked at too; what is missing is typed on its page
    const asTyped = op === 'Show' ? formOf(table, 'Modify', review_state, state.values, filler) : formAt(state.values);
    const [wrong] = complaints(state, asTyped, subs, filler, decision?.whole ?? table.flow !== 1);
    if (wrong) {
      const text = remarkOf({ code: wrong.fault.code, remark: `$${wrong.fault.text}`, data: { ...wrong.fault.data } });
      send(store, { type: 'errors', errors: { [wrong.place]: text } });
      toast.error(text);
      if (op === 'Show') edit();
      else focusPlace(wrong.place);
      return null;
    }
    setBusy(true);
    try {
      const answer = await request(state, decision);
      forget();
      send(store, { type: 'load', values: state.values, subs: {} });
      await reload?.();
      void invalidateTable(cloud);
      return answer;
    } catch (error) {
      refused(asApiError(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
}

/** One `_rid` for one request: sending the same once more is the same request, with another field, opinion or goal it is another. */
function useRid(): (content: object) => string {
  const kept = useRef({ rid: '', content: '' });
  return (sent) => {
    const content = JSON.stringify(sent);
    if (kept.current.content !== content) kept.current = { rid: newRid(), content };
    return kept.current.rid;
  };
}

/** The workflow fields of a decision as the wire has them. */
function asSent({ whole: _, todo, remark, reviewers, copies, ...rest }: Decision): Record<string, unknown> {
  return {
    ...(todo ? { todo } : {}),
    ...(remark ? { remark } : {}),
    ...(reviewers?.length ? { reviewers: `,${reviewers.join(',')},` } : {}),
    ...(copies?.length ? { copies: `,${copies.join(',')},` } : {}),
    ...rest,
  };
}

/** Brings what is wrong before the person's eyes. */
function focusPlace(place: string): void {
  requestAnimationFrame(() => {
    const found = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`);
    found?.scrollIntoView({ block: 'center' });
    found?.querySelector<HTMLElement>('input, textarea, [tabindex="0"], button')?.focus();
  });
}
