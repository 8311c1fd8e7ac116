import type { Diff, FlowState, Todo } from './model.ts';

/** Applies one diff: the one meaning of a log row, used by replay and by tests; the edge writes the same with SQL. */
export function evolve(state: FlowState, diff: Diff): FlowState {
  const closed = new Map(diff.close.map((closing) => [closing.id, closing]));
  const turned = new Map(diff.turn.map((turn) => [turn.id, turn]));
  const read = new Set(diff.read);
  const urged = new Set(diff.urge);
  const todos = state.todos.map((todo): Todo => {
    const closing = closed.get(todo.id);
    return {
      ...todo,
      ...turned.get(todo.id),
      ...(urged.has(todo.id) ? { urge_time: diff.at } : {}),
      ...(read.has(todo.id) && !todo.read_time ? { read_time: diff.at } : {}),
      ...(closing ? { ...closing, finish_time: diff.at } : {}),
    };
  });
  return { case: diff.case, todos: [...todos, ...diff.open] };
}

/** The diff with its new rows numbered in order. */
export function numbered(diff: Diff, ids: readonly number[]): Diff {
  return { ...diff, open: diff.open.map((todo, at) => ({ ...todo, id: ids[at]! })) };
}
