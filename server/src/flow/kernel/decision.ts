import { writesBy } from '#protocol/meta/flow.ts';
import { TODO } from '#protocol/rules/todo.ts';
import { type Flow, isReject } from '../definition/definition.ts';
import { type Admitted, admit, kindOf, openChildren } from './admit.ts';
import { demand, eventHolding, factsOf, type Target } from './demand.ts';
import type { Case, Closing, CommandRule, DecisionCommand, Diff, Env, FlowState } from './model.ts';
import { NOTHING_TO_RESUME, remembered } from './resume/resume.ts';
import { copyRows, openVisit, submissionRow } from './rows.ts';
import { type Effect, effectOf, excuse } from './votes.ts';

/** Submit, Review, Reject and Skip: a person's word on a step, or the engine's own over one that nobody could sign. */
export const decision: CommandRule<DecisionCommand> = {
  does: (flow, state, actor, command, env) => {
    const named = admit(flow, state, actor, command, env);
    const { event, resumed } = eventHolding(flow, state, named.from, named.event, command, factsOf(env), env.returned);
    const admitted: Admitted = { ...named, event, kind: kindOf(command, event) };
    const target = demand(flow, state, admitted, command, env, resumed);
    return decided(flow, state, actor, command, env, admitted, target);
  },
};

function decided(
  flow: Flow,
  state: FlowState,
  actor: number,
  command: DecisionCommand,
  env: Env,
  admitted: Admitted,
  target: Target,
): Diff {
  const { row, event, from } = admitted;
  const outcome = admitted.kind !== 'Submit' && isReject(flow, event) ? -1 : 1;
  const skipped = admitted.kind === 'Skip';
  // the engine passes one row for its holder, or the step over its heads
  const over = skipped && command.todo === null;
  const effect = effectOf(state, over ? { ...admitted, row: null } : admitted, outcome);
  const before = state.case?.status === 0 ? state.case : newCase(from, env.record.creator);
  const by = {
    ...(skipped ? whoStays(before, command) : { last_actor: actor, last_from: before.state, last_rule: row?.rule ?? 'any' }),
    ...remembered(flow, before, { ...admitted, late: command.why === 'late' }),
  };
  const moved = effect.fires ? moveCase(flow, before, by, event.id, target, env.now) : { ...before, seq: before.seq + 1 };
  const submission = state.case?.status === 0 ? [] : [submissionRow(actor, command, env)];
  const opened = effect.fires ? openVisit(flow, actor, command, env, admitted, target, moved.visit) : [];
  return {
    op: admitted.kind,
    actor,
    behalf: skipped ? null : behalfOf(row?.review_entity ?? env.record.creator, actor),
    todo_id: row?.id ?? null,
    event_id: event.id,
    from_state: from,
    to_state: moved.state,
    remark: command.remark,
    at: env.now,
    case: moved,
    close: over
      ? effect.excused.map((one) => ({ ...one, ...whyOf(command) }))
      : closingsOf(state, actor, command, admitted, outcome, effect),
    turn: effect.turn,
    open: [...submission, ...opened, ...copyRows(state, actor, command, env, from, before.visit)],
    read: [],
  };
}

/** Why the engine decides, on the row that it decides. */
const whyOf = ({ op, why }: DecisionCommand): Pick<Closing, 'skipped'> => (op === 'Skip' && why ? { skipped: why } : {});

/** The row that is decided, what was asked of others by who is passed, and whoever need not sign any more. */
function closingsOf(
  state: FlowState,
  actor: number,
  command: DecisionCommand,
  { row, event, kind }: Admitted,
  outcome: 1 | -1,
  { excused }: Effect,
): Closing[] {
  if (!row) return excused;
  const { remark, attachs, copies } = command;
  const own: Closing = {
    ...{ id: row.id, review_state: TODO.decided, event_id: event.id, outcome, remark, attachs, copies },
    ...(kind === 'Skip' ? whyOf(command) : { done_entity: actor }),
  };
  const unanswered = kind === 'Skip' ? excuse(openChildren(state, row.id)) : [];
  return [own, ...unanswered, ...excused.filter(({ id }) => !unanswered.some((one) => one.id === id))];
}

const behalfOf = (holder: number, actor: number): number | null => (holder === actor ? null : holder);

const newCase = (state: number, creator: number): Case => ({
  state,
  visit: 0,
  status: 0,
  seq: 0,
  create_entity: creator,
  last_actor: null,
  last_from: null,
  last_rule: null,
  ...NOTHING_TO_RESUME,
  end_kind: null,
  finish_time: null,
});

type WhoMoved = Pick<Case, 'last_actor' | 'last_from' | 'last_rule'>;
export const NOBODY_MOVED: WhoMoved = { last_actor: null, last_from: null, last_rule: null };
type Moved = WhoMoved & Pick<Case, 'resume_state' | 'resume_entity'>;
/** What is passed over moved nobody: who sent the case into the step may take it back from behind it. What the clock decided nobody takes back. */
const whoStays = ({ last_actor, last_from, last_rule }: Case, { why }: DecisionCommand): WhoMoved =>
  why === 'late' ? NOBODY_MOVED : { last_actor, last_from, last_rule };

/** In the place of a rule: what the move wrote into other records stays there, so nobody takes it back. */
export const WRITTEN = 'written';

function moveCase(flow: Flow, before: Case, by: Moved, event: number, target: Target, now: string): Case {
  const end = flow.steps.get(target.step)?.end ?? null;
  return {
    ...before,
    ...(end ? { ...NOBODY_MOVED, ...NOTHING_TO_RESUME } : by),
    ...(!end && by.last_actor !== null && writesBy(flow.def.write_back, event) ? { last_rule: WRITTEN } : {}),
    state: target.step,
    visit: before.visit + 1,
    seq: before.seq + 1,
    status: end ? 1 : 0,
    end_kind: end,
    finish_time: end ? now : null,
  };
}
