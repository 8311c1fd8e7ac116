import { expect, it } from 'vitest';
import { dueOf, openingOp, TAB_STATES } from './todo-item.ts';

it('FLOW-06 DESK-03 each state of a row stands on one tab only', () => {
  const all = Object.values(TAB_STATES).flat();
  expect([...all].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 7, 13]);
});
it('FLOW-06 pending rows open to decide, the applicant goes on with his form, all else is looked at', () => {
  const open = (state: number, back_state: number, view: 'todo' | 'mine' | 'done' = 'todo') =>
    openingOp(view, { review_state: { id: state }, back_state });
  expect([open(2, 3), open(7, 4), open(13, 5)]).toEqual(['Review', 'Review', 'Review']);
  expect([open(2, 1), open(2, 0)]).toEqual(['Modify', 'Modify']);
  expect([open(4, 3), open(1, 1, 'mine'), open(3, 2, 'done')]).toEqual(['Show', 'Show', 'Show']);
});
it('says how near a limit is', () => {
  const now = new Date(2026, 10, 20, 12).getTime();
  expect([
    dueOf('2026-11-20 11:59:00', now),
    dueOf('2026-11-20 18:00:00', now),
    dueOf('2026-11-23 18:00:00', now),
    dueOf(null, now),
  ]).toEqual(['late', 'soon', 'later', 'none']);
});
