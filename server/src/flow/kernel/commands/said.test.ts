import { describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { Env, FlowState, Todo } from '../model.ts';
import { env, event, flowOf, state, todo } from '../testing-decide.ts';
import { whyNotRevoked } from './revoke.ts';
import { demandFree, demandNamed, demandSigner, demandWords } from './said.ts';

/** The refusal of a demand, with what it says beside its code; null where it lets pass. */
function refusal(work: () => unknown): unknown[] | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.code, error.remark, error.data];
  }
}
const people: Env['people'] = Object.fromEntries(Array.from({ length: 30 }, (_, id) => [id + 1, id + 1 === 9 ? 2 : 1]));
const on = (rest: Partial<Env> = {}) => env(2, { people, own: [1], ...rest });
const flow = flowOf([state(1, [event(11, { next_state: 2 })]), state(2, [event(21, { next_state: 90 })]), state(90, [], { end: 'pass' })]);
const own = flowOf([
  state(1, [event(11, { next_state: 2 })]),
  state(2, [event(21, { next_state: 90 })], { self: 1 }),
  state(90, [], { end: 'pass' }),
]);
const row = (id: number, rest: Partial<Todo> = {}): Todo => todo({ id, back_state: 2, visit: 3, ...rest });
const holding = (...todos: Todo[]): FlowState => ({ case: null, todos });

describe('FLOW-05 FLOW-08 words and people of a command', () => {
  it('none is 314 and too many 316, at the box where they are written; others stay as they are', () => {
    expect(refusal(() => demandWords(undefined))).toEqual([314, '$flow_need_remark', { field: 'remark' }]);
    expect(refusal(() => demandWords(' \n', '$flow_relay_what'))).toEqual([314, '$flow_relay_what', { field: 'remark' }]);
    expect(refusal(() => demandWords('字'.repeat(800)))).toEqual([316, '', { field: 'remark' }]);
    expect(demandWords(' yes ')).toBe(' yes ');
  });

  it('nobody is 314, more than twenty 341, a stranger 302, who left 303; each counts once', () => {
    const ids = (n: number) => Array.from({ length: n }, (_, at) => at + 10);
    expect(refusal(() => demandNamed(undefined, on(), '$flow_relay_whom'))).toEqual([314, '$flow_relay_whom', { field: 'reviewers' }]);
    expect(refusal(() => demandNamed(ids(21), on(), ''))).toEqual([341, '$flow_many', { most: 20 }]);
    expect(demandNamed([...ids(20), 10], on(), '')).toEqual(ids(20));
    expect(refusal(() => demandNamed([99], on(), ''))?.[0]).toBe(302);
    expect(refusal(() => demandNamed([9], on(), ''))).toEqual([303, '', { user: 9 }]);
  });

  it('who has a row that waits gets no second one, and is named', () => {
    expect(refusal(() => demandFree(holding(row(1, { review_entity: 3 })), [4, 3]))).toEqual([310, '$flow_twice', { user: 3 }]);
    expect(refusal(() => demandFree(holding(row(1, { review_entity: 3, review_state: 3 })), [4, 3]))).toBeNull();
  });
});

describe('FLOW-03 who may be added beside those whom the flow found', () => {
  const mine = row(1);
  const demand = (added: readonly number[], state: FlowState = holding(mine), of = flow) =>
    refusal(() => demandSigner(of, state, mine, added, on()));

  it('not the applicant, unless the step lets him sign; also among others', () => {
    expect(demand([5, 1])).toEqual([312, '$flow_self_named', {}]);
    expect(demand([5, 1], holding(mine), own)).toBeNull();
    expect(demand([5, 6])).toBeNull();
  });

  it('nobody who has signed at this step of this visit, who is named; of another step or visit anybody', () => {
    const signed = (rest: Partial<Todo> = {}) => row(2, { review_entity: 6, review_state: 3, outcome: -1, ...rest });
    expect(demand([5, 6], holding(mine, signed()))).toEqual([310, '$flow_signed_here', { user: 6 }]);
    for (const other of [signed({ visit: 2 }), signed({ back_state: 3 }), signed({ outcome: null }), signed({ review_entity: 7 })])
      expect(demand([5, 6], holding(mine, other))).toBeNull();
  });
});

describe('FLOW-05 what is not taken back, and why', () => {
  const sent = { state: 3, status: 0 as const, last_actor: 2, last_from: 2, last_rule: 'any' };
  const asking = { actor: 2, creator: 1, principals: [] as number[] };
  const why = (
    mode: Parameters<typeof whyNotRevoked>[0],
    rest: Partial<Parameters<typeof whyNotRevoked>[1]['case'] & object> = {},
    who: Partial<typeof asking> = {},
    todos: Parameters<typeof whyNotRevoked>[1]['todos'] = [],
  ) => whyNotRevoked(mode, { case: { ...sent, ...rest } as never, todos }, { ...asking, ...who });

  it.each([
    ['his own decision is', 'last', {}, {}, null],
    ['where all sign it is', 'last', { last_rule: 'all' }, {}, null],
    ['an ended case', 'last', { status: 1 }, {}, { code: 311, remark: '' }],
    ['one with its applicant', 'last', { state: 1 }, {}, { code: 311, remark: '' }],
    ['where the flow takes nothing back', 'none', {}, {}, { code: 312, remark: '$flow_revoke_off' }],
    ['another’s decision', 'last', {}, { actor: 5 }, { code: 312, remark: '$flow_revoke_other' }],
    ['a second time in a row', 'last', { last_from: null }, {}, { code: 312, remark: '$flow_revoke_other' }],
    ['what has written elsewhere', 'last', { last_rule: 'written' }, {}, { code: 311, remark: '$flow_revoke_written' }],
    ['a vote of several', 'last', { last_rule: '1/2' }, {}, { code: 311, remark: '$flow_revoke_vote' }],
    ['signatures in a row', 'last', { last_rule: 'seq' }, {}, { code: 311, remark: '$flow_revoke_vote' }],
    ['the application by its applicant, at any step, is', 'any', { last_actor: 5 }, { actor: 1 }, null],
    ['by who acts for him, is', 'any', { last_actor: 5 }, { actor: 4, principals: [1] }, null],
    ['by anybody else', 'any', { last_actor: 5 }, { actor: 4, principals: [3] }, { code: 312, remark: '$flow_revoke_other' }],
  ] as const)('%s', (_, mode, rest, who, answer) => {
    expect(why(mode, rest as never, who as never)).toEqual(answer);
  });

  it('nor what somebody has decided upon since: it is named', () => {
    const votes = [
      { id: 7, visit: 2, outcome: null },
      { id: 8, visit: 2, outcome: 1 as const },
    ];
    expect(why('last', {}, {}, votes)).toEqual({ code: 311, remark: '', since: 8 });
    expect(whyNotRevoked('last', { case: null, todos: [] }, asking)).toEqual({ code: 311, remark: '' });
  });
});
