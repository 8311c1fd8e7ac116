import { TODO } from '#protocol/rules/todo.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { ActState, ProcessRow } from '#protocol/wire/process.ts';
import { isOpenRow } from '../process/use-process.ts';

const isAsked = ({ review_state }: ProcessRow): boolean => review_state.id === TODO.asked;

/** Whose answers the reader's own to-do waits for; nobody where he has asked nothing. */
export function waitedFor(rows: readonly ProcessRow[], acts: readonly ActState[], me: number, behalf?: EntityValue): EntityValue[] {
  if (!acts.some(({ op, off }) => op === 'RevokeRelay' && !off)) return [];
  return rows
    .filter((row) => isAsked(row) && (row.create_entity.id === me || row.create_entity.id === behalf?.id))
    .map(({ review_entity }) => review_entity);
}

/** The question that the reader answers: the one that he opened, else his own, else his principal's. */
export function questionOf(rows: readonly ProcessRow[], acts: readonly ActState[], me: number, todo: number | undefined) {
  if (!acts.some(({ op }) => op === 'Reply')) return undefined;
  const asked = rows.filter(isAsked);
  return asked.find(({ id }) => id === todo) ?? asked.find(({ review_entity }) => review_entity.id === me) ?? asked[0];
}

/** Who can be asked to hurry now or was a moment ago: everybody who has it, but the reader. */
export const hurriedRows = (rows: readonly ProcessRow[], me: number): ProcessRow[] =>
  rows.filter((row) => isOpenRow(row) && (row.urgeable === 1 || (row.urge_time !== null && row.review_entity.id !== me)));
