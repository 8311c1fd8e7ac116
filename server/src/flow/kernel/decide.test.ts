import { describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { decide } from './decide.ts';
import { bareCommand, type Decision, type DecisionCommand, type Env, type FlowState, NO_CASE } from './model.ts';
import { fraction, threshold } from './rule.ts';
import { accept, countersigned, env, event, flow, flowOf, flowWith, NOW, rowOf, shape, state, submitted } from './testing-decide.ts';

describe('FLOW-02 order of checks: one refusal each, earlier ones win', () => {
  const review = (of: Partial<Decision>, actor = 2, rest: Partial<Env> = {}) =>
    decide(flow, submitted(), actor, bareCommand('Review', of), env(2, rest));
  it.each<[string, () => unknown, number, string?]>([
    ['B15 a row that does not exist', () => review({ event: 21, todo: 999 }), 315],
    ["B15 another's to-do", () => review({ event: 21 }, 3), 312],
    ['submitting as somebody else', () => decide(flow, NO_CASE, 2, bareCommand('Submit', { event: 11 }), env(1)), 312],
    ['submitting what runs', () => decide(flow, submitted(), 1, bareCommand('Submit', { event: 11 }), env(2)), 311],
    ['B15 an event of no step', () => review({ event: 777 }), 403],
    ['B15 an event of another step', () => review({ event: 31 }), 311],
    ['B15 forged next_state', () => review({ event: 21, next_state: 90 }), 311],
    ['an approval through Reject', () => decide(flow, submitted(), 2, bareCommand('Reject', { event: 21 }), env(2)), 311],
    [
      'a guard that does not hold',
      () => review({ event: 24 }, 2, { record: { state: 2, creator: 1, data: { amount: 2 } } }),
      311,
      '$flow_guard',
    ],
    ['need_remark', () => review({ event: 22, remark: ' \n' }), 314, '$flow_need_remark'],
    [
      'need_fields',
      () => review({ event: 24 }, 2, { record: { state: 2, creator: 1, data: { amount: 1, review_no: '' } } }),
      314,
      '$flow_need_field',
    ],
    ['FLOW-04 a return without a row', () => review({ event: 23, remark: 'x' }), 314, '$flow_need_back'],
    ['FLOW-04 a return to a row that is not in the log', () => review({ event: 23, remark: 'x', back_id: 999 }), 311, '$flow_back_unknown'],
    [
      'FLOW-04 a return to the row itself',
      () => review({ event: 23, remark: 'x', back_id: rowOf(submitted(), 2) }),
      311,
      '$flow_back_unknown',
    ],
    ['nobody for the next step', () => review({ event: 21 }, 2, { candidates: [] }), 314, '$flow_no_handler'],
    ['urgent without a limit', () => review({ event: 25 }), 314, '$flow_need_limit'],
    ['FLOW-08 800 characters', () => review({ event: 21, remark: '办'.repeat(800) }), 316],
    ['a limit in the past', () => review({ event: 25, limit_time: '2026-11-21T07:59:00Z' }), 317],
    ['a limit that is no time', () => review({ event: 25, limit_time: 'soon' }), 317],
    ['a limit beyond ten years', () => review({ event: 25, limit_time: '2036-11-22T08:00:00Z' }), 317, '$flow_limit_far'],
    ['a limit where none is asked for', () => review({ event: 26, limit_time: '2026-12-01T00:00:00Z' }), 317, '$flow_limit_unasked'],
    ['an unknown person', () => review({ event: 21, reviewers: [77] }), 302],
    ['a disabled person', () => review({ event: 21, reviewers: [9] }), 303],
    [
      'B16 21 copies',
      () =>
        review({ event: 21, copies: Array.from({ length: 21 }, (_, i) => i + 2) }, 2, {
          people: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [i, 1])),
        }),
      341,
    ],
    ['handlers of the flow replaced', () => review({ event: 26, reviewers: [6] }), 312, '$flow_handler_fixed'],
  ])('%s', (_, run, code, remark) => {
    const refusal = run() as Refusal;
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal.code).toBe(code);
    if (remark) expect(refusal.remark).toBe(remark);
  });

  it("B15 another's open to-do is 312 whoever asks", () => {
    const state = countersigned();
    expect(decide(flow, state, 3, bareCommand('Review', { event: 31, todo: rowOf(state, 4) }), env(3))).toMatchObject({ code: 312 });
  });

  it('FLOW-08 799 characters of any plane are taken', () => {
    expect(decide(flow, submitted(), 2, bareCommand('Review', { event: 21, remark: '𠮷'.repeat(799) }), env(2))).not.toBeInstanceOf(
      Refusal,
    );
  });
});

