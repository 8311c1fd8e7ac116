import { describe, expect, it } from 'vitest';
import { bareCommand, type FlowState, NO_CASE } from '../kernel/model.ts';
import { accept, env, event, flowOf, flowWith, state, submitted } from '../kernel/testing-decide.ts';
import { stepBar } from './steps.ts';

/** 1 applies, 2 checks, 3 signs only where the amount is 1, 4 closes; 90 passed, 92 refused. 2 and 4 return, everybody after 2 refuses. */
const way = flowOf([
  state(1, [event(11, { next_state: 2 })]),
  state(2, [event(21, { next_state: 3, where: 'small' }), event(22, { next_state: 4 }), event(23, { next_state: 92 })]),
  state(3, [event(31, { next_state: 4 }), event(32, { next_state: 0 })]),
  state(4, [event(41, { next_state: 90 }), event(42, { next_state: 0 }), event(43, { back_state: '2,3' })]),
  state(90, [], { end: 'pass' }),
  state(92, [], { end: 'reject' }),
]);

const small = { amount: 1 };
const facts = (data: Readonly<Record<string, unknown>>) => ({ ...env(1), data });
const decided = (from: FlowState, step: number, event: number, of: { amount?: number; to?: number; back?: number } = {}) => {
  const record = { state: step, creator: 1, data: { amount: of.amount ?? 1 } };
  return accept(
    from,
    Math.max(step, 1),
    bareCommand(step <= 1 ? 'Submit' : 'Review', { event, remark: 'x', back_id: of.back ?? null }),
    env(step, { record, candidates: of.to === undefined ? [] : [of.to] }),
    way,
  );
};
/** The steps of the bar: those done with ✓, the one where it stands bare (× where it was refused), those to come with …. */
const bar = (of: FlowState, at: number, data: Readonly<Record<string, unknown>> = small) =>
  stepBar(way, of, at, facts(data) as never)
    .map(({ state, kind }) => `${state}${{ done: '✓', now: '', refused: '×', ahead: '…' }[kind]}`)
    .join(' ');

const applied = () => decided(NO_CASE, 1, 11, { to: 2 });
const atThree = () => decided(applied(), 2, 21, { to: 3 });
const atFour = () => decided(atThree(), 3, 31, { to: 4 });

describe('FLOW-09 the step bar is the way that a record went, then the way it would go', () => {
  it('a draft sees the whole way ahead, by its data', () => {
    expect([bar(NO_CASE, 1), bar(NO_CASE, 1, { amount: 2 })]).toEqual(['1 2… 3… 4… 90…', '1 2… 4… 90…']);
  });

  it('what is signed is behind, and what it leads to ahead', () => {
    expect(bar(atFour(), 4)).toBe('1✓ 2✓ 3✓ 4 90…');
    expect(bar(decided(atFour(), 4, 41), 90)).toBe('1✓ 2✓ 3✓ 4✓ 90✓');
  });

  it('a step that nobody went through is never behind, whatever the data say since', () => {
    const jumped = decided(decided(NO_CASE, 1, 11, { to: 2, amount: 2 }), 2, 22, { to: 4, amount: 2 });
    expect(bar(jumped, 4, small)).toBe('1✓ 2✓ 4 90…');
    expect(bar(atFour(), 4, { amount: 2 })).toBe('1✓ 2✓ 3✓ 4 90…');
  });

  it('sent back to the applicant it begins anew', () => {
    expect(bar(decided(atFour(), 4, 42), 0)).toBe('1 2… 3… 4… 90…');
  });

  it('refused in its second round it shows the second round, not what was signed in the first', () => {
    const again = decided(decided(atFour(), 4, 42), 0, 11, { to: 2 });
    expect(bar(again, 2)).toBe('1✓ 2 3… 4… 90…');
    expect(bar(decided(again, 2, 23), 92)).toBe('1✓ 2× 92×');
  });

  it('sent back to a step it goes on from there', () => {
    const three = atFour().todos.find((todo) => todo.back_state === 2)!;
    const from = atFour();
    const back = decided(from, 4, 43, { back: from.todos.find((todo) => todo.back_state === three.back_state)!.id });
    expect(bar(back, 2)).toBe('1✓ 2 3… 4… 90…');
    expect(bar(decided(back, 2, 22, { to: 4 }), 4)).toBe('1✓ 2✓ 4 90…');
  });

  it('a record that came without a case stands on the way of its data', () => {
    expect([bar(NO_CASE, 4), bar(NO_CASE, 90), bar(NO_CASE, 92)]).toEqual(['1✓ 2✓ 3✓ 4 90…', '1✓ 2✓ 3✓ 4✓ 90✓', '1✓ 92×']);
  });

  it('a vote that the majority decided was of all who were asked', () => {
    const ratio = flowWith('2/3');
    let at = accept(submitted(), 2, bareCommand('Review', { event: 21, reviewers: [3, 4, 5] }), env(2), ratio);
    for (const holder of [3, 4]) at = accept(at, holder, bareCommand('Review', { event: 31 }), env(3), ratio);
    const steps = stepBar(ratio, at, 90, facts(small) as never);
    expect(steps.find(({ state }) => state === 3)).toMatchObject({ kind: 'done', rule: '2/3', signed: 2, of: 3 });
    const one = accept(submitted(), 2, bareCommand('Review', { event: 26, reviewers: [] }), env(2, { candidates: [3, 4] }), ratio);
    expect(stepBar(ratio, accept(one, 3, bareCommand('Review', { event: 31 }), env(3), ratio), 90, facts(small) as never)[2]).toMatchObject(
      { who: [3] },
    );
  });
});
