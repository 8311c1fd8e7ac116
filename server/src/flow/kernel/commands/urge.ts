import { Refusal } from '#protocol/codes.ts';
import { isTooLong } from '#protocol/rules/event.ts';
import { TURNS, WAITS } from '#protocol/rules/todo.ts';
import { found, may } from '../admit.ts';
import type { CommandRule, Env, FlowState, Todo } from '../model.ts';
import { stays } from './stays.ts';

/** How long whoever was asked to hurry is left in peace. */
export const URGE_MINUTES = 10;

/** Whom a person may ask to hurry: those who have the case now, but himself; nobody where he has nothing to do with it. */
export function urgeable(state: FlowState, actor: number, { record, principals }: Pick<Env, 'record' | 'principals'>): Todo[] {
  const part = may(record.creator, actor, { principals }) || state.todos.some((todo) => TURNS.has(todo.review_state) && holds(todo, actor));
  if (!part || state.case?.status !== 0) return [];
  return state.todos.filter((todo) => WAITS.has(todo.review_state) && !may(todo.review_entity, actor, { principals }));
}
const holds = (todo: Todo, actor: number): boolean => todo.review_entity === actor || todo.done_entity === actor;

/** Whether somebody may be asked again. */
export const isRested = ({ urge_time }: Pick<Todo, 'urge_time'>, now: string): boolean =>
  urge_time === null || Date.parse(now) - Date.parse(urge_time) >= URGE_MINUTES * 60_000;

/** 催办: who has the case is asked to hurry, each once in ten minutes whoever asks. */
export const urge: CommandRule<{ op: 'Urge'; todo?: number | null; remark?: string }> = {
  does: (_flow, state, actor, { op, todo = null, remark = '' }, env) => {
    if (state.case?.status !== 0) throw new Refusal(311);
    const all = urgeable(state, actor, env);
    const asked = todo === null ? all : all.filter(({ id }) => id === found(state, todo).id);
    if (asked.length === 0) throw new Refusal(todo === null ? 311 : 312, '$flow_urge_nobody');
    if (isTooLong(remark)) throw new Refusal(316, '', { field: 'remark' });
    const now = asked.filter((one) => isRested(one, env.now));
    if (now.length === 0) throw new Refusal(311, '$flow_urge_soon', { minutes: URGE_MINUTES });
    return {
      ...stays(state.case, { op, actor, now: env.now }),
      ...{ todo_id: todo, remark, urge: now.map(({ id }) => id) },
    };
  },
};
