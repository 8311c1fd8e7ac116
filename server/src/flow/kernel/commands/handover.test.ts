import { describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { HandlerDef } from '#protocol/meta/flow.ts';
import { decide } from '../decide.ts';
import { bareCommand, type Env, type FlowState, NO_CASE, type Todo } from '../model.ts';
import { accept, countersigned, env, event, flow, flowOf, flowWith, rowOf, shape, state, submitted, todo } from '../testing-decide.ts';

const LEAVES = 4;
const ADMIN = 8;
const hand = (todo: number, to = 6, remark = 'leaves us') => ({ op: 'Handover' as const, todo, to, remark });
const refusal = (at: FlowState, command: ReturnType<typeof hand>, on: Env = env(3), of = flow) => {
  const told = decide(of, at, ADMIN, command, on);
  return told instanceof Refusal ? `${told.code} ${told.remark}`.trim() : told;
};

describe('FLOW-01 a to-do is handed on', () => {
  it('the row is closed as passed on, with who did it and why; the receiver has it in the same place of the same group', () => {
    const before = countersigned();
    const id = rowOf(before, LEAVES);
    const diff = decide(flow, before, ADMIN, hand(id), env(3));
    expect(diff).toMatchObject({
      ...{ op: 'Handover', actor: ADMIN, behalf: LEAVES, todo_id: id, event_id: null, from_state: 3, to_state: 3, remark: 'leaves us' },
      close: [{ id, review_state: 8, done_entity: ADMIN, remark: 'leaves us' }],
      open: [
        { id: 0, review_state: 7, review_entity: 6, create_entity: ADMIN, parent_id: id, rule: 'all', ord: 1, visit: 2, back_state: 3 },
      ],
      ...{ turn: [], read: [], case: { ...before.case, seq: before.case!.seq + 1 } },
    });
    const after = accept(before, ADMIN, hand(id), env(3));
    expect(shape(after)).toBe('1:1 2:3 3:7 4:8 5:7 6:7');
    expect(after.todos.at(-1)).toMatchObject({ asked: 'leaves us', remark: '' });
  });

  it('the group waits for as many as before, and the receiver decides as the holder would have', () => {
    let at = countersigned();
    at = accept(at, ADMIN, hand(rowOf(at, LEAVES)), env(3));
    for (const who of [3, 5]) at = accept(at, who, bareCommand('Review', { event: 31, todo: rowOf(at, who) }), env(3));
    expect(at.case).toMatchObject({ status: 0, state: 3 });
    at = accept(at, 6, bareCommand('Review', { event: 31, todo: rowOf(at, 6) }), env(3));
    expect(at.case).toMatchObject({ status: 1, state: 90 });
  });

  it('who waits for his turn is handed on too, and is asked when it comes', () => {
    const of = flowWith('seq');
    let at = countersigned(of);
    at = accept(at, ADMIN, hand(rowOf(at, LEAVES)), env(3), of);
    expect(shape(at)).toBe('1:1 2:3 3:7 4:8 5:11 6:11');
    at = accept(at, 3, bareCommand('Review', { event: 31, todo: rowOf(at, 3) }), env(3), of);
    expect(shape(at)).toBe('1:1 2:3 3:3 4:8 5:11 6:7');
  });

  it('an answer that is owed stays the answer to who asked; a row that was passed on goes further', () => {
    const asked = todo({ id: 2, review_entity: LEAVES, review_state: 4, parent_id: 1, asked: 'why?' });
    const at: FlowState = { case: submitted().case, todos: [todo({ id: 1, review_entity: 2 }), asked] };
    expect(decide(flow, at, ADMIN, hand(2), env(2))).toMatchObject({
      open: [{ review_state: 4, parent_id: 1, review_entity: 6, asked: 'why?' }],
    });
    const turned: FlowState = { ...at, todos: [todo({ id: 3, review_entity: LEAVES, review_state: 13, parent_id: 1 })] };
    expect(decide(flow, turned, ADMIN, hand(3), env(2))).toMatchObject({ open: [{ review_state: 13, parent_id: 3 }] });
  });

  it('one’s own to-do is handed on on nobody’s behalf; it may come back', () => {
    let at = countersigned();
    expect(decide(flow, at, LEAVES, hand(rowOf(at, LEAVES)), env(3))).toMatchObject({ behalf: null });
    at = accept(at, ADMIN, hand(rowOf(at, LEAVES)), env(3));
    at = accept(at, ADMIN, hand(rowOf(at, 6), LEAVES), env(3, { people: { 4: 1 } }));
    expect(shape(at)).toBe('1:1 2:3 3:7 4:8 5:7 6:8 4:7');
  });
});

describe('FLOW-01 what is not handed on', () => {
  const at = countersigned();
  const id = rowOf(at, LEAVES);

  it('a row that is none 315, one that is over 311 with who has it now, a copy 311', () => {
    expect(refusal(NO_CASE, hand(1))).toBe('315');
    expect(refusal(at, hand(987))).toBe('315');
    expect(refusal(at, hand(rowOf(at, 2)))).toBe('311 $flow_decided');
    const handed = accept(at, ADMIN, hand(id), env(3));
    expect(refusal(handed, hand(id, 2))).toBe('311 $flow_handed_on');
    expect(decide(flow, handed, LEAVES, bareCommand('Review', { event: 31, todo: id }), env(3))).toMatchObject({
      ...{ code: 311, remark: '$flow_handed_on', data: { to: 6, state: 3 } },
    });
    expect(refusal({ ...at, todos: [...at.todos, todo({ id: 70, review_state: 6, visit: 2 })] }, hand(70))).toMatch(/^311/);
  });

  it('who has it now is the receiver, not who had answered the holder before', () => {
    const answered = { ...at, todos: [...at.todos, todo({ id: 70, review_state: 5, parent_id: id, review_entity: 2, visit: 2 })] };
    const handed = accept(answered, ADMIN, hand(id), env(3));
    expect(decide(flow, handed, ADMIN, hand(id, 2), env(3))).toMatchObject({ code: 311, data: { to: 6 } });
  });

  it('without a reason 314, with one too long 316', () => {
    expect(refusal(at, hand(id, 6, '  '))).toBe('314 $flow_handover_why');
    expect(refusal(at, hand(id, 6, 'x'.repeat(800)))).toBe('316');
    expect(refusal(at, hand(id, 6, 'x'.repeat(799)))).toMatchObject({ op: 'Handover' });
  });

  it('to nobody 302, to somebody who is not active 303', () => {
    expect(refusal(at, hand(id, 77))).toBe('302');
    expect(refusal(at, hand(id, 9))).toBe('303');
  });

  it('what is back with its applicant, and what waits for an answer', () => {
    const back = accept(submitted(), 2, bareCommand('Review', { event: 22, remark: 'no' }), env(2));
    expect(refusal(back, hand(rowOf(back, 1)), env(0))).toBe('312 $flow_handover_applicant');
    const asking = { ...at, todos: [...at.todos, todo({ id: 71, review_state: 4, parent_id: id, review_entity: 6 })] };
    expect(refusal(asking, hand(id, 2))).toBe('311 $flow_blocked');
  });

  it('to the applicant or who submitted, unless they sign like everybody', () => {
    const own = env(3, { own: [1, 6] });
    expect(refusal(at, hand(id), own)).toBe('312 $flow_self_named');
    expect(refusal(at, hand(id), env(3, { own: [1, ADMIN] })), 'by the applicant').toBe('312 $flow_handover_own');
    const open = flowOf([state(3, [event(31, { next_state: 90 })], { self: 1 }), state(90, [], { end: 'pass' })]);
    expect(refusal(at, hand(id), own, open)).toMatchObject({ op: 'Handover' });
  });

  it('to who has a to-do in the case, or has decided at this step; of an earlier step he may', () => {
    expect(refusal(at, hand(id, 3))).toBe('310 $flow_handover_twice');
    expect(refusal(at, hand(id, LEAVES), env(3, { people: { 4: 1 } }))).toBe('310 $flow_handover_twice');
    const voted = accept(at, 3, bareCommand('Review', { event: 31, todo: rowOf(at, 3) }), env(3));
    expect(refusal(voted, hand(id, 3))).toBe('310 $flow_handover_twice');
    expect(refusal(at, hand(id, 2))).toMatchObject({ op: 'Handover' });
  });
});

describe('FLOW-01 an office is held by whom the company has given it', () => {
  const of = (handler?: HandlerDef) =>
    flowOf([state(3, [event(31, { next_state: 90 })], handler ? { handler } : {}), state(90, [], { end: 'pass' })]);
  const before = countersigned();
  const id = rowOf(before, LEAVES);
  const signing = (roles: Todo['roles']): FlowState => ({
    ...before,
    todos: before.todos.map((one) => (one.id === id ? { ...one, roles } : one)),
  });
  const two: HandlerDef = { type: 'roles', codes: ['finance', 'legal'] };
  const ask = (handler: HandlerDef | undefined, roles: Todo['roles'], found: Partial<Env>) =>
    refusal(signing(roles), hand(id), env(3, { candidates: [], ...found }), of(handler));

  it('who takes a seat of roles has each of those that it signs as, today', () => {
    expect(ask(two, ['finance'], { candidates: [6], roles: { 6: ['finance'] } })).toMatchObject({ open: [{ roles: ['finance'] }] });
    expect(ask(two, ['finance'], { candidates: [6], roles: { 6: ['legal'] } })).toBe('312 $flow_handover_nobody');
    expect(ask(two, ['finance', 'legal'], { candidates: [6], roles: { 6: ['legal'] } })).toBe('312 $flow_handover_nobody');
    expect(ask(two, ['finance'], { candidates: [2], roles: { 2: ['finance'] } })).toBe('312 $flow_handover_bound');
    expect(ask(two, null, { candidates: [6], roles: { 6: ['legal'] } })).toMatchObject({ op: 'Handover' });
    expect(ask(two, null, {})).toBe('312 $flow_handover_nobody');
  });

  it('a refusal says who could: not the holder, who has a to-do of the case, the applicant, nor who lacks an office of the seat', () => {
    const seat = ['finance'];
    const all = [1, 2, LEAVES, 5, 7, 12, 13, 14, 15, 16];
    const roles = Object.fromEntries(all.map((one) => [one, one === 7 ? ['legal'] : ['finance']]));
    const told = decide(of(two), signing(seat), ADMIN, hand(id), env(3, { candidates: all, roles, own: [1] }));
    expect((told as Refusal).data).toEqual({ step: 3, could: [2, 12, 13, 14, 15] });
  });

  it('the head of a department, and the office of another record, are those of today', () => {
    for (const handler of [{ type: 'dept_leader' }, { type: 'field', field: 'department_entity.leader_entity' }] as HandlerDef[]) {
      expect(ask(handler, [], {})).toBe('312 $flow_handover_nobody');
      expect(ask(handler, [], { candidates: [6] })).toMatchObject({ op: 'Handover' });
    }
  });

  it('who takes the seat of a post has the post today; one whom a sender added beside it has none to show', () => {
    const handler: HandlerDef = { type: 'post', code: 'counsel' };
    expect(ask(handler, ['post:counsel'], { candidates: [6], roles: { 6: ['post:counsel'] } })).toMatchObject({
      open: [{ roles: ['post:counsel'] }],
    });
    expect(ask(handler, ['post:counsel'], {})).toBe('312 $flow_handover_nobody');
    expect(ask(handler, [], {})).toMatchObject({ op: 'Handover' });
  });

  it('where no office is asked for the administrator says who: a person by name, one whom a sender added, no handler', () => {
    expect(ask(undefined, [], {})).toMatchObject({ op: 'Handover' });
    expect(ask(two, [], {})).toMatchObject({ op: 'Handover' });
    expect(ask({ type: 'user', id: LEAVES }, [], {})).toMatchObject({ op: 'Handover' });
    expect(ask({ type: 'field', field: 'manager_entity' }, [], {})).toMatchObject({ op: 'Handover' });
  });
});
