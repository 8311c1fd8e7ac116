import { neededFields } from '#protocol/meta/events.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { isReturn } from '#protocol/rules/event.ts';
import { formState, isFirst } from '#protocol/rules/states.ts';
import { TODO } from '#protocol/rules/todo.ts';
import { type Flow, type GuardFacts, isReject, ruleOf } from '../../definition/definition.ts';
import { mustPass } from '../../definition/may.ts';
import type { Case, DecisionCommand, Env, FlowState, Resumed, Todo } from '../model.ts';

/** What was returned `direct`, and is sent on now: where it goes straight back to, or why it does not. */
export interface Resumption {
  /** the step that returned it, and whose row that was */
  step: number;
  holder: number;
  /** the event that leads into that step on the ordinary way: its rule is the step's */
  into: EventDef | null;
  /** the ordinary way is walked: the flow is another now, its data lead otherwise, or what a promised step was passed upon has changed */
  off: 'version' | 'way' | 'changed' | null;
}

type Sent = Pick<Case, 'status' | 'last_actor' | 'last_from' | 'resume_state' | 'resume_entity'>;
/**
 * Whether a case waits for the one to whom it was returned `direct`: it was moved by that return, or came back to him by Revoke. The pair stays
 * behind his submission, so that he may take it back; from the next move on it is gone.
 */
const isDue = (at: Sent | null): at is Sent & { resume_state: number; resume_entity: number } =>
  at?.status === 0 && at.resume_state != null && at.resume_entity != null && (at.last_actor === null || at.last_from === at.resume_state);

/** Whom a case goes straight back to when it is sent on; null where it was not returned so. */
export const resumes = (at: Case | null): { step: number; holder: number } | null =>
  isDue(at) ? { step: at.resume_state, holder: at.resume_entity } : null;

/** What a decision by `event` at `from` means for a case that was returned `direct`; null where it was not, or is sent nowhere. */
export function resumption(
  flow: Flow,
  state: FlowState,
  { op, event, from }: { op: DecisionCommand['op']; event: EventDef; from: number },
  facts: GuardFacts,
  returned: Env['returned'],
): Resumption | null {
  const back = resumes(state.case);
  if (!back || op === 'Skip' || op === 'Reject' || isReturn(event) || isReject(flow, event)) return null;
  if (flow.steps.get(event.next_state ?? 0)?.end) return null;
  const off = (why: Resumption['off']): Resumption => ({ ...back, into: null, off: why });
  if (returned?.renewed || !flow.steps.get(back.step)?.def?.handler) return off('version');
  const way = wayTo(flow, event, back.step, facts);
  const passed = passedBetween(state.todos, formState(from), back.step);
  if (!way || !passed || way.between.join() !== passed.join()) return off('way');
  const promised = way.between.some((step) => mustPass(flow, step));
  if (promised && !sameData(facts.data, returned?.data)) return off('changed');
  return { ...back, into: way.into, off: null };
}

/** The steps from an event to a step as the data stand, and the event that leads into it; null where they lead elsewhere, or it is not sure. */
function wayTo(flow: Flow, event: EventDef, goal: number, facts: GuardFacts): { between: number[]; into: EventDef } | null {
  const between: number[] = [];
  for (let into: EventDef | undefined = event; into; ) {
    const step: number = into.next_state ?? 0;
    if (step === goal) return { between, into };
    if (between.includes(step) || isFirst(step)) return null;
    between.push(step);
    into = onward(flow, step, facts);
    if (into && neededFields(into).some((field) => isEmpty(facts.data[field]))) return null;
  }
  return null;
}

/** What a guard asks of who decides is not known of those who decided. */
const asksWho = (where: string): boolean => where.includes('user.');

