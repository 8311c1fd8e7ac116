import { describe, expect, it } from 'vitest';
import type { Todo } from './model.ts';
import { outcomeOf, tallyOf } from './outcome.ts';
import { event, flowOf, state, todo } from './testing-decide.ts';

const flow = flowOf([
  state(1, [event(11, { next_state: 2 })]),
  state(2, [event(21, { next_state: 90 }), event(22, { next_state: 0 }), event(23, { back_state: '1' })]),
  state(90, [], { end: 'pass' }),
  state(91, [], { end: 'cancel' }),
  state(92, [], { end: 'reject' }),
]);

describe('FLOW-01 what became of a record', () => {
  it.each([
    ['waiting', 21, false, 90],
    ['approved', 21, true, 90],
    ['cancelled', 21, true, 91],
    ['refused', 21, true, 92],
    ['moved', 11, true, 2],
    ['returned', 22, true, 0],
    ['returned', 23, true, 1],
    ['returned', 23, true, 2],
  ] as const)('%s: event %d, fired %s, at step %d now', (outcome, id, fired, step) => {
    expect(outcomeOf(flow, event(id, id === 23 ? { back_state: '1' } : { next_state: step }), fired, step)).toBe(outcome);
  });
});

describe('FLOW-03 how far a visit is', () => {
  const row = (id: number, review_state: Todo['review_state'], rest: Partial<Todo> = {}) => todo({ id, review_state, ...rest });

  it('the applicant signs alone', () => {
    expect(tallyOf({ case: null, todos: [row(1, 3)] }, null)).toEqual({ signed: 0, of: 1 });
  });

  it('who signed, of those who do or will; who was excused, gave it away or is only told does not count', () => {
    const todos = [row(1, 7), row(2, 3), row(3, 11), row(4, 13), row(5, 10), row(6, 8), row(7, 6), row(8, 4)];
    expect(tallyOf({ case: null, todos }, todos[0]!)).toEqual({ signed: 1, of: 4 });
  });

  it('another visit, and another step in the same, are not counted', () => {
    const todos = [row(1, 2, { visit: 2 }), row(2, 3, { visit: 1 }), row(3, 3, { visit: 2, back_state: 9 }), row(4, 7, { visit: 1 })];
    expect(tallyOf({ case: null, todos }, todos[0]!)).toEqual({ signed: 0, of: 1 });
  });
});
