import { z } from 'zod';
import { wireFlag, wireId, wireIds, wireInt, wireJson, wireText, wireValues } from '#protocol/wire/codec.ts';
import { keyWord, LONGEST_SEARCH, wireFilters } from '#protocol/wire/filters.ts';
import { wireRows } from '#protocol/wire/rows.ts';
import { DECISION } from './decision.ts';
import { defineOp } from './op.ts';

const cloud = wireText(1_000_000);
const rid = z.uuid();
const fields = wireText(200_000).optional();
/** An instant, or a month (yyyy-MM) that has ended on the company's clock: its last one. */
const asOf = z
  .union([
    z.iso.datetime({ offset: true }).refine((instant) => instant >= '0002' && instant < '9999', 'a year from 2 to 9998'),
    wireText(7).regex(/^\d{4}-\d\d$/),
  ])
  .optional();

/** Rows of one page. `stat=1` asks for the sums of fields with stat SUM over the whole filtered set, in `data.stat`. */
export const pageOp = defineOp({
  path: '/app',
  op: 'Page',
  summary: 'One page of a table: rows, total, sums',
  eyes: true,
  request: z.strictObject({
    cloud,
    page: wireInt(1, 1_000_000_000_000).default(1),
    rows: wireInt(1, 1_000_000_000).default(10),
    filters: wireFilters(),
    /** comma list; default the list's columns */
    fields,
    exact: wireFlag().optional(),
    stat: wireFlag().optional(),
    /** brings the definition in `data.definition`, as LoadTable; without `fields` the rows then have what a list of it shows and adds up (rules/list.ts) */
    definition: wireFlag().optional(),
    /** list rows as of a past instant, ISO 8601, or as of the end of a month, yyyy-MM (history) */
    as_of: asOf,
    /** a picker says what it is for; never an authority */
    op_code: wireText(40).optional(),
  }),
});
export const listOp = defineOp({
  path: '/app',
  op: 'List',
  summary: 'Rows of a table without paging, at most 1,000',
  eyes: true,
  request: z.strictObject({ cloud, filters: wireFilters(), fields, op_code: wireText(40).optional() }),
});
/**
 * Rows `{id, key_name, num}` by value of a select or entity field, or of one of several values; `data.all` is how many records there are.
 * `below=1`, of a field that refers to a tree: rows also say `below`, the records of that node and all below it, each counted once.
 * `order=value`: a level of a grouped list, paged, in the order of the values; `field` may be a text, or a day with a unit (`plan_date:month`),
 * and of one value only. Rows `{value, key_name, num, stat}`; `value` is what `filters.within` takes for the rows of that group or the next level.
 */
export const groupOp = defineOp({
  path: '/app',
  op: 'Group',
  summary: 'Counts by the values of a field',
  eyes: true,
  request: z.strictObject({
    cloud,
    field: wireText(140),
    filters: wireFilters(),
    below: wireFlag().optional(),
    order: z.literal('value').optional(),
    /** these only with `order`: which groups, sums of fields with stat SUM in each and in `data.stat`, a past instant */
    page: wireInt(1, 1_000_000_000_000).optional(),
    rows: wireInt(1, 1_000_000_000).optional(),
    stat: wireFlag().optional(),
    as_of: asOf,
  }),
});
/**
 * Rows with `parent_id`; `id` absent answers all levels up to 5,000 nodes, else 341: such a tree is asked level by level. `fields`: comma list,
 * default the list's columns. `holds`: each row tells how many stand directly below it. `way`, without `id`: up to 200 rows that the filters
 * find, each with `found`, and what stands above them; `data.more` where there are more.
 */
export const treeOp = defineOp({
  path: '/app',
  op: 'Tree',
  summary: 'Nodes of a tree table',
  eyes: true,
  request: z.strictObject({
    ...{ cloud, id: wireText(100).optional(), filters: wireFilters(), fields },
    ...{ holds: wireFlag().optional(), way: wireFlag().optional() },
  }),
});
/** `data` as wire/moving.ts; `parent` absent: the top level. 317 where the node would stand below itself. */
export const movingOp = defineOp({
  path: '/app',
  op: 'Moving',
  summary: 'What would follow if a node of a tree stood below another',
  eyes: true,
  request: z.strictObject({ cloud, id: wireId(), parent: wireId().optional() }),
});
/**
 * Records, people and files by a keyword, over every table that a menu of the reader opens; rows as wire/find.ts, the best first, `rows` of each
 * table at most. `data.tables`: what was asked, `data.late`: what took too long and was left out.
 */
