import { z } from 'zod';
import { wireId, wireIds, wireInt, wireText } from '#protocol/wire/codec.ts';

/** What a call may say that decides upon a record (the workflow submission of Add and Modify); its opinion is `remark`, its fields are the call's. */
export const DECISION = {
  _event: wireId().optional(),
  /** the to-do row decided; default the caller's open deciding row */
  todo: wireId().optional(),
  /** the log row returned to */
  back_id: wireId().optional(),
  next_state: wireInt(0, 9999).optional(),
  /** next handlers */
  reviewers: wireIds(200).optional(),
  copies: wireIds(1000).optional(),
  /** key names of files */
  attachs: wireText(4000).optional(),
  limit_time: wireText(30).optional(),
  /** what was agreed to, where the event's action asked (100): `data.answer` of the question */
  _answer: wireText(64).optional(),
};

const decision = z.strictObject(DECISION);
/** The same, read: absent is not said. */
export type Decision = z.output<typeof decision>;
