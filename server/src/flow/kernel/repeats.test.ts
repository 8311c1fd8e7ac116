import { describe, expect, it } from 'vitest';
import type { StateDef } from '#protocol/meta/flow.ts';
import { compileFlow, type Flow, type FlowDef } from '../definition/definition.ts';
import { bareCommand, type FlowState, NO_CASE } from './model.ts';
import { asksNothing, entered, passesAtOnce, repeated } from './repeats.ts';
import { accept as acceptIn, env, event, flowOf, rowOf, shape, state } from './testing-decide.ts';

/** Steps 2 to 4, each signed by whom the test says; a return from 3 and 4 to 2 and to the applicant. */
function flowWith(dedupe: FlowDef['dedupe'], rest: Partial<FlowDef> = {}): Flow {
  const back = { back_state: '1,2' };
  const steps: StateDef[] = [
    state(1, [event(11, { next_state: 2 })]),
    state(2, [event(21, { next_state: 3 })]),
    state(3, [event(31, { next_state: 4 }), event(33, back)]),
    state(4, [event(41, { next_state: 90 }), event(43, back)]),
    state(90, [], { end: 'pass' }),
  ];
  const { def } = flowOf(steps);
  return compileFlow({ ...def, dedupe, relay: 1, assign: 1, add_sign: 1, ...rest }, () => true);
}
const people = { 1: 1, 2: 1, 3: 1, 4: 1 } as const;
const at = (step: number, candidates: readonly number[]) => env(step, { people, own: [1], candidates });
const go = (of: Flow, before: FlowState, who: number, event_id: number, step: number, next: readonly number[]) =>
  acceptIn(before, who, bareCommand(step <= 1 ? 'Submit' : 'Review', { event: event_id }), at(step, next), of);
/** 2 signs step 2, then `third` are asked at step 3. */
const atThird = (of: Flow, third: readonly number[]) => go(of, go(of, NO_CASE, 1, 11, 1, [2]), 2, 21, 2, third);
const holders = (of: Flow, before: FlowState) => repeated(of, before).map(({ review_entity }) => review_entity);
const skip = (of: Flow, before: FlowState, step: number, event_id: number, who: number, next: readonly number[] = []) =>
  acceptIn(before, who, bareCommand('Skip', { event: event_id, todo: rowOf(before, who), why: 'same' }), at(step, next), of);

describe('FLOW-01 who has passed a case already', () => {
  it('signs again where the flow says nothing of it', () => {
    expect(holders(flowWith('none'), atThird(flowWith('none'), [2]))).toEqual([]);
    expect(holders(flowWith(undefined), atThird(flowWith(undefined), [2]))).toEqual([]);
  });

  it('is not asked at the next step; the row says why, and nobody has acted', () => {
    const of = flowWith('consecutive');
    const before = atThird(of, [2]);
    expect(holders(of, before)).toEqual([2]);
    const after = skip(of, before, 3, 31, 2, [3]);
    expect(shape(after)).toBe('1:1 2:3 2:3 3:2');
    expect(after.todos[2]).toMatchObject({ skipped: 'same', outcome: 1, done_entity: null, event_id: 31 });
    expect(after.case).toMatchObject({ state: 4, last_actor: 2, last_from: 2 });
  });

  it('of several his vote alone is given: the others sign', () => {
    const of = flowWith('consecutive', {
      states: flowWith('none').def.states.map((one) => (one.value === '3' ? { ...one, sign: 'all' } : one)),
    });
    const before = atThird(of, [2, 3]);
    const after = skip(of, before, 3, 31, 2, [3]);
    expect(shape(after)).toBe('1:1 2:3 2:3 3:7');
    expect(after.case).toMatchObject({ state: 3 });
    expect(holders(of, after)).toEqual([]);
  });

  it('two steps on only where the flow says once', () => {
    for (const [dedupe, found] of [
      ['consecutive', []],
      ['once', [2]],
    ] as const) {
      const of = flowWith(dedupe);
      const before = go(of, atThird(of, [3]), 3, 31, 3, [2]);
      expect(holders(of, before), dedupe).toEqual(found);
    }
  });

  it('is asked again for what was given back, taken back, or sent in anew', () => {
    const of = flowWith('once');
    const back = (who: number, step: number, event_id: number, before: FlowState, to: number) =>
      acceptIn(before, who, bareCommand('Review', { event: event_id, back_id: rowOf(before, to), remark: 'x' }), at(step, []), of);
    const returned = back(3, 3, 33, atThird(of, [3]), 2);
    expect(returned.case).toMatchObject({ state: 2 });
    expect(holders(of, returned)).toEqual([]);
    const again = go(of, returned, 2, 21, 2, [3]);
    expect(holders(of, again), 'who gave it back').toEqual([]);
    const onward = go(of, again, 3, 31, 3, [2]);
    expect(holders(of, onward), 'since then').toEqual([2]);
    const home = back(3, 3, 33, atThird(of, [3]), 1);
    const anew = go(of, home, 1, 11, 0, [3]);
    expect(holders(of, anew)).toEqual([]);
    const taken = acceptIn(atThird(of, [3]), 2, { op: 'Revoke', remark: 'x' }, at(3, []), of);
    expect(holders(of, taken)).toEqual([]);
  });

  it('is asked where somebody wants his word, and where the definition must have it', () => {
    const of = flowWith('once');
    const added = acceptIn(atThird(of, [3]), 3, { op: 'AddSign', place: 'with', reviewers: [2], remark: 'x' }, at(3, []), of);
    expect(holders(of, added)).toEqual([]);
    const passed = acceptIn(atThird(of, [3]), 3, { op: 'Assign', reviewers: [2], remark: 'x' }, at(3, []), of);
    expect(holders(of, passed)).toEqual([]);
    const must = flowWith('once', { assert: [{ before: 90, must_pass: 3 }] });
    expect(holders(must, atThird(must, [2]))).toEqual([]);
  });

  it('what an event asks of him the engine does not say for him', () => {
    for (const asks of [
      { need_remark: 1 },
      { need_fields: 'a' },
      { urgent: 1 },
      { need_handler: 1 },
      { back_state: '1' },
      { action: 'a' },
    ] as const)
      expect(asksNothing(event(1, { next_state: 3, ...asks })), JSON.stringify(asks)).toBe(false);
    expect(asksNothing(event(1, { next_state: 3 }))).toBe(true);
  });

  it('a preview knows it: by how many of those who would be asked', () => {
    const of = flowWith('consecutive');
    const before = go(of, NO_CASE, 1, 11, 1, [2]);
    const row = before.todos.at(-1)!;
    const asked = (who: readonly number[], rule: string) => passesAtOnce(of, entered(before, row, 3, who, rule), { rule, of: who.length });
    expect([asked([2], 'any'), asked([2, 3], 'any'), asked([2, 3], 'all'), asked([3], 'any'), asked([], 'any')]).toEqual([
      ...[true, true, false, false],
      false,
    ]);
  });
});
