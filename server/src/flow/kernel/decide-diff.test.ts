import { describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { decide } from './decide.ts';
import { bareCommand, type Diff, type FlowState, NO_CASE } from './model.ts';
import { accept, countersigned, env, event, flow, flowOf, NOW, rowOf, state, submitted, todo } from './testing-decide.ts';

const answered = (diff: ReturnType<typeof decide>): Diff => {
  if (diff === null || diff instanceof Refusal) throw diff ?? new Error('nothing');
  return diff;
};
const LAST = { last_actor: 1, last_from: 1, last_rule: 'any', resume_state: null, resume_entity: null };

describe('FLOW-02 what a decision writes', () => {
  it('the first submission: the case, the row of the application, the row of who has it now', () => {
    const what = bareCommand('Submit', { event: 11, remark: 'please', attachs: 'a.pdf', copies: [6] });
    expect(decide(flow, NO_CASE, 1, what, env(1))).toEqual({
      op: 'Submit',
      actor: 1,
      behalf: null,
      todo_id: null,
      event_id: 11,
      from_state: 1,
      to_state: 2,
      remark: 'please',
      at: NOW,
      case: { state: 2, visit: 1, status: 0, seq: 1, create_entity: 1, end_kind: null, finish_time: null, ...LAST },
      close: [],
      turn: [],
      open: [
        todo({
          id: 0,
          review_state: 1,
          review_entity: 1,
          done_entity: 1,
          back_state: 1,
          visit: 0,
          event_id: 11,
          outcome: 1,
          remark: 'please',
          attachs: 'a.pdf',
          copies: [6],
          finish_time: NOW,
        }),
        todo({ id: 0 }),
        todo({ id: 0, review_state: 6, review_entity: 6, back_state: 1, visit: 0 }),
      ],
      read: [],
    });
  });

  it('an agent submits and signs in the name of his principal, and the log says so', () => {
    const sent = answered(decide(flow, NO_CASE, 6, bareCommand('Submit', { event: 11 }), env(1, { principals: [1] })));
    expect(sent).toMatchObject({ actor: 6, behalf: 1, open: [{ review_entity: 1, done_entity: 6 }, { create_entity: 6 }] });
    const signed = answered(decide(flow, submitted(), 6, bareCommand('Review', { event: 26 }), env(2, { principals: [2] })));
    expect(signed).toMatchObject({ actor: 6, behalf: 2, close: [{ done_entity: 6 }] });
    expect(answered(decide(flow, submitted(), 2, bareCommand('Review', { event: 26 }), env(2))).behalf).toBeNull();
  });

  it('a vote that moves nothing counts in the log alone; the one that moves the record says by whom it came', () => {
    const first = countersigned();
    const vote = answered(decide(flow, first, 3, bareCommand('Review', { event: 31, remark: 'ok', attachs: 'b', copies: [6] }), env(3)));
    expect(vote.case).toEqual({ ...first.case, seq: first.case!.seq + 1 });
    expect(vote).toMatchObject({ from_state: 3, to_state: 3, turn: [], open: [{ review_state: 6, review_entity: 6, back_state: 3 }] });
    expect(vote.close).toEqual([
      {
        id: rowOf(first, 3),
        review_state: 3,
        done_entity: 3,
        event_id: 31,
        outcome: 1,
        remark: 'ok',
        attachs: 'b',
        copies: [6],
      },
    ]);
    const back = answered(decide(flow, first, 3, bareCommand('Review', { event: 32, back_id: rowOf(first, 2), remark: 'x' }), env(3)));
    expect(back).toMatchObject({ op: 'Reject', to_state: 2, case: { last_actor: 3, last_from: 3, last_rule: 'all', visit: 3 } });
    expect(back.close.map(({ id, review_state, outcome }) => [id, review_state, outcome])).toEqual([
      [rowOf(first, 3), 3, -1],
      [rowOf(first, 4), 10, undefined],
      [rowOf(first, 5), 10, undefined],
    ]);
  });

  it('at an end nobody caused the next visit, for there is none', () => {
    const last = accept(submitted(), 2, bareCommand('Review', { event: 24 }), env(2));
    expect(last.case).toEqual({
      ...submitted().case,
      ...{ state: 90, visit: 2, seq: 2, status: 1, end_kind: 'pass', finish_time: NOW },
      ...{ last_actor: null, last_from: null, last_rule: null },
    });
  });

  it('the applicant takes his application back: nobody is asked for it to pass', () => {
    const cancelled = flowOf([
      state(1, [event(11, { next_state: 2 }), event(12, { next_state: 91 })]),
      state(2, [event(22, { next_state: 0 })]),
      state(91, [], { end: 'cancel' }),
    ]);
    const sent = answered(decide(cancelled, NO_CASE, 1, bareCommand('Submit', { event: 12 }), env(1)));
    expect(sent).toMatchObject({ op: 'Submit', open: [{ outcome: 1 }], case: { status: 1, end_kind: 'cancel', state: 91 } });
    expect(sent.open).toHaveLength(1);
    const back = accept(submitted(), 2, bareCommand('Review', { event: 22 }), env(2), cancelled);
    expect(decide(cancelled, back, 1, bareCommand('Submit', { event: 12 }), env(0))).toMatchObject({ close: [{ outcome: 1 }], open: [] });
  });

  it('of several who got an application back one submits it, and the others are not asked any more', () => {
    const given = { people: { 1: 2, 3: 1, 4: 1 } as const, candidates: [3, 4] };
    const home = accept(submitted(), 2, bareCommand('Review', { event: 22, remark: 'x' }), env(2, given));
    expect(home.todos.slice(2).map((row) => [row.review_entity, row.back_state, row.rule])).toEqual([
      [3, 0, 'any'],
      [4, 0, 'any'],
    ]);
    const what = bareCommand('Submit', { event: 11, todo: rowOf(home, 4) });
    const on = env(0, { principals: [1, 3, 4], candidates: [2] });
    const again = answered(decide(flow, home, 4, what, on));
    expect(again.close).toMatchObject([
      { id: rowOf(home, 4), review_state: 3, done_entity: 4, outcome: 1 },
      { id: rowOf(home, 3), review_state: 10 },
    ]);
    expect(again).toMatchObject({ todo_id: rowOf(home, 4), behalf: null, case: { state: 2, visit: 3, last_from: 0 } });
    expect(again.open.map((row) => row.review_state)).toEqual([2]);
  });

  it('what goes wrong inside is no refusal', () => {
    const broken = {
      ...flow,
      holds: () => {
        throw new TypeError('broken');
      },
    };
    expect(() => decide(broken, submitted(), 2, bareCommand('Review', { event: 24 }), env(2))).toThrow(TypeError);
  });
});

describe('FLOW-03 a step that nobody but the applicant could sign is passed over', () => {
  const skip = (
    at: FlowState,
    of: Parameters<typeof bareCommand>[1],
    on = env(2, { record: { state: 2, creator: 1, data: { amount: 1 } } }),
  ) => decide(flow, at, 1, bareCommand('Skip', of), on);

  it('nobody signs: his row is excused, and the next one is asked', () => {
    const at = submitted();
    const over = answered(skip(at, { event: 26 }));
    expect(over).toMatchObject({ op: 'Skip', behalf: null, todo_id: rowOf(at, 2), from_state: 2, to_state: 3 });
    expect(over.close).toEqual([{ id: rowOf(at, 2), review_state: 10 }]);
    expect(over.case).toMatchObject({ state: 3, last_rule: 'any', last_from: 1, last_actor: 1 });
    expect(over.open.map((row) => row.review_entity)).toEqual([3, 4, 5]);
  });

  it('of many rows none is signed, and the rule of who votes is not asked', () => {
    const at = countersigned();
    const over = answered(decide(flow, at, 1, bareCommand('Skip', { event: 31 }), env(3)));
    expect(over.close).toEqual([3, 4, 5].map((holder) => ({ id: rowOf(at, holder), review_state: 10 })));
    expect(over.case).toMatchObject({ state: 90, status: 1 });
  });

  it('never by a refusal, never where nobody is asked, never on an earlier visit’s row', () => {
    expect(skip(submitted(), { event: 22, remark: 'x' })).toMatchObject({ code: 311 });
    expect(skip(NO_CASE, { event: 26 })).toMatchObject({ code: 311 });
    const at = submitted();
    const moved: FlowState = { ...at, case: { ...at.case!, visit: 2 } };
    expect(skip(moved, { event: 26 })).toMatchObject({ code: 311 });
  });
});
