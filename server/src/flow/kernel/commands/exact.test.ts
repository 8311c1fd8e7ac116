import { describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { admit, closingOf } from '../admit.ts';
import { type Command, decide } from '../decide.ts';
import { WRITTEN } from '../decision.ts';
import { bareCommand, type Case, type Diff, type FlowState } from '../model.ts';
import { rowOf, todo } from '../testing-decide.ts';
import { accept, all, at, countersigned, flowWith, passes, refusal, said, submitted } from './testing-commands.ts';

const LATER = '2026-11-22T10:00:00.000Z';
const home = () => accept(submitted(), 2, bareCommand('Review', { event: 22 }), at(2));
/** The words of a refusal with what it says beside them. */
const dataOf = (before: FlowState, actor: number, what: Command, on = at(3)) => {
  const answer = decide(all, before, actor, what, on);
  return answer instanceof Refusal ? { remark: answer.remark, ...answer.data } : answer;
};

describe('FLOW-02 whose application it is', () => {
  const submit = (rest: object = {}) => bareCommand('Submit', { event: 11, ...rest });

  it('is sent by its applicant with his own open row, and by nobody with another’s or a closed one', () => {
    const back = home();
    expect(refusal(back, 1, submit({ todo: rowOf(back, 1) }), at(0))).toMatchObject({ op: 'Submit', todo_id: rowOf(back, 1) });
    expect(refusal(back, 1, submit({ todo: rowOf(back, 2) }), at(0)), 'a reviewer’s row').toBe('312');
    expect(refusal(back, 1, submit({ todo: back.todos[0]!.id }), at(0)), 'the submission, which is done').toBe('311 $flow_decided');
    expect(refusal(back, 1, submit({ todo: 987 }), at(0))).toBe('315');
    expect(refusal(back, 6, submit(), at(0))).toBe('312');
  });

  it('is not sent while it is with somebody else, and not decided as a reviewer decides while it is with him', () => {
    expect(refusal(submitted(), 1, submit(), at(2))).toBe('311');
    expect(refusal(home(), 1, bareCommand('Review', { event: 11 }), at(0))).toBe('311');
  });

  it('an agent has the row of him for whom he acts', () => {
    const back = home();
    expect(refusal(back, 8, submit(), at(0, { principals: [1] }))).toMatchObject({ todo_id: rowOf(back, 1), behalf: 1 });
  });

  it('a case that is over begins anew', () => {
    let over = countersigned();
    for (const who of [3, 4, 5]) over = passes(over, who);
    expect(admit(all, over, 1, submit(), at(1))).toMatchObject({ kind: 'Submit', row: null });
  });
});

describe('FLOW-07 what the clock passes over', () => {
  const skip = (rest: object = {}) => bareCommand('Skip', { event: 31, ...rest });

  it('is the one row that is named, else the first; one that is closed is none', () => {
    const now = countersigned();
    expect(admit(all, now, 0, skip(), at(3))).toMatchObject({ kind: 'Skip', row: { review_entity: 3 } });
    expect(admit(all, now, 0, skip({ todo: rowOf(now, 4) }), at(3))).toMatchObject({ row: { review_entity: 4 } });
    const signed = passes(now, 4);
    expect(refusal(signed, 0, skip({ todo: rowOf(signed, 4) }), at(3))).toBe('311');
  });

  it('goes forward, and back only for who is too late', () => {
    const now = countersigned();
    expect(refusal(now, 0, skip({ event: 32, todo: rowOf(now, 4) }), at(3))).toBe('311');
    expect(admit(all, now, 0, skip({ event: 32, todo: rowOf(now, 4), why: 'late' }), at(3))).toMatchObject({ kind: 'Skip', from: 3 });
  });
});

describe('FLOW-05 what is for reading is not decided with', () => {
  it('neither before nor after it was read', () => {
    const now = accept(submitted(), 1, { op: 'Copy', copies: [6], remark: said }, at(2));
    const decision = bareCommand('Review', { event: 21, todo: rowOf(now, 6) });
    expect(refusal(now, 6, decision, at(2))).toBe('312');
    const read = { ...now, todos: now.todos.map((one) => (one.review_entity === 6 ? { ...one, review_state: 12 as const } : one)) };
    expect(refusal(read, 6, decision, at(2))).toBe('312');
  });
});

describe('FLOW-09 who closed a row', () => {
  it('of one that was excused, who decided last in its visit, not who was written last', () => {
    const vote = { visit: 1, back_state: 3, outcome: 1 as const, review_state: 3 as const };
    const todos = [
      todo({ ...vote, id: 1, done_entity: 3, event_id: 31, finish_time: '2026-11-21T09:00:00.000Z' }),
      todo({ ...vote, id: 2, done_entity: 4, event_id: 32, finish_time: '2026-11-21T12:00:00.000Z' }),
      todo({ ...vote, id: 3, done_entity: 5, event_id: 33, finish_time: '2026-11-21T11:00:00.000Z' }),
      todo({ ...vote, id: 4, done_entity: 7, event_id: null, outcome: null, review_state: 5, finish_time: '2026-11-21T13:00:00.000Z' }),
      todo({ ...vote, id: 5, done_entity: 8, visit: 2, finish_time: '2026-11-21T14:00:00.000Z' }),
    ];
    expect(closingOf({ case: null, todos }, todo({ visit: 1, review_state: 10 }))).toEqual({ by: 4, event: 32 });
  });
});

describe('FLOW-05 an answer', () => {
  const asked = accept(submitted(), 2, { op: 'Relay', todo: null, reviewers: [6, 8], remark: said }, at(2));

  it('is one’s own before one’s principal’s; the other is named', () => {
    const on = at(2, { principals: [6], now: LATER });
    expect(refusal(asked, 8, { op: 'Reply', remark: 'yes' }, on)).toMatchObject({
      ...{ op: 'Reply', actor: 8, behalf: null, todo_id: rowOf(asked, 8), remark: 'yes', at: LATER },
    });
    expect(refusal(asked, 8, { op: 'Reply', todo: rowOf(asked, 6), remark: 'yes' }, on)).toMatchObject({
      ...{ behalf: 6, todo_id: rowOf(asked, 6) },
    });
    const both = at(2, { principals: [6, 8] });
    expect(refusal(asked, 7, { op: 'Reply', todo: rowOf(asked, 8), remark: 'yes' }, both)).toMatchObject({ behalf: 8 });
  });

  it('is given once', () => {
    const one = accept(asked, 6, { op: 'Reply', remark: 'yes' }, at(2));
    expect(dataOf(one, 6, { op: 'Reply', todo: rowOf(one, 6), remark: 'no' }, at(2))).toMatchObject({ remark: '$flow_decided', by: 6 });
  });

  it('question and withdrawal say whose they are, of which row, and why', () => {
    const row = rowOf(asked, 2);
    const on = at(2, { principals: [2], now: LATER });
    const asks: Command = { op: 'Relay', todo: row, reviewers: [7], remark: said };
    expect(refusal(asked, 5, asks, on)).toMatchObject({ op: 'Relay', actor: 5, behalf: 2, todo_id: row, remark: said, at: LATER });
    const withdraws = refusal(asked, 5, { op: 'RevokeRelay', todo: row, remark: 'no need' }, on);
    expect(withdraws).toMatchObject({ op: 'RevokeRelay', actor: 5, behalf: 2, todo_id: row, remark: 'no need', at: LATER });
  });
});

describe('FLOW-03 who is added', () => {
  const add = (place: 'before' | 'with' | 'after', reviewers = [6]): Command => ({ op: 'AddSign', place, reviewers, remark: said });
  const off = (now: FlowState, who: number): Command => ({ op: 'RemoveSign', todo: rowOf(now, who), remark: said });
  const ords = (now: FlowState) =>
    Object.fromEntries(now.todos.filter((one) => one.finish_time === null).map((one) => [one.review_entity, one.ord]));
  const root = { root: true } as const;

  it('is said with whose row it was, and moves only who waits behind', () => {
    const first = refusal(submitted(), 5, add('after'), at(2, { principals: [2] }));
    expect(first).toMatchObject({ op: 'AddSign', actor: 5, behalf: 2, remark: said, turn: [] });
    expect(refusal(countersigned(), 3, add('with'), at(3))).toMatchObject({ turn: [] });
    const after = accept(submitted(), 2, add('after'), at(2));
    expect(ords(accept(after, 2, add('with', [7]), at(2))), 'with: who signs after stays there').toEqual({ 2: 1, 6: 2, 7: 1 });
    expect(ords(accept(after, 2, add('after', [7]), at(2)))).toEqual({ 2: 1, 7: 2, 6: 3 });
    const gone = accept(after, 2, off(after, 6), at(2));
    expect(refusal(gone, 2, add('after', [7]), at(2)), 'who was taken off is moved no more').toMatchObject({ turn: [] });
  });

  it('who signed in an earlier visit of the step does not stand beside', () => {
    const again = accept(home(), 1, bareCommand('Submit', { event: 11 }), at(0, { candidates: [2] }));
    expect(ords(accept(again, 2, add('with'), at(2)))).toEqual({ 2: 1, 6: 1 });
  });

  it('and not called yet goes without a word to anybody', () => {
    const after = accept(submitted(), 2, add('after', [6, 7]), at(2));
    expect(refusal(after, 2, off(after, 6), at(2))).toMatchObject({ turn: [], close: [{ id: rowOf(after, 6), review_state: 10 }] });
  });

  it('is not taken off where the votes that are there would decide without him: for it or against', () => {
    const half = flowWith('1/2');
    const yes = passes(countersigned(half), 3, half);
    expect(refusal(yes, 8, off(yes, 4), at(3, root), half)).toBe('311 $flow_remove_sign_decides');
    const most = flowWith('2/3');
    const now = countersigned(most);
    const no = accept(now, 3, bareCommand('Review', { event: 32, todo: rowOf(now, 3) }), at(3), most);
    expect(refusal(no, 8, off(no, 4), at(3, root), most)).toBe('311 $flow_remove_sign_decides');
    const none = countersigned(half);
    expect(refusal(none, 8, off(none, 4), at(3, root), half)).toMatchObject({ turn: [] });
  });

  it('takes his own open questions with him, no answers, and nobody else’s questions', () => {
    let now = countersigned();
    for (const [who, reviewers] of [
      [3, [6]],
      [4, [7, 8]],
    ] as const)
      now = accept(now, who, { op: 'Relay', todo: rowOf(now, who), reviewers, remark: said }, at(3));
    now = accept(now, 8, { op: 'Reply', remark: 'yes' }, at(3));
    const gone = refusal(now, 2, off(now, 4), at(3, root));
    expect((gone as Diff).close.map(({ id }) => id)).toEqual([rowOf(now, 4), rowOf(now, 7)]);
  });
});

describe('FLOW-05 what is taken back', () => {
  const back: Command = { op: 'Revoke', remark: said };
  const caseOf = (rest: Partial<Case>): FlowState => {
    const now = countersigned();
    return { ...now, case: { ...now.case!, ...rest } };
  };

  it('by whom of all, also of one group that all signed; not what has written elsewhere', () => {
    expect(refusal(caseOf({ last_rule: 'all' }), 2, back, at(3))).toMatchObject({ to_state: 2 });
    expect(refusal(caseOf({ last_rule: WRITTEN }), 2, back, at(3))).toBe('311 $flow_revoke_written');
  });

  it('says whose decision it was, and in whose place', () => {
    const now = countersigned();
    expect(refusal(now, 2, back, at(3))).toMatchObject({
      op: 'Revoke',
      actor: 2,
      behalf: null,
      todo_id: rowOf(now, 2),
      to_state: 2,
      remark: said,
    });
    const todos = now.todos.map((one) => (one.review_entity === 2 ? { ...one, done_entity: 8, roles: ['head'] } : one));
    const byAgent = { case: { ...now.case!, last_actor: 8 }, todos };
    const diff = refusal(byAgent, 8, back, at(3));
    expect(diff).toMatchObject({
      behalf: 2,
      todo_id: rowOf(now, 2),
      open: [{ review_entity: 2, back_state: 2, visit: 3, roles: ['head'] }],
    });
    expect(refusal(submitted(), 1, back, at(2))).toMatchObject({ todo_id: null, open: [{ review_entity: 1, back_state: 1, roles: [] }] });
  });

  it('is his own decision at that step, whatever else he or others did', () => {
    const now = countersigned();
    const row = rowOf(now, 2);
    const more = { review_state: 3, visit: 1, finish_time: LATER } as const;
    const todos = [
      ...now.todos,
      todo({ ...more, id: 801, review_entity: 7, done_entity: 7, back_state: 2, outcome: 1 }),
      todo({ ...more, id: 802, review_entity: 8, done_entity: 2, back_state: 5, outcome: 1 }),
      todo({ ...more, id: 803, review_entity: 8, done_entity: 2, back_state: 2, outcome: null, review_state: 5 }),
    ];
    expect(refusal({ ...now, todos }, 2, back, at(3))).toMatchObject({ todo_id: row, open: [{ review_entity: 2 }] });
  });

  it('too late: says whose vote stands in the way', () => {
    const now = passes(countersigned(), 4);
    expect(dataOf(now, 2, back)).toMatchObject({ remark: '$flow_decided', by: 4, todo: rowOf(now, 4), state: 3 });
  });

  it('FLOW-04 what was returned to be sent straight back is so still for who takes back his own submission, and for nobody else', () => {
    const resumed = (rest: Partial<Case>, of = all, actor = 2) => {
      const diff = refusal(caseOf({ resume_state: 5, resume_entity: 7, ...rest }), actor, back, at(3), of);
      return (diff as Diff).case.resume_state;
    };
    expect(resumed({})).toBe(5);
    expect(resumed({ resume_state: 2 }), 'the return itself is taken back').toBeNull();
    const free = flowWith('all', { revoke: 'any' });
    expect(resumed({}, free, 1), 'the applicant takes all of it back').toBeNull();
    expect(resumed({ last_from: null, last_actor: null }, free, 1)).toBeNull();
    expect(resumed({ last_from: 1 }, free, 1), 'his own submission').toBe(5);
  });
});
