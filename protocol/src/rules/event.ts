import type { EventDef, StateDef } from '#protocol/meta/flow.ts';

/** FLOW-08: an opinion has fewer characters; one may be two UTF-16 units. */
export const OPINION_BELOW = 800;

export const isTooLong = (opinion: string): boolean => [...opinion].length >= OPINION_BELOW;

/** A return: the sender chooses an earlier row of the log. */
export const isReturn = (event: Pick<EventDef, 'back_state'>): boolean => event.back_state !== undefined;

/** What an event does to a case: sends it on, back to somebody before, or to an end that is none of passing. */
export type EventKind = 'forward' | 'return' | 'refuse';

/** `endOf` says how a step ends a case, where it does. One that leads to the applicant is a return, whoever is named. */
export function eventKind(event: EventDef, endOf: (step: number) => StateDef['end'] | null): EventKind {
  if (isReturn(event) || event.next_state === undefined || event.next_state === 0) return 'return';
  const end = endOf(event.next_state);
  return end === 'reject' || end === 'cancel' ? 'refuse' : 'forward';
}

/** An opinion is asked for: where the definition says so, and with every return. */
export const needsRemark = (event: Pick<EventDef, 'back_state' | 'need_remark'>): boolean => event.need_remark === 1 || isReturn(event);
