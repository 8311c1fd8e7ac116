import { Refusal } from '#protocol/codes.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { LIVE, TODO } from '#protocol/rules/todo.ts';
import { type Flow, type GuardFacts, isReject, ruleInto } from '../../definition/definition.ts';
import { NOBODY_MOVED } from '../decision.ts';
import { factsOf } from '../demand.ts';
import type { Case, CommandRule, Env, FlowState } from '../model.ts';
import { NOTHING_TO_RESUME, upTo, wayTaken } from '../resume/resume.ts';
import { seatRows } from '../rows.ts';
import { demandWords } from './said.ts';
import { stays } from './stays.ts';

/**
 * A running case goes on by another published flow, at `step` of it. Where that is the step at which it waits, its people and their rows stay;
 * `anew` says that the step finds its people otherwise there, so that they are asked anew.
 */
export interface MigrateCommand {
  op: 'Migrate';
  step: number;
  anew?: true;
  remark?: string;
}

/** Decided by the flow that the case goes to. Who may is for the edge to say. */
export const migrate: CommandRule<MigrateCommand> = {
  does: (flow, state, actor, { op, step, anew, remark }, env) => {
    const at = state.case;
    if (at?.status !== 0) throw new Refusal(311);
    if (isFirst(at.state)) throw new Refusal(311, '$flow_migrate_home');
    const said = demandWords(remark, '$flow_migrate_why');
    const target = flow.steps.get(step);
    if (!target?.def || isFirst(step) || target.end) throw new Refusal(311, '$flow_migrate_step');
    demandPromises(flow, state, step, factsOf(env));
    const stood = { ...stays(at, { op, actor, now: env.now }), remark: said };
    if (step === at.state && !anew) return { ...stood, case: { ...stood.case, ...known(flow, at) } };
    return { ...stood, ...opened(flow, state, at, { actor, step, remark: said }, env) };
  },
};

/** Whoever waits is asked no more, and those whom the step finds are, as urgently. What somebody has signed in this visit would be lost: 311. */
function opened(
  flow: Flow,
  { todos }: FlowState,
  at: Case,
  { actor, step, remark }: { actor: number; step: number; remark: string },
  env: Env,
) {
  if (todos.some((todo) => todo.visit === at.visit && todo.outcome !== null)) throw new Refusal(311, '$flow_migrate_signed');
  const people = [...new Set(env.candidates)];
  if (env.lacking !== undefined || people.length === 0)
    throw new Refusal(314, env.lacking ? '$flow_no_role' : '$flow_no_handler', { step, role: env.lacking });
  const visit = at.visit + 1;
  const live = todos.filter((todo) => LIVE.has(todo.review_state));
  const { urgent, limit_time } = live.find((todo) => todo.urgent) ?? { urgent: 0 as const, limit_time: null };
  const seats = { step, visit, rule: ruleInto(flow, step), people, roles: (holder: number) => env.roles?.[holder] ?? [] };
  return {
    to_state: step,
    case: { ...at, ...NOBODY_MOVED, ...NOTHING_TO_RESUME, state: step, visit, seq: at.seq + 1 },
    close: live.map(({ id }) => ({ id, review_state: TODO.excused, done_entity: actor, remark })),
    open: seatRows(actor, env.now, seats).map((row) => ({ ...row, urgent, limit_time })),
  };
}

/** What the case remembers of steps that the flow has not is forgotten: nobody takes it back to them, and it goes straight back to none. */
const known = ({ steps }: Flow, { last_from, resume_state }: Case) => ({
  ...(last_from === null || steps.has(last_from) ? {} : NOBODY_MOVED),
  ...(resume_state == null || steps.has(resume_state) ? {} : NOTHING_TO_RESUME),
});

/** What the flow promises to be passed before a step holds for who comes into it midway, as the record's values stand, else 311. */
function demandPromises(flow: Flow, { case: at, todos }: FlowState, step: number, facts: GuardFacts): void {
  // what a return took back is not passed: the way ends before the step at which the case is
  const way = upTo(wayTaken(todos.filter(({ outcome }) => outcome !== null)).way, at!.state);
  for (const { before, must_pass, where } of flow.def.assert) {
    if (must_pass === step || way.includes(must_pass)) continue;
    const isBehind = !reaches(flow, 1, must_pass, (next) => next === step);
    const speaks = !where || flow.holds(where, facts);
    if (isBehind || (speaks && reaches(flow, step, must_pass, (next) => next === before, facts)))
      throw new Refusal(311, '$flow_migrate_promise', { step: must_pass });
  }
}

/** Whether a way on from a step, past none but `without`, leads to what is sought; where `facts` are given, by events that hold. */
function reaches(flow: Flow, from: number, without: number, sought: (step: number) => boolean, facts?: GuardFacts): boolean {
  const seen = new Set([from]);
  for (const step of seen) {
    if (sought(step)) return true;
    for (const event of flow.steps.get(step)?.events.values() ?? []) {
      const next = event.next_state;
      const holds = !event.where || !facts || event.where.includes('user.') || flow.holds(event.where, facts);
      if (next !== undefined && next !== without && !isFirst(next) && holds && !isReject(flow, event)) seen.add(next);
    }
  }
  return false;
}
