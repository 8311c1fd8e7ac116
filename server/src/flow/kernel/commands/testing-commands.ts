import { Refusal } from '#protocol/codes.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import { compileFlow, type Flow, type FlowDef } from '../../definition/definition.ts';
import { type Command, decide } from '../decide.ts';
import { bareCommand, type Diff, type Env, type FlowState, NO_CASE } from '../model.ts';
import { accept as acceptIn, countersigned as countersignedIn, env, event, flowOf, rowOf, state } from '../testing-decide.ts';

/** 1 applies; 2 decides alone at step 2; 3, 4 and 5 sign step 3 as its rule says; 6 and 7 are there; 9 is disabled. */
export function flowWith(sign: StateDef['sign'], flags: Partial<FlowDef> = {}, asserts: FlowDef['assert'] = []): Flow {
  const steps: StateDef[] = [
    state(1, [event(11, { next_state: 2 })]),
    state(2, [event(21, { next_state: 3 }), event(22, { next_state: 0 })]),
    state(3, [event(31, { next_state: 90 }), event(32, { next_state: 0 })], sign ? { sign } : {}),
    state(90, [], { end: 'pass' }),
  ];
  const { def } = flowOf(steps);
  return compileFlow({ ...def, relay: 1, assign: 1, add_sign: 1, copy: 1, assert: asserts, ...flags }, () => true);
}
export const all = flowWith('all');
export const people = { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 2 } as const;
export const at = (step: number, rest: Partial<Env> = {}) => env(step, { people, own: [1], ...rest });
export const accept = (before: FlowState, actor: number, what: Command, on: Env, of: Flow = all) => acceptIn(before, actor, what, on, of);
export const submitted = (of: Flow = all) => accept(NO_CASE, 1, bareCommand('Submit', { event: 11 }), at(1), of);
export const countersigned = (of: Flow = all) => countersignedIn(of);
export const passes = (before: FlowState, who: number, of: Flow = all, on = at(3)) =>
  accept(before, who, bareCommand('Review', { event: 31, todo: rowOf(before, who) }), on, of);
export const said = 'because';

/** What is refused, by its code and words; what is not, as it is. */
export function refusal(before: FlowState, actor: number, what: Command, on: Env, of: Flow = all): string | Diff | null {
  const answer = decide(of, before, actor, what, on);
  return answer instanceof Refusal ? `${answer.code} ${answer.remark}`.trim() : answer;
}
