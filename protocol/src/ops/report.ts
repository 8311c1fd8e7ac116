import { z } from 'zod';
import { COMPARES, PERIODS } from '#protocol/meta/report/periods.ts';
import { boardLayer } from '#protocol/wire/board.ts';
import { wireId, wireInt, wireJson, wireNamed, wireText } from '#protocol/wire/codec.ts';
import { filters } from '#protocol/wire/filters.ts';
import { defineOp } from './op.ts';

/**
 * What is asked of a report: `filters.fields` by the names of its searches, each as a list takes it; `period` of its first target of dates, with
 * the month of its days or the year of its months (`value`); `targets`: by which of them, in this order (a comma list, default all); `sort`: a
 * figure or a target, - in front from the largest; `compare`: what those days are laid beside; `within`: {target: key}, what stands under these keys;
 * `as_of`: a month (yyyy-MM) that has ended, how things stood then: 317 for any other, and where no source knows a past.
 */
const asked = {
  cloud: wireText(1_000_000),
  filters: wireJson(filters.pick({ fields: true })).optional(),
  period: z.enum(PERIODS).optional(),
  value: wireText(21).optional(),
  compare: z.enum(COMPARES).optional(),
  as_of: wireText(40).optional(),
  targets: wireText(300).optional(),
  sort: wireText(70).optional(),
  within: wireJson(wireNamed(z.union([z.number().int(), wireText(4000), z.null()]))).optional(),
};

/** A file says what it was asked by: by searches and days. */
const { within: _, ...taken } = asked;

/** The years that parts of a board are asked for, by their uids: those that have a year of their own. */
const years = wireJson(wireNamed(wireText(30))).optional();

/** Parts of a board that its reader has hidden, by their uids: nothing is read for them. */
const hidden = wireJson(boardLayer.shape.hidden);

/** The record of which a board tells. */
const id = wireId().optional();

/** `data.version` of an answer: of all that it tells but the moment. */
const version = wireText(24)
  .regex(/^[\w-]{24}$/)
  .optional();

/**
 * Lines {source, field_name, query, depth, key_name, keys, figures by their names}: each above those that stand below it; `data.total` counts all.
 * Of a tree lines are its nodes, `depth` how far down each stands; a key with `own` is that of the node alone, of any other with all below it.
 * Of a pivot `data.columns` {depth, key_name, keys} stand beside each other, and `cells` of a line, those of the total in `data.cells`, are its figures
 * in each of them, null where it has no rows there; more than 200 of them, or 10,000 cells, are 341.
 * Of a board a row a part {uid, code, remark, data, rows}, as its report, its list or its to-do answers it, all of one instant; a part of reports
 * has a row each, with `report`. `years` (JSON, by uid): for which year a part that has one of its own is asked, the present one where none is said.
 * `id`: the record of which it tells, told as `data.record` {id, key_name, key_name_en}; a board of a record refuses to be asked without it (317), any
 * other with it. `as_of`: each part that knows a past tells of it, others have `now: 1` and tell what is now. `hidden` (JSON, uids): parts that are not asked for; what is none of the reader's parts is passed over. `version`: of the answer that the client has; where this one tells the same it is {same: 1} with the moment (`made`), and no rows.
 */
export const reportIndexOp = defineOp({
  path: '/report',
  op: 'Index',
  summary: 'A page of a report, lines with subtotals and the total; or all parts of a board',
  eyes: true,
  request: z.strictObject({
    ...asked,
    years,
    hidden,
    id,
    version,
    page: wireInt(1, 1_000_000_000).default(1),
    rows: wireInt(1, 1_000_000_000).default(10),
  }),
});
/** The same lines without pages; where a map asks by its target, `data.map` tells all `places` that stand on it, also those without lines. */
export const reportChartOp = defineOp({
  path: '/report',
  op: 'Chart',
  summary: 'All lines of a report',
  eyes: true,
  request: z.strictObject(asked),
});
/** The same lines as a file of a spreadsheet: who may list a report's sources and has Export on them. What it holds is written down. */
export const reportExportOp = defineOp({
  path: '/report',
  op: 'Export',
  summary: 'All lines of a report as a spreadsheet (xlsx)',
  stream: true,
  request: z.strictObject(taken),
});
/**
 * How the caller has a board (JSON `layer`: {hidden, wide, narrow}, uids of its parts), kept for him on every machine; {} takes it back. `version` is
 * that of what LoadReport told as `layer`, 0 where nothing was kept yet: 311 where he saved it elsewhere meanwhile. Answers the new one. 312 for a
 * board that is not his, 317 for a part that is none of his, or twice in a list, 341 for more than a board has, 305 where nothing would be left.
 */
export const reportArrangeOp = defineOp({
  path: '/report',
  op: 'Arrange',
  summary: 'Order and hiding of the parts of a board, for oneself',
  writes: true,
  request: z.strictObject({ cloud: asked.cloud, layer: wireJson(boardLayer), version: wireInt(0, 2_000_000_000) }),
});