export const findOp = defineOp({
  path: '/app',
  op: 'Find',
  summary: 'Search over all tables that one may open',
  eyes: true,
  request: z.strictObject({ key_word: z.string().max(LONGEST_SEARCH, '$searchTooLong'), rows: wireInt(1, 20).default(5) }),
});
export const getOp = defineOp({
  path: '/app',
  op: 'Get',
  summary: 'The values of one record',
  eyes: true,
  request: z.strictObject({ cloud, id: wireId(), fields }),
});
/** The record with sub-tables (`data._subtables`), actions, `data.page` (rules/record-page.ts), and the reading note; marks a cc as read. */
export const showOp = defineOp({
  path: '/app',
  op: 'Show',
  summary: 'One record as its page shows it',
  eyes: true,
  request: z.strictObject({
    cloud,
    id: wireId(),
    /** the to-do that the reader means to decide; default his own, else a principal's */
    todo: wireId().optional(),
  }),
});

/** Fields of the table at the top level; `_subtables` as docs/contract.md says. `remark` is the opinion when `_event` is given. */
export const addOp = defineOp({
  path: '/app',
  op: 'Add',
  summary: 'A new record with its sub-tables; with _event it is submitted too',
  writes: true,
  request: z.looseObject({ cloud, _rid: rid.optional(), _subtables: wireRows().optional(), ...DECISION }),
});
export const modifyOp = defineOp({
  path: '/app',
  op: 'Modify',
  summary: 'Changes the fields sent; with _event it is a decision',
  writes: true,
  request: z.looseObject({
    cloud,
    id: wireId(),
    version: wireInt(1, 2_000_000_000).optional(),
    _rid: rid.optional(),
    _subtables: wireRows().optional(),
    ...DECISION,
  }),
});
/**
 * Writes the fields sent, which are those of the definition's `batch`, to each of the records; several ids answer 343 with a row each when some
 * were refused. `versions`: what their sender read of them, one for each id in its order.
 */
export const batchOp = defineOp({
  path: '/app',
  op: 'Batch',
  summary: 'One change of several records, each saved on its own',
  writes: true,
  request: z.looseObject({ cloud, id: wireIds(1000), versions: wireIds(1000).optional(), _rid: rid.optional() }),
});
/**
 * What a change of all that match would change. `data`: `matched` records of the list, `open` of them the caller may change now and the `mark`
 * of which those are, `most` at once, and by name of each field of the definition's `batch` `{filled, differ, values: [{value, n}]}`: what stands there in those.
 */
export const matchingOp = defineOp({
  path: '/app',
  op: 'Matching',
  summary: 'How many records of a list one may change at once',
  request: z.strictObject({ cloud, filters: wireFilters() }),
});
/**
 * Begins a job that writes `values`, as Batch takes them, to the records of `id`, or to all of the list's `filters` that the caller may change.
 * `mark`: which he was told they are; 311 where they are others by now. Answers `data.id`, by which Changes tells of it.
 */
export const changeOp = defineOp({
  path: '/app',
  op: 'Change',
  summary: 'A change of many records, done as a job',
  writes: true,
  request: z.strictObject({
    cloud,
    id: wireIds(1000).optional(),
    versions: wireIds(1000).optional(),
    filters: wireFilters(),
    mark: wireText(64).optional(),
    values: wireJson(wireValues()),
    _rid: rid.optional(),
  }),
});
/** The caller's own changes of many records, the newest first; `id`: that one. Rows as wire/changes.ts. */
export const changesOp = defineOp({
  path: '/app',
  op: 'Changes',
  summary: 'How one’s changes of many records stand',
  request: z.strictObject({ id: wireId().optional(), page: wireInt(1, 1_000_000).default(1), rows: wireInt(1, 100).default(20) }),
});
/** What became of each record of one's change, rows {id, key_name, status, code, remark, data}; `data.reasons`: why some were refused, with how many. */
export const changeRowsOp = defineOp({
  path: '/app',
  op: 'ChangeRows',
  summary: 'What became of each record of a change',
  request: z.strictObject({
    id: wireId(),
    only: z.enum(['changed', 'same', 'refused', 'waiting']).optional(),
    page: wireInt(1, 1_000_000).default(1),
    rows: wireInt(1, 1000).default(50),
  }),
});
/** Ends one's change after the records that are just being saved; those that are done stay. */
export const changeStopOp = defineOp({
  path: '/app',
  op: 'ChangeStop',
  summary: 'Stops a change of many records',
  writes: true,
  request: z.strictObject({ id: wireId() }),
});
/** Takes one's change back, within a day: what nobody changed since gets its former values, by a job again. Answers `data.id` of that, or of the one that does so already. */
export const changeUndoOp = defineOp({
  path: '/app',
  op: 'ChangeUndo',
  summary: 'Takes a change of many records back',
  writes: true,
  request: z.strictObject({ id: wireId(), _rid: rid.optional() }),
});
/**
 * Runs an action of op Call: `action` is its uid, `id` the records it is done to, none where the action takes none. `code` 102 where the handler
 * warns, 100 where it asks first: nothing was done, and `data.answer` sent as `answer` says yes to just what was asked. Rows {id, code, remark}.
 * `data.file`: what the handler made for its caller, with addresses as an upload's has them; for an hour, and the newest twenty of a person.
 */
