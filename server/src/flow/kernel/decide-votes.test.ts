import { describe, expect, it } from 'vitest';
import { bareCommand, NO_CASE, type Todo } from './model.ts';
import { accept, countersigned, env, flowWith, submitted, todo } from './testing-decide.ts';
import { effectOf } from './votes.ts';

/** A running case at step 2 in its first visit. */
const running = { ...submitted().case!, visit: 1 };
const vote = (todos: readonly Todo[], outcome: 1 | -1 = 1) =>
  effectOf({ case: running, todos }, { kind: 'Review', row: todos[0]! }, outcome);
const asked = (id: number, rest: Partial<Todo> = {}) => todo({ id, review_entity: id, review_state: 7, rule: 'all', ...rest });
const excused = (...ids: number[]) => ids.map((id) => ({ id, review_state: 10 }));

describe('FLOW-03 what a vote does to those who are asked beside', () => {
  it('who handed his to-do on, was taken out or was excused counts no more', () => {
    const gone = [8, 9, 10].map((review_state, at) => asked(20 + at, { review_state: review_state as Todo['review_state'] }));
    expect(vote([asked(1), ...gone])).toEqual({ fires: true, excused: [], turn: [] });
    expect(vote([asked(1), ...gone, asked(2)])).toEqual({ fires: false, excused: [], turn: [] });
  });

  it('who got it in another’s place counts as he did', () => {
    expect(vote([asked(1), asked(2, { review_state: 13 })])).toMatchObject({ fires: false });
  });

  it('a vote against counts against alone', () => {
    const against = asked(2, { review_state: 3, outcome: -1, rule: '2/3' });
    const third = asked(3, { rule: '2/3' });
    expect(vote([asked(1, { rule: '2/3' }), against, third])).toMatchObject({ fires: false });
    expect(vote([asked(1, { rule: '2/3' }), against, third], -1)).toEqual({ fires: true, excused: excused(3), turn: [] });
  });

  it('a return excuses everybody, who waits for his turn and who was asked a question among them', () => {
    const rows = [asked(1), asked(2, { review_state: 11, ord: 2 }), asked(3, { review_state: 4, parent_id: 2 })];
    expect(vote(rows, -1)).toEqual({ fires: true, excused: excused(2, 3), turn: [] });
  });

  it('one after the other: the next ones are asked, those after them wait, and questions of those who are done are closed', () => {
    const rows = [
      asked(1, { rule: 'seq' }),
      asked(2, { rule: 'seq', review_state: 11, ord: 3 }),
      asked(3, { rule: 'seq', review_state: 11, ord: 2 }),
      asked(4, { rule: 'seq', review_state: 11, ord: 2 }),
    ];
    expect(vote(rows)).toEqual({
      fires: false,
      excused: [],
      turn: [
        { id: 3, review_state: 7 },
        { id: 4, review_state: 7 },
      ],
    });
  });

  it('a question that one of the group asked is closed with it; one of a later group stays', () => {
    const group = [asked(1, { rule: '1/2' }), asked(2, { rule: '1/2' })];
    const later = asked(3, { rule: 'seq', review_state: 11, ord: 2 });
    const question = (id: number, parent_id: number) => asked(id, { review_state: 4, ord: 2, parent_id });
    expect(vote([...group, later, question(5, 2), question(6, 3)])).toEqual({
      fires: false,
      excused: excused(2, 5),
      turn: [{ id: 3, review_state: 7 }],
    });
  });

  it('what was voted in a group before counts there alone', () => {
    const before = [-1, 1, 1].map((outcome, at) => asked(10 + at, { rule: '1/2', review_state: 3, outcome: outcome as 1 | -1 }));
    expect(vote([asked(1, { ord: 2 }), ...before])).toEqual({ fires: true, excused: [], turn: [] });
  });

  it('rows of an earlier visit neither count nor close', () => {
    expect(vote([asked(1), asked(2, { visit: 0 })])).toEqual({ fires: true, excused: [], turn: [] });
    expect(vote([asked(1), asked(2, { back_state: 1 })])).toEqual({ fires: true, excused: [], turn: [] });
  });
});

describe('FLOW-04 the applicant’s own decision moves the record, whoever else could have sent it', () => {
  it('rows that wait are excused, done ones and the one that he used are not', () => {
    const mine = todo({ id: 1 });
    const todos = [mine, todo({ id: 2 }), todo({ id: 3, review_state: 3, outcome: 1 }), todo({ id: 4, review_state: 11, ord: 2 })];
    expect(effectOf({ case: running, todos }, { kind: 'Submit', row: mine }, 1)).toEqual({
      fires: true,
      excused: excused(2, 4),
      turn: [],
    });
  });

  it('before there is a case nothing is there to excuse; a case that ended has nothing open', () => {
    expect(effectOf(NO_CASE, { kind: 'Submit', row: null }, 1)).toEqual({ fires: true, excused: [], turn: [] });
    const ended = { case: { ...running, status: 1 as const }, todos: [todo({ id: 2 })] };
    expect(effectOf(ended, { kind: 'Submit', row: null }, 1)).toMatchObject({ excused: [] });
  });
});

describe('FLOW-03 rows of the step that is entered', () => {
  it('each by its rule: at once, or in order and after each other', () => {
    const rows = (of: string) => {
      const on = env(2, { roles: { 3: ['chief'] } });
      const at = accept(submitted(), 2, bareCommand('Review', { event: 26 }), on, flowWith(of));
      return at.todos.slice(2).map((row) => [row.review_state, row.ord, row.rule, row.roles]);
    };
    expect(rows('any')).toEqual([
      [2, 1, 'any', ['chief']],
      [2, 1, 'any', []],
      [2, 1, 'any', []],
    ]);
    expect(rows('seq')).toEqual([
      [7, 1, 'seq', ['chief']],
      [11, 2, 'seq', []],
      [11, 3, 'seq', []],
    ]);
  });

  it('who gets it back is alone, as what he was asked before', () => {
    const on = env(2, { roles: { 3: ['chief'] } });
    const at = accept(submitted(), 2, bareCommand('Review', { event: 26 }), on);
    const first = accept(at, 2 + 1, bareCommand('Review', { event: 31 }), env(3));
    const back = accept(first, 4, bareCommand('Review', { event: 32, back_id: first.todos[1]!.id, remark: 'x' }), env(3));
    expect(back.todos.at(-1)).toMatchObject({ review_entity: 2, review_state: 2, rule: 'any', roles: [], urgent: 0, limit_time: null });
    expect(countersigned().todos.at(-1)).toMatchObject({ rule: 'all', review_state: 7 });
  });

  it('an urgent event sets its limit on the rows that it opens', () => {
    const limit_time = '2026-11-22T08:00:00.000Z';
    const at = accept(submitted(), 2, bareCommand('Review', { event: 25, limit_time }), env(2));
    expect(at.todos.slice(2).map((row) => [row.urgent, row.limit_time])).toEqual([3, 4, 5].map(() => [1, limit_time]));
  });
});
