import { type RefObject, useState } from 'react';
import type { Decision as Said } from '#protocol/ops/decision.ts';
import { subtableKey } from '#protocol/rules/form/subtable.ts';
import type { EntityValue, Envelope } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { type ApiError, asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { writeHeld } from '#web/drafts/windows.ts';
import { asEntity, asText } from '#web/fields/values.ts';
import { say } from '#web/i18n/use-text.ts';
import { asDrawn, controlOf, focusPlace, whereOne } from '../content/focus.ts';
import { formOf } from '../state/circumstances.ts';
import { type FormState, isDirty } from '../state/form-state.ts';
import { sentFor } from '../state/sent.ts';
import { type Complaint, complaints, submission } from '../state/submission.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import { keptOf, toldBy } from '../state/told.ts';
import { send, type Typing } from '../state/typing.ts';
import { handOver } from './handed-over.ts';
import { type Complaining, stillWrong } from './use-complaint.ts';

/** Who saved meanwhile (311), so that the person can choose. */
export interface Stale {
  who: EntityValue | null;
  when: string;
}

export interface Decision extends Omit<Said, 'reviewers' | 'copies'> {
  _event: number;
  reviewers?: readonly number[];
  copies?: readonly number[];
  remark?: string;
  /** whether required fields must be filled: not to send it back, nor to end it */
  whole: boolean;
}

interface SaveOn {
  cloud: string;
  id: number;
  typing: Typing | null;
  subs: readonly SubtableForm[];
  /** what is drawn of the form */
  sheet: RefObject<HTMLElement | null>;
  /** the record's version that the form stands upon */
  version: RefObject<number | undefined>;
  /** somebody saved the record before */
  late(by: Stale): void;
  /** where it is said why the form was not sent */
  complaint: Complaining;
  /** whether the page tells itself what a refusal says */
  isTold(error: ApiError): Promise<boolean>;
  /** goes to where what is missing can be typed */
  edit(): void;
  /** after a save: there is no draft any more */
  forget(): void;
  /** takes the record as the server has it now, with what was typed since it was sent as `since`; a new record has none */
  reload?(since: FormState): Promise<void>;
}

/** Checks, sends, and says what was refused; a failed save keeps every value. */
export function useSave({ cloud, id, typing, subs, sheet, version, late, isTold, forget, edit, reload, complaint }: SaveOn) {
  const { complain, settle } = complaint;
  const [busy, setBusy] = useState(false);

  const request = (state: FormState, decision?: Decision): Promise<Envelope> => {
    const { formAt, filler } = typing!;
    const fields = submission(state, formAt(state.values), subs, id === 0, filler);
    const content = { ...fields, ...(decision ? asSent(decision) : {}), cloud };
    if (id === 0) return call(ops.add, { ...content, _rid: ridOf(content) });
    const change = { ...content, id, ...(version.current ? { version: version.current } : {}) };
    return call(ops.modify, { ...change, _rid: ridOf(change) });
  };

  /** It lies in the draft before the request goes: its answer may never come, and the page be gone by then. */
  const ridOf = (content: object): string => {
    const sent = sentFor(typing!.store.getState().sent, content);
    send(typing!.store, { type: 'sent', sent });
    writeHeld();
    return sent.rid;
  };

  const refused = async (error: ApiError) => {
    if (isOutdated(error, subs)) return late({ who: asEntity(error.data.who), when: asText(error.data.when) });
    if (await isTold(error)) return;
    const { store } = typing!;
    const told = toldBy(error, store.getState(), (place) => controlOf(sheet.current, place) !== null);
    const places = asDrawn(sheet.current, told, ([place]) => place).map(([place]) => place);
    const lines = error.rows.map((row) => String(row.remark ?? ''));
    if (places[0]) {
      send(store, { type: 'errors', errors: Object.fromEntries([...told].reverse()) });
      focusPlace(sheet.current, places[0]);
      return complain(stillWrong(places), lines);
    }
    const kept = keptOf(error, store.getState());
    const isOver = (state: FormState) => error.said === '$nothingTyped' && isDirty(state);
    complain((state) => (isOver(state) ? null : error.remark), kept ? [...lines, say(kept)] : lines);
  };

  /** Whether the form may be sent; what keeps it from that is told at its places and in words. */
  const mayBeSent = (complete: boolean): boolean => {
    if (typing!.op === 'Show') return mayBeSentAsShown();
    const wrong = typing!.tell(complete);
    const goal = ({ mend, place }: Complaint) => mend ?? place;
    const [first, ...others] = asDrawn(sheet.current, wrong, goal);
    if (!first) return true;
    focusPlace(sheet.current, goal(first));
    complain(stillWrong([first, ...others].map(({ place }) => place)));
    return false;
  };

  /** Whether all that choices copy into the form has come: what is sent is what stands there. */
  const hasCopies = async (): Promise<boolean> => {
    const missing = await typing!.copied();
    const told = missing === undefined ? undefined : typing!.store.getState().errors[missing];
    if (missing === undefined || !told) return true;
    focusPlace(sheet.current, missing);
    complain(stillWrong([missing]));
    return false;
  };

  /** A draft is submitted from where it is looked at too; what is missing is typed on its page. */
  const mayBeSentAsShown = (): boolean => {
    const { table, store, review_state, filler } = typing!;
    const state = store.getState();
    const wrong = complaints(state, formOf(table, 'Modify', review_state, state.values, filler), subs, filler, true);
    if (wrong.length === 0) return true;
    handOver(cloud, id, { isAsked: true });
    edit();
    return false;
  };

  const isReady = async (complete: boolean): Promise<boolean> => {
    settle();
    return (await hasCopies()) && mayBeSent(complete);
  };

  const save = async (decision?: Decision): Promise<Envelope | null> => {
    if (!typing || busy) return null;
    settle();
    const { store, table } = typing;
    setBusy(true);
    try {
      if (!(await isReady(decision?.whole ?? table.flow !== 1))) return null;
      const state = store.getState();
      const answer = await request(state, decision);
      const since = Date.now();
      forget();
      const saved = Number(answer.data?.id ?? id);
      if (reload) await reload(state);
      else {
        handOver(cloud, saved, { ...whereOne(sheet.current), typed: { now: store.getState(), since: state } });
        send(store, { type: 'load', values: state.values, subs: {} });
      }
      void invalidateTable(cloud, since);
      return answer;
    } catch (error) {
      await refused(asApiError(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, save, mayBeSent, isReady };
}

/** What was typed stands upon something older: the record was saved meanwhile, or one of its rows was changed or deleted. */
const isOutdated = ({ code, data }: ApiError, subs: readonly SubtableForm[]): boolean =>
  code === 311 ? data.stale === 1 : code === 315 && subs.some(({ def }) => subtableKey(def) === data.field);

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
