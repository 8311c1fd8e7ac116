import { z } from 'zod';
import { wireCodes, wireId, wireIds, wireInt, wireJson, wireSteps, wireText, wireValues } from '#protocol/wire/codec.ts';
import { wireRows } from '#protocol/wire/rows.ts';
import { DECISION } from './decision.ts';
import { defineOp } from './op.ts';

const cloud = wireText(1_000_000);

/** Takes the form as typed and answers `data.event.id`, `data.countersign`, rows (candidates), `data.editable`. */
export const reviewerOp = defineOp({
  path: '/flow',
  op: 'Reviewer',
  summary: 'Who would handle the next step',
  eyes: true,
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
    _answer: DECISION._answer,
    _rid: z.uuid().optional(),
  }),
});
/** What every command upon a case says (requirement WIRE-04): the record, and as the specification's clients name it; `_rid` makes it happen once. */
const OF_CASE = {
  cloud,
  id: wireId(),
  key_name: wireText(500).optional(),
  review_state: wireInt(0, 9999).optional(),
  _event: DECISION._event,
  remark: wireText(100_000).optional(),
  _rid: z.uuid().optional(),
};
/** The sender's own to-do that he speaks from; absent: the one that is his turn. */
const FROM = { todo: DECISION.todo };
const TO = { reviewers: DECISION.reviewers };
const FILES = { attachs: DECISION.attachs };
const command = { path: '/flow', writes: true, command: true } as const;

/** 征询: asks `reviewers` (1 to 20) for their opinion; the sender's to-do waits until all have answered. `remark` is the question. */
export const relayOp = defineOp({
  ...command,
  op: 'Relay',
  summary: 'Asks others for their opinion',
  request: z.strictObject({ ...OF_CASE, ...FROM, ...TO, ...FILES }),
});
/** Answers a question: `remark` is the answer, `todo` the row that asked it. */
export const replyOp = defineOp({
  ...command,
  op: 'Reply',
  summary: 'Answers who asked for an opinion',
  request: z.strictObject({ ...OF_CASE, ...FROM, ...FILES }),
});
/** Takes back what the sender has asked and nobody has answered yet; `remark` says why. */
export const revokeRelayOp = defineOp({
  ...command,
  op: 'RevokeRelay',
  summary: 'Withdraws open questions',
  request: z.strictObject({ ...OF_CASE, ...FROM }),
});
/** 转办: `reviewers` (1 to 20) decide in the sender's place, any one of several; `remark` says why. */
export const assignOp = defineOp({
  ...command,
  op: 'Assign',
  summary: 'Passes a to-do on to others',
  request: z.strictObject({ ...OF_CASE, ...FROM, ...TO, ...FILES }),
});
/** 加签: `reviewers` (1 to 20) sign at this step too, `place` before, with or after the sender; `remark` says why. */
export const addSignOp = defineOp({
  ...command,
  op: 'AddSign',
  summary: 'Adds signers to the step',
  request: z.strictObject({ ...OF_CASE, ...FROM, ...TO, place: z.enum(['before', 'with', 'after']) }),
});
/** 减签: excuses the signer of the row `todo`, for who added him and for administrators; `remark` says why. */
export const removeSignOp = defineOp({
  ...command,
  op: 'RemoveSign',
  summary: 'Takes a signer off the step',
  request: z.strictObject({ ...OF_CASE, todo: wireId() }),
});
/** 抄送: gives `copies` (1 to 20) the record to read, also after its end; `remark` says why. */
export const copyOp = defineOp({
  ...command,
  op: 'Copy',
  summary: 'Gives a record to others to read',
  request: z.strictObject({ ...OF_CASE, copies: DECISION.copies }),
});
/** 催办: asks who has the record to hurry, or who holds the row `todo`; each once in ten minutes. `remark` may say why. */
export const urgeOp = defineOp({
  ...command,
  op: 'Urge',
  summary: 'Asks whoever has the record to hurry',
  request: z.strictObject({ ...OF_CASE, ...FROM }),
});
/**
 * 撤回: takes a record back from the step that the sender sent it to, as long as nobody has decided there; `remark` says why. Without `confirm`
 * it does nothing and answers 100 with what it would undo: `data.step` where it comes back to, `data.people` whose to-dos go.
 */
export const revokeOp = defineOp({
  path: '/flow',
  op: 'Revoke',
  summary: 'Takes a record back from the step it was sent to',
  writes: true,
  request: z.strictObject({ ...OF_CASE, confirm: wireInt(0, 1).optional() }),
});
/** Absences that are not over: `rows` in which somebody acts for the caller, `data.standing` in which he acts for others; `data.tables` those with a flow that he may see. */
export const agentsOp = defineOp({ path: '/flow', op: 'Agents', summary: 'Who acts for whom', eyes: true, request: z.strictObject({}) });
/**
 * From `begin` until `end` (yyyy-MM-dd or yyyy-MM-dd HH:mm:ss of the company's clock, a year at most) `agent` may decide what waits for the
 * caller; `tables` (codes by commas, of tables with a flow; empty: all) bounds it. Answers `data.id`.
 */
