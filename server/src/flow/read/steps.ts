import type { EventDef } from '#protocol/meta/flow.ts';
import { formState, isFirst } from '#protocol/rules/states.ts';
import { LIVE, TODO } from '#protocol/rules/todo.ts';
import type { ProcessStep } from '#protocol/wire/process.ts';
import { type Flow, type GuardFacts, isReject, ruleOf } from '../definition/definition.ts';
import type { FlowState, Todo } from '../kernel/model.ts';
import { isResumed, upTo, wayTaken } from '../kernel/resume/resume.ts';

/** A step of the bar with people by id; of those ahead nobody yet. */
export type BarStep = Omit<ProcessStep, 'who'> & { who: readonly number[] };

/** The way of a record through its flow: as it went so far, then along the events whose guards hold on its data. */
export function stepBar(
  flow: Flow,
  { case: at, todos }: FlowState,
  state: number,
  facts: GuardFacts,
  straight: number | null = null,
): BarStep[] {
  const here = isFirst(state) ? 1 : state;
  const behind = at ? gone(todos, here) : before(flow, facts, here);
  const ahead = straight === null ? [...wayOf(flow, facts, here).keys()].slice(1) : [...wayOf(flow, facts, straight).keys()];
  return [...behind, here, ...ahead].map((step, index) => {
    const kind =
      index < behind.length ? behindKind(flow, behind, index, here, todos) : index > behind.length ? 'ahead' : hereKind(flow, here);
    return {
      state: step,
      kind,
      ...(kind === 'ahead'
        ? { who: [], time: null }
        : visited(flow, step, kind, at?.finish_time ?? null, rowsOf(todos, step), sparedOf(todos, step))),
    };
  });
}

/** The step that refused a record is none that it passed. */
function behindKind(flow: Flow, behind: readonly number[], index: number, here: number, todos: readonly Todo[]): ProcessStep['kind'] {
  const refused = index === behind.length - 1 && hereKind(flow, here) === 'refused';
  return refused && rowsOf(todos, behind[index]!).some((todo) => todo.outcome === -1) ? 'refused' : 'done';
}

function hereKind(flow: Flow, step: number): ProcessStep['kind'] {
  const end = flow.steps.get(step)?.end;
  return end === 'pass' ? 'done' : end ? 'refused' : 'now';
}

function visited(
  flow: Flow,
  step: number,
  kind: ProcessStep['kind'],
  finished: string | null,
  rows: readonly Todo[],
  spared: number,
): Omit<BarStep, 'state' | 'kind'> {
  if (flow.steps.get(step)?.end) return { who: [], time: finished };
  const shown = kind === 'now' ? rows : rows.filter((todo) => todo.outcome !== null);
  const times = rows.map((todo) => (kind === 'now' ? todo.create_time : (todo.finish_time ?? ''))).sort();
  const time = (kind === 'now' ? times[0] : times.at(-1)) || null;
  const who = shown.map((todo) => todo.done_entity ?? todo.review_entity);
  const rule = rows[0]?.rule ?? 'any';
  if (rows.length < 2 && rule === 'any') return { who, time };
  const signed = rows.filter((todo) => todo.review_state === TODO.decided).length;
  // whom the others' votes spared was asked all the same
  const of = rows.length + (rule === 'any' ? 0 : spared);
  return { who, time, rule, signed, of };
}

/** Forward from a step to an end, with the rule by which each step will be signed; a step met twice ends it. */
export function wayOf(flow: Flow, facts: GuardFacts, from: number): ReadonlyMap<number, string> {
  const start = isFirst(from) ? 1 : from;
  const way = new Map([[start, 'any']]);
  for (let at = start; ; ) {
    const event = forward(flow, at, facts);
    const next = event?.next_state;
    if (next === undefined || way.has(next)) return way;
    way.set(next, ruleOf(flow, event!, next));
    at = next;
  }
}

/** The event that leads on from a step, as the record's data stand. */
export function forward(flow: Flow, step: number, facts: GuardFacts): EventDef | undefined {
  const events = [...(flow.steps.get(step)?.events.values() ?? [])];
  return events.find((event) => !isReject(flow, event) && (!event.where || flow.holds(event.where, facts)));
}

/** The steps decided on the way to here, in their order; what a return took back is not on it. */
function gone(todos: readonly Todo[], here: number): number[] {
  const decided = todos.filter((todo) => todo.review_state === TODO.decided || todo.review_state === TODO.submitted);
  const { way, kept } = wayTaken(decided);
  // what came straight back stands behind the steps that it had passed before
  const resumed = todos.some((todo) => formState(todo.back_state) === here && LIVE.has(todo.review_state) && isResumed(todo.resume));
  return upTo(resumed ? kept : way, here);
}

/** The steps that lead to here by its data, of a record that came without a case. */
function before(flow: Flow, facts: GuardFacts, here: number): number[] {
  const way = [...wayOf(flow, facts, 1).keys()];
  return way.includes(here) ? upTo(way, here) : [1];
}

/** The rows of the last visit to a step that somebody decided, has open, or waits for. */
function rowsOf(todos: readonly Todo[], step: number): Todo[] {
  const own = todos.filter((todo) => (step === 1 ? isFirst(todo.back_state) : todo.back_state === step) && counts(todo));
  const last = Math.max(...own.map((todo) => todo.visit));
  return own.filter((todo) => todo.visit === last);
}

/** How many of the last visit need not sign any more, because the others decided it. */
function sparedOf(todos: readonly Todo[], step: number): number {
  const visit = rowsOf(todos, step)[0]?.visit;
  return todos.filter((todo) => todo.review_state === TODO.excused && todo.visit === visit && todo.back_state === step).length;
}

const counts = (todo: Todo): boolean =>
  (LIVE.has(todo.review_state) && todo.review_state !== TODO.asked) ||
  todo.review_state === TODO.decided ||
  todo.review_state === TODO.submitted;
