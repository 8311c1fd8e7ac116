import { z } from 'zod';
import { fieldList, identifier, named, text, uid } from '../label.ts';

/** Parts of a board, by what they show. */
const WIDGET_KINDS = ['report', 'figure', 'list', 'todo', 'notice', 'shortcut'] as const;
export type WidgetKind = (typeof WIDGET_KINDS)[number];
/** Tabs of a part of kind todo: what waits, what is to be read, what was handled. */
const TODO_TABS = ['todo', 'read', 'done'] as const;
export type TodoTabName = (typeof TODO_TABS)[number];

/** How wide a column or how high a row is; auto: as what stands in it. */
const size = z.string().regex(/^([1-9]\d{0,3}px|[1-9]\d?fr|auto)$/, "a size: '1fr', '356px' or 'auto'");
const place = z.number().int().min(1).max(24);
/** Parts of one board at most. */
const MOST_WIDGETS = 24;
/** Records and lines that a part shows at most (DESK-02). */
export const WIDGET_ROWS = 6;

/** A part of a board: the lines of a report, one figure of it, a list's first records, what waits for the reader, what he was told and has not read, his shortcuts. */
export const boardWidgetDef = z.strictObject({
  uid,
  kind: z.enum(WIDGET_KINDS),
  /** absent: as its report or its table is called */
  key_name: text.optional(),
  key_name_en: text.optional(),
  /** report, figure: whose figures */
  report: identifier.optional(),
  /** report, figure: which of them; the first is the one that bars are drawn of */
  index: z.array(identifier).min(1).max(3).optional(),
  /** list: whose records */
  cloud: z.string().max(130).optional(),
  /** list: what a line says; the first is what it is called, the others stand at its end */
  fields: fieldList.optional(),
  /** values by a search of its report, by a field of its list */
  filters: z.record(identifier, z.string().max(200)).optional(),
  /** todo: which tabs it has */
  tabs: z.array(z.enum(TODO_TABS)).min(1).optional(),
  /** column and row of its corner, from 1, then how many of each it takes */
  at: z.tuple([place, place, place, place]),
});
export type BoardWidgetDef = z.infer<typeof boardWidgetDef>;

/** A board: reports, figures, lists and what waits on one sheet, all of one moment. */
export const boardDef = z.strictObject({
  uid,
  board_name: identifier,
  ...named,
  /** the code of a module of its suite: it is the first tab of who works there and sees something of it */
  desktop: identifier.optional(),
  /** a desktop flag that no module brings, EI: it is the page of that flag, and opens to who has it alone */
  flag: identifier.optional(),
  columns: z.array(size).min(1).max(12),
  rows: z.array(size).min(1).max(24),
  /** names of searches that all reports on it have in common which have one of that name */
  searchs: z.array(identifier).max(10).optional(),
  widgets: z.array(boardWidgetDef).min(1).max(MOST_WIDGETS),
});
export type BoardDef = z.infer<typeof boardDef>;

/** Gives a board its type while it is written; loading checks it (check/board). */
export const defineBoard = (board: BoardDef): BoardDef => board;

/** Parts that everybody has: what is his own. */
export const isOwn = ({ kind }: Pick<BoardWidgetDef, 'kind'>): boolean => kind === 'todo' || kind === 'notice' || kind === 'shortcut';
/** Whether it shows figures of a report. */
export const isCounted = ({ kind }: Pick<BoardWidgetDef, 'kind'>): boolean => kind === 'report' || kind === 'figure';
