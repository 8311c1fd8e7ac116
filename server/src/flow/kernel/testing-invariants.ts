import { isReturn } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { DECIDES, LIVE, OPEN, TODO, TURNS } from '#protocol/rules/todo.ts';
import { type Flow, isReject, stepList } from '../definition/definition.ts';
import type { Diff, FlowState, Todo } from './model.ts';

/** The row transitions that exist; 4, 7, 11 and 13 become 8 by Handover alone, 2 and 7 wait again (11) by AddSign alone. */
const MOVES: Record<number, readonly number[]> = {
  2: [3, 7, 8, 9, 10, 11],
  7: [3, 8, 9, 10, 11],
  13: [3, 8, 9, 10],
  4: [5, 8, 9, 10],
  6: [12],
  11: [2, 7, 8, 9, 10],
};

/** Which invariants a case breaks as it stands; written without the engine's own thresholds where they matter. */
export function brokenInState(flow: Flow, { case: at, todos }: FlowState): string[] {
  const broken: string[] = [];
  const must = (id: string, holds: boolean) => void (holds || broken.push(id));
  if (!at) return todos.length ? ['I11'] : [];
  const live = todos.filter((todo) => LIVE.has(todo.review_state));
  const open = live.filter((todo) => todo.review_state !== TODO.queued);
  const final = Boolean(flow.steps.get(at.state)?.end);
  must('I1 running is not final', (at.status === 0) === !final);
  const asked = new Set(live.filter((todo) => todo.review_state === TODO.asked).map((todo) => todo.parent_id));
  must('I1 someone decides', at.status === 1 || live.some((todo) => DECIDES.has(todo.review_state)));
  must(
    'I1 someone can act',
    at.status === 1 || asked.size > 0 || live.some((todo) => DECIDES.has(todo.review_state) && !asked.has(todo.id)),
  );
  must(
    'I12 who is asked has an asker who decides',
    [...asked].every((id) => live.some((todo) => todo.id === id && DECIDES.has(todo.review_state))),
  );
  must(
    'I12 what was passed to somebody was passed on',
    todos.every(
      (todo) =>
        todo.review_state !== TODO.turned || todos.some(({ id, review_state }) => id === todo.parent_id && review_state === TODO.moved),
    ),
  );
  must(
    'I18 a promised step was signed, or passed over',
    at.end_kind !== 'pass' || flow.def.assert.every(({ where, must_pass }) => where || todos.some((todo) => passedAt(todo, must_pass))),
  );
  must('I1 done has no live row', at.status === 0 || live.length === 0);
  must(
    'I2 live rows are of the visit',
    live.every((todo) => todo.visit === at.visit && todo.back_state === at.state),
  );
  must('I2b one live row a person', new Set(live.map((todo) => todo.review_entity)).size === live.length);
  must(
    'I4 finish time',
    todos.every((todo) => (todo.finish_time === null) === OPEN.has(todo.review_state)),
  );
  must(
    'I4 outcome',
    todos.every((todo) => (todo.outcome !== null) === (todo.review_state === TODO.submitted || todo.review_state === TODO.decided)),
  );
  must('I11 one application', todos.filter((todo) => todo.review_state === TODO.submitted).length === 1);
  const unread = todos.filter((todo) => todo.review_state === TODO.toRead).map((todo) => todo.review_entity);
  must('I15 one unread copy a person', new Set(unread).size === unread.length);
  const lowest = Math.min(...live.map((todo) => todo.ord));
  must(
    'I5 open rows in the lowest group',
    open.every((todo) => todo.ord === lowest),
  );
  must(
    'I5 queued rows above it',
    live.every((todo) => todo.review_state !== TODO.queued || todo.ord > lowest),
  );
  const group = todos.filter(
    (todo) => todo.visit === at.visit && todo.ord === lowest && (DECIDES.has(todo.review_state) || todo.review_state === TODO.decided),
  );
  must('I5 one rule a group', new Set(group.map((todo) => todo.rule)).size <= 1);
  if (at.status === 0) must('I6 undecided', undecided(group));
  return broken;
}

const passedAt = ({ back_state, outcome }: Todo, step: number): boolean => back_state === step && outcome === 1;

/** Neither side can have won in the open group. */
function undecided(group: readonly Todo[]): boolean {
  const votes = (of: number) => group.filter((todo) => todo.review_state === TODO.decided && todo.outcome === of).length;
  return !passed(group[0]?.rule ?? 'any', group.length, votes(1)) && !failed(group[0]?.rule ?? 'any', group.length, votes(-1));
}

/** I16's own wording of the rules. */
function passed(rule: string, n: number, passes: number): boolean {
  if (rule === 'any') return passes >= 1;
  if (rule === 'all' || rule === 'seq') return passes === n;
  const [part, whole] = rule.split('/').map(Number) as [number, number];
  return passes > 0 && passes * whole >= part * n;
}

