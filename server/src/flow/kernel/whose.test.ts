import { describe, expect, it } from 'vitest';
import { closingOf, successorOf } from './admit.ts';
import type { FlowState, Todo } from './model.ts';
import { todo } from './testing-decide.ts';
import { applicants, mayDecide, meant, signerOf } from './whose.ts';

const row = (id: number, rest: Partial<Todo> = {}): Todo =>
  todo({ id, review_state: 2, review_entity: 2, back_state: 2, visit: 1, ...rest });
const at = (visit: number, todos: Todo[]): FlowState => ({ case: { visit, status: 0, state: 2 } as never, todos });
const ids = (todos: readonly Todo[]) => todos.map(({ id }) => id);

describe('FLOW-01 who applied', () => {
  const sent = row(1, { review_state: 1, outcome: 1, back_state: 1, done_entity: 7 });

  it('the creator, whoever sent it in his name, and who sends it now', () => {
    expect(applicants({ todos: [] }, 1, null)).toEqual([1]);
    expect(applicants({ todos: [] }, 1, 8)).toEqual([1, 8]);
    expect(applicants({ todos: [sent, row(2, { outcome: 1, back_state: 0, done_entity: 9 })] }, 1, 7)).toEqual([1, 7, 9]);
  });

  it('nobody who signed a later step, has decided nothing yet, or whom nobody knows', () => {
    const todos = [
      row(2, { outcome: 1, done_entity: 6 }),
      row(3, { back_state: 1, done_entity: 5 }),
      row(4, { back_state: 1, outcome: 1 }),
    ];
    expect(applicants({ todos }, 1, null)).toEqual([1]);
  });
});

describe('FLOW-03 as what one signs', () => {
  it('first where nobody has decided at the same step of the same visit', () => {
    const mine = row(9, { roles: ['finance'] });
    const decided = (rest: Partial<Todo>) => row(1, { review_state: 3, outcome: 1, ...rest });
    expect(signerOf({ todos: [mine] }, mine)).toEqual({ roles: ['finance'], first: true });
    expect(signerOf({ todos: [mine, decided({})] }, mine).first).toBe(false);
    expect(signerOf({ todos: [mine, decided({ visit: 0 }), decided({ back_state: 3 })] }, mine).first).toBe(true);
    expect(signerOf({ todos: [mine, row(2)] }, mine).first).toBe(true);
  });
});

describe('FLOW-11 which row is meant', () => {
  const mine = row(1);
  const his = row(2, { review_entity: 3 });
  const other = row(3, { review_entity: 4 });
  const actor = { id: 2, principals: [3, 4] };

  it('his own first, then those of whom he acts for, and nobody else’s', () => {
    const closed = row(5, { review_state: 3, review_entity: 3 });
    expect(ids(mayDecide({ todos: [his, closed, other, mine, row(6, { review_entity: 9 })] }, actor))).toEqual([1, 2, 3]);
    expect(ids(mayDecide({ todos: [his, mine] }, { id: 2, principals: [2, 3] }))).toEqual([1, 2]);
  });

  it('his own of this visit, also when it is over: a second click signs for no principal', () => {
    const done = row(1, { review_state: 3 });
    expect(meant(at(1, [done, his]), actor).id).toBe(1);
    expect(meant(at(1, [row(7, { review_state: 3 }), mine, his]), actor).id).toBe(1);
    expect(meant(at(1, [done, row(7, { review_state: 3 })]), actor).id).toBe(7);
  });

  it('else his only principal’s; of several one must be named', () => {
    expect(meant(at(1, [his]), actor).id).toBe(2);
    expect(() => meant(at(1, [his, other]), actor)).toThrow(expect.objectContaining({ code: 314 }));
    const over = { review_state: 3 as const, done_entity: 2 };
    expect(
      meant(
        at(1, [
          { ...his, ...over },
          { ...other, ...over },
        ]),
        actor,
      ).id,
    ).toBe(3);
    expect(meant(at(1, [his, { ...other, review_state: 3, done_entity: 4 }]), actor).id, 'what its holder signed himself').toBe(2);
  });

  it('else what became of his last, of another visit; 312 where he never had any', () => {
    const before = [row(1, { visit: 1, review_state: 3 }), row(2, { visit: 1, review_state: 3, review_entity: 3 })];
    expect(meant(at(2, [...before, row(4, { visit: 2, review_entity: 9 })]), actor).id).toBe(2);
    expect(() => meant(at(2, [row(4, { visit: 2, review_entity: 9 })]), actor)).toThrow(expect.objectContaining({ code: 312 }));
    expect(() => meant(at(1, [row(4, { review_state: 6 })]), actor), 'a copy is no turn').toThrow(expect.objectContaining({ code: 312 }));
    expect(() => meant({ case: null, todos: [] }, actor)).toThrow(expect.objectContaining({ code: 312 }));
  });
});

describe('FLOW-11 who closed a row', () => {
  const voted = (id: number, by: number, time: string, rest: Partial<Todo> = {}) =>
    row(id, { review_state: 3, outcome: 1, done_entity: by, event_id: 20 + id, finish_time: `2026-11-21T0${time}:00:00.000Z`, ...rest });

  it('who did it; of one that was not needed, who decided last in its visit', () => {
    const excused = row(9, { review_state: 10 });
    expect(closingOf(at(1, []), voted(1, 5, '1'))).toEqual({ by: 5, event: 21 });
    const todos = [voted(2, 6, '3'), voted(1, 5, '1'), voted(3, 7, '4', { visit: 2 }), row(4, { outcome: 1 }), row(5, { done_entity: 8 })];
    expect(closingOf(at(1, todos), excused)).toEqual({ by: 6, event: 22 });
    expect(todos[0]!.id, 'the order of the rows stays').toBe(2);
    expect(closingOf(at(1, []), excused)).toBeNull();
  });

  it('of one that was handed on, who has it now; of any other nobody', () => {
    const moved = row(1, { review_state: 8 });
    const todos = [moved, row(2, { parent_id: 1, review_entity: 5 }), row(3, { parent_id: 1, review_entity: 6 }), row(4, { parent_id: 7 })];
    expect(successorOf(at(1, todos), moved)).toBe(6);
    expect(successorOf(at(1, [moved]), moved)).toBeNull();
    expect(successorOf(at(1, todos), row(1))).toBeNull();
  });
});
