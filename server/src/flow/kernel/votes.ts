import { DECIDES, LIVE, TODO } from '#protocol/rules/todo.ts';
import type { Admitted } from './admit.ts';
import type { Closing, FlowState, Todo, Turning } from './model.ts';
import { threshold } from './rule.ts';

export interface Effect {
  /** the step changes by this vote */
  fires: boolean;
  excused: Closing[];
  turn: Turning[];
}

/** What a decision does to its visit: the applicant's moves the record whoever else could have sent it, a vote as its group's rule says. */
export function effectOf(state: FlowState, { kind, row }: Pick<Admitted, 'kind' | 'row'>, outcome: 1 | -1): Effect {
  if (row && kind !== 'Submit') return groupEffect(state, row, outcome);
  const others = state.todos.filter((todo) => todo.id !== row?.id && state.case?.status === 0 && LIVE.has(todo.review_state));
  return { fires: true, excused: excuse(others), turn: [] };
}

/** What a vote does to its group and visit: excuses who is no longer asked, opens the next group, or fires the event. */
function groupEffect(state: FlowState, row: Todo, outcome: 1 | -1): Effect {
  const visit = state.todos.filter((todo) => todo.visit === row.visit && todo.back_state === row.back_state && todo.id !== row.id);
  const group = visit.filter((todo) => todo.ord === row.ord && (DECIDES.has(todo.review_state) || voted(todo)));
  const count = (of: 1 | -1) => group.filter((todo) => voted(todo) && todo.outcome === of).length + (outcome === of ? 1 : 0);
  const needed = threshold(row.rule, group.length + 1);
  const live = visit.filter((todo) => LIVE.has(todo.review_state));
  if (outcome === -1) return count(-1) >= needed.reject ? { fires: true, excused: excuse(live), turn: [] } : NOTHING;
  if (count(1) < needed.pass) return NOTHING;
  const next = nextGroup(live, row.ord);
  const inGroup = new Set(group.map((todo) => todo.id));
  const rest = live.filter((todo) => todo.ord === row.ord || (todo.review_state === TODO.asked && inGroup.has(todo.parent_id ?? 0)));
  return { fires: next.length === 0, excused: excuse(rest), turn: next.map(called) };
}
const NOTHING: Effect = { fires: false, excused: [], turn: [] };
const voted = (todo: Todo): boolean => todo.review_state === TODO.decided;
/** Its turn has come. */
export const called = ({ id, rule }: Todo): Turning => ({ id, review_state: rule === 'any' ? TODO.pending : TODO.countersign });
export const excuse = (todos: readonly Todo[]): Closing[] => todos.map(({ id }) => ({ id, review_state: TODO.excused }));

/** The first of the groups that wait behind one. */
export function nextGroup(live: readonly Todo[], ord: number): Todo[] {
  const queued = live.filter((todo) => todo.review_state === TODO.queued && todo.ord > ord);
  const first = Math.min(...queued.map((todo) => todo.ord));
  return queued.filter((todo) => todo.ord === first);
}