describe('FLOW-03 countersign', () => {
  it('all: one after the other, the step changes with the last', () => {
    let state = countersigned();
    for (const holder of [3, 4]) state = accept(state, holder, bareCommand('Review', { event: 31 }), env(3));
    expect([state.case?.state, shape(state)]).toEqual([3, '1:1 2:3 3:3 4:3 5:7']);
    state = accept(state, 5, bareCommand('Review', { event: 31 }), env(3));
    expect(state.case).toMatchObject({ state: 90, status: 1, end_kind: 'pass' });
  });

  it('all: one veto returns it and excuses the rest', () => {
    let state = accept(countersigned(), 3, bareCommand('Review', { event: 31 }), env(3));
    const back = state.todos[0]!.id;
    state = accept(state, 4, bareCommand('Reject', { event: 32, remark: 'x', back_id: back }), env(3));
    expect([state.case?.state, shape(state)]).toEqual([1, '1:1 2:3 3:3 4:3 5:10 1:2']);
  });

  it('a refusal for good counts against, so a later approval cannot outvote it', () => {
    const state = accept(countersigned(), 3, bareCommand('Review', { event: 33 }), env(3));
    expect(state.case).toMatchObject({ state: 92, status: 1, end_kind: 'reject' });
  });

  it('2/3 of three: two carry it, two fell it', () => {
    const ratio = flowWith('2/3');
    let state = accept(countersigned(ratio), 3, bareCommand('Review', { event: 33 }), env(3), ratio);
    expect(state.case?.state).toBe(3);
    state = accept(state, 4, bareCommand('Review', { event: 31 }), env(3), ratio);
    expect(state.case?.state).toBe(3);
    state = accept(state, 5, bareCommand('Review', { event: 31 }), env(3), ratio);
    expect(state.case?.state).toBe(90);
  });

  it('seq: B17 whose turn it is not gets 311', () => {
    const inOrder = flowWith('seq');
    let state = countersigned(inOrder);
    expect(shape(state)).toBe('1:1 2:3 3:7 4:11 5:11');
    expect(decide(inOrder, state, 4, bareCommand('Review', { event: 31, todo: rowOf(state, 4) }), env(3))).toMatchObject({ code: 311 });
    state = accept(state, 3, bareCommand('Review', { event: 31 }), env(3), inOrder);
    expect(shape(state)).toBe('1:1 2:3 3:3 4:7 5:11');
  });

  it('B17 who is named twice signs once; who signed gets 311 with who did', () => {
    const state = accept(submitted(), 2, bareCommand('Review', { event: 21, reviewers: [3, 3, 4] }), env(2));
    expect(shape(state)).toBe('1:1 2:3 3:7 4:7');
    const voted = accept(state, 3, bareCommand('Review', { event: 31 }), env(3));
    expect(decide(flow, voted, 3, bareCommand('Review', { event: 31 }), env(3))).toMatchObject({
      code: 311,
      remark: '$flow_decided',
      data: { by: 3 },
    });
  });
});

describe('FLOW-04 returns', () => {
  it('to the applicant, who submits again; the same case goes on', () => {
    let state = accept(submitted(), 2, bareCommand('Review', { event: 22, remark: 'x' }), env(2));
    expect([state.case?.state, shape(state)]).toEqual([0, '1:1 2:3 1:2']);
    state = accept(state, 1, bareCommand('Submit', { event: 11 }), env(0));
    expect([state.case?.state, state.case?.seq, shape(state)]).toEqual([2, 3, '1:1 2:3 1:3 2:2']);
  });

  it('to an earlier reviewer: his row alone opens at his step', () => {
    let state = countersigned();
    const back = state.todos[1]!.id;
    state = accept(state, 5, bareCommand('Review', { event: 32, remark: 'x', back_id: back }), env(3));
    expect([state.case?.state, shape(state)]).toEqual([2, '1:1 2:3 3:10 4:10 5:3 2:2']);
  });
});