export const callOp = defineOp({
  path: '/app',
  op: 'Call',
  summary: 'Runs an action of a table upon records',
  writes: true,
  request: z.strictObject({
    cloud,
    action: wireText(64),
    id: wireIds(1000).default([]),
    answer: wireText(64).optional(),
    _rid: rid.optional(),
  }),
});
/** Moves records to the recycle bin; several ids answer 343 with a row each when some were refused. */
export const deleteOp = defineOp({
  path: '/app',
  op: 'Delete',
  summary: 'Moves records to the recycle bin',
  writes: true,
  request: z.strictObject({ cloud, id: wireIds(1000), version: wireInt(1, 2_000_000_000).optional(), _rid: rid.optional() }),
});
/** Deleted records of a table, newest first; by a keyword as a list is. */
export const recycleOp = defineOp({
  path: '/app',
  op: 'Recycle',
  summary: 'Records in the recycle bin',
  eyes: true,
  request: z.strictObject({
    ...{ cloud, page: wireInt(1, 1_000_000).default(1), rows: wireInt(1, 1000).default(10) },
    key_word: keyWord,
  }),
});
export const restoreOp = defineOp({
  path: '/app',
  op: 'Restore',
  summary: 'Takes a record back from the recycle bin',
  writes: true,
  request: z.strictObject({ cloud, id: wireId(), version: wireInt(1, 2_000_000_000).optional(), _rid: rid.optional() }),
});
/** Rows {version, op, actor, time, changes: [{field, from, to}], rows: [{subtable, id, op, row, changes}]}, newest first; only readable fields. */
export const historyOp = defineOp({
  path: '/app',
  op: 'History',
  summary: 'Who changed which field when',
  eyes: true,
  request: z.strictObject({ cloud, id: wireId(), page: wireInt(1, 1_000_000).default(1), rows: wireInt(1, 100).default(20) }),
});
/**
 * In what a version differs from the record as it stands (protocol `wire/version.ts`): `nth` counts History's rows from the record's creation.
 * What is brought back of it is an ordinary Modify upon `data.version`.
 */
export const versionOp = defineOp({
  path: '/app',
  op: 'Version',
  summary: 'A version of a record beside the record as it stands',
  eyes: true,
  request: z.strictObject({ cloud, id: wireId(), nth: wireInt(1, 1_000_000) }),
});
/** Rows {user, first_time, last_time, times}, the last first: who opened a record of a table that keeps its readers (`readlog`). */
export const readersOp = defineOp({
  path: '/app',
  op: 'Readers',
  summary: 'Who opened the record, and when',
  eyes: true,
  request: z.strictObject({ cloud, id: wireId(), page: wireInt(1, 1_000_000).default(1), rows: wireInt(1, 100).default(20) }),
});
/**
 * The files of a record of a table with `attach`, the last first (protocol `wire/attachment.ts`): of its fields, of the rows that go with it, of what
 * was said of it; `review_state`: only what was said at that step. Page and List answer it too, of `cloud=attach` with `source` and `rowid`.
 */
export const attachsOp = defineOp({
  path: '/app',
  op: 'Attachs',
  summary: 'The files of a record',
  eyes: true,
  request: z.strictObject({
    cloud,
    id: wireId(),
    review_state: wireInt(0, 999).optional(),
    page: wireInt(1, 1_000_000).default(1),
    rows: wireInt(1, 100).default(20),
  }),
});
/** Multipart with one `file`, for the field named in `field` or `key_name`; the file waits for a save that names its key, and is swept after 24 hours. */
export const uploadOp = defineOp({
  path: '/app',
  op: 'Upload',
  summary: 'Stores one file for a field',
  writes: true,
  upload: true,
  request: z.strictObject({
    cloud,
    rowid: wireInt(0, Number.MAX_SAFE_INTEGER).optional(),
    field: wireText(130).optional(),
    key_name: wireText(130).optional(),
  }),
});
const fileRequest = z.strictObject({
  key_name: wireText(200),
  cloud: wireText(130).optional(),
  id: wireId().optional(),
  tk: wireText(100).optional(),
  preview: wireText(5).optional(),
});
export const downloadOp = defineOp({
  path: '/app',
  op: 'Download',
  summary: 'A file, as an attachment',
  get: true,
  ticket: true,
  stream: true,
  request: fileRequest,
});
export const previewOp = defineOp({
  path: '/app',
  op: 'Preview',
  summary: 'A file, shown in the page where its kind is safe',
  get: true,
  ticket: true,
  stream: true,
  request: fileRequest,
});
