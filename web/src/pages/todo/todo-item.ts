import type { EntityValue } from '#protocol/wire/envelope.ts';

export type TodoTab = 'todo' | 'mine' | 'done';

/** States of the rows by tab (FLOW-06): pending and countersign, asked for advice, passed on; applications; handled. */
export const TAB_STATES: Readonly<Record<TodoTab, readonly number[]>> = { todo: [2, 4, 7, 13], mine: [1], done: [3, 5] };

/** A row of the list `todo`. */
export interface TodoItem {
  id: number;
  key_name: string;
  review_state: { id: number; key_name?: string };
  /** the record's table and id */
  source: string;
  rowid: number;
  back_state: number;
  applicant: EntityValue | null;
  domain_entity: EntityValue | null;
  create_time: string;
  finish_time: string | null;
  read_time: string | null;
  limit_time: string | null;
  duration: number | null;
}

/** How a row opens (engine section 4): pending ones to decide, the applicant's own to go on with, others to look at. */
export function openingOp(view: TodoTab, row: Pick<TodoItem, 'review_state' | 'back_state'>): 'Review' | 'Modify' | 'Show' {
  if (view !== 'todo') return 'Show';
  if (row.back_state === 0 || row.back_state === 1) return 'Modify';
  return [2, 7, 13].includes(row.review_state.id) ? 'Review' : 'Show';
}

export type Due = 'late' | 'soon' | 'later' | 'none';

/** How near the limit is: past, within a day, later, none set. `now` in epoch milliseconds. */
export function dueOf(limit: string | null, now: number): Due {
  if (!limit) return 'none';
  const left = new Date(limit.replace(' ', 'T')).getTime() - now;
  if (left < 0) return 'late';
  return left < 86_400_000 ? 'soon' : 'later';
}