describe('FLOW-06 copies and reading', () => {
  it('one unread copy a person; Show stamps and closes it, again is nothing', () => {
    let state = accept(NO_CASE, 1, bareCommand('Submit', { event: 11, copies: [6, 6] }), env(1));
    state = accept(state, 2, bareCommand('Review', { event: 26, copies: [6] }), env(2));
    expect(state.todos.filter((todo) => todo.review_entity === 6)).toHaveLength(1);
    state = accept(state, 6, { op: 'Read' }, env(3));
    expect(state.todos.find((todo) => todo.review_entity === 6)).toMatchObject({ review_state: 12, read_time: NOW, finish_time: NOW });
    expect(decide(flow, state, 6, { op: 'Read' }, env(3))).toBeNull();
  });

  it('an agent acts for the holder, and the row says both', () => {
    const state = accept(submitted(), 6, bareCommand('Review', { event: 26 }), env(2, { principals: [2] }));
    expect(state.todos[1]).toMatchObject({ review_entity: 2, done_entity: 6, review_state: 3 });
  });
});

describe('FLOW-06 whose row is meant where none is named', () => {
  const sign = (state: FlowState, actor: number, principals: number[], todo: number | null = null) =>
    decide(flow, state, actor, bareCommand('Review', { event: 31, todo }), env(3, { principals }));
  const signed = (state: FlowState, actor: number, principals: number[], todo: number | null = null) =>
    accept(state, actor, bareCommand('Review', { event: 31, todo }), env(3, { principals }));

  it('an own row comes before a principal’s that stands before it', () => {
    const state = signed(countersigned(), 4, [3]);
    expect(shape(state)).toBe('1:1 2:3 3:7 4:3 5:7');
  });

  it('who has signed his own does not sign a principal’s by the same click once more: he names it', () => {
    const state = signed(countersigned(), 4, [3]);
    expect(sign(state, 4, [3])).toMatchObject({ code: 311, remark: '$flow_decided', data: { by: 4 } });
    expect(shape(signed(state, 4, [3], rowOf(state, 3)))).toBe('1:1 2:3 3:3 4:3 5:7');
  });

  it('one principal is meant; of several one must be named, also when one is done', () => {
    expect(shape(signed(countersigned(), 6, [3]))).toBe('1:1 2:3 3:3 4:7 5:7');
    const state = countersigned();
    expect(sign(state, 6, [3, 4])).toMatchObject({ code: 314, remark: '$flow_need_todo' });
    const one = signed(state, 6, [3, 4], rowOf(state, 3));
    expect(sign(one, 6, [3, 4])).toMatchObject({ code: 314, remark: '$flow_need_todo' });
    expect(sign(one, 6, [3])).toMatchObject({ code: 311, remark: '$flow_decided', data: { by: 6 } });
    const both = signed(one, 6, [3, 4], rowOf(one, 4));
    expect(sign(both, 6, [3, 4])).toMatchObject({ code: 311, remark: '$flow_decided' });
  });

  it('whose own row waits for its turn does not go before it in a principal’s name', () => {
    const inOrder = flowWith('seq');
    const state = countersigned(inOrder);
    expect(decide(inOrder, state, 4, bareCommand('Review', { event: 31 }), env(3, { principals: [3] }))).toMatchObject({ code: 311 });
    const named = decide(inOrder, state, 4, bareCommand('Review', { event: 31, todo: rowOf(state, 3) }), env(3, { principals: [3] }));
    expect(named).not.toBeInstanceOf(Refusal);
  });

  it('who has nothing in this visit learns who decided what he had', () => {
    const state = countersigned();
    expect(decide(flow, state, 2, bareCommand('Review', { event: 31 }), env(3))).toMatchObject({ code: 311, data: { by: 2 } });
  });
});

