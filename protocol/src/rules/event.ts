import type { EventDef } from '#protocol/meta/flow.ts';

/** FLOW-08: an opinion has fewer characters; one may be two UTF-16 units. */
export const OPINION_BELOW = 800;

export const isTooLong = (opinion: string): boolean => [...opinion].length >= OPINION_BELOW;

/** A return: the sender chooses an earlier row of the log. */
export const isReturn = (event: Pick<EventDef, 'back_state'>): boolean => event.back_state !== undefined;

/** An opinion is asked for: where the definition says so, and with every return. */
export const needsRemark = (event: Pick<EventDef, 'back_state' | 'need_remark'>): boolean => event.need_remark === 1 || isReturn(event);