function failed(rule: string, n: number, rejects: number): boolean {
  return rejects > 0 && (rule === 'any' || rule === 'all' || rule === 'seq' || !passed(rule, n, n - rejects));
}

/** Which invariants one accepted command breaks. */
export function brokenByStep(flow: Flow, before: FlowState, diff: Diff, after: FlowState, principals: readonly number[] = []): string[] {
  const broken: string[] = [];
  const must = (id: string, holds: boolean) => void (holds || broken.push(id));
  const old = new Map(before.todos.map((todo) => [todo.id, todo]));
  for (const todo of after.todos) {
    const was = old.get(todo.id);
    if (!was) continue;
    if (was.review_state !== todo.review_state)
      must(`I4 ${was.review_state} to ${todo.review_state}`, (MOVES[was.review_state] ?? []).includes(todo.review_state));
    if (!OPEN.has(was.review_state)) must('I4 closed is final', same(was, todo));
  }
  must('I7 seq', after.case?.seq === (before.case?.status === 0 || AFTER_THE_END.has(diff.op) ? before.case!.seq : 0) + 1);
  must('I13 visit', (after.case?.visit ?? 0) >= (before.case?.visit ?? 0));
  const decided = diff.todo_id === null ? null : old.get(diff.todo_id);
  if (diff.op === 'Handover') broken.push(...brokenByHandover(before, diff, after));
  else if (decided && BY_HOLDER.has(diff.op)) must('I9 holder or agent', [diff.actor, ...principals].includes(decided.review_entity));
  if (decided && (BY_HOLDER.has(diff.op) || diff.op === 'Handover')) must('I4 one decision', OPEN.has(decided.review_state));
  const taken = flow.steps.get(diff.from_state)?.events.get(diff.event_id ?? 0);
  must('I20 a file that is asked for', !taken?.need_attach || Boolean(diff.close.find(({ id }) => id === diff.todo_id)?.attachs));
  if (diff.op === 'Assign') must('Assign of one row', diff.close.length === 1 && decided?.review_state === TODO.pending);
  if (diff.op === 'Migrate') broken.push(...brokenByMigrate(flow, before, diff));
  else if (diff.op === 'Revoke') broken.push(...brokenByRevoke(flow, before, diff));
  else must('I10 edge', DECISIONS.has(diff.op) ? legalMove(flow, before, diff) : stood(before, diff));
  if ((diff.op === 'Review' || diff.op === 'Reject') && after.case!.visit !== before.case!.visit)
    must('I16 vote', fairlyLeft(flow, before, diff, after));
  return broken;
}

/** Mostly the very values: only others are compared as they are written. */
function same(was: Todo, todo: Todo): boolean {
  const keys = Object.keys(was) as (keyof Todo)[];
  if (keys.length === Object.keys(todo).length && keys.every((key) => was[key] === todo[key])) return true;
  return JSON.stringify(was) === JSON.stringify(todo);
}

/** One row for another: the same seats are open or wait as before, one of them with somebody else, who has no second one at the step. */
function brokenByHandover(before: FlowState, diff: Diff, after: FlowState): string[] {
  const seats = ({ todos }: FlowState) =>
    todos
      .filter((todo) => LIVE.has(todo.review_state))
      .map(({ review_state, back_state, visit, ord, rule, limit_time }) => [review_state, back_state, visit, ord, rule, limit_time].join())
      .sort()
      .join(' ');
  const [row] = diff.open;
  const was = before.todos.find(({ id }) => id === diff.todo_id);
  const same = seats(before) === seats(after) && after.todos.length === before.todos.length + 1;
  const fresh = before.todos.every(
    (todo) => todo.review_entity !== row?.review_entity || todo.visit !== was?.visit || todo.outcome === null,
  );
  return [...(same ? [] : ['Handover loses or doubles a to-do']), ...(fresh ? [] : ['Handover lets somebody decide twice at a step'])];
}

/** Whose sender speaks from a row of his own, or of a principal's. */
const BY_HOLDER = new Set(['Submit', 'Review', 'Reject', 'Relay', 'Reply', 'RevokeRelay', 'Assign', 'AddSign']);
const AFTER_THE_END = new Set(['Read', 'Copy']);

