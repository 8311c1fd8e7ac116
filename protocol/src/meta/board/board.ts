import { z } from 'zod';
import { fieldList, flag, identifier, named, text, uid } from '../label.ts';

/** Parts of a board, by what they show. */
const WIDGET_KINDS = ['report', 'figure', 'list', 'record', 'todo', 'notice', 'shortcut', 'text', 'active'] as const;
export type WidgetKind = (typeof WIDGET_KINDS)[number];
/** Tabs of a part of kind todo: what waits, what is to be read, what was handled. */
const TODO_TABS = ['todo', 'read', 'done'] as const;
export type TodoTabName = (typeof TODO_TABS)[number];

/** How a part shows its report: lines with a bar each, its chart, all figures in columns. */
const PART_LOOKS = ['bars', 'chart', 'table'] as const;
export type PartLook = (typeof PART_LOOKS)[number];

/** How wide a column or how high a row is; auto: as what stands in it. */
const size = z.string().regex(/^([1-9]\d{0,3}px|[1-9]\d?fr|auto)$/, "a size: '1fr', '356px' or 'auto'");
const place = z.number().int().min(1).max(24);
/** Parts of one board at most, and reports that they ask. */
export const MOST_WIDGETS = 24;
/** Characters that a text of a part has at most. */
export const MOST_TEXT = 2000;
/** Records and lines that a part shows where it does not say (DESK-02). */
export const WIDGET_ROWS = 6;
/** Lines that a part shows at most, whatever it says. */
const MOST_LINES = 50;
/** Tabs of one part at most. */
const MOST_TABS = 6;
/** Figures in one line at most. */
const MOST_FIGURES = 6;

/** What a part shows of its report; a tab has of its part what it does not say itself. */
const shown = {
  look: z.enum(PART_LOOKS).optional(),
  /** which of its figures; the first is the one that bars are drawn of, and the large one of a figure */
  index: z.array(identifier).min(1).max(MOST_FIGURES).optional(),
  /** bars: the figure that says how far each of them should be, a rate */
  mark: identifier.optional(),
  /** bars, table: how many lines */
  lines: z.number().int().min(1).max(MOST_LINES).optional(),
  /** values by a search of its report, by a field of its list */
  filters: z.record(identifier, z.string().max(200)).optional(),
};

/** A report of a part that has several, each in a tab; absent: called as the report is. */
export const boardTabDef = z.strictObject({
  report: identifier,
  key_name: text.optional(),
  key_name_en: text.optional(),
  ...shown,
});
export type BoardTabDef = z.infer<typeof boardTabDef>;

/** A part of a board: the lines of a report, one figure of it, a list's first records, what the record says of which the board tells, what waits for the reader, what he was told and has not read, his shortcuts, a text that the board itself says, who lately opened records. */
export const boardWidgetDef = z.strictObject({
  uid,
  kind: z.enum(WIDGET_KINDS),
  /** absent: as its report or its table is called */
  key_name: text.optional(),
  key_name_en: text.optional(),
  /** report, figure: whose figures */
  report: identifier.optional(),
  /** report: several of them, one in front of the others */
  reports: z.array(boardTabDef).min(2).max(MOST_TABS).optional(),
  ...shown,
  /** report, figure: 1: it is asked for a year that its reader picks, first for the one in which he looks */
  year: flag.optional(),
  /** figure: 1: those after the first are parts of it, and a bar shows how much of it */
  bar: flag.optional(),
  /** figure: how many records it counts, beside its name */
  count: identifier.optional(),
  /** list: whose records; active: the table of which it says who opened its records; absent: the record of which the board tells */
  cloud: z.string().max(130).optional(),
  /** list: what a line says; the first is what it is called, the others stand at its end; record: what is said of it */
  fields: fieldList.optional(),
  /** list, on a board of a record: the field of its table that names that record */
  by: identifier.optional(),
  /** todo: which tabs it has */
  tabs: z.array(z.enum(TODO_TABS)).min(1).optional(),
  /** text: what it says, in Markdown, as a page says it */
  text: z.string().min(1).max(MOST_TEXT).optional(),
  text_en: z.string().min(1).max(MOST_TEXT).optional(),
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
  /** it tells of one record of this table, whose id its address says: its reports are searched for it by the search of this name */
  record: z.strictObject({ cloud: z.string().max(130), search: identifier }).optional(),
  columns: z.array(size).min(1).max(12),
  rows: z.array(size).min(1).max(24),
  /** names of searches that all reports on it have in common which have one of that name */
  searchs: z.array(identifier).max(10).optional(),
  widgets: z.array(boardWidgetDef).min(1).max(MOST_WIDGETS),
});
export type BoardDef = z.infer<typeof boardDef>;

/** Gives a board its type while it is written; loading checks it (check/board). */
export const defineBoard = (board: BoardDef): BoardDef => board;

/** Parts that everybody has who opens the board: what is his own, and what the board says by itself. */
const OF_EVERYBODY: readonly WidgetKind[] = ['todo', 'notice', 'shortcut', 'text'];
export const isOwn = ({ kind }: Pick<BoardWidgetDef, 'kind'>): boolean => OF_EVERYBODY.includes(kind);
/** Whether it shows figures of a report. */
export const isCounted = ({ kind }: Pick<BoardWidgetDef, 'kind'>): boolean => kind === 'report' || kind === 'figure';