function onward(flow: Flow, step: number, facts: GuardFacts): EventDef | undefined {
  for (const event of flow.steps.get(step)?.events.values() ?? []) {
    if (isReject(flow, event)) continue;
    if (event.where && asksWho(event.where)) return undefined;
    if (!event.where || flow.holds(event.where, facts)) return event;
  }
  return undefined;
}

const sameData = (now: GuardFacts['data'], then: GuardFacts['data'] | undefined): boolean =>
  then !== undefined &&
  Object.keys({ ...now, ...then }).every((name) => JSON.stringify(now[name] ?? null) === JSON.stringify(then[name] ?? null));

/** The steps that were passed, or passed over, between two of them when the later one returned it; null where they were not. */
function passedBetween(todos: readonly Todo[], from: number, to: number): number[] | null {
  const { kept } = wayTaken(todos.filter((todo) => counts(todo) || todo.skipped !== ''));
  const [begin, end] = [kept.indexOf(from), kept.lastIndexOf(to)];
  return begin < 0 || end <= begin ? null : kept.slice(begin + 1, end);
}
const counts = ({ review_state }: Todo): boolean => review_state === TODO.decided || review_state === TODO.submitted;

/**
 * The steps that rows of a case stand for, in their order: what a return took back is not on the way, and what went straight back to who had
 * returned it is where it was. `kept` is the way as it was when it was last returned.
 */
export function wayTaken(rows: readonly Pick<Todo, 'back_state' | 'outcome' | 'resume'>[]): { way: number[]; kept: number[] } {
  let way = [1];
  let kept = [1];
  for (const { back_state, outcome, resume } of rows) {
    const step = formState(back_state);
    way = [...upTo(isResumed(resume) ? kept : way, step), step];
    if (outcome === -1) kept = way;
  }
  return { way, kept };
}
export function upTo(way: readonly number[], step: number): number[] {
  const at = way.indexOf(step);
  return at < 0 ? [...way] : way.slice(0, at);
}

/** Whether a row was opened by going straight back. */
export const isResumed = (resume: Resumed | ''): boolean => resume === 'direct' || resume === 'step';

/**
 * Who has it there: who returned it, alone where one signs for all. Where several sign all of them do, as he refused for all; and where he is
 * not active, or the step does not find him any more, whom it finds now.
 */
export function resumeTarget(
  flow: Flow,
  state: FlowState,
  { step, holder, into }: Resumption,
  env: Pick<Env, 'people' | 'candidates' | 'own'>,
): { people: readonly number[]; resume: Resumed; rule: string; roles: readonly string[] | null | undefined } {
  const rule = ruleOf(flow, into!, step);
  const row = state.todos.findLast((todo) => todo.review_entity === holder && todo.back_state === step && todo.outcome === -1);
  const byHand = row !== undefined && row.parent_id !== null && !mustPass(flow, step) && !env.own?.includes(holder);
  const able = env.people[holder] !== 2 && (env.candidates.includes(holder) || (env.people[holder] === 1 && byHand));
  const resume = able ? 'direct' : 'step';
  if (able && rule === 'any') return { people: [holder], resume, rule, roles: row?.roles };
  return { people: [...new Set(env.candidates)], resume, rule, roles: undefined };
}

/** What a case remembers of a return once it is moved: the return itself writes it, a submission keeps it, all else forgets it. */
export function remembered(
  flow: Flow,
  before: Case,
  { kind, event, row, from, late }: { kind: string; event: EventDef; row: Todo | null; from: number; late: boolean },
): Pick<Case, 'resume_state' | 'resume_entity'> {
  if (isReturn(event) && event.resume && row) return { resume_state: from, resume_entity: row.review_entity };
  const keeps = kind === 'Skip' ? !late : !isReject(flow, event) && resumes(before) !== null;
  return keeps ? { resume_state: before.resume_state ?? null, resume_entity: before.resume_entity ?? null } : NOTHING_TO_RESUME;
}
export const NOTHING_TO_RESUME = { resume_state: null, resume_entity: null } as const;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && !value.length);