/** Back to where the case came from, by who sent it, with no vote cast since; or where the flow says so to the applicant, by him. */
function brokenByRevoke({ def }: Flow, before: FlowState, diff: Diff): string[] {
  const at = before.case!;
  const any = def.revoke === 'any' && diff.to_state === 1;
  const home = at.last_from === 0 ? 1 : at.last_from;
  const mine = at.last_actor === diff.actor && diff.to_state === home && at.last_rule !== null && ['any', 'all'].includes(at.last_rule);
  const untouched = before.todos.every((todo) => todo.visit !== at.visit || todo.outcome === null);
  const inverse =
    diff.case.visit === at.visit + 1 && diff.open.length === 1 && diff.close.every((one) => one.review_state === TODO.revoked);
  return [
    ...(any || (mine && untouched) ? [] : ['I10 what is taken back is not his']),
    ...(inverse && diff.case.last_actor === null ? [] : ['I17 more is taken back than the last step']),
  ];
}

/** At its step with the same rows, or at a step of the flow that it goes to with others, where nobody's signature is lost by it. */
function brokenByMigrate({ steps }: Flow, before: FlowState, diff: Diff): string[] {
  const at = before.case!;
  const to = steps.get(diff.to_state);
  const same = stood(before, diff) && [diff.close, diff.open, diff.turn].every((rows) => rows.length === 0);
  const live = before.todos.filter((todo) => LIVE.has(todo.review_state)).map(({ id }) => id);
  const anew =
    diff.case.visit === at.visit + 1 &&
    diff.case.last_actor === null &&
    diff.close.length === live.length &&
    diff.close.every(({ id, review_state }) => live.includes(id) && review_state === TODO.excused) &&
    before.todos.every((todo) => todo.visit !== at.visit || todo.outcome === null);
  return [
    ...(at.status === 0 && diff.event_id === null && to?.def && !to.end && !isFirst(diff.to_state) ? [] : ['Migrate leads nowhere']),
    ...(same || anew ? [] : ['Migrate loses a signature or a to-do']),
  ];
}

const DECISIONS = new Set(['Submit', 'Review', 'Reject', 'Skip']);
/** What decides nothing moves nothing. */
const stood = (before: FlowState, diff: Diff): boolean =>
  diff.event_id === null && diff.to_state === diff.from_state && diff.case.visit === before.case?.visit;

function legalMove(flow: Flow, before: FlowState, diff: Diff): boolean {
  const event = flow.steps.get(diff.from_state)?.events.get(diff.event_id ?? 0);
  if (!event) return false;
  if (diff.to_state === diff.from_state && diff.case.visit === before.case?.visit) return true;
  const opened = diff.open.filter((todo) => todo.visit === diff.case.visit && LIVE.has(todo.review_state));
  // what goes straight back is asked for itself (testing-resume.ts)
  if (!isReturn(event)) return diff.to_state === event.next_state || opened.some(({ resume }) => resume === 'direct' || resume === 'step');
  // to an applicant who has left it does not go: the administrators get it
  if (isFirst(diff.to_state)) return stepList(event.back_state).some(isFirst) && opened.length > 0;
  const home = before.todos.some(
    (todo) =>
      (todo.review_state === TODO.submitted || todo.review_state === TODO.decided) &&
      todo.back_state === diff.to_state &&
      todo.review_entity === opened[0]?.review_entity,
  );
  return stepList(event.back_state).includes(diff.to_state) && opened.length === 1 && home;
}

function fairlyLeft(flow: Flow, before: FlowState, diff: Diff, after: FlowState): boolean {
  const event = flow.steps.get(diff.from_state)!.events.get(diff.event_id!)!;
  const visit = before.case!.visit;
  const seats = ({ todos }: FlowState) =>
    todos.filter(
      (todo) =>
        todo.visit === visit &&
        todo.back_state === diff.from_state &&
        (DECIDES.has(todo.review_state) || todo.review_state === TODO.decided),
    );
  const own = before.todos.find((todo) => todo.id === diff.todo_id)!;
  const groups = byOrd(seats(before));
  const count = (ord: number, of: number) =>
    seats(after).filter((todo) => todo.ord === ord && todo.review_state === TODO.decided && todo.outcome === of).length;
  if (isReject(flow, event)) return failed(own.rule, groups.get(own.ord)!.length, count(own.ord, -1));
  // nobody who had to sign with the others, found or added, is passed over (I18)
  const bound = (todo: Todo) => TURNS.has(todo.review_state) && (todo.rule === 'all' || todo.rule === 'seq');
  const excused = diff.close.filter((closing) => closing.review_state === TODO.excused).map(({ id }) => id);
  const bypassed = before.todos.some((todo) => excused.includes(todo.id) && bound(todo));
  return !bypassed && [...groups].every(([ord, rows]) => passed(rows[0]!.rule, rows.length, count(ord, 1)));
}

function byOrd(todos: readonly Todo[]): Map<number, Todo[]> {
  const groups = new Map<number, Todo[]>();
  for (const todo of todos) groups.set(todo.ord, [...(groups.get(todo.ord) ?? []), todo]);
  return groups;
}
