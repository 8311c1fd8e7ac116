import type { StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { stateOf } from '#protocol/rules/actions.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { DECIDES, TODO, type TodoTab, WAITS } from '#protocol/rules/todo.ts';
import type { EntityValue, Returned } from '#protocol/wire/envelope.ts';
import { tableOf } from '#web/api/table-of.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { dataLabel, type PageDescriptor } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import type { Look } from '#web/ui/marks/StateMark.tsx';

/** The tabs in their order (FLOW-06). */
export const TABS: readonly TodoTab[] = ['todo', 'answer', 'read', 'seen', 'mine', 'done'];

/** Codes of the specification's own client for three of them. */
const CODES: Readonly<Record<string, TodoTab>> = { 1: 'todo', 2: 'done', 5: 'mine' };

/** The tab that an address names; what names none is the first. */
export const tabOf = (named: string | undefined): TodoTab => TABS.find((each) => each === named) ?? CODES[named ?? ''] ?? 'todo';

/**
 * The tab to which a page is taken that was opened without one, once it is known what waits; null: nowhere, for its address says something, or
 * somebody was faster and said it. Undefined while neither is so.
 */
export function beginsAt(
  said: Readonly<Record<string, string>>,
  counts: Parameters<typeof firstTabOf>[0] | undefined,
): TodoTab | null | undefined {
  if (Object.keys(said).length > 0) return null;
  const first = counts && firstTabOf(counts);
  return first === 'todo' ? null : first;
}

/** Where the page begins whose address names no tab: with what waits, in the order of the tabs. */
export const firstTabOf = (counts: Readonly<Record<'todo' | 'answer' | 'read', number>>): TodoTab =>
  (['todo', 'answer', 'read'] as const).find((tab) => counts[tab] > 0) ?? 'todo';

/** Whether the rows of a tab wait for their holder. */
export const waitsOn = (view: TodoTab): boolean => view === 'todo' || view === 'answer';

/** What is over stands in the order in which it was done, the latest first, by the time that its row says; what waits as it came. */
export const sortOf = (tab: TodoTab) =>
  tab === 'done' || tab === 'seen' ? { sort: [['finish_time', 'desc'] as ['finish_time', 'desc']] } : {};

/** A row of the list `todo`. */
export interface TodoItem {
  id: number;
  key_name: string;
  /** how its record is called in English now, where its table says so (use-named.ts) */
  key_name_en?: string;
  review_state: { id: number; key_name?: string };
  /** the record's table and id */
  source: string;
  rowid: number;
  /** the record's number; null where its table has none */
  code: string | null;
  /** whose agent I am for it; null for my own */
  principal: EntityValue | null;
  back_state: number;
  applicant: EntityValue | null;
  domain_entity: EntityValue | null;
  create_time: string;
  finish_time: string | null;
  read_time: string | null;
  /** until when it may lie: its own limit, or that of its step, whichever is first */
  due_time: string | null;
  urgent?: { id: number } | null;
  /** how it was decided, as the flow called it then; null where it was not */
  event_name: string | null;
  event_name_en: string | null;
  /** who opened it, and what he said to its holder: the question, why it was passed on or added; '' where nothing was */
  create_entity: EntityValue | null;
  asked: string;
  /** who sent it back to whoever has it, and why; null where nobody did, absent where the reader may not see the record */
  returned_by?: EntityValue | null;
  returned_remark?: string | null;
  /** the step of the record's case now, how it ended ('' while it runs), and who holds it: absent where the reader may not see the record */
  case_state?: number;
  case_end?: '' | 'pass' | 'reject' | 'cancel';
  case_holders?: readonly EntityValue[] | null;
  /** since when it is there, with who has it or at its end; when who has it was last asked to hurry */
  case_since?: string | null;
  case_urged?: string | null;
  /** whether it is urgent for who has it */
  case_urgent?: { id: number } | null;
}

/** Columns of a to-do list, as they are asked for. */
export const TODO_FIELDS = [
  'key_name,code,review_state,source,rowid,case_id,principal,back_state,applicant,domain_entity,create_time,finish_time,read_time,due_time,urgent,event_name,event_name_en,create_entity,asked',
  'case_state,case_end,case_holders,case_since,case_urged,case_urgent,returned_by,returned_remark',
].join();

/** Whether a row that is not over is marked: its own turn is urgent, or what it asks about or applied for is with who has it. */
export const isUrgent = ({ finish_time, urgent, case_urgent }: Pick<TodoItem, 'finish_time' | 'urgent' | 'case_urgent'>): boolean =>
  case_urgent?.id === 1 || (finish_time === null && urgent?.id === 1);

/** Filters for what waits of other records than this one, which may wait as well: for somebody whose agent one is. */
export const waitingBeside = (cloud: string, id: number) => ({
  fields: { review_state: { op: 'in' as const, value: [...WAITS] } },
  ...besideOf(cloud, id),
});

/** Other records than this one. */
export const besideOf = (cloud: string, id: number) => ({ where: `source!='${tableOf(cloud)}'|rowid!=${id}` });

/** The tab on which a waiting row stands. */
export const viewOf = ({ review_state }: Pick<TodoItem, 'review_state'>): 'todo' | 'answer' =>
  review_state.id === TODO.asked ? 'answer' : 'todo';

/** What became of a case (DESK-03): its step and how that looks, whether it waits for its applicant, and with whom it is. */
export interface Standing {
  state: StateDef | undefined;
  look: Look;
  returned: boolean;
  holders: readonly EntityValue[];
}

export function standingOf(
  table: TableDef | undefined,
  row: Pick<TodoItem, 'case_state' | 'case_end' | 'case_holders'>,
): Standing | undefined {
  const { case_state, case_end } = row;
  if (case_state === undefined || case_end === undefined) return undefined;
  const state = table && stateOf(table, case_state);
  const returned = case_end === '' && isFirst(case_state);
  const ended = { pass: 'done', reject: 'late', cancel: 'none', '': 'flow' } as const;
  const holders = returned ? [] : (row.case_holders ?? []).filter((each) => each.key_name);
  return { state, look: returned ? 'mine' : (state?.look ?? ended[case_end]), returned, holders };
}

/** How a row opens (engine section 4): pending ones to decide, the applicant's own to go on with, others to look at. */
export function openingOp(
  view: TodoTab,
  row: Pick<TodoItem, 'review_state' | 'back_state' | 'case_state' | 'case_end'>,
): 'Review' | 'Reply' | 'Modify' | 'Show' {
  if (view === 'mine' && row.case_end === '' && isFirst(row.case_state ?? 2)) return 'Modify';
  if (!waitsOn(view)) return 'Show';
  if (row.review_state.id === TODO.asked) return 'Reply';
  if (isFirst(row.back_state)) return 'Modify';
  return DECIDES.has(row.review_state.id) ? 'Review' : 'Show';
}

/** Why it came back to whoever has it; undefined where it did not. */
export const returnedOf = ({ returned_by, returned_remark }: TodoItem): Pick<Returned, 'by' | 'remark'> | undefined =>
  returned_by ? { by: returned_by, remark: returned_remark ?? '' } : undefined;

/** By whom and with which words it was given to its holder; undefined where the flow did. */
export function givenOf({ t, label }: Pick<Texts, 't' | 'label'>, { review_state, create_entity, asked }: TodoItem): string | undefined {
  if (!asked) return undefined;
  const key = review_state.id === TODO.asked ? 'todo.asks' : review_state.id === TODO.turned ? 'todo.passed' : 'todo.tells';
  return t(key, { who: label(create_entity), said: asked });
}

/** The page of a row's record, for what it waits for. */
export const pageOfTodo = (view: TodoTab, row: TodoItem): PageDescriptor => ({
  ...{ cloud: row.source, op: openingOp(view, row), id: row.rowid },
  ...(waitsOn(view) ? { query: { todo: String(row.id) } } : {}),
});

export const openTodo = (view: TodoTab, row: TodoItem): void => nav.open(pageOfTodo(view, row), dataLabel(row.key_name, row.key_name_en));

/** The word for what opening it is for. */
export const actOf = (view: TodoTab, row: Parameters<typeof openingOp>[1]) =>
  (({ Review: 'todo.approve', Reply: 'todo.answer', Modify: 'todo.edit', Show: 'todo.view' }) as const)[openingOp(view, row)];
