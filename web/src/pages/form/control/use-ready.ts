import type { RefObject } from 'react';
import { useTab } from '#web/nav/use-tab.ts';
import { asDrawn, focusPlace } from '../content/focus.ts';
import { formOf } from '../state/circumstances.ts';
import { tabNameOf } from '../state/record-name.ts';
import { type Complaint, complaints } from '../state/sent/submission.ts';
import { handOver } from './handed-over.ts';
import { type Complaining, stillWrong } from './use-complaint.ts';
import type { Read } from './use-read.ts';
import type { Circumstances } from './use-typing.ts';

interface ReadyOn {
  read: Pick<Read, 'cloud' | 'id' | 'table'>;
  on: Circumstances;
  /** what is drawn of the form */
  sheet: RefObject<HTMLElement | null>;
  /** where it is said why the form was not sent */
  complaint: Complaining;
}

/** Whether the form may be sent; what keeps it from that is told at its places and in words. */
export function useReady({ read: { cloud, id, table }, on, sheet, complaint: { complain, settle } }: ReadyOn) {
  const tab = useTab();
  const { store, typing, subs, filler, review_state } = on;

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

  /** A draft is submitted from where it is looked at too; what is missing is typed on its page. */
  const mayBeSentAsShown = (): boolean => {
    const state = store.getState();
    const wrong = complaints(state, formOf(typing!.table, 'Modify', review_state, state.values, filler), subs, filler, true);
    if (wrong.length === 0) return true;
    handOver(cloud, id, { isAsked: true });
    tab.turnTo({ cloud, op: 'Modify', id }, tabNameOf(store.getState().values, table), 'push');
    return false;
  };

  /** Whether all that choices copy into the form has come: what is sent is what stands there. */
  const hasCopies = async (): Promise<boolean> => {
    const missing = await typing!.copied();
    const told = missing === undefined ? undefined : store.getState().errors[missing];
    if (missing === undefined || !told) return true;
    focusPlace(sheet.current, missing);
    complain(stillWrong([missing]));
    return false;
  };

  const isReady = async (complete: boolean): Promise<boolean> => {
    settle();
    return (await hasCopies()) && mayBeSent(complete);
  };
  /** Whether a choice lacks one of these fields: told as what keeps the form from being sent. */
  const lacks = (names: readonly string[]): boolean => {
    const places = asDrawn(sheet.current, typing!.lack(names), (place) => place);
    if (places[0] === undefined) return false;
    focusPlace(sheet.current, places[0]);
    complain(stillWrong(places));
    return true;
  };
  return { mayBeSent, isReady, lacks };
}
