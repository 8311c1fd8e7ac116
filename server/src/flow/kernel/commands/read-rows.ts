import { DECIDES, TODO } from '#protocol/rules/todo.ts';
import type { CommandRule, Diff, FlowState } from '../model.ts';
import { stays } from './stays.ts';

/** Show by a holder: an unread copy becomes read, open rows get their first-seen stamp. Null when there is nothing to do. */
export function readRows(state: FlowState, actor: number, now: string): Diff | null {
  if (!state.case) return null;
  const mine = state.todos.filter((todo) => todo.review_entity === actor);
  const copies = mine.filter((todo) => todo.review_state === TODO.toRead);
  const unseen = mine.filter((todo) => (DECIDES.has(todo.review_state) || todo.review_state === TODO.asked) && !todo.read_time);
  if (!copies.length && !unseen.length) return null;
  return {
    ...stays(state.case, { op: 'Read', actor, now }),
    todo_id: copies[0]?.id ?? unseen[0]!.id,
    close: copies.map(({ id }) => ({ id, review_state: TODO.read, done_entity: actor })),
    read: [...copies, ...unseen].map(({ id }) => id),
  };
}

export const read: CommandRule<{ op: 'Read' }> = { does: (_flow, state, actor, _command, env) => readRows(state, actor, env.now) };
