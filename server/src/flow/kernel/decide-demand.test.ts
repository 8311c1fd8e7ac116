import { describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import { decide } from './decide.ts';
import { bareCommand, type Decision, type Diff, type Env, NO_CASE } from './model.ts';
import { asksNothing } from './repeats.ts';
import { accept, env, event, flow, flowOf, rowOf, state, submitted } from './testing-decide.ts';

const role = { type: 'role', code: 'chief' } as const;
/** 1 leads to 2 by this event; 2 has the handler and what is said of it. */
const sending = (by: Partial<EventDef>, step: Partial<StateDef> = { handler: role }) =>
  flowOf([
    state(1, [event(11, { next_state: 2, ...by })]),
    state(2, [event(21, { next_state: 90 })], step),
    state(90, [], { end: 'pass' }),
  ]);
const given = (rest: Partial<Env> = {}) => env(1, { candidates: [3, 4, 5], own: [1], ...rest });
/** Whom the sender names, and who is asked; or what is refused. */
const asked = (by: Partial<EventDef>, reviewers: number[], step?: Partial<StateDef>, rest: Partial<Env> = {}) => {
  const answer = decide(sending(by, step), NO_CASE, 1, bareCommand('Submit', { event: 11, reviewers }), given(rest));
  if (answer instanceof Refusal) return [answer.code, answer.remark, answer.data];
  return answer!.open.filter((row) => row.review_state !== 1).map((row) => row.review_entity);
};

describe('FLOW-03 whom the sender may name', () => {
  it('nobody named: everybody whom the handler finds, each once', () => {
    expect(asked({}, [])).toEqual([3, 4, 5]);
    expect(asked({}, [], undefined, { candidates: [4, 3, 4] })).toEqual([4, 3]);
  });

  it('the handler is fixed: all of them may be named again, none less and none more', () => {
    expect(asked({}, [5, 4, 3])).toEqual([3, 4, 5]);
    expect(asked({}, [3, 4])).toEqual([312, '$flow_handler_fixed', {}]);
    expect(asked({}, [3, 4, 5, 6])).toEqual([312, '$flow_handler_fixed', {}]);
  });

  it('pick: some of them, in the definition’s order, as many as are asked for; nobody beside', () => {
    expect(asked({ pick: 1 }, [5, 3])).toEqual([3, 5]);
    expect(asked({ pick: 1 }, [6])).toEqual([312, '$flow_handler_bound', {}]);
    expect(asked({ pick: 1, least: 2 }, [4])).toEqual([314, '$flow_least', { least: 2 }]);
    expect(asked({ pick: 1, least: 2 }, [4, 3])).toEqual([3, 4]);
    expect(asked({ pick: 1, least: 3 }, [3], undefined, { candidates: [3] })).toEqual([3]);
    expect(asked({ pick: 1, least: 2 }, [3], undefined, { candidates: [3, 4] })).toEqual([314, '$flow_least', { least: 2 }]);
  });

  it('add: all of them and others, who stand last', () => {
    expect(asked({ add: 1 }, [6, 3, 4, 5, 6])).toEqual([3, 4, 5, 6]);
    expect(asked({ add: 1 }, [6])).toEqual([312, '$flow_handler_all', {}]);
    expect(asked({ add: 1, pick: 1 }, [6, 4])).toEqual([4, 6]);
    expect(asked({ add: 1, pick: 1 }, [6])).toEqual([314, '$flow_least', { least: 1 }]);
  });

  it('the applicant is nobody’s to name, unless the step lets him sign', () => {
    const people = { 1: 1, 6: 1 } as const;
    expect(asked({ add: 1 }, [3, 4, 5, 1], undefined, { people })).toEqual([312, '$flow_self_named', {}]);
    expect(asked({ add: 1 }, [3, 4, 5, 1], { handler: role, self: 1 }, { people })).toEqual([3, 4, 5, 1]);
    expect(asked({ need_handler: 1 }, [1], {}, { people, candidates: [] })).toEqual([312, '$flow_self_named', {}]);
    expect(asked({ add: 1 }, [3, 4, 5, 1], undefined, { people, own: undefined })).toEqual([3, 4, 5, 1]);
  });

  it('need_handler: whom the sender names, where the step has no handler; where it has one he names nobody', () => {
    expect(asked({ need_handler: 1 }, [6, 6], {}, { candidates: [] })).toEqual([6]);
    expect(asked({ need_handler: 1 }, [6])).toEqual([312, '$flow_handler_fixed', {}]);
    expect(asked({}, [6], {}, { candidates: [] })).toEqual([312, '$flow_handler_fixed', {}]);
    expect(asked({ need_handler: 1 }, [], {}, { candidates: [] })).toEqual([314, '$flow_no_handler', { step: 2 }]);
  });

  it('a step that is passed over, as only the applicant was found: nobody is named in his place', () => {
    const step: Partial<StateDef> = { handler: role, self: 'skip' };
    expect(asked({ add: 1, pick: 1 }, [6], step, { candidates: [1] })).toEqual([312, '$flow_handler_fixed', {}]);
    expect(asked({ add: 1 }, [3, 1, 6], step, { candidates: [1, 3] })).toEqual([1, 3, 6]);
    expect(asked({ add: 1 }, [1, 6], { handler: role, self: 'up' }, { candidates: [1] })).toEqual([1, 6]);
    expect(asked({}, [], step, { candidates: [1] })).toEqual([1]);
  });

  it('a role that nobody fills is named, whoever was found for the others', () => {
    expect(asked({}, [], undefined, { lacking: 'clerk' })).toEqual([314, '$flow_no_role', { step: 2, role: 'clerk' }]);
    expect(asked({}, [], undefined, { lacking: '' })).toEqual([314, '$flow_no_handler', { step: 2, role: '' }]);
  });
});

describe('FLOW-02 what a decision demands', () => {
  const review = (of: Partial<Decision>, rest: Partial<Env> = {}, by: Partial<EventDef> = {}) => {
    const at = flowOf([
      state(1, [event(11, { next_state: 2 })]),
      state(2, [event(21, { next_state: 90, ...by })]),
      state(90, [], { end: 'pass' }),
    ]);
    return decide(at, submitted(), 2, bareCommand('Review', { event: 21, ...of }), env(2, rest));
  };
  const refused = (answer: ReturnType<typeof review>) =>
    answer instanceof Refusal ? [answer.code, answer.remark, answer.data] : answer?.op;
  const data = (values: Record<string, unknown>): Partial<Env> => ({ record: { state: 2, creator: 1, data: values } });

  it.each<[string, unknown]>([
    ['null', null],
    ['nothing', undefined],
    ['blanks', ' \n '],
    ['no rows', []],
  ])('a field that is asked for is filled: %s is not', (_, value) => {
    expect(refused(review({}, data({ a: value }), { need_fields: 'a' }))).toEqual([314, '$flow_need_field', { field: 'a' }]);
  });
  it.each<[string, unknown]>([
    ['zero', 0],
    ['no', false],
    ['text', ' x '],
    ['rows', [1]],
  ])('a field that is asked for is filled: %s is', (_, value) => {
    expect(refused(review({}, data({ a: value }), { need_fields: 'a' }))).toBe('Review');
  });

  it('of several fields each is asked for, with blanks between their names or without', () => {
    expect(refused(review({}, data({ a: 1, b: 2 }), { need_fields: 'a, b' }))).toBe('Review');
    expect(refused(review({}, data({ a: 1, b: '' }), { need_fields: 'a , b' }))).toEqual([314, '$flow_need_field', { field: 'b' }]);
  });

  it('a limit lies after now', () => {
    const by = { urgent: 1 } as const;
    expect(refused(review({ limit_time: env(2).now }, {}, by))).toEqual([317, '$flow_limit_past', { field: 'limit_time' }]);
    expect(refused(review({ limit_time: '2026-11-21T08:00:00.001Z' }, {}, by))).toBe('Review');
  });

  it('twenty copies are taken', () => {
    const people = Object.fromEntries(Array.from({ length: 30 }, (_, id) => [id, 1 as const]));
    expect(refused(review({ copies: Array.from({ length: 20 }, (_, at) => at + 3) }, { people }))).toBe('Review');
  });

  it('who is disabled is named; a candidate was found active, the applicant is known', () => {
    expect(refused(review({ copies: [9] }))).toEqual([303, '', { user: 9 }]);
    expect(refused(review({ copies: [3] }, { people: {}, candidates: [3] }))).toBe('Review');
    expect(refused(review({ copies: [1] }, { people: {} }))).toBe('Review');
    expect(refused(review({ copies: [7] }, { people: {} }))).toEqual([302, '', {}]);
  });

  it('back with the applicant: he has it, or the administrators where he has left; without any he is named', () => {
    const home = (rest: Partial<Env>, of: Partial<Decision> = { event: 22, remark: 'x' }) =>
      decide(flow, submitted(), 2, bareCommand('Review', of), env(2, rest));
    const who = (answer: ReturnType<typeof home>) =>
      answer instanceof Refusal ? [answer.code, answer.data] : (answer as Diff).open.map((row) => [row.review_entity, row.back_state]);
    expect(who(home({ candidates: [3] }))).toEqual([[1, 0]]);
    expect(who(home({ people: { 1: 2, 3: 1 }, candidates: [3] }))).toEqual([[3, 0]]);
    expect(who(home({ people: { 1: 2 }, candidates: [] }))).toEqual([303, { user: 1 }]);
    const at = submitted();
    const returned = decide(
      flow,
      at,
      2,
      bareCommand('Reject', { event: 23, remark: 'x', back_id: at.todos[0]!.id }),
      env(2, { candidates: [] }),
    );
    expect(who(returned)).toEqual([[1, 1]]);
  });
});

describe('FLOW-04 what a return may name', () => {
  it('a row of the log that was decided before this visit, at a step that the event lists', () => {
    let at = submitted();
    at = accept(at, 2, bareCommand('Review', { event: 26, copies: [6] }), env(2));
    const back = (back_id: number, of = at) => {
      const answer = decide(flow, of, 3, bareCommand('Reject', { event: 32, remark: 'x', back_id }), env(3));
      return answer instanceof Refusal ? [answer.code, answer.remark] : answer!.to_state;
    };
    expect(back(rowOf(at, 2))).toBe(2);
    expect(back(at.todos[0]!.id)).toBe(1);
    // a copy, who is asked beside, himself
    for (const holder of [6, 4, 3]) expect(back(rowOf(at, holder))).toEqual([311, '$flow_back_unknown']);
    // who has signed in this very visit
    const signed = accept(at, 4, bareCommand('Review', { event: 31 }), env(3));
    expect(back(rowOf(signed, 4), signed)).toEqual([311, '$flow_back_unknown']);
  });

  it('the applicant’s second submission, which stands at 0, is meant by 1', () => {
    let at = accept(submitted(), 2, bareCommand('Review', { event: 22, remark: 'x' }), env(2));
    at = accept(at, 1, bareCommand('Submit', { event: 11 }), env(0));
    const second = at.todos.find((row) => row.back_state === 0)!;
    expect(decide(flow, at, 2, bareCommand('Reject', { event: 23, remark: 'x', back_id: second.id }), env(2))).toMatchObject({
      to_state: 1,
    });
  });

  it('what the event does not list is not named', () => {
    const only = flowOf([
      state(1, [event(11, { next_state: 2 })]),
      state(2, [event(21, { next_state: 3 })]),
      state(3, [event(31, { next_state: 90 }), event(32, { back_state: '2' })]),
      state(90, [], { end: 'pass' }),
    ]);
    const at = accept(submitted(), 2, bareCommand('Review', { event: 21 }), env(2), only);
    expect(decide(only, at, 3, bareCommand('Reject', { event: 32, remark: 'x', back_id: at.todos[0]!.id }), env(3))).toMatchObject({
      code: 311,
      remark: '$flow_back_unknown',
    });
  });
});

describe('FLOW-08 a file that each signer attaches', () => {
  const signed = flowOf([
    state(1, [event(11, { next_state: 2 })]),
    state(2, [event(21, { next_state: 90, need_attach: 1 }), event(22, { back_state: '1' })], { handler: role, sign: 'all' }),
    state(90, [], { end: 'pass' }),
  ]);
  const two = () => accept(NO_CASE, 1, bareCommand('Submit', { event: 11 }), env(1, { candidates: [3, 4] }), signed);
  const sign = (who: number, attachs: string, of = two()) => decide(signed, of, who, bareCommand('Review', { event: 21, attachs }), env(2));

  it('is refused at its place without one, whoever attached something before', () => {
    const refused = { code: 314, remark: '$flow_need_attach', data: { field: 'attachs' } };
    expect(sign(3, '')).toMatchObject(refused);
    expect(sign(3, ' ')).toMatchObject(refused);
    const one = accept(two(), 3, bareCommand('Review', { event: 21, attachs: 'a' }), env(2), signed);
    expect(sign(4, '', one)).toMatchObject(refused);
    expect(sign(4, 'b', one)).toMatchObject({ to_state: 90, close: [{ attachs: 'b' }] });
  });

  it('what asks for none is taken without, and the engine takes none that asks', () => {
    expect(decide(signed, two(), 3, bareCommand('Review', { event: 22, remark: 'x', back_id: 1 }), env(2))).not.toMatchObject({
      code: 314,
    });
    expect(asksNothing(signed.steps.get(2)!.events.get(21)!)).toBe(false);
  });
});