export const setAgentOp = defineOp({
  path: '/flow',
  op: 'SetAgent',
  summary: 'Lets somebody act for the caller while he is away',
  writes: true,
  request: z.strictObject({
    agent: wireId(),
    begin: wireText(19),
    end: wireText(19),
    tables: wireCodes(50).default([]),
    remark: wireText(1000).default(''),
  }),
});
/** Ends such an absence now; one that has not begun is taken out. */
export const endAgentOp = defineOp({
  path: '/flow',
  op: 'EndAgent',
  summary: 'Ends an absence of the caller',
  writes: true,
  request: z.strictObject({ id: wireId() }),
});
/** How the caller may open a record: `data.op` Modify, Review, Reply or Show, `data.todo`, and 102 with who decided. */
export const checkRightOp = defineOp({
  path: '/flow',
  op: 'CheckRight',
  summary: 'What the caller may do with a record now',
  eyes: true,
  request: z.strictObject({ cloud, id: wireId(), todo: wireId().optional() }),
});
/** The log's rows in states 1-5, 7-11, 13 with rstate and duration; `data.steps` is the step bar. */
export const processOp = defineOp({
  path: '/flow',
  op: 'Process',
  summary: 'How a record was handled',
  eyes: true,
  request: z.strictObject({ cloud, id: wireId() }),
});
/**
 * The flow that the record goes by, drawn (protocol/src/rules/chart.ts): steps, what leads from one to the next and whether its conditions hold,
 * where it was sent back, as far as its reader may see.
 */
export const chartOp = defineOp({
  path: '/flow',
  op: 'Chart',
  summary: 'The flow chart of a record',
  eyes: true,
  request: z.strictObject({ cloud, id: wireId() }),
});
/**
 * What of a record is another since its reader decided upon it, or last looked (protocol/src/wire/since.ts): without `since` since he decided
 * where he has, else since he looked. Notes that he looks now, unless the page asks by itself.
 */
export const sinceOp = defineOp({
  path: '/flow',
  op: 'Since',
  summary: 'What has changed since the caller decided or last looked',
  eyes: true,
  request: z.strictObject({ cloud, id: wireId(), since: z.enum(['decided', 'looked']).optional() }),
});
/**
 * Running cases of a table that go by an older flow than its newest, for administrators; 100 a page, the oldest first. Rows {id, key_name, key_name_en,
 * version, state, label, who}, and total. `data.version` is the newest, `data.steps` its steps {state, key_name, key_name_en}; `data.older` says of
 * each older version and step how many wait there, and `known` 0 where the newest has no such step: Migrate must be told which it is there.
 */
export const outdatedOp = defineOp({
  path: '/flow',
  op: 'Outdated',
  summary: 'Running cases that go by an older flow',
  request: z.strictObject({ cloud, page: wireInt(1, 10_000).default(1) }),
});
/**
 * Takes running cases (100 at most) over to the newest flow of their table, for administrators. `steps` says by the old step which step it is in the
 * newest, where that is another; where a step finds its people as before they stay as they are, else they are asked anew. `remark` says why. Without
 * `confirm` it does nothing and answers 100. A row {id, code, remark, data} for each: `data.step`, `data.who` has it there, `data.stays` 1 where nobody
 * is asked anew; 343 where some cannot go, 300 where none can.
 */
export const migrateOp = defineOp({
  path: '/flow',
  op: 'Migrate',
  summary: 'Takes running cases over to the newest flow',
  writes: true,
  request: z.strictObject({
    cloud,
    id: wireIds(100),
    steps: wireJson(wireSteps(100)).default({}),
    remark: wireText(100_000).default(''),
    confirm: wireInt(0, 1).optional(),
  }),
});
/**
 * What a user holds, for who may act upon his account: open to-dos, the longest waiting first, 100 a page. Rows {id (of the to-do), cloud, table
 * {key_name, key_name_en}, record {id, key_name, key_name_en}, step, review_state, since, limit_time, own}, and total. `record` is {id 0,
 * unauthorized 1} where the reader may not see it; own 1: it is back with him as its applicant, and cannot be handed on. Times are instants.
 */
export const heldOp = defineOp({
  path: '/flow',
  op: 'Held',
  summary: 'Open to-dos of a user',
  eyes: true,
  request: z.strictObject({ user: wireId(), page: wireInt(1, 10_000).default(1) }),
});
/**
 * Hands open to-dos of a user on to another, for who may act upon his account: those of `todo`, or all where it is absent (200 a call at most).
 * The receiver must be able to hold each as the flow says. A row {id, code, remark, data} for each, 343 where some were refused, 300 where all
 * were; 103 `$busy` in a row was not begun. `remark` says why, and stands in the process.
 */
export const handoverOp = defineOp({
  path: '/flow',
  op: 'Handover',
  summary: 'Hands open to-dos of a user on to another',
  writes: true,
  request: z.strictObject({ user: wireId(), to: wireId(), todo: wireIds(200).optional(), remark: wireText(100_000) }),
});