describe('rules as two numbers', () => {
  it.each([
    ['any', 5, 1, 1],
    ['all', 3, 3, 1],
    ['seq', 1, 1, 1],
    ['seq', 3, 3, 1],
    ['2/3', 3, 2, 2],
    ['2/3', 4, 3, 2],
    ['1/2', 4, 2, 3],
    ['1/1', 4, 4, 1],
  ])('%s of %d: %d pass, %d reject', (rule, n, pass, reject) => {
    expect(threshold(rule, n)).toEqual({ pass, reject });
  });
  it('no stalemate: pass + reject never exceeds n + 1', () => {
    for (let n = 1; n <= 12; n += 1) {
      for (const rule of ['any', 'all', '1/3', '1/2', '2/3', '3/4', '99/100', '1/999']) {
        const { pass, reject } = threshold(rule, n);
        expect(pass + reject).toBeLessThanOrEqual(n + 1);
      }
    }
  });
  it('a fraction lies in (0, 1]', () => {
    expect([fraction('3/2'), fraction('0/2'), fraction('0.5'), fraction('2/2')]).toEqual([null, null, null, [2, 2]]);
    expect([fraction('10/12'), fraction('-1/2'), fraction('1/2%'), fraction('1/1000')]).toEqual([[10, 12], null, null, null]);
  });
});

describe('FLOW-02 an event is the choice of its name', () => {
  const ways = (rest: Partial<EventDef> = {}) =>
    flowOf([
      state(1, [event(11, { next_state: 2 })]),
      state(2, [
        event(21, { key_name: 'ok', where: 'amount=1', next_state: 3, add: 1 }),
        event(22, { key_name: 'ok', next_state: 4, ...rest }),
        event(23, { where: 'amount=1', next_state: 4 }),
        event(24, { back_state: '1', key_name: 'ok back' }),
      ]),
      state(3, [event(31, { next_state: 90 })], { handler: { type: 'role', code: 'a' } }),
      state(4, [event(41, { next_state: 90 })], { handler: { type: 'role', code: 'b' } }),
      state(90, [], { end: 'pass' }),
    ]);
  const take = (amount: number, of: Partial<DecisionCommand>, flow = ways()) => {
    const at = env(2, { record: { state: 2, creator: 1, data: { amount } } });
    const answer = decide(flow, submitted(), 2, { ...bareCommand('Review', {}), ...of } as DecisionCommand, at);
    return answer instanceof Refusal ? `${answer.code} ${answer.remark}` : [answer!.event_id, answer!.to_state];
  };
  it('the one that holds is taken, before others the one that was named; another name is no choice', () => {
    expect(take(2, { event: 21 })).toEqual([22, 4]);
    expect(take(1, { event: 21 })).toEqual([21, 3]);
    expect(take(1, { event: 22 })).toEqual([22, 4]);
    expect(take(2, { event: 23 })).toBe('311 $flow_guard');
    expect(take(1, { event: 22 }, ways({ where: 'amount=1' }))).toEqual([22, 4]);
    expect(take(2, { event: 22 }, ways({ where: 'amount=1' }))).toBe('311 $flow_guard');
  });
  it('who spoke of another step, or named people for it, is refused; where it comes to that step he is not', () => {
    expect(take(2, { event: 21, reviewers: [6] })).toBe('311 $flow_other_step');
    expect(take(2, { event: 21, next_state: 3 })).toBe('311 $flow_other_step');
    expect(take(2, { event: 21, next_state: 4 })).toEqual([22, 4]);
    expect(take(2, { event: 21, reviewers: [3, 4, 5], next_state: 4 })).toEqual([22, 4]);
    expect(take(1, { event: 21, reviewers: [3, 4, 5, 6] })).toEqual([21, 3]);
    expect(take(2, { event: 21, reviewers: [6] }, ways({ next_state: 3 }))).toBe('312 $flow_handler_fixed');
  });
  it('a return of that name asks for its row, and people who were named for a step are not lost in it', () => {
    const back = ways({ back_state: '1', next_state: undefined as never });
    expect(take(2, { event: 21, remark: 'x' }, back)).toBe('314 $flow_need_back');
    expect(take(2, { event: 21, reviewers: [6] }, back)).toBe('311 $flow_other_step');
  });
  it('/flow?op=Reject comes to a return only, also by the name', () => {
    expect(take(2, { op: 'Reject', event: 21 })).toBe('311 ');
    const back = { back_id: submitted().todos[0]!.id };
    const mixed = flowOf([
      state(1, [event(11, { next_state: 2 })]),
      state(2, [event(21, { key_name: 'ok', where: 'amount=1', back_state: '1' }), event(22, { key_name: 'ok', next_state: 90 })]),
      state(90, [], { end: 'pass' }),
    ]);
    expect(take(2, { op: 'Reject', event: 21, ...back }, mixed)).toBe('311 ');
  });
});
