import { expect, it } from 'vitest';
import { goalOf, goalsOf } from './goals.ts';
import { NO_CASE, type Todo } from './model.ts';
import { event, todo } from './testing-decide.ts';

const back = event(9, { back_state: '1,2' });
const row = (id: number, rest: Partial<Todo>): Todo => todo({ id, review_state: 3, review_entity: 2, back_state: 2, visit: 1, ...rest });
const inVisit = (visit: number) => ({ ...NO_CASE.case!, visit, status: 0 }) as never;

it.each([
  ['what was decided before this visit', {}, 2],
  ['the application', { review_state: 1, back_state: 1, visit: 0 }, 1],
  ['a second application, which stands at 0', { back_state: 0 }, 1],
  ['what was decided in this very visit', { visit: 3 }, null],
  ['what is not decided', { review_state: 2 }, null],
  ['what nobody had to decide', { review_state: 10 }, null],
  ['a step that the event does not name', { back_state: 4 }, null],
] as [string, Partial<Todo>, number | null][])('FLOW-04 a return leads to %s: %o to %s', (_, rest, step) => {
  expect(goalOf(back, row(1, rest), 3)).toBe(step);
});

it('FLOW-04 a second application is no goal where the event names another step alone', () => {
  expect(goalOf(event(9, { back_state: '2' }), row(1, { back_state: 0 }), 3)).toBeNull();
});

it('FLOW-04 of each person and step the newest row is named; before the first visit there is none', () => {
  const todos = [
    row(1, { review_state: 1, back_state: 1, visit: 0, review_entity: 1 }),
    row(2, {}),
    row(3, { review_entity: 5 }),
    row(4, { back_state: 4 }),
    row(5, { visit: 2 }),
    row(6, { visit: 3 }),
  ];
  const named = goalsOf({ case: inVisit(3), todos }, back).map(({ todo: { id }, step }) => [id, step]);
  expect(named).toEqual([
    [1, 1],
    [5, 2],
    [3, 2],
  ]);
  expect(goalsOf({ case: null, todos }, back)).toEqual([]);
});
