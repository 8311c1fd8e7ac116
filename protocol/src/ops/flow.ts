import { z } from 'zod';
import { wireId, wireInt, wireJson, wireText, wireValues } from '#protocol/wire/codec.ts';
import { wireRows } from '#protocol/wire/rows.ts';
import { DECISION } from './decision.ts';
import { defineOp } from './op.ts';

const cloud = wireText(1_000_000);

/** Takes the form as typed and answers `data.event.id`, `data.countersign`, rows (candidates), `data.editable`. */
export const reviewerOp = defineOp({
  path: '/flow',
  op: 'Reviewer',
  summary: 'Who would handle the next step',
  request: z.strictObject({
    cloud,
    id: wireId().optional(),
    /** the form's values as they stand */
    data: wireJson(wireValues()).optional(),
    /** its rows, as in Add and Modify */
    _subtables: wireRows().optional(),
    event: wireId(),
    /** the to-do row that would be decided, as in Modify */
    todo: wireId().optional(),
  }),
});
export const rejectOp = defineOp({
  path: '/flow',
  op: 'Reject',
  summary: 'Returns the record to an earlier log row',
  writes: true,
  request: z.strictObject({
    cloud,
    id: wireId(),
    key_name: wireText(500).optional(),
    review_state: wireInt(0, 9999).optional(),
    _event: DECISION._event,
    todo: DECISION.todo,
    back_id: DECISION.back_id,
    remark: wireText(100_000).optional(),
    attachs: DECISION.attachs,
    copies: DECISION.copies,
    _rid: z.uuid().optional(),
  }),
});
/** How the caller may open a record: `data.op` Modify, Review, Reply or Show, `data.todo`, and 102 with who decided. */
export const checkRightOp = defineOp({
  path: '/flow',
  op: 'CheckRight',
  summary: 'What the caller may do with a record now',
  request: z.strictObject({ cloud, id: wireId(), todo: wireId().optional() }),
});
/** The log's rows in states 1-5, 7-11, 13 with rstate and duration; `data.steps` is the step bar. */
export const processOp = defineOp({
  path: '/flow',
  op: 'Process',
  summary: 'How a record was handled',
  request: z.strictObject({ cloud, id: wireId() }),
});
