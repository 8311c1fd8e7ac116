import { Refusal } from '#protocol/codes.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { DECIDES, LIVE, TODO } from '#protocol/rules/todo.ts';
import { may, mustPass } from '../../definition/may.ts';
import { decidedAlready, decidingRow, found } from '../admit.ts';
import type { Closing, CommandRule, FlowState, Todo, Turning } from '../model.ts';
import { newRow } from '../rows.ts';
import { fraction, threshold } from '../rule.ts';
import { called, excuse, nextGroup } from '../votes.ts';
import { demandNamed, demandSigner, demandWords, type Said } from './said.ts';
import { behalfOf, stays } from './stays.ts';

/** Where the added sign, seen from who adds them: before him, at once with him, after him. */
export type SignPlace = 'before' | 'with' | 'after';

/**
 * 加签: others must sign at this step too. `before`: they take the place in the group, and the row of who adds them waits behind it. `with`:
 * they sign in his group, which all of them must pass. `after`: they are a group of their own behind it. Nobody is added to a vote by ratio,
 * nor beside people of whom any one signs.
 */
export const addSign: CommandRule<{ op: 'AddSign'; place: SignPlace } & Said> = {
  names: ({ reviewers = [] }) => reviewers,
  does: (flow, state, actor, { op, place, todo = null, reviewers, remark }, env) => {
    const row = decidingRow(flow, state, actor, todo, env);
    if (isFirst(row.back_state)) throw new Refusal(311);
    if (!may(flow, row.back_state, 'add_sign')) throw new Refusal(312, '$flow_add_sign_off');
    demandPlace(state, row, place);
    const asked = demandWords(remark);
    const people = demandNamed(reviewers, env, '$flow_add_sign_whom');
    demandSigner(flow, state, row, people, env);
    const { back_state, visit, urgent, limit_time } = row;
    const alone = row.rule === 'any';
    const after = place === 'after';
    const seat = {
      // what the step was given until holds for whoever signs at it
      ...{ back_state, visit, parent_id: row.id, asked, urgent, limit_time },
      ...{ ord: after ? row.ord + 1 : row.ord, rule: after || alone ? 'all' : row.rule },
      review_state: after ? TODO.queued : TODO.countersign,
    };
    return {
      ...stays(state.case!, { op, actor, now: env.now }),
      ...{ behalf: behalfOf(row, actor), todo_id: row.id, remark: asked },
      turn: [...turnsOf(row, place), ...(place === 'with' ? [] : behind(state, row).map(movedBack))],
      open: people.map((holder) => ({ ...newRow(actor, env.now), ...seat, review_entity: holder })),
    };
  },
};

function demandPlace(state: FlowState, row: Todo, place: SignPlace): void {
  if (fraction(row.rule)) throw new Refusal(311, '$flow_add_sign_vote');
  const group = groupOf(state, row);
  if (place !== 'after' && row.rule === 'any' && group.length > 1) throw new Refusal(311, '$flow_add_sign_any');
  if (place === 'before' && row.review_state === TODO.turned) throw new Refusal(311, '$flow_add_sign_turned');
}

function turnsOf({ id, review_state, ord, rule }: Todo, place: SignPlace): Turning[] {
  if (place === 'before') return [{ id, review_state: TODO.queued, ord: ord + 1 }];
  if (place === 'after' || rule !== 'any') return [];
  return [{ id, review_state: review_state === TODO.pending ? TODO.countersign : review_state, rule: 'all' }];
}

/** Who counts in a row's group: who has signed in it, and who is to. */
const groupOf = ({ todos }: FlowState, { visit, back_state, ord }: Todo): Todo[] =>
  todos.filter(
    (todo) =>
      todo.visit === visit &&
      todo.back_state === back_state &&
      todo.ord === ord &&
      (DECIDES.has(todo.review_state) || todo.review_state === TODO.decided),
  );
const behind = ({ todos }: FlowState, { visit, ord }: Todo): Todo[] =>
  todos.filter((todo) => todo.visit === visit && todo.ord > ord && todo.review_state === TODO.queued);
const movedBack = ({ id, review_state, ord }: Todo): Turning => ({ id, review_state, ord: ord + 1 });

/**
 * 减签: one of those who are to sign is excused, by who added him or by an administrator. Nobody whom the flow finds for a step that must be
 * passed, and never so that nobody is left to decide, or that the vote would be over by it.
 */
export const removeSign: CommandRule<{ op: 'RemoveSign'; todo: number; remark?: string }> = {
  does: (flow, state, actor, { op, todo, remark }, env) => {
    const row = found(state, todo);
    const at = state.case!;
    if (isFirst(row.back_state) || row.visit !== at.visit) throw new Refusal(311);
    const adder = adderOf(state, row);
    if (adder !== actor && !env.root) throw new Refusal(312, '$flow_remove_sign_who');
    if (!LIVE.has(row.review_state)) throw decidedAlready(state, row);
    if (row.review_state === TODO.asked) throw new Refusal(311, '$flow_remove_sign_asked');
    if (adder === null && mustPass(flow, row.back_state)) throw new Refusal(312, '$flow_remove_sign_bound');
    const said = demandWords(remark);
    const { turn, close } = without(state, row);
    return {
      ...stays(at, { op, actor, now: env.now }),
      ...{ behalf: null, todo_id: row.id, remark: said, turn },
      close: [{ id: row.id, review_state: TODO.excused, done_entity: actor, remark: said }, ...close],
    };
  },
};

/** Who added the row, however often it was passed on since; null where the flow found its holder. */
export function adderOf({ todos }: FlowState, row: Todo): number | null {
  const parent = todos.find(({ id }) => id === row.parent_id);
  if (!parent) return null;
  // what was opened as its parent was closed is the parent's row in other hands; whom its holder had added before stays added
  return parent.review_state === TODO.moved && parent.back_state === row.back_state && parent.finish_time === row.create_time
    ? adderOf({ case: null, todos }, parent)
    : row.create_entity;
}

/** What a row's leaving does to its group: those who wait behind it are called where it was the last; 311 where that would decide. */
function without(state: FlowState, row: Todo): { turn: Turning[]; close: Closing[] } {
  const asked = state.todos.filter((todo) => todo.parent_id === row.id && todo.review_state === TODO.asked);
  const close = excuse(asked);
  if (row.review_state === TODO.queued) return { turn: [], close };
  const group = groupOf(state, row).filter(({ id }) => id !== row.id);
  const open = group.filter((todo) => DECIDES.has(todo.review_state));
  const votes = (of: 1 | -1) => group.filter(({ outcome }) => outcome === of).length;
  const needed = threshold(row.rule, group.length);
  if (open.length) {
    if (votes(1) >= needed.pass || votes(-1) >= needed.reject) throw new Refusal(311, '$flow_remove_sign_decides');
    return { turn: [], close };
  }
  const next = nextGroup(behind(state, row), row.ord);
  if (next.length === 0) throw new Refusal(311, '$flow_remove_sign_last');
  return { turn: next.map(called), close };
}
