import { TODO } from '#protocol/rules/todo.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { isDecidingRow } from '#web/flow/process/use-process.ts';

/** Rows whose words are an opinion: why one was passed on, taken off or withdrawn is none. */
const SAYS: ReadonlySet<number> = new Set([TODO.submitted, TODO.decided, TODO.replied]);

/** What was said before somebody decides. */
export interface Said {
  /** newest first */
  rows: readonly ProcessRow[];
  /** whether all of it was said in the step before his */
  isBefore: boolean;
}

/**
 * Opinions of the last step that gave any, all of its signers, with what others of the present one have said already. Steps are told apart by
 * their visits: one that a record came back to is another.
 */
export function saidBefore(rows: readonly ProcessRow[]): Said {
  const now = rows.find(isDecidingRow)?.visit;
  const said = rows.filter((row) => row.finish_time && row.remark && SAYS.has(row.review_state.id));
  const closed = rows.filter((row) => row.finish_time && row.visit !== now);
  const before = Math.max(...closed.map((row) => row.visit));
  const last = Math.max(...said.filter((row) => row.visit !== now).map((row) => row.visit));
  const shown = said.filter((row) => row.visit === now || row.visit === last);
  const isBefore = now !== undefined && shown.some(isDecision) && shown.every((row) => row.visit === before);
  return { rows: shown.sort(newestFirst), isBefore };
}

/** Whether who says it had the step: who was only asked has decided nothing. */
export const isDecision = ({ review_state }: ProcessRow): boolean => review_state.id !== TODO.replied;

const newestFirst = (one: ProcessRow, other: ProcessRow): number => other.finish_time!.localeCompare(one.finish_time!) || other.id - one.id;
