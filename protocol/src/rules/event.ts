import type { EventDef } from '#protocol/meta/flow.ts';

/** A return: the sender chooses an earlier row of the log. */
export const isReturn = (event: Pick<EventDef, 'back_state'>): boolean => event.back_state !== undefined;

/** An opinion is asked for: where the definition says so, and with every return. */
export const needsRemark = (event: Pick<EventDef, 'back_state' | 'need_remark'>): boolean => event.need_remark === 1 || isReturn(event);
