import { Refusal } from '#protocol/codes.ts';
import type { Signer } from '#protocol/rules/signer.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { DECIDES, OPEN, TURNS } from '#protocol/rules/todo.ts';
import type { FlowState, Todo } from './model.ts';

/** A person, and those for whom he may act now. */
export interface Actor {
  id: number;
  principals: readonly number[];
}

/** Who applied, and whoever submitted in his name: now, or earlier in the case. */
export function applicants({ todos }: Pick<FlowState, 'todos'>, creator: number, submitter: number | null): number[] {
  const sent = todos.filter((todo) => todo.outcome !== null && isFirst(todo.back_state)).flatMap((todo) => todo.done_entity ?? []);
  return [...new Set([creator, ...sent, ...(submitter === null ? [] : [submitter])])];
}

/** As what the holder of an open row signs. */
export const signerOf = (
  { todos }: { todos: readonly Pick<Todo, 'visit' | 'back_state' | 'outcome'>[] },
  row: Pick<Todo, 'visit' | 'back_state' | 'roles'>,
): Signer => ({
  roles: row.roles,
  first: !todos.some((todo) => todo.visit === row.visit && todo.back_state === row.back_state && todo.outcome !== null),
});

/** The open rows that a person may decide, his own first, then his principals' as they came. */
export function mayDecide<T extends Pick<Todo, 'review_state' | 'review_entity'>>(
  { todos }: { todos: readonly T[] },
  { id, principals }: Actor,
): T[] {
  const open = todos.filter((todo) => DECIDES.has(todo.review_state));
  return [...open.filter((todo) => todo.review_entity === id), ...open.filter((todo) => isOf(todo, id, principals))];
}

const isOf = (todo: Pick<Todo, 'review_entity'>, id: number, principals: readonly number[]): boolean =>
  todo.review_entity !== id && principals.includes(todo.review_entity);

/**
 * The row that a decision means which names none. Who has one in this visit means that one, open or not: a second click must not sign
 * for his principal. Else his only principal's; of several one must be named (314). Who has none here learns what became of his last.
 */
export function meant(state: FlowState, { id, principals }: Actor): Todo {
  const turns = state.todos.filter((todo) => TURNS.has(todo.review_state));
  const here = turns.filter((todo) => todo.visit === state.case?.visit);
  const own = openOrLast(here.filter((todo) => todo.review_entity === id));
  if (own) return own;
  const theirs = here.filter((todo) => isOf(todo, id, principals) && (OPEN.has(todo.review_state) || todo.done_entity === id));
  if (theirs.length > 1 && theirs.some((todo) => OPEN.has(todo.review_state))) throw new Refusal(314, '$flow_need_todo');
  const last = openOrLast(theirs) ?? turns.filter((todo) => todo.review_entity === id || isOf(todo, id, principals)).at(-1);
  if (!last) throw new Refusal(312);
  return last;
}

const openOrLast = (todos: readonly Todo[]): Todo | undefined => todos.find((todo) => OPEN.has(todo.review_state)) ?? todos.at(-1);
