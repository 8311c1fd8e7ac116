import { TODO } from '#protocol/rules/todo.ts';
import { type Flow, isReject } from '../definition/definition.ts';
import { type Admitted, admit, kindOf } from './admit.ts';
import { demand, eventHolding, factsOf, type Target } from './demand.ts';
import type { Case, Closing, CommandRule, DecisionCommand, Diff, Env, FlowState } from './model.ts';
import { copyRows, openVisit, submissionRow } from './rows.ts';
import { effectOf } from './votes.ts';

/** Submit, Review, Reject and Skip: a person's word on a step, or the engine's own over one that nobody could sign. */
export const decision: CommandRule<DecisionCommand> = {
  does: (flow, state, actor, command, env) => {
    const named = admit(flow, state, actor, command, env);
    const event = eventHolding(flow, named.from, named.event, command, factsOf(env));
    const admitted: Admitted = { ...named, event, kind: kindOf(command, event) };
    const target = demand(flow, state, admitted, command, env);
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
  const own: Closing[] =
    row && !skipped
      ? [
          {
            id: row.id,
            review_state: TODO.decided,
            done_entity: actor,
            event_id: event.id,
            outcome,
            remark: command.remark,
            attachs: command.attachs,
            copies: command.copies,
          },
        ]
      : [];
  const effect = effectOf(state, skipped ? { ...admitted, row: null } : admitted, outcome);
  const before = state.case?.status === 0 ? state.case : newCase(from, env.record.creator);
  const moved = effect.fires ? moveCase(flow, before, actor, row?.rule ?? 'any', target, env.now) : { ...before, seq: before.seq + 1 };
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
    close: [...own, ...effect.excused],
    turn: effect.turn,
    open: [...submission, ...opened, ...copyRows(state, actor, command, env, from, before.visit)],
    read: [],
  };
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
  end_kind: null,
  finish_time: null,
});

function moveCase(flow: Flow, before: Case, actor: number, rule: string, target: Target, now: string): Case {
  const end = flow.steps.get(target.step)?.end ?? null;
  const last = end
    ? { last_actor: null, last_from: null, last_rule: null }
    : { last_actor: actor, last_from: before.state, last_rule: rule };
  return {
    ...before,
    ...last,
    state: target.step,
    visit: before.visit + 1,
    seq: before.seq + 1,
    status: end ? 1 : 0,
    end_kind: end,
    finish_time: end ? now : null,
  };
}
