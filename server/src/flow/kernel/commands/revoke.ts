import { Refusal } from '#protocol/codes.ts';
import { formState, isFirst } from '#protocol/rules/states.ts';
import { LIVE, TODO } from '#protocol/rules/todo.ts';
import type { Flow, FlowDef } from '../../definition/definition.ts';
import { decidedAlready } from '../admit.ts';
import { NOBODY_MOVED, WRITTEN } from '../decision.ts';
import type { Case, CommandRule, Env, FlowState, Todo } from '../model.ts';
import { NOTHING_TO_RESUME } from '../resume/resume.ts';
import { newRow } from '../rows.ts';
import { demandWords } from './said.ts';
import { behalfOf, stays } from './stays.ts';

/** Where a case goes back to, whose it is then, and the decision that is taken back. */
export interface Revocable {
  step: number;
  holder: number;
  of: Todo | null;
}

/** What is asked of a case, and of the rows of its present visit. */
export interface Sent {
  case: Pick<Case, 'state' | 'status' | 'last_actor' | 'last_from' | 'last_rule'> | null;
  todos: readonly Pick<Todo, 'id' | 'visit' | 'outcome'>[];
}
type Asking = Pick<Env, 'principals'> & { actor: number; creator: number };

/**
 * Whether the actor may take back now where a case was sent to: the step that he sent it on from, as long as nobody has decided since; where
 * the flow says `any`, the applicant his application at every step. A vote that carried a ratio or came in a row of signatures is one of
 * several and stays, and so does what has written into other records. Not twice in a row: who has taken back decides anew first. Answers
 * why not, with the vote that stands in the way.
 */
export function whyNotRevoked(
  mode: FlowDef['revoke'],
  { case: at, todos }: Sent,
  asking: Asking,
): { code: 311 | 312; remark: string; since?: number } | null {
  if (at?.status !== 0 || isFirst(at.state)) return { code: 311, remark: '' };
  if (mode === 'none') return { code: 312, remark: '$flow_revoke_off' };
  if (takesHome(mode, asking)) return null;
  if (at.last_actor !== asking.actor || at.last_from === null) return { code: 312, remark: '$flow_revoke_other' };
  if (at.last_rule === WRITTEN) return { code: 311, remark: '$flow_revoke_written' };
  if (at.last_rule !== 'any' && at.last_rule !== 'all') return { code: 311, remark: '$flow_revoke_vote' };
  const since = todos.find((todo) => todo.outcome !== null)?.id;
  return since === undefined ? null : { code: 311, remark: '', since };
}

const takesHome = (mode: FlowDef['revoke'], { actor, creator, principals }: Asking): boolean =>
  mode === 'any' && (actor === creator || principals.includes(creator));

/** Where the case goes back to then, and whose it is; or why it does not. */
export function revocable(
  flow: Flow,
  state: FlowState,
  actor: number,
  { record, principals }: Pick<Env, 'record' | 'principals'>,
): Revocable | Refusal {
  const asking = { actor, principals, creator: record.creator };
  const here = state.todos.filter((todo) => todo.visit === state.case?.visit);
  const not = whyNotRevoked(flow.def.revoke, { case: state.case, todos: here }, asking);
  if (not?.since !== undefined) return decidedAlready(state, here.find(({ id }) => id === not.since)!);
  if (not) return new Refusal(not.code, not.remark);
  const from = state.case!.last_from;
  if (takesHome(flow.def.revoke, asking) || from === null || isFirst(from)) return { step: 1, holder: record.creator, of: null };
  const of = state.todos.findLast((todo) => todo.done_entity === actor && todo.back_state === from && todo.outcome !== null);
  return of ? { step: from, holder: of.review_entity, of } : new Refusal(311);
}

/** 撤回: what waits for the others is withdrawn, and the case is back with who sent it on. */
export const revoke: CommandRule<{ op: 'Revoke'; remark?: string }> = {
  does: (flow, state, actor, { op, remark }, env) => {
    const back = revocable(flow, state, actor, env);
    if (back instanceof Refusal) throw back;
    const said = demandWords(remark, '$flow_revoke_why');
    const at = state.case!;
    const { step, holder, of } = back;
    const visit = at.visit + 1;
    const live = state.todos.filter((todo) => LIVE.has(todo.review_state));
    return {
      ...stays(at, { op, actor, now: env.now }),
      ...{ behalf: behalfOf({ review_entity: holder }, actor), todo_id: of?.id ?? null, to_state: step, remark: said },
      case: { ...at, ...NOBODY_MOVED, ...(resumesStill(at, step) ? {} : NOTHING_TO_RESUME), state: step, visit, seq: at.seq + 1 },
      close: live.map(({ id }) => ({ id, review_state: TODO.revoked, done_entity: actor, remark: said })),
      open: [{ ...newRow(actor, env.now), review_entity: holder, back_state: step, visit, roles: of?.roles ?? [] }],
    };
  },
};

/** What was returned `direct` is so still where who had got it takes back his own submission; not where the return itself is taken back. */
const resumesStill = ({ last_from, resume_state }: Case, step: number): boolean =>
  last_from !== null && last_from !== resume_state && formState(last_from) === formState(step);
