import { Refusal } from '#protocol/codes.ts';
import { type Admitted, admit } from './admit.ts';
import { type Flow, isReject, isReturn, ruleOf } from './definition.ts';
import { demand, type Target } from './demand.ts';
import {
  type Case,
  type Closing,
  type Command,
  DECIDES,
  type DecisionCommand,
  type Diff,
  type Env,
  type FlowState,
  isApplicantStep,
  LIVE,
  ROW,
  type Todo,
} from './model.ts';
import { readRows } from './read-rows.ts';
import { threshold } from './rule.ts';

/**
 * The approval engine: what one command does to a case, or why it may not. Pure: the same arguments give the same answer, so the
 * log can be made again from its commands. A refused command changes nothing. Read answers null when there is nothing to stamp.
 */
export function decide(flow: Flow, state: FlowState, actor: number, command: Command, env: Env): Diff | Refusal | null {
  try {
    if (command.op === 'Read') return readRows(state, actor, env.now);
    const admitted = admit(flow, state, actor, command, env);
    const target = demand(flow, state, admitted, command, env);
    return decision(flow, state, actor, command, env, admitted, target);
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal;
    throw refusal;
  }
}

function decision(flow: Flow, state: FlowState, actor: number, command: DecisionCommand, env: Env, admitted: Admitted, target: Target): Diff {
  const { row, event, from } = admitted;
  const outcome = admitted.kind !== 'Submit' && isReject(flow, event) ? -1 : 1;
  const own: Closing[] = row
    ? [
        {
          id: row.id,
          review_state: ROW.decided,
          done_entity: actor,
          event_id: event.id,
          outcome,
          remark: command.remark,
          attachs: command.attachs,
          copies: command.copies,
        },
      ]
    : [];
  const effect = row && admitted.kind !== 'Submit' ? groupEffect(state, row, outcome) : { fires: true, excused: [], turn: [] };
  const before = state.case?.status === 0 ? state.case : newCase(from, env.record.creator);
  const moved = effect.fires ? moveCase(flow, before, actor, row?.rule ?? 'any', target, env.now) : { ...before, seq: before.seq + 1 };
  const submission = state.case?.status === 0 ? [] : [submissionRow(actor, command, env)];
  const opened = effect.fires ? openVisit(flow, actor, command, env, admitted, target, moved.visit) : [];
  return {
    op: admitted.kind,
    actor,
    behalf: behalfOf(row?.review_entity ?? env.record.creator, actor),
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

interface Effect {
  /** the step changes by this vote */
  fires: boolean;
  excused: Closing[];
  turn: { id: number; review_state: 7 }[];
}

/** What a vote does to its group and visit (workflow 2.2): excuses who is no longer asked, opens the next group, or fires the event. */
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
  const rest = live.filter((todo) => todo.ord === row.ord || inGroup.has(todo.parent_id ?? 0));
  return { fires: next.length === 0, excused: excuse(rest), turn: next.map((todo) => ({ id: todo.id, review_state: ROW.countersign })) };
}
const NOTHING: Effect = { fires: false, excused: [], turn: [] };
const voted = (todo: Todo): boolean => todo.review_state === ROW.decided;
const excuse = (todos: readonly Todo[]): Closing[] => todos.map(({ id }) => ({ id, review_state: ROW.excused }));

function nextGroup(live: readonly Todo[], ord: number): Todo[] {
  const queued = live.filter((todo) => todo.review_state === ROW.queued && todo.ord > ord);
  const first = Math.min(...queued.map((todo) => todo.ord));
  return queued.filter((todo) => todo.ord === first);
}

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
  const last = end ? { last_actor: null, last_from: null, last_rule: null } : { last_actor: actor, last_from: before.state, last_rule: rule };
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

const newRow = (actor: number, now: string): Todo => ({
  id: 0,
  review_state: ROW.pending,
  review_entity: actor,
  create_entity: actor,
  done_entity: null,
  back_state: 1,
  visit: 0,
  ord: 1,
  rule: 'any',
  parent_id: null,
  event_id: null,
  outcome: null,
  remark: '',
  attachs: '',
  copies: [],
  urgent: 0,
  limit_time: null,
  read_time: null,
  create_time: now,
  finish_time: null,
});

/** Row 1: the application itself, exactly one a case; what a return to the applicant names. */
const submissionRow = (actor: number, command: DecisionCommand, env: Env): Todo => ({
  ...newRow(actor, env.now),
  review_state: ROW.submitted,
  review_entity: env.record.creator,
  done_entity: actor,
  event_id: command.event,
  outcome: 1,
  remark: command.remark,
  attachs: command.attachs,
  copies: command.copies,
  finish_time: env.now,
});

/** The rows of the step entered: everyone at once, or one after the other for seq. Who gets it back by a return is alone. */
function openVisit(flow: Flow, actor: number, command: DecisionCommand, env: Env, admitted: Admitted, target: Target, visit: number): Todo[] {
  const { event } = admitted;
  const alone = isReturn(event) || isApplicantStep(target.step);
  const rule = alone ? 'any' : ruleOf(flow, event, target.step);
  return target.people.map((holder, at) => ({
    ...newRow(actor, env.now),
    review_state: rule === 'any' ? ROW.pending : rule === 'seq' && at > 0 ? ROW.queued : ROW.countersign,
    review_entity: holder,
    back_state: target.step,
    visit,
    ord: rule === 'seq' ? at + 1 : 1,
    rule,
    urgent: event.urgent ? 1 : 0,
    limit_time: event.urgent ? command.limit_time : null,
  }));
}

/** One unread copy for each person who has none open yet. */
function copyRows(state: FlowState, actor: number, command: DecisionCommand, env: Env, from: number, visit: number): Todo[] {
  const unread = new Set(state.todos.filter((todo) => todo.review_state === ROW.toRead).map((todo) => todo.review_entity));
  const people = [...new Set(command.copies)].filter((id) => !unread.has(id));
  return people.map((holder) => ({ ...newRow(actor, env.now), review_state: ROW.toRead, review_entity: holder, back_state: from, visit }));
}
