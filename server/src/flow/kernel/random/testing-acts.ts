import fc from 'fast-check';
import type { Command } from '../decide.ts';
import type { FlowState } from '../model.ts';

/** What people do in the model beside deciding. */
export const ACTS = [
  'Relay',
  'Reply',
  'RevokeRelay',
  'Assign',
  'AddSign',
  'RemoveSign',
  'Copy',
  'Revoke',
  'Urge',
  'Handover',
  'Migrate',
] as const;
export type Act = (typeof ACTS)[number];
export const acts = fc.constantFrom(...ACTS);

/** Numbers that pick among what exists then. */
interface Choosing {
  actor: number;
  row: number;
  event: number;
  back: number;
  remark: boolean;
  copies: readonly number[];
  reviewers: readonly number[];
}

const LIVE = [2, 4, 7, 11, 13];
const DECIDES = [2, 7, 13];
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

/** One of them as somebody would send it: mostly what is possible, now and then upon any row, by anybody. */
export function actOf(act: Act, state: FlowState, move: Choosing, people: readonly number[]): { actor: number; command: Command } {
  const stray = move.event % 7 === 0;
  const of = (states: readonly number[]) => state.todos.filter((todo) => stray || states.includes(todo.review_state));
  const remark = move.remark || move.event % 4 ? 'said' : '';
  const reviewers = move.reviewers.length || stray ? move.reviewers : [pick(people, move.actor)!];
  const asking = state.todos.filter((todo) => todo.review_state === 4);
  const rows = {
    ...{ Relay: of(DECIDES), Reply: of([4]), Assign: of([2]), AddSign: of(DECIDES), RemoveSign: of(LIVE), Handover: of(LIVE) },
    RevokeRelay: state.todos.filter((todo) => asking.some(({ parent_id }) => parent_id === todo.id)),
    ...{ Copy: state.todos, Revoke: state.todos, Urge: state.todos, Migrate: state.todos },
  };
  const row = pick(rows[act], move.row);
  const todo = row?.id ?? 5;
  const holder = move.event % 5 === 0 ? (pick(people, move.actor) ?? 1) : (row?.review_entity ?? 1);
  switch (act) {
    case 'Handover':
      return { actor: 7, command: { op: act, todo, to: pick([...people, 9, 10], move.actor)!, remark } };
    case 'Migrate': {
      const step = stray ? pick([0, 1, 77, 90, 92], move.back)! : move.event % 3 ? (state.case?.state ?? 2) : 2 + (move.back % 4);
      return { actor: 7, command: { op: act, step, remark, ...(move.back % 2 ? { anew: true } : {}) } };
    }
    case 'Relay':
    case 'Assign':
      return { actor: holder, command: { op: act, todo, reviewers, remark } };
    case 'Reply':
    case 'RevokeRelay':
      return { actor: holder, command: { op: act, todo, remark } };
    case 'AddSign': {
      const place = pick(['before', 'with', 'after'] as const, move.back)!;
      return { actor: holder, command: { op: act, place, todo, reviewers, remark } };
    }
    case 'RemoveSign':
      return { actor: row?.create_entity ?? 1, command: { op: act, todo, remark } };
    case 'Copy':
      return { actor: holder, command: { op: act, copies: move.copies, remark } };
    case 'Revoke':
      return { actor: stray ? holder : (state.case?.last_actor ?? 1), command: { op: act, remark } };
    case 'Urge':
      return { actor: holder, command: { op: act, todo: stray ? todo : null, remark } };
  }
}
