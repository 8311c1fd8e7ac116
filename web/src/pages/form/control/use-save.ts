import { type RefObject, useState } from 'react';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { type ApiError, asApiError } from '#web/api/error.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { asEntity, asText } from '#web/fields/values.ts';
import { say } from '#web/i18n/use-text.ts';
import { asDrawn, focusPlace, hasControl, whereOne } from '../content/focus.ts';
import { type FormState, isDirty } from '../state/form-state.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import { keptOf, toldBy } from '../state/told.ts';
import { send } from '../state/typing.ts';
import { handOver } from './handed-over.ts';
import { type Decision, requestSave } from './request.ts';
import { type Complaining, stillWrong } from './use-complaint.ts';
import type { Read } from './use-read.ts';
import { useReady } from './use-ready.ts';
import type { Standing } from './use-standing.ts';
import type { Circumstances } from './use-typing.ts';

interface SaveOn {
  read: Read;
  on: Circumstances;
  standing: Standing;
  /** what is drawn of the form */
  sheet: RefObject<HTMLElement | null>;
  /** where it is said why the form was not sent */
  complaint: Complaining;
  /** after a save: there is no draft any more */
  forget(): void;
}

/** Checks, sends, and says what was refused; a failed save keeps every value. */
export function useSave(saving: SaveOn) {
  const { read, on, standing, sheet, complaint, forget } = saving;
  const [busy, setBusy] = useState(false);
  const { mayBeSent, isReady, lacks } = useReady(saving);

  /** What stands there is the server's now; a new record is handed to the page of its number. */
  const settle = async (sent: FormState, answer: Envelope) => {
    const since = Date.now();
    forget();
    const saved = Number(answer.data?.id ?? read.id);
    if (read.id > 0) await standing.reload(sent);
    else {
      handOver(read.cloud, saved, { ...whereOne(sheet.current), typed: { now: on.store.getState(), since: sent } });
      send(on.store, { type: 'load', values: sent.values, subs: {} });
    }
    void invalidateTable(read.cloud, since);
  };

  const save = async (decision?: Decision, isSaid?: (error: ApiError) => boolean): Promise<Envelope | null> => {
    standing.forgetOvertaken();
    if (!on.typing || busy) return null;
    complaint.settle();
    setBusy(true);
    try {
      if (!(await isReady(decision?.whole ?? on.typing.table.flow !== 1))) return null;
      const state = on.store.getState();
      const answer = await requestSave(saving, state, decision);
      if (!answer) return null;
      await settle(state, answer);
      return answer;
    } catch (error) {
      const failed = asApiError(error);
      if (!isSaid?.(failed)) await refused(saving, failed);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, save, mayBeSent, isReady, lacks };
}

/** Tells a refusal where it belongs: at places of the form, as another's save, on the page itself, else in words. */
async function refused({ read, on, standing, sheet, complaint: { complain } }: SaveOn, error: ApiError): Promise<void> {
  if (isOutdated(error, on.subs)) return standing.late({ who: asEntity(error.data.who), when: asText(error.data.when) });
  if (await read.isTold(error)) return;
  const { store } = on;
  const told = toldBy(error, store.getState(), (place) => hasControl(sheet.current, place));
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
}

/** What was typed stands upon something older: the record was saved meanwhile, or one of its rows was changed or deleted. */
const isOutdated = ({ code, data }: ApiError, subs: readonly SubtableForm[]): boolean =>
  code === 311 ? data.stale === 1 : code === 315 && subs.some(({ def }) => subtableKey(def) === data.field);
