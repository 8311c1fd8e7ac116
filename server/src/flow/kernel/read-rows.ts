import { DECIDES, TODO } from '#protocol/rules/todo.ts';
import type { Diff, FlowState } from './model.ts';

/** Show by a holder: an unread copy becomes read, open rows get their first-seen stamp. Null when there is nothing to do. */
export function readRows(state: FlowState, actor: number, now: string): Diff | null {
  if (!state.case) return null;
  const mine = state.todos.filter((todo) => todo.review_entity === actor);
  const copies = mine.filter((todo) => todo.review_state === TODO.toRead);
  const unseen = mine.filter((todo) => (DECIDES.has(todo.review_state) || todo.review_state === TODO.asked) && !todo.read_time);
  if (!copies.length && !unseen.length) return null;
  return {
    op: 'Read',
    actor,
    behalf: null,
    todo_id: copies[0]?.id ?? unseen[0]!.id,
    event_id: null,
    from_state: state.case.state,
    to_state: state.case.state,
    remark: '',
    at: now,
    case: { ...state.case, seq: state.case.seq + 1 },
    close: copies.map(({ id }) => ({ id, review_state: TODO.read, done_entity: actor })),
    turn: [],
    open: [],
    read: [...copies, ...unseen].map(({ id }) => id),
  };
}
