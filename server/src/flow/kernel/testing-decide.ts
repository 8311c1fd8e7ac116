import { Refusal } from '#protocol/codes.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import { compileFlow, type Flow, type FlowDef } from '../definition/definition.ts';
import { type Command, decide } from './decide.ts';
import { evolve, numbered } from './evolve.ts';
import { bareCommand, type Diff, type Env, type FlowState, NO_CASE, type Todo } from './model.ts';

export const named = { uid: 'u', key_name: 'n', key_name_en: 'n' };
/** Each a choice of its own, unless `rest` gives it the name of another. */
export const event = (id: number, rest: Partial<EventDef>): EventDef => ({ ...named, key_name: `n${id}`, id, ...rest });
export const state = (value: number, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...named,
  value: String(value),
  actions: [{ ...named, op: 'Review', events }],
  ...rest,
});
/** 1 applies; 2 one reviewer; 3 countersigned by the rule given; 90 passed, 92 refused. */
export const flowWith = (sign: string): Flow => {
  return flowOf([
    state(1, [event(11, { next_state: 2 })]),
    state(2, [
      event(21, { next_state: 3, is_countersign: 1, need_handler: 1 }),
      event(22, { next_state: 0, need_remark: 1 }),
      event(23, { back_state: '1' }),
      event(24, { next_state: 90, where: 'ok', need_fields: 'review_no' }),
      event(25, { next_state: 3, urgent: 1 }),
      event(26, { next_state: 3 }),
    ]),
    state(3, [event(31, { next_state: 90 }), event(32, { back_state: '1,2' }), event(33, { next_state: 92 })], { sign }),
    state(90, [], { end: 'pass' }),
    state(92, [], { end: 'reject' }),
  ]);
};
/** A flow of these steps; its one guard asks whether the amount is 1. */
export function flowOf(states: StateDef[]): Flow {
  const def: FlowDef = {
    table_name: 't',
    states,
    edit_state: {},
    view_state: {},
    relay: 0,
    assign: 0,
    copy: 0,
    revoke: 'last',
    assert: [],
    write_back: [],
  };
  return compileFlow(def, (_, { data }) => data.amount === 1);
}
export const flow = flowWith('all');
export const NOW = '2026-11-21T08:00:00.000Z';
export const env = (step: number, rest: Partial<Env> = {}): Env => ({
  now: NOW,
  today: '2026-11-21',
  user: { id: 0, department_entity: null },
  record: { state: step, creator: 1, data: { amount: 1, review_no: 'A' } },
  principals: [],
  candidates: step <= 1 ? [2] : [3, 4, 5],
  people: { 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 9: 2 },
  ...rest,
});
const ids = { next: 0 };
/** What comes of a command that is not refused. */
export function accept(state: FlowState, actor: number, what: Command, on: Env, of = flow): FlowState {
  const diff = decide(of, state, actor, what, on);
  if (diff === null || diff instanceof Refusal) throw diff ?? new Error('nothing');
  return evolve(
    state,
    numbered(
      diff as Diff,
      diff.open.map(() => ++ids.next),
    ),
  );
}
export const submitted = () => accept(NO_CASE, 1, bareCommand('Submit', { event: 11 }), env(1));
export const countersigned = (of = flow) => accept(submitted(), 2, bareCommand('Review', { event: 21 }), env(2), of);
export const rowOf = (state: FlowState, holder: number) => state.todos.filter((todo) => todo.review_entity === holder).at(-1)!.id;
/** Holders and states of all rows, as they came. */
export const shape = (state: FlowState) => state.todos.map((todo) => `${todo.review_entity}:${todo.review_state}`).join(' ');

/** A row as the engine opens it. */
export const todo = (rest: Partial<Todo>): Todo => ({
  id: 1,
  review_state: 2,
  review_entity: 2,
  create_entity: 1,
  done_entity: null,
  back_state: 2,
  visit: 1,
  ord: 1,
  rule: 'any',
  roles: [],
  parent_id: null,
  event_id: null,
  outcome: null,
  remark: '',
  skipped: '',
  resume: '',
  asked: '',
  attachs: '',
  copies: [],
  urgent: 0,
  urge_time: null,
  limit_time: null,
  read_time: null,
  create_time: NOW,
  finish_time: null,
  ...rest,
});
