import type { Case, Diff, Todo } from '../model.ts';

/** A command after which the case stands where it stood: what it does to rows is said beside this. */
export const stays = (at: Case, { op, actor, now }: { op: string; actor: number; now: string }): Diff => ({
  op,
  actor,
  behalf: null,
  todo_id: null,
  event_id: null,
  from_state: at.state,
  to_state: at.state,
  remark: '',
  at: now,
  case: { ...at, seq: at.seq + 1 },
  close: [],
  turn: [],
  open: [],
  read: [],
});

/** The holder of a row, where somebody else acts with it. */
export const behalfOf = ({ review_entity }: Pick<Todo, 'review_entity'>, actor: number): number | null =>
  review_entity === actor ? null : review_entity;
